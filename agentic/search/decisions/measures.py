"""What is computed of which number, where no field is named: “the heaviest”, “what did we spend”."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Literal, NamedTuple

from agentic.search.decisions.spoken_fields import said_by
from agentic.search.decisions.steps import Decomposition, Intent
from agentic.search.decisions.words import COMPARES, LISTS, MONEY, QUANTITY, SUMMARIZES
from reading.values.units import MONEY_UNITS
from retrieval.annotations.fields import FieldInfo, Fields
from retrieval.tables.rules.vocabulary.lexicon import dimensions

MONEY_RANK = ("line total", "amount", "total", "sum", "net amount")
_ADJECTIVE = re.compile(r"\b(?P<which>most|least)\s+(?P<word>[a-z]{5,})\b", re.IGNORECASE)


class Superlative(NamedTuple):
    """An adjective that asks for the end of a number, with its characters."""

    field: FieldInfo
    function: Literal["min", "max"]
    start: int
    end: int


def superlative(text: str, known: Fields) -> Superlative | None:
    """The one number that a superlative is said of: a weight of “heaviest”, or what is “most efficient”.

    None where several numbers may be meant.
    """
    numbers = [info for info in known.by_name.values() if info.is_number]
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


def money_of(known: Fields) -> FieldInfo | None:
    """The commonest column of tables that holds sums of money."""
    found = [info for info in _columns(known, MONEY) if info.unit in MONEY_UNITS]
    order = {name: at for at, name in enumerate(MONEY_RANK)}
    return min(found, key=lambda info: (order.get(info.name, len(order)), -info.rows), default=None)


def quantity_of(known: Fields) -> FieldInfo | None:
    """The commonest column of tables that says how many of a thing there are."""
    return max(_columns(known, QUANTITY), key=lambda info: info.rows, default=None)


def _columns(known: Fields, names: re.Pattern[str]) -> list[FieldInfo]:
    infos = known.by_name.values()
    return [info for info in infos if info.in_columns and info.is_number and names.fullmatch(info.name)]


def shape_of(text: str, out: Decomposition) -> tuple[Intent, Any]:
    """What is to be done, and in which form the answer is given."""
    if SUMMARIZES.search(text):
        return "summarize", "prose"
    if out.in_all:
        return "list", "table"
    if COMPARES.search(text):
        return "compare", "prose"
    if LISTS.search(text):
        return "list", "table"
    return "qa", "prose"


def plain_number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)
