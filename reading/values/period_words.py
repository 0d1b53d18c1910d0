"""The span of time of a figure in words. No Django here.

A fiscal year alone does not say for how long a figure is: half-years, quarters and nine months are told apart
by their first and last days.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Protocol

from reading.values.dates import month_end
from reading.values.fiscal import DRIFT, FiscalCalendar

QUARTER = range(80, 121)  # days; one of a 52-week year may have up to 17 weeks
HALF = range(175, 191)
YEAR = range(350, 381)
COUNTED = re.compile(r"\d+ (?:weeks|months|years) to ")
MONTHS = ("month", "two months", "three months", "four months", "five months", "six months", "seven months",
          "eight months", "nine months", "ten months", "eleven months", "twelve months")  # fmt: skip


class Timed(Protocol):
    @property
    def period(self) -> str: ...
    @property
    def period_start(self) -> date | None: ...
    @property
    def period_end(self) -> date | None: ...
    @property
    def fiscal_year(self) -> int | None: ...
    @property
    def fiscal_quarter(self) -> int | None: ...


def span_words(figure: Timed, calendar: FiscalCalendar | None = None) -> str:
    """“Q2 of fiscal 2024”, “first half of fiscal 2024”, “nine months to 30 June 2024”, “end of fiscal 2023”.

    As written where the figure's days are not known. `calendar`: its document's; without one a part of a
    fiscal year other than a quarter is told by its last day.
    """
    end = figure.period_end
    if end is None:
        return _undated(figure)
    if figure.period_start is None:
        return _instant(figure, end, calendar)
    days = (end - figure.period_start).days + 1
    if figure.fiscal_year is not None and abs(figure.fiscal_year - end.year) <= 1:
        if figure.fiscal_quarter and days in QUARTER:
            return f"Q{figure.fiscal_quarter} of fiscal {figure.fiscal_year}"
        if days in YEAR and (calendar is None or _ends_year(end, figure.fiscal_year, calendar)):
            return f"fiscal {figure.fiscal_year}"
        if calendar and (part := _part_of_year(figure.period_start, end, figure.fiscal_year, calendar)):
            return f"{part} of fiscal {figure.fiscal_year}"
    return _by_length(figure.period_start, end)


def in_span(figure: Timed, calendar: FiscalCalendar | None = None) -> str:
    """The same with its preposition: “in the first half of fiscal 2024”, “at the end of fiscal 2023”."""
    words = span_words(figure, calendar)
    if figure.period_end and figure.period_start is None:
        return f"at the {words}" if words.startswith("end of") else f"at {words}"
    if words.startswith(("first ", "second ", *MONTHS)) or COUNTED.match(words):
        return f"in the {words}"
    return f"from {words}" if words[:1].isdigit() and " to " in words else f"in {words}"


def _undated(figure: Timed) -> str:
    if figure.fiscal_year is None:
        return figure.period
    quarter = f"Q{figure.fiscal_quarter} of " if figure.fiscal_quarter else ""
    return f"{quarter}fiscal {figure.fiscal_year}"


def _instant(figure: Timed, end: date, calendar: FiscalCalendar | None) -> str:
    if figure.fiscal_year is not None and abs(figure.fiscal_year - end.year) <= 1:
        if figure.fiscal_quarter and (calendar is None or _ends_month(end)):
            return f"end of Q{figure.fiscal_quarter} of fiscal {figure.fiscal_year}"
        if calendar and _ends_year(end, figure.fiscal_year, calendar):
            return f"end of fiscal {figure.fiscal_year}"
    return _day(end)


def _part_of_year(start: date, end: date, year: int, calendar: FiscalCalendar) -> str:
    """“first nine months”, “second half”; "" for what neither begins nor ends with the fiscal year."""
    months = round((end - start).days / 30.44)
    begins = abs(start - calendar.start_of(year)).days <= DRIFT
    if begins and (end - start).days + 1 in HALF:
        return "first half"
    if begins and 1 < months < 12 and abs(calendar.end_of(year, months) - end).days <= DRIFT:
        return f"first {MONTHS[months - 1]}"
    return "second half" if (end - start).days + 1 in HALF and _ends_year(end, year, calendar) else ""


def _by_length(start: date, end: date) -> str:
    """“six months to 30 June 2024”, “26 weeks to 29 July 2023”, “July 2024”, else from day to day."""
    days = (end - start).days + 1
    if start.day == 1 and end == month_end(end.year, end.month):
        months = 12 * (end.year - start.year) + end.month - start.month + 1
        if months == 1:
            return f"{end:%B} {end.year}"
        if months > 12 and months % 12 == 0:
            return f"{months // 12} years to {_day(end)}"
        return f"{MONTHS[months - 1] if months <= 12 else f'{months} months'} to {_day(end)}"
    if days % 7 == 0 and days > 7:
        return f"{days // 7} weeks to {_day(end)}"
    return f"{_day(start)} to {_day(end)}" if days > 1 else _day(end)


def _ends_year(end: date, year: int, calendar: FiscalCalendar) -> bool:
    return abs(calendar.end_of(year) - end).days <= DRIFT


def _ends_month(day: date) -> bool:
    """Whether books that are closed with a month, or on a weekday near its end, may be closed on the day."""
    return day.day <= DRIFT or (month_end(day.year, day.month) - day).days <= DRIFT


def _day(day: date) -> str:
    return f"{day.day} {day:%B} {day.year}"
