"""For when each cell of a table is: by its column, its row, and what stands between two balances."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import cached_property
from itertools import pairwise

from reading.measures.canonical import canonical_name
from reading.measures.catalogue import MEASURES
from reading.model import Column, Table, TableLine
from reading.times.balances import (
    between_rows,
    edge_columns,
    inner_rows,
    is_stock_row,
    is_total,
    measured_by,
    rows_beside_edges,
    span_between,
    span_of_parts,
    summed_on_a_day,
    year_to_date,
)
from reading.times.changes import periods_of_changes
from reading.times.headings import header_rest, is_only_time, times_in
from reading.times.statements import holds_cash, statement_kind
from reading.times.table_words import (
    YEARS,
    column_of_years,
    day_in_span,
    day_of_rate,
    is_bare_year,
    is_time_of,
    month_of_year,
    names_fiscal_year,
    part_called,
    part_in_row,
    parts_of_rows,
    rows_of_later_years,
    year_in_row,
    year_of_title,
)
from reading.times.words import (
    ASSUMED,
    AVERAGE,
    AVERAGE_BALANCE,
    EDGE,
    MOVEMENT,
    closes,
    days_around,
    is_carried,
    is_change,
    is_of_components,
    is_of_position,
    is_on_books,
    is_over_time,
    is_stock,
    kind_of,
    opens,
    said_around,
)
from reading.values.dates import DATE, find_dates
from reading.values.fiscal import DAY, FiscalCalendar, Period, fiscal_year, instant, months_to
from reading.values.parts_of_year import year_named
from reading.values.periods import find_periods

_PLAN_ASSETS = re.compile(r"\bfair values? of (?:[\w’'-]+ ){0,4}plan assets\b", re.IGNORECASE)
MONTH_DAYS = 31
LEAST_FLOWS = 2  # measures of a table of income
_CASH_HELD = re.compile(
    r"(?:total\s+)?(?:restricted\s+cash|cash(?:,)?\s+(?:and\s+)?(?:cash\s+)?equivalents|cash\W*$)", re.I
)
_AFTER = re.compile(r"\b(?:after|thereafter|beyond|later)\b", re.IGNORECASE)
_EXPECTED = re.compile(
    r"\b(?:expected|estimated|scheduled|future|maturit(?:y|ies)|obligations|commitments)\b", re.IGNORECASE
)
_LEVEL = re.compile(r"\blevel [1-3]\b", re.IGNORECASE)
_DAYS = re.compile(rf"{DATE}(?:\s+{DATE})+", re.IGNORECASE)  # declared, of record, paid
_LATER = re.compile(r"\bthereafter\b|\blater\b|\bbeyond\b", re.IGNORECASE)


class CellPeriods:
    """The period of each cell of one table."""

    def __init__(self, table: Table, calendar: FiscalCalendar, unsaid: Period | None = None) -> None:
        """`unsaid`: the time of the table where it names none."""
        self.table, self.calendar, self._unsaid = table, calendar, unsaid
        self.statement = statement_kind(table)
        self._around = f"{table.title} {table.caption}"
        self._year_of_title = year_of_title(table.title)
        self._column_of_years = column_of_years(table)
        self._beside_edges = rows_beside_edges(table)
        self._of_later_years = rows_of_later_years(table)
        self._parts = parts_of_rows(table)

    @cached_property
    def of_changes(self) -> dict[int, Period]:
        """When the changes are of which a column without a time of its own tells, by its index."""
        return periods_of_changes(self.table)

    def of(self, number: int, index: int, canonical: str) -> Period | None:
        """The period of the cell in row `number` and column `index`. `canonical`: its figure's name or ""."""
        if number in self.of_rows:
            return self.of_rows[number]
        if index in self._between_columns:
            return self._between_columns[index]
        column = self.table.columns[index]
        if whole := self._of_parts(number, index):
            return whole
        period = None if number in self._of_later_years else self._said(number, column)
        return period and self._settled(period, number, column, canonical)

    def _of_parts(self, number: int, index: int) -> Period | None:
        """The span of a total of the months, quarters or days that stand above it."""
        if not is_total(self.table.rows[number]):
            return None
        rows, column = self.table.rows, self.table.columns[index]

        def of(row: int) -> Period | None:
            return self.of(row, index, "")

        year = self._said(number, column)
        parts = span_of_parts(rows, of, number, self.calendar)
        return parts or year_to_date(rows, of, number, year, self.calendar)

    def _settled(self, period: Period, number: int, column: Column, canonical: str) -> Period:
        """The day or the span that the words of the cell make of the time said of it."""
        label = self.table.rows[number].label
        span = self._span_of_year(period, column)
        edge = self._at_edge(label, span, "") if span.start_date else None
        if edge is None and span.start_date and number in self._beside_edges:
            day = span.start_date - DAY if self._beside_edges[number] else span.end_date
            edge = instant(span.text, day, self.calendar)
        if edge:
            return edge
        is_day = period is column.period and not period.start_date
        is_year = is_day and self.calendar.months_into_year(period.end_date) == 12
        if (is_year and is_over_time(label)) or (is_day and self._is_of_years and kind_of(label) != "day"):
            period = months_to(period.text, 12, period.end_date, self.calendar)
        if period.start_date and self._is_stock(number, column):
            return instant(period.text, period.end_date, self.calendar)
        if period is column.period:
            period = self._of_its_kind(period, number, column, canonical)
        elif YEARS.fullmatch(period.text) and self._is_day_of_year(number, column, canonical):
            period = instant(period.text, period.end_date, self.calendar)
        if number in self._moves:
            return self._up_to(period)
        return self._at_edge(label, period, canonical) or self._edge_of_heading(column, period) or period

    def _is_stock(self, number: int, column: Column) -> bool:
        """Whether the cell counts what there is only on a day, whatever the table says of its time."""
        row, over = self.table.rows[number], header_rest(column.header)
        if self.statement or self._has_averages or number in self._inner_rows or is_change(over):
            return False
        if number in self._summed_on_a_day:
            return True
        is_position = any(map(is_of_position, row.path)) and kind_of(row.label) != "span"
        is_position = is_position or any(map(is_carried, row.path)) or self._is_of_plan_assets
        is_closing = (
            any(map(closes, row.path)) and kind_of(row.label) != "span"
        )  # below “Loans at period end”
        return is_stock_row(row) or is_stock(over) or is_position or is_closing

    @cached_property
    def _is_of_plan_assets(self) -> bool:
        """Whether it tells of what a pension plan owns, whatever years head it, and not how that changed."""
        has_edges = any(opens(row.label) or closes(row.label) for row in self.table.rows)
        return bool(_PLAN_ASSETS.search(self._around)) and not has_edges and not is_change(self._around)

    @cached_property
    def _is_of_years(self) -> bool:
        """Whether its columns are headed by the last days of years, and its rows are what years brought."""
        if self.statement or said_around(self._around) == "day":
            return False
        dated = [column for column in self.table.columns if column.period and not column.period.start_date]
        names = {name for row in self.table.rows if (name := canonical_name(row.label, row.path))}
        are_flows = len(names) >= LEAST_FLOWS and not any(MEASURES[name].is_instant for name in names)
        are_flows = are_flows or is_of_components(self._around)
        ends = [column.period.end_date for column in dated if column.period]
        are_years = all(self.calendar.months_into_year(end) == 12 for end in ends)
        return are_flows and are_years

    @cached_property
    def _summed_on_a_day(self) -> frozenset[int]:
        return summed_on_a_day(self.table)

    def _is_day_of_year(self, number: int, column: Column, canonical: str) -> bool:
        """Whether a year over its rows, or in them, means its last day."""
        has_edges = any(EDGE.search(each.header) for each in self.table.columns)
        kind = kind_of(measured_by(self.table.rows[number]))
        is_said = kind != "span" and said_around(self._around) == "day"
        is_asked = self._has_stocks or kind == "day" or is_said
        return is_asked and not has_edges and self._kind(number, column, canonical) == "day"

    def _said(self, number: int, column: Column) -> Period | None:
        """What the column's own heading says, else the row's words, else what is said of the whole table."""
        row = self.table.rows[number]
        if column.part and not year_named(column.header):
            return part_in_row(column.part, row, self.calendar) or column.period
        over = self._said_over(number, column)
        day = self._day_before_later_years
        if day and column.period and column.period.end_date > day.end_date:
            return day
        if over or (column.period is not None and times_in(column.header)):
            return over or column.period
        month = month_of_year(row.label, self._year_of_title, self.calendar)
        found = self._said_by_row(row, column) or self._said_beside(row) or month
        whole = column.period or self._unsaid
        if found and whole and whole.start_date is None and found.end_date > whole.end_date:
            return whole  # what falls due in years to come, as it stands on the table's day
        return found or whole or day_of_rate(self.table, column)

    @cached_property
    def _day_before_later_years(self) -> Period | None:
        """The day of a table that runs on to “Thereafter”: what falls due later, as it stands on that day."""
        return next(
            (
                column.period
                for column in self.table.columns
                if column.period and not column.period.start_date and _LATER.search(column.header)
            ),
            None,
        )

    def _said_over(self, number: int, column: Column) -> Period | None:
        """The time of the block that the row stands in: a line “2021” over its rows."""
        row = self.table.rows[number]
        part, around = self._parts[number], (self.table.caption, self._year_of_title)
        if part and (period := part_called(part, row, column, around, self.calendar)):
            return period
        times = [label for label in row.path if is_only_time(label)]
        if not times or (_DAYS.fullmatch(row.label) and YEARS.fullmatch(times[-1])):
            return None
        return find_periods(times[-1], self.calendar)[0][0]

    def _said_beside(self, row: TableLine) -> Period | None:
        """The year that the row names in a column of years."""
        if self._column_of_years is None:
            return None
        return year_in_row(row, self._column_of_years, self.calendar)

    def _said_by_row(self, row: TableLine, column: Column) -> Period | None:
        for words in (row.label, *reversed(row.path)):
            for period, start, _ in find_periods(words, self.calendar):
                if is_only_time(words) or (column.period is None and is_time_of(words, period, start)):
                    return period
        return None

    def _of_its_kind(self, period: Period, number: int, column: Column, canonical: str) -> Period:
        """A bare year as its last day where the words speak of a stock, as its span where of a flow."""
        if self.statement == "day" and period.start_date:
            return instant(period.text, period.end_date, self.calendar)
        if not is_bare_year(column, period):
            is_month = period.start_date and (period.end_date - period.start_date).days < MONTH_DAYS
            label = self.table.rows[number].label
            is_day = is_month and kind_of(label) == "day"
            is_day = is_day or (period.end_date in days_around(self._around) and kind_of(label) != "span")
            return instant(period.text, period.end_date, self.calendar) if is_day else period
        if self._told_on and self._told_on < period.end_date:
            is_lump = _AFTER.search(column.header)
            day = instant(period.text, self._told_on, self.calendar)
            return day if is_lump else self._span_of_year(period, column)
        kind = self._kind(number, column, canonical)
        if kind == "day" and period.start_date:
            return instant(period.text, period.end_date, self.calendar)
        is_span = kind == "span" or (not kind and names_fiscal_year(column.header))
        return self._span_of_year(period, column) if is_span else period

    @cached_property
    def _told_on(self) -> date | None:
        """The day as of which the table tells of years to come, where the words round it name one."""
        days = [day for day, _, _ in find_dates(self._around)]
        return days[0] if len(set(days)) == 1 and _EXPECTED.search(self._around) else None

    def _span_of_year(self, period: Period, column: Column) -> Period:
        if period.start_date or not period.fiscal_year or not is_bare_year(column, period):
            return period
        return fiscal_year(period.text, period.fiscal_year, self.calendar)

    def _kind(self, number: int, column: Column, canonical: str) -> str:
        row = self.table.rows[number]
        if canonical:
            return "day" if MEASURES[canonical].is_instant else "span"
        if self.statement:
            return "day" if self.statement == "day" or holds_cash(row.label) else "span"
        if self._is_stock(number, column):
            return "day"
        if number in self._inner_rows or MOVEMENT.match(row.label) or AVERAGE.search(row.label):
            return "span"
        over = header_rest(column.header)
        if self._has_averages:
            return "span"
        if _CASH_HELD.match(row.label) and holds_cash(row.label) and not is_change(over):
            return "day"
        said = said_around(self._around)
        heading = "span" if AVERAGE.search(over) else kind_of(over or self._beside(column))
        if is_on_books(over):
            return said or "day"
        if heading or said:
            return heading or said
        if names_fiscal_year(column.header):
            return ""
        title = re.split(r"(?<=[.;])\s", self.table.title)[-1]
        title = "" if ASSUMED.search(title) else title
        return next(filter(None, map(kind_of, (row.label, *reversed(row.path), title))), "")

    def _beside(self, column: Column) -> str:
        """The level of fair value that heads a column of the same time: the column is of their total."""
        beside = (each.header for each in self.table.columns if each.period == column.period)
        return next((found[0] for each in beside if (found := _LEVEL.search(each))), "")

    @cached_property
    def _has_stocks(self) -> bool:
        """Whether words of a stock head a column, and none head the edges of a span."""
        headings = [header_rest(column.header) for column in self.table.columns]
        return any(kind_of(each) == "day" for each in headings) and not any(map(EDGE.search, headings))

    @cached_property
    def _has_averages(self) -> bool:
        """Whether it sets the interest of a span beside the average balances on which it was earned."""
        return any(AVERAGE_BALANCE.search(column.header) for column in self.table.columns)

    def _edge_of_heading(self, column: Column, period: Period) -> Period | None:
        """“Balance, beginning 2021”, “Stores at end of year”: a day, by the column's words."""
        return self._at_edge(header_rest(column.header), self._span_of_year(period, column), "")

    def _at_edge(self, label: str, period: Period, canonical: str) -> Period | None:
        """“Cash at beginning of year” is an instant: the close of the day before the span begins.

        What goes by the name of a stock, such as total assets, is of the last day of a year that heads it.
        """
        if period.start_date is None:
            is_opening = opens(label) and self._step is not None
            return self._before(period) if is_opening else None
        day = day_in_span(label, period)
        if day:
            return instant(period.text, day, self.calendar)
        if opens(label):
            return instant(period.text, period.start_date - DAY, self.calendar)
        is_stock = bool(canonical) and MEASURES[canonical].is_instant
        is_closing = is_stock or closes(label)
        return instant(period.text, period.end_date, self.calendar) if is_closing else None

    @cached_property
    def _step(self) -> int | None:
        """Months between the days that head the columns of a table that tells how balances moved."""
        days = sorted({c.period.end_date for c in self.table.columns if c.period and not c.period.start_date})
        steps = {round((last - first).days / 30.44) for first, last in pairwise(days)}
        labels = [row.label for row in self.table.rows]
        if not (any(map(opens, labels)) and any(map(closes, labels))) or len(steps) > 1:
            return None
        is_year = bool(days) and self.calendar.months_into_year(days[-1]) == 12
        return steps.pop() if steps else 12 if is_year else None

    @cached_property
    def _inner_rows(self) -> frozenset[int]:
        return inner_rows(self.table)

    @property
    def _moves(self) -> frozenset[int]:
        """The inner rows of a table whose columns are headed by the days of its balances."""
        return self._inner_rows if self._step else frozenset()

    def _up_to(self, period: Period) -> Period:
        """The span that ends on the day that heads a column of movements."""
        if period.start_date or not self._step:
            return period
        return months_to(period.text, self._step, period.end_date, self.calendar)

    def _before(self, period: Period) -> Period:
        span = self._up_to(period)
        return instant(period.text, (span.start_date or span.end_date) - DAY, self.calendar)

    @cached_property
    def of_rows(self) -> dict[int, Period]:
        """When the rows are that stand among balances, as in a statement of equity."""
        is_by_quarter = sum(bool(part and part.end and part.months) for part in self._parts) > 1
        return {} if is_by_quarter else between_rows(self.table, self.calendar, self._around)

    @cached_property
    def _between_columns(self) -> dict[int, Period]:
        """“June 30, 2022 | Acquisitions | Other | June 30, 2023”: what happened from one day to the next."""
        days = list(self._days_of_columns())
        spans = edge_columns(self.table.columns, self.calendar)
        for (first, start), (last, end) in pairwise(days):
            inner = range(first + 1, last)
            if start < end and inner and not any(times_in(self.table.columns[at].header) for at in inner):
                spans |= dict.fromkeys(inner, span_between(start, end, self.calendar))
        return spans

    def _days_of_columns(self) -> Iterator[tuple[int, date]]:
        for index, column in enumerate(self.table.columns):
            if column.period and times_in(column.header):
                edge = self._edge_of_heading(column, column.period) or column.period
                if edge.start_date is None:
                    yield index, edge.end_date
