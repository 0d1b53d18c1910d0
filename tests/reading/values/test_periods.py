from datetime import date

import pytest

from reading.calendars.year_end import read_calendar
from reading.model import ParsedDocument, ParsedPage
from reading.values.periods import FiscalCalendar, find_periods
from tests.cases import every_case

CALENDAR_YEAR = FiscalCalendar()
RETAILER = FiscalCalendar(1, -1, ends=(date(2022, 1, 29), date(2023, 1, 28)))


def found(text: str, calendar: FiscalCalendar = CALENDAR_YEAR) -> list[tuple]:
    return [
        (str(period.start_date or ""), str(period.end_date), period.fiscal_year, period.fiscal_quarter)
        for period, _, _ in find_periods(text, calendar, today=date(2024, 5, 5))
    ]


@pytest.mark.parametrize(
    "text",
    [
        "January 28, 2023",
        "28 January 2023",
        "2023-01-28",
        "01/28/2023",
        "28/01/2023",
        "28.01.2023",
        "Jan. 28, 2023",
    ],
)
def test_day_is_an_instant_in_every_writing(text):
    [(start, end, _, _)] = found(text)
    assert (start, end) == ("", "2023-01-28")


@pytest.mark.parametrize(
    "text, expected",
    [
        ("13 Weeks Ended January 28, 2023", ("2022-10-30", "2023-01-28", 2022, 4)),
        ("52 Weeks Ended January 28, 2023", ("2022-01-30", "2023-01-28", 2022, None)),
        ("thirteen weeks ended January 28, 2023", ("2022-10-30", "2023-01-28", 2022, 4)),
        ("the fourth quarter of fiscal 2022", ("2022-10-30", "2023-01-28", 2022, 4)),
        ("Q4 2022", ("2022-10-30", "2023-01-28", 2022, 4)),
        ("FY22", ("2022-01-30", "2023-01-28", 2022, None)),
        ("fiscal 2022", ("2022-01-30", "2023-01-28", 2022, None)),
        ("2022", ("2022-01-30", "2023-01-28", 2022, None)),
    ],
)
def test_retailers_year_is_named_after_its_start(text, expected):
    assert found(text, RETAILER) == [expected]


@every_case(
    "text, expected",
    [
        ("Three Months Ended June 30, 2023", ("2023-04-01", "2023-06-30", 2023, 2)),
        ("Nine months ended September 30, 2023", ("2023-01-01", "2023-09-30", 2023, None)),
        ("for the quarterly period ended June 30, 2023", ("2023-04-01", "2023-06-30", 2023, 2)),
        ("Year ended December 31, 2022", ("2022-01-01", "2022-12-31", 2022, None)),
        ("Q2 FY23", ("2023-04-01", "2023-06-30", 2023, 2)),
        ("first half of 2023", ("2023-01-01", "2023-06-30", 2023, None)),
        ("in the first nine months of 2023", ("2023-01-01", "2023-09-30", 2023, None)),
        ("the last two years", ("2022-01-01", "2023-12-31", None, None)),
        ("last quarter", ("2024-01-01", "2024-03-31", 2024, 1)),
        ("March 2023", ("2023-03-01", "2023-03-31", 2023, None)),
        ("from 2019 to 2021", ("2019-01-01", "2021-12-31", None, None)),
    ],
)
def test_calendar_year_spans(text, expected):
    assert found(text) == [expected]


def test_list_of_ends_shares_the_duration():
    assert found("Years ended December 31, 2022, 2021 and 2020") == [
        ("2022-01-01", "2022-12-31", 2022, None),
        ("2021-01-01", "2021-12-31", 2021, None),
        ("2020-01-01", "2020-12-31", 2020, None),
    ]


def test_half_year_by_weeks_starts_with_the_year():
    calendar = FiscalCalendar(ends=(date(2021, 12, 31), date(2022, 12, 31)))
    assert found("Six Months Ended July 2, 2023", calendar)[0][0] == "2023-01-01"
    assert found("Three Months Ended July 2, 2023", calendar)[0][0] == "2023-04-03"


