"""Tables whose columns are the things and whose rows say what is told of each, turned round."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal

from retrieval.sheets.model import Column, Content, Row, Sheet

UNIT = re.compile(r"[(\[]([^()\[\]]{1,12})[)\]]\s*$")
LEAST_ROWS = 3
LEAST_THINGS = 2
ALIKE = 0.9  # of the rows hold either numbers alone or words alone
WORDS = re.compile(r"[^\W\d_]")


def turned(sheet: Sheet, column_of: Callable[[str, Sequence[Row]], Column]) -> Sheet | None:
    """The sheet with a row for each of its columns, where these are what is compared; else None.

    `column_of`: the column of a heading over some rows.
    """
    things = [column for column in sheet.columns if column != sheet.label]
    if not _are_things(sheet, things):
        return None
    rows = tuple(filter(None, (_of_thing(sheet, thing) for thing in things)))
    names = list(dict.fromkeys(name for row in rows for name in row.cells if name != sheet.label.name))
    label = replace(sheet.label, is_number=False)
    columns = (label, *(column_of(name, rows) for name in names))
    return replace(sheet, columns=columns, rows=rows, label=label)


def _are_things(sheet: Sheet, things: Sequence[Column]) -> bool:
    """Whether the rows differ in kind and the columns do not: each row is of numbers, or of words, and there
    are both, or numbers in several units."""
    if len(things) < LEAST_THINGS or len(sheet.rows) < LEAST_ROWS:
        return False
    if any(column.years or UNIT.search(column.name) for column in things):
        return False
    labels = [row.label for row in sheet.rows]
    if len(set(labels)) < len(labels) or not all(labels):
        return False
    held = [[row.cells[column.name] for column in things if column.name in row.cells] for row in sheet.rows]
    of_numbers = [all(isinstance(each, Decimal) for each in cells) for cells in held]
    of_words = [all(_is_word(each) for each in cells) for cells in held]
    if sum(map(any, zip(of_numbers, of_words, strict=True))) < ALIKE * len(held):
        return False
    numbered = [label for label, is_number in zip(labels, of_numbers, strict=True) if is_number]
    units = [found[1] for label in numbered if (found := UNIT.search(label))]
    many = 2 * len(units) >= len(numbered) > 1 and len(set(units)) > 1
    return many or (any(of_words) and len(numbered) > 1 and len(set(units)) > 0)


def _is_word(content: Content) -> bool:
    return isinstance(content, str) and WORDS.search(content) is not None


def _of_thing(sheet: Sheet, thing: Column) -> Row | None:
    """The row of one thing, each of whose cells stands where it was."""
    held = [row for row in sheet.rows if thing.name in row.cells]
    if not held:
        return None
    return Row(
        label=thing.name,
        cells={sheet.label.name: thing.name, **{row.label: row.cells[thing.name] for row in held}},
        span=held[0].place(thing.name),
        part=held[0].part,
        units={row.label: row.units[thing.name] for row in held if thing.name in row.units},
        table=held[0].table,
        places={row.label: row.place(thing.name) for row in held},
    )
