"""Figures of sentences that the tables contradict, or that contradict each other, are of a part."""

from datetime import date
from decimal import Decimal

from reading.figures.contradictions import agreeing
from reading.model import MetricDraft, Place


def metric(name, value, *, year=2023, unit="USD", canonical="", scale=1_000_000):
    return MetricDraft(
        place=Place(page=1, quote=""),
        metric_name=name,
        canonical_name=canonical,
        value=value,
        numeric_value=Decimal(value) * Decimal(str(scale)),
        unit=unit,
        scale=Decimal(str(scale)),
        period_start=date(year, 1, 1),
        period_end=date(year, 12, 31),
    )


TABLES = [
    metric("Net sales", "1041", canonical="revenue"),
    metric("Net sales", "996", year=2022, canonical="revenue"),
]


def kept(*metrics):
    return [each.value for each in agreeing(metrics, TABLES)]


def test_level_of_a_part_under_the_name_of_the_whole_is_dropped():
    whole = metric("Net sales", "1.0", canonical="revenue", scale=1_000_000_000)
    assert kept(whole) == ["1.0"]
    assert kept(metric("Net sales", "400", canonical="revenue")) == []


def test_change_is_checked_against_both_years():
    assert kept(metric("Net sales increase", "45")) == ["45"]
    assert kept(metric("Net sales growth", "4.5", unit="%", scale="0.01")) == ["4.5"]
    assert kept(metric("Net sales growth", "11.0", unit="%", scale="0.01")) == []


def test_one_name_with_two_numbers_names_neither():
    assert kept(metric("Lathe costs", "4"), metric("Lathe costs", "7")) == []
    assert kept(metric("Lathe costs", "4"), metric("Lathe costs", "7", year=2022)) == ["4", "7"]
    assert kept(metric("Lathe costs", "4"), metric("Lathe costs", "4.2")) == ["4", "4.2"]


def test_thousands_of_figures_of_one_name_are_compared_at_once():
    same = [metric("Lamp sales", "400") for _ in range(20_000)]
    assert len(agreeing(same, TABLES)) == len(same)
    assert agreeing([*same, metric("Lamp sales", "500")], TABLES) == []
