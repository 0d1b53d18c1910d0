import pytest

from reading.figures.read import read_figures
from reading.tables.read import read_tables
from tests.reading.drawing import draw

STATEMENT = """
                    Example Inc. and Subsidiaries
                 Consolidated Statements of Income
    (In millions)                                      2022       2021
    Net sales                                        $ 9,000    $ 8,000
    Income before income taxes                         1,300      1,100
    Provision for income taxes                           300        250
    Net income                                         1,000        850
    Less: Net income attributable to noncontrolling       40         30
    interests
    Net income attributable to Example Inc.            $ 960      $ 820
    """
SEGMENT = """
               Coatings
    (In millions)                                      2022       2021
    Net sales                                        $ 5,200    $ 4,400
    Operating income                                     700        600
    """
HIGHLIGHTS = """
               Highlights of the year
    (In millions)                                      2022       2021
    Net sales                                        $ 9,000    $ 8,000
    Net income                                         1,000        850
    """


def named(*pages: str) -> list[tuple[str, int, str]]:
    """Name, page and figure of what goes by a canonical name in 2022."""
    parsed = draw(*pages)
    _, metrics = read_figures(parsed, read_tables(parsed), entity="")
    return [
        (each.canonical_name, each.place.page or 0, each.value.strip("$ "))
        for each in metrics
        if each.canonical_name and each.period_end and each.period_end.year == 2022
    ]


def test_net_income_is_the_companys_own_share_of_it():
    found = named(STATEMENT)
    assert ("net_income", 1, "960") in found
    assert ("net_income_including_noncontrolling", 1, "1,000") in found
    assert len([name for name, _, _ in found if name == "net_income"]) == 1


def test_total_before_the_share_of_others_is_known_again_elsewhere():
    found = named(STATEMENT, HIGHLIGHTS)
    assert ("net_income_including_noncontrolling", 2, "1,000") in found
    assert ("revenue", 2, "9,000") in found


def test_part_of_the_company_does_not_go_by_the_name_of_the_whole():
    found = named(SEGMENT, STATEMENT)
    assert [(page, value) for name, page, value in found if name == "revenue"] == [(2, "9,000")]


def test_part_keeps_the_name_where_no_statement_says_otherwise():
    assert ("revenue", 1, "5,200") in named(SEGMENT)


def test_equity_with_the_interests_of_others_is_another_measure():
    found = named(
        """
                     Example Inc. and Subsidiaries
                      Consolidated Balance Sheet
        (In millions)                          December 31,  December 31,
                                                   2022          2021
        Total assets                             $ 5,000       $ 4,000
        Total liabilities                          3,000         2,500
        Total Example Inc. shareholders’ equity    1,900         1,450
        Noncontrolling interests                     100            50
        Total equity                               2,000         1,500
        Total liabilities and equity             $ 5,000       $ 4,000
        """
    )
    assert ("equity", 1, "1,900") in found
    assert ("equity_including_noncontrolling", 1, "2,000") in found


def test_of_shares_in_a_computation_the_last_line_counts():
    found = named(
        """
        The elements used in the computation of earnings per share were as follows:
        (In millions - except per share amounts)
        Years ended December 31,                             2022      2021
        Net income available to common shareholders         $ 900     $ 800
        Diluted weighted average shares outstanding         595.2     588.0
        Less: participating securities                        0.3       0.4
        Diluted weighted average common shares outstanding  594.9     587.6
        Net income per share:
          Basic                                            $ 1.52    $ 1.37
          Diluted                                            1.51      1.36
        """
    )
    assert [value for name, _, value in found if name == "shares_diluted"] == ["594.9"]


def test_stock_is_of_the_last_day_of_a_year_that_heads_it():
    parsed = draw(
        """
                  Five-year summary
        (In millions)                Years ended December 31,
                                        2022       2021
        Net sales                    $ 9,000    $ 8,000
        Total assets                   5,000      4,000
        """
    )
    _, metrics = read_figures(parsed, read_tables(parsed), entity="")
    starts = {each.canonical_name: each.period_start is None for each in metrics}
    assert starts == {"revenue": False, "total_assets": True}


