"""Web pages whose words have places: lines, pages, gaps and what is no such page."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from reading.formats.media_types import HTML
from reading.formats.web.html_positions import read_placed
from reading.parse import parse_document
from reading.tables.read import read_tables
from tests.reading.writing import FILLER

# As programs write it: all sizes in classes, smaller by a matrix, and others for print.
STYLES = """<style>.pf{position:relative}.c,.t{position:absolute}.w0{width:800px}.h0{height:1000px}
.m0{transform:matrix(0.5,0,0,0.5,0,0)}.h1{height:20px;}.fs0{font-size:32px}.fs1{font-size:16px}
.x0{left:0px}.x1{left:80px}.x2{left:480px}.x3{left:640px}.wide{width:90px}.thin{width:2px}.back{margin-left:-4px}
.y0{bottom:0px}.y1{bottom:900px}.y2{bottom:860px}.y3{bottom:820px}.gone{display:none}
@media print{.x2{left:10pt}.x3{left:5pt}.y2{bottom:0pt}}</style>"""


def line(place: str, words: str, size: str = "fs0") -> str:
    return f'<div class="c {place} h1"><div class="t m0 x0 y0 h1 {size}">{words}</div></div>'


def sheet(*lines: str) -> str:
    return f'<div id="frame"><div class="pf w0 h0"><div class="c x0 y0">{"".join(lines)}</div></div></div>'


def pages_of(*sheets: str) -> list[str]:
    html = f"<html><head>{STYLES}</head><body>{''.join(sheets)}</body></html>"
    return [page.text for page in read_placed(BeautifulSoup(html, "lxml"))]


def test_words_that_stand_beside_each_other_are_a_line_whatever_their_order():
    words = [line("x3 y2", "2022"), line("x1 y3", "Lamps"), line("x2 y2", "2023"), line("x1 y1", "Sales")]
    assert pages_of(sheet(*words), sheet(line("x1 y1", "Oil"))) == ["Sales\n2023 2022\nLamps", "Oil"]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ('Staf<span class="thin"></span>f <span class="back"></span>costs', "Staff costs"),
        ('Staff<span class="wide"></span>costs', "Staff costs"),
        ("<span>\n   <b>79,</b><i>796</i>\n </span>", "79,796"),
        ('Lamps<span class="gone">oil</span><!-- none -->', "Lamps"),
        ('Lamps<span class="gone"><div class="t x1 y0">oil</div></span>', "Lamps"),
    ],
)
def test_gaps_between_words_are_told_by_their_width(words, text):
    assert pages_of(sheet(line("x1 y1", words))) == [text]


def test_places_and_sizes_are_points_from_the_top_of_the_page():
    html = f"{STYLES}<body>{sheet(line('x1 y1', 'Lamps'), line('x2 y1', 'oil', 'fs1'))}</body>"
    (page,) = read_placed(BeautifulSoup(html, "lxml"))
    lamps, oil = page.lines[0].words
    assert (page.width, page.height) == (600.0, 750.0)
    assert (lamps.box.x0, oil.box.x0) == (60.0, 360.0)
    assert lamps.box.bottom - lamps.box.top == pytest.approx(12.0)
    assert oil.box.bottom - oil.box.top == pytest.approx(6.0)
    assert lamps.box.top < 75.0 < lamps.box.bottom  # letters stand 900 of 1,000 pixels above the page's foot


def test_places_may_be_said_from_the_top_by_the_elements_themselves():
    words = [
        f'<p style="position:absolute; left:{left}px; top:{top}px; font-size:10px">{text}</p>'
        for left, top, text in ((50, 60, "Lamps"), (50, 20, "Sales"), (400, 60, "4,512"))
    ]
    size = "position:relative;width:600px;height:800px"
    html = f'<style>.a{{left:0}}</style><body><div style="{size}">{"".join(words)}</div></body>'
    assert [page.text for page in read_placed(BeautifulSoup(html, "lxml"))] == ["Sales\nLamps 4,512"]


@pytest.mark.parametrize(
    "html",
    [
        f"{STYLES}<body>{sheet(line('x1 y1', 'Menu'))}<p>{FILLER}</p></body>",
        f"<body><p>{FILLER}</p></body>",
        f'{STYLES}<body><div class="pf">{line("x1 y1", "Lamps")}</div></body>',
    ],
)
def test_a_page_whose_words_flow_is_not_read_by_places(html):
    assert read_placed(BeautifulSoup(html, "lxml")) == []


def test_deep_elements_are_read_no_further():
    deep = "<span>" * 3000 + "Lamps" + "</span>" * 3000
    assert read_placed(BeautifulSoup(f"{STYLES}<body>{sheet(deep)}{deep}</body>", "lxml")) == []


def test_the_tables_of_such_a_file_are_read(tmp_path):
    rows = [("", "2023", "2022"), ("Net sales", "75,029", "52,172"), ("Costs", "8", "9")]
    cells = [
        line(f"{column} {row}", text)
        for row, texts in zip(("y1", "y2", "y3"), rows, strict=True)
        for column, text in zip(("x1", "x2", "x3"), texts, strict=True)
    ]
    path = tmp_path / "report.html"
    body = f"<body>{sheet(*cells)}{sheet(line('x1 y1', FILLER))}</body>"
    path.write_text(f"<!doctype html><html><head><title>Lamps</title>{STYLES}</head>{body}</html>")
    parsed = parse_document(path, media_type=HTML)
    (table,) = read_tables(parsed)
    assert (parsed.title, len(parsed.pages)) == ("Lamps", 2)
    assert [column.header for column in table.columns] == ["2023", "2022"]
    assert [[cell.text for cell in row.cells] for row in table.rows] == [["75,029", "52,172"], ["8", "9"]]
