"""Values of a kind in a sentence: amounts, numbers, lengths of time, dates, names, places, laws."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel.core import Locale

from reading.lexicon import CURRENCY_CODE, MONTH_NAME, MONTHS_ABROAD, SIGNS, YEAR
from reading.patterns import lazily
from reading.profile.locations import STATES
from reading.values.dates import find_dates
from reading.values.legal_forms import LEGAL_FORMS
from reading.values.number_words import IN_WORDS
from reading.values.units import MONEY_WORDS, one_of
from retrieval.passages.forms.abbreviations import asked_in, expansions_in
from retrieval.passages.forms.lengths import HOW_OFTEN, is_rhythm, lengths_for, rhythms_in
from retrieval.passages.forms.phones import phones_in

LOCALES = ("en", "de", "fr", "es", "it", "nl", "pt")
WORDS: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("value_words.toml").read_text(encoding="utf-8")
)


def _any(section: str) -> str:
    return "|".join(WORDS[section].values())


_GROUPS = r"\d{1,3}(?:[.,'’`\u00a0\u202f ]\d{3})+(?:[.,]\d{1,2})?"
DIGITS = rf"(?<![\w.,/-])(?:{_GROUPS}|\d+(?:[.,]\d+)?)(?![\w/]|[.,]\d)"
_ABROAD = rf"\b(?:{_any('numbers')})\b"
_ENDS = r"(?<![\w.,/-])\d{1,3}-\d{1,3}"  # “7-14 days”
NUMBER = rf"(?:{DIGITS}|\b{IN_WORDS}\b|{_ABROAD})"
_SIGN = rf"(?:[{SIGNS}]|\b(?:{CURRENCY_CODE}|Rs\.?|(?-i:Fr)\.?)(?=\s?\d))"
_BLANK = (
    r"(?<!\.\d\d)[\u00a0\u202f ](?=\d{3}(?!\d))"  # between groups of three, not from one cell to the next
)
SIGNED = rf"{_SIGN}\s?\d(?:[\d.,'’`]|{_BLANK})*(?<=\d)(?:[.,][–—-])?"
SCALE = rf"(?:\s?(?:{_any('scales')}))?"
_MONEY = rf"(?:[{SIGNS}]|(?:{CURRENCY_CODE}|{_any('money')}|{one_of(MONEY_WORDS)})\b)"
PENCE = r"(?<![\w.,/-])\d+(?:\.\d+)?p(?!\w)"
MONEY = lazily(
    rf"{SIGNED}{SCALE}|(?:{DIGITS}){SCALE}\s?(?![{SIGNS}]\d){_MONEY}|{PENCE}"
    rf"|\b{IN_WORDS}{SCALE}\s(?:{one_of(MONEY_WORDS)}|{_any('money')})\b",
    re.IGNORECASE,
)
CENTS = lazily(r"(?<![\w.,/-])\d{1,3}(?:[.,'’\u202f ]?\d{3})*[.,]\d\d(?![\w%.,/-]|\s?%)")
PERCENT = lazily(rf"{NUMBER}\s?(?:{_any('percent')})", re.IGNORECASE)
PLAIN = lazily(NUMBER, re.IGNORECASE)
DESIGNATED = re.compile(r":\s+(?:[A-ZÀ-Þ][\w’'-]*\s+)+$")  # “Aircraft: Kestrel 19” counts nothing
ONE_YEAR = lazily(rf"^{YEAR}$")
DURATION = lazily(
    rf"(?:\b{IN_WORDS}\s?\(\d+\)|{_ENDS}|{DIGITS}|\b{IN_WORDS}|{_ABROAD}|\b(?:{_any('one')}))"
    rf"(?:[\s-](?:{_any('counted')}))?[\s-](?:{_any('spans')})(?![\w-])|\b(?:{_any('often')})\b",
    re.IGNORECASE,
)
_MONTHS = "|".join(sorted(map(re.escape, MONTHS_ABROAD), key=len, reverse=True))
_DAY = r"\d{1,2}(?:st|nd|rd|th|\.)?"
PART_OF_MONTH = (  # “the last Friday of March”
    r"(?:first|second|third|fourth|last)\s(?:week|weekend|half|(?:business\s|working\s)?day|"
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\s(?:of|in)"
)
PART_OF_YEAR = lazily(
    rf"(?:\b(?:{_DAY}\s(?:(?:of|de)\s)?|{PART_OF_MONTH}\s))?\b(?:{MONTH_NAME}|{_MONTHS})(?:\.(?=\s\d)|\.?\b)(?:\s{_DAY}(?!\d))?"
    rf",?(?:\s(?:de\s)?(?:of\s)?{YEAR})?"
    rf"|(?:\b(?:Q[1-4]|spring|summer|autumn|fall|winter)\s)?(?<![\w.,/#-]){YEAR}(?![\d%]|[.,/-]\d)"
    r"|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b",
    re.IGNORECASE,
)
TIME = lazily(r",?\s(?:at\s)?\d{1,2}:\d\d(?::\d\d)?(?:\s?[AP]M)?", re.IGNORECASE)
CLOCK = lazily(
    r"(?<![\d:.,/])(?:[01]?\d|2[0-3])(?:[:.h][0-5]\d|h)?\s?(?:[ap]\.?\s?m\b\.?|uhr\b|heures?\b|ore\b|uur\b|horas?\b)"
    r"|(?<![\d:.,/+-])(?:[01]?\d|2[0-3])(?::|\s?h\s?)[0-5]\d(?![\d:])|\b(?:noon|midnight)\b"
    r"|(?:(?<=\bat\s)|(?<=\bby\s)|(?<=\bfrom\s)|(?<=\buntil\s)|(?<=\bto\s)|(?<=\band\s))(?:[01]?\d|2[0-3])\.[0-5]\d(?!\d|\.\d)",
    re.IGNORECASE,
)
# A number with its unit, of what is measured: “40mA”, “21 x 51 mm”, “19.8 g”.
_UNITS = (
    r"(?:[kmµμnMGT]?(?:A|Ah|V|W|Wh|Hz|B|bit|bps|Ω|F|J|Pa|N|m|g|l|L)|[cd]m|%|°\s?[CF]|inch(?:es)?|ft|feet|lbs?|oz|"
    r"N[·.]?m|km/h|mph|m/s|[kMGT]i?B|bytes|k|m²|kVA|mbar|hPa|knots?|"
    r"dB(?:\(A\))?|rpm|psi|bar|kcal|mmHg|ppm|tons?|tonnes?|hectares?|acres?|litres?|liters?|"
    r"(?:centi|milli|kilo)?met(?:re|er)s?|degrees?|kilos?|(?:kilo)?grams?|yards?|miles?)(?!\w)"
)
_DIGITS = r"\d[\d.,]*(?<=\d)"
MEASURED = lazily(
    rf"(?<![\w.,/-])(?:{_DIGITS}\s?{_UNITS}(?:\s?[x×]\s?{_DIGITS}\s?{_UNITS})+"  # “40 mm x 30 mm”
    rf"|{_DIGITS}(?:\s?[x×]\s?{_DIGITS})*\s?{_UNITS}"
    r"|\d{1,2}\s?(?:[’'′]|ft\.?|feet|foot)\s?\d{1,2}\s?(?:[”\"″]|’’|''|in(?:\.|ches|ch)?(?!\w)))"  # “4' 6"”
)
ADDRESS = lazily(
    r"(?<![\w@./])(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?://[^\s<>”\"]+|www\.[^\s<>”\"]+)(?<![.,;:)])",
    re.IGNORECASE,
)
SIDES = lazily(r"(?<![\w.,/-])\d[\d.,]*(?<=\d)(?:\s?[x×]\s?\d[\d.,]*(?<=\d))+")
_PART = r"[A-ZÀ-ÖØ-Þ][\wÀ-ÿ’'-]*[a-zà-öø-ÿ]|[A-ZÀ-ÖØ-Þ]\."
_TITLE = rf"\b(?:{WORDS['links']['titles']})\.?\s"
_MORE = rf"(?:\s(?:(?:{WORDS['links']['people']})\s)*(?:{_PART}|[A-Z](?=\s)))"
PERSON = lazily(rf"(?:{_TITLE})?(?<![\w’'-])(?:{_PART}){_MORE}{{1,4}}(?![\w’'-])")
# Behind what tells whose names follow, one word is a name: “Nays: Beckmann.”
LABELLED_NAME = lazily(
    rf"\b(?i:{_any('labels')})(?:\sby)?:\s(?P<name>(?:{_PART})(?:(?:,\s|\s(?:and|und|et|y|e|en)\s)(?:{_PART}))*)(?=\s*(?:[.;]|$))"
)
TITLED = lazily(rf"{_TITLE}[A-ZÀ-Þ][\wÀ-ÿ’'-]+")
_NAME = r"[A-ZÀ-ÖØ-Þ&][\wÀ-ÿ&.’'-]*"
NAMED = rf"{_NAME}(?:(?:\s(?:(?:{WORDS['links']['names']})\s){{0,2}}){_NAME})*"
ORGANIZATION = lazily(rf"(?<![\w’'-]){NAMED}(?:,?\s(?:{LEGAL_FORMS})\b\.?)?")
OF_FIRM = re.compile(
    r"(?:Consents?|Reports?|Opinions?|Letters?|Certificates?|Subsidiar(?:y|ies)|Affiliates?|Employees?|Directors?|"
    r"Shareholders?|Offices?)\s+of\s+(?:the\s+)?"
)
BEGINS = re.compile(r"(?:^|[.!?]\s)$")  # a sentence, whose first word has a capital whatever it is
FORM_BEHIND = lazily(rf",?\s(?:{LEGAL_FORMS})\b")
WITH_FORM = lazily(rf"(?:{LEGAL_FORMS})\.?$")
AFTER_PLACE_WORD = lazily(
    rf"\b(?:{WORDS['links']['places']})\s(?:(?:the|der|la|le|el)\s)?(?P<name>{NAMED}(?:,\s{NAMED})?)"
)
LAW = lazily(
    r"\blaws?\s(?:and\s\w+\s)?of\s(?:the\s)?(?:(?:State|Commonwealth|Province|Republic)\sof\s)?"
    rf"(?P<name>{NAMED})|(?P<law>\b{NAMED})\s[Ll]aw\b"
    rf"|\b(?P<recht>{WORDS['law']['adjectives']})\s(?:materielle[sn]?\s)?[Rr]echt"
    rf"|\b(?:{WORDS['law']['nouns']})\s(?:de\s|della\s|del\s)?(?P<droit>[\wÀ-ÿ]+(?:{WORDS['law']['endings']})\b)"
)
NUMBERED_ON = lazily(r"[-‐–][A-Za-z]|\s?§")  # “7-week”, “c. 12 §4”
NO_NUMBERS = lazily(rf"(?:{WORDS['not']['numbers_after']})\s?$", re.IGNORECASE)
ROLES = frozenset(word for words in WORDS["roles"].values() for word in words.split())
BODIES = frozenset(word for words in WORDS["bodies"].values() for word in words.split())
NO_LAWS = frozenset(WORDS["not"]["laws"].split("|"))
OF_MONEY = lazily(rf"[{SIGNS}]\s?$")
# “When does the pool close?” may ask for a time of day.
OF_HOURS = re.compile(
    r"\b(?:open|clos|leav|depart|arriv|start|begin|öffne|schließ|geöffnet|geschlossen|abfähr|ankomm|ouvr|ferm|part|arriv|"
    r"abr|cierr|sale|lleg|apr|chiud|part|arriv|vertrek|opent|sluit)\w*",
    re.IGNORECASE,
)
DEADLINE = re.compile(r"\bdeadline\b", re.IGNORECASE)  # for which a day is as good as a length of time
ASKS_MONEY = re.compile(
    r"\b(?:cost|pay|paid|price|fee|fine|charg|worth|earn|spen[dt]|ow[en]|due|bill|refund|rent|salar|money|kost|zahl|preis|"
    r"pag|precio|prix|coût|prezz|prijs|betaa)\w*",
    re.IGNORECASE,
)
OF_SENDING = re.compile(
    r"\b(?:sen[dt]|go(?:es)?|book(?:ings?|ed)?|write|written|report(?:ed)?|submit(?:ted)?|e-?mail\w*|repl(?:y|ies)|contact|return(?:ed)?|online|download\w*)\b",
    re.IGNORECASE,
)
_MOST = (
    r"\b(?:at most|(?:a )?maximum(?: of)?|no more than|not more than|up to|höchstens|maximal|au plus|"
    r"au maximum|como máximo|al massimo|hoogstens|ten hoogste)"
)
_LEAST = (
    r"\b(?:at least|(?:a )?minimum(?: of)?|no (?:fewer|less) than|not less than|mindestens|minimal|"
    r"au moins|au minimum|al menos|como mínimo|almeno|minstens|ten minste)"
)
# What a question asks for, and what stands right before a value that is the other bound.
OTHER_BOUNDS = tuple(
    (re.compile(rf"{asked}\b", re.IGNORECASE), re.compile(rf"{other}\s(?:\w+\s)?$", re.IGNORECASE))
    for asked, other in ((_MOST, _LEAST), (_LEAST, _MOST))
)
OF_RATES = re.compile(r"\brate\b", re.IGNORECASE)  # of which some are per cents, and some prices
RANGED = frozenset({"amount", "number", "percent", "count"})
OF_PERCENT = lazily(r"\)?\s?%")
BY_BLANKS, BY_COMMAS = re.compile(r"\d[ \u00a0\u202f]\d{3}"), re.compile(r"\d,\d{3}(?!\d)")
BESIDE = lazily(rf"\d\s+[{SIGNS}]?\s?$")  # another number right before it, as in a row
BEHIND = lazily(rf"\s+[{SIGNS}]?\s?\d")
OUT_OF = re.compile(r"\s(?:out of|in (?:every )?)\s?\d", re.IGNORECASE)  # “9 out of 10” counts neither
OF_OTHERS = re.compile(r"\b(?:\d+|\w+) (?:out of|in every) $", re.IGNORECASE)
FRACTION = re.compile(r"[\s-](?:half|halves|thirds?|quarters?|fifths?|sixths?|eighths?|tenths?)\b(?=\sof\b)")
PARTS = lazily(r"[.,]\d{1,2}$")  # of which there is no count
NAMED_BY_YEAR = lazily(  # of an act, not of what is told
    r"\b(?:Acts?|Codes?|Laws?|Statutes?|Orders?|Rules?|Regulations?|Directives?|Treat(?:y|ies)|Conventions?|"
    r"Charters?|Amendments?|Reform)(?:\sof|,)?\s$"
)
# The line over a mail that is quoted: its date tells when that was written.
WROTE = lazily(
    r"\b(?:On|Am|Le|El|Il|Op|Em)\s[^\n]{6,90}?\s"
    r"(?:wrote|schrieb[^:\n]{0,60}|a écrit|escribió|ha scritto|schreef[^:\n]{0,60}|escreveu)\s?:"
)
BARE_MONTHS = frozenset("may mar march mars mai sept dec jan".split())


@dataclass(frozen=True)
class Value:
    """`text`: as it stands at `start` of its sentence."""

    text: str
    start: int
    end: int


def values_in(text: str, kind: str, *, labelled: bool = False) -> list[Value]:
    """What of this kind stands there, in order. `labelled`: a label tells that it is one, without signs."""
    find = _FINDERS.get(kind)
    found = list(find(text)) if find else []
    if labelled and kind == "amount":
        bare = [value for value in _found(CENTS, text) if not _overlaps(value, found)]
        found = sorted([*found, *bare], key=lambda value: value.start)
    return found


def values_for(question: str, kind: str, text: str, *, is_named: bool, labelled: bool) -> list[Value]:
    """What of the kind that is expected stands there; of other kinds what the question's words allow.

    `is_named`: whether the question has a noun for it, such as “price”.
    """
    values = values_in(text, kind, labelled=labelled)
    if kind == "expansion":
        spans = expansions_in(text, asked_in(question))
        values = [Value(text[start:end], start, end) for start, end in spans]
    if kind == "duration" and HOW_OFTEN.search(question):
        return [Value(text[start:end], start, end) for start, end in rhythms_in(text)]
    if kind == "duration":
        values = [value for value in values if not is_rhythm(value.text)]
        values += values_in(text, "date") if DEADLINE.search(question) else []
        values += [Value(text[start:end], start, end) for start, end in lengths_for(question, text)]
    if kind == "amount" and OF_RATES.search(question):
        values += values_in(text, "percent")
    if kind == "amount" and not values and not is_named and not ASKS_MONEY.search(question):
        values = measured_in(text)
    if kind == "date" and OF_HOURS.search(question):
        values += [value for value in values_in(text, "clock") if not _overlaps(value, values)]
    if kind == "place" and OF_SENDING.search(question):
        values += addresses_in(text)
    values = [value for value in values if not _is_other_bound(value, text, question)]
    return sorted(values, key=lambda value: value.start)


def _is_other_bound(value: Value, text: str, question: str) -> bool:
    """Whether it is the least where the question asks for the most, or the most where for the least."""
    before = text[: value.start]
    return any(asked.search(question) and other.search(before) for asked, other in OTHER_BOUNDS)


def measured_in(text: str) -> list[Value]:
    """The numbers that stand with a unit: “20 litres”."""
    return list(_found(MEASURED, text))


def addresses_in(text: str) -> list[Value]:
    """The addresses of mail and of pages of the web."""
    return list(_found(ADDRESS, text))


def _found(pattern: re.Pattern[str], text: str) -> Iterator[Value]:
    for match in pattern.finditer(text):
        name = next((n for n, said in match.groupdict().items() if said), 0)
        start, end = match.span(name)
        words = text[start:end].rstrip(" ,;")
        yield Value(words, start, start + len(words))


def _numbers(text: str) -> Iterator[Value]:
    """Those that are no years, no parts of dates and no marks of a list or section."""
    days = [(low, high) for _, low, high in find_dates(text)]
    for value in _found(PLAIN, text):
        if ONE_YEAR.match(value.text) or any(low <= value.start < high for low, high in days):
            continue
        if value.start <= 1 and re.match(r"[.)]\s", text[value.end : value.end + 2]):
            continue
        if NO_NUMBERS.search(text[: value.start]) or NUMBERED_ON.match(text, value.end):
            continue
        if BY_BLANKS.search(value.text) and BY_COMMAS.search(text):
            continue  # two numbers of a row
        yield value


def _measured(text: str) -> Iterator[Value]:
    """Numbers, those with a unit or with several sides whole."""
    whole = [*_found(MEASURED, text)]
    whole += [each for each in _found(SIDES, text) if not _overlaps(each, whole)]
    yield from whole
    yield from (each for each in _numbers(text) if not _overlaps(each, whole))


def _overlaps(value: Value, others: Sequence[Value]) -> bool:
    return any(other.start < value.end and value.start < other.end for other in others)


def _counts(text: str) -> Iterator[Value]:
    """Whole numbers alone, that are no money and have no unit: which of a row's it is, nothing says."""
    measured = measured_in(text)
    for whole in _numbers(text):
        if _overlaps(whole, measured):
            continue
        value = _with_fraction(whole, text)
        before, behind = text[: value.start], text[value.end :]
        is_one = not BESIDE.search(before) and not BEHIND.match(behind)
        is_one = (
            is_one and not OF_PERCENT.match(behind) and not (OUT_OF.match(behind) or OF_OTHERS.search(before))
        )
        is_one = is_one and not DESIGNATED.search(before)
        if is_one and not OF_MONEY.search(before) and not PARTS.search(value.text):
            yield value


