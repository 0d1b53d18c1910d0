"""What figures in sentences are taken to measure, and when."""

from datetime import date
from decimal import Decimal

import pytest

from documents.extraction.sentence_facts import Setting, read_sentence_facts
from documents.extraction.sentences import Sentence
from documents.fiscal import FiscalCalendar

SETTING = Setting(FiscalCalendar(), "Mornfeld Tools", None)


def read(text, setting=SETTING):
    return read_sentence_facts([Sentence(1, text, "")], setting)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "We repurchased 722,457 shares of our common stock at a cost of $328.1 million.",
            ["repurchased common stock", "repurchased common stock, cost"],
        ),
        ("The tax benefit included $2.1 billion of net discrete items.", ["net discrete items"]),
        (
            "As of May 4, 2023, the Company had total deferred revenue of $12.5 billion.",
            ["total deferred revenue"],
        ),
        ("Sales grew to $3 billion, or 13.8% of net sales.", ["Sales", "Sales as a share of net sales"]),
        (
            "Freight cost was $15 million and $11 million in 2022 and 2023.",
            ["Freight cost", "Freight cost"],
        ),
        ("Tool revenue decreased 3% or $2.4 million.", ["Tool revenue decrease", "Tool revenue decrease"]),
        ("These ten stores were closed.", []),
        ("Gross profit 13% 13% 12%", []),
    ],
)
def test_figure_is_named_by_its_own_words(text, names):
    assert [metric.metric_name for metric in read(text)] == names


@pytest.mark.parametrize(
    "text",
    [
        "Net sales include $3.3 billion of revenue recognized from deferred amounts.",
        "We received proceeds from short-term debt and long-term debt of $13.7 billion.",
        "Net sales, which decreased by $2.4 billion, were weak.",
    ],
)
def test_part_or_change_has_no_canonical_name(text):
    assert [metric.canonical_name for metric in read(text)] == [""]


def test_whole_measure_has_its_canonical_name():
    (metric,) = read("Net sales were $3.3 billion in 2022.")
    assert (metric.canonical_name, metric.fiscal_year) == ("revenue", 2022)


def test_day_on_which_debt_falls_due_is_not_when_a_figure_holds():
    (metric,) = read("We issued $750 million of senior notes due 2029.")
    assert metric.period_end is None


def test_years_after_a_day_mean_the_same_day():
    first, second = read("Trade receivables were $10 million and $8 million at June 30, 2022 and 2021.")
    assert (first.period_end, second.period_end) == (date(2022, 6, 30), date(2021, 6, 30))
    assert second.period_start is None


def test_plain_amount_counts_in_the_scale_of_a_filing_that_leaves_the_word_out():
    setting = Setting(FiscalCalendar(), "", None, Decimal(1_000_000))
    values = [metric.numeric_value for metric in read("Freight cost was $1,533 and $2 per share.", setting)]
    assert values == [Decimal(1_533_000_000), Decimal(2)]
