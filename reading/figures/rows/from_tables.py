"""Rows and figures from recognised tables."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import TypedDict

from reading.figures.confidence import OF_LABEL, holds_figures, how_sure, is_figure
from reading.figures.from_labels import read_label_facts
from reading.figures.rows.doubtful import Doubts, doubts_of
from reading.figures.rows.row_names import is_of_another, name_of_row, with_titles_of_investees
from reading.lexicon import A_YEAR, ANY_TOTAL, WHOLE
from reading.measures.canonical import OF_OTHERS, canonical_name
from reading.measures.catalogue import MEASURES, find_measures, fits
from reading.model import Cell, Column, MetricDraft, ParsedPage, Place, RowDraft, Table, TableLine, unit_key
from reading.tables.marked.read import PROPERTIES
from reading.tables.rows.ranges import with_ends
from reading.tables.rows.repeated import lists_pages
from reading.tables.units.kinds import is_per_share
from reading.times.balances import is_sum
from reading.times.cells import CellPeriods
from reading.times.headings import WORDLESS, header_rest, says_more_than_time, without_periods
from reading.times.unsaid import unsaid_times
from reading.times.words import BALANCE, EDGE
from reading.values.fiscal import FiscalCalendar, Period
from reading.values.quantities import Quantity, plain_number

NAME_LENGTH = 300
PERIOD_LENGTH = 120
UNNAMED = "subtotal"
_NUMBERING = re.compile(
    r"(?:pos|no|nr|item|line|row|page|notes?|exhibit)\.?(?:\s(?:no|number|nr)s?\.?)?|#|maturit(?:y|ies)\b.*",
    re.IGNORECASE,
)
# What such a row is a share or a change of, only the row above it says.
_SHARE_OF_ABOVE = re.compile(
    r"(?:as\s+an?\s+)?(?:%|per\s?cent(?:age)?)\s*(?:of|change|increase|decrease|growth|margin)\b|(?:%|per\s?cent)$",
    re.IGNORECASE,
)
_OF_WHOLE = re.compile(WHOLE, re.IGNORECASE)
_SPLIT = re.compile(  # by the expenses in which it is included
    r"\b(?:stock|share|equity)-based (?:compensation|payment)|\bamortization of (?:\w+ ){0,2}intangible",
    re.IGNORECASE,
)
_EXPENSES = ("cost_of_revenue", "research_and_development", "sga_expense", "operating_expenses")
_PLAIN_AMOUNT = re.compile(r"(?:net )?carrying (?:amount|value)s?|amounts?", re.IGNORECASE)
# The company before and after a takeover, or with its subsidiaries beside “The Company” alone.
_OWN_COLUMN = re.compile(r"successor|predecessor|group", re.IGNORECASE)
_ADJUSTED = re.compile(r"\bas adjusted\b", re.IGNORECASE)
_REPORTED = re.compile(r"(?<!previously )(?<!originally )\bas reported\b", re.IGNORECASE)
_WHOLE_LAST = re.compile(rf"\b(?:{WHOLE})\W*$", re.IGNORECASE)
_CASH_FLOWS = re.compile(r"\bcash flows?\b", re.IGNORECASE)
_SEGMENTS = re.compile(
    r"\bsegments?\b|\bdivisions?\b|\bdeferred (?:income )?tax|\bstatutory\b|"
    r"\bby (?:region|geograph|product|category)",
    re.IGNORECASE,
)
# “A reconciliation of segment operating income to income before taxes”: what leads there is the company's.
_TO_WHOLE = re.compile(r"\breconcil\w+\b.*\bsegments?\b.*\bto\b.*\bbefore (?:[\w-]+ ){0,2}tax", re.IGNORECASE)

OnRows = Callable[[int, int], None]


@dataclass(frozen=True)
class Source:
    """What the facts of one document share. `main`: the span that the document is about."""

    pages: Mapping[int, ParsedPage]
    calendar: FiscalCalendar
    entity: str
    main: Period | None = None

    def quote(self, table: Table, row: TableLine) -> Place:
        text = self.pages[table.page].text[row.char_start : row.char_end]
        return Place(page=table.page, quote=text if row.line.text in text else row.line.text)


def read_table_facts(
    tables: Sequence[Table], source: Source, *, on_rows: OnRows | None = None
) -> tuple[list[RowDraft], list[MetricDraft]]:
    """Every row of every table but those of contents, and a figure for each cell that holds a number."""
    rows: list[RowDraft] = []
    metrics: list[MetricDraft] = []
    total = sum(len(table.rows) for table in tables)
    unsaid = unsaid_times(tables, source.main)
    for index, table in enumerate(with_titles_of_investees(tables)):
        if on_rows:
            on_rows(len(rows), total)
        if lists_pages(table):
            continue
        periods = CellPeriods(table, source.calendar, unsaid.get(index))
        doubts = doubts_of(table)
        found: list[MetricDraft] = []
        for number, row in enumerate(table.rows):
            rows.append(_row(table, index, number, row, source))
            found.extend(_metrics(table, (index, number), row, source, periods, doubts))
        metrics.extend(_told_apart_by_words(table, found))
    return rows, metrics


def _row(table: Table, index: int, number: int, row: TableLine, source: Source) -> RowDraft:
    return RowDraft(
        place=source.quote(table, row),
        table=table.called(source.pages[table.page].title)[:NAME_LENGTH],
        table_index=index,
        row=number,
        label=row.label,
        properties=dict(_properties(table, row)),
    )


def _properties(table: Table, row: TableLine) -> Iterator[tuple[str, str | int | float | None]]:
    """What heads the labels, and each column, with the row's value; of lists and grids with its unit too."""
    columns, heading = table.columns, table.label_header
    seen: set[str] = set()
    if heading and row.label and heading not in (column.header for column in columns):
        seen.add(heading)
        yield heading, row.label
    for cell in row.cells:
        name = columns[cell.column].header or (
            row.label if len(columns) == 1 else f"column {cell.column + 1}"
        )
        if name in seen and cell.quantity and cell.quantity.unit == "%":
            name = f"{name} (%)"
        if name in seen:
            name = f"{name} ({cell.column + 1})"
        seen.add(name)
        number = plain_number(cell.quantity.value) if cell.quantity else None
        yield name, cell.text if number is None else number
        if cell.quantity and cell.quantity.unit and (heading or table.title == PROPERTIES):
            yield unit_key(name), cell.quantity.unit