def test_first_quarter_starts_on_the_day_after_the_last_year():
    calendar = FiscalCalendar(9, ends=(date(2022, 9, 24),))
    assert found("Three Months Ended December 31, 2022", calendar) == [("2022-09-25", "2022-12-31", 2023, 1)]


def test_offsets_point_at_the_words():
    text = "Sales in fiscal 2022 and in Q1 2023."
    assert [text[start:end] for _, start, end in find_periods(text, CALENDAR_YEAR)] == [
        "fiscal 2022",
        "Q1 2023",
    ]


def test_amounts_are_not_years():
    assert found("2,022 units at $2022 and 2022.5 or 2022%") == []


def document(*texts: str) -> ParsedDocument:
    return ParsedDocument(tuple(ParsedPage(number, text) for number, text in enumerate(texts, start=1)))


def test_calendar_is_read_from_the_sentence_that_names_the_year():
    parsed = document(
        "Annual report for the fiscal year ended January 28, 2023.",
        "The 52 weeks ended January 28, 2023 are called fiscal 2022.",
    )
    calendar = read_calendar(parsed)
    assert calendar == FiscalCalendar(1, -1)


@pytest.mark.parametrize(
    "text",
    [
        "fiscal 2021 Fiscal year ended January 29, 2022 fiscal 2022 Fiscal year ended January 28, 2023",
        "The years ended January 29, 2022 (“fiscal 2021”) and January 28, 2023 (fiscal year 2022) were good.",
        "For the year ended January 28, 2023\nin millions    Fiscal 2022   Fiscal 2021   Fiscal 2020",
    ],
)
def test_calendar_is_read_from_lists_of_years_and_their_ends(text):
    parsed = document("Report for the fiscal year ended January 28, 2023.", "Contents", text)
    assert read_calendar(parsed) == FiscalCalendar(1, -1)


def test_calendar_of_a_release_comes_from_its_title():
    parsed = document(
        "Fourth Quarter Fiscal 2022 Results\nThe quarter ended January 28, 2023 was good. "
        "Our year ended January 29, 2022 was better."
    )
    assert read_calendar(parsed) == FiscalCalendar(1, -1)


@pytest.mark.parametrize(
    ("text", "calendar"),
    [
        (
            "Second quarter of fiscal 2026. Results for the 13 weeks ended August 1, 2026.",
            FiscalCalendar(1, -1),
        ),
        ("Q2 FY2027: the three months ended July 31, 2026", FiscalCalendar(1)),
        ("For the quarter ended December 31, 2025, the second quarter of fiscal 2026", FiscalCalendar(6)),
        ("First quarter 2026 results, three months ended March 31, 2026", FiscalCalendar(12)),
        ("Second quarter of 2020. For the three months ended March 31, 2026", None),
        ("Fourth quarter of fiscal 2025. For the three months ended September 30, 2026", None),
        ("Second quarter of 2026: " + "words " * 50 + "three months ended March 31, 2026", None),
    ],
)
def test_calendar_of_a_quarterly_report_comes_from_its_quarter(text, calendar):
    assert read_calendar(document(text)) == calendar


def test_document_without_fiscal_years_has_no_calendar():
    assert read_calendar(document("Minutes of the meeting of 3 May 2023")) is None


def test_days_of_one_month_are_a_span():
    assert found("January 1 - 31, 2022") == [("2022-01-01", "2022-01-31", 2022, None)]


def test_an_odd_day_among_years_that_end_with_months_does_not_move_the_others():
    ends = (date(2010, 1, 3), *(date(year, 12, 31) for year in range(2019, 2023)))
    assert found("fiscal 2024", FiscalCalendar(ends=ends)) == [("2024-01-01", "2024-12-31", 2024, None)]


def test_a_year_is_named_by_the_one_before_only_where_it_ends_early():
    text = "The year ended December 31, 2019. In the fourth quarter of fiscal 2018 a loss was booked."
    assert read_calendar(document(text)) == FiscalCalendar(12)