def _with_fraction(value: Value, text: str) -> Value:
    """A number with the part of a whole that it counts: “one fifth”, “two thirds”."""
    part = FRACTION.match(text, value.end)
    return Value(text[value.start : part.end()], value.start, part.end()) if part else value


def _amounts(text: str) -> Iterator[Value]:
    return _found(MONEY, text)


def _dates(text: str) -> Iterator[Value]:
    taken = [match.span() for match in WROTE.finditer(text)]
    for _, start, end in find_dates(text):
        if any(low <= start < high for low, high in taken):
            continue
        until = end + len(TIME.match(text[end:])[0]) if TIME.match(text[end:]) else end  # type: ignore[index]
        taken.append((start, until))
        yield Value(text[start:until], start, until)
    for value in _found(PART_OF_YEAR, text):
        if ONE_YEAR.match(value.text) and NAMED_BY_YEAR.search(text[: value.start]):
            continue
        if value.text.lower() not in BARE_MONTHS and not any(
            low <= value.start < high for low, high in taken
        ):
            yield value


def _people(text: str) -> Iterator[Value]:
    for value in [*_found(PERSON, text), *_found(TITLED, text), *_found(LABELLED_NAME, text)]:
        value = _without_roles(value)
        words = {word.strip(".,").lower() for word in value.text.split()}
        is_name = value.text and not any(sign.isdigit() for sign in value.text) and not words & BODIES
        is_firm = WITH_FORM.search(value.text) or FORM_BEHIND.match(text, value.end)
        if is_name and not words & no_names() and not is_firm:
            yield value


