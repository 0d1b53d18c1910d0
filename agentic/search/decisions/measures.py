"""What is computed of which number, where no field is named: “the heaviest”, “what did we spend”."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Literal, NamedTuple

from agentic.search.decisions.spoken_fields import said_by
from agentic.search.decisions.steps import Decomposition, Intent
from agentic.search.decisions.words import (
    ASKS,
    COMPARES,
    FRAGMENT,
    HIGH,
    LISTS,
    LOW,
    MONEY,
    QUANTITY,
    SUMMARIZES,
)
from reading.values.quantities import find_quantities
from reading.values.units import MONEY_UNITS
from retrieval.annotations.conditions import of_role
from retrieval.annotations.fields import FieldInfo, Fields
from retrieval.annotations.lands import land_of
from retrieval.annotations.units import base_of
from retrieval.properties.request import Bounds
from retrieval.tables.rules.vocabulary.lexicon import dimensions

MONEY_RANK = ("line total", "amount", "total", "sum", "net amount")
_LAW = re.compile(
    r"\b(?:(?:governed by|subject to|under)\s+)?(?:the\s+)?(?P<land>[A-Z][a-z]+)\s+(?:laws?|jurisdiction)\b"
)
_LARGEST = re.compile(r"\b(?:(?P<high>largest|biggest|highest)|smallest|lowest)\b", re.IGNORECASE)
_COMPARATIVE = re.compile(
    r"(?<=\bis )([a-z]{3,})er(?=\W*$)|(?<=\bthe )([a-z]{3,})er\b(?! than)(?=\s+[a-z])", re.IGNORECASE
)
_TO_DO = re.compile(
    rf"\b(?:takes?|took|needs?|needed)?\s*(?:the\s+)?(?:(?P<high>{'|'.join(sorted(HIGH))})|{'|'.join(sorted(LOW))})\s+"
    r"(?:time\s+)?to\s+(?P<verb>[a-z]{4,})\b",
    re.IGNORECASE,
)
_ADJECTIVE = re.compile(r"\b(?P<which>most|least)\s+(?P<word>[a-z]{5,})\b", re.IGNORECASE)


class Superlative(NamedTuple):
    """An adjective that asks for the end of a number, with its characters."""

    field: FieldInfo
    function: Literal["min", "max"]
    start: int
    end: int


def superlative(text: str, known: Fields, noun: str = "") -> Superlative | None:
    """The one number that a superlative is said of: a weight of “heaviest”, or what is “most efficient”.

    `noun`: how the documents are called that stand behind “largest”, of which the highest total is meant.
    None where several numbers may be meant.
    """
    largest = _LARGEST.search(text) if noun else None
    if largest and (money := of_role("amount", known)):
        return Superlative(money, "max" if largest["high"] else "min", *largest.span())
    numbers = [info for info in known.by_name.values() if info.is_number]
    if to_do := _TO_DO.search(text):  # “the longest to bake” of a baking time
        fields = said_by(to_do["verb"].lower(), numbers)
        if len(fields) == 1:
            return Superlative(fields[0], "max" if to_do["high"] else "min", *to_do.span())
    text = _COMPARATIVE.sub(lambda said: f"{said[1] or said[2]}est", text)  # “which is quieter?” of two
    for most, least, names in dimensions():
        functions: tuple[tuple[Literal["min", "max"], str], ...] = (("max", most), ("min", least))
        for function, words in functions:
            found = re.search(rf"\b(?:{words})\b", text, re.IGNORECASE)
            if found and (field := _only(numbers, names)):
                return Superlative(field, function, *found.span())
    found = _ADJECTIVE.search(text)
    fields = said_by(found["word"].lower(), numbers) if found else []
    if found is None or len(fields) != 1:
        return None
    function = "max" if found["which"].lower() == "most" else "min"
    return Superlative(fields[0], function, *found.span())


def _only(numbers: Iterable[FieldInfo], names: frozenset[str]) -> FieldInfo | None:
    """The number that is called so, before those that have more words."""
    having = [info for info in numbers if names & set(re.findall(r"[a-z]+", info.name))]
    plain = [info for info in having if info.name in names] or having
    return plain[0] if len(plain) == 1 else None


class Law(NamedTuple):
    """Whose law is meant, by what documents give under `name`, with its characters."""

    name: str
    values: list[str]
    start: int
    end: int


def law_of(text: str, known: Fields) -> Law | None:
    """“Governed by English law” of documents that give “England” as their law; None where none does."""
    found = _LAW.search(text)
    land = land_of(found["land"]) if found else ""
    if found is None or not land:
        return None
    laws = [info for info in known.by_name.values() if re.search(r"\blaw\b|\bjurisdiction\b", info.name)]
    for info in sorted(laws, key=lambda info: -info.rows):
        given = {
            value for labels in known.values.values() for label, value in labels if label in info.spellings
        }
        if values := sorted(value for value in given if land_of(value) == land):
            return Law(info.name, values, *found.span())
    return None


def money_of(known: Fields) -> FieldInfo | None:
    """The commonest column of tables that holds sums of money."""
    found = [
        info
        for info in _columns(known, MONEY)
        if info.unit in MONEY_UNITS or info.name.split()[-1].upper() in MONEY_UNITS  # “Amount EUR”
    ]
    order = {name: at for at, name in enumerate(MONEY_RANK)}
    return min(found, key=lambda info: (order.get(info.name, len(order)), -info.rows), default=None)


def quantity_of(known: Fields) -> FieldInfo | None:
    """The commonest column of tables that says how many of a thing there are."""
    return max(_columns(known, QUANTITY), key=lambda info: info.rows, default=None)


def _columns(known: Fields, names: re.Pattern[str]) -> list[FieldInfo]:
    infos = known.by_name.values()
    return [info for info in infos if info.in_columns and info.is_number and names.fullmatch(info.name)]


def counted_in(unit: str, known: Fields) -> FieldInfo | None:
    """The one number that is in the unit, and is no money."""
    found = find_quantities(f"1 {unit}")
    if not found or not found[0].unit or found[0].unit in MONEY_UNITS:
        return None
    base = base_of(found[0].unit)[0]
    kept = [i for i in known.by_name.values() if i.is_number and i.unit and base_of(i.unit)[0] == base]
    return kept[0] if len(kept) == 1 and found[0].unit == kept[0].unit else None


def compared_with(bounds: Bounds) -> tuple[str, Any] | None:
    """Operator and value of a condition on numbers; None where the bounds are of something else."""
    low, high = bounds.low, bounds.high
    if isinstance(low, Decimal) and isinstance(high, Decimal):
        both = [plain_number(low), plain_number(high)]
        return ("=", both[0]) if low == high else ("between", both)
    if isinstance(low, Decimal):
        return ("≥" if bounds.with_low else ">"), plain_number(low)
    if isinstance(high, Decimal):
        return ("≤" if bounds.with_high else "<"), plain_number(high)
    return None


def shape_of(text: str, out: Decomposition) -> tuple[Intent, Any]:
    """What is to be done, and in which form the answer is given."""
    if SUMMARIZES.search(text):
        return "summarize", "prose"
    if out.in_all:
        return "list", "table"
    if COMPARES.search(text):
        return "compare", "prose"
    is_fragment = FRAGMENT.search(text) and not ASKS.search(text) and bool(out.constraints.keys() - {"kind"})
    if LISTS.search(text) or is_fragment:
        return "list", "table"
    return "qa", "prose"


def plain_number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)
