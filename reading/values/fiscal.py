"""Fiscal calendars and the spans of time that they give. No Django here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta

from reading.values.dates import month_end

DAY = timedelta(days=1)
# Weeks-based years end on the weekday nearest to a month's end: up to so many days after it.
DRIFT = 10
LATEST_OF_YEAR_BEFORE = 6  # month in which a year may end that is named by the calendar year before
MONTHS_OF_QUARTER, WEEKS_OF_QUARTER = 3, 13
HALF_A_WEEK = 3  # days by which the nearest weekday may lie before a month's end
FEW_YEARS = 2  # over which years of weeks are counted back from one whose end is known
LEAST_REGULAR = 4  # years that end with a month for one that does not, in a calendar of whole months


@dataclass(frozen=True)
class FiscalCalendar:
    """When the subject's fiscal years end and what it calls them.

    `year_offset`, added to the calendar year in which a fiscal year ends, gives its name: −1 for a retailer
    whose fiscal 2022 ends in January 2023. `ends`: days on which periods are known to have ended; a nominal
    month's end near one of them is that day. `on_last`: years end on the last such weekday of their month.
    """

    year_end_month: int = 12
    year_offset: int = 0
    ends: tuple[date, ...] = ()
    on_last: bool = False

    def year_of(self, end: date) -> int:
        """The name of the fiscal year in which `end` lies."""
        year, month = nominal_month(end)
        return year + (month > self.year_end_month) + self.year_offset

    def naming(self, year: int, end: date) -> FiscalCalendar | None:
        """This calendar where `year` is its name of the year in which `end` lies; None where it cannot be.

        It may be the year before that of the year's end only where less than half of the year is of that.
        """
        offset = year - replace(self, year_offset=0).year_of(end)
        is_before = offset == -1 and self.year_end_month <= LATEST_OF_YEAR_BEFORE
        return replace(self, year_offset=offset) if offset == 0 or is_before else None

    def months_into_year(self, end: date) -> int:
        """1–12: how many months of its fiscal year are over on `end`."""
        return (nominal_month(end)[1] - self.year_end_month - 1) % 12 + 1

    def quarter_of(self, end: date) -> int:
        return (self.months_into_year(end) + 2) // 3

    def end_of(self, fiscal_year: int, months: int = 12) -> date:
        """The day on which so many months of the fiscal year are over."""
        index = (fiscal_year - self.year_offset) * 12 + self.year_end_month - 1 - 12 + months
        nominal = month_end(index // 12, index % 12 + 1)
        near = [end for end in self.ends if abs(end - nominal).days <= DRIFT]
        if near or self.ends_with_months:
            return min(near, key=lambda end: abs(end - nominal), default=nominal)
        return self._by_weeks(nominal)

    def _by_weeks(self, nominal: date) -> date:
        """The day near a month's end that lies whole weeks from a known one of few years before or after.

        Books close on a weekday: the nearest to the month's end or, where a known end lies far before it, the
        last one of the month.
        """
        month = self.months_into_year(nominal)
        known = [end for end in self.ends if self.months_into_year(end) == month]
        base = min(known, key=lambda end: abs(end - nominal), default=None)
        if base is None or abs(base - nominal).days > FEW_YEARS * 366:
            is_quarter = month < 12 and month % MONTHS_OF_QUARTER == 0
            return self._by_quarters(nominal, month // MONTHS_OF_QUARTER) if is_quarter else nominal
        is_last = self.on_last or any(map(_is_far_before_month_end, known))
        days = (nominal - base).days
        return base + timedelta(days=7 * (days // 7 if is_last else round(days / 7)))

    def _by_quarters(self, nominal: date, quarters: int) -> date:
        """The day that lies so many quarters of 13 weeks after the year before, where its end is known."""
        before = self.end_of(self.year_of(nominal) - 1)
        is_known = before in self.ends or (before + DAY).day != 1
        return before + timedelta(days=7 * WEEKS_OF_QUARTER * quarters) if is_known else nominal

    def start_of(self, fiscal_year: int) -> date:
        return self.end_of(fiscal_year - 1) + DAY

    @property
    def ends_with_months(self) -> bool:
        """Whether known years, else quarters, end with a month, but for some day that the text tells of."""
        years = [end for end in self.ends if self.months_into_year(end) == 12] or self.ends
        odd = sum((end + DAY).day != 1 for end in years)
        return odd * LEAST_REGULAR <= len(years)

    def knowing(self, ends: tuple[date, ...]) -> FiscalCalendar:
        return replace(self, ends=tuple(sorted({*self.ends, *ends})))


@dataclass(frozen=True)
class Period:
    """`start_date` None: an instant, the close of `end_date`. `fiscal_quarter`: 1–4, of spans of a quarter
    and of instants at a quarter's end other than the year's."""

    text: str
    start_date: date | None
    end_date: date
    fiscal_year: int | None = None
    fiscal_quarter: int | None = None


def nominal_month(end: date) -> tuple[int, int]:
    """Year and month of which `end` closes the books: 1 January 2023 closes December 2022."""
    nominal = end - timedelta(days=DRIFT) if end.day <= DRIFT else end
    return nominal.year, nominal.month


def instant(text: str, end: date, calendar: FiscalCalendar) -> Period:
    quarter = calendar.quarter_of(end) if calendar.months_into_year(end) in (3, 6, 9) else None
    return Period(text, None, end, calendar.year_of(end), quarter)


def fiscal_year(text: str, year: int, calendar: FiscalCalendar) -> Period:
    end = calendar.end_of(year)
    return Period(text, _start_of_months(12, end, calendar), end, year)


def fiscal_quarter(text: str, year: int, quarter: int, calendar: FiscalCalendar) -> Period:
    end = calendar.end_of(year, quarter * 3)
    return Period(text, _start_of_months(3, end, calendar), end, year, quarter)


def months_to(text: str, months: int, end: date, calendar: FiscalCalendar) -> Period:
    """The span of so many months that ends on `end`, whether months or weeks are counted."""
    year = calendar.year_of(end)
    quarter = calendar.quarter_of(end) if months == 3 else None
    return Period(text, _start_of_months(months, end, calendar), end, year, quarter)


def _start_of_months(months: int, end: date, calendar: FiscalCalendar) -> date:
    ends_month = (end + DAY).day == 1
    if ends_month and calendar.ends_with_months:
        return months_back(end, months)
    by_weeks = end - timedelta(days=round(months * 13 / 3) * 7) + DAY
    if calendar.months_into_year(end) == months:  # the year so far
        start = calendar.start_of(calendar.year_of(end))
        is_known = start - DAY in calendar.ends or bool(calendar.ends and calendar.ends_with_months)
        if is_known and abs((start - by_weeks).days) <= DRIFT:
            return start
        if (calendar.on_last or months < 12) and _is_week_late(by_weeks, months, end, calendar):
            return by_weeks - timedelta(days=7)
        if months == 12:  # of 52 or 53 weeks: the start nearer to that of a month
            return min(by_weeks, by_weeks - timedelta(days=7), key=lambda day: abs((day - start).days))
    is_by_weeks = not ends_month or (end in calendar.ends and not calendar.ends_with_months)
    if not is_by_weeks:
        return months_back(end, months)
    is_last = months == MONTHS_OF_QUARTER and calendar.months_into_year(end) == 12
    return _last_quarter_from(by_weeks, end, calendar) if is_last else by_weeks


def _last_quarter_from(by_weeks: date, end: date, calendar: FiscalCalendar) -> date:
    """A week before `by_weeks`, 13 weeks before `end`, where the 53rd week of the year is left for it.

    Years that end on a month's last weekday take it in another quarter as often.
    """
    start = calendar.end_of(calendar.year_of(end), 12 - MONTHS_OF_QUARTER) + DAY
    is_on_last = calendar.on_last or any(
        _is_far_before_month_end(day) for day in calendar.ends if calendar.months_into_year(day) == 12
    )
    return start if not is_on_last and start == by_weeks - timedelta(days=7) else by_weeks


def _is_far_before_month_end(end: date) -> bool:
    """Whether books that are closed on this day are closed on the last such weekday of months."""
    return (month_end(*nominal_month(end)) - end).days > HALF_A_WEEK


def _is_week_late(start: date, months: int, end: date, calendar: FiscalCalendar) -> bool:
    """Whether a year so far, as of 26 weeks, begins after its month: the 53rd week was in it.

    That is so where years end on a month's last weekday, as what is known of the years beside tells.
    """
    others = [day for day in calendar.ends if day != end and calendar.months_into_year(day) == months]
    starts = [day - timedelta(days=round(months * 13 / 3) * 7) for day in others]
    is_last = calendar.on_last or any(map(_is_far_before_month_end, starts))
    return is_last and (start - DAY).day <= DRIFT


def months_back(end: date, months: int) -> date:
    index = end.year * 12 + end.month - months
    return date(index // 12, index % 12 + 1, 1)


def weeks_to(text: str, weeks: int, end: date, calendar: FiscalCalendar) -> Period:
    start = end - timedelta(days=7 * weeks) + DAY
    quarter = calendar.quarter_of(end) if 11 <= weeks <= 17 else None
    return Period(text, start, end, calendar.year_of(end), quarter)
