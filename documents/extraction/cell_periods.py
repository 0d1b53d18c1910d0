"""For when each cell of a table is: by its column, its row, and what stands between two balances."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import cached_property, lru_cache
from itertools import pairwise

from documents.dates import DATE, MONTH, YEAR, find_dates, month_number
from documents.extraction.headings import header_rest, is_only_time
from documents.extraction.statement_kinds import holds_cash, statement_kind
from documents.fiscal import DAY, FiscalCalendar, Period, fiscal_year, instant, months_to
from documents.periods import find_periods
from documents.tables import Column, Table, TableLine
from documents.vocabulary import MEASURES

QUARTER_DAYS = (77, 119)  # 11 to 17 weeks
YEAR_DAYS = (357, 378)  # 52 weeks less a week, to 54 weeks
NEAR = 7  # days between “at January 1” and the first day of the year meant
BALANCE = re.compile(r"(?:total |ending |opening |beginning )?balances?\b", re.IGNORECASE)
_OPENING = re.compile(
    r"\b(?:beginning|start)\s+of\s+(?:the\s+)?(?:\w+\s+)?(?:year|period|quarter|month)|"
    r"\bbeginning balances?|^(?:total )?(?:beginning|opening)\b|^balances?,? (?:at )?beginning\b",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"\bend\s+of\s+(?:the\s+)?(?:\w+\s+){0,2}(?:year|period|quarter|month)|"
    r"\bending balances?|^(?:total )?(?:ending|closing)\b|^balances?,? (?:at )?end(?:ing)?\b",
    re.IGNORECASE,
)
EDGE = re.compile(
    rf"{_OPENING.pattern}|{_CLOSING.pattern}|\b(?:beginning|ending|opening|closing)\b", re.IGNORECASE
)
_ON_DAY = re.compile(
    rf"\b(?:as of|at|balances?,?)\s+(?P<month>{MONTH})\s*(?P<day>\d{{1,2}})\b(?!,?\s*\d{{4}})", re.I
)
_DAY_SAID = re.compile(rf"\b(?:as of|at)\s+(?:the end of|(?:both\s+)?{MONTH})", re.IGNORECASE)
_SPAN_SAID = re.compile(
    r"\b(?:years?|months|weeks|quarters?|periods?)\s+(?:then\s+)?ended\b|\bduring\b|"
    r"\bfor (?:each of )?the\b.*\byears\b",
    re.IGNORECASE,
)
_EITHER_SAID = re.compile(r"\b(?:as of|at)\s*(?:,?\s*(?:and|or|and/or))\s+for\b", re.IGNORECASE)
_AVERAGE = re.compile(
    r"(?:^|\b(?:total|daily|monthly) )average\b(?!.*\b(?:price|life|term|remaining|rates?|discount)\b)|"
    r"\bgrant[\s-]date fair value\b|\bfair value (?:per option|of \w+ granted)\b",
    re.IGNORECASE,
)
_ASSUMED = re.compile(r"\bassumptions?\b", re.IGNORECASE)  # “fair value assumptions” are of a span of grants
_AVERAGE_BALANCE = re.compile(r"\baverage\s+(?:\w+\s+)?(?:balances?|volumes?)\b", re.IGNORECASE)
_DAY_WORDS = re.compile(
    r"\b(?:assets?|liabilit(?:y|ies)|receivables?|payables?|inventor(?:y|ies)|goodwill|balances?|accumulated|"
    r"carrying|fair values?|outstanding|obligations?|backlog|allowances?|reserves?|accrued|prepaid|"
    r"deferred(?=\s+\w)|unearned|equity(?! in| method| earnings)|investments?(?! income)|debt|borrowings?|"
    r"end of|loans|deposits|surplus|past due|in[\s-]force|headcount|^employees$|square (?:feet|footage))\b",
    re.IGNORECASE,
)
_SPAN_WORDS = re.compile(
    r"\b(?:expenses?|income|sales|revenues?|costs?|earnings|paid|proceeds|purchases|gains?|loss(?:es)?|charges?|"
    r"amortization|depreciation|provisions?|payments?|additions?|expenditures?|spending|contributions|changes?|"
    r"increases?|decreases?|impairments?|write[\s-]?(?:offs?|downs?)|recoveries|interest (?:on|earned)|"
    r"opened|closed|openings|closures|issued|issuances|repurchases|repayments|redemptions|"
    r"granted|exercised|vested|cash flows?|returns?|"
    r"weighted[\s-]average\b.*\bshares)\b",
    re.IGNORECASE,
)
_MOVEMENT = re.compile(
    r"^(?:granted|vested|exercised|forfeited|expired|cancell?ed|released|issued|additions?|acquisitions?)\b"
    r"(?! and)",
    re.IGNORECASE,
)
_ISSUES = re.compile(  # what is done with a stock is a flow: “Table 20: Debt issuances”
    r"(?:table\s+\d+\W+)?(?:[\w-]+\s+){1,3}(?:issuances|repurchases|repayments|redemptions|write-?downs)\W*",
    re.IGNORECASE,
)
_SAID_BEFORE = re.compile(
    r"(?:^|\b(?:in|for|during|at|as of|on|through)(?: the)?(?: fiscal)?(?: years?)?)\s*$", re.I
)
_ENDS_ON_DAY = re.compile(rf"(?:^|\b(?:as of|at)\s+){DATE}$", re.IGNORECASE)
_ORDINAL = re.compile(r"\b(?P<which>first|second|third|fourth|[1-4]\s?(?:st|nd|rd|th))\b", re.IGNORECASE)
_ENDING = re.compile(
    rf"\b(?P<long>(?:three|six|nine|twelve|\d{{1,2}})\s+(?:months|weeks))\s+end(?:ed|ing)\b(?!\s+{MONTH})",
    re.I,
)
_LATER = re.compile(r"\bthereafter\b|\blater\b|\bbeyond\b", re.IGNORECASE)
_YEARS = re.compile(rf"(?:fiscal\s+|FY\s?|year\s+)?{YEAR}", re.IGNORECASE)


class CellPeriods:
    """The period of each cell of one table."""

    def __init__(self, table: Table, calendar: FiscalCalendar) -> None:
        self.table, self.calendar = table, calendar
        self._statement = statement_kind(table)
        self._around = f"{table.title} {table.caption}"

    def of(self, number: int, index: int, canonical: str) -> Period | None:
        """The period of the cell in row `number` and column `index`. `canonical`: its figure's name or ""."""
        if number in self._between_rows:
            return self._between_rows[number]
        if index in self._between_columns:
            return self._between_columns[index]
        row, column = self.table.rows[number], self.table.columns[index]
        period = self._said(row, column)
        if period is None:
            return None
        span = self._span_of_year(period, column)
        edge = self._at_edge(row.label, span, "") if span.start_date else None
        if edge:
            return edge
        if period is column.period:
            period = self._of_its_kind(period, number, column, canonical)
        elif (
            self._has_stocks
            and _YEARS.fullmatch(period.text)
            and self._kind(number, column, canonical) == "day"
        ):
            period = instant(period.text, period.end_date, self.calendar)
        if number in self._moves:
            return self._up_to(period)
        return (
            self._at_edge(f"{row.label}", period, canonical)
            or self._edge_of_heading(column, period)
            or period
        )

    def _said(self, row: TableLine, column: Column) -> Period | None:
        """What the column's own heading says, else the row's words, else what is said of the whole table."""
        over = self._said_over(row, column)
        day = self._day_before_later_years
        if day and column.period and column.period.end_date > day.end_date:
            return day
        if over or (column.period is not None and _times_in(column.header)):
            return over or column.period
        found, whole = self._said_by_row(row, column), column.period
        if found and whole and whole.start_date is None and found.end_date > whole.end_date:
            return whole  # what falls due in years to come, as it stands on the table's day
        return found or whole

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

    def _said_over(self, row: TableLine, column: Column) -> Period | None:
        """The time of the block that the row stands in: a line “2021” over its rows."""
        words = f"{row.label} {column.header}"
        quarter = _ORDINAL.search(words) if re.search(r"\bquarter", words, re.IGNORECASE) else None
        said = _times_in(column.header)
        years = said if len(said) == 1 and _YEARS.fullmatch(said[0]) else ()
        year = re.search(YEAR, " ".join(years or (*row.path, self.table.caption)))
        if quarter and year and (years or not said):
            named = find_periods(f"{quarter['which']} quarter of fiscal {year[0]}", self.calendar)
            if named:
                return named[0][0]
        times = [label for label in row.path if is_only_time(label)]
        return find_periods(times[-1], self.calendar)[0][0] if times else None

    def _said_by_row(self, row: TableLine, column: Column) -> Period | None:
        for words in (row.label, *reversed(row.path)):
            for period, start, _ in find_periods(words, self.calendar):
                if is_only_time(words) or (column.period is None and _is_time_of(words, period, start)):
                    return period
        return None

    def _of_its_kind(self, period: Period, number: int, column: Column, canonical: str) -> Period:
        """A bare year as its last day where the words speak of a stock, as its span where of a flow."""
        if self._statement == "day" and period.start_date:
            return instant(period.text, period.end_date, self.calendar)
        if not _is_bare_year(column, period):
            return period
        kind = self._kind(number, column, canonical)
        if kind == "day" and period.start_date:
            return instant(period.text, period.end_date, self.calendar)
        return self._span_of_year(period, column) if kind == "span" else period

    def _span_of_year(self, period: Period, column: Column) -> Period:
        if period.start_date or not period.fiscal_year or not _is_bare_year(column, period):
            return period
        return fiscal_year(period.text, period.fiscal_year, self.calendar)

    def _kind(self, number: int, column: Column, canonical: str) -> str:
        row = self.table.rows[number]
        if canonical:
            return "day" if MEASURES[canonical].is_instant else "span"
        if self._statement:
            return "day" if self._statement == "day" or holds_cash(row.label) else "span"
        if number in self._inner_rows or _MOVEMENT.match(row.label) or _AVERAGE.search(row.label):
            return "span"
        over = header_rest(column.header)
        if self._has_averages:
            return "span"
        heading = "span" if _AVERAGE.search(over) else _kind_of(over)
        if heading:
            return heading
        said_day, said_span = bool(_DAY_SAID.search(self._around)), bool(_SPAN_SAID.search(self._around))
        if said_day != said_span and not _EITHER_SAID.search(self._around):
            return "day" if said_day else "span"
        title = re.split(r"(?<=[.;])\s", self.table.title)[-1]
        title = "" if _ASSUMED.search(title) else title
        return next(filter(None, map(_kind_of, (row.label, *reversed(row.path), title))), "")

    @cached_property
    def _has_stocks(self) -> bool:
        """Whether words of a stock head a column, and none head the edges of a span."""
        headings = [header_rest(column.header) for column in self.table.columns]
        return any(_kind_of(each) == "day" for each in headings) and not any(map(EDGE.search, headings))

    @cached_property
    def _has_averages(self) -> bool:
        """Whether it sets the interest of a span beside the average balances on which it was earned."""
        return any(_AVERAGE_BALANCE.search(column.header) for column in self.table.columns)

    def _edge_of_heading(self, column: Column, period: Period) -> Period | None:
        """“Balance, beginning 2021”, “Stores at end of year”: a day, by the column's words."""
        return self._at_edge(header_rest(column.header), self._span_of_year(period, column), "")

    def _at_edge(self, label: str, period: Period, canonical: str) -> Period | None:
        """“Cash at beginning of year” is an instant: the close of the day before the span begins.

        What goes by the name of a stock, such as total assets, is of the last day of a year that heads it.
        """
        if period.start_date is None:
            is_opening = bool(_OPENING.search(label)) and self._step is not None
            return self._before(period) if is_opening else None
        day = self._day_in(label, period)
        if day:
            return instant(period.text, day, self.calendar)
        if _OPENING.search(label):
            return instant(period.text, period.start_date - DAY, self.calendar)
        is_stock = bool(canonical) and MEASURES[canonical].is_instant
        is_closing = is_stock or _CLOSING.search(label)
        return instant(period.text, period.end_date, self.calendar) if is_closing else None

    def _day_in(self, label: str, period: Period) -> date | None:
        """“As of January 1” in a year's column: the close of the day before it, or of its last day."""
        match = _ON_DAY.search(label)
        if match is None or period.start_date is None:
            return None
        for day, close in ((period.start_date, period.start_date - DAY), (period.end_date, period.end_date)):
            if day.month == month_number(match["month"]) and abs(day.day - int(match["day"])) <= NEAR:
                return close
        return None

    @cached_property
    def _step(self) -> int | None:
        """Months between the days that head the columns of a table that tells how balances moved."""
        days = sorted({c.period.end_date for c in self.table.columns if c.period and not c.period.start_date})
        steps = {round((last - first).days / 30.44) for first, last in pairwise(days)}
        opens = any(_OPENING.search(row.label) for row in self.table.rows)
        closes = any(_CLOSING.search(row.label) for row in self.table.rows)
        if not (opens and closes) or len(steps) > 1:
            return None
        is_year = bool(days) and self.calendar.months_into_year(days[-1]) == 12
        return steps.pop() if steps else 12 if is_year else None

    @cached_property
    def _inner_rows(self) -> frozenset[int]:
        """The rows between an opening and a closing balance."""
        found: set[int] = set()
        since: list[int] | None = None
        for number, row in enumerate(self.table.rows):
            is_opening, is_closing = _OPENING.search(row.label), _CLOSING.search(row.label)
            if is_closing and since:
                found.update(since)
            if is_opening or is_closing:
                since = [] if is_opening else None
            elif since is not None:
                since.append(number)
        return frozenset(found)

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
    def _between_rows(self) -> dict[int, Period]:
        """For statements of equity: the days of balances, and what happened between two of them."""
        ending = dict(self._ending_spans())
        if ending:
            return ending
        balances = [
            (number, self._close_of(days[0]))
            for number, row in enumerate(self.table.rows)
            if self._is_balance(row) and (days := [day for day, _, _ in find_dates(row.label)])
        ]
        spans = {number: instant(str(day), day, self.calendar) for number, day in balances}
        if balances:
            spans |= self._before_balance(*balances[0])
        for (first, start), (last, end) in pairwise(balances):
            if start < end:
                spans |= dict.fromkeys(range(first + 1, last), self._span(start, end))
        return spans

    def _ending_spans(self) -> Iterator[tuple[int, Period]]:
        """The spans that rows of days end, where the table says how long they are and its columns do not."""
        said = _ENDING.search(self._around)
        if said is None or any(_times_in(column.header) for column in self.table.columns):
            return
        for number, row in enumerate(self.table.rows):
            if re.fullmatch(DATE, row.label, re.IGNORECASE):
                found = find_periods(f"{said['long']} ended {row.label}", self.calendar)
                yield from ((number, period) for period, _, _ in found[:1])

    def _before_balance(self, balance: int, day: date) -> dict[int, Period]:
        """What led up to the first balance, where the row that opens the table says from when on."""
        said = find_periods(self.table.rows[0].label, self.calendar) if balance else []
        opening = said[0][0] if said else None
        if opening is None or opening.start_date is None or opening.end_date > day:
            return {}
        inner = dict.fromkeys(range(1, balance), self._span(opening.start_date - DAY, day))
        return {0: opening, **inner}

    def _is_balance(self, row: TableLine) -> bool:
        """Whether a row with a day in its label shows amounts on it, in a table without days over it."""
        if BALANCE.search(row.label):
            return True
        has_times = any(_times_in(column.header) for column in self.table.columns)
        return not has_times and bool(_ENDS_ON_DAY.search(row.label))

    @cached_property
    def _between_columns(self) -> dict[int, Period]:
        """“June 30, 2022 | Acquisitions | Other | June 30, 2023”: what happened from one day to the next."""
        days = list(self._days_of_columns())
        spans: dict[int, Period] = {}
        for (first, start), (last, end) in pairwise(days):
            inner = range(first + 1, last)
            if start < end and inner and not any(_times_in(self.table.columns[at].header) for at in inner):
                spans |= dict.fromkeys(inner, self._span(start, end))
        return spans

    def _days_of_columns(self) -> Iterator[tuple[int, date]]:
        for index, column in enumerate(self.table.columns):
            if column.period and _times_in(column.header):
                edge = self._edge_of_heading(column, column.period) or column.period
                if edge.start_date is None:
                    yield index, edge.end_date

    def _span(self, start: date, end: date) -> Period:
        days = (end - start).days
        quarter = self.calendar.quarter_of(end) if QUARTER_DAYS[0] <= days <= QUARTER_DAYS[1] else None
        return Period(f"{start} to {end}", start + DAY, end, self.calendar.year_of(end), quarter)

    def _close_of(self, day: date) -> date:
        """A balance of 1 January is that of the close of 31 December, unless periods end on odd days."""
        is_close = day.day != 1 or day in self.calendar.ends or not self.calendar.ends_with_months
        return day if is_close else day - DAY


@lru_cache(maxsize=4096)  # asked for each cell of a column
def _times_in(header: str) -> tuple[str, ...]:
    return tuple(period.text for period, _, _ in find_periods(header, FiscalCalendar()))


def _is_time_of(words: str, period: Period, start: int) -> bool:
    """Whether the time is that of the figure: “2021 issuance” and “due 2025” name something else by it."""
    if not _YEARS.fullmatch(period.text) and start == 0:
        return True
    return bool(start and _SAID_BEFORE.search(words[:start])) or bool(re.search(r"\bended\b", period.text))


def _is_bare_year(column: Column, period: Period) -> bool:
    said = _times_in(column.header)
    if not said or not all(_YEARS.fullmatch(text) for text in said):
        return False
    return (
        period.start_date is None
        or YEAR_DAYS[0] <= (period.end_date - period.start_date).days <= YEAR_DAYS[1]
    )


def _kind_of(words: str) -> str:
    """“day” for words of stocks, “span” for words of flows, "" where both or neither are said."""
    is_day, is_span = bool(_DAY_WORDS.search(words)), bool(_SPAN_WORDS.search(words))
    if is_day and is_span and _ISSUES.fullmatch(words):
        return "span"
    return "" if is_day == is_span else "day" if is_day else "span"