def test_movements_of_cash_are_no_stocks():
    found = named(
        """
                 Consolidated Statements of Cash Flows
        (In millions)                                   2022       2021
        Inventories                                  $ (120)     $ (80)
        Net cash provided by operating activities      1,500      1,200
        Cash and cash equivalents at end of year         700        600
        """
    )
    assert [name for name, _, _ in found] == ["operating_cash_flow", "cash_and_equivalents"]


def test_last_line_of_amounts_per_share_stands_under_their_heading():
    found = named(
        """
                 Consolidated Statements of Income
        (In millions, except per share data)                       2022      2021
        Revenues                                                $ 9,000   $ 8,000
        Net income attributable to Example Inc.                     960       820
        Earnings per share––diluted:
          Income from continuing operations                      $ 1.60    $ 1.40
          Discontinued operations                                 (0.05)        —
        Net income attributable to Example Inc.                  $ 1.55    $ 1.40
        """
    )
    assert ("eps_diluted", 1, "1.55") in found
    assert [value for name, _, value in found if name == "net_income"] == ["960"]


def test_statement_of_the_company_comes_before_that_of_its_guarantors_however_it_is_split():
    split = """
                 Example Inc. and Subsidiaries
                  Consolidated Balance Sheets
    (In millions)                          December 31,  December 31,
                                               2022          2021
    Total current assets                     $ 2,000       $ 1,500
    Total assets                             $ 5,000       $ 4,000
    """
    guarantee = """
                 Deed of Cross Guarantee
                 Consolidated Balance Sheets
    (In millions)                          December 31,  December 31,
                                               2022          2021
    Total current assets                     $ 1,000         $ 900
    Total assets                               3,000         2,500
    Total liabilities                          1,000           800
    Total shareholders’ equity                 2,000         1,700
    Total liabilities and equity             $ 3,000       $ 2,500
    """
    found = named(split, guarantee)
    assert [value for name, _, value in found if name == "total_assets"] == ["5,000"]


def test_balance_in_a_statement_of_equity_is_of_what_heads_its_column():
    found = named(
        """
                          Consolidated Statements of Equity
                                                   (In millions)

                               Retained    Total Shareholders’    Noncontrolling      Total
                               Earnings          Equity             Interests         Equity
        Balance, December 31, 2021   $ 700              $ 1,450               $ 50      $ 1,500
        Net income                     450                  450                 50          500
        Balance, December 31, 2022   1,150                1,900                100        2,000
        """
    )
    assert [each for each in found if each[2] != "450"][-3:] == [
        ("retained_earnings", 1, "1,150"),
        ("equity", 1, "1,900"),
        ("equity_including_noncontrolling", 1, "2,000"),
    ]


@pytest.mark.parametrize(
    "title",
    [
        "Deferred tax assets and liabilities were as follows:",
        "A reconciliation of the statutory rate to the effective rate:",
        "Fair value of the assets acquired:",
        "Condensed balance sheet of the parent company",
        "Sales by region",
    ],
)
def test_items_of_a_table_about_something_else_are_no_measures(title):
    table = """
        (In millions)                 December 31,  December 31,
                                          2022          2021
        Inventories                      $ 120         $ 100
        Goodwill                            80            60
        """
    assert named(f"        {title}{table}") == []
    assert len(named(f"        Consolidated Balance Sheets{table}")) == 2


def test_average_of_shares_outstanding_is_over_the_year():
    parsed = draw(
        """
                 Consolidated Statements of Earnings
        (Dollars and shares in millions except per share amounts)
                                           2022       2021
        Sales                          $ 94,943     93,775
        Net earnings                   $ 17,941     20,878
        Average shares outstanding
          Basic                         2,625.2    2,632.1
          Diluted                       2,663.9    2,674.0
        """
    )
    _, metrics = read_figures(parsed, read_tables(parsed), entity="")
    starts = [str(each.period_start) for each in metrics if each.canonical_name == "shares_diluted"]
    assert starts == ["2022-01-01", "2021-01-01"]
