"""Words on pictures: scanned pages and image files, with their places and how sure they are."""

from __future__ import annotations

import io
from email.message import EmailMessage

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat
from reportlab.pdfgen.canvas import Canvas

from reading.formats.media_types import EML, JPEG, PDF, PNG, TIFF, sniff_media_type
from reading.model import ParsedPage, UnreadableDocument
from reading.parse import parse_document
from reading.pipeline import read_by_rules
from reading.sandbox.limited import Limits
from reading.sandbox.pdf import page_picture
from reading.tables.read import read_tables
from tests.reading.writing import FILLER, WIDTH, Text, lines, write_pdf

STATEMENT = [
    Text("Statements of income (in thousands)", top=80, bold=True),
    *(
        text
        for at, (label, now, before) in enumerate(
            [
                ("", "FY2023", "FY2022"),
                ("Net sales", "10,207", "8,630"),
                ("Gross profit", "4,044", "3,368"),
                ("Net income", "1,242", "985"),
            ]
        )
        for text in (
            Text(label, top=110 + 20 * at),
            Text(now, x=300, top=110 + 20 * at),
            Text(before, x=400, top=110 + 20 * at),
        )
    ),
]


@pytest.fixture
def picture(tmp_path) -> Image.Image:
    """What is printed on the upper part of a page: empty paper below it takes as long to look through."""
    with pypdfium2.PdfDocument(write_pdf(tmp_path / "source.pdf", [STATEMENT])) as document:
        page = document[0].render(scale=2).to_pil().convert("RGB")
    return page.crop((0, 0, page.width, page.width * 5 // 8))


@pytest.fixture
def ocr():
    """What recognises takes seconds to load: not in every worker that only collects these tests."""
    from reading.formats import ocr

    return ocr


def scanned(path, *pictures: Image.Image):
    pictures[0].save(path, "PDF", save_all=True, append_images=pictures[1:], resolution=144)
    return path


def test_a_scanned_page_gives_its_figures_with_their_places_and_scans_beyond_the_limit_a_reason(
    picture, tmp_path
):
    blank = Image.new("RGB", picture.size, "white")
    path = scanned(tmp_path / "scan.pdf", blank, picture, picture)
    document = parse_document(path, media_type=PDF, limits=Limits(ocr_pages=2))
    assert [page.number for page in document.pages] == [1, 2]
    assert [(skipped.number, "RAGSITE_OCR_PAGES" in skipped.reason) for skipped in document.skipped] == [
        (3, True)
    ]
    page = document.pages[1]
    assert 0.9 < page.ocr_confidence <= 1
    row = next(line for line in page.lines if line.text.startswith("Net sales"))
    assert [round(word.box.x0, -1) for word in row.words[-2:]] == [300, 400]
    assert row.box.top < 130 < row.box.bottom + 3
    reading = read_by_rules(document, read_tables(document), filename="scan.pdf")
    found = {(m.metric_name, m.period): (m.numeric_value, m.place.page) for m in reading.metrics}
    assert found["Net income", "FY2023"] == (1_242_000, 2)


@pytest.fixture
def mail(picture, tmp_path):
    """With a logo, a note, a scan and a picture file of two blank pages."""
    message = EmailMessage()
    message["Subject"] = "Results"
    message.set_content(FILLER)
    blank = Image.new("RGB", picture.size, "white")
    blank.save(tmp_path / "fax.tiff", save_all=True, append_images=[blank])
    blank.resize((90, 90)).save(tmp_path / "logo.png")
    scanned(tmp_path / "scan.pdf", picture)
    (tmp_path / "note.txt").write_text(FILLER)
    for name in ("logo.png", "note.txt", "fax.tiff", "scan.pdf"):
        data = (tmp_path / name).read_bytes()
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    (tmp_path / "mail.eml").write_bytes(message.as_bytes())
    return tmp_path / "mail.eml"


def test_words_on_attached_scans_are_recognised(mail):
    document = parse_document(mail, media_type=EML)
    scan = document.pages[-1]
    assert (scan.number, scan.title) == (6, "Attachment “scan.pdf”")
    assert "Net sales 10,207 8,630" in scan.text
    assert scan.ocr_confidence > 0.9
    assert scan.lines
    assert [(skipped.number, skipped.reason) for skipped in document.skipped] == [
        (2, "“logo.png” is too small a picture to hold a text: it is left out.")
    ]


def test_attached_pictures_that_were_recognised_are_not_again(mail):
    known = {number: ParsedPage(number, "Known", ocr_confidence=1.0) for number in (4, 5, 6)}
    document = parse_document(mail, media_type=EML, recognised=known)
    assert [page.text for page in document.pages[2:]] == ["Known"] * 3


def test_attached_pictures_are_named_where_recognition_is_off(mail):
    document = parse_document(mail, media_type=EML, limits=Limits(ocr_pages=0))
    assert [skipped.number for skipped in document.skipped] == [2, 4, 5, 6]
    assert document.skipped[-1].reason == (
        "Attachment “scan.pdf” shows a picture, and text recognition is off (RAGSITE_OCR)."
    )


def test_a_turned_scan_is_read_and_shown_upright(picture, tmp_path):
    path = tmp_path / "scan.pdf"
    picture.rotate(90, expand=True).save(path, resolution=144)
    document = parse_document(path, media_type=PDF)
    page = document.pages[0]
    assert (page.turns, page.width > page.height) == (1, True)
    row = next(line for line in page.lines if line.text.startswith("Net sales"))
    assert row.text == "Net sales 10,207 8,630"
    points = page.width / WIDTH
    assert [round(word.box.x0 / points, -1) for word in row.words[-2:]] == [300, 400]
    assert_shown_upright(picture, path, PDF, page.turns)


def assert_shown_upright(picture, path, media_type, turns):
    shown = page_picture(path, 1, width=400, media_type=media_type, turns=turns)
    seen = Image.open(io.BytesIO(shown)).convert("L")
    assert abs(seen.width - 400) <= 1  # pdfium rounds up
    upright = picture.convert("L").resize(seen.size)
    assert ImageStat.Stat(ImageChops.difference(seen, upright)).mean[0] < 1


@pytest.mark.parametrize("suffix, media_type", [("png", PNG), ("pdf", PDF)])
@pytest.mark.parametrize("turns", [2, 3])
def test_a_scan_is_set_upright_by_the_turn_that_is_read_best(
    ocr, picture, tmp_path, suffix, media_type, turns
):
    came = picture.rotate(90 * turns, expand=True)

    reads = iter([Found(["Net sales"], [0.95 if tried == turns else 0.5]) for tried in range(4)])
    assert ocr.turns_to_upright(came, Found(["Net sales"], [0.5]), lambda _: next(reads)) == turns
    assert ImageChops.difference(ocr.turned(came, turns), picture).getbbox() is None
    came.save(tmp_path / f"scan.{suffix}", resolution=144)
    assert_shown_upright(picture, tmp_path / f"scan.{suffix}", media_type, turns)


def test_an_upright_scan_is_recognised_once(ocr, picture):
    assert (
        ocr.turns_to_upright(picture, Found(["Net sales"], [0.9]), lambda _: pytest.fail("read again")) == 0
    )


def test_a_picture_that_is_read_no_better_any_way_stays_as_it_is(ocr, picture):
    assert (
        ocr.turns_to_upright(picture, Found(["Nct salcs"], [0.5]), lambda _: Found(["Nct salcs"], [0.5])) == 0
    )


class Found:
    """What the recogniser gives: level lines."""

    def __init__(self, texts, scores):
        self.txts, self.scores = texts, scores
        self.boxes = [[(0, 0), (90, 0), (90, 10), (0, 10)] for _ in texts]


def test_pages_with_text_are_not_recognised(tmp_path):
    document = parse_document(
        write_pdf(tmp_path / "p.pdf", [lines("Just these words, more than twenty characters. " * 2)] * 2),
        media_type=PDF,
    )
    assert [page.ocr_confidence for page in document.pages] == [None, None]


def drawn_over(path, picture: Image.Image, texts: list[str]):
    """A page that the picture fills, with the texts over it that a reader of the file finds."""
    size = (WIDTH, WIDTH * picture.height / picture.width)
    canvas = Canvas(str(path), pagesize=size)
    canvas.drawInlineImage(picture, 0, 0, *size)
    for at, text in enumerate(texts):
        line = canvas.beginText(40, 20 + 12 * at)
        line.setFont("Helvetica", 8)
        line.setTextRenderMode(3)
        line.textLine(text)
        canvas.drawText(line)
    canvas.save()
    return path


def test_a_stamp_on_a_scan_is_not_its_text(picture, tmp_path):
    path = drawn_over(
        tmp_path / "stamped.pdf", picture, ["Case 1:20-cv-00123 Document 7 Filed 01/02/20 Page 1"]
    )
    page = parse_document(path, media_type=PDF).pages[0]
    assert page.ocr_confidence
    assert "10,207" in page.text


def test_words_whose_letters_are_garbled_are_recognised(picture, tmp_path):
    meant = [f"{FILLER} Statement number {number} of this kind." for number in range(6)]
    garbled = ["".join(chr(ord(char) - 29) if char > "=" else char for char in text) for text in meant]
    page = parse_document(drawn_over(tmp_path / "g.pdf", picture, garbled), media_type=PDF).pages[0]
    assert page.ocr_confidence
    assert "Gross profit" in page.text
    page = parse_document(drawn_over(tmp_path / "m.pdf", picture, meant), media_type=PDF).pages[0]
    assert page.ocr_confidence is None


@pytest.mark.parametrize("suffix, media_type", [("png", PNG), ("jpg", JPEG), ("tif", TIFF)])
def test_images_are_read(picture, tmp_path, suffix, media_type):
    path = tmp_path / f"picture.{suffix}"
    picture.thumbnail((1100, 1100))  # of 96 dots per inch
    picture.save(path)
    assert sniff_media_type(path, "whatever.txt") == media_type
    (page,) = parse_document(path, media_type=media_type).pages
    assert "Gross profit 4,044 3,368" in page.text
    assert page.turns == 0


def reason_of(path, media_type, **how) -> str:
    with pytest.raises(UnreadableDocument) as caught:
        parse_document(path, media_type=media_type, **how)
    return str(caught.value)


def test_without_recognition_a_scan_has_no_text_and_an_image_says_which_setting(picture, tmp_path):
    off = Limits(ocr_pages=0)
    assert "No text: the PDF holds only 0 characters" in reason_of(
        scanned(tmp_path / "s.pdf", picture), PDF, limits=off
    )
    picture.save(tmp_path / "p.png")
    assert "RAGSITE_OCR" in reason_of(tmp_path / "p.png", PNG, limits=off)


def test_a_picture_without_words_says_so(tmp_path):
    noise = Image.effect_noise((600, 600), 90).filter(ImageFilter.GaussianBlur(8)).convert("RGB")
    noise.save(tmp_path / "p.png")
    assert "No text: the picture holds only" in reason_of(tmp_path / "p.png", PNG)


def test_a_broken_picture_says_what_to_do(picture, tmp_path):
    path = tmp_path / "p.png"
    picture.save(path)
    path.write_bytes(path.read_bytes()[:3000])
    assert "picture is broken" in reason_of(path, PNG)
