"""Tables with a row for each value: what it is of stands in columns of words and of times beside it."""

from __future__ import annotations

import re
from dataclasses import replace

from retrieval.question.wording.rows import normed
from retrieval.sheets.asked import Condition, Lacking, Measured, Named, Request, columns_of
from retrieval.sheets.model import Column, Sheet

VALUE = re.compile(
    r"(?:obs[_ ]?)?values?|valeurs?|werte?|valore?s?|waarden?", re.IGNORECASE
)  # what the column is headed
KIND = re.compile(r"(?:unit|measure|parameter|indicator|variable|metric|series|statistic)s?\b", re.IGNORECASE)
WHOLE = re.compile(
    r"\b(?:all|(?:grand )?totals?|both|overall|combined|alle|gesamt|insgesamt|summe|tou(?:s|tes)|tod[oa]s|"
    r"totale|tutti|totaal)\b",
    re.IGNORECASE,
)
ENTRIES = re.compile(r"\bhow many (?:rows?|entries|records?|lines?)\b", re.IGNORECASE)
FOLDED = frozenset(("sum", "average", "median", "highest", "lowest"))


def value_of(sheet: Sheet) -> Column | None:
    """The column of the values; None where the table has others of numbers beside times and codes, or no
    words or time to tell what they are of."""
    found = [c for c in sheet.numbers if c not in sheet.codes and not sheet.has_years(c)]
    if len(found) != 1 or VALUE.fullmatch(found[0].name.strip().replace("_", " ")) is None:
        return None
    return found[0] if any(_repeats(sheet, c) for c in sheet.columns if c != found[0]) else None


def _repeats(sheet: Sheet, column: Column) -> bool:
    held = [row.cells[column.name] for row in sheet.rows if column.name in row.cells]
    return 1 < len({*held}) < len(held)


def of_one_kind(request: Request, question: str) -> Request | None:
    """The same, of wholes alone where the table has such beside their parts; None where the rows are of
    several kinds, as costs and lifetimes, which nothing adds up, or where it is open which are meant."""
    sheet, value = request.sheet, value_of(request.sheet)
    is_bounded = any(isinstance(each, Measured) for each in request.conditions)
    if value and request.ask == "count" and not (is_bounded or ENTRIES.search(question)):
        return None  # “how many visitors” are not the rows that tell of them
    if value is None or not request.of or request.of[0] != value:
        return request
    named = {name for each in request.conditions for name in columns_of(each)}
    if any(not _is_said(each, sheet, question) for each in request.conditions):
        return None
    open_columns = [c for c in sheet.texts if c.name not in named and c.name != request.by]
    wholes = tuple(whole for column in open_columns if (whole := _whole(column, request)))
    made = replace(request, conditions=(*request.conditions, *wholes))
    if wholes and made.ask == "sum" and len(made.rows) == 1:
        made = replace(made, ask="value")  # which is told, and not added up
    is_folded = request.ask in FOLDED or request.by is not None
    mixed = [column for column in open_columns if KIND.match(column.name) and len(_held(column, made)) > 1]
    return None if is_folded and mixed else made


def _is_said(condition: Condition, sheet: Sheet, question: str) -> bool:
    """Whether a cell is called by all its words, where the column has wholes as well: “visitors” is not
    “Plane (visitors)” beside all visitors."""
    if not isinstance(condition, Named) or all(condition.column in row.cells for row in sheet.rows):
        return True
    said = {*normed(question)}
    return all({*normed(str(value))} <= said for value in condition.values)


def _held(column: Column, request: Request) -> set[object]:
    return {row.cells.get(column.name) for row in request.rows}


def _whole(column: Column, request: Request) -> Condition | None:
    """The condition that takes the rows of no part: those that say “Total” there, or nothing."""
    held = _held(column, request)
    totals = frozenset(cell for cell in held if isinstance(cell, str) and WHOLE.match(cell.strip()))
    if len(held) < 2 or not (totals or None in held):
        return None
    return Named(column.name, totals, " or ".join(sorted(totals))) if totals else Lacking(column.name)
