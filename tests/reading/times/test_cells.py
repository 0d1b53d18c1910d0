"""For when the cells of a table are, where its columns alone do not say it."""

from dataclasses import replace
from pathlib import Path

import pytest

from reading.figures.read import read_figures
from reading.tables.read import read_tables
from reading.times.cells import CellPeriods
from reading.values.fiscal import FiscalCalendar
from tests.cases import every_case
from tests.reading.corpus import Example, examples
from tests.reading.drawing import draw

EXAMPLES = examples(Path(__file__).with_name("cells.txt"))
YEAR = "The fiscal year ended December 31, 2022. The fiscal year ended December 31, 2021."
SPAN_2022, DAY_2022 = ("2022-01-01", "2022-12-31"), ("", "2022-12-31")


def periods(page: str) -> dict[tuple[str, str], tuple[str, str]]:
    """The period of each figure by its name and how it is written."""
    parsed = draw(page, YEAR)
    _, metrics = read_figures(parsed, read_tables(parsed), entity="")
    return {
        (metric.metric_name, metric.value): (str(metric.period_start or ""), str(metric.period_end or ""))
        for metric in metrics
    }


@every_case("example", EXAMPLES)
def test_figures_are_of_the_times_told_beside_them(example: Example):
    found = periods(example.drawing)
    read = {(label, value): told(*found[label, value]) for label, value, _ in example.expected}
    assert read == {(label, value): time for label, value, time in example.expected}


def told(start: str, end: str) -> str:
    """A span by its first and its last day, a day by itself."""
    return f"{start} to {end}" if start else end


def test_the_year_in_the_name_of_a_loan_is_not_its_period():
    found = periods("""
        Our loans carry these rates:

                                        Stated Rate    Effective Rate
        2021 issuance of notes                2.92%             2.98%
        2017 issuance of notes                3.30%             3.43%
    """)
    assert set(found.values()) == {("", "")}


def test_quarters_over_columns_are_those_of_the_year_between_rows():
    found = periods("""
        Results were as follows (in millions):

                             Quarter
                    First     Second      Third
        2022
        Revenues   10,007      9,795     10,215
        Costs       7,100      6,389      9,635
    """)
    assert {period for (name, value), period in found.items() if value in ("9,795", "6,389")} == {
        ("2022-04-01", "2022-06-30")
    }


def test_a_row_from_one_day_to_another_is_that_span():
    found = periods("""
        Purchases of shares were as follows:

                                            Number      Price
        August 1, 2022 - August 31, 2022       557     283.04
        October 1, 2022 - October 31, 2022     251     248.32
    """)
    assert set(found.values()) == {("2022-08-01", "2022-08-31"), ("2022-10-01", "2022-10-31")}


def test_the_total_of_what_was_declared_so_far_ends_with_the_quarter_of_the_last():
    def total(*days):
        rows = "".join(f"        {day}               1,000\n" for day in days)
        found = periods(f"""
        The board declared dividends as follows (in millions):
        Declared                         Amount
        Fiscal Year 2022
{rows}        Total                            4,000
        """)
        return found["Total", "4,000"]

    assert total("March 14, 2022", "June 7, 2022") == ("2022-01-01", "2022-06-30")
    assert total("March 14, 2022", "September 7, 2022") == SPAN_2022  # twice a year, for all one knows
    assert total("March 14, 2022", "June 7, 2022", "September 7, 2022", "December 7, 2022") == SPAN_2022


def test_what_falls_due_in_years_to_come_stands_on_the_day_of_the_table():
    parsed = draw("""
    Commitments as of June 30, 2023 were as follows (in millions):
                                             Year Ended December 31,
                                  2023      2024      2025   Thereafter     Total
    Purchase obligations       $ 4,274   $ 8,032   $ 6,151      $ 6,090   $ 24,547
    Leases                         120       110       100           90        420
    """)
    metrics = read_figures(parsed, read_tables(parsed), entity="")[1]
    assert {(metric.period_start, str(metric.period_end)) for metric in metrics} == {(None, "2023-06-30")}


def test_columns_up_to_a_balance_at_the_end_of_a_year_are_that_year():
    found = periods("""
        Changes in goodwill on the balance sheets were as follows (in millions):

                     Balance, Beginning                      Balance, End
                                2022   Acquisitions               of 2022
        Cloud                    469              9                   478
        Devices                  642              7                   649
    """)
    by_value = {value: period for (_, value), period in found.items()}
    assert by_value["469"] == ("", "2021-12-31")
    assert by_value["9"] == SPAN_2022
    assert by_value["478"] == DAY_2022


def test_a_figure_without_a_time_is_left_out_where_the_others_have_one():
    parsed = draw("""
    Consolidated Statements of Income (in millions)
                              Year Ended December 31,
                                  2023        2022
    Net sales                  $ 1,000       $ 900
    Cost of sales                  600         550
    Operating income               400         350

    Patents by office (in units)
                               Filed     Granted
    Munich                       310         214
    """)
    rows, metrics = read_figures(parsed, read_tables(parsed), entity="")
    assert {str(metric.period_end) for metric in metrics} == {"2023-12-31", "2022-12-31"}
    assert any(row.label == "Munich" for row in rows)


