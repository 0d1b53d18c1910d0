"""Tables with headings of months or quarters over several measures, as rows of one time each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from retrieval.sheets.model import Column, Row, Sheet
from retrieval.sheets.shapes.months import start_of, told_apart

LEAST_TIMES = 2


def by_time(sheet: Sheet, column_of: Callable[[str, Sequence[Row]], Column]) -> Sheet | None:
    """The sheet with a row for each of its rows and times: “Budget” and “Actual” of “May”; None where its
    headings are no times of measures.

    `column_of`: the column of a heading over some rows.
    """
    parts = {column.name: told for column in sheet.numbers if (told := told_apart(column.name))}
    times: dict[str, set[date]] = {}
    for time, measure in parts.values():
        if start := start_of(time, sheet.year):
            times.setdefault(measure, set()).add(start)
    measures = {measure for measure, starts in times.items() if len(starts) >= LEAST_TIMES}
    kept = {name: told for name, told in parts.items() if told[1] in measures}
    if not kept:
        return None
    heading = "Quarter" if all("q" in time.casefold() for time, _ in kept.values()) else "Month"
    rows = tuple(made for row in sheet.rows for made in _of_times(row, kept, heading, sheet))
    texts = [column for column in sheet.texts if column.name != heading]
    names = (heading, *sorted(measures, key=list(dict.fromkeys(m for _, m in kept.values())).index))
    return replace(
        sheet, columns=(*texts, *(column_of(name, rows) for name in names)), rows=rows, is_by_time=True
    )


def _of_times(row: Row, parts: dict[str, tuple[str, str]], heading: str, sheet: Sheet) -> Iterator[Row]:
    """The row at each of the times of which it tells something."""
    texts = {column.name: row.cells[column.name] for column in sheet.texts if column.name in row.cells}
    for time in dict.fromkeys(time for time, _ in parts.values()):
        held = {measure: name for name, (own, measure) in parts.items() if own == time and name in row.cells}
        if held:
            yield replace(
                row,
                cells={**texts, heading: time, **{m: row.cells[name] for m, name in held.items()}},
                units={m: row.units[name] for m, name in held.items() if name in row.units},
                places={},
            )
