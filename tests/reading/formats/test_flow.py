"""Where pages end of formats that break none."""

from __future__ import annotations

import pytest

from reading.formats.flow import PAGE_END, Heading, Paragraph, TableBlock, flow_page, in_pages, table_of
from reading.formats.plain_text import LONGEST_PAGE

LONG = Paragraph("Lamps burn. " * (LONGEST_PAGE // 25))  # two of them are a page


def test_a_file_is_cut_before_a_page_gets_endless():
    assert [len(page) for page in in_pages([LONG] * 5)] == [2, 2, 1]
    assert [len(page) for page in in_pages([LONG, PAGE_END, LONG, LONG, LONG])] == [1, 2, 1]


def test_a_heading_goes_on_the_page_of_what_it_heads():
    headings = [Heading("Oil"), Heading("Prices", 1)]
    assert list(in_pages([LONG, LONG, *headings, LONG])) == [[LONG, LONG], [*headings, LONG]]


def test_headings_alone_are_cut_too():
    pages = list(in_pages([Heading("Oil of lamps")] * LONGEST_PAGE))
    assert len(pages) > 5
    assert sum(map(len, pages)) == LONGEST_PAGE


def test_an_endless_paragraph_is_cut_at_the_ends_of_its_sentences():
    pages = list(in_pages([Paragraph(LONG.text * 5)]))
    texts = [block.text for page in pages for block in page if isinstance(block, Paragraph)]
    assert len(pages) == 3
    assert "".join(texts) == LONG.text * 5
    assert all(text.endswith("burn. ") for text in texts)


def test_each_part_of_an_endless_table_has_its_headings():
    head, rows = ["Hall", "2023", "2022"], [[f"Hall {at}", "1,204", "1,100"] for at in range(9000)]
    pages = list(in_pages([Paragraph("Sales"), table_of([head, *rows], joins=True)]))
    tables = [block for page in pages for block in page if isinstance(block, TableBlock)]
    assert len(pages) == len(tables) > 2
    assert isinstance(pages[0][0], Paragraph)
    assert all(table.rows[0][0].text == "Hall" for table in tables)
    assert sum(len(table.rows) - 1 for table in tables) == len(rows)


@pytest.mark.parametrize(
    "first, heads",
    [
        (("Policy number", "PT-2201"), False),
        (("Agreement no.", "H-61"), False),
        (("Instrument ID", "PG-14"), False),
        (("Part no.", "FY24"), True),
        (("Part no.", "H1"), True),
        (("Part number", "Supplier"), True),
    ],
)
def test_a_number_beside_what_it_is_called_begins_a_form_and_heads_nothing(first, heads):
    page, _ = flow_page(1, [table_of([first, ("Holder", "Marion Teller"), ("Species", "Dog")])])
    assert [grid.has_header for grid in page.grids] == [heads]


@pytest.mark.parametrize(
    ("rows", "heads"),
    [
        ([("Site", "Selby wharf"), ("Sampler", "Rafe Orme"), ("Day", "20 May 2025"), ("Lab", "Aqua")], False),
        ([("Event", "Note"), ("Opening", "20 May 2025"), ("Closing", "to be told"), ("Prize", "none")], True),
        ([("Town", "Mayor"), ("Selby", "Rafe Orme"), ("York", "Ann Lee"), ("Leeds", "Tilda Moss")], True),
        ([("Town", "Born"), ("Selby", "20 May 1902"), ("York", "3 June 1910"), ("Leeds", "unknown")], True),
    ],
)  # fmt: skip
def test_a_name_a_day_and_a_place_beside_labels_are_a_form_without_a_head(rows, heads):
    page, _ = flow_page(1, [table_of(rows)])
    assert [grid.has_header for grid in page.grids] == [heads]
