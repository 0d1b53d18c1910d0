"""Columns that are called by what they are counted in: milliseconds of a track, kilograms of honey."""

from __future__ import annotations

import re
from decimal import Decimal

from retrieval.tables.rules.parts.marked import Marked, kept_out
from retrieval.tables.rules.plan import Filter, Mark, Place
from retrieval.tables.rules.vocabulary.lexicon import durations, unit_words, units
from retrieval.tables.rules.vocabulary.words import COUNT, MONTHS, OPERATORS
from retrieval.tables.schema import Column, Schema, Table, words_of

_LAST = "(?:is|are|was|were|last|lasts|lasted|take|takes|took|run|runs|with)"


def take_units(reader: Marked, schema: Schema) -> None:
    _take_durations(reader)
    _take_amounts(reader)
    _take_months(reader, schema)


def _take_durations(reader: Marked) -> None:
    """“Tracks longer than 5 minutes”, where the table has one column of times, in whatever unit."""
    said = "|".join(durations())
    for words, operator in OPERATORS.items():

        def lasting(marks: list[Mark], match: re.Match[str], operator: str = operator) -> str:
            table, number = marks
            found = [place for each in table.tables if (place := _duration_of(each))]
            if len(found) != 1:
                return kept_out(match)
            count = Decimal(number.value) * durations()[match["unit"]] / durations()[_unit(found[0].column)]
            bound = Mark("N", number.words, value=f"{count.normalize():f}")
            mark = Mark("C", found[0].column.name, places=(found[0],))
            reader.plan.filters.append(Filter(mark, operator, (bound,)))
            return f"<T{reader.marks.index(table)}>"

        reader.take(
            rf"#T(?: (?:that|which))?(?: {_LAST})? (?:{words}) #N (?P<unit>{said})(?: long)?(?= )", lasting
        )


def _duration_of(table: Table) -> Place | None:
    """The one column of figures that is called by a unit of time alone, or a duration in one."""
    found = [
        column
        for column in table.columns
        if column.kind == "number"
        and _unit(column)
        and {*words_of(column.name)[:-1]} <= {"duration", "length", "runtime", "playtime", "time"}
    ]
    return Place(table, found[0]) if len(found) == 1 else None


def _unit(column: Column) -> str:
    last = words_of(column.name)[-1]
    return last if last in durations() else ""


def _take_amounts(reader: Marked) -> None:
    """“How many kilograms of honey”, of a column that is kept in this unit, are a sum."""

    def amount(marks: list[Mark], match: re.Match[str]) -> str:
        written = next(unit for _, unit in units() if match["unit"] in unit)
        is_kept = all(words_of(place.column.name)[-1] in written for place in marks[0].places)
        return f"total <C{reader.marks.index(marks[0])}>" if is_kept else kept_out(match)

    reader.take(rf"(?:{COUNT}) (?P<unit>{'|'.join(sorted(unit_words()))}) of(?: the)? #C", amount)


def _take_months(reader: Marked, schema: Schema) -> None:
    """“In July”, where the months are in a column of their own."""
    places = tuple(
        Place(table, column)
        for table in schema.tables
        for column in table.columns
        if column.kind == "number" and words_of(column.name) == ["month"]
    )

    def month(_: list[Mark], match: re.Match[str]) -> None:
        number = str(MONTHS.index(match["month"]) + 1)
        mark = Mark("C", "month", places=places)
        reader.plan.filters.append(Filter(mark, "=", (Mark("N", match["month"], value=number),)))

    if places:
        reader.take(rf"(?:in|during|for|of)(?: the month of)? (?P<month>{'|'.join(MONTHS)})", month)