def _without_roles(value: Value) -> Value:
    """The name without what its bearer is, in front or behind: “Director Ada Weaver”; "" of a role alone."""
    words = list(re.finditer(r"\S+", value.text))
    while words and words[0][0].strip(".,").lower() in ROLES:
        words.pop(0)
    while words and words[-1][0].strip(".,").lower() in ROLES:
        words.pop()
    if not words:
        return Value("", value.start, value.start)
    start, end = words[0].start(), words[-1].end()
    return Value(value.text[start:end], value.start + start, value.start + end)


def firms_in(text: str) -> list[Value]:
    """The organizations that their legal form tells, without what is said to be theirs: “consent of …”."""
    named = [value for value in _organizations(text) if WITH_FORM.search(value.text)]
    cut = [(value, OF_FIRM.match(value.text)) for value in named]
    return [
        Value(value.text[own.end() :], value.start + own.end(), value.end) if own else value
        for value, own in cut
    ]


def _organizations(text: str) -> Iterator[Value]:
    for value in _found(ORGANIZATION, text):
        said = value.text
        opens = BEGINS.search(text[: value.start]) is not None
        is_sure = WITH_FORM.search(said) or len(said.split()) > 1 or said.isupper() or not opens
        if is_sure and len(said) > 1 and said.strip(".").lower() not in no_names():
            yield value


