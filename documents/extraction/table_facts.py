"""Rows and figures from recognised tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from documents.extraction.types import MetricDraft, Place, RowDraft
from documents.fiscal import DAY, FiscalCalendar, Period, instant
from documents.parsing.types import ParsedPage
from documents.periods import find_periods
from documents.tables import Cell, Column, Table, TableLine
from documents.tables.captions import read_caption
from documents.tables.headers import NOTES
from documents.vocabulary import canonical_name, fits

NAME_LENGTH = 300
_OPENING = re.compile(
    r"\b(?:beginning|start)\s+of\s+(?:the\s+)?(?:\w+\s+)?(?:year|period|quarter|month)|"
    r"\bbeginning balances?|^(?:total )?(?:beginning|opening)\b|^balances?,? beginning\b",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"\bend\s+of\s+(?:the\s+)?(?:\w+\s+)?(?:year|period|quarter|month)|"
    r"\bending balances?|^(?:total )?(?:ending|closing)\b|^balances?,? (?:end|ending)\b",
    re.IGNORECASE,
)
_WORDLESS = re.compile(
    r"\b(?:three|six|nine|twelve|\d{1,2}|fiscal|the|for|as|of|at|and|months?|weeks?|quarters?|years?|ended|"
    r"ending|periods?|total|totals|consolidated|amounts?|in|thousands|millions|billions|dollars|actual|reported|january|february|march|"
    r"april|may|june|july|august|september|october|november|december)\b|[^\w%]",
    re.IGNORECASE,
)
_SEGMENTS = re.compile(
    r"\bsegments?\b|\bdivisions?\b|\bpro forma\b|"
    r"\bby (?:region|geograph|product|category)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Source:
    """What the facts of one document share."""

    pages: Mapping[int, ParsedPage]
    calendar: FiscalCalendar
    entity: str

    def quote(self, table: Table, row: TableLine) -> Place:
        text = self.pages[table.page].text[row.char_start : row.char_end]
        return Place(page=table.page, quote=text if row.line.text in text else row.line.text)


def read_table_facts(tables: Sequence[Table], source: Source) -> tuple[list[RowDraft], list[MetricDraft]]:
    """Every row of every table, and a figure for each of their cells that holds a number."""
    rows: list[RowDraft] = []
    metrics: list[MetricDraft] = []
    for index, table in enumerate(tables):
        spans = _spans_between_balances(table, source.calendar)
        for number, row in enumerate(table.rows):
            rows.append(_row(table, index, number, row, source))
            metrics.extend(_metrics(table, (index, number), row, source, spans.get(number)))
    return rows, metrics


def _row(table: Table, index: int, number: int, row: TableLine, source: Source) -> RowDraft:
    return RowDraft(
        place=source.quote(table, row),
        table=_table_name(table)[:NAME_LENGTH],
        table_index=index,
        row=number,
        label=row.label,
        properties=dict(_properties(table.columns, row)),
    )


def _table_name(table: Table) -> str:
    return table.title or f"Table on page {table.page}"


def _properties(columns: Sequence[Column], row: TableLine) -> Iterator[tuple[str, str | int | float | None]]:
    seen: set[str] = set()
    for cell in row.cells:
        name = columns[cell.column].header or f"column {cell.column + 1}"
        if name in seen and cell.quantity and cell.quantity.unit == "%":
            name = f"{name} (%)"
        if name in seen:
            name = f"{name} ({cell.column + 1})"
        seen.add(name)
        yield name, _plain(cell.quantity.value) if cell.quantity else cell.text


def _plain(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def _metrics(
    table: Table, at: tuple[int, int], row: TableLine, source: Source, span: Period | None
) -> Iterator[MetricDraft]:
    for cell in row.cells:
        if cell.quantity is None:
            continue
        column = table.columns[cell.column]
        name = _name(row, column)
        if not name:
            continue
        period = _period(row, column, source.calendar) or span
        yield MetricDraft(
            place=source.quote(table, row),
            metric_name=name[:NAME_LENGTH],
            canonical_name=_canonical(table, row, column, cell),
            value=cell.text,
            numeric_value=cell.quantity.value,
            unit=cell.quantity.unit,
            scale=cell.quantity.scale,
            period=period.text[:120] if period else "",
            period_start=period.start_date if period else None,
            period_end=period.end_date if period else None,
            fiscal_year=period.fiscal_year if period else None,
            fiscal_quarter=period.fiscal_quarter if period else None,
            context=_context(table, row, column),
            entity_name=source.entity,
            category=_category(cell),
            row=at,
        )


def _name(row: TableLine, column: Column) -> str:
    """What the figure measures: the row's label, or the column's heading where rows are spans of time."""
    rest = header_rest(column.header)
    if row.label and _WORDLESS.sub("", _without_periods(row.label)):
        return row.label
    return rest or (row.path[-1] if row.path else row.label)


def header_rest(header: str) -> str:
    """What a heading says apart from time, scale and notes."""
    text = NOTES.sub(" ", _without_periods(header))
    text = re.sub(r"\([^)]*\)", lambda found: " " if read_caption(found[0]).scale else found[0], text)
    return " ".join(text.split()) if _WORDLESS.sub("", text) else ""


_ANY_CALENDAR = FiscalCalendar()


def _without_periods(text: str) -> str:
    for _, start, end in reversed(find_periods(text, _ANY_CALENDAR)):
        text = f"{text[:start]} {text[end:]}"
    return text


def _period(row: TableLine, column: Column, calendar: FiscalCalendar) -> Period | None:
    period = column.period
    if period is not None:
        return _at_edge(row.label, period, calendar) or period
    for words in (row.label, *reversed(row.path)):
        found = find_periods(words, calendar)
        if found:
            return found[0][0]
    return None


def _at_edge(label: str, period: Period, calendar: FiscalCalendar) -> Period | None:
    """“Cash at beginning of year” is an instant: the close of the day before the span begins."""
    if period.start_date is None:
        return None
    if _OPENING.search(label):
        return instant(period.text, period.start_date - DAY, calendar)
    return instant(period.text, period.end_date, calendar) if _CLOSING.search(label) else None


def _spans_between_balances(table: Table, calendar: FiscalCalendar) -> dict[int, Period]:
    """For statements of equity: rows between “Balance, A” and “Balance, B” happened from A to B."""
    balances = []
    for number, row in enumerate(table.rows):
        days = [period for period, _, _ in find_periods(row.label, calendar) if period.start_date is None]
        if days and re.match(r"(?:ending |opening )?balances?\b", row.label, re.IGNORECASE):
            balances.append((number, days[0].end_date))
    spans: dict[int, Period] = {}
    for (first, start), (last, end) in pairwise(balances):
        if start < end:
            span = Period(f"{start} to {end}", start + DAY, end, calendar.year_of(end))
            spans |= dict.fromkeys(range(first + 1, last), span)
    return spans


def _canonical(table: Table, row: TableLine, column: Column, cell: Cell) -> str:
    """The canonical name, where the figure counts what that name counts, for the whole of the subject."""
    if header_rest(column.header) or cell.quantity is None:
        return ""
    name = canonical_name(row.label, row.path)
    if not name:
        return ""
    is_part = _SEGMENTS.search(table.title) and not re.match(r"total|consolidated", row.label, re.IGNORECASE)
    return name if fits(name, cell.quantity.unit) and not is_part else ""


def _context(table: Table, row: TableLine, column: Column) -> str:
    return " › ".join(filter(None, (table.title, *row.path, header_rest(column.header))))


def _category(cell: Cell) -> str:
    unit = cell.quantity.unit if cell.quantity else ""
    return "financial" if len(unit) == 3 or unit.endswith("/share") or unit == "shares" else "operational"
