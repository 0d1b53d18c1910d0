"""When the changes are that stand in columns without a time of their own."""

from reading.figures.read import read_figures
from reading.tables.read import read_tables
from tests.reading.drawing import draw


def ends(page: str) -> dict[str, str]:
    parsed = draw(page)
    metrics = read_figures(parsed, read_tables(parsed), entity="")[1]
    return {metric.value: f"{metric.period_start or ''}/{metric.period_end or ''}" for metric in metrics}


def test_a_change_is_of_the_later_of_the_two_spans_beside_it():
    found = ends("""
    (In millions)               Year Ended December 31,      Percentage
                                   2022           2021         Change
    Lathe sales                  $ 8,902        $ 9,262          (4)%
    Drill sales                    1,012          1,880         (46)%
    """)
    assert found["(4)%"] == found["(46)%"] == found["$ 8,902"] == "2022-01-01/2022-12-31"


def test_a_change_of_two_years_named_is_of_the_first_one():
    found = ends("""
    (In millions)           Year Ended December 31,          % Change
                            2022      2021      2020      22/21     21/20
    Lathe sales          $ 8,902   $ 9,262   $ 9,100      (4)%        2%
    Drill sales            1,012     1,880     1,700     (46)%       11%
    """)
    assert found["(4)%"] == "2022-01-01/2022-12-31"
    assert found["11%"] == "2021-01-01/2021-12-31"


def test_of_three_years_a_change_may_be_that_of_any_two_and_is_no_figure():
    found = ends("""
    (In millions)           Year Ended December 31,         Percentage
                            2022      2021      2020          Change
    Lathe sales          $ 8,902   $ 9,262   $ 9,100            (4)%
    Drill sales            1,012     1,880     1,700           (46)%
    """)
    assert "(4)%" not in found


def test_years_over_amounts_and_shares_are_two_spans_all_the_same():
    found = ends("""
    (In millions)             2022             2021            Change
    Lathe sales        $ 8,902   90%    $ 9,262   83%    $ (360)   (4)%
    Drill sales          1,012   10%      1,880   17%      (868)  (46)%
    """)
    assert found["(4)%"] == found["(868)"] == "2022-01-01/2022-12-31"


def test_a_change_between_two_days_is_of_the_later_one():
    found = ends("""
    (In millions)        June 30, 2022     December 31, 2021     Change
    Total assets               $ 8,902               $ 9,262       (4)%
    Total liabilities            1,012                 1,880      (46)%
    """)
    assert found["(46)%"] == "/2022-06-30"


def test_each_of_two_changes_is_of_the_years_right_beside_it():
    found = ends("""
    (In millions)           2022       2021     Change      2021      2020     Change
    Cost of sales          $ 8,902   $ 9,262    $ (360)   $ 9,262   $ 9,100     $ 162
    Share of sales           94.7%     95.2%     (0.5)%     95.2%    109.8%    (14.6)%
    """)
    assert found["(0.5)%"] == "2022-01-01/2022-12-31"
    assert found["(14.6)%"] == "2021-01-01/2021-12-31"
