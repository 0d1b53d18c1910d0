"""The number that a cell holds, with its own sign and scale words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from reading.lexicon import DOLLARS, SIGNS
from reading.values.quantities import Quantity, read_quantity
from reading.values.units import CURRENCIES, HUNDREDTH

LEAST_GROUPED = 3  # numbers with three digits behind a point, of which all have just as many
_PESOS = re.compile(r"Ps\.\s?")  # of one country or another: the table says which
_PENCE = re.compile(r"([(-]?\d[\d,]*(?:\.\d+)?)\s?(p|¢|c)(\)?)")  # “42.0p”; “4.5c” is of the table's money
_WITH_COMMA = re.compile(r"\d\.\d{3},\d|(?<!\d)\d{1,3},(?:\d{1,2}|\d{4,})(?![\d,])|\d\.\d{3}\.\d{3}(?!\d)")
_WITH_POINT = re.compile(r"\d,\d{3}(?!\d)|\d\.(?:\d{1,2}|\d{4,})(?![\d.,])")
_GROUPED = re.compile(r"[^\d.,]*[1-9]\d{0,2}\.\d{3}[^\d.,]*")
_IN_THOUSANDS = re.compile(r"\b(?:TEUR|TCHF|KEUR)\b|\bT€|\b[Tt]sd\b")
_CONTINENTAL = re.compile(
    r"\b(?:der|die|das|und|des|zum|für|im|von|aus|et|les|du|de|au|del|della|y|los|per il|dei|en|het|van)\b"
)
_ENGLISH = re.compile(r"\b(?:the|of|and|for|to|at|from|by|with)\b", re.IGNORECASE)
_IN_ENGLISH = str.maketrans(",.", ".,")
_BLANK = re.compile(r"\s")
_BLANK_IN_NUMBER = re.compile(r"(?<=\d)\s(?=\d{3}(?!\d))")  # “24 118”
_BLANK_IN_BRACKETS = re.compile(r"\s+(?=[)%])|(?<=\()\s+")
_MINUS_BEHIND = re.compile(r"([^\d(-]{0,4}\d[\d.,’']*)[-−]")  # “1.234,5-”, as bookkeeping programs write it
_MARKS = re.compile(r"(?<=[\d)%])\s*(?:\((?:\w{1,2})\)|[*†‡§]+)+$")


@lru_cache(maxsize=4096)  # asked of a cell for itself and for what its table says
def read_number(text: str, *, with_comma: bool = False) -> Quantity | None:
    """The cell's number with its own sign and scale words, or None where it holds none.

    `with_comma`: “1.234,5” is the number 1,234.5; the quantity's text is then in English writing.
    """
    normalised = _normalised(text)
    if with_comma:
        text = normalised = normalised.translate(_IN_ENGLISH)
    pence = _PENCE.fullmatch(normalised) if normalised[-2:].strip(")")[-1:] in ("p", "¢", "c") else None
    if pence:
        found = read_quantity(pence[1] + pence[3])
        unit = {"p": "GBP", "¢": "USD"}.get(pence[2], "")
        return replace(found.scaled(HUNDREDTH), unit=unit, text=text) if found else None
    found = read_quantity(normalised)
    return replace(found, text=text) if found and found.text != text else found


def in_english(text: str) -> str:
    """A number written with a comma before its decimals, as English writes it: “1.234,5” is “1,234.5”."""
    return text.translate(_IN_ENGLISH)


def writes_comma(texts: Iterable[str]) -> bool | None:
    """Whether numbers have a comma before their decimals, as on the Continent; None where nothing tells."""
    marked = [text for text in texts if "," in text or "." in text]
    signs = [(bool(_WITH_COMMA.search(text)), bool(_WITH_POINT.search(text))) for text in marked]
    counts = Counter(has_comma for has_comma, has_point in signs if has_comma != has_point)
    return counts.most_common(1)[0][0] if counts else None


def groups_by_point(texts: Sequence[str], words: Iterable[str]) -> bool:
    """Whether “12.418” is a number of thousands in a document that has no other kind of number.

    `words`: its text, which must say “TEUR” or the like, or be in a language that writes so.
    """
    marked = [text for text in texts if "." in text or "," in text]
    if len(marked) < LEAST_GROUPED or not all(_GROUPED.fullmatch(text) for text in marked):
        return False
    pages = list(words)
    foreign, english = (sum(len(sign.findall(page)) for page in pages) for sign in (_CONTINENTAL, _ENGLISH))
    return foreign > english or any(_IN_THOUSANDS.search(page) for page in pages)


def _normalised(text: str) -> str:
    """The cell without footnote marks, square brackets and stray blanks inside brackets."""
    text = _PESOS.sub("", _MARKS.sub("", text.strip())).replace("[", "(").replace("]", ")")
    if _BLANK.search(text):  # few cells
        text = _BLANK_IN_BRACKETS.sub("", _BLANK_IN_NUMBER.sub("", text))
    behind = _MINUS_BEHIND.fullmatch(text) if text[-1:] in ("-", "−") else None
    return f"-{behind[1]}" if behind else text


# Each way to write a sign begins with a character, rather than with “\b”: these few are found in a fifteenth
# of the time. Whole words are told by what stands before them instead.
_SIGN = re.compile(
    "|".join(
        [
            *(rf"{country}\$" for country in DOLLARS),
            *(re.escape(sign) for sign in SIGNS),
            r"Rs(?<!\wRs)\b\.?",
            *(
                rf"{code}(?<!\w{code})\b"
                for code in ("EUR", "USD", "GBP", "CHF", "JPY", "INR", "SEK", "NOK", "DKK", "AUD", "CAD")
            ),
        ]
    )
)
_BEHIND = re.compile(rf"(?:^|\s)\(?(?P<money>{'|'.join(map(re.escape, CURRENCIES))})\)?$")


def currency_behind(header: str) -> str:
    """The ISO code of the currency that a heading ends in, but for a plain “$”: “2023 RMB”, “2023 US$”."""
    said = _BEHIND.search(header)
    return _currency(said["money"]) if said and said["money"] != "$" else ""


def currency_of(texts: Sequence[str]) -> str:
    """The currency whose sign or code first stands in the cells, or ""."""
    return next((_currency(sign[0]) for text in texts if (sign := _SIGN.search(text))), "")


def usual_currency(texts: Iterable[str]) -> str:
    """The currency that a document's pages name most often, or ""."""
    counts = Counter(_currency(sign) for text in texts for sign in _SIGN.findall(text))
    return counts.most_common(1)[0][0] if counts else ""


def _currency(sign: str) -> str:
    return CURRENCIES[sign]
