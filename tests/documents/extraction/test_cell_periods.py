"""For when the cells of a table are, where its columns alone do not say it."""

from dataclasses import replace

import pytest

from documents.extraction.cell_periods import CellPeriods
from documents.extraction.figures import read_figures
from documents.fiscal import FiscalCalendar
from documents.tables import read_tables
from tests.documents.drawing import draw

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


def test_movements_between_balances_are_spans_up_to_the_day_over_them():
    found = periods("""
        A reconciliation of tax positions is as follows (in millions):

                                               December 31,
                                              2022     2021
        Balance at the beginning of the year   195      133
        Additions for prior years               24       19
        Balance at the end of the year         219      152
    """)
    assert found["Balance at the beginning of the year", "195"] == ("", "2021-12-31")
    assert found["Additions for prior years", "24"] == SPAN_2022
    assert found["Balance at the end of the year", "219"] == DAY_2022


def test_columns_between_two_days_are_the_span_between_them():
    found = periods("""
        Changes in goodwill were as follows (in millions):

                     December 31,                        December 31,
                             2021   Acquisitions                 2022
        Cloud                 469              9                  478
        Devices               642              7                  649
    """)
    assert found["Cloud, Acquisitions", "9"] == SPAN_2022


def test_rows_of_stocks_and_of_flows_under_bare_years():
    found = periods("""
        Segments were as follows (in millions):

                                  2022        2021
        Operating income
          Domestic               1,634       2,795
        Assets
          Overseas              14,549      16,016
    """)
    assert found["Domestic", "1,634"] == SPAN_2022
    assert found["Overseas", "14,549"] == DAY_2022


def test_a_heading_of_assets_makes_its_years_days():
    found = periods("""
        Segments were as follows (in millions):

                     Income Before Tax      Identifiable Assets
                      2022       2021         2022         2021
        Devices      2,930      1,573       24,068       25,081
        Drugs          901        969       58,436       64,376
    """)
    assert found["Drugs", "901"] == SPAN_2022
    assert found["Drugs", "58,436"] == DAY_2022


def test_a_span_below_its_day_is_read_as_one():
    found = periods("""
        Charges were as follows (in millions):

                        June 30, 2022              June 30, 2021
                     Three Months Ended         Three Months Ended
        Domestic                     34                         21
        Overseas                     12                         17
    """)
    assert found["Domestic", "34"] == ("2022-04-01", "2022-06-30")


def test_the_year_in_the_name_of_a_loan_is_not_its_period():
    found = periods("""
        Our loans carry these rates:

                                        Stated Rate    Effective Rate
        2021 issuance of notes                2.92%             2.98%
        2017 issuance of notes                3.30%             3.43%
    """)
    assert set(found.values()) == {("", "")}


def test_a_year_between_rows_holds_until_the_next_one():
    found = periods("""
        Segments were as follows (in millions):

                                 Cards    Merchants
        2022
        Total revenues          16,440        8,262
          From contracts        12,478        5,301
        Interest income          8,457        1,453
        2021
        Total revenues          12,989        6,761
        Interest income          6,328        1,116
    """)
    assert found["Interest income", "1,453"] == SPAN_2022
    assert found["Interest income", "1,116"] == ("2021-01-01", "2021-12-31")


def test_days_between_rows_count_more_than_years_over_columns():
    found = periods("""
        Loans by year of origination were as follows (in millions):

                                   2022       2021       2020
        December 31, 2022
        Good loans                  326        247         36
        Bad loans                    32         24          3
        December 31, 2021
        Good loans                    -        255         48
        Bad loans                     -         25          4
    """)
    assert found["Good loans", "247"] == DAY_2022
    assert found["Bad loans", "25"] == ("", "2021-12-31")


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


