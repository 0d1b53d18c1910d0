"""Statements as large companies print them, in ways that were once read wrongly; the numbers are invented."""

from __future__ import annotations

from datetime import date

import pytest

from reading.figures.read import read_figures
from reading.model import MetricDraft
from reading.tables.read import read_tables
from tests.reading.drawing import draw

YEAR = (date(2023, 1, 1), date(2023, 12, 31))
DAY = (None, date(2023, 12, 31))


def read(*pages: str) -> list[MetricDraft]:
    parsed = draw(*pages)
    return [each for each in read_figures(parsed, read_tables(parsed), entity="Skerrow, Inc.")[1] if each.row]


def named(metrics: list[MetricDraft]) -> dict[str, int]:
    """The first figure of each canonical name, which is the newest, in millions."""
    found: dict[str, int] = {}
    for each in metrics:
        if each.canonical_name and each.numeric_value is not None:
            found.setdefault(each.canonical_name, int(each.numeric_value) // 10**6)
    return found


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Securities loaned (included", "$169,003 and $151,999 at fair value)"),
        ("Trade receivables (less $46 on December 31,", "2022)"),
        ("Net repayments of bank loans", "– maturities of 90 days or less"),
    ],
)
def test_a_label_goes_on_in_the_line_below_where_a_bracket_is_open(first, second):
    found = read(f"""
        Skerrow Consolidated Balance Sheets
        December 31, (in millions)                                  2023        2022
        Goodwill                                                 $ 1,204     $ 1,270
        {first}
          {second:<40}                    2,160       2,020
        Other assets                                                 310         290
    """)
    rows = {each.metric_name: each.numeric_value for each in found if each.value == "2,160"}
    assert rows == {f"{first} {second}": 2_160 * 10**6}
    assert not [each for each in found if each.value == "2022)"]


def test_a_year_ended_on_the_day_in_the_next_line_is_a_span_also_of_a_bank_of_investments():
    found = read("""
        Segment results
        As of or for the year ended            Consumer Bank        Investment Bank
        December 31,
        (in millions)                          2023     2022         2023     2022
        Net interest income                   $ 930    $ 880        $ 412    $ 401
        Noninterest expense                     512      498          230      215
        Total assets                          9,120    9,010        4,210    4,105
    """)
    times = {
        each.metric_name: (each.period_start, each.period_end) for each in found if each.fiscal_year == 2023
    }
    assert times == {"Net interest income": YEAR, "Noninterest expense": YEAR, "Total assets": DAY}


def test_stock_of_some_value_per_share_is_no_amount_per_share():
    found = read("""
        Consolidated Balance Sheets
        (in millions, except par value)                 December 31, 2023
        Common stock, $1 par value per share                 $ 240
        Retained earnings                                    9,120
    """)
    assert [(each.numeric_value, each.unit) for each in found if each.value == "$ 240"] == [
        (240 * 10**6, "USD")
    ]


def test_memberships_are_no_money():
    found = read("""
        Revenues by region
        (in thousands, except revenue per membership)           2023         2022
        Revenues                                            $ 14,873     $ 14,084
        Paid net membership additions                          5,832         (919)
        Paid memberships at end of period                     80,128       74,296
    """)
    assert {(each.metric_name, each.unit) for each in found} == {
        ("Revenues", "USD"),
        ("Paid net membership additions", ""),
        ("Paid memberships at end of period", ""),
    }
    assert {each.numeric_value for each in found} >= {5_832_000, 80_128_000}


def test_sums_without_words_are_of_what_stands_over_them():
    found = named(
        read(
            """
        Consolidated Statements of Operations
        Year Ended December 31, (in millions)        2023       2022
        Revenues
          Casino                                    $ 800      $ 700
          Rooms                                       200        150
                                                    1,000        850
        Expenses
          Casino                                      500        450
          Rooms                                        90         80
                                                      590        530
        Operating income                              410        320
        Net income                                  $ 310      $ 240
            """,
            """
        Consolidated Balance Sheets
        December 31, (in millions)                   2023       2022
        Current assets
          Cash and cash equivalents                 $ 150      $ 130
          Inventories                                  50         40
            Total current assets                      200        170
        Property and equipment, net                   700        730
                                                    $ 900      $ 900
        Current liabilities
          Accounts payable                          $ 100       $ 90
            Total current liabilities                 100         90
        Long-term debt                                500        520
        Retained earnings                             300        290
                                                    $ 900      $ 900
            """,
        )
    )
    assert found["revenue"] == 1_000
    assert found["operating_expenses"] == 590
    assert found["total_assets"] == found["liabilities_and_equity"] == 900