def test_figures_without_times_are_stored_where_none_has_one():
    parsed = draw("""
    Patents by office
                               Filed     Granted
    Munich                       310         214
    Vienna                        41          30
    """)
    assert len(read_figures(parsed, read_tables(parsed), entity="")[1]) == 4


def test_what_may_yet_be_purchased_is_of_the_last_day_of_its_month():
    found = periods("""
        Purchases of shares were as follows:

                                   Number of    Value that May Yet
                                      Shares       Be Purchased
        October 1 - 31, 2022            557             $ 5,329
        November 1 - 30, 2022           251               5,117
    """)
    by_value = {value: period for (_, value), period in found.items()}
    assert by_value["251"] == ("2022-11-01", "2022-11-30")
    assert by_value["5,117"] == ("", "2022-11-30")


def test_years_to_come_below_columns_of_years_gone_by_are_not_of_those():
    [table] = read_tables(
        draw("""
        Our leases are as follows (in millions):

                                       2022         2021
        Lease cost                      585          563
        2023                            541          511
        2024                            465          421
        Payments                      1,392        1,290
    """)
    )
    below = tuple(replace(row, path=("Maturities by year",)) for row in table.rows[1:])
    table = replace(table, rows=(table.rows[0], *below))
    cells = CellPeriods(table, FiscalCalendar())
    assert cells.of(0, 1, "")
    assert [cells.of(number, 1, "") for number in (1, 2, 3)] == [None, None, None]


def test_a_dividend_is_of_the_day_of_its_row_and_not_of_the_year_above_it():
    found = periods("""
        The following dividends were declared:

        Declaration Date     Record Date          Payment Date         Dividend Per Share     Amount
                                                                                           (In millions)
        Fiscal Year 2022
        March 14, 2022       May 19, 2022         June 9, 2022                    $ 0.62       $ 4,652
        June 13, 2022        August 18, 2022      September 8, 2022                 0.62         4,632
        Total                                                                     $ 1.24       $ 9,284
    """)
    assert {day for (_, value), day in found.items() if value == "4,632"} == {("", "2022-06-13")}
    assert {day for (_, value), day in found.items() if value == "$ 9,284"} == {("2022-01-01", "2022-06-30")}


def test_a_day_told_of_something_else_above_the_words_that_lead_up_to_a_table_is_not_its_own():
    found = periods("""
        As of February 1, 2023, there were 24,142 holders of the stock according to the records of the agent.

        Purchases of Equity Securities

        The following programs have been authorized by the Board:

        In billions                              Authorized   Remaining as of December 31, 2022
        November 17, 2022 (“2022 Program”)           $ 10.0                              $ 10.0
        December 9, 2021 (“2021 Program”)              10.0                                 6.5
    """)
    assert {day for (_, value), day in found.items() if value == "6.5"} == {DAY_2022}
    assert ("", "2023-02-01") not in found.values()


def test_what_years_brought_is_of_them_though_their_last_days_head_it():
    page = """
        Results were as follows (in millions):

                                December 31,
                              2022       2021
        Net sales            9,366     10,335
        Gross profit         2,214      2,585
        Selling costs        1,106      1,347
    """
    found = periods(page)
    assert found["Net sales", "9,366"] == found["Selling costs", "1,106"] == SPAN_2022
    assert periods(page.replace("Gross profit", "Total assets"))["Net sales", "9,366"] == DAY_2022


def test_a_day_on_which_something_else_ended_is_no_end_of_a_year():
    parsed = draw(
        """
        Sales were as follows (in millions):

        Years ended December 31,     2022     2021
        Lamps                         195      133
        Oil                            24       19
        """,
        "The year ended December 31, 2022. The year ended December 31, 2020.",
        "A trial ended on December 22, 2021. The year ended December 31, 2020."
        " It ended on December 22, 2021.",
    )
    _, metrics = read_figures(parsed, read_tables(parsed), entity="")
    assert {str(each.period_start) for each in metrics if each.fiscal_year == 2022} == {"2022-01-01"}


def test_what_a_pension_plan_owns_is_of_a_day_whatever_heads_it():
    page = """
        The table shows the fair value of the pension plan assets for each category (in millions):

        For the year ended December 31     2022       2021
        Equity securities
          Domestic                        1,017        844
          Foreign                         4,534      3,770
    """
    assert periods(page)["Domestic", "1,017"] == DAY_2022
    moved = page.replace("shows the", "shows changes in the")
    assert periods(moved)["Domestic", "1,017"] == SPAN_2022


@pytest.mark.parametrize("span", ["Six months ended 30 June", "For the half-year ended 30 June"])
def test_a_day_before_its_month_in_the_title_completes_the_years_over_columns(span):
    found = periods(f"""
        Condensed income statement
        {span}
        (in EUR million)                2022        2021
        Revenue                          512         487
        Operating income                  61          55
    """)
    assert found["Revenue", "512"] == ("2022-01-01", "2022-06-30")
    assert found["Revenue", "487"] == ("2021-01-01", "2021-06-30")
