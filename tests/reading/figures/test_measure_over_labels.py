"""Tables of parts whose measure stands over their names, or in a line with the scale."""

from __future__ import annotations

from decimal import Decimal

import pytest

from reading.tables.read import read_tables
from tests.reading.drawing import draw
from tests.reading.figures.test_layouts import figures


def contexts(page: str) -> dict[tuple[str, Decimal | None], str]:
    return {(each.metric_name, each.numeric_value): each.context for each in figures(page)}


def test_two_tables_of_the_same_parts_are_told_apart_by_the_measure_over_their_labels():
    found = contexts(
        """
        All amounts in millions of US dollars.

        Segment results
        Revenue                            2024          2023
        Air Freight                         310           280
        Ocean Freight                       240           265
        Total revenue                       550           545

        Operating income                   2024          2023
        Air Freight                          31            25
        Ocean Freight                        12            22
        Total operating income               43            47
        """
    )
    assert found["Air Freight", Decimal(310_000_000)].endswith("Segment results › Revenue")
    assert found["Air Freight", Decimal(31_000_000)].endswith("Segment results › Operating income")


def test_a_line_with_a_scale_and_more_titles_the_table_below_it():
    first, second = read_tables(
        draw(
            """
            Revenue by segment, in millions of US dollars:

            Segment                            2024          2023
            Europe                              960           800
            Americas                            900           860

            Operating income by segment, in millions of US dollars:

            Segment                            2024          2023
            Europe                              192           128
            Americas                            171           163
            """
        )
    )
    assert (first.title, second.title) == ("Revenue by segment", "Operating income by segment")


@pytest.mark.parametrize(
    ("sentence", "value", "unit"),
    [
        ("Amounts in millions of US dollars. Quarter ended September 30, 2024.", 310_000_000, "USD"),
        ("All amounts are in thousands of euros unless said otherwise.", 310_000, "EUR"),
        ("Unless stated otherwise, figures are presented in millions of euros.", 310_000_000, "EUR"),
        ("The board discussed amounts of tax in 2024.", 310, ""),
    ],
)
def test_a_sentence_above_says_how_the_tables_of_the_page_count(sentence, value, unit):
    metrics = figures(
        f"""
        {sentence}

        Segment results
        Revenue                            2024          2023
        Air Freight                         310           280
        Ocean Freight                       240           265
        """
    )
    assert (Decimal(value), unit) in {(each.numeric_value, each.unit) for each in metrics}
