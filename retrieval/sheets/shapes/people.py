"""Rows of people, whose names stand in two columns: one calls them by both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from retrieval.sheets.model import Row, Sheet

FIRST = re.compile(r"(?:first|given|fore)[_ ]?name|vorname|prénom|prenom|name1", re.IGNORECASE)
LAST = re.compile(r"(?:last|family|sur)[_ ]?name|nachname|familienname|nom de famille|name2", re.IGNORECASE)
OF_PERSON = re.compile(r"(?:age|sex|gender|born|birth|date of birth|dob)\b", re.IGNORECASE)
# What a column of people is headed, and how one of them is called: by two words or more.
CALLED = re.compile(
    r"(?:full[_ ]?)?names?|persons?|people|nom|nombre|nome|naam|"
    r"(?:\w+[_ ])?(?:winn|play|swimm|runn|rid|driv|lead|teach|design|paint|writ|own|manag|work|offic|employ|"
    r"speak|sing|danc|review|buy|sell|hold|membe?)er|"
    r"\w*(?:author|actor|director|doctor|editor|sponsor|instructor|inspector|contractor|artist|athlete|"
    r"candidate|student|patient|president|captain|judge|employee|trainee|nominee|champion|medall?ist)",
    re.IGNORECASE,
)
NAMED = re.compile(r"[^\W\d_][\w.'’-]*(?:\s+[^\W\d_][\w.'’-]*){1,4}")
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


def are_named(sheet: Sheet) -> bool:
    """Whether its rows go by names of people, or of whoever does something: “Name”, “Winner”."""
    named = sum(NAMED.fullmatch(row.label.strip()) is not None for row in sheet.rows)
    return CALLED.fullmatch(sheet.label.name.strip()) is not None and 2 * named > len(sheet.rows)


def are_people(headings: Sequence[str]) -> bool:
    """Whether rows with these headings are people: they have a first and a last name, or an age and a sex."""
    names = [name.replace("_", " ") for name in headings]
    told = sum(OF_PERSON.match(name) is not None for name in names)
    return told >= LEAST_OF_PERSON or any(map(LAST.fullmatch, headings))
