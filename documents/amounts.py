"""A figure and its time as people write them. No Django here."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Protocol

SCALES = {Decimal(1000): "thousand", Decimal(10**6): "million", Decimal(10**9): "billion"}
_APART = re.compile(r"(?<=[$€£¥]) +(?=[\d(])")


class Figure(Protocol):
    @property
    def value(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def scale(self) -> Decimal: ...


class Timed(Protocol):
    @property
    def period(self) -> str: ...
    @property
    def fiscal_year(self) -> int | None: ...
    @property
    def fiscal_quarter(self) -> int | None: ...


def amount_of(figure: Figure) -> str:
    """The value as written, with its scale and unit where the words leave them out: “$1,093 million”."""
    text = _APART.sub("", figure.value)
    scale = SCALES.get(figure.scale.normalize() if figure.scale else Decimal(1), "")
    if scale and scale not in text.lower():
        text = f"{text} {scale}"
    has_unit = figure.unit in text or any(mark in text for mark in "$€£¥%")
    return text if has_unit or not figure.unit else f"{text} {figure.unit}"


def period_words(figure: Timed) -> str:
    """“Q2 of fiscal 2024”; as written where the fiscal year is not known."""
    if figure.fiscal_year is None:
        return figure.period
    quarter = f"Q{figure.fiscal_quarter} of " if figure.fiscal_quarter else ""
    return f"{quarter}fiscal {figure.fiscal_year}"
