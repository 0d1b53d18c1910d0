"""Which cells of a table are figures, and how sure the reader is of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reading.lexicon import A_YEAR, SIGNS, YEAR
from reading.model import Cell, Column, MetricDraft, Table, TableLine
from reading.values.fiscal import Period

LEAST_SURE = 0.4  # of a unit, below which nothing is stored
# What is left of the certainty of a figure's unit where another of its parts is not said next to it, 0–1.
PERIOD_OF_TABLE = 0.95  # said over or under the table, or in the row, rather than over the column
NO_PERIOD = 0.8
NO_LABEL = 0.8  # named by its column's heading or its parent alone
DATED_SHARE = 0.6  # of the figures in tables, above which a document's figures are of days and periods
OF_LABEL = 0.85  # a figure among the words of a label
_WORD = re.compile(r"[^\W\d_]{2,}")
_SIGN = re.compile(rf"[{SIGNS}—–-]")
_HUNDRED = re.compile(r"\$?\s?100(?:[.,]0+)?\s?%?")
_RANK = re.compile(r"\b(?:levels?|notes?)$", re.IGNORECASE)
_RANKED = re.compile(r"\d{1,2}|\W*")
_CELL_INSIDE = re.compile(r"[^\W\d][^\d]*\s\d{1,3}(?:,\d{3})*\s+[A-Z][^\d]*")
_RUN_OF_CELLS = re.compile(rf"[a-z]\s+\d[\d,]*\s+(?!{YEAR}\b)\d[\d,]*\s+[A-Z][a-z]")
_YEAR_HEADING = re.compile(
    r"(?:(?:calendar|fiscal|financial|model|birth|tax|school)[ _])?years?|year[ _]of[ _]\w+"
    r"|\w*jahr|année|an|año|ano|anno|jaar|rok",
    re.IGNORECASE,
)
LEAST_BESIDE = 4  # rows
_MARK = re.compile(r"\(?\w{1,2}\)?|[*†‡§#]+")


def holds_figures(table: Table, row: TableLine) -> bool:
    """Whether cells of the row may be figures, each of which `is_figure` tells."""
    return not (_has_cells_in_label(table, row) or _is_indexed(table) or _is_letter_spaced(row))


def is_figure(table: Table, row: TableLine, cell: Cell) -> bool:
    """Whether the cell measures something that the table names; what is doubtful is none."""
    column = table.columns[cell.column]
    if cell.sure < LEAST_SURE or _is_year(table, cell) or _is_note(row, cell):
        return False
    return _is_headed(table, column) and not _is_rank(table, column)


def how_sure(row: TableLine, column: Column, cell: Cell, period: Period | None) -> float:
    """0–1: how sure the reader is of unit, scale, period and name together."""
    sure = cell.sure
    if period is None:
        sure *= NO_PERIOD
    elif column.period is None or not any(character.isdigit() for character in column.header):
        sure *= PERIOD_OF_TABLE
    return round(sure if row.label else sure * NO_LABEL, 3)


def without_undated(metrics: Sequence[MetricDraft]) -> list[MetricDraft]:
    """The figures of a document's tables that have a time, where most of them have one; else all.

    In a report a figure without a time is one whose heading was not understood: judged by hand, one in five
    of them was right. Its row is stored all the same.
    """
    dated = [metric for metric in metrics if metric.period_end]
    return dated if len(dated) > len(metrics) * DATED_SHARE else list(metrics)


def _is_year(table: Table, cell: Cell) -> bool:
    """Whether “2029” is a year: it bears no sign, and the table writes its thousands with a comma, or its
    column is headed “Year”."""
    is_headed_so = _YEAR_HEADING.fullmatch(table.columns[cell.column].header.strip()) is not None
    return bool(A_YEAR.fullmatch(cell.text)) and (table.groups_thousands or is_headed_so)


def _is_note(row: TableLine, cell: Cell) -> bool:
    """Whether the row is one of marks of notes: “(1)   (2)”."""
    return bool(_MARK.fullmatch(row.label) and _MARK.fullmatch(cell.text)) and not row.label.isdigit()


def _is_rank(table: Table, column: Column) -> bool:
    """Whether the column says on which level of the fair value hierarchy its row stands, or in which note."""
    if not _RANK.search(column.header):
        return False
    at = table.columns.index(column)
    return all(_RANKED.fullmatch(cell.text) for row in table.rows for cell in row.cells if cell.column == at)


def _is_indexed(table: Table) -> bool:
    """Whether every row begins at 100, without a title: what investments grew to, which are all it names."""
    first = [row.cells[0] for row in table.rows if row.cells and not table.title]
    return len(first) > 1 and all(cell.column == 0 and _HUNDRED.fullmatch(cell.text) for cell in first)


def _has_cells_in_label(table: Table, row: TableLine) -> bool:
    """Whether numbers of cells stand in the label, as where two tables are printed side by side."""
    if _RUN_OF_CELLS.search(row.label):
        return True
    if len(table.rows) < LEAST_BESIDE or not _CELL_INSIDE.fullmatch(row.label):
        return False
    return sum(bool(_CELL_INSIDE.fullmatch(each.label)) for each in table.rows) > len(table.rows) / 2


def _is_headed(table: Table, column: Column) -> bool:
    """Whether words or a time head the column, or the table has but one, so that its rows say enough."""
    if _WORD.search(column.header) or (column.period and column.header.strip()):
        return True
    return len(table.columns) == 1 and (bool(column.period) or not column.header)


def _is_letter_spaced(row: TableLine) -> bool:
    """Whether the row is set letter by letter, so that its digits cannot be told into numbers.

    A currency sign or a dash stands alone in a row of any table.
    """
    words = [word.text for word in row.line.words if not _SIGN.fullmatch(word.text)]
    return len(words) > 8 and sum(len(word) == 1 for word in words) > 0.6 * len(words)
