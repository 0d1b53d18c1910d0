"""For how long a figure is, in words: a half-year is no fiscal year."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

from reading.model import MetricDraft, Place
from reading.values.fiscal import DRIFT, FiscalCalendar
from reading.values.period_words import in_span, span_words
from reading.values.periods import find_periods
from tests.cases import every_case

YEARS = FiscalCalendar()
JUNE = FiscalCalendar(6)
RETAIL = FiscalCalendar(1, -1, ends=(date(2023, 1, 28), date(2022, 1, 29)))


def figure(start: str, end: str, year: int | None = None, quarter: int | None = None, period: str = ""):
    days = [date.fromisoformat(day) if day else None for day in (start, end)]
    return MetricDraft(
        place=Place(page=1, quote=""), metric_name="Revenue", value="1", numeric_value=Decimal(1),
        period=period, period_start=days[0], period_end=days[1], fiscal_year=year, fiscal_quarter=quarter,
    )  # fmt: skip


@every_case(
    "told, calendar, words",
    [
        (figure("2025-01-01", "2025-06-30", 2025), YEARS, "in the first half of fiscal 2025"),
        (figure("2025-07-01", "2025-12-31", 2025), YEARS, "in the second half of fiscal 2025"),
        (figure("2024-07-01", "2024-12-31", 2025), JUNE, "in the first half of fiscal 2025"),
        (figure("2025-01-01", "2025-06-30", 2025), None, "in the six months to 30 June 2025"),
        (figure("2024-10-01", "2025-03-31", 2025), YEARS, "in the six months to 31 March 2025"),
        (figure("2024-01-01", "2024-09-30", 2024), YEARS, "in the first nine months of fiscal 2024"),
        (figure("2024-01-01", "2024-09-30", 2024), None, "in the nine months to 30 September 2024"),
        (figure("2024-04-01", "2024-06-30", 2024, 2), YEARS, "in Q2 of fiscal 2024"),
        (figure("2024-05-01", "2024-07-31", 2024), YEARS, "in the three months to 31 July 2024"),
        (figure("2022-01-30", "2023-01-28", 2022), RETAIL, "in fiscal 2022"),
        (figure("2022-01-30", "2023-01-28"), RETAIL, "in the 52 weeks to 28 January 2023"),
        (figure("2022-10-30", "2023-01-28", 2022, 4), RETAIL, "in Q4 of fiscal 2022"),
        (figure("2022-01-30", "2022-07-30", 2022), RETAIL, "in the first half of fiscal 2022"),
        (figure("2022-01-30", "2022-07-30", 2022), None, "in the 26 weeks to 30 July 2022"),
        (figure("2022-01-30", "2022-10-29", 2022), RETAIL, "in the first nine months of fiscal 2022"),
        (figure("2024-01-01", "2024-07-31", 2024), YEARS, "in the first seven months of fiscal 2024"),
        (figure("2024-01-01", "2024-12-31", 2024), YEARS, "in fiscal 2024"),
        (figure("2023-07-01", "2024-06-30", 2024), YEARS, "in the twelve months to 30 June 2024"),
        (figure("2023-07-01", "2024-06-30", 2024), JUNE, "in fiscal 2024"),
        (figure("2022-01-01", "2024-12-31"), YEARS, "in the 3 years to 31 December 2024"),
        (figure("2024-07-01", "2024-07-31", 2024), YEARS, "in July 2024"),
        (figure("2024-03-05", "2024-05-17", 2024), YEARS, "from 5 March 2024 to 17 May 2024"),
        (figure("", "2024-12-31", 2024), YEARS, "at the end of fiscal 2024"),
        (figure("", "2024-06-30", 2024, 2), YEARS, "at the end of Q2 of fiscal 2024"),
        (figure("", "2024-01-31", 2024), YEARS, "at 31 January 2024"),
        (figure("", "", 2024), YEARS, "in fiscal 2024"),
        (figure("", "", period="the coming year"), YEARS, "in the coming year"),
    ],
)
def test_a_span_is_told_by_its_length_and_place_in_the_fiscal_year(told, calendar, words):
    assert in_span(told, calendar) == words


@every_case("calendar", [YEARS, JUNE, FiscalCalendar(1, -1)])
@every_case("weeks", [None, 1, 13, 26, 39, 52, 53])
def test_words_name_the_span_that_they_are_of(calendar, weeks):
    """Whatever is said is read back as the same days, as a question that repeats it is."""
    end = date(2024, 6, 30)
    starts = [end - timedelta(days=7 * weeks - 1)] if weeks else [date(2024, 7 - n, 1) for n in range(1, 7)]
    for start in starts:
        told = figure(start.isoformat(), end.isoformat(), calendar.year_of(end))
        words = span_words(told, calendar)
        read = [found for found, _, _ in find_periods(words, calendar)]
        days = [day for each in read for day in (each.start_date, each.end_date) if day]
        assert len(days) == 2, words
        assert all(abs(day - own).days <= DRIFT for day, own in zip(days, (start, end), strict=True)), words
