"""Which counts of shares outstanding are read off the covers of reports."""

from datetime import date
from decimal import Decimal

import pytest

from reading.figures.cover_page import read_shares_outstanding
from reading.figures.read import read_figures
from reading.figures.sentences.from_sentences import Setting
from reading.tables.read import read_tables
from reading.text.passages_of_page import Sentence
from reading.values.fiscal import FiscalCalendar
from tests.reading.drawing import draw

SETTING = Setting(FiscalCalendar(), "Mornfeld Tools", None)


def read(text, heading=""):
    return list(read_shares_outstanding(Sentence(1, text, heading), SETTING))


@pytest.mark.parametrize(
    ("text", "heading", "name"),
    [
        (
            "7,454,473 shares of common stock were issued and outstanding as of May 4, 2023.",
            "",
            "shares of common stock outstanding",
        ),
        (
            "Yes ☐ No ☒\n7,454,473 shares of common stock, par value $1 each, outstanding as of May 4, 2023",
            "",
            "shares of common stock outstanding",
        ),
        (
            "On May 4, 2023, there were 7,454,473 ordinary shares outstanding.",
            "",
            "ordinary shares outstanding",
        ),
        ("As of May 4, 2023, the registrant had 7,454,473 shares outstanding.", "", "shares outstanding"),
        (
            "The number of shares outstanding of its common stock as of May 4, 2023 was 7,454,473.",
            "",
            "shares of common stock outstanding",
        ),
        (
            "Shares of common stock outstanding at May 4, 2023: 7,454,473",
            "",
            "shares of common stock outstanding",
        ),
        (
            "Common Stock, $0.01 par value per share 7,454,473 shares",
            "Class Outstanding as of May 4, 2023",
            "shares of common Stock outstanding",
        ),
    ],
)
def test_covers_tell_the_shares_outstanding_on_a_day(text, heading, name):
    (metric,) = read(text, heading)
    assert (metric.metric_name, metric.numeric_value, metric.unit) == (name, Decimal(7454473), "shares")
    assert (metric.period_start, metric.period_end) == (None, date(2023, 5, 4))
    assert metric.canonical_name == "shares_outstanding"


@pytest.mark.parametrize(
    "text",
    [
        "As of May 4, 2023, there were 7,454,473 common shares outstanding held by nonaffiliates.",
        "As of May 4, 2023, 7,454,473 shares of common stock subject to awards were outstanding.",
        "There were options to purchase\n7,454,473 shares of common stock outstanding as of May 4, 2023.",
        "7,454,473 shares of common stock were issued and outstanding.",
    ],
)
def test_shares_of_some_holders_of_awards_or_of_no_day_are_left_alone(text):
    assert read(text) == []


def test_a_class_of_shares_is_not_all_of_them():
    (metric,) = read("As of May 4, 2023, there were 7,454,473 shares of Class B common stock outstanding.")
    assert metric.canonical_name == ""


def test_what_another_reader_of_sentences_tells_is_not_told_twice():
    text = "As of May 4, 2023, there were 7,454,473 shares of common stock issued and outstanding."
    parsed = draw(text)
    metrics = read_figures(parsed, read_tables(parsed), entity="Mornfeld Tools")[1]
    assert list(read_shares_outstanding(Sentence(1, text, ""), SETTING))
    assert [metric.numeric_value for metric in metrics] == [Decimal(7454473)]
