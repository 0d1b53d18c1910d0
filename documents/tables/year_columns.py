"""Years that are no times of their columns: beside labels, for rows of several years, and of origination."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from documents.dates import YEAR
from documents.parsing.types import Word
from documents.tables.cells import SplitLine

LEAST_BELOW = 2  # rows that have a year and no label
MOST_YEARS = 5
_YEAR = re.compile(YEAR)
# Years in which something began, of which the amounts are those of the table's day.
_VINTAGE = re.compile(
    r"\b(?:years? of (?:origination|issuance|acquisition)|(?:origination|vintage|acquisition) years?)\b",
    re.IGNORECASE,
)


def with_years_as_labels(rows: Sequence[SplitLine]) -> list[SplitLine]:
    """The rows; where years stand beside labels, a line of each label and below it a row of each year."""
    below = sum(not row.label and len(row.cells) > 1 and row.cells[0].is_year for row in rows)
    if below < LEAST_BELOW:
        return list(rows)
    years = [_year_of(row) for row in rows if row.cells]
    distinct = {year.text for year in years if year}
    if not all(years) or len(distinct) > MOST_YEARS:
        return list(rows)
    return _headed(rows, years[0].text if years[0] else "")


def _year_of(row: SplitLine) -> Word | None:
    """The year that a row is of: its first cell, or the end of its label."""
    if len(row.cells) > 1 and row.cells[0].is_year:
        return row.cells[0].words[0]
    is_last = len(row.label) > 1 and _YEAR.fullmatch(row.label[-1].text)
    return row.label[-1] if is_last else None


def _headed(rows: Sequence[SplitLine], first: str) -> list[SplitLine]:
    """`first`: the year with which each label's rows begin; words beside a later one go on with the label."""
    found: list[SplitLine] = []
    heading = -1
    for row in rows:
        year = _year_of(row) if row.cells else None
        label = tuple(word for word in row.label if word is not year)
        if year is None:
            found.append(row)
        elif label and (heading < 0 or year.text == first):
            heading = len(found)
            found.append(replace(row, label=label, cells=()))
        elif label:
            found[heading] = replace(found[heading], label=(*found[heading].label, *label))
        if year is not None:
            found.append(_of_year(row, year))
    return found


def _of_year(row: SplitLine, year: Word) -> SplitLine:
    cells = row.cells[1:] if row.cells[0].words[0] is year else row.cells
    return replace(row, label=(year,), cells=cells)


def is_of_vintage(header: str) -> bool:
    """Whether a heading's year is that in which something began: “Year of origination 2019”."""
    return bool(_VINTAGE.search(header))
