"""Lines, words and places on pages, read from files that say where everything stands."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from reading.formats.media_types import PDF
from reading.formats.pdf.pdf_calls import BLOCK
from reading.formats.pdf.pdf_pages import open_pdf, pages_of
from reading.model import ParsedPage, UnreadableDocument
from reading.parse import parse_document
from reading.sandbox.pdf import page_picture, read_page
from tests.data import data_path
from tests.reading.writing import FILLER, HEIGHT, WIDTH, Text, lines, write_pdf

ROW = (Text("Net sales", x=60), Text("$ 3,226,773", x=300), Text("(4,378)", x=450))


def page_of(tmp_path, *texts: Text, **how) -> ParsedPage:
    return read_page(write_pdf(tmp_path / "page.pdf", [texts], **how), 1)


def test_cells_far_apart_on_one_baseline_are_one_line_whose_words_keep_their_places(tmp_path):
    page = page_of(tmp_path, *ROW)
    assert [line.text for line in page.lines] == ["Net sales $ 3,226,773 (4,378)"]
    assert [round(word.box.x0) for word in page.lines[0].words] == [60, 80, 300, 309, 450]


def test_cells_that_the_file_writes_column_by_column_are_joined_to_rows(tmp_path):
    labels = [Text(f"Row {letter}", top=100 + 20 * i) for i, letter in enumerate("ABC")]
    values = [Text(f"{i + 1},000", x=300, top=100 + 20 * i) for i in range(3)]
    page = page_of(tmp_path, *labels, *values)
    assert page.text == "Row A 1,000\nRow B 2,000\nRow C 3,000"


def test_columns_of_prose_stay_apart(tmp_path):
    left = [Text(f"the left column goes on with words {n}", top=100 + 14 * n) for n in range(6)]
    right = [Text(f"and here is the right one instead {n}", x=320, top=100 + 14 * n) for n in range(6)]
    page = page_of(tmp_path, *left, *right)
    assert page.lines[5].text == "the left column goes on with words 5"
    assert page.lines[6].text == "and here is the right one instead 0"


def test_the_words_of_a_page_keep_their_places_however_many_characters_it_has(tmp_path):
    written = lines(*(f"{'word ' * 16}{n}" for n in range(50)), top=60)
    page = page_of(tmp_path, *written)
    assert len(page.text.replace(" ", "")) > 2 * BLOCK
    assert {tuple(round(word.box.x0) for word in line.words) for line in page.lines} == {
        tuple(round(word.box.x0) for word in page.lines[0].words)
    }
    assert [round(line.box.bottom - page.lines[0].box.bottom) for line in page.lines] == list(
        range(0, 14 * 50, 14)
    )


def test_a_superscript_stays_on_its_line(tmp_path):
    raised = (Text("1", x=60), Text("st", x=66, top=96, size=6), Text("Quarter 1,308", x=80))
    assert [line.text for line in page_of(tmp_path, *raised).lines] == ["1 st Quarter 1,308"]


def _letter_by_letter(text: str, x: float) -> list[Text]:
    """Each letter with a blank behind it, over which the next one stands."""
    starts = [x + stringWidth(text[:at], "Helvetica", 11) for at in range(len(text))]
    return [Text(f"{letter} ", x=start) for letter, start in zip(text, starts, strict=True)]


def test_letters_set_one_by_one_are_whole_words_and_numbers(tmp_path):
    row = [*_letter_by_letter("International", 60), *_letter_by_letter("1,176", 300), Text("(8.7)", x=400)]
    assert [line.text for line in page_of(tmp_path, *row).lines] == ["International 1,176 (8.7)"]


def test_lines_know_where_they_stand_in_the_text_of_the_page(tmp_path):
    page = page_of(tmp_path, *lines("first line", "second line", "third line"))
    assert [page.text[line.char_start :][: len(line.text)] for line in page.lines] == page.text.split("\n")


def test_boxes_count_from_the_top_left_corner(tmp_path):
    box = page_of(tmp_path, Text("word", x=60, top=100, size=20)).lines[0].words[0].box
    assert box.x0 == pytest.approx(60, abs=1)
    assert box.top < 100 - 0.6 * 20
    assert 100 < box.bottom < 100 + 0.4 * 20


def test_bold_and_size_are_told(tmp_path):
    page = page_of(tmp_path, Text("Heading", size=20, bold=True), Text("body text", top=130, size=10))
    heading, body = page.lines
    assert (heading.bold, body.bold) == (True, False)
    assert heading.font_size == pytest.approx(2 * body.font_size, rel=0.1)


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_text_that_stands_sideways_is_read_upright(tmp_path, turned):
    texts = [Text("Net sales", x=250, top=400), Text("1,234", x=350, top=400)]
    page = page_of(tmp_path, *texts, *lines("Total", "Goodwill", x=250, top=420), turned=turned)
    assert [line.text for line in page.lines] == ["Net sales 1,234", "Total", "Goodwill"]
    assert (page.width > page.height) == (turned in (90, 270))
    tops = [line.box.top for line in page.lines]
    assert tops == sorted(tops)


@pytest.mark.parametrize("turned", [0, 90])
def test_the_picture_shows_ink_where_the_words_boxes_are(tmp_path, turned):
    path = write_pdf(tmp_path / "p.pdf", [[Text("INK", x=250, top=400, size=40, bold=True)]], turned=turned)
    page = read_page(path, 1)
    picture = Image.open(io.BytesIO(page_picture(path, 1, width=600))).convert("L")
    assert picture.width == 600
    scale = 600 / page.width
    box = page.lines[0].words[0].box
    inside = picture.crop(tuple(round(edge * scale) for edge in (box.x0, box.top, box.x1, box.bottom)))
    assert inside.getextrema()[0] < 60
    picture.paste(
        255, tuple(round(edge * scale) for edge in (box.x0 - 3, box.top - 3, box.x1 + 3, box.bottom + 3))
    )
    assert picture.getextrema()[0] > 200


def test_a_page_that_is_not_there_is_a_clear_error(tmp_path):
    path = write_pdf(tmp_path / "p.pdf", [ROW])
    with pytest.raises(UnreadableDocument, match="no page 7: the PDF has 1"):
        page_picture(path, 7, width=100)


def test_outline_title_and_progress_come_with_the_pages(tmp_path):
    path = write_pdf(
        tmp_path / "p.pdf", [lines(FILLER), lines("Second"), lines(FILLER)], outline=[("Part two", 2)]
    )
    seen: list[tuple[int, int]] = []
    document = parse_document(path, media_type=PDF, on_page=lambda done, of: seen.append((done, of)))
    assert [(item.title, item.page, item.level) for item in document.outline] == [("Part two", 2, 0)]
    assert document.title == "A title in the file"
    assert [page.number for page in document.pages] == [1, 2, 3]
    assert (document.pages[0].width, document.pages[0].height) == (WIDTH, HEIGHT)
    assert seen == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.data
def test_words_parted_behind_a_ligature_are_whole_in_a_filing():
    with open_pdf(data_path("financebench", "AMCOR_2023_10K.pdf")) as document:
        text = " ".join(page.text for page in pages_of(document) if isinstance(page, ParsedPage))
    assert "Dif erentiated" not in text
    assert "Differentiated" in text


@pytest.mark.data
def test_a_statement_of_income_keeps_its_rows():
    page = read_page(data_path("financebench", "ULTABEAUTY_2023Q4_EARNINGS.pdf"), 6)
    assert "Net sales $ 3,226,773 100.0% $ 2,729,388 100.0%" in page.text.split("\n")


def test_the_rules_of_a_page_with_numbers_are_told_whole(tmp_path):
    """A rule drawn in parts is one; what stands apart, or is no level line, is not part of it. Boxes too."""
    canvas = Canvas(str(tmp_path / "ruled.pdf"), pagesize=(WIDTH, HEIGHT))
    for row in range(8):
        canvas.drawString(60, HEIGHT - 200 - 14 * row, f"Item {row}   1,{row}00   2,{row}00")
    canvas.rect(300, HEIGHT - 150, 40, 0.5, stroke=0, fill=1)
    canvas.rect(340, HEIGHT - 150, 60, 0.5, stroke=0, fill=1)
    canvas.rect(405, HEIGHT - 150, 50, 0.5, stroke=0, fill=1)
    canvas.rect(60, HEIGHT - 400, 300, 40, stroke=0, fill=1)
    canvas.save()
    page = read_page(tmp_path / "ruled.pdf", 1)
    assert [(round(rule.x0), round(rule.top), round(rule.x1)) for rule in page.rules] == [
        (300, 150, 400),
        (405, 150, 455),
    ]
    assert [tuple(map(round, box)) for box in page.drawn] == [(60, 360, 360, 400)]
    assert page_of(tmp_path, Text("A page without numbers")).rules == ()