def _metrics(
    table: Table, at: tuple[int, int], row: TableLine, source: Source, periods: CellPeriods, doubts: Doubts
) -> Iterator[MetricDraft]:
    place = source.quote(table, row)
    yield from _told_apart(_of_cells(table, at, row, source, periods, place, doubts))
    for name, quantity, period in read_label_facts(table, row, periods.of_rows.get(at[1])):
        headed = next((n for n, column in enumerate(table.columns) if column.period == period), None)
        yield MetricDraft(
            place=place,
            metric_name=name[:NAME_LENGTH],
            value=quantity.text,
            numeric_value=quantity.value,
            unit=quantity.unit,
            scale=quantity.scale,
            context=" › ".join(filter(None, (table.title, *row.path, row.label))),
            entity_name=source.entity,
            category=_category(quantity),
            confidence=OF_LABEL,
            row=at,
            **period_fields((headed is not None and periods.of(at[1], headed, "")) or period),
        )


def _told_apart(metrics: Iterable[MetricDraft]) -> list[MetricDraft]:
    """The figures of a row without those of which only the place on the page tells one from another."""
    found = list(metrics)
    doubtful = _alike(found)
    return [each for each in found if _said_of(each) not in doubtful]


def _told_apart_by_words(table: Table, metrics: Sequence[MetricDraft]) -> list[MetricDraft]:
    """The figures of a table whose rows share their labels, with the words of the rows' other cells.

    What is alike even then is left out, but for what a statement names and the lines of a list of amounts.
    Tables by time stay as they are: the order of their lines tells.
    """
    doubtful = set() if any(column.period for column in table.columns) else _alike(metrics)
    if not doubtful:
        return list(metrics)
    found = [
        replace(each, context=" › ".join(filter(None, (each.context, _words_of(table, each)))))
        if _said_of(each) in doubtful
        else each
        for each in metrics
    ]
    amounts = (cell for row in table.rows for cell in row.cells if not A_YEAR.fullmatch(cell.text))
    is_list = len({cell.column for cell in amounts if cell.quantity}) == 1
    doubtful = set() if is_list else _alike(found)
    return [each for each in found if each.canonical_name or _said_of(each) not in doubtful]


def _words_of(table: Table, metric: MetricDraft) -> str:
    """What the row says in other cells: “Lanes: six”."""
    row = table.rows[metric.row[1]] if metric.row else None
    told = [cell for cell in row.cells if not cell.quantity and cell.text != row.label] if row else []
    headed = ((table.columns[cell.column].header, cell.text) for cell in told)
    return ", ".join(f"{header}: {text}" if header else text for header, text in headed)[:NAME_LENGTH]


