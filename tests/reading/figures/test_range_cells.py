"""Ranges in the cells of a table: both their ends are figures, told apart by name."""

from collections.abc import Sequence
from decimal import Decimal

import pytest

from reading.figures.read import read_figures
from reading.formats.flow import Paragraph, flow_page, table_of
from reading.formats.plain_text import page_of_text
from reading.model import ParsedDocument
from reading.tables.read import read_tables


def said(rows: Sequence[Sequence[str]], title: str) -> list[tuple[str, str, Decimal | None, str]]:
    parsed = ParsedDocument((flow_page(1, [Paragraph(title), table_of(rows)])[0],))
    metrics = read_figures(parsed, read_tables(parsed), entity="Example")[1]
    return [(each.metric_name, each.value, each.numeric_value, each.unit) for each in metrics if each.row]


def test_both_ends_are_read_where_a_sign_says_what_they_count() -> None:
    rows = [
        ("", "2023", "2022"),
        ("Expected life", "5.3 to 5.4 years", "5.4 years"),
        ("Expected volatility", "21.7% to 25.0%", "18.7%"),
        ("Risk-free interest rate", "0.9 – 2.1%", "1.7%"),
        ("Options per grant", "5 to 10", "7"),
    ]
    read = said(rows, "Assumptions for the lamps' options were as follows:")
    assert [each for each in read if each[0].endswith(("lowest", "highest"))] == [
        ("Expected life, lowest", "5.3", Decimal("5.3"), "years"),
        ("Expected life, highest", "5.4 years", Decimal("5.4"), "years"),
        ("Expected volatility, lowest", "21.7%", Decimal("0.217"), "%"),
        ("Expected volatility, highest", "25.0%", Decimal("0.25"), "%"),
        ("Risk-free interest rate, lowest", "0.9", Decimal("0.009"), "%"),
        ("Risk-free interest rate, highest", "2.1%", Decimal("0.021"), "%"),
    ]


@pytest.mark.parametrize(
    "cell", ["2021 to 2025", "$5 to $10", "25% to 21%", "5% of 10%", "Level 2 to 3 years"]
)
def test_what_is_no_range_or_counts_as_its_column_is_left_alone(cell: str) -> None:
    rows = [
        ("", "2023", "2022"),
        ("Rate of growth", "5%", "4%"),
        ("Range", cell, "n/a"),
        ("Other", "6%", "n/a"),
    ]
    assert not any(name.startswith("Range") for name, *_ in said(rows, "Lamps are valued as follows:"))


def test_a_heading_over_the_first_half_of_ranges_heads_both() -> None:
    lines = [
        "Our notes are as follows (in millions):",
        "",
        "                      Maturities    Stated Interest Rates   December 31, 2023   December 31, 2022",
        "2014 Notes issuance   2034 - 2044   4.80% - 4.95%                      $2,750              $2,740",
        "2017 Notes issuance   2027 - 2057   3.15% - 4.25%                      13,000              12,000",
        "2020 Notes issuance   2027 - 2060   1.20% - 2.70%                       9,000               7,750",
        "Other debt                                                                836                   –",
        "Total debt                                                             25,586              22,490",
    ]
    (table,) = read_tables(ParsedDocument((page_of_text(1, "\n".join(lines)),)))
    ends = [column.header for column in table.columns][2:4]
    assert ends == ["Lowest Stated Interest Rates", "Highest Stated Interest Rates"]
    assert [cell.text for cell in table.rows[0].cells][2:4] == ["4.80%", "4.95%"]
