"""Times that questions name, asked on 15 May 2024 of documents that tell of days up to the end of 2023."""

from datetime import date

import pytest

from reading.values.fiscal import FiscalCalendar
from retrieval.question.periods.times import find_times
from tests.cases import every_case

TODAY, LATEST = date(2024, 5, 15), date(2023, 12, 31)
CALENDAR_YEAR, JUNE, RETAILER = FiscalCalendar(), FiscalCalendar(6), FiscalCalendar(1, -1)


def times_in(text, calendar=CALENDAR_YEAR, today=TODAY, latest=LATEST):
    return find_times(text, calendar, today=today, latest=latest)


def days_in(text, calendar=CALENDAR_YEAR, **when):
    return [
        (time.date_from and str(time.date_from), time.date_to and str(time.date_to))
        for time in times_in(text, calendar, **when)
    ]


@every_case(
    "text, first, last",
    [
        ("revenue in 2022", "2022-01-01", "2022-12-31"),
        ("revenue between 2019 and 2021", "2019-01-01", "2021-12-31"),
        ("revenue from 2019 to 2021", "2019-01-01", "2021-12-31"),
        ("fiscal years 2019 through 2022", "2019-01-01", "2022-12-31"),
        ("FY2021-FY2023", "2021-01-01", "2023-12-31"),
        ("between March and June 2022", "2022-03-01", "2022-06-30"),
        ("from March 1, 2023 to April 30, 2023", "2023-03-01", "2023-04-30"),
        ("from Q1 to Q3 2023", "2023-01-01", "2023-09-30"),
        ("since 2020", "2020-01-01", "2024-05-15"),
        ("since March 2022", "2022-03-01", "2024-05-15"),
        ("since March", "2023-03-01", "2024-05-15"),
        ("since the beginning of 2021", "2021-01-01", "2024-05-15"),
        ("2020 onwards", "2020-01-01", "2024-05-15"),
        ("after June 2023", "2023-07-01", "2024-05-15"),
        ("before 2020", None, "2019-12-31"),
        ("prior to March 2022", None, "2022-02-28"),
        ("until the end of 2021", None, "2021-12-31"),
        ("2019 and earlier", None, "2019-12-31"),
        ("the last two years", "2022-01-01", "2023-12-31"),
        ("the past 3 years", "2021-01-01", "2023-12-31"),
        ("last year", "2023-01-01", "2023-12-31"),
        ("this year", "2024-01-01", "2024-12-31"),
        ("next year", "2025-01-01", "2025-12-31"),
        ("last quarter", "2024-01-01", "2024-03-31"),
        ("this quarter", "2024-04-01", "2024-06-30"),
        ("the last four quarters", "2023-04-01", "2024-03-31"),
        ("last month", "2024-04-01", "2024-04-30"),
        ("the last 30 days", "2024-04-15", "2024-05-15"),
        ("the past two weeks", "2024-05-01", "2024-05-15"),
        ("over the past decade", "2014-01-01", "2023-12-31"),
        ("year to date", "2024-01-01", "2024-05-15"),
        ("YTD", "2024-01-01", "2024-05-15"),
        ("the latest quarter", "2023-10-01", "2023-12-31"),
        ("the most recent fiscal year", "2023-01-01", "2023-12-31"),
        ("the two most recent years", "2022-01-01", "2023-12-31"),
        ("the trailing twelve months", "2023-01-01", "2023-12-31"),
        ("in Q2", "2023-04-01", "2023-06-30"),
        ("in the third quarter", "2023-07-01", "2023-09-30"),
        ("2Q23", "2023-04-01", "2023-06-30"),
        ("H1 2023", "2023-01-01", "2023-06-30"),
        ("in the second half", "2023-07-01", "2023-12-31"),
        ("first nine months of 2023", "2023-01-01", "2023-09-30"),
        ("first three quarters of 2023", "2023-01-01", "2023-09-30"),
        ("the 2010s", "2010-01-01", "2019-12-31"),
        ("in March", "2023-03-01", "2023-03-31"),
        ("as of December 31, 2022", "2022-12-31", "2022-12-31"),
        ("yesterday", "2024-05-14", "2024-05-14"),
        ("two years ago", "2022-01-01", "2022-12-31"),
        ("a year ago", "2023-01-01", "2023-12-31"),
        ("two quarters ago", "2023-10-01", "2023-12-31"),
        ("a month ago", "2024-04-01", "2024-04-30"),
        ("the year before last", "2022-01-01", "2022-12-31"),
        ("the past couple of years", "2022-01-01", "2023-12-31"),
        ("the last few quarters", "2023-07-01", "2024-03-31"),
        ("the next two years", "2025-01-01", "2026-12-31"),
        ("the next 12 months", "2024-06-01", "2025-05-31"),
        ("the next quarter", "2024-07-01", "2024-09-30"),
        ("the third quarter of last year", "2023-07-01", "2023-09-30"),
        ("Q1 this year", "2024-01-01", "2024-03-31"),
        ("the first half of last year", "2023-01-01", "2023-06-30"),
        ("in March of last year", "2023-03-01", "2023-03-31"),
        ("by the end of 2027", None, "2027-12-31"),
        ("2022/23", "2022-01-01", "2023-12-31"),
        ("mid-2023", "2023-01-01", "2023-12-31"),
        ("the two years ended 31 December 2023", "2022-01-01", "2023-12-31"),
    ],
)
def test_reads_the_days_that_are_meant(text, first, last):
    assert days_in(text) == [(first, last)]


