"""A figure as people write it. No Django here."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Protocol

from reading.lexicon import SIGNS

SCALES = {
    Decimal(100): "hundred",
    Decimal(1000): "thousand",
    Decimal(10**5): "lakh",
    Decimal(10**6): "million",
    Decimal(10**7): "crore",
    Decimal(10**9): "billion",
    Decimal(10**12): "trillion",
}
_APART = re.compile(rf"(?<=[{SIGNS}]) +(?=[\d(])")


class Figure(Protocol):
    @property
    def value(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def scale(self) -> Decimal: ...


def amount_of(figure: Figure) -> str:
    """The value as written, with its scale and unit where the words leave them out: “$1,093 million”."""
    text = _APART.sub("", figure.value)
    scale = SCALES.get(figure.scale.normalize() if figure.scale else Decimal(1), "")
    if scale and scale not in text.lower():
        text = f"{text} {scale}"
    has_unit = figure.unit in text or any(mark in text for mark in f"{SIGNS}%")
    return text if has_unit or not figure.unit else f"{text} {figure.unit}"


def one_line(text: str) -> str:
    """The words with one blank between each two."""
    return " ".join(text.split())


def folded(text: str) -> str:
    """The words in one line and without regard to case, to compare them."""
    return one_line(text.casefold())
