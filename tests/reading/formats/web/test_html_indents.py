"""Labels that a web page sets in by its styles stand as far in on the page that is read."""

from __future__ import annotations

from pathlib import Path

import docx
import openpyxl
import pytest
from bs4 import BeautifulSoup
from docx.shared import Pt
from openpyxl.styles import Alignment

from reading.figures.read import read_figures
from reading.formats.flow import flow_page
from reading.formats.media_types import DOCX, XLSX
from reading.formats.plain_text import page_of_text
from reading.formats.web.html import blocks_of_html
from reading.formats.web.html_indents import indent_of
from reading.model import ParsedDocument
from reading.parse import parse_document
from reading.tables.read import read_tables


def figures_of(html: str) -> list[tuple]:
    blocks = [block for block in blocks_of_html(html)[1] if not isinstance(block, str)]
    parsed = ParsedDocument((flow_page(1, blocks)[0],))
    metrics = read_figures(parsed, read_tables(parsed), entity="Example")[1]
    return [(each.context.split(" › ")[1:], each.metric_name, each.value) for each in metrics if each.row]


@pytest.mark.parametrize(
    ("cell", "points"),
    [
        ('<td style="padding:2px 1pt 2px 19pt;text-indent:-9pt">Lamps</td>', 10),
        ('<td style="padding: 0 1pt"><div style="padding-left:18pt"><span>Lamps</span></div></td>', 19),
        ('<td style="padding-left:4px;margin:0 0 0 12px">Lamps</td>', 12),
        ("<td>\u00a0\u00a0\u00a0\u00a0Lamps</td>", 10),
        ('<td><p style="margin-left:-36pt">Lamps</p></td>', 0),
        ('<td><p></p><i style="padding-left:40pt"></i>Lamps <b style="padding-left:9pt">x</b></td>', 0),
        ('<td style="border-left:3pt solid;padding-right:9pt">Lamps</td>', 0),
        ('<td style="padding-left:9pt"></td>', 0),
    ],
)
def test_a_label_is_set_in_by_the_styles_of_all_that_it_stands_in(cell: str, points: float) -> None:
    element = BeautifulSoup(f"<table><tr>{cell}</tr></table>", "lxml").td
    assert element is not None
    assert indent_of(element) == pytest.approx(points)


def row(indent: int, label: str, *cells: str) -> str:
    numbers = "".join(f"<td>{cell}</td>" for cell in cells or ("", ""))
    return f'<tr><td style="padding:2px 1pt 2px {1 + 9 * indent}pt">{label}</td>{numbers}</tr>'


def test_what_is_set_in_stands_under_what_is_not() -> None:
    rows = [
        row(0, "", "2023", "2022"),
        row(0, "Assets"),
        row(1, "Lamps"),
        row(2, "Oil lamps", "4,512", "4,187"),
        row(2, "Gas lamps", "1,204", "1,198"),
        row(1, "Total lamps", "5,716", "5,385"),
        row(1, "Candles", "310", "305"),
        row(0, "Goodwill"),
        row(1, "Lamps"),
        row(2, "Oil lamps", "212", "214"),
        row(2, "Gas lamps", "118", "120"),
        row(1, "Total lamps", "330", "334"),
        row(1, "Candles", "45", "46"),
    ]
    read = figures_of(f"<p>Assets and goodwill by segment (in thousands):</p><table>{''.join(rows)}</table>")
    assert [(path, label) for path, label, value in read if value in ("4,512", "212", "310", "45")] == [
        (["Assets", "Lamps"], "Oil lamps"),
        (["Assets"], "Candles"),
        (["Goodwill", "Lamps"], "Oil lamps"),
        (["Goodwill"], "Candles"),
    ]


def test_years_that_are_set_in_are_labels_still() -> None:
    rows = [row(0, "Year ended December 31,", "")]
    rows += [row(2, str(year), f"{year - 1913},350") for year in range(2026, 2030)]
    rows += [row(0, "Thereafter", "1,350")]
    read = figures_of(f"<p>Leases fall due as follows (in thousands):</p><table>{''.join(rows)}</table>")
    assert [value for *_, value in read] == ["113,350", "114,350", "115,350", "116,350", "1,350"]


def test_a_sum_that_is_set_in_is_no_end_of_a_table_with_words() -> None:
    lines = [
        "Revenue from customers        Line of the income statement   December 31, 2023   December 31, 2022",
        "Insurance commissions         Wealth management                        $18,731             $18,825",
        "Asset management fees         Wealth management                         63,213              59,522",
        "  Total wealth management                                               81,944              78,347",
        "Service charges on deposits   Banking fees                              45,023              39,070",
    ]
    (table,) = read_tables(ParsedDocument((page_of_text(1, "\n".join(lines)),)))
    assert [row.label for row in table.rows] == [
        "Insurance commissions",
        "Asset management fees",
        "Total wealth management",
        "Service charges on deposits",
    ]


LABELS = [(0, "Assets"), (1, "Lamps"), (1, "Candles"), (0, "Goodwill"), (1, "Lamps"), (1, "Candles")]


def labels_of(path: Path, media_type: str) -> list[str]:
    text = parse_document(path, media_type=media_type).pages[0].text
    return [line[:12].rstrip() for line in text.split("\n") if any(word in line for _, word in LABELS)]


def test_word_files_set_labels_in_by_their_paragraphs(tmp_path: Path) -> None:
    file = docx.Document()
    table = file.add_table(rows=0, cols=3)
    for at, (indent, label) in enumerate(LABELS):
        cells = table.add_row().cells
        cells[0].paragraphs[0].add_run(label)
        cells[0].paragraphs[0].paragraph_format.left_indent = Pt(12 * indent + 4)
        cells[1].text, cells[2].text = (f"{at},512", f"{at},187") if indent else ("", "")
    file.save(str(tmp_path / "lamps.docx"))
    assert labels_of(tmp_path / "lamps.docx", DOCX) == [
        "Assets",
        "  Lamps",
        "  Candles",
        "Goodwill",
        "  Lamps",
        "  Candles",
    ]


@pytest.mark.parametrize("typed", [True, False])
def test_workbooks_set_labels_in_by_formats_or_by_blanks(tmp_path: Path, *, typed: bool) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Segment", 2023, 2022])
    for at, (indent, label) in enumerate(LABELS, 2):
        sheet.append([" " * 3 * indent * typed + label, 4512 + at, 4187 + at] if indent else [label])
        sheet.cell(at, 1).alignment = Alignment(indent=0 if typed else indent)
    book.save(tmp_path / "lamps.xlsx")
    assert labels_of(tmp_path / "lamps.xlsx", XLSX) == [
        "Assets",
        "  Lamps",
        "  Candles",
        "Goodwill",
        "  Lamps",
        "  Candles",
    ]