@every_case(
    "text, calendar, first, last",
    [
        ("fiscal 2023", JUNE, "2022-07-01", "2023-06-30"),
        ("last year", JUNE, "2022-07-01", "2023-06-30"),
        ("the last two years", JUNE, "2021-07-01", "2023-06-30"),
        ("this quarter", RETAILER, "2024-05-01", "2024-07-31"),
        ("last year", RETAILER, "2023-02-01", "2024-01-31"),
        ("Q2 2023", JUNE, "2022-10-01", "2022-12-31"),
        ("in Q2", JUNE, "2023-10-01", "2023-12-31"),
        ("between 2019 and 2021", RETAILER, "2019-02-01", "2022-01-31"),
        ("before 2020", JUNE, None, "2019-06-30"),
        ("year to date", JUNE, "2023-07-01", "2023-12-31"),
        ("in 2022/23", JUNE, "2022-07-01", "2023-06-30"),
        ("FY2022-23", JUNE, "2022-07-01", "2023-06-30"),
        ("2022/23", RETAILER, "2022-02-01", "2023-01-31"),
        ("calendar 2023", JUNE, "2023-01-01", "2023-12-31"),
        ("Q1 of calendar 2023", JUNE, "2023-01-01", "2023-03-31"),
        ("the third quarter of last year", JUNE, "2023-01-01", "2023-03-31"),
        ("in March of last year", JUNE, "2023-03-01", "2023-03-31"),
        ("two years ago", JUNE, "2021-07-01", "2022-06-30"),
        ("the three years to June 2023", JUNE, "2020-07-01", "2023-06-30"),
    ],
)
def test_fiscal_periods_are_the_companys_own(text, calendar, first, last):
    assert days_in(text, calendar) == [(first, last)]


