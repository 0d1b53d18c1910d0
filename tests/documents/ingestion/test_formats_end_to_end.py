"""Every format from the file to stored figures with their words, and its pages on the screen."""

from __future__ import annotations

import hashlib
from email.message import EmailMessage

import docx
import openpyxl
import pptx
import pypdfium2
import pytest
from django.core.files.base import ContentFile
from pptx.util import Inches

from documents.ingest import ingest_document
from documents.ingestion.file_reading import parse_pages
from documents.models import Document, Metric
from llm.providers.none import NoModel
from reading.formats.media_types import sniff_media_type
from tests.factories import DocumentFactory
from tests.reading.writing import FILLER, Text, write_pdf

pytestmark = pytest.mark.django_db

ROWS = [("", "FY2023", "FY2022"), ("Net sales", "10,207", "8,630"), ("Net income", "1,242", "985")]


def word(path):
    file = docx.Document()
    file.add_paragraph(FILLER)
    table = file.add_table(0, 3)
    for row in ROWS:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    file.save(path)


def slides(path):
    file = pptx.Presentation()
    file.slides.add_slide(file.slide_layouts[5]).shapes.title.text = FILLER
    slide = file.slides.add_slide(file.slide_layouts[6])
    frame = slide.shapes.add_table(3, 3, Inches(1), Inches(1), Inches(6), Inches(2))
    for at, row in enumerate(ROWS):
        for column, text in enumerate(row):
            frame.table.cell(at, column).text = text
    file.save(path)


def workbook(path):
    book = openpyxl.Workbook()
    book.active.append([FILLER])
    sheet = book.create_sheet("Q2")
    for label, *values in ROWS:
        sheet.append([label, *(int(v.replace(",", "")) if v[0].isdigit() else v for v in values)])
    book.save(path)


def table(path):
    path.write_text("\n".join([f";{FILLER}", "", *(";".join(row) for row in ROWS)]))


def page(path):
    rows = "".join(f"<tr>{''.join(f'<td>{text}</td>' for text in row)}</tr>" for row in ROWS)
    path.write_text(f"<!doctype html><p>{FILLER}</p><table>{rows}</table>")


def mail(path):
    message = EmailMessage()
    message["From"], message["Date"], message["Subject"] = (
        "a@example.org",
        "Tue, 14 Mar 2023 09:30:00",
        "Sales",
    )
    rows = "".join(f"<tr>{''.join(f'<td>{text}</td>' for text in row)}</tr>" for row in ROWS)
    message.set_content(f"<html><p>{FILLER}</p><table>{rows}</table></html>", subtype="html")
    path.write_bytes(message.as_bytes())


def picture(path):
    texts = [Text(FILLER[:60], top=60), Text(FILLER[60:], top=80)]
    for at, row in enumerate(ROWS):
        texts += [Text(text, x=60 + 150 * column, top=120 + 20 * at) for column, text in enumerate(row)]
    with pypdfium2.PdfDocument(write_pdf(path.with_suffix(".source"), [texts])) as document:
        page = document[0].render(scale=2).to_pil().convert("RGB")
    page.crop((0, 0, page.width, page.width * 5 // 8)).save(path, resolution=144)  # the rest is empty paper


@pytest.fixture
def ingested(workspace, hash_embedder, tmp_path):
    def run(write, name) -> Document:
        path = tmp_path / name
        write(path)
        data = path.read_bytes()
        document = DocumentFactory.build(
            workspace=workspace, filename=name, media_type=sniff_media_type(path, name), status="queued",
            progress=0, sha256=hashlib.sha256(data).hexdigest(), bytes=len(data),
        )  # fmt: skip
        document.file.save(name, ContentFile(data), save=False)
        document.save()
        ingest_document(document.pk, chat=NoModel(), embedder=hash_embedder)
        document.refresh_from_db()
        return document

    return run


@pytest.fixture
def signed_in(client, user):
    client.force_login(user)
    return client


def net_sales(document: Document) -> Metric:
    return document.metric_set.get(metric_name="Net sales", fiscal_year=2023)


@pytest.mark.parametrize(
    "write, name, number, title",
    [
        (word, "a.docx", 1, ""),
        (slides, "a.pptx", 2, "Slide 2"),
        (workbook, "a.xlsx", 2, "Sheet “Q2”"),
        (table, "a.csv", 1, ""),
        (page, "a.html", 1, ""),
        (mail, "a.eml", 1, ""),
    ],
)
def test_figures_of_every_format_stand_on_their_page_with_their_words(ingested, write, name, number, title):
    document = ingested(write, name)
    assert (document.status, document.error) == ("ready", "")
    figure = net_sales(document)
    assert (int(figure.numeric_value), figure.page, figure.anchored) == (10207, number, True)
    assert document.pages.get(number=number).title == title
    row = document.tablerow_set.get(label="Net income")
    assert (row.page, row.anchored, row.properties) == (number, True, {"FY2023": 1242, "FY2022": 985})


def test_the_evidence_of_a_slide_names_it_and_marks_the_words(ingested, signed_in):
    document = ingested(slides, "a.pptx")
    figure = net_sales(document)
    url = f"/w/{document.workspace.slug}/documents/{document.pk}/?page=2&quote={figure.quote}"
    html = signed_in.get(url).content.decode()
    assert '<h2 class="essence-head">Slide 2</h2>' in html
    assert '<mark id="quote">Net sales' in html


@pytest.mark.parametrize("name", ["scan.png", "scan.pdf"])
def test_a_scan_shows_its_picture_with_the_words_and_is_recognised_once(ingested, signed_in, name):
    document = ingested(picture, name)
    figure = net_sales(document)
    stored = document.pages.get(number=1)
    assert (int(figure.numeric_value), figure.anchored) == (10207, True)
    assert 0.9 < stored.ocr_confidence <= 1
    url = f"/w/{document.workspace.slug}/documents/{document.pk}/"
    assert 'class="highlight"' in signed_in.get(f"{url}?page=1&quote={figure.quote}").content.decode()
    image = signed_in.get(f"{url}pages/1.png?width=400")
    assert image.content.startswith(b"\x89PNG")
    stored.recognised[0][1][0][0] = "Remembered"
    stored.save()
    assert parse_pages(document).pages[0].text.startswith("Remembered")


def test_figures_are_no_surer_than_the_words_they_were_recognised_from(ingested, hash_embedder):
    document = ingested(picture, "scan.png")
    sure = net_sales(document).confidence
    document.pages.update(ocr_confidence=0.5)
    Document.objects.update(status="queued")
    ingest_document(document.pk, chat=NoModel(), embedder=hash_embedder)
    assert net_sales(document).confidence == pytest.approx(sure / 2, abs=0.01)


@pytest.mark.parametrize(
    "write, name, place, count",
    [(slides, "a.pptx", "Slide 2", "2 slides"), (workbook, "a.xlsx", "Sheet “Q2”", "2 parts")],
)
def test_the_documents_page_calls_a_place_by_its_name(ingested, signed_in, write, name, place, count):
    address = f"/w/mine/documents/{ingested(write, name).pk}/"
    figures = signed_in.get(f"{address}?tab=figures").content.decode()
    assert f">{place}</a>" in figures
    assert f"{name}, {place}" in figures
    assert count in figures
    both = f">{count.split()[1]} 1–2</a>"  # so little text is one passage
    assert both in signed_in.get(f"{address}?tab=chunks").content.decode()
