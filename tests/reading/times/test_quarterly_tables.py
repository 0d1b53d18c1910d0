"""For when the figures of tables by quarters, halves and months so far are: layouts of many companies."""

from __future__ import annotations

from datetime import date

from reading.calendars.year_end import own_calendar
from reading.values.fiscal import FiscalCalendar
from reading.values.parts_of_year import PartOfYear, parts_of_year, year_named
from reading.values.periods import find_periods
from tests.cases import every_case
from tests.reading.drawing import draw
from tests.reading.quarters.layouts import FORMS, Layout, judged, layouts

FILES = "seen", "held", "filed", "unseen"  # from memory, kept aside; as companies filed them, kept aside
JUNE = FiscalCalendar(6)


@every_case("form", FORMS)
@every_case("layout", [each for name in FILES for each in layouts(name)])
def test_each_number_is_of_its_part_of_the_year(layout: Layout, form: str):
    found = list(judged(layout, form))
    assert found
    assert [(asked.place, verdict) for asked, verdict in found if verdict != "right"] == []


@every_case(
    "header, part",
    [
        ("Second Quarter", PartOfYear(3, 2)),
        ("2nd Qtr.", PartOfYear(3, 2)),
        ("2022 Q3", PartOfYear(3, 3)),
        ("4Q22", PartOfYear(3, 4)),
        ("3. Quartal 2024", PartOfYear(3, 3)),
        ("Second half", PartOfYear(6, 2)),
        ("1H24", PartOfYear(6, 1)),
        ("Six Months", PartOfYear(6, 1)),
        ("Nine months ended (unaudited)", PartOfYear(9, 1)),
        ("39 weeks", PartOfYear(9, 1)),
        ("9M 2024", PartOfYear(9, 1)),
        ("Quarter Ended March 31,", PartOfYear(3, end=(3, 31))),
        ("Six months ended 30 June", PartOfYear(6, end=(6, 30))),
        ("Current Quarter", PartOfYear(3)),
        ("Winter", PartOfYear()),
        ("Net sales", None),
        ("Less than 12 Months", None),
        ("2022", None),
        ("Total", None),
    ],
)
def test_a_heading_names_a_part_of_a_year(header, part):
    assert parts_of_year([header]) == [part]


def test_total_is_the_year_beside_quarters_but_not_beside_later_years():
    assert parts_of_year(["First Quarter", "Second Quarter", "Total"])[2] == PartOfYear(12, 1)
    assert parts_of_year(["Europe", "Asia", "Total"]) == [None, None, None]
    ahead = ["Three Months Ended March 31,", "Six Months Ended June 30,", "2024", "Thereafter", "Total"]
    assert parts_of_year(ahead)[4] is None


def test_days_in_the_order_of_a_fiscal_year_are_of_the_year_that_it_is_called():
    headers = ["September 30,", "December 31,", "March 31,", "June 30,"]
    parts = parts_of_year(headers, ["Quarter Ended"])
    spans = [part.of("", 2022, JUNE) for part in parts if part]
    assert [span.start_date for span in spans if span] == [
        date(2021, 7, 1),
        date(2021, 10, 1),
        date(2022, 1, 1),
        date(2022, 4, 1),
    ]


def test_a_part_that_the_heading_does_not_tell_has_no_time():
    assert PartOfYear(3).of("Quarter", 2022, JUNE) is None
    assert PartOfYear().of("Winter", 2022, JUNE) is None


def test_weeks_behind_full_year_are_no_year():
    assert find_periods("2018 Full Year 52 Weeks", JUNE)[0][0].text == "2018"


def test_a_fiscal_year_that_is_said_to_have_ended_tells_the_calendar():
    page = "Fiscal 2018 ended on February 2, 2019. Fiscal 2017 ended on February 3, 2018."
    assert own_calendar(draw(page)) == FiscalCalendar(1, -1)
    years = "fiscal year ended June 30, 2022\nFiscal Year\n2021 2021 2022 2022 2022"
    assert own_calendar(draw(years)) == FiscalCalendar(6)


def test_years_of_several_columns_name_none():
    assert year_named("2022 Quarter Ended March 31,") == 2022
    assert year_named("2022 vs 2021") is None