@every_case(
    "text, periods",
    [
        ("revenue from 2019 to 2021", [(2019, None), (2020, None), (2021, None)]),
        ("revenue in the last two years", [(2022, None), (2023, None)]),
        ("the last four quarters", [(2023, 2), (2023, 3), (2023, 4), (2024, 1)]),
        ("Q1 and Q2 2023", [(2023, 1), (2023, 2)]),
        ("Q2 2023 versus Q2 2022", [(2023, 2), (2022, 2)]),
        ("How did Q2 compare with Q2 2022?", [(2023, 2), (2022, 2)]),
        ("since 2022", [(2022, None), (2023, None), (2024, None)]),
        ("before 2020", []),
        ("since March 2022", []),
        ("How does 2021 compare with the prior year?", [(2021, None), (2020, None)]),
        ("Q2 2021 against the same quarter last year", [(2021, 2), (2020, 2)]),
        ("Q1 2021 and a year earlier", [(2021, 1), (2020, 1)]),
        ("Q1 2021 and the previous quarter", [(2021, 1), (2020, 4)]),
        ("fiscal 2021 and the two previous years", [(2021, None), (2019, None), (2020, None)]),
        ("growth from the preceding year in FY2021", [(2020, None), (2021, None)]),
        ("2021 and the following year", [(2021, None), (2022, None)]),
        ("the latest quarter and the previous quarter", [(2023, 4), (2023, 3)]),
        ("the prior year", [(2023, None)]),
        ("2021 earnings per year after tax", [(2021, None)]),
        ("Which is lower, Q2 or Q3 of 2021?", [(2021, 2), (2021, 3)]),
        ("Q1, Q2 and Q3 2021", [(2021, 1), (2021, 2), (2021, 3)]),
        ("between Q2 and Q3 2021", [(2021, 2), (2021, 3)]),
        ("in Q2/Q3 2021", [(2021, 2), (2021, 3)]),
        ("in 2021 or 2022", [(2021, None), (2022, None)]),
        ("the second or third quarter of 2021", [(2021, 2), (2021, 3)]),
        ("the first, the second or the third quarter of 2021", [(2021, 1), (2021, 2), (2021, 3)]),
        ("the second quarter of 2021 or the third?", [(2021, 2), (2021, 3)]),
        ("Is it higher in Q3 than in Q2 of 2021?", [(2021, 3), (2021, 2)]),
        ("Did Q3 2021 have more revenue than Q2?", [(2021, 3), (2021, 2)]),
        ("Did revenue in Q3 exceed that in Q2 2021?", [(2021, 3), (2021, 2)]),
        ("Q2 or Q3 of last year", [(2023, 2), (2023, 3)]),
        ("Which was better in 2021: Q2 or Q3?", [(2021, 2), (2021, 3)]),
        ("In 2021, what was revenue in Q2?", [(2021, 2)]),
        ("What share of 2021 was Q2?", [(2021, None), (2021, 2)]),
        ("Compare 2021 and Q1 and Q2 of it", [(2021, None), (2021, 1), (2021, 2)]),
        ("Since 2021, how high was Q2?", [(2021, None), (2022, None), (2023, None), (2024, None), (2023, 2)]),
        ("Q2 2021 or 2022", [(2021, 2), (2022, 2)]),
        ("the third quarters of 2021, 2022 and 2023", [(2021, 3), (2022, 3), (2023, 3)]),
        ("more in Q2 2021 than in 2022", [(2021, 2), (2022, 2)]),
        ("Q4 2021 and fiscal 2022", [(2021, 4), (2022, None)]),
    ],
)
def test_figures_are_asked_for_each_period_of_a_range(text, periods):
    found = [period for time in times_in(text) for period in time.periods]
    assert [(period.fiscal_year, period.fiscal_quarter) for period in found] == periods


@pytest.mark.parametrize(
    "text",
    ["May it rise?", "They march on.", "What is the second most important risk?", "1,200 people", "by"],
)
def test_words_that_are_no_times(text):
    assert times_in(text) == []


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("the first or second half of 2021", [("2021-01-01", "2021-06-30"), ("2021-07-01", "2021-12-31")]),
        ("H1 vs H2 2021", [("2021-01-01", "2021-06-30"), ("2021-07-01", "2021-12-31")]),
        ("Was May or June 2021 better?", [("2021-05-01", "2021-05-31"), ("2021-06-01", "2021-06-30")]),
        ("January or February of 2021", [("2021-01-01", "2021-01-31"), ("2021-02-01", "2021-02-28")]),
        ("in March 2021 or 2022", [("2021-03-01", "2021-03-31"), ("2022-03-01", "2022-03-31")]),
    ],
)
def test_halves_and_months_beside_others_are_of_their_year(text, days):
    assert days_in(text) == days


def test_the_first_days_of_a_year_are_in_it():
    assert days_in("last year", today=date(2024, 1, 3)) == [("2023-01-01", "2023-12-31")]
    assert days_in("this year", today=date(2024, 1, 3)) == [("2024-01-01", "2024-12-31")]


def test_a_quarter_of_no_year_is_the_last_that_was_over():
    """Weeks-based quarters end some days off the month."""
    assert days_in("Q2", latest=date(2023, 7, 1)) == [("2023-04-01", "2023-06-30")]
    assert days_in("Q3", latest=date(2023, 7, 1)) == [("2022-07-01", "2022-09-30")]


def test_an_open_time_overlaps_all_on_its_side():
    (time,) = times_in("before 2020")
    assert time.overlaps(date(1990, 1, 1), date(1990, 12, 31))
    assert not time.overlaps(date(2020, 1, 1), date(2020, 3, 31))
