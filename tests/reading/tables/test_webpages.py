"""Web pages that are laid out for print, as filings are: their pages, columns and raised marks."""

from __future__ import annotations

import pytest

from reading.formats.flow import flow_page
from reading.formats.web.html import blocks_of_html, read_html
from reading.model import DocumentInfo, ParsedDocument, ParsedPage
from reading.tables.read import read_tables

BREAK = '<hr style="page-break-after: always">'


def pages_of(tmp_path, html: str) -> tuple[DocumentInfo, list[ParsedPage]]:
    path = tmp_path / "filing.html"
    path.write_text(html)
    info, *pages = read_html(path)
    assert isinstance(info, DocumentInfo)
    return info, [page for page in pages if isinstance(page, ParsedPage)]


def text_of(html: str) -> str:
    blocks = [block for block in blocks_of_html(html)[1] if not isinstance(block, str)]
    return flow_page(1, blocks)[0].text


@pytest.mark.parametrize(
    "html",
    [
        f"<p>Lamps</p>{BREAK}<h1>Oil</h1>{BREAK}",
        f"<div><div>Lamps{BREAK}</div></div><div><h1>Oil</h1></div>",
        '<p>Lamps</p><div style="BREAK-BEFORE:page"><h1>Oil</h1></div>',
        f"{BREAK}<p>Lamps</p>{BREAK}{BREAK}<h1>Oil</h1>",
    ],
)
def test_a_file_laid_out_for_print_is_cut_at_its_page_breaks(html, tmp_path):
    info, pages = pages_of(tmp_path, html)
    assert info.page_count == 2
    assert [(page.number, page.text) for page in pages] == [(1, "Lamps"), (2, "Oil")]
    assert [(item.title, item.page) for item in info.outline] == [("Oil", 2)]


@pytest.mark.parametrize(
    "html",
    ["", '<p>Lamps</p><hr><p style="page-break-after:avoid">Oil</p><p>a page-break-after: always b</p>'],
)
def test_a_file_without_page_breaks_is_one_page(html, tmp_path):
    info, pages = pages_of(tmp_path, html)
    assert (info.page_count, len(pages)) == (1, 1)


def test_a_line_across_the_page_parts_paragraphs():
    assert text_of("<div>Lamps<hr>Oil</div>") == "Lamps\n\nOil"


# As filings write them: labels and numbers reach over columns that no cell has of its own.
WIDE = """<p>Cost and value of securities (in millions):</p><table>
<tr><td colspan="3"></td><td colspan="9">September 27, 2025</td></tr>
<tr><td colspan="3"></td><td colspan="3">Cost</td><td colspan="3"></td><td colspan="3">Fair value</td></tr>
<tr><td colspan="3">Lamp bonds</td><td>$</td><td>5,272</td><td></td><td colspan="3"></td>
<td>$</td><td>5,310</td><td></td></tr>
<tr><td colspan="3">Oil bonds</td><td colspan="2">679</td><td></td><td colspan="3"></td>
<td colspan="2">(854</td><td>)</td></tr></table>"""


def test_headings_stand_over_their_columns_where_all_labels_reach_over_several():
    page = flow_page(1, [block for block in blocks_of_html(WIDE)[1] if not isinstance(block, str)])[0]
    (table,) = read_tables(ParsedDocument((page,)))
    assert [column.header for column in table.columns] == [
        "September 27, 2025 Cost",
        "September 27, 2025 Fair value",
    ]
    assert [[(cell.text, cell.column) for cell in row.cells] for row in table.rows] == [
        [("$5,272", 0), ("$5,310", 1)],
        [("679", 0), ("(854)", 1)],
    ]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>Sold 1,204<sup>1</sup> lamps</p>", "Sold 1,204 1 lamps"),
        ('<p>Total<span style="font-size:6pt;position:relative;top:-3.5pt">(2)</span></p>', "Total (2)"),
        ('<p>Sales<span style="vertical-align: super">a</span> of 80 m<sup>2</sup></p>', "Sales a of 80 m2"),
        ("<p>the 2<sup>nd</sup> lamp</p>", "the 2nd lamp"),
        ("<table><tr><td>Loss</td><td><b>(</b><i>31</i>)</td></tr></table>", "Loss   (31)"),
        ("<table><tr><td>Of<br>oil</td><td><p>7</p><p>8</p></td></tr></table>", "Of oil   7 8"),
    ],
)
def test_raised_marks_are_parted_from_numbers_and_nothing_else_is(html, text):
    assert text_of(html) == text


def test_words_in_thousands_of_inline_elements_are_one_paragraph():
    assert text_of("<p><b>Oil</b> <i>of</i> <span><sup>old</sup> lamps</span></p><p>and more</p>") == (
        "Oil of old lamps\n\nand more"
    )
    assert text_of(f"<p>{'<b>a</b> <i>b</i> ' * 3000}</p>").split() == ["a", "b"] * 3000


def test_raised_marks_in_one_another_are_read_once():
    assert text_of(f"<p>Oil{'<sup>' * 5000}1").split() == ["Oil", "1"]