def _alike(metrics: Iterable[MetricDraft]) -> set[tuple[object, ...]]:
    """What is said of several figures of different values."""
    values: dict[tuple[object, ...], set[Decimal | None]] = defaultdict(set)
    for each in metrics:
        values[_said_of(each)].add(each.numeric_value)
    return {said for said, found in values.items() if len(found) > 1}


def _said_of(metric: MetricDraft) -> tuple[object, ...]:
    return metric.metric_name, metric.context, metric.unit, metric.period_start, metric.period_end


def _of_cells(
    table: Table,
    at: tuple[int, int],
    row: TableLine,
    source: Source,
    periods: CellPeriods,
    place: Place,
    doubts: Doubts,
) -> Iterator[MetricDraft]:
    if not holds_figures(table, row):
        return
    for cell, end in with_ends(row.cells):
        column = table.columns[cell.column]
        if cell.quantity is None or _NUMBERING.fullmatch(header_rest(column.header)):
            continue
        if not is_figure(table, row, cell) or doubts.has(table, at[1], cell):
            continue
        canonical = "" if end else _canonical(table, row, column, cell, periods.statement, source.entity)
        period = periods.of(at[1], cell.column, canonical) or periods.of_changes.get(cell.column)
        yield MetricDraft(
            place=place,
            metric_name=", ".join(filter(None, (_name(row, column), end)))[:NAME_LENGTH],
            canonical_name=canonical,
            value=cell.text,
            numeric_value=cell.quantity.value,
            unit=cell.quantity.unit,
            scale=cell.quantity.scale,
            context=_context(table, row, column, period),
            entity_name=source.entity,
            category=_category(cell.quantity),
            confidence=how_sure(row, column, cell, period),
            row=at,
            **period_fields(period),
        )


class PeriodFields(TypedDict, total=False):
    period: str
    period_start: date | None
    period_end: date
    fiscal_year: int | None
    fiscal_quarter: int | None


def period_fields(period: Period | None) -> PeriodFields:
    """A figure's fields that say for when it is."""
    if period is None:
        return {}
    return {
        "period": " ".join(period.text.split())[:PERIOD_LENGTH],
        "period_start": period.start_date,
        "period_end": period.end_date,
        "fiscal_year": period.fiscal_year,
        "fiscal_quarter": period.fiscal_quarter,
    }


def _name(row: TableLine, column: Column) -> str:
    """What the figure measures: the row's label, or the column's heading where rows are spans of time."""
    rest = header_rest(column.header)
    if row.label and rest and column.period is None and not row.path:
        return f"{row.label}, {rest}"
    is_named = any(map(str.isalpha, row.label)) or not rest
    if row.label and is_named and says_more_than_time(row.label):
        return f"{row.path[-1]}, {row.label}" if row.path and _SHARE_OF_ABOVE.match(row.label) else row.label
    if rest and row.label:
        return f"{row.label}, {rest}" if ANY_TOTAL.match(row.label) else f"{rest}, {row.label}"
    parent = row.path[-1] if row.path else ""
    if row.label and parent and not says_more_than_time(parent):  # “2024” under “Fiscal year”
        return rest or row.label
    if parent and ANY_TOTAL.match(row.label):
        return f"{row.label}, {parent}"
    return rest or parent or row.label or UNNAMED


def _canonical(table: Table, row: TableLine, column: Column, cell: Cell, statement: str, entity: str) -> str:
    """The canonical name, where the figure counts what that name counts, for the whole of the subject."""
    if cell.quantity is None:
        return ""
    over = header_rest(column.header)
    over = "" if _PLAIN_AMOUNT.fullmatch(over) or _OWN_COLUMN.fullmatch(WORDLESS.sub("", over)) else over
    name = name_of_row(table, row, statement, entity)
    if not name or MEASURES[name].kind == "per_share":
        name = _name_of_amount(row, cell.quantity) or name
    if over and not (name and _OF_WHOLE.match(row.label) and canonical_name(over) == name):
        return _name_of_balance(table, row, column, cell.quantity.unit)
    if not name:
        return ""
    if statement == "day" and _is_flow_on_a_day(name, column):
        return ""
    is_dated = not statement and column.period is not None and column.period.start_date is None
    may_be_flow = MEASURES[name].is_instant and not (is_dated or EDGE.search(row.label))
    if may_be_flow and _is_of_flows(table, name, statement):
        return ""
    is_of_parts = _SEGMENTS.search(table.title) and not _TO_WHOLE.search(table.title)
    is_part = is_of_parts and not _is_of_whole(table, row, column)
    is_part = is_part or (name in _EXPENSES and bool(_SPLIT.search(table.title)))
    is_own = not is_part and not is_of_another(table.title) and not _is_adjusted(table, column)
    return name if fits(name, cell.quantity.unit) and is_own else ""


