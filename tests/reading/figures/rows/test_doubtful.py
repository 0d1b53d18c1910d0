"""What stands in cells and is stored as a row alone: numberings, codes, marks and references."""

import pytest

from reading.figures.read import read_figures
from reading.model import MetricDraft, ParsedDocument
from reading.tables.read import read_tables
from tests.reading.drawing import draw
from tests.reading.tables.test_drawn import grid_of, page_of


def figures_of(*rows: tuple[str, ...]) -> list[MetricDraft]:
    parsed = ParsedDocument((page_of(1, grid_of(*rows)),))
    return read_figures(parsed, read_tables(parsed), entity="")[1]


def told(metrics: list[MetricDraft]) -> list[tuple[str, str]]:
    return [(metric.metric_name, metric.value) for metric in metrics]


@pytest.mark.parametrize(
    ("heading", "numbers"),
    [
        ("Place", ("1", "2", "3", "5", "6")),
        ("Serial No.", ("14", "19", "11", "30", "2")),
        ("Tariff", ("0301", "0302", "1604", "1605", "0307")),
        ("zip code", ("3114", "2011", "4018", "1009", "5120")),
    ],
)
def test_a_column_that_numbers_its_rows_or_holds_codes_has_no_figures(heading, numbers):
    weights = ("12.5", "14.0", "9.5", "8.0", "7.5")
    labels = ("Anker", "Bora", "Cutter", "Dinghy", "Elling")
    rows = zip(labels, numbers, weights, strict=True)
    metrics = figures_of(("Boat", heading, "Weight"), *rows)
    assert [metric.value for metric in metrics] == list(weights)


def test_counts_that_rise_by_more_than_one_are_figures():
    rows = zip(("Anker", "Bora", "Cutter", "Dinghy"), ("1", "4", "9", "11"), strict=True)
    assert [metric.value for metric in figures_of(("Boat", "Berths"), *rows)] == ["1", "4", "9", "11"]


def test_cells_that_all_hold_the_same_tick_are_marks():
    ticks = [(name, "1", "1") for name in ("Anker", "Bora", "Cutter")]
    assert figures_of(("Boat", "Sails", "Motor"), *ticks) == []


def test_numbers_that_a_heading_counts_in_an_unknown_way_are_no_figures():
    rows = [
        ("Peppers", "1.200", "4"),
        ("Lemons", "7.310", "6"),
        ("Pears", "9.118", "8"),
        ("All", "17,628", "18"),
    ]
    metrics = figures_of(("Fruit", "Harvest", "Farms"), *rows)
    assert {metric.value for metric in metrics} == {"4", "6", "8", "18"}


def test_rows_of_one_label_are_told_apart_by_their_other_words():
    metrics = figures_of(
        ("Road", "Lanes", "Factor", "Reserve"),
        ("Trunk", "four", "0.92", "1.26"),
        ("Trunk", "six", "0.82", "1.16"),
        ("Local", "two", "0.71", "1.05"),
    )
    contexts = {metric.value: metric.context for metric in metrics}
    assert "Lanes: four" in contexts["0.92"]
    assert "Lanes: six" in contexts["0.82"]
    assert "Lanes" not in contexts["0.71"]


def test_rows_that_nothing_tells_apart_are_no_figures():
    metrics = figures_of(
        ("Road", "Factor", "Reserve"),
        ("Trunk", "0.92", "1.26"),
        ("Trunk", "0.82", "1.16"),
        ("Local", "0.71", "1.05"),
    )
    assert [metric.value for metric in metrics] == ["0.71", "1.05"]


def test_what_something_is_found_by_is_no_figure():
    parsed = draw(
        """
        Auth: 847392
        Kundennummer: 20017
        Points earned: 821
        """
    )
    metrics = read_figures(parsed, read_tables(parsed), entity="")[1]
    assert told(metrics) == [("Points earned", "821")]


def test_prices_of_a_table_set_beside_another_are_no_figures_of_its_rows():
    parsed = draw(
        """
        Weekly prices of fuels                        North        South
        Dover 1.38 - 1.48 1.40 - 1.49 Dover Spirit     2.40         2.10
        Leith 1.48 - 1.55 1.49 - 1.55 Leith Spirit     2.20         1.90
        Poole                                          1.80         1.70
        """
    )
    assert read_figures(parsed, read_tables(parsed), entity="")[1] == []


def test_an_amount_that_is_cut_at_its_blank_is_no_label():
    rows = (
        ("Item", "Currency", "Amount"),
        ("Garden work", "CHF 28.00", "3.50"),
        ("CHF 3", "CHF 3", "949.75"),
    )
    assert not any(metric.metric_name.startswith("CHF 3") for metric in figures_of(*rows))
    assert any(metric.metric_name.startswith("Garden work") for metric in figures_of(*rows))
