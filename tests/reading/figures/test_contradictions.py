"""Which figures are left out because another figure of the document makes them doubtful."""

import pytest

from reading.figures.read import read_figures
from reading.model import MetricDraft, RowDraft
from reading.tables.read import read_tables
from tests.reading.drawing import draw


def read(page: str) -> tuple[list[RowDraft], list[MetricDraft]]:
    parsed = draw(page)
    return read_figures(parsed, read_tables(parsed), entity="")


RESERVES = """
The reserves moved as follows in the year:
(in millions)                              2022        2021
Amounts written off                       $ 126       $ 118
Recoveries of the year                       41          39
{again}                        {values}
"""


def test_two_numbers_for_one_name_and_time_are_stored_as_rows_alone():
    rows, metrics = read(RESERVES.format(again="Amounts written off", values="$ 530       $ 498"))
    assert {metric.metric_name for metric in metrics} == {"Recoveries of the year"}
    assert [row.label for row in rows].count("Amounts written off") == 2


def test_one_number_given_twice_is_a_figure():
    metrics = read(RESERVES.format(again="Amounts written off", values="$ 126       $ 118"))[1]
    assert [metric.value for metric in metrics if metric.metric_name == "Amounts written off"] == [
        "$ 126",
        "$ 118",
    ] * 2


def test_line_items_without_a_time_may_share_their_name():
    metrics = read("""
    Description                      Amount
    Hours of work                   $ 1,250
    Material                        $   318
    Hours of work                   $ 2,100
    """)[1]
    assert [metric.value for metric in metrics] == ["$ 1,250", "$ 318", "$ 2,100"]


def test_a_statement_tells_its_lines_apart_by_their_order():
    metrics = read("""
    CONSOLIDATED BALANCE SHEETS
    (in millions)                         December 31, 2022   December 31, 2021
    Cash and cash equivalents                     $   1,400           $   1,300
    Inventories                                         700                 650
    Deferred taxes on income                            900                 800
    Total assets                                      3,000               2,750
    Accounts payable                                    600                 580
    Deferred taxes on income                            300                 290
    Total liabilities                                   900                 870
    Retained earnings                                 2,100               1,880
    Total equity                                      2,100               1,880
    Total liabilities and equity                  $   3,000           $   2,750
    """)[1]
    deferred = [metric.value for metric in metrics if metric.metric_name == "Deferred taxes on income"]
    assert deferred == ["900", "800", "300", "290"]


SHARES = """
Costs of the branches {said}:
                                           2022        2021
Services                                   53.2 %      52.1 %
Effective tax rate                         21.4 %      20.2 %

The costs in detail were as follows:
(in millions)                              2022        2021
Services                                  $ 126       $ 118
Deliveries                                   41          39
"""


def test_a_per_cent_under_the_name_of_an_amount_is_left_out_where_nothing_says_of_what():
    metrics = read(SHARES.format(said="were as follows"))[1]
    assert [metric.value for metric in metrics if metric.unit == "%"] == ["21.4 %", "20.2 %"]
    assert [metric.value for metric in metrics if metric.metric_name == "Services"] == ["$ 126", "$ 118"]


@pytest.mark.parametrize("said", ["as a percentage of sales were as follows", "in per cent of sales"])
def test_a_per_cent_is_a_figure_where_the_table_says_of_what(said: str):
    metrics = read(SHARES.format(said=said))[1]
    assert [metric.value for metric in metrics if metric.unit == "%"][:2] == ["53.2 %", "52.1 %"]


@pytest.mark.parametrize("heading", ["     Change", "2022 Growth"])
def test_a_per_cent_in_a_column_with_a_heading_of_its_own_is_a_figure(heading: str):
    metrics = read(f"""
    The costs in detail were as follows:
    (in millions)                              2022        2021  {heading}
    Services                                  $ 126       $ 118        6.8 %
    Deliveries                                   41          39        5.1 %
    """)[1]
    assert [metric.value for metric in metrics if metric.unit == "%"] == ["6.8 %", "5.1 %"]
