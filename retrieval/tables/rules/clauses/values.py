"""Conditions that a value sets, alone or with its column."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from retrieval.tables.rules.parts.marked import Dated
from retrieval.tables.rules.plan import Filter, Mark
from retrieval.tables.rules.shapes.tops import none
from retrieval.tables.rules.vocabulary.words import IS, RELATED


def take_values(reader: Dated) -> None:
    """Of several values with “or” between, any; without it the statement tells whether that is meant."""

    def any_of(marks: list[Mark], _: re.Match[str]) -> None:
        column, *values = marks if marks[0].kind == "C" else (marks[0], *marks)
        held = [place for place in column.places if all(place in value.places for value in values)]
        if not held and column is values[0] and all(value.places for value in values):
            reader.plan.filters.append(Filter(column, "either", tuple(values)))
            return
        if not held:
            none(values[-1])
        reader.plan.filters.append(Filter(replace(column, places=tuple(held)), "or", tuple(values)))

    before = (
        rf"(?:(?:in|from|by|of|with|at|for|on|as)(?: the| either| a| an)* )?(?:#C(?: (?:{IS}|either))* )?"
    )
    reader.take(rf"{before}(?:either )?#V(?: #V)* or(?: (?:in|from|a|an|the|{IS}|{RELATED}))* #V", any_of)
    # “Works by Dutch artists” groups nothing.
    reader.take(r"(?:by|from) (?:the )?#V #T", partial(_of_kind, reader))
    reader.take(r"#V(?= <T)", partial(_bare_value, reader))  # “the number of unread letters”
    reader.take(
        rf"#C(?: (?:{IS}))*(?: (?:=|named|called|titled|equal to|set to))? #V(?: and #V)?",
        partial(_valued, reader),
    )
    reader.take(rf"#T(?: (?:{IS}))* (?:named|called|titled) #V", partial(_called, reader))
    reader.take(r"(?:in|from|by|of|with|at|for|on)(?: the)? #T #V", partial(_called, reader))
    reader.take(
        r"(?:(?:in|from|by|of|with|at|for|on|as|about|to)(?: the)? )?#V", partial(_bare_value, reader)
    )


def _called(reader: Dated, marks: list[Mark], _: re.Match[str]) -> None:
    """A table's row by its name: the value stands in that table, if it is known to stand anywhere."""
    table, value = marks
    places = tuple(p for p in value.places if p.table.path in {each.path for each in table.tables})
    if not places:
        none(value)
    reader.plan.tables.append(table)
    reader.plan.filters.append(
        Filter(Mark("V", value.words, places=places, value=value.value), "=", (value,))
    )


def _of_kind(reader: Dated, marks: list[Mark], match: re.Match[str]) -> str:
    value, table = marks
    own = {each.path for each in table.tables}
    if not any(place.table.path in own for place in value.places):
        return match[0].replace("by ", "~by ", 1).replace("from ", "~from ", 1)
    reader.plan.filters.append(Filter(value, "=", (value,)))
    return ";"


def _bare_value(reader: Dated, marks: list[Mark], _: re.Match[str]) -> str:
    reader.plan.filters.append(Filter(marks[0], "=", tuple(marks)))
    return ""


def _valued(reader: Dated, marks: list[Mark], _: re.Match[str]) -> str:
    """A column with a value beside it; a value that stands elsewhere is one of its own."""
    column, *values = marks
    kept = ";"
    for value in values:
        if not value.places:
            none(value)  # nobody knows that it stands anywhere
        if not any(place in value.places for place in column.places):
            kept = f"<C{reader.marks.index(column)}>"  # “the total cost of repairs”
            reader.plan.filters.append(Filter(value, "=", (value,)))
        else:
            reader.plan.filters.append(Filter(column, "=", (value,)))
    return kept
