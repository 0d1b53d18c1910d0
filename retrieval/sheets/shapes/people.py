"""Rows of people, whose names stand in two columns: one calls them by both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from retrieval.sheets.model import Row

FIRST = re.compile(r"(?:first|given|fore)[_ ]?name|vorname|prénom|prenom|name1", re.IGNORECASE)
LAST = re.compile(r"(?:last|family|sur)[_ ]?name|nachname|familienname|nom de famille|name2", re.IGNORECASE)
OF_PERSON = re.compile(r"(?:age|sex|gender|born|birth|date of birth|dob)\b", re.IGNORECASE)
LEAST_OF_PERSON = 2  # headings by which rows without such names are people
NAME = "name"
PEOPLE = "people persons individuals"


def with_full_names(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows, each called by its first and its last name where these are columns of their own."""
    headings = {name for row in rows for name in row.cells}
    firsts = [name for name in headings if FIRST.fullmatch(name)]
    lasts = [name for name in headings if LAST.fullmatch(name)]
    if len(firsts) != 1 or len(lasts) != 1 or NAME in map(str.casefold, headings):
        return rows
    return [_named(row, firsts[0], lasts[0]) for row in rows]


def _named(row: Row, first: str, last: str) -> Row:
    parts = [str(row.cells[name]) for name in (first, last) if row.cells.get(name)]
    if not parts or row.label not in ("", *parts):
        return row
    called = " ".join(parts)
    return replace(row, label=called, cells={**row.cells, NAME: called})


def are_people(headings: Sequence[str]) -> bool:
    """Whether rows with these headings are people: they have a first and a last name, or an age and a sex."""
    names = [name.replace("_", " ") for name in headings]
    told = sum(OF_PERSON.match(name) is not None for name in names)
    return told >= LEAST_OF_PERSON or any(map(LAST.fullmatch, headings))
