"""Statements that web pages and office files mark as tables: what is read of each figure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from documents.extraction.figures import read_figures
from documents.parsing.flow import Block, Paragraph, flow_page, table_of
from documents.parsing.types import ParsedDocument
from documents.tables import read_tables

LAMPS = [
    ("", "2023", "2022"),
    ("Sales of lamps", "4,512", "4,187"),
    ("Sales of oil", "–", "12"),
    ("Total sales", "4,512", "4,199"),
]


def said(rows: Sequence[Sequence[str]], *before: str) -> list[tuple]:
    """Name, value, unit and last day of every figure of the table behind these paragraphs."""
    blocks: list[Block] = [*map(Paragraph, before), table_of(rows)]
    parsed = ParsedDocument((flow_page(1, blocks)[0],))
    metrics = read_figures(parsed, read_tables(parsed), entity="Example")[1]
    return [
        (each.metric_name, each.numeric_value, each.unit, each.period_end) for each in metrics if each.row
    ]


def test_labels_need_no_heading():
    assert said(LAMPS, "Sales by product (in thousands of euros):") == [
        ("Sales of lamps", 4_512_000, "EUR", date(2023, 12, 31)),
        ("Sales of lamps", 4_187_000, "EUR", date(2022, 12, 31)),
        ("Sales of oil", 12_000, "EUR", date(2022, 12, 31)),
        ("Total sales", 4_512_000, "EUR", date(2023, 12, 31)),
        ("Total sales", 4_199_000, "EUR", date(2022, 12, 31)),
    ]


def test_units_in_a_line_of_their_own_and_names_of_parts_leave_a_statement_one():
    rows = [LAMPS[0], ("", "£m", "£m"), ("By product", "", ""), *LAMPS[1:], ("By country", "", "")]
    found = said([*rows, ("Home", "4,100", "4,002"), ("Abroad", "412", "197")], "Sales")
    assert ("Sales of lamps", 4_512_000_000, "GBP", date(2023, 12, 31)) in found
    assert ("Abroad", 197_000_000, "GBP", date(2022, 12, 31)) in found


def test_a_code_and_a_scale_word_may_be_joined_by_an_apostrophe():
    rows = [("", "2023 RMB’Million", "2022 RMB’Million"), *LAMPS[1:]]
    assert said(rows)[0][1:3] == (4_512_000_000, "RMB")


def test_a_table_with_words_among_its_numbers_counts_as_the_heading_of_its_labels_says():
    rows = [
        ("(dollars in thousands)", "Last year", "Amount"),
        ("Losses at home", "2039", "$57,299"),
        ("Losses abroad", "2031 or never", "$5,609"),
    ]
    assert [each[1:3] for each in said(rows, "Tax losses")] == [(57_299_000, "USD"), (5_609_000, "USD")]


def test_units_below_the_headings_of_a_table_with_words_count():
    rows = [
        ("", "2023", "2022"),
        ("", "£m", "£m"),
        ("Swaps", "494", "1,663"),
        ("Rate", "EURIBOR and a half", "LIBOR and a half"),
        ("Held until", "next spring", "last summer"),
    ]
    assert ("Swaps", 494_000_000, "GBP", date(2023, 12, 31)) in said(rows, "Hedges")


def test_a_column_of_per_cents_by_its_heading_alone():
    rows = [("Currency", "Weight (%)", "Used in"), ("Euro", "53.6", "Lille"), ("Pound", "46.4", "Leeds")]
    assert [each[2] for each in said(rows)] == ["%", "%"]


def test_marks_of_notes_behind_headings_and_numbers_are_no_cells():
    rows = [("", "2023 (1)", "2022"), ("Sales of lamps", "4,512 (2)", "4,187"), ("Oil", "45.1", "85.6")]
    found = said(rows, "Sales by product (in thousands of euros):")
    assert ("Sales of lamps", 4_512_000, "EUR", date(2023, 12, 31)) in found
    assert len(found) == 4


def test_numbers_under_no_heading_of_their_own_are_kept():
    rows = [
        ("", "2023", "", "2022", ""),
        ("Lamps", "4,512", "79%", "4,187", "77%"),
        ("Oil", "1,190", "21%", "1,280", "23%"),
    ]
    table = read_tables(ParsedDocument((flow_page(1, [table_of(rows)])[0],)))[0]
    assert [cell.text for cell in table.rows[1].cells] == ["1,190", "21%", "1,280", "23%"]
