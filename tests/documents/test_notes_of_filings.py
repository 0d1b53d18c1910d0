"""Notes and statements as annual reports print them: what their cells count, and for when they are."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from documents.extraction.figures import read_figures
from documents.extraction.types import MetricDraft
from documents.tables import read_tables
from tests.documents.drawing import draw

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