def test_the_companys_own_name_in_a_label_hides_no_name():
    found = read("""
        Operating segments
        Year Ended December 31, (in millions)        2023       2022
        REVENUES
        North America                               $ 800      $ 700
        Asia                                          200        150
        TOTAL SKERROW, INC. REVENUES              $ 1,000      $ 850
        TOTAL OTHER KILNS, INC. REVENUES            $ 900      $ 800
    """)
    assert named(found) == {"revenue": 1_000}


def balances(*rows: tuple[str, int, int]) -> str:
    lines = "\n".join(f"{label:<70}{new:>8,}{old:>12,}" for label, new, old in rows)
    return f"Consolidated Balance Sheets\n{'December 31, (in millions)':<70}{'2023':>8}{'2022':>12}\n{lines}"


@pytest.mark.parametrize(
    ("above", "below", "total", "expected"),
    [
        ("Common stock", "Noncontrolling interests", "Total equity", "equity_including_noncontrolling"),
        ("Redeemable noncontrolling interest", "Treasury stock", "Total equity", "equity"),
        (
            "Common stock",
            "Noncontrolling interests",
            "Total shareholders’ equity",
            "equity_including_noncontrolling",
        ),
        ("Common stock", "Noncontrolling interests", "Total Skerrow shareholders’ equity", "equity"),
    ],
)
def test_equity_right_below_the_share_of_others_has_it_in(above, below, total, expected):
    page = balances(
        ("Accounts receivable", 160, 150),
        ("Less allowance for credit losses", 10, 10),
        ("Accounts receivable, net", 150, 140),
        ("Total assets", 900, 880),
        ("Total liabilities", 500, 490),
        (above, 40, 35),
        ("Retained earnings", 350, 345),
        (below, 10, 10),
        (total, 400, 390),
        ("Total liabilities and equity", 900, 880),
    )
    found = named(read(page))
    assert {name: worth for name, worth in found.items() if "equity" in name} == {
        expected: 400,
        "liabilities_and_equity": 900,
    }
    assert found["receivables"] == 150


def test_the_sum_of_a_balance_sheet_that_names_others_is_no_share_of_theirs():
    page = balances(
        ("Total assets", 900, 880),
        ("Redeemable noncontrolling interest", 20, 20),
        ("Total Skerrow shareholders’ equity", 360, 355),
        ("Nonredeemable noncontrolling interest", 40, 35),
        ("Total equity", 400, 390),
        ("Total liabilities, redeemable noncontrolling interest, and equity", 900, 880),
    )
    found = named(read(page))
    assert found["equity"] == 360
    assert found["equity_including_noncontrolling"] == 400
    assert found["liabilities_and_equity"] == 900


def test_a_heading_that_ends_in_net_is_no_part_of_the_label_below():
    found = read("""
        Content assets consisted of the following:
        As of December 31, (in millions)            2023       2022
        Licensed content, net                      $ 800      $ 700
        Produced content, net
          Released, less amortization                200        150
          In production                               90         80
    """)
    assert {each.metric_name for each in found} == {
        "Licensed content, net",
        "Released, less amortization",
        "In production",
    }


def test_unamortized_costs_are_of_a_day_and_unit_counts_no_money():
    found = read("""
        Our debt and our stores (in millions, except unit counts)
                                                    2023       2022
        Notes due 2035                             $ 800      $ 700
        Less: unamortized discounts and issuance costs
                                                     (20)       (15)
        Total debt                                   780        685
        Unit counts at period end                   4,615     4,717
    """)
    assert {(each.period_start, each.period_end) for each in found if each.fiscal_year == 2023} == {DAY}
    assert {each.numeric_value for each in found if each.metric_name.startswith("Unit")} == {4_615, 4_717}


def test_the_two_sides_of_a_balance_sheet_may_be_called_total():
    found = named(
        read(
            balances(
                ("Goodwill", 500, 480),
                ("Other assets", 400, 400),
                ("Total", 900, 880),
                ("Long-term debt", 520, 500),
                ("Retained earnings", 380, 380),
                ("Total", 900, 880),
            )
        )
    )
    assert found["total_assets"] == found["liabilities_and_equity"] == 900