def test_a_balance_at_the_first_day_of_a_years_column_is_of_the_day_before():
    found = periods("""
        Unvested shares (in thousands):

                                       2022       2021
        Balance as of January 1         423        519
        Granted                          96         87
        Balance as of December 31       477        423
    """)
    assert found["Balance as of January 1", "519"] == ("", "2020-12-31")
    assert found["Granted", "96"] == SPAN_2022
    assert found["Balance as of December 31", "477"] == DAY_2022


def test_years_over_rows_mean_their_last_days_where_the_table_is_told_of_a_day():
    found = periods("""
        The following table gives quantities and crane calls as of December 31. Calls include spares.
        All costs of spares are shown elsewhere.

                                         Type A    Type B
        2022
        Planned quantities                  400     1,600
        Crane deliveries                     12        31
        2021
        Planned quantities                  350     1,500
        Crane deliveries                     10        28
    """)
    assert found["Planned quantities", "400"] == DAY_2022
    assert found["Planned quantities", "1,500"] == ("", "2021-12-31")
    assert found["Crane deliveries", "31"] == SPAN_2022


def test_losses_kept_in_equity_are_of_the_days_and_those_of_the_year_of_spans():
    found = periods("""
        Information on our pension plans is as follows (in millions):
                                                                   2022       2021
        Amounts included in accumulated other comprehensive loss (pre-tax)
        Net loss                                                    337        350
        Prior service credit                                        (21)       (63)
        Changes recognized in other comprehensive loss
        Net loss arising in the year                                254        301
    """)
    assert found["Net loss", "337"] == DAY_2022
    assert found["Prior service credit", "(63)"] == ("", "2021-12-31")
    assert found["Net loss arising in the year", "254"] == SPAN_2022


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


def test_all_of_a_balance_sheet_is_of_its_days():
    found = periods("""
        Consolidated Balance Sheets
        (Millions)

        December 31                               2022        2021
        Total assets                            28,354      27,897
        Additional paid-in capital              11,493      11,495
        Treasury stock issued, at cost            (814)       (861)
        Total liabilities and shareholders' equity  28,354      27,897
    """)
    assert found["Additional paid-in capital", "11,493"] == DAY_2022
    assert found["Treasury stock issued, at cost", "(814)"] == DAY_2022


def test_all_of_a_cash_flow_statement_is_of_its_years_but_for_the_cash_held():
    found = periods("""
        Consolidated Statements of Cash Flows
        (Millions)

                                                  2022        2021
        Asset write-downs                        1,216         989
        Repayment of short-term debt            (6,550)     (1,190)
        Cash and cash equivalents at beginning of year  487     985
        Restricted cash                             64          71
    """)
    assert found["Asset write-downs", "1,216"] == SPAN_2022
    assert found["Repayment of short-term debt", "(6,550)"] == SPAN_2022
    assert found["Cash and cash equivalents at beginning of year", "487"] == ("", "2021-12-31")
    assert found["Restricted cash", "64"] == DAY_2022


def test_a_note_that_mentions_a_balance_sheet_is_not_one():
    found = periods("""
        Charges in the consolidated balance sheets
        (Millions)

                                                  2022        2021
        Write-downs expense                      1,216         989
        Severance expense                          550         190
    """)
    assert found["Write-downs expense", "1,216"] == SPAN_2022


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


def test_as_of_or_for_the_years_leaves_it_to_the_rows():
    found = periods("""
        As of or for the Years Ended December 31,
        (Millions)                              2022        2021
        Spending                               281.6       228.2
        Loans                                  108.0        88.6
        Average loans                           95.4        76.1
        Policies in force                       14.9        13.9
        Credit reserves
          Beginning balance                    3,305       5,344
          Other                                   61          52
          Ending balance                       3,366       5,396
    """)
    assert found["Spending", "281.6"] == SPAN_2022
    assert found["Loans", "108.0"] == DAY_2022
    assert found["Average loans", "95.4"] == SPAN_2022
    assert found["Policies in force", "14.9"] == DAY_2022
    assert found["Beginning balance", "3,305"] == ("", "2021-12-31")
    assert found["Other", "61"] == SPAN_2022