def test_a_heading_of_a_year_may_begin_with_f_alone():
    assert found("F19 53 weeks") == [("2019-01-01", "2019-12-31", 2019, None)]
    assert found("Sales of the F22") == []


@pytest.mark.parametrize(
    ("calendar", "year", "end"),
    [
        (FiscalCalendar(1, -1, (date(2023, 1, 28),)), 2021, date(2022, 1, 29)),
        (FiscalCalendar(1, -1, (date(2023, 1, 28),)), 2023, date(2024, 2, 3)),
        (FiscalCalendar(12, 0, (date(2021, 1, 3), date(2022, 1, 2))), 2019, date(2019, 12, 29)),
        (FiscalCalendar(9, 0, (date(2022, 9, 24), date(2023, 9, 30))), 2021, date(2021, 9, 25)),
        (FiscalCalendar(9, 0, (date(2022, 9, 24), date(2023, 9, 30))), 2016, date(2016, 9, 30)),
        (FiscalCalendar(6, 0, (date(2022, 6, 30),)), 2020, date(2020, 6, 30)),
    ],
)
def test_end_of_a_year_that_nothing_says_lies_whole_weeks_from_one_that_is_known(calendar, year, end):
    assert calendar.end_of(year) == end


WEEKS = FiscalCalendar(1, -1, ends=(date(2029, 1, 28), date(2030, 2, 3), date(2031, 2, 2)))


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("first quarter of fiscal 2030", "2030-02-04", "2030-05-05"),
        ("third quarter of fiscal 2030", "2030-08-05", "2030-11-03"),
        ("fourth quarter of fiscal 2030", "2030-11-04", "2031-02-02"),
        ("Q1 2029", "2029-01-29", "2029-04-29"),
        ("Q3 2029", "2029-07-30", "2029-10-28"),
        ("Q4 2029", "2029-10-29", "2030-02-03"),
    ],
)
def test_quarters_of_a_year_of_weeks_have_thirteen_and_the_last_one_the_rest(text, start, end):
    assert found(text, WEEKS)[0][:2] == (start, end)


def test_quarters_keep_to_months_where_years_do_or_the_year_before_is_not_known():
    assert found("Q1 2020", WEEKS)[0][1] == "2020-04-30"
    by_months = FiscalCalendar(1, -1, ends=(date(2030, 1, 31), date(2031, 1, 31)))
    assert found("Q1 2030", by_months)[0][:2] == ("2030-02-01", "2030-04-30")


def test_a_week_more_is_not_the_last_quarters_where_years_end_on_the_last_such_weekday():
    calendar = FiscalCalendar(9, ends=(date(2022, 9, 24), date(2023, 9, 30)))
    assert found("Three Months Ended September 30, 2023", calendar)[0][:2] == ("2023-07-02", "2023-09-30")


@pytest.mark.parametrize("words", ["Half-year ended 30 June 2024", "half year ended June 30, 2024"])
def test_half_a_year_is_no_year(words):
    (period,) = [found for found, _, _ in find_periods(words, FiscalCalendar())]
    assert (period.start_date, period.end_date) == (date(2024, 1, 1), date(2024, 6, 30))


def test_a_quarters_end_years_off_says_nothing_of_this_years_quarter():
    assert found("Q1 2030", WEEKS.knowing((date(2025, 4, 30),)))[0][1] == "2030-05-05"


def test_a_split_year_whose_end_is_unknown_ends_in_the_middle_of_a_calendar_year():
    ((period, _, _),) = find_periods("School year 2012–13", FiscalCalendar())
    assert (period.start_date, period.end_date) == (date(2012, 7, 1), date(2013, 6, 30))
    ((known, _, _),) = find_periods("2012–13", FiscalCalendar(year_end_month=3))
    assert (known.start_date, known.end_date) == (date(2012, 4, 1), date(2013, 3, 31))


def test_from_one_split_year_to_another_is_one_span():
    ((period, start, end),) = find_periods("Projected 2008–09 to 2015–16", FiscalCalendar())
    assert (period.start_date, period.end_date) == (date(2008, 7, 1), date(2016, 6, 30))
    assert (start, end) == (10, 28)
