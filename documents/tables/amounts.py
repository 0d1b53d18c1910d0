"""What the number in a cell is worth: its unit and scale from the cell, its row, column and caption."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from documents.quantities import Quantity, read_quantity
from documents.tables.captions import Caption, read_caption
from documents.units import CURRENCIES, HUNDREDTH, ONE

_PER_SHARE = re.compile(
    r"\bper\s+(?:[\w-]+\s+){0,3}(?:share|unit|ADS|ADR|warrant)\b|\b(?:earnings|loss|income)\s+per\b|\bEPS\b",
    re.IGNORECASE,
)
_IN_SHARES = re.compile(
    r"\bshares?\b.*\b(?:outstanding|issued|authorized|authorised|used|granted|vested|repurchased|purchased|"
    r"computing|computation|calculation)|\b(?:number|average|weighted)\b.*\b(?:shares?|units|stock)\b|\bshares\b$|"
    r"\bdilutive\b|\bweighted[\s-]average\b.*\bshares",
    re.IGNORECASE,
)
_PER_CENT = re.compile(r"%|\bper\s?cent(?:age)?\b", re.IGNORECASE)
_COUNTED = re.compile(
    r"\bnumber of\s+(?!shares)|\b(?:stores?|employees|headcount|associates|customers|subscribers|members|"
    r"locations|countries|vehicles|aircraft|deliveries|patients|restaurants|branches)\b"
    r"(?!.*(?:cost|expense|sales|revenue|receivable))",
    re.IGNORECASE,
)
_IN_TIME = re.compile(r"\bin\s+(years|months|days)\b|\((years|months|days)\)", re.IGNORECASE)
_RATIO = re.compile(r"\bratio\b|\bmultiple\b|\btimes\b|\bturnover rate\b", re.IGNORECASE)
_SIGN = re.compile(r"US\$|C\$|A\$|HK\$|[$€£¥₹₩]|\b(?:EUR|USD|GBP|CHF|JPY)\b")
MOST_SHARES = 100_000_000_000
LEAST_NOT_PER_SHARE = 10_000
_MARKS = re.compile(r"(?<=[\d)%])\s*(?:\((?:\w{1,2})\)|[*†‡§]+)+$")


@dataclass(frozen=True)
class Amounts:
    """How a table counts: the currency of its amounts of money and its caption."""

    money: str
    caption: Caption

    def quantity(self, text: str, label: str, path: tuple[str, ...], header: str) -> Quantity | None:
        """The cell's number in base units, or None where it holds none."""
        found = read_quantity(_normalised(text))
        if found is None:
            return None
        found = replace(found, text=text)
        if found.unit:
            return self._with_sign(found, f"{label} {header}", path)
        return self._without_sign(found, label, path, header)

    def _with_sign(self, found: Quantity, words: str, path: tuple[str, ...]) -> Quantity:
        if found.unit in ("%", "pp", "times") or found.scale != ONE:
            return found
        if _is_per_share(words, path, found):
            return replace(found, unit=f"{found.unit.removesuffix('/share')}/share")
        return found.scaled(self._scale(words))

    def _without_sign(self, found: Quantity, label: str, path: tuple[str, ...], header: str) -> Quantity:
        words = f"{label} {header}"
        near = f"{path[-1] if path else ''} {words}"
        if _is_per_share(words, path, found):
            return replace(found, unit=f"{self.money}/share")
        time = _IN_TIME.search(words)
        if time:
            return replace(found, unit=next(filter(None, time.groups())).lower())
        if _PER_CENT.search(header) or _PER_CENT.search(label):
            return replace(found.scaled(HUNDREDTH), unit="%")
        if _RATIO.search(words):
            return found
        if _IN_SHARES.search(near):
            return replace(self._shares(found, words), unit="shares")
        if _COUNTED.search(words):
            return found
        own = read_caption(words).scale
        if own is None and self.caption.scale is None:
            return found
        return replace(found.scaled(own or self.caption.scale or ONE), unit=self.money)

    def _shares(self, found: Quantity, words: str) -> Quantity:
        """A count of shares, left as it is where the scale would make it more than any company has."""
        scaled = found.scaled(self._share_scale(words))
        return scaled if abs(scaled.value) <= MOST_SHARES else found

    def _scale(self, words: str) -> Decimal:
        return read_caption(words).scale or self.caption.scale or ONE

    def _share_scale(self, words: str) -> Decimal:
        return read_caption(words).scale or self.caption.share_scale or ONE


def _is_per_share(words: str, path: tuple[str, ...], found: Quantity) -> bool:
    """Amounts per share are said to be so, and too small for groups of thousands."""
    if abs(found.value) >= LEAST_NOT_PER_SHARE:
        return False
    parent = path[-1] if path and not any(char.isdigit() for char in path[-1]) else ""
    return bool(_PER_SHARE.search(words) or _PER_SHARE.search(parent))


def _normalised(text: str) -> str:
    """The cell without footnote marks, square brackets and stray blanks inside brackets."""
    text = _MARKS.sub("", text.strip()).replace("[", "(").replace("]", ")")
    return re.sub(r"\(\s+", "(", re.sub(r"\s+([)%])", r"\1", text))


def currency_of(texts: Sequence[str]) -> str:
    """The currency whose sign or code first stands in the cells, or ""."""
    return next((_currency(sign) for text in texts for sign in _SIGN.findall(text)), "")


def usual_currency(texts: Iterable[str]) -> str:
    """The currency that a document's pages name most often, or ""."""
    counts = Counter(_currency(sign) for text in texts for sign in _SIGN.findall(text))
    return counts.most_common(1)[0][0] if counts else ""


def _currency(sign: str) -> str:
    return CURRENCIES[sign]
