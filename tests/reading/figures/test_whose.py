"""Figures in a report that are another company's: they go by no name of the subject's."""

from __future__ import annotations

import pytest

from reading.figures.read import read_figures
from reading.figures.rows.row_names import is_of_another
from reading.model import MetricDraft
from reading.tables.read import read_tables
from tests.reading.drawing import draw


def figures(*pages: str) -> list[MetricDraft]:
    parsed = draw(*pages)
    return read_figures(parsed, read_tables(parsed), entity="Example")[1]


def test_an_investees_statements_are_not_the_subjects_own():
    metrics = figures("""
        Summarized financial information for our investee, Harbour Glass, is as follows:
        (in millions)                   December 31, 2023    December 31, 2022
        Current assets                              3,608                3,283
        Total assets                                7,171                6,664

        (in millions)                     Year Ended 2023      Year Ended 2022
        Net sales                                   6,380                6,224
        Gross profit                                5,698                5,650
    """)
    assert {each.metric_name for each in metrics} >= {"Total assets", "Gross profit"}
    assert {each.canonical_name for each in metrics} == {""}
    assert all("Harbour Glass" in each.context for each in metrics)


def test_a_table_of_the_subjects_own_after_an_investees_keeps_its_names():
    metrics = figures("""
        Summarized financial information of Harbour Glass is as follows:
        (in millions)                   December 31, 2023    December 31, 2022
        Current assets                              3,608                3,283
        Total assets                                7,171                6,664

        Consolidated statements of income
        (in millions)                                2023                 2022
        Net sales                                   6,380                6,224
        Gross profit                                5,698                5,650
    """)
    assert {each.canonical_name for each in metrics} == {"", "revenue", "gross_profit"}


@pytest.mark.parametrize(
    ("title", "is_another"),
    [
        ("Deed of Cross Guarantee – Consolidated Statements of Income", True),
        ("Parent Company – Condensed Balance Sheets", True),
        ("Unaudited pro forma results", True),
        ("Summarised statement of profit or loss of Nordic Ferries AS", True),
        ("Balance sheets of our unconsolidated joint ventures", True),
        ("Summarized financial information for the Company and its subsidiaries", False),
        ("Summarized quarterly data", False),
        ("Consolidated balance sheets", False),
    ],
)
def test_titles_that_say_whose_figures_they_are(title, is_another):
    assert is_of_another(title) is is_another