def test_what_led_up_to_the_first_balance_began_with_the_row_that_opens_the_table():
    found = periods("""
        Restructuring actions follow:

        (Millions)                                          Staff     Assets
        Expense incurred in the second quarter of 2022         32         23
        Cash payments                                         (14)        (8)
        Accrued balance as of December 31, 2022                18         15
    """)
    assert found["Expense incurred in the second quarter of 2022, Staff", "32"] == (
        "2022-04-01",
        "2022-06-30",
    )
    assert found["Cash payments, Staff", "(14)"] == ("2022-04-01", "2022-12-31")
    assert found["Accrued balance as of December 31, 2022, Staff", "18"] == DAY_2022


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


def test_days_of_rows_under_months_ending_are_the_last_of_spans():
    found = periods("""
        Revenue expected to be recognized as of December 31, 2022:

        (In millions)
        Three Months Ending
        March 31, 2023              $ 18,324
        June 30, 2023                 11,215
        Thereafter                     2,644
    """)
    assert found["June 30, 2023", "11,215"] == ("2023-04-01", "2023-06-30")


def test_quarters_under_a_year_are_of_that_year():
    found = periods("""
        Shares were repurchased as follows (in millions):

        Fiscal Year                2022         2021
        First Quarter           $ 4,600      $ 6,200
        Second Quarter            4,500        6,233
    """)
    assert found["Second Quarter", "6,233"] == ("2021-04-01", "2021-06-30")


def test_what_is_deferred_of_a_provision_is_of_its_span():
    found = periods("""
        The provision for income taxes consisted of the following (in millions):

                                2022       2021
        Deferred:
           Abroad               (709)       (14)
           State                   4         80
    """)
    assert found["Abroad", "(14)"] == ("2021-01-01", "2021-12-31")


def test_lives_beside_carrying_amounts_of_years_over_the_rows_are_of_their_last_days():
    found = periods("""
        The following is a summary of intangible assets as of December 31, 2022 and 2021:

        (In millions)        Net Carrying      Average
                                   Amount         Life (years)
        2022
        Brands                     10,498         13.3
        Patents                     3,341         12.4
    """)
    assert found["Patents", "3,341"] == DAY_2022
    assert found["Patents", "12.4"] == DAY_2022


def test_accruals_between_two_balances_beside_them_stay_spans():
    found = periods("""
        Accrued rebates for the years ended December 31, 2022 and 2021 (in millions):

                          Balance at                           Balance at
                          Beginning of                           End of
                          Period        Accruals      Payments   Period
        2022
        Rebates             247            898         (920)        225
        Returns              65            112         (121)         56
    """)
    assert found["Returns", "112"] == SPAN_2022


def test_what_can_only_be_counted_on_a_day_is_of_the_last_one_of_the_years_over_it():
    found = periods("""
        Selected data:

        Years Ended December 31,                  2022        2021
        Spending                                 1,553       1,284
        Cards in force                           133.3       121.7
        Order backlog                            2,140       1,990
        Unrecognized compensation cost              87          74
        Increase in backlog                        150         120
    """)
    assert found["Spending", "1,553"] == SPAN_2022
    assert found["Cards in force", "133.3"] == DAY_2022
    assert found["Order backlog", "2,140"] == DAY_2022
    assert found["Unrecognized compensation cost", "87"] == DAY_2022
    assert found["Increase in backlog", "150"] == SPAN_2022


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


def test_gains_not_realized_and_costs_on_the_books_are_of_the_day_of_their_table():
    found = periods("""
        Securities as of December 31 were as follows (in millions):

                            2022                      2021
                                 Unrealized                Unrealized
                        Cost        Losses        Cost        Losses
        Bonds            326          (12)         247           (3)
        Notes             32           (4)          24           (1)
    """)
    assert found["Bonds", "326"] == DAY_2022
    assert found["Bonds", "(12)"] == DAY_2022
    assert found["Notes", "24"] == ("", "2021-12-31")


