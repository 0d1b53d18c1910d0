"""The time of a table that names none: that of its report, where its rows can be of nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from reading.lexicon import A_YEAR
from reading.model import Table
from reading.times.headings import times_in
from reading.times.table_words import YEARS
from reading.times.words import closes, opens
from reading.values.fiscal import Period

LEAST_YEAR = 350  # days
LEAST_YEARS = 2  # rows by years to come, before the rest of them
_OF_YEAR = re.compile(r"\bof\s+(?:the\s+)?(?:fiscal\s+)?year\b", re.IGNORECASE)
_REST = re.compile(r"there\s?after\b", re.IGNORECASE)


def unsaid_times(tables: Iterable[Table], main: Period | None) -> dict[int, Period]:
    """The span or the day of each table, by its index, that names no time. `main`: the report's span.

    Tables that are alike, of which one may be of the year before, have none.
    """
    found = {
        index: (table, period)
        for index, table in enumerate(tables)
        if main is not None and main.start_date and (period := _unsaid(table, main))
    }
    alike = Counter(_shape(table) for table, _ in found.values())
    return {index: period for index, (table, period) in found.items() if alike[_shape(table)] == 1}


def _unsaid(table: Table, main: Period) -> Period | None:
    around = f"{table.title} {table.caption}"
    if A_YEAR.search(around) or any(each.period or times_in(each.header) for each in table.columns):
        return None
    if _runs_through_a_year(table):
        is_year = main.start_date and (main.end_date - main.start_date).days >= LEAST_YEAR
        return main if is_year else None
    return replace(main, start_date=None) if _falls_due_later(table, main) else None


def _runs_through_a_year(table: Table) -> bool:
    """Whether it leads from “at beginning of year” to “at end of year”, once."""
    labels = [row.label for row in table.rows]
    edges = [label for label in labels if opens(label) or closes(label)]
    is_whole = len(edges) == 2 and opens(edges[0]) and closes(edges[1])
    named = any(A_YEAR.search(" ".join((*row.path, row.label))) for row in table.rows)
    return is_whole and not named and all(map(_OF_YEAR.search, edges))


def _falls_due_later(table: Table, main: Period) -> bool:
    """Whether its rows are years to come and “Thereafter”."""
    years = [int(row.label[-4:]) for row in table.rows if YEARS.fullmatch(row.label)]
    is_ahead = len(years) >= LEAST_YEARS and min(years) > (main.fiscal_year or main.end_date.year)
    return is_ahead and any(_REST.match(row.label) for row in table.rows)


def _shape(table: Table) -> tuple[str, ...]:
    return (*(each.header for each in table.columns), *(row.label for row in table.rows[:1]))
