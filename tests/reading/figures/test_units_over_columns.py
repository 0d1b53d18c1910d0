"""Web pages whose columns are headed by times, and below them by how they count: “US$000”, “%”."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from reading.figures.read import read_figures
from reading.model import MetricDraft
from reading.parse import parse_document
from reading.tables.read import read_tables

LEAD = "Annual report of Skerrow Kilns Limited for the year ended 30 June 2019."


def read(folder: Path, rows: str) -> list[MetricDraft]:
    """The figures of a page with one table, a line to a row and “|” between its cells."""
    cells = ("".join(f"<td>{cell}</td>" for cell in row.split("|")) for row in rows.split("\n"))
    path = folder / "page.html"
    path.write_text(f"<p>{LEAD}</p><table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>")
    parsed = parse_document(path, media_type="text/html")
    return read_figures(parsed, read_tables(parsed), entity="")[1]


def test_wide_headings_of_parts_stand_below_the_units(tmp_path):
    found = read(
        tmp_path,
        "Consolidated||\n|2019|2018\n|US$000|US$000\n"
        "Payments made during the year for the following services:||\n"
        "Services of the kiln master himself:||\nFiring|1,245|1,167\nGlazing|62|21",
    )
    firing = [each for each in found if each.metric_name == "Firing"]
    assert [(each.numeric_value, each.fiscal_year) for each in firing] == [
        (Decimal(1_245_000), 2019),
        (Decimal(1_167_000), 2018),
    ]


def test_a_per_cent_sign_beside_units_heads_a_column_of_its_own(tmp_path):
    found = read(
        tmp_path, "|2019||2018|\n|$000|%|$000|%\nTrade|12,345|10.0|11,222|9.0\nOther|321|2.0|111|1.1"
    )
    trade = [
        (each.numeric_value, each.unit, each.fiscal_year) for each in found if each.metric_name == "Trade"
    ]
    assert trade == [
        (Decimal(12_345_000), "USD", 2019),
        (Decimal("0.1"), "%", 2019),
        (Decimal(11_222_000), "USD", 2018),
        (Decimal("0.09"), "%", 2018),
    ]
