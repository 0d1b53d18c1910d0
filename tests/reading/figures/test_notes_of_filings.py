"""Notes and statements as annual reports print them: what their cells count, and for when they are."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

from reading.figures.read import read_figures
from reading.model import MetricDraft
from reading.tables.read import read_tables
from tests.reading.drawing import draw

Span = tuple[date | None, date | None]
MILLION = 1_000_000


def figures(page: str) -> list[MetricDraft]:
    parsed = draw(page)
    return [each for each in read_figures(parsed, read_tables(parsed), entity="Tarnwell")[1] if each.row]


def values(page: str) -> dict[str, list[tuple[Decimal | None, str]]]:
    """Value and unit of the figures by their names."""
    found: dict[str, list[tuple[Decimal | None, str]]] = {}
    for each in figures(page):
        found.setdefault(each.metric_name, []).append((each.numeric_value, each.unit))
    return found


def times(page: str) -> dict[str, Span]:
    """Start and end of each figure by its digits."""
    return {each.value: (each.period_start, each.period_end) for each in figures(page)}


def test_a_caption_in_brackets_says_on_its_next_line_how_shares_count():
    found = values("""
    CONSOLIDATED STATEMENTS OF STOCKHOLDERS’ EQUITY
    Tarnwell Mills Company
    (Dollars in millions except per               Common Stock          Treasury Stock
    share data; shares in thousands)            Amount    Shares       Amount    Shares      Total
    Balance as of June 30, 2018                 $ 164    163,412     $ (3,208)  (34,116)     $ 612
    Net earnings                                    —          —            —         —        871
    Treasury stock purchased                        —          —         (311)   (1,842)      (311)
    Balance as of June 30, 2019                 $ 164    163,412     $ (3,519)  (35,958)   $ 1,172
    """)
    assert found["Balance as of June 30, 2019, Treasury Stock Shares"] == [(Decimal(-35_958_000), "shares")]
    assert found["Balance as of June 30, 2019, Common Stock Shares"] == [(Decimal(163_412_000), "shares")]
    assert found["Treasury stock purchased, Treasury Stock Amount"] == [(Decimal(-311 * MILLION), "USD")]


def test_an_amount_below_dividends_per_share_counts_as_the_documents_other_tables_do():
    found = values("""
    Cash flows for the years ended December 31 (in millions)
                                                      2019         2018
    Cash from operations                           $ 1,211      $ 1,104
    Capital expenditures                               312          287

    The dividends of the years ended December 31 were as follows, and were paid in cash in each quarter:
                                                      2019         2018
    Dividends per share declared                    $ 2.48       $ 2.31
    Dividends per share paid                          2.44         2.28
    Total dividends paid                               371          358
    """)
    assert found["Total dividends paid"] == [
        (Decimal(371 * MILLION), "USD"),
        (Decimal(358 * MILLION), "USD"),
    ]
    assert found["Dividends per share paid"][0] == (Decimal("2.44"), "USD/share")


def test_a_currency_sign_before_a_dash_says_that_a_column_over_a_tax_rate_is_of_money():
    found = values("""
    Cash flows for the years ended December 31 (in millions)
                                                      2019         2018
    Cash from operations                           $ 1,211      $ 1,104
    Capital expenditures                               312          287

    Other items of the years ended December 31 are shown here, and none of them was of much weight:
                                                      2019         2018
    Impairment of goodwill                             $ —         $ 29
    Interest expense                                   106           99
    Effective tax rate                               22.4%       20.1 %
    """)
    assert found["Interest expense"] == [(Decimal(106 * MILLION), "USD"), (Decimal(99 * MILLION), "USD")]


def test_sales_for_years_and_assets_on_days_in_one_lead_have_each_their_own_time():
    found = times("""
    The following tables show net sales for 2019 and 2018 and long-lived assets as of December 31, 2019 and
    December 31, 2018 by country (in millions):
                                                      2019         2018
    Net sales:
      Norway                                         $ 612        $ 598
      Other countries                                  241          233
                                                      2019         2018
    Long-lived assets:
      Norway                                         $ 412        $ 398
      Other countries                                  141          133
    """)
    assert found["241"] == (date(2019, 1, 1), date(2019, 12, 31))
    assert found["133"] == (None, date(2018, 12, 31))


def test_years_down_the_rows_are_days_under_what_there_is_only_on_a_day():
    found = times("""
    Net sales and property, plant and equipment, net, for and as of the years ended December 31 (in millions):
                                               Year       Norway       Denmark        Total
    Net sales                                  2019        $ 612         $ 241        $ 853
                                               2018          598           233          831
    Property, plant and equipment, net         2019          412           141          553
                                               2018          398           133          531
    Total assets                               2019          702           281          983
                                               2018          689           270          959
    Depreciation                               2019           42            14           56
                                               2018           39            13           52
    """)
    year = (date(2019, 1, 1), date(2019, 12, 31))
    day = (None, date(2019, 12, 31))
    assert [found[digits] for digits in ("$ 853", "553", "281", "56")] == [year, day, day, year]


def test_what_is_accrued_stands_on_a_day_whatever_cost_it_is_of():
    found = times("""
    Retirement plans as of and for the years ended December 31 (in millions):
                                                      2019         2018
    Change in plan assets:
      Fair value of assets as of beginning of year   $ 511        $ 497
      Actual return on plan assets                      23           26
      Benefits paid                                   (19)         (12)
    Fair value of assets as of end of year             515          511
    Accrued benefit cost, net funded status         $ (101)      $ (115)
    """)
    assert found["$ (101)"] == (None, date(2019, 12, 31))
    assert found["23"] == (date(2019, 1, 1), date(2019, 12, 31))


def test_the_day_of_assumptions_is_that_of_obligations_and_their_year_that_of_costs():
    of_obligations = times("""
    Weighted-average assumptions used to estimate benefit obligations were as follows as of December 31:
                                        Retirement Income      Retirement Health
                                         2019       2018        2019       2018
    Discount rate                      3.72 %     2.56 %      4.65 %     2.61 %
    Rate of compensation increase      3.09 %     3.02 %      3.19 %     3.12 %
    """)
    of_costs = times("""
    Average assumptions used to estimate net periodic benefit cost were as follows as of December 31:
                                        Retirement Income      Retirement Health
                                         2019       2018        2019       2018
    Discount rate                      3.72 %     2.56 %      4.65 %     2.61 %
    Rate of compensation increase      3.09 %     3.02 %      3.19 %     3.12 %
    """)
    assert of_obligations["3.72 %"] == of_obligations["4.65 %"] == (None, date(2019, 12, 31))
    assert of_costs["3.72 %"] == of_costs["4.65 %"] == (date(2019, 1, 1), date(2019, 12, 31))


def test_sales_that_were_deferred_at_the_beginning_of_a_year_are_sales_of_that_year():
    found = times("""
    Net sales for the years ended December 31 (in millions)                             2019       2018
    Machines                                                                           $ 812      $ 798
    Services                                                                             141        133
    Portion that was included in deferred revenue as of the beginning of the year         29         33
    """)
    assert found["29"] == (date(2019, 1, 1), date(2019, 12, 31))


def test_lives_in_a_column_among_others_part_no_row_of_options():
    found = values("""
    Options of the years ended December 31 (in millions)
                                                 Number of         Average     Remaining     Aggregate
                                                    Shares        Exercise        Contractual   Intrinsic
                                            (In thousands)           Price      Life          Value
    Options outstanding as of December 31, 2018      3,912           $ 127      6 years       $ 161
    Granted                                            641             158
    Exercised                                          302             104
    Options outstanding as of December 31, 2019      4,251           $ 131      5 years        $ 47
    """)
    assert found["Granted, Number of Shares"] == [(Decimal(641_000), "shares")]
    assert found["Options outstanding as of December 31, 2019, Average Exercise Price"] == [
        (Decimal(131), "USD/share")
    ]


def test_headings_in_lines_that_the_file_has_in_another_order_are_no_table_of_words():
    parsed = draw("""
                                            Weighted-
                                              Average     Remaining     Aggregate
                                             Exercise   Contractual     Intrinsic
                                                Price          Life         Value
    Options outstanding, January 1, 2019        $ 127       6 years         $ 161
    Options outstanding, December 31, 2019      $ 131       5 years          $ 47
    """)
    [page] = parsed.pages
    first, second, *others = page.lines
    mixed = replace(page, lines=(*others[:2], first, second, *others[2:]))
    tables = read_tables(replace(parsed, pages=(mixed,)))
    assert [[column.header for column in table.columns] for table in tables] == [
        ["Weighted-Average Exercise Price", "Remaining Contractual Life", "Aggregate Intrinsic Value"]
    ]


def test_rates_below_lives_have_the_year_under_the_sentence_that_leads_up_to_them():
    found = times("""
    Remaining term and discount rate of the leases were as follows as of fiscal year ended December 31:
                                                                   2019
    Weighted-average remaining lease term:
      Operating leases                                              6 years
      Finance leases                                                4 years
    Weighted-average discount rate:
      Operating leases                                              2.4 %
      Finance leases                                                4.1 %
    """)
    assert found == dict.fromkeys(("6 years", "4 years", "2.4 %", "4.1 %"), (None, date(2019, 12, 31)))


def test_the_first_of_two_labels_that_is_printed_once_holds_for_the_row_below():
    found = values("""
    Leases as of December 31 (in millions)                                           2019       2018
    Lease liabilities:
      Operating leases                    Other current liabilities                 $ 157      $ 149
                                          Other non-current liabilities             1,091      1,006
      Finance leases                      Other current liabilities                    53         14
                                          Other non-current liabilities                69         75
    Total lease liabilities                                                       $ 1,370    $ 1,244
    """)
    assert found["Operating leases Other non-current liabilities"][0] == (Decimal(1_091 * MILLION), "USD")
    assert found["Finance leases Other non-current liabilities"][0] == (Decimal(69 * MILLION), "USD")


def test_shares_outstanding_in_thousands_are_counted_in_shares():
    found = values("""
    The following reconciles the weighted average number of shares outstanding (in thousands) used to
    calculate basic earnings per share to those of diluted earnings per share for the years ended December 31:
                                                      2019         2018
    Basic                                          127,211      128,604
    Dilutive effect of options                         793        1,729
    Diluted                                        128,004      130,333
    """)
    assert found["Diluted"] == [(Decimal(128_004_000), "shares"), (Decimal(130_333_000), "shares")]


def test_assumptions_with_ranges_among_them_are_of_the_years_that_head_them():
    found = times("""
    The fair value of options was estimated with the assumptions in the following table:
                                             2019                 2018                 2017
    Expected life                       5.4 years     5.3 to 5.4 years            5.4 years
    Expected volatility            21.7% to 25.0%       21.4% to 23.2%                18.7%
    Weighted-average volatility             21.8%                21.9%                18.6%
    Dividend yield                   2.9% to 3.7%         2.1% to 2.3%                 2.8%
    """)
    assert found["21.8%"] == (date(2019, 1, 1), date(2019, 12, 31))
    assert found["2.8%"] == (date(2017, 1, 1), date(2017, 12, 31))


def test_dividends_per_share_in_a_statement_of_equity_are_of_the_time_between_two_balances():
    page = """
    CONSOLIDATED STATEMENTS OF STOCKHOLDERS’ EQUITY
    (in millions)                                     Capital       Earnings         Total
    Balance as of December 31, 2017                     $ 846        $ 1,150       $ 1,996
    Net earnings                                            —            339           339
    Dividends to stockholders ($2.17 per share)             —           (144)         (144)
    Balance as of December 31, 2018                       846          1,345         2,191
    Net earnings                                            —            371           371
    Dividends to stockholders ($2.29 per share)             —           (151)         (151)
    Balance as of December 31, 2019                     $ 846        $ 1,565       $ 2,411
    """
    found = {each.numeric_value: each for each in figures(page)}
    assert times(page)["$2.17 per share"] == (date(2018, 1, 1), date(2018, 12, 31))
    assert times(page)["$2.29 per share"] == (date(2019, 1, 1), date(2019, 12, 31))
    assert found[Decimal("2.29")].metric_name == "Dividends to stockholders"


def test_the_rate_in_the_label_of_a_debt_is_of_the_newest_day_if_it_is_owed_then():
    page = """
    Long-term debt included the following as of December 31 (in millions):
                                                      2019         2018
    3.05%, $600 due September 2019                       —        $ 599
    3.10%, $400 due October 2027                       398          398
    Notes due 2028 (2.4%)                              497          497
    Term loan due 2029, LIBOR plus 1.25%               150          150
    Effect of a 1% increase on debt due 2029             7            7
    Total                                          $ 1,052      $ 1,651
    """
    found = {
        each.metric_name: (each.numeric_value, each.unit, each.period_end)
        for each in figures(page)
        if each.metric_name.endswith(", interest rate")
    }
    assert found == {
        "3.10%, $400 due October 2027, interest rate": (Decimal("0.0310"), "%", date(2019, 12, 31)),
        "Notes due 2028 (2.4%), interest rate": (Decimal("0.024"), "%", date(2019, 12, 31)),
    }


def test_shares_bought_in_the_days_of_rows_are_no_millions_of_shares():
    page = """
    Purchases of shares by the company in the quarter ended December 31, 2019
    (Dollars in millions, except per share data)
                                             Total Number of Shares       Average Price
                                                          Purchased      Paid per Share
    10/1/2019 thru 10/31/2019                                 4,123             $138.21
    11/1/2019 thru 11/30/2019                                 2,416              142.35
    12/1/2019 thru 12/31/2019                                18,332              181.47
    """
    bought = [each.numeric_value for each in figures(page) if each.unit == "shares"]
    assert bought == [Decimal(4_123), Decimal(2_416), Decimal(18_332)]
    assert times(page)["142.35"] == (date(2019, 11, 1), date(2019, 11, 30))