def test_a_sentence_of_something_else_does_not_say_for_when_a_table_is():
    found = periods("""
        As of December 31, 2022, a total of 16.4 million shares were available for grants.
        The expense for each kind of award was as follows (in millions):

                                   2022        2021
        Time-based                  118         109
        Market-based                 19          17
    """)
    assert found["Time-based", "118"] == SPAN_2022


def test_rows_of_a_balance_sheet_beside_those_of_years_are_of_their_last_days():
    found = periods("""
        Selected data (in millions):

        Years Ended December 31,             2022        2021
        Selected Income Statement Data
          Card fees                         1,634       1,795
        Selected Balance Sheet Data
          Card receivables                 14,549      16,016
    """)
    assert found["Card fees", "1,634"] == SPAN_2022
    assert found["Card receivables", "14,549"] == DAY_2022


def test_the_edges_of_a_year_may_be_said_behind_the_name():
    found = periods("""
        Plans (in millions):

                                         Year Ended December 31,
                                              2022        2021
        Fair value, beginning                1,362       1,342
        Contributions                          120         110
        Fair value, ending                   1,677       1,362
    """)
    assert found["Fair value, beginning", "1,362"] == ("", "2021-12-31")
    assert found["Contributions", "120"] == SPAN_2022
    assert found["Fair value, ending", "1,677"] == DAY_2022


def test_amortization_of_years_to_come_is_of_each_of_them():
    found = periods("""
        Expected amortization expense for assets recorded as of December 31, 2022 follows:

        (Millions)                    2023      2024      2025
        Amortization expense        $ 479     $ 451     $ 421
    """)
    assert found["Amortization expense", "$ 451"] == ("2024-01-01", "2024-12-31")


def test_as_of_the_year_ended_is_its_last_day():
    found = periods("""
        Assets measured as of the fiscal year ended December 31, 2022 and 2021 were as follows:

        (Millions)                    2022      2021
        Forward contracts              629       540
        Swaps                        1,534       796
    """)
    assert found["Swaps", "1,534"] == DAY_2022


def test_a_mark_of_a_note_between_a_day_and_its_year_does_not_part_them():
    found = periods("""
        Held for sale (in millions):

                                 As of December 31, (a)
                                      2022         2021
        Current assets                  25          215
        Other assets                    11           29
    """)
    assert found["Current assets", "215"] == ("", "2021-12-31")


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


def test_what_stands_on_a_level_of_fair_value_is_of_a_day_and_so_is_its_total():
    found = periods("""
        The following presents the losses recognized for the years ended December 31 due to impairment, and
        the fair value of the assets as of the impairment date (in millions):

                                              2022
                                   Total   Level 3    Total Losses
        Financing assets             $47       $46            ($7)
        Other assets                  15        14            (55)
    """)
    assert found["Financing assets", "$47"] == found["Financing assets", "$46"] == DAY_2022
    assert found["Financing assets", "($7)"] == SPAN_2022


def test_a_month_and_its_day_may_stand_without_a_blank_between_them():
    found = periods("""
        Gains were as follows (in millions):

                                    Three Months Ended     Three Months Ended
                                       December31, 2022       December31, 2021
        Exchange contracts                        (250)                     96
        Other contracts                           (206)                      6
    """)
    assert found["Other contracts", "(206)"] == ("2022-10-01", "2022-12-31")


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


def test_balances_below_a_heading_of_the_balance_sheet_are_days_under_columns_of_years():
    found = periods("""
        The impacts of the change on our statements are as follows:

                                         Year Ended December 31, 2022
        (MILLIONS)                         Previous             As
                                           Principle         Adjusted
        Consolidated Income Statement:
          Cost of sales                          450              433
        Consolidated Balance Sheets:
          Pension obligations                  3,489            4,766
          Retained earnings                  101,789           96,770
    """)
    assert found["Cost of sales", "450"] == SPAN_2022
    assert found["Pension obligations", "3,489"] == DAY_2022
    assert found["Retained earnings", "101,789"] == DAY_2022


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
