"""Columns whose heading only says that something is counted: what it is, their table or file says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from retrieval.sheets.model import Column, Row, Sheet
from retrieval.sheets.numbers import are_prices
from retrieval.sheets.stems import stems_of
from retrieval.sheets.things_counted import TABLE_FILES, things_of

COUNTS = re.compile(
    r"counts?|n|nb|num|numbers?|freq(?:uency)?|frequencies|occurr?ences?|anzahl|häufigkeit|nombre|effectifs?|cantidad|"
    r"número|numero|aantal",
    re.IGNORECASE,
)
TOTALS = re.compile(r"(?:grand\s+)?totals?|sum|summe|gesamt|insgesamt|totale|totaal", re.IGNORECASE)
# Of what a total is an amount of money rather than a number of them.
PAID = frozenset(
    "order invoice bill sale receipt payment expense purchase budget cost spending expenditure revenue price "
    "income transaction donation salary salaries wage fee fine grant loan tax taxes account quote".split()
)


def with_things_counted(sheet: Sheet) -> Sheet:
    """The sheet whose one such column goes by what it counts too: murders of `total` in “gun-murders.csv”.

    Where the rows themselves are those things, or the total may be one of money, it stays as it is.
    """
    found = [column for column in sheet.numbers if COUNTS.fullmatch(column.name.strip())]
    found = found or [column for column in sheet.numbers if TOTALS.fullmatch(column.name.strip())]
    if len(found) != 1 or not _are_whole(sheet.rows, found[0]):
        return sheet
    (column,) = found
    things = things_of(_called(sheet))
    if not things or things & (sheet.label.words | sheet.words_of_headings):
        return sheet
    is_total = TOTALS.fullmatch(column.name.strip()) is not None
    if is_total and (things & _paid() or are_prices(sheet.rows, column)):
        return sheet
    named = replace(column, words=column.words | things, things=things)
    return replace(sheet, columns=tuple(named if each == column else each for each in sheet.columns))


def _called(sheet: Sheet) -> set[str]:
    """What the rows are called together: by their file where that is a table, and by its sheet."""
    path = PurePath(sheet.filename)
    return {path.stem, sheet.title} if path.suffix.lower() in TABLE_FILES else {sheet.title}


def _are_whole(rows: Sequence[Row], column: Column) -> bool:
    """Whether its numbers are such as counting gives."""
    held = [number for row in rows if (number := row.number(column.name)) is not None]
    return bool(held) and all(number >= 0 and number == int(number) for number in held)


def _paid() -> frozenset[str]:
    return frozenset[str]().union(*stems_of(PAID).values())
