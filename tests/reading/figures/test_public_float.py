"""What the shares held by others are worth, as read off the covers of reports."""

from datetime import date
from decimal import Decimal
from textwrap import wrap

import pytest

from reading.figures.cover_page import NAME
from reading.figures.read import read_figures
from reading.tables.read import read_tables
from tests.reading.drawing import draw


def read(text: str) -> list[tuple[str, Decimal | None, date | None, date | None]]:
    parsed = draw("\n".join(wrap(text, 100)))
    metrics = read_figures(parsed, read_tables(parsed), entity="Mornfeld Tools")[1]
    return [(each.metric_name, each.numeric_value, each.period_start, each.period_end) for each in metrics]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            "The aggregate market value of the voting and non-voting stock held by non-affiliates of the"
            " Registrant, as of March 28, 2023, the last business day of the Registrant’s most recently"
            " completed second fiscal quarter, was approximately $253,431,000.",
            253_431_000,
        ),
        (
            "The aggregate market value of Mornfeld common stock held by nonaffiliates of the registrant"
            " as of March 28, 2023, based on a closing price of $41.20, was $1.4 billion.",
            1_400_000_000,
        ),
    ],
)
def test_the_cover_tells_what_the_shares_of_others_were_worth_on_a_day(text, value):
    assert read(text) == [(NAME, Decimal(value), None, date(2023, 3, 28))]


@pytest.mark.parametrize(
    "text",
    [
        "The aggregate market value of stock held by non-affiliates was $1.4 billion as of March 28, 2023 and"
        " $1.6 billion as of June 30, 2022.",
        "The aggregate market value of stock held by non-affiliates, by the price at which it was last sold,"
        " was not more than is told above.",
    ],
)
def test_of_several_values_or_none_nothing_is_taken_for_the_one(text):
    assert NAME not in [name for name, *_ in read(text)]
