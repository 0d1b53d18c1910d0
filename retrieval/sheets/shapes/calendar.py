"""Rows with days, told by their months, quarters, years or days of the week."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date

from retrieval.sheets.model import Column, Sheet
from retrieval.stems import stems
from retrieval.tables.rules.vocabulary.words import DAYS, MONTHS

ASKED = re.compile(
    r"\b(?:which|what|per|by|each|every)\s+(?P<unit>month|quarter|weekday|day of the week)s?\b|"
    r"\b(?P<adverb>month|quarter)ly\b",
    re.IGNORECASE,
)
CALLED: dict[str, Callable[[date], str]] = {
    "month": lambda day: f"{MONTHS[day.month - 1].capitalize()} {day.year}",
    "quarter": lambda day: f"Q{(day.month + 2) // 3} {day.year}",
    "weekday": lambda day: DAYS[day.weekday()].capitalize(),
    "day of the week": lambda day: DAYS[day.weekday()].capitalize(),
}


def with_calendar(sheet: Sheet, question: str) -> Sheet:
    """The sheet with a column for the part of the calendar that rows are to be put together by; the same
    where it has one, or where its rows have no days. Of several days of a row the one that the question
    names, else the first."""
    said = ASKED.search(question)
    days = [name for name in sheet.days if name not in sheet.months]
    if said is None or not days:
        return sheet
    asked = frozenset(stems(question))
    named = [name for name in days if stems(name) & asked]
    unit = (said["unit"] or said["adverb"]).lower()
    if any(unit in column.name.casefold() for column in sheet.columns):
        return sheet
    column = named[0] if named else sheet.first_day
    known, called = sheet.days[column], CALLED[unit]
    name = unit.capitalize() if len(days) == 1 else f"{unit.capitalize()} of {column}"
    rows = tuple(
        replace(row, cells={**row.cells, name: called(known[str(row.cells[column])])})
        if str(row.cells.get(column)) in known
        else row
        for row in sheet.rows
    )
    words = frozenset(unit.split())
    return replace(sheet, rows=rows, columns=(*sheet.columns, Column(name, words, frozenset(), False)))
