"""What may stand for a field: a date, an amount, a number of a document, a name, a length of time, words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from reading.kinds.catalogue import Field
from reading.lexicon import CURRENCY_CODE, CURRENCY_CODES, CURRENCY_SIGNS, SIGNS
from reading.values.dates import find_dates
from reading.values.legal_forms import without_legal_form
from reading.values.quantities import find_quantities, plain_number

LEAD = 16  # characters before a date: “Friday, ”, “on or about”
LONGEST = 160  # characters of words that are a value
NAME_WORDS = 9
FEW_DIGITS = 2  # in a name: “Studio 54”
_BEGINS_NAME = re.compile(r"[a-zà-ÿ]?[^\W\d_a-zà-ÿ]")  # “iRobot” too

_PER_CENT = re.compile(
    r"\(?\s*(?:(?:@|at|al|à|van)\s)?\d+(?:[.,]\d+)?\s?%\s*\)?(?:\s*(?:of|von|de|su|van)\s+[\d.,'’]+)?"
)
_CURRENCY = re.compile(
    rf"\b(?:US|CA|AU|NZ|HK|S)?(?:{CURRENCY_CODE})\b|(?:US|CA|C|AU|A|NZ|HK|S|R)?[{SIGNS}]|\beuros?\b|\bFr\.|\bRs\.?(?=\s?[-−–]?\d)"
)
_WITH_TAX = re.compile(  # behind an amount that is all that is to be paid
    r"\s*\(?\b(?:t\.?t\.?c|toutes taxes comprises|i\.?v\.?a\.? (?:incl\w*|compresa)"
    r"|inkl\.?(?: mwst| ust)?|incl\.?(?:uding)?(?: vat| btw| tax(?:es)?)?)\b\.?\)?\s*$",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"(?P<sign>[-−–]\s?|\()?(?P<whole>\d{1,3}(?:[.,'’`´\s]\d{3})+|\d+)(?:(?P<mark>[.,])(?P<part>\d{1,2}|-{1,2}))?(?![\d.,]*\d)\)?"
)
LONGEST_CODE = 30  # characters
_CODE = re.compile(
    r"(?P<file>(?-i:(?:[IVX]+|\d+) [A-Z][A-Za-z]{1,3} \d+/\d+))"
    r"|(?:no\.?|nr\.?|n[°º]|#)?\s*"
    r"(?P<code>(?=[\w./–-]*\d)[A-Z0-9][\w./–-]*\w|\d|[IVXLC]+(?![\w.]))",
    re.IGNORECASE,
)
_NOTHING_MORE = re.compile(r"\W.*|$", re.DOTALL)  # behind the number of a version: no sentence goes on
_NO_LAND = re.compile(
    r"\b(?:the )?(?:state|commonwealth|province|country|laws?)\b(?: of)?(?: the)?", re.IGNORECASE
)
_NAMED = re.compile(
    r"(?:(?:full |company )?name|att(?:n|ention)?\.?|firma|company|nom|nombre|naam|nome|raison sociale)"
    r"\s*:\s*",
    re.IGNORECASE,
)
_BEFORE_ADDRESS = re.compile(r"\s[-–—·•]\s|\s{2,}|;|,\s(?=[^,]*\d)")
_OWN_STOP = re.compile(r"(?:\.\w|\b(?:Inc|Ltd|Co|Corp|Bros|Jr|Sr))\.$")
_NO_NAME = re.compile(
    r"[:@/\\|_=<>{}]|www\.|\b(?:address|anschrift|adresse|street|stra(?:ß|ss)e|phone|telefon|fax|date|number|nummer|page|total|"
    r"invoice|rechnung|facture|n/a|tbd|none)\b|\.{3}",
    re.IGNORECASE,
)
_ARTICLES = re.compile(
    r"^(?:the |an? |this |that |any |each |all |such |you|your |we |our |us\b|it\b|they|der |die |das "
    r"|le |la |les |el |il |de |het )",
    re.IGNORECASE,
)
_UNITS = {
    "day": ("day", "tag", "jour", "día", "dia", "giorn", "dag"),
    "week": ("week", "woche", "semaine", "semana", "settiman", "weken"),
    "month": ("month", "monat", "mois", "mes", "maand"),
    "year": ("year", "jahr", "an", "año", "jaar", "jaren", "ja"),
}
_NUMBERS = {
    "1": "one ein einem einer einen eine un une uno una een één",
    "2": "two zwei deux dos due twee",
    "3": "three drei trois tres tre drie",
    "4": "four vier quatre cuatro quattro",
    "5": "five fünf cinq cinco cinque vijf",
    "6": "six sechs seis sei zes",
    "7": "seven sieben sept siete sette zeven",
    "8": "eight acht huit ocho otto",
    "9": "nine neun neuf nueve nove negen",
    "10": "ten zehn dix diez dieci tien",
    "12": "twelve zwölf douze doce dodici twaalf",
    "18": "eighteen achtzehn dix-huit dieciocho diciotto achttien",
    "24": "twenty-four vierundzwanzig vingt-quatre veinticuatro ventiquattro vierentwintig",
    "30": "thirty dreißig trente treinta trenta dertig",
    "60": "sixty sechzig soixante sesenta sessanta zestig",
    "90": "ninety neunzig quatre-vingt-dix noventa novanta negentig",
}
_OF_WORD = {word: number for number, words in _NUMBERS.items() for word in words.split()}
_LAND = re.compile(
    r"^(?:the )?(?:(?:state|commonwealth|province|republic|kingdom|federal republic) of )?(?:the )?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Value:
    """`stored`: as a property holds it; a date as ISO 8601 writes it. `amount`, `unit`: of numbers.

    `text`: an amount of money as it is written.
    """

    stored: str | int | float
    amount: Decimal | None = None
    unit: str = ""
    text: str = ""


def read_value(text: str, field: Field, *, day_first: bool = False) -> Value | None:
    """The value that the text is, as the field wants it; None where it is none."""
    words = " ".join(text.split())
    if not words:
        return None
    if field.of == "date":
        return _date(words, day_first=day_first)
    reader = {
        "money": _money,
        "code": _code,
        "version": _version,
        "name": _name,
        "names": _name,
        "length": _length,
        "law": _law,
        "currency": _currency,
        "number": _number,
    }.get(field.of, _words)
    return reader(words)


def _date(text: str, *, day_first: bool) -> Value | None:
    text = text.lstrip(": ")
    found = next(iter(find_dates(text, day_first=day_first)), None)
    if found is None or found[1] > LEAD or ":" in text[: found[1]]:
        return None  # far from the label, or at another one: “Date | of birth: …”
    return Value(found[0].isoformat())


def currency_of(text: str) -> str:
    """The code of the first currency that the text names; "" where there is none."""
    found = _CURRENCY.search(text)
    return _code_of(found[0]) if found else ""


def currencies_in(text: str) -> frozenset[str]:
    """The codes of all currencies that the text names."""
    return frozenset(filter(None, (_code_of(match[0]) for match in _CURRENCY.finditer(text))))


def _code_of(written: str) -> str:
    sign = written.upper()
    if sign[-3:] in CURRENCY_CODES:
        return sign[-3:]
    if sign.startswith("EURO"):
        return "EUR"
    if sign.startswith("RS"):
        return "INR"
    return "CHF" if sign == "FR." else CURRENCY_SIGNS.get(sign[-1:], "")


def only_currency(text: str) -> str:
    """The code of the currency that is all of the text, as behind “Total GBP”; else empty."""
    return "" if _CURRENCY.sub("", text, count=1).strip(" ():.") else currency_of(text)


def _money(text: str) -> Value | None:
    """The one amount that is all of the text, but for its currency and a rate before it."""
    rest = _WITH_TAX.sub("", _PER_CENT.sub(" ", text, count=1))
    unit = currency_of(rest)
    bare = _CURRENCY.sub(" ", rest)
    found = list(_AMOUNT.finditer(bare))
    if len(found) != 1 or _AMOUNT.sub("", bare).strip(" .:=*-–"):
        return None
    amount = _amount(found[0])
    if not unit and not found[0]["mark"]:
        return None  # a count, a year or a number of something
    number = plain_number(amount)
    return Value(text if number is None else number, amount, unit, rest.strip(" .:=*"))


def _amount(match: re.Match[str]) -> Decimal:
    whole = re.sub(r"\D", "", match["whole"])
    part = (match["part"] or "").replace("-", "0")
    value = Decimal(f"{whole}.{part}" if part else whole)
    return -value if match["sign"] else value


def _code(text: str) -> Value | None:
    match = _CODE.match(text)
    if match and match["file"]:
        return Value(match["file"])  # of a court: “IV ZR 88/20”
    if match is None or len(match["code"]) > LONGEST_CODE or match["code"].islower():
        return None
    rest = text[match.end() :].lstrip()
    return None if rest.startswith("%") else Value(match["code"])


def _version(text: str) -> Value | None:
    match = _CODE.match(text)
    return _code(text) if match and _NOTHING_MORE.fullmatch(text[match.end() :].lstrip()) else None


def _name(text: str) -> Value | None:
    named = _NAMED.match(text)
    name = _without_stop(_BEFORE_ADDRESS.split(text[named.end() if named else 0 :])[0].strip(" ,*\"“”'"))
    digits, letters = sum(map(str.isdigit, name)), sum(map(str.isalpha, name))
    if (
        not name
        or digits > FEW_DIGITS
        or letters < 3
        or len(name.split()) > NAME_WORDS
        or not _BEGINS_NAME.match(name)
    ):
        return None
    if _NO_NAME.search(name) or (_ARTICLES.match(name) and without_legal_form(name) == name):
        return None
    return Value(name)


def _without_stop(name: str) -> str:
    """The name without the stop of its sentence; that of “S.r.l.” is its own."""
    return name if _OWN_STOP.search(name) and not name.endswith("..") else name.strip(" .")


def _length(text: str) -> Value | None:
    match = re.match(
        r"(?P<number>\d+|[^\W\d_]+(?:-[^\W\d_]+){0,2}?)(?:\s*\((?P<digits>\d+)\))?[\s-]+(?:[^\W\d_]+\s+)??(?P<unit>[^\W\d_]+)",
        text,
    )
    if match is None:
        return None
    word = match["unit"].lower()
    unit = next((unit for unit, starts in _UNITS.items() if word.startswith(starts)), "")
    number = match["digits"] or _OF_WORD.get(match["number"].lower(), match["number"])
    found = find_quantities(f"{number} {unit}s") if unit else []
    plain = plain_number(found[0].value) if len(found) == 1 else None
    return None if plain is None else Value(plain, found[0].value, found[0].unit)


def _law(text: str) -> Value | None:
    land = re.split(
        r"\s*(?:[,;(]|\band (?:the|any|applicable)\b|\bwithout\b|\bexcluding\b|\bexcept\b|\. )", text
    )[0]
    land = _LAND.sub("", land).strip(" .")
    is_land = 2 < len(land) <= 60 and not any(map(str.isdigit, land)) and not _NO_LAND.search(land)
    return Value(land) if is_land else None


def _currency(text: str) -> Value | None:
    code = currency_of(text[:LEAD])
    return Value(code) if code else None


def _number(text: str) -> Value | None:
    match = re.match(r"\d[\d,]*", text)
    if match is None:
        return None
    amount = Decimal(match[0].replace(",", ""))
    return Value(int(amount), amount)


def _words(text: str) -> Value | None:
    words = text.strip(" .;:")
    is_said = sum(map(str.isalpha, words)) >= 3 or currency_of(words) != ""
    return Value(words[:LONGEST]) if is_said else None
