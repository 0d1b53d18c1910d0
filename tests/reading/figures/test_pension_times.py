"""Notes on pensions: what stands on the year's last day, and what the year cost."""

from datetime import date

from reading.figures.read import read_figures
from reading.tables.read import read_tables
from tests.reading.drawing import draw

DAY, YEAR = (None, date(2023, 12, 31)), (date(2023, 1, 1), date(2023, 12, 31))


def times(drawing: str) -> dict[str, tuple[date | None, date | None]]:
    parsed = draw(drawing)
    figures = read_figures(parsed, read_tables(parsed), entity="Skerrow")[1]
    return {each.metric_name: (each.period_start, each.period_end) for each in figures[::-1] if each.row}


def test_what_a_plan_is_funded_by_is_of_the_last_day() -> None:
    found = times("""
        Funded Status (in millions)                   2023         2022
        Projected benefit obligations              $ 3,254      $ 3,225
        Fair value of plan assets                    3,485        3,346
        Funded / (underfunded) status              $   231      $   121
    """)
    assert found["Funded / (underfunded) status"] == DAY


def test_assumptions_of_obligations_are_of_the_last_day_and_those_of_costs_of_the_year() -> None:
    obligations = times("""
        Benefit Obligation Weighted Average Assumptions       2023      2022
        Discount rate                                        5.56%     5.68%
        Average assumed rate of compensation increase         3.00      3.25
    """)
    costs = times("""
        Net Periodic Benefit Cost Weighted Average Assumptions       2023      2022
        Discount rate                                               5.68%     5.20%
        Average assumed rate of compensation increase                3.00      3.50
    """)
    assert set(obligations.values()) == {DAY}
    assert set(costs.values()) == {YEAR}
