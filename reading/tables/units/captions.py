"""What captions say of a table's currency and scale: “(In thousands, except per share data)”."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from reading.lexicon import CURRENCY_CODE, DOLLARS_OF, EACH_SHARE, SCALES, SIGNS
from reading.patterns import lazily
from reading.values.currencies import ISSUERS, NAMES
from reading.values.units import (
    CURRENCIES,
    MONEY_UNITS,
    MONEY_WORDS,
    ONE,
    SCALE_WORDS,
    in_common_letters,
    one_of,
)

_ISSUERS = {  # words before “dollars”, “francs” …, which alone may be those of another country
    issuer: code
    for issuer, code in ISSUERS.items()
    if issuer != "us"  # “US$” is a sign of its own
} | {"cdn": "CAD", "nt": "TWD", "united states": "USD", "korean": "KRW"}
_NAMED = {name: code for name, code in NAMES.items() if code not in ("USD", "EUR")}
_OF_COUNTRY = lazily(
    rf"\b(?:(?P<name>{one_of(_NAMED)})\b|(?P<issuer>{one_of(_ISSUERS)})\s?(?:dollars?\b|\$|francs?\b|kron\w+|"
    r"crowns?\b|reais\b|rupees?\b|pesos?\b|won\b|yen\b|zlot\w+|koruna\b|lira\b|(?:new )?shekels?\b|rand\b|"
    r"baht\b|ringgit\b))",
    re.IGNORECASE,
)
# To try all names wherever a word begins takes as long as all else that is asked of a caption.
_FIRST_WORDS = frozenset(re.split(r"\W", name)[0] for name in (*_NAMED, *_ISSUERS))
_LETTERS_OF_WORD = lazily(r"[^\W\d_]+")
_RUN_TOGETHER = lazily(r"(?<=[a-z])(?=(?:dollar|franc|krona|krone|peso|rupee))")  # “Canadiandollars”
_MARKS = {  # letters that are a mark of money only where a scale follows: “R’m”, “RM’000”, “Rp billion”
    "RM": "MYR",
    "R": "ZAR",
    "Rp": "IDR",
    "Rs": "INR",
    "Rupees": "INR",
    "₱": "PHP",
    "₩": "KRW",
    "NIS": "ILS",
    "TL": "TRY",
    "Ps": "MXN",
    "Baht": "THB",
    "Cdn$": "CAD",
    "$A": "AUD",
    "$NZ": "NZD",
}
_ANY_MARK = "|".join(re.escape(mark) for mark in sorted(_MARKS, key=len, reverse=True))
_MARK = lazily(
    rf"(?<![\w.&’'$-])(?P<mark>{_ANY_MARK})\.?"
    r"\s?[’']?(?=(?:m|mn|Mn|bn|000s?|(?i:(?:in\s)?(?:millions?|thousands?|billions?|crores?|lakhs?|lacs)))\b(?!\s?\d))"
)
_MONEY_SIGN = rf"(?:[{SIGNS}]|\b[A-Z]{{3}}\b|\bRs\b\.?)"
_SAID = tuple(
    (lazily(pattern), words)
    for pattern, words in (
        (r"\bThUS\$", "USD thousand"),
        (r"\bMUS\$", "USD million"),
        (r"(?<=\()MM(?=\))|(?<=\bin )(?:MM|[Mm]n|mil\.)(?=\W|$)", "million"),
        (rf"({_MONEY_SIGN})\s?(?:MM|mm)\b", r"\1 million"),
        (rf"({_MONEY_SIGN})\s?B(?=\W*$)", r"\1 billion"),
        (r"(R\$)\s?mil\b\.?", r"\1 thousand"),
        (rf"({_MONEY_SIGN})\s?[Mm]il\b\.?", r"\1 million"),
        (rf"({_MONEY_SIGN})\s?[Cc]rs?\b\.?", r"\1 crore"),
        (r"\b[Mm]rd\b\.?", "billion"),
        (r"\bTsd\b\.?", "thousand"),
        (r"\b[Mm]illi(?:ons|oni) d(?:e |i |[’'])", "millions of "),
        (r"\b[Mm]illiard[si] d(?:e |i |[’'])", "billions of "),
        (r"\b[Mm]il(?:hões|ioni) d[ei] ", "millions of "),
        (r"\b(?:milhares de|migliaia di) ", "thousands of "),
        (r"\b[Mm]illionen (?=Euro|EUR|€|CHF|US)", "millions of "),
        (r"\bMilliarden (?=Euro|EUR|€|CHF|US)", "billions of "),
        (r"\b[Tt]ausend (?=Euro|EUR|€|CHF|US)", "thousands of "),
        (r"\b(?:milliers|[Mm]iles) d(?:e |[’'])", "thousands of "),
        (r"\b[Mm]illones de ", "millions of "),
        (rf"\b[Mm]((?:{CURRENCY_CODE})\b|[€£])", r"\1 million"),
        (rf"\b[TtKk]((?:{CURRENCY_CODE})\b|[€£])", r"\1 thousand"),
        (rf"\b((?:{CURRENCY_CODE}))m\b", r"\1 million"),
        (r"([€$£]|\b[Ee]uros?)/(?=[’']?000|millions?|thousands?)", r"\1 "),
        (rf"^\W*(?:in\s)?({_MONEY_SIGN})\s1[,. ]?000\W*$", r"\1 thousand"),
        (r"^[\s(]*([Tt]housands|[Mm]illions|[Bb]illions)[\s)]*$", r"(in \1)"),
        (rf"({_MONEY_SIGN})\s?(?:in\s|\()[’']?000(?:[’']?s)?\b", r"\1 thousand"),
        (rf"({_MONEY_SIGN}|\b[Aa]mounts) \((?=in\s|{SCALES})", r"\1 "),
    )
)


def in_plain_words(text: str) -> str:
    """`text` with “Canadian dollars” as “CAD”, “R’m” as “ZAR m”, “$MM” as “$ million”."""
    text = in_common_letters(text)
    text = _OF_COUNTRY.sub(_code, text) if _may_name_currency(text) else text
    text = _MARK.sub(lambda found: f"{_MARKS[found['mark']]} ", text)
    for pattern, words in _SAID:
        text = pattern.sub(words, text)
    return text


def _may_name_currency(text: str) -> bool:
    return not _FIRST_WORDS.isdisjoint(_LETTERS_OF_WORD.findall(_RUN_TOGETHER.sub(" ", text.lower())))


def _named_in(text: str) -> set[str]:
    """The ISO codes of the currencies that are called by their names."""
    return {_code(found) for found in _OF_COUNTRY.finditer(text)} if _may_name_currency(text) else set()


def _code(found: re.Match[str]) -> str:
    """The ISO code of a currency that is called by its name."""
    said = " ".join((found["name"] or found["issuer"]).lower().split())
    return _NAMED[said] if found["name"] else _ISSUERS[said]


_WORD = r"(?P<{name}>hundreds|thousands?|millions?|billions?|trillions?|mio|mln|crores?|lakhs?|lacs)"
_SIGNS = rf"(?:{DOLLARS_OF})\$|[{SIGNS}]|Rs\b\.?"
_MONEY = rf"(?P<{{name}}>{_SIGNS}|U\.?S\.? dollars|dollars?|euros?|pounds sterling|yen|[A-Z]{{{{3}}}})"
_MONEY_NOUN = (
    r"(?:dollars?|euros?|pounds?|sterling|yen|francs?|kron\w+|renminbi|yuan|rupees?|pesos?|reais|won|rand|"
    rf"roubles?|rubles?|shekels?|lira|zloty|forints?|baht|ringgit|{_SIGNS}|(?:{CURRENCY_CODE}|(?-i:{one_of(MONEY_UNITS)}))\b)"
)
# “thousands of MWh” counts no money.
_OF_THINGS = rf"\s+of\s+(?!(?:[\w.’']+\s+){{0,2}}{_MONEY_NOUN})(?=[A-Za-z])"
_THINGS = lazily(rf"\(?\b(?:in\s+)?({SCALES}){_OF_THINGS}", re.IGNORECASE)
_SCALE = lazily(
    r"(?:"
    + _MONEY.format(name="m1")
    + r"[\w\s,]{0,20}?\s)?(?:\bin|\()\s?(?:"
    + _MONEY.format(name="m2")
    + r"\s?)?"
    + _WORD.format(name="s1")
    + rf"\b\.?(?!{_OF_THINGS})(?:\s+(?:of\s+)?(?:"
    + _MONEY.format(name="m3")
    + r")(?![A-Za-z]))?"
    + r"|(?<![A-Za-z])"
    + _MONEY.format(name="m4")
    + r"[\s’']?"
    + _WORD.format(name="s2")
    + r"\b|"
    + _WORD.format(name="s3")
    + rf"(?!{_OF_THINGS})\s+of\s+"
    + _MONEY.format(name="m5")
    + rf"|(?P<m6>{_SIGNS}|\b(?:{CURRENCY_CODE}))\s?(?P<s4>m|mn|bn|k|[’']?000s?)\b"
    + rf"|\b(?P<s7>mio)\b\.?\s(?P<m8>[{SIGNS}]|[A-Z]{{3}}\b)"
    + r"|(?<!\d )\b(?P<s9>millions?|thousands?|billions?)\s"
    + rf"(?P<m10>[{SIGNS}]|(?:{CURRENCY_CODE}|euros?|yen|dollars)\b)"
    + r"|(?<![\w,.])(?P<s5>\(?[’']?000s?\)?|\(1[,.]000s?\))(?=\W|$)",
    re.IGNORECASE,
)
# One of these is in whatever says a scale. In small letters, and each with a beginning of its own kind, as a
# search skips what cannot begin a match only if all that may begin one are known and have no other case.
_SCALE_WORD = lazily(
    r"hundreds|thousand|illion|000|mio|mln|mrd|tsd|crore|lakh|lacs|miles de|milliers|millones"
    r"|milliard|milioni|milhões|milhares|migliaia|tausend"
)
_LETTER_AT_SIGN = lazily(rf"[{SIGNS}.](?:\s?(?:m|b|k|cr)|(?<=[tkm][€£])|(?<=us\$))")
_LETTERS_ALONE = lazily(r"(?:r[’']?m|mm|mn|mil)(?!\w)")
_LETTER_AT_CODE = lazily(
    rf"\b(?:(?:{CURRENCY_CODE.lower()})\s?(?:m|bn|k|cr)|[mtk](?:{CURRENCY_CODE.lower()}|[€£]))"
)
_LETTERS = {"m": "million", "mn": "million", "bn": "billion", "k": "thousand"}
_SHARES_IN = lazily(
    rf"(?<!dollars and )(?<![{SIGNS}] and )(?<!amounts and )(?:number of )?"
    r"(?:shares?|options?|units?|awards?|RSUs?)(?:,?\s(?:which|that))?(?:\s(?:are|is))?"
    r"(?:\s(?:reflected|presented|expressed|stated))?,?\s(?:and [\w\s]{0,30})?"
    rf"in ({SCALES})"
    r"|\bnumber of (?:\w+ ){0,2}(?:shares|options|units|awards|RSUs|warrants) (?:outstanding )?"
    rf"\((?:in )?({SCALES}|1[,.]000s?|[’']?000s?)\)"
    rf"|\((?:in )?({SCALES}) of (?:common )?shares\)"
    rf"|\(shares,? (?:in )?({SCALES})\)",
    re.IGNORECASE,
)
_ALONE = lazily(
    rf"\bU\.S\.|[’']000[’']?s|\b000[’']s|\bin(?:{SCALES})\b|"
    r"\b(?:United States|Canadian|Australian|Hong Kong|Singapore|Mexican|Danish|Swedish|Norwegian)\b|"
    r"\b(?:all|amounts?|figures|values?|numbers|monetary|are|is|stated|expressed|presented|shown|reported|in|of|the|"
    r"unless|otherwise|indicated|noted|omitted|unaudited|hundreds|thousands?|millions?|billions?|trillions?|mio|mln|mn|"
    rf"bn|m|k|[’']?000s?|crores?|lakhs?|lacs|US|U\.S\.|{CURRENCY_CODE})\b|{_MONEY_NOUN}|\W",
    re.IGNORECASE,
)
_EXCEPTION = lazily(r",?\s+except\b.*", re.IGNORECASE)
_FOOT = lazily(
    r"^\W*(?:all\s[^.\n]{0,40}|(?:the\s)?(?:amounts|figures|values)\s[^.\n]{0,40}\b(?:are|is)\s[^.\n]{0,20})\bin\s[^\n]*",
    re.IGNORECASE | re.MULTILINE,
)
FOOT_LENGTH = 600  # characters below a table among which a line says how it counts
_FOR_ALL = lazily(  # “(Tabular amounts in millions, unless otherwise disclosed)”
    rf"\([^()]{{0,80}}\bin\s(?:{SCALES})\b[^()]{{0,160}}\)", re.IGNORECASE
)
_SENTENCE_FOR_ALL = lazily(  # “All amounts are in millions of euros unless said otherwise.”
    rf"(?:^|(?<=[.:;]\s)|\n)(?:(?:all|unless\s[\w\s]{{1,30}},|the|monetary|dollar|tabular)\s+){{0,3}}(?:amounts|figures|values)\s"
    rf"(?:[\w\s]{{0,60}}\s)?in\s(?:[\w.]+\s){{0,2}}(?:{SCALES}|thousand|million|billion)\b[^.;\n]{{0,80}}(?=[.;]|\n|$)",
    re.IGNORECASE,
)
_CURRENCY_BEHIND = lazily(rf"(?:^|\s)\(?(?:{CURRENCY_CODE}|[{SIGNS}])\)?$")
_OF_ALL = lazily(r"\b(?:all|tabular|unless|otherwise|except)\b", re.IGNORECASE)
_INDIAN = lazily(r"crore|lakh|lacs", re.IGNORECASE)
_NOTE = lazily(rf"^\(\w\)\s+In ({SCALES})\.?$", re.IGNORECASE | re.MULTILINE)
_FIRST_NOTE = lazily(rf"\(\w\)\s+In ({SCALES})\b", re.IGNORECASE)
_EACH_SHARE = lazily(EACH_SHARE, re.IGNORECASE)
_EXCEPT = lazily(r"except(?:ing)?\b(?P<what>[^)]*)", re.IGNORECASE)


@dataclass(frozen=True)
class Caption:
    """`money`: ISO code or "". `scale`: of amounts; None where nothing is said. `share_scale`: of counts of
    shares. `money_only`: the scale was said of money, as in “Dollars in millions”. `except_per_share`: it
    does not hold for amounts per share."""

    money: str = ""
    scale: Decimal | None = None
    share_scale: Decimal | None = None
    money_only: bool = False
    except_per_share: bool = False


@lru_cache(maxsize=8192)  # asked of a row's words and its column's for each cell
def read_caption(text: str) -> Caption:
    """What `text` says of currency and scale; the first scale counts."""
    if not _may_say_scale(text):  # most do not, and the whole pattern takes a hundred times as long
        return Caption()
    text = in_common_letters(text)
    named = _named_in(text)
    text = in_plain_words(text)
    match = _SCALE.search(_without_share_scale(text))
    if match is None:
        return Caption(share_scale=_share_scale(text, None))
    marks = [
        value if value in named else _currency(value)
        for name, value in match.groupdict().items()
        if name.startswith("m") and value
    ]
    money = next(filter(None, marks), "")
    word = next(value for name, value in match.groupdict().items() if name.startswith("s") and value)
    scale = _scale(word)
    return Caption(
        money=money or ("INR" if _INDIAN.search(word) else ""),
        scale=scale,
        share_scale=_share_scale(text, scale),
        money_only=bool(money),
        except_per_share=any(_EACH_SHARE.search(found["what"]) for found in _EXCEPT.finditer(text)),
    )


def _may_say_scale(text: str) -> bool:
    small = text.lower()
    signs = (_SCALE_WORD, _LETTER_AT_SIGN, _LETTERS_ALONE, _LETTER_AT_CODE)
    return any(sign.search(small) for sign in signs)


def names_currency(header: str) -> bool:
    """Whether a heading says the currency that its column counts in: “in TEUR”, “30.09.2023 EUR”."""
    return bool(read_caption(header).money or _CURRENCY_BEHIND.search(header))


def is_scale_alone(text: str) -> bool:
    """Whether `text` says how amounts are counted and nothing else: “in € million”."""
    if not read_caption(text).scale:
        return False
    return not _ALONE.sub("", _EXCEPTION.sub("", in_plain_words(text)))


def caption_at_foot(below: str) -> Caption:
    """What a line below a table says: “All amounts in millions of US dollars.”"""
    said = (read_caption(found[0]) for found in _FOOT.finditer(below[:FOOT_LENGTH]))
    return next((caption for caption in said if caption.scale), Caption())


def caption_of_notes(above: str) -> Caption:
    """What the words over a table say of all tables: “(All amounts in thousands of US dollars, except …)”."""
    brackets = [" ".join(found[0].split()) for found in _FOR_ALL.finditer(above)]
    said = [read_caption(each) for each in brackets if _OF_ALL.search(each)]
    said += [read_caption(" ".join(found[0].split())) for found in _SENTENCE_FOR_ALL.finditer(above)]
    return next((caption for caption in reversed(said) if caption.scale), Caption())


def scale_of_things(text: str) -> Decimal | None:
    """The scale of what is no money: “Sales (thousands of MWh)”, “Customers (thousands)”."""
    said = _THINGS.search(text)
    return SCALE_WORDS[said[1].lower()] if said else read_caption(text).scale


def counts_things(text: str) -> bool:
    """Whether a scale is said of something that is no money: “(thousands of tonnes)”."""
    return bool(_THINGS.search(text))


def share_scale_in_notes(text: str) -> Decimal | None:
    """What a note below a table says of its counts: “(a) In thousands.”, “RSUs are in thousands.”"""
    said = _NOTE.search(text) or _SHARES_IN.search(text)
    return _scale(next(filter(None, said.groups()))) if said else None


def scale_in_first_note(below: str) -> Decimal | None:
    """The scale that the note right below a table gives: “(a) In thousands, disclosed at target.”"""
    said = _FIRST_NOTE.match(below)
    return SCALE_WORDS[said[1].lower()] if said else None


def with_scale_of_note(header: str, below: str) -> str:
    """“Change (a)” with what the note says of it, as far as that is a scale: “(a) In billions.”"""
    for mark in re.findall(r"\((\w)\)", header):
        note = re.search(rf"^\({mark}\)\s+(in (?:{SCALES}))\b", below, _NOTE.flags)
        if note:
            return f"{header} ({note[1]})"
    return header


def _without_share_scale(text: str) -> str:
    return _SHARES_IN.sub(" ", text)


def _scale(word: str) -> Decimal:
    word = word.lower().strip("()’'")
    if word.startswith(("000", "1,000", "1.000")):
        return SCALE_WORDS["thousand"]
    return Decimal(100) if word == "hundreds" else SCALE_WORDS[_LETTERS.get(word, word)]


def _currency(mark: str) -> str:
    lower = mark.lower()
    return CURRENCIES.get(mark) or CURRENCIES.get(mark.upper()) or MONEY_WORDS.get(lower, ("", ONE))[0]


def _share_scale(text: str, scale: Decimal | None) -> Decimal | None:
    shares = _SHARES_IN.search(text)
    if shares:
        return _scale(next(filter(None, shares.groups())))
    exception = _EXCEPT.search(text)
    excepted = _EACH_SHARE.sub("", exception["what"]) if exception else ""
    return ONE if scale and re.search(r"\b(?:shares?|units?)\b", excepted, re.IGNORECASE) else scale