def _places(text: str) -> Iterator[Value]:
    known = list(_found(places_known(), text))
    yield from known
    for value in map(_in_its_sentence, _found(AFTER_PLACE_WORD, text)):
        if (
            value.text.lower() not in no_names()
            and not WITH_FORM.search(value.text)
            and not any(k.start == value.start for k in known)
        ):
            yield value


def _in_its_sentence(value: Value) -> Value:
    """A name without the sentence that begins behind its stop."""
    words = value.text.partition(". ")[0].rstrip(".")
    return Value(words, value.start, value.start + len(words))


def _laws(text: str) -> Iterator[Value]:
    for value in _found(LAW, text):
        if value.text.split()[0].lower() not in NO_LAWS:
            yield value


@cache
def places_known() -> re.Pattern[str]:
    """Countries in seven languages, and the states of the United States."""
    names = {name for code in LOCALES for name in Locale(code).territories.values() if len(name) > 3}
    every = sorted({re.escape(name) for name in names} | set(STATES.split("|")), key=len, reverse=True)
    return lazily(rf"(?<!\w)(?:State of |Commonwealth of )?(?:{'|'.join(every)})(?!\w)")


@cache
def no_names() -> frozenset[str]:
    """Words with a capital that name nobody: months, days of the week, and what sentences begin with."""
    calendar = {
        name.lower()
        for code in LOCALES
        for names in (Locale(code).months["format"]["wide"], Locale(code).days["format"]["wide"])
        for name in names.values()
    }
    return frozenset(calendar).union(*(words.split() for words in WORDS["capitals"].values()))


_FINDERS: dict[str, Callable[[str], Iterable[Value]]] = {
    "amount": _amounts,
    "change": lambda text: [*_found(MONEY, text), *_found(PERCENT, text)],
    "percent": lambda text: _found(PERCENT, text),
    "count": _counts,
    "number": _measured,
    "duration": lambda text: _found(DURATION, text),
    "clock": lambda text: _found(CLOCK, text),
    "date": _dates,
    "person": _people,
    "organization": _organizations,
    "place": _places,
    "law": _laws,
    "phone": lambda text: [Value(text[start:end], start, end) for start, end in phones_in(text)],
}