def _is_adjusted(table: Table, column: Column) -> bool:
    """Whether the same time is shown “As Reported” beside it: what is adjusted is then the company's view."""
    beside = (each.header for each in table.columns if each.period == column.period)
    return bool(_ADJUSTED.search(column.header)) and any(map(_REPORTED.search, beside))


def _name_of_amount(row: TableLine, quantity: Quantity) -> str:
    """“Net income” under “Computation of earnings per share” is the whole amount where it counts millions."""
    is_whole = len(quantity.unit) == 3 and quantity.scale > 1
    is_divided = is_whole and bool(row.path) and is_per_share(row.path[-1])
    return canonical_name(row.label, row.path[:-1]) if is_divided else ""


def _is_flow_on_a_day(name: str, column: Column) -> bool:
    """Whether a flow's name stands for a stock: “Income taxes” among current liabilities are those owed."""
    is_day = column.period is not None and column.period.start_date is None
    return is_day and MEASURES[name].kind == "money" and not MEASURES[name].is_instant


def _is_of_whole(table: Table, row: TableLine, column: Column) -> bool:
    """Whether in a table of parts the cell is of all of them, by its row, its column or what it adds up."""
    if _OF_WHOLE.match(row.label) or _WHOLE_LAST.search(without_periods(column.header)):
        return True
    return row is table.rows[-1] and is_sum(row, table.rows[:-1])


def _name_of_balance(table: Table, row: TableLine, column: Column, unit: str) -> str:
    """In a statement of equity a balance is of what heads its column: “Retained earnings”, “Total equity”."""
    name = canonical_name(header_rest(column.header)) if BALANCE.match(row.label) and not row.path else ""
    if not name or not fits(name, unit) or MEASURES[name].statement != "balance":
        return ""
    is_with_others = name == "equity" and not re.search(r"holders|owners", column.header, re.IGNORECASE)
    if is_with_others and any(OF_OTHERS.search(each.header) for each in table.columns):
        return "equity_including_noncontrolling"
    return name


def _is_of_flows(table: Table, name: str, statement: str) -> bool:
    """Whether a stock's name stands for a flow: “Long-term debt” under “Interest expense” is its interest."""
    if MEASURES[name].statement == "balance" and statement == "span":
        return True
    return _is_of_cash_flows(table)


def _is_of_cash_flows(table: Table) -> bool:
    """Whether the items of a table are movements of cash: “Inventories” there is their change."""
    labels = {canonical_name(row.label) for row in table.rows}
    if "revenue" in labels:  # key figures of all statements
        return False
    return bool({"operating_cash_flow", "investing_cash_flow", "financing_cash_flow"} & labels) or bool(
        _CASH_FLOWS.search(table.title)
    )


def _context(table: Table, row: TableLine, column: Column, period: Period | None) -> str:
    """What the figure stands under; with the column's time too where the figure is of another.

    Amounts due in years to come are of the table's day, and their columns say when they are due.
    """
    is_due = period and column.period and period.end_date != column.period.end_date
    heading = " ".join(column.header.split()) if is_due else _heading(table, column)
    return " › ".join(filter(None, (table.title, _unsaid_measure(table), *row.path, heading)))


def _unsaid_measure(table: Table) -> str:
    """The measure that heads the labels, where the title names none or another beside it."""
    named, own = (_measures(words) for words in (table.title, table.measure_header))
    return "" if named == own else table.measure_header


def _measures(words: str) -> set[str]:
    return {name for name, _, _ in find_measures(words)}


def _heading(table: Table, column: Column) -> str:
    """What the column's heading says; all but its time where only “Total” or “As Adjusted” tells it apart."""
    rest = header_rest(column.header)
    if rest:
        return rest
    amounts = [each for each in table.columns if not _NUMBERING.fullmatch(header_rest(each.header))]
    if sum(other.period == column.period for other in amounts) == 1:
        return rest
    return " ".join(without_periods(column.header).split())


def _category(quantity: Quantity) -> str:
    is_money = len(quantity.unit.split("/")[0]) == 3
    return "financial" if is_money or quantity.unit == "shares" else "operational"
