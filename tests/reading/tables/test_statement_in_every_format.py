"""One statement in files of several formats: the same figures for the same times come from each."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from email.message import EmailMessage
from pathlib import Path

import openpyxl
import pptx
import pytest
from pptx.util import Inches
from reportlab.pdfbase.pdfmetrics import stringWidth

from reading.formats.media_types import sniff_media_type
from reading.model import ParsedDocument, Reading
from reading.parse import parse_document
from reading.pipeline import read_by_rules
from reading.tables.read import read_tables
from tests.reading.writing import FILLER, Text, write_pdf

TITLE, SCALE = "Consolidated Statements of Operations", "(In thousands, except per share data)"
ENDS = [date(2025, 9, 27), date(2024, 9, 28), date(2023, 9, 30)]
HEADS = [f"{end:%B} {end.day}, {end.year}" for end in ENDS]
ROWS = [
    ("Net sales", "$474,183", "$446,134", "$401,887"),
    ("Cost of sales", "291,450", "283,907", "262,118"),
    ("Gross profit", "182,733", "162,227", "139,769"),
    ("Interest expense", "(6,127)", "(7,044)", "(5,983)"),
    ("Net income", "$36,019", "$26,473", "$8,789"),
    ("Basic earnings per share", "$1.44", "$1.07", "$0.36"),
]
NOTE = "(1) Includes warranties."


def parsed(path: Path) -> ParsedDocument:
    return parse_document(path, media_type=sniff_media_type(path, path.name))


def read(document: ParsedDocument) -> Reading:
    return read_by_rules(document, read_tables(document), filename="file")


def figures(document: ParsedDocument) -> set[tuple]:
    return {
        (each.metric_name, float(each.numeric_value or 0), each.unit, each.period_start, each.period_end)
        for each in read(document).metrics
    }


def a_workbook(path: Path, *, form: str = "#,##0_);(#,##0)", times: int = 1) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    for words in (TITLE, SCALE):
        sheet.append([words])
    sheet.append(["", "Fiscal Years Ended"])
    sheet.merge_cells("B3:D3")
    sheet.append(["", *ENDS])
    for label, *cells in ROWS:
        sheet.append([label])
        for at, text in enumerate(cells, 2):
            number = float(text.strip("$()").replace(",", "")) * (-1 if "(" in text else 1)
            cell = sheet.cell(sheet.max_row, at, number if "." in text else number * times)
            cell.number_format = "$0.00" if "." in text else "$" + form if "$" in text else form
    book.save(path)


def a_scaled_workbook(path: Path) -> None:
    a_workbook(path, form="#,##0,_);(#,##0,)", times=1000)


def a_sheet_of_values(path: Path) -> None:
    rows = [[TITLE], [SCALE], ["", "Fiscal Years Ended", "", ""], ["", *HEADS], *map(list, ROWS), [NOTE]]
    second = [[], ["Balance sheets"], ["(In thousands)"], ["", *HEADS], ["Total assets", "9", "8", "7"]]
    text = io.StringIO()
    csv.writer(text, delimiter=";").writerows([[FILLER], [], *rows, *second])
    path.write_text(text.getvalue(), encoding="utf-8-sig")


def a_page(path: Path) -> None:
    head = "<tr><th rowspan=2></th><th colspan=3>Fiscal Years Ended</th></tr>"
    days = "".join(f"<th>{text}</th>" for text in HEADS)
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in ROWS)
    table = f"<table>{head}<tr>{days}</tr>{rows}</table>"
    path.write_text(f"<html><body><p>{TITLE}</p><p>{SCALE}</p>{table}</body></html>")


def a_text_with_entities(path: Path) -> None:
    rows = [("", *HEADS), ("---",) * 4, *((f"&nbsp;&nbsp;{label}", *cells) for label, *cells in ROWS)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    path.write_text(f"{TITLE}\n\n{SCALE}\n\nFiscal Years Ended\n\n{table}")


def a_presentation(path: Path) -> None:
    file = pptx.Presentation()
    slide = file.slides.add_slide(file.slide_layouts[5])
    slide.shapes.title.text = TITLE
    slide.shapes.add_textbox(Inches(1), Inches(1.2), Inches(6), Inches(0.4)).text_frame.text = SCALE
    frame = slide.shapes.add_table(len(ROWS) + 2, 4, Inches(1), Inches(2), Inches(8), Inches(4))
    cells = frame.table.cell
    cells(0, 1).merge(cells(0, 3))
    cells(0, 0).merge(cells(1, 0))
    cells(0, 1).text = "Fiscal Years Ended"
    for at, row in enumerate([("", *HEADS), *ROWS], 1):
        for column, text in enumerate(row):
            if text:
                cells(at, column).text = text
    file.save(path)


def a_printed_page(path: Path) -> None:
    """As a browser prints it: from one heading to the next is hardly more than a blank."""
    words = [Text(TITLE, 100, 90), Text(SCALE, 100, 104), Text("Fiscal Years Ended", 300, 118)]
    words.append(Text(" ".join(HEADS), 220, 132))
    ends = [220 + stringWidth(" ".join(HEADS[:count]), "Helvetica", 11) for count in (1, 2, 3)]
    for at, row in enumerate(ROWS):
        words.append(Text(row[0], 60, 150 + 14 * at))
        for end, cell in zip(ends, row[1:], strict=True):
            words.append(Text(cell, end - stringWidth(cell, "Helvetica", 11), 150 + 14 * at))
    write_pdf(path, [words])


WRITERS: dict[str, Callable[[Path], None]] = {
    "book.xlsx": a_workbook,
    "scaled.xlsx": a_scaled_workbook,
    "values.csv": a_sheet_of_values,
    "page.html": a_page,
    "text.md": a_text_with_entities,
    "slides.pptx": a_presentation,
    "printed.pdf": a_printed_page,
}
STARTS = [date(2024, 9, 29), date(2023, 10, 1), date(2022, 10, 2)]
EXPECTED = {
    (
        label,
        float(text.strip("$()").replace(",", "")) * (1 if "." in text else -1000 if "(" in text else 1000),
        "USD/share" if "." in text else "USD",
        start,
        end,
    )
    for label, *cells in ROWS
    for text, start, end in zip(cells, STARTS, ENDS, strict=True)
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_statement_gives_the_same_figures_in_every_format(tmp_path, name):
    WRITERS[name](tmp_path / name)
    found = {each for each in figures(parsed(tmp_path / name)) if each[0] != "Total assets"}
    assert found == EXPECTED


def test_cells_that_reach_down_over_rows_keep_the_columns_beside_them(tmp_path):
    page = tmp_path / "page.html"
    row = "<tr>{}<td>{}</td><td>{}</td></tr>"
    page.write_text(
        f"<p>{FILLER}</p><table><tr><th>Region</th><th>Product</th><th>Units</th></tr>"
        + row.format("<td rowspan=2>North</td>", "Kettles", 40)
        + row.format("", "Spoons", 70)
        + row.format("<td>South</td>", "Kettles", 90)
        + "</table>"
    )
    slides = tmp_path / "slides.pptx"
    file = pptx.Presentation()
    shapes = file.slides.add_slide(file.slide_layouts[6]).shapes
    shapes.add_textbox(Inches(1), Inches(1), Inches(8), Inches(1)).text_frame.text = FILLER
    cells = shapes.add_table(4, 3, Inches(1), Inches(2), Inches(8), Inches(4)).table.cell
    for at, texts in enumerate(
        [("Region", "Product", "Units"), ("North", "Kettles", "40"), ("", "Spoons", "70")]
    ):
        for column, text in enumerate(texts):
            cells(at, column).text = text
    cells(1, 0).merge(cells(2, 0))
    file.save(slides)
    for path in (page, slides):
        [spoons] = [each for each in read(parsed(path)).rows if "Spoons" in each.place.quote]
        assert spoons.properties["Units"] == 70


@pytest.mark.parametrize(
    ("value", "form", "shown"),
    [
        (1_234_560, "#,##0,", "1,235"),
        (-1_234_560, "#,##0.0,,", "-1.2"),
        (1_234_560, '0.0,,"M"', "1234560.0"),  # no caption would say it
        (1234.5, "#,##0.##", "1,234.5"),
        (0.1257, "0.0%", "12.6%"),
    ],
)
def test_a_sheets_numbers_are_read_as_it_shows_them(tmp_path, value, form, shown):
    book = openpyxl.Workbook()
    book.active.append(["Sales", value])
    book.active.append([FILLER])
    book.active["B1"].number_format = form
    book.save(tmp_path / "book.xlsx")
    assert parsed(tmp_path / "book.xlsx").pages[0].lines[1].words[-1].text == shown


def test_attached_sheets_and_slides_are_read(tmp_path):
    a_workbook(tmp_path / "book.xlsx")
    a_presentation(tmp_path / "slides.pptx")
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "a@example.org", "b@example.org", "Results"
    mail.set_content(FILLER)
    for name in ("book.xlsx", "slides.pptx"):
        data = (tmp_path / name).read_bytes()
        mail.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    (tmp_path / "mail.eml").write_bytes(mail.as_bytes())
    document = parsed(tmp_path / "mail.eml")
    titles = ["", "Attachment “book.xlsx”, Sheet “Sheet”", "Attachment “slides.pptx”, Slide 1"]
    assert [page.title for page in document.pages] == titles
    assert figures(document) == EXPECTED


@pytest.mark.parametrize("name", WRITERS)
def test_a_document_covers_the_days_of_its_statement(tmp_path, name):
    WRITERS[name](tmp_path / name)
    document = parsed(tmp_path / name)
    first = document.pages[0]
    cover = replace(first, text=f"Annual report for fiscal 2025\n{first.text}")
    essence = read_by_rules(
        replace(document, pages=(cover, *document.pages[1:])), read_tables(document), filename="file"
    ).essence
    assert (essence.period_start, essence.period_end) == (STARTS[0], ENDS[0])
