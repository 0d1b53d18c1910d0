"""What captions say of a table's currency and scale: “(In thousands, except per share data)”."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from documents.tables.caption_words import in_plain_words
from documents.units import CURRENCIES, MONEY_WORDS, ONE, SCALE_WORDS

_WORD = r"(?P<{name}>hundreds|thousands?|millions?|billions?|trillions?|mio|mln|crores?|lakhs?|lacs)"
_SIGNS = r"(?:US|CA|C|AU|A|NZ|NT|HK|S|R)\$|[$€£¥₹]|Rs\b\.?"
_MONEY = rf"(?P<{{name}}>{_SIGNS}|U\.?S\.? dollars|dollars?|euros?|pounds sterling|yen|[A-Z]{{{{3}}}})"
_CODES = "|".join(sorted({code for code in CURRENCIES if len(code) == 3 and code.isalpha()}))
_MONEY_NOUN = (
    r"(?:dollars?|euros?|pounds?|sterling|yen|francs?|kron\w+|renminbi|yuan|rupees?|pesos?|reais|won|rand|"
    rf"roubles?|rubles?|shekels?|lira|zloty|forints?|baht|ringgit|{_SIGNS}|(?:{_CODES})\b)"
)
# “thousands of MWh” counts no money.
_OF_THINGS = rf"\s+of\s+(?!(?:[\w.’']+\s+){{0,2}}{_MONEY_NOUN})(?=[A-Za-z])"
_THINGS = re.compile(rf"\(?\b(?:in\s+)?(thousands|millions|billions){_OF_THINGS}", re.IGNORECASE)
_SCALE = re.compile(
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
    + rf"|(?P<m6>{_SIGNS}|\b(?:{_CODES}))\s?(?P<s4>m|mn|bn|k|[’']?000s?)\b"
    + r"|\b(?P<s7>mio)\b\.?\s(?P<m8>[$€£]|[A-Z]{3}\b)"
    + rf"|(?<!\d )\b(?P<s9>millions?|thousands?|billions?)\s(?P<m10>[$€£¥]|(?:{_CODES}|euros?|yen|dollars)\b)"
    + r"|(?<![\w,.])(?P<s5>\(?[’']?000s?\)?|\(1[,.]000s?\))(?=\W|$)",
    re.IGNORECASE,
)
# One of these is in whatever says a scale. In small letters, and each with a beginning of its own kind, as a
# search skips what cannot begin a match only if all that may begin one are known and have no other case.
_SCALE_WORD = re.compile(
    r"hundreds|thousand|illion|000|mio|mln|mrd|tsd|crore|lakh|lacs|miles de|milliers|millones"
    r"|milliard|milioni|milhões|milhares|migliaia|tausend"
)
_LETTER_AT_SIGN = re.compile(r"[$€£¥₹.](?:\s?(?:m|b|k|cr)|(?<=[tkm][€£])|(?<=us\$))")
_LETTERS_ALONE = re.compile(r"(?:r[’']?m|mm|mn|mil)(?!\w)")
_LETTER_AT_CODE = re.compile(rf"\b(?:(?:{_CODES.lower()})\s?(?:m|bn|k|cr)|[mtk](?:{_CODES.lower()}|[€£]))")
_LETTERS = {"m": "million", "mn": "million", "bn": "billion", "k": "thousand"}
_SHARES_IN = re.compile(
    r"(?<!dollars and )(?<![$€£] and )(?<!amounts and )(?:number of )?"
    r"(?:shares?|options?|units?|awards?|RSUs?)(?:,?\s(?:which|that))?(?:\s(?:are|is))?"
    r"(?:\s(?:reflected|presented|expressed|stated))?,?\s(?:and [\w\s]{0,30})?"
    r"in (thousands|millions|billions)"
    r"|\bnumber of (?:\w+ ){0,2}(?:shares|options|units|awards|RSUs|warrants) (?:outstanding )?"
    r"\((?:in )?(thousands|millions|1[,.]000s?|[’']?000s?)\)"
    r"|\((?:in )?(thousands|millions|billions) of (?:common )?shares\)"
    r"|\(shares,? (?:in )?(thousands|millions)\)",
    re.IGNORECASE,
)
_ALONE = re.compile(
    r"\bU\.S\.|[’']000[’']?s|\b000[’']s|\bin(?:thousands|millions)\b|"
    r"\b(?:United States|Canadian|Australian|Hong Kong|Singapore|Mexican|Danish|Swedish|Norwegian)\b|"
    r"\b(?:all|amounts?|figures|values?|numbers|monetary|are|is|stated|expressed|presented|shown|reported|in|of|the|"
    r"unless|otherwise|indicated|noted|omitted|unaudited|hundreds|thousands?|millions?|billions?|trillions?|mio|mln|mn|"
    rf"bn|m|k|[’']?000s?|crores?|lakhs?|lacs|US|U\.S\.|{_CODES})\b|{_MONEY_NOUN}|\W",
    re.IGNORECASE,
)
_EXCEPTION = re.compile(r",?\s+except\b.*", re.IGNORECASE)
_FOOT = re.compile(
    r"^\W*(?:all\s[^.\n]{0,40}|(?:the\s)?(?:amounts|figures|values)\s[^.\n]{0,40}\b(?:are|is)\s[^.\n]{0,20})\bin\s[^\n]*",
    re.IGNORECASE | re.MULTILINE,
)
FOOT_LENGTH = 600  # characters below a table among which a line says how it counts
_FOR_ALL = re.compile(  # “(Tabular amounts in millions, unless otherwise disclosed)”
    r"\([^()]{0,80}\bin\s(?:thousands|millions|billions)\b[^()]{0,160}\)", re.IGNORECASE
)
_OF_HEADING = re.compile(  # “Results of the year (in 000’s)”, above all the tables that tell of it
    r"^[^.\n]{4,160}\((?:[\w$]+\s){0,2}in\s(?:thousands|millions|billions|[’']?000[’']?s)[^()\n]{0,40}\)$",
    re.IGNORECASE | re.MULTILINE,
)
_CURRENCY_BEHIND = re.compile(rf"(?:^|\s)\(?(?:{_CODES}|[$€£¥₹])\)?$")
_OF_ALL = re.compile(r"\b(?:all|tabular|unless|otherwise|except)\b", re.IGNORECASE)
_INDIAN = re.compile(r"crore|lakh|lacs", re.IGNORECASE)
_NOTE = re.compile(r"^\(\w\)\s+In (thousands|millions|billions)\.?$", re.IGNORECASE | re.MULTILINE)
_FIRST_NOTE = re.compile(r"\(\w\)\s+In (thousands|millions|billions)\b", re.IGNORECASE)
_PER_SHARE = re.compile(r"per[\s-]+(?:\w+\s+)?(?:share|unit)", re.IGNORECASE)
_EXCEPT = re.compile(r"except(?:ing)?\b(?P<what>[^)]*)", re.IGNORECASE)


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
    text = in_plain_words(text)
    match = _SCALE.search(_without_share_scale(text))
    if match is None:
        return Caption(share_scale=_share_scale(text, None))
    marks = [_currency(value) for name, value in match.groupdict().items() if name.startswith("m") and value]
    money = next(filter(None, marks), "")
    word = next(value for name, value in match.groupdict().items() if name.startswith("s") and value)
    scale = _scale(word)
    return Caption(
        money=money or ("INR" if _INDIAN.search(word) else ""),
        scale=scale,
        share_scale=_share_scale(text, scale),
        money_only=bool(money),
        except_per_share=any(_PER_SHARE.search(found["what"]) for found in _EXCEPT.finditer(text)),
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
    return next((caption for caption in reversed(said) if caption.scale), Caption())


def caption_of_heading(above: str) -> Caption:
    """What the last heading over a table says in brackets at its end, where no table says anything."""
    lines = [found[0] for found in _OF_HEADING.finditer(above)]
    return read_caption(lines[-1]) if lines else Caption()


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
        note = re.search(rf"^\({mark}\)\s+(in (?:thousands|millions|billions))\b", below, _NOTE.flags)
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
    return CURRENCIES.get(mark.upper()) or MONEY_WORDS.get(lower, ("", ONE))[0]


def _share_scale(text: str, scale: Decimal | None) -> Decimal | None:
    shares = _SHARES_IN.search(text)
    if shares:
        return _scale(next(filter(None, shares.groups())))
    exception = _EXCEPT.search(text)
    excepted = _PER_SHARE.sub("", exception["what"]) if exception else ""
    return ONE if scale and re.search(r"\b(?:shares?|units?)\b", excepted, re.IGNORECASE) else scale
