"""Office files, web pages, tables and e-mails: their words, pages and tables, and what refuses them."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime
from email.message import EmailMessage

import docx
import openpyxl
import pptx
import pytest
from docx.enum.text import WD_BREAK
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from reading.formats.media_types import CSV, DOCX, EML, HTML, PPTX, TEXT, XLSX, sniff_media_type
from reading.model import ParsedDocument, UnreadableDocument
from reading.parse import parse_document
from reading.pipeline import read_by_rules
from reading.sandbox.limited import Limits
from reading.tables.read import read_tables
from tests.reading.writing import FILLER

STATEMENT = [
    ("(In thousands)", "FY2023", "FY2022"),
    ("Net sales", "10,207", "8,630"),
    ("Gross profit", "4,044", "3,368"),
    ("Net income", "1,242", "985"),
]


def parsed(path, **how) -> ParsedDocument:
    return parse_document(path, media_type=sniff_media_type(path, path.name), **how)


def figures(document: ParsedDocument) -> dict[tuple[str, str], tuple[object, int]]:
    """(name, end of the period) → (value, page) of the figures read, each with its words on its page."""
    reading = read_by_rules(document, read_tables(document), filename="file")
    texts = {page.number: page.text for page in document.pages}
    for fact in (*reading.metrics, *reading.rows):
        assert fact.place.quote in texts[fact.place.page]
    return {
        (metric.metric_name, str(metric.period_end)): (metric.numeric_value, metric.place.page)
        for metric in reading.metrics
    }


def rows_of(document: ParsedDocument) -> dict[str, dict]:
    reading = read_by_rules(document, read_tables(document), filename="file")
    return {row.label: row.properties for row in reading.rows}


@pytest.fixture
def word_file(tmp_path):
    file = docx.Document()
    file.core_properties.title = "Annual report"
    file.add_heading("Annual report", 0)
    paragraph = file.add_paragraph(FILLER)
    paragraph.add_run().add_break(WD_BREAK.PAGE)
    file.add_heading("Statements of income", 1)
    table = file.add_table(0, 3)
    for row in STATEMENT:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    file.sections[0].footer.paragraphs[0].text = "Confidential draft 7"
    file.save(tmp_path / "report.docx")
    return tmp_path / "report.docx"


def test_a_word_file_keeps_its_pages_headings_and_figures(word_file):
    document = parsed(word_file)
    assert sniff_media_type(word_file, "renamed.txt") == DOCX
    assert document.title == "Annual report"
    assert [(item.title, item.page, item.level) for item in document.outline] == [
        ("Annual report", 1, 0),
        ("Statements of income", 2, 0),
    ]
    assert "Confidential draft 7" in document.pages[-1].text
    found = figures(document)
    assert found["Net sales", "2023-12-31"] == (10_207_000, 2)
    assert found["Net income", "2022-12-31"] == (985_000, 2)


def test_heads_and_feet_of_first_and_even_pages_are_read_once(tmp_path):
    file = docx.Document()
    file.add_paragraph(FILLER)
    section = file.sections[0]
    places = {
        f"{page}{end}": f"Told in the {page}{end}."
        for page in ("first_page_", "", "even_page_")
        for end in ("header", "footer")
    }
    section.different_first_page_header_footer = True
    file.settings.odd_and_even_pages_header_footer = True
    for name, words in places.items():
        getattr(section, name).paragraphs[0].text = words
    file.add_section()  # shows those of the section before
    file.save(tmp_path / "report.docx")
    text = "\n".join(page.text for page in parsed(tmp_path / "report.docx").pages)
    assert [text.count(words) for words in places.values()] == [1] * 6


def test_what_was_inserted_into_a_word_file_is_read_and_what_was_deleted_is_not(tmp_path):
    file = docx.Document()
    paragraph = file.add_paragraph(FILLER)._p
    run = paragraph.r_lst[0]
    namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    for xml in (
        f"<w:ins {namespace}><w:r><w:t> inserted words</w:t></w:r></w:ins>",
        f"<w:del {namespace}><w:r><w:delText> deleted words</w:delText></w:r></w:del>",
    ):
        run.addnext(docx.oxml.parse_xml(xml))
    file.save(tmp_path / "changed.docx")
    text = " ".join(parsed(tmp_path / "changed.docx").pages[0].text.split())
    assert "inserted words" in text
    assert "deleted words" not in text


@pytest.fixture
def presentation(tmp_path):
    file = pptx.Presentation()
    first = file.slides.add_slide(file.slide_layouts[1])
    first.shapes.title.text = "Quarterly review"
    first.placeholders[1].text = FILLER
    first.notes_slide.notes_text_frame.text = "Mention the new warehouse."
    second = file.slides.add_slide(file.slide_layouts[5])
    second.shapes.title.text = "Results"
    frame = second.shapes.add_table(4, 3, Inches(1), Inches(2), Inches(6), Inches(2))
    for at, row in enumerate(STATEMENT):
        for column, text in enumerate(row):
            frame.table.cell(at, column).text = text
    data = CategoryChartData()
    data.categories = ["2021", "2022", "2023"]
    data.add_series("Orders", (120, 135, 150.5))
    third = file.slides.add_slide(file.slide_layouts[5])
    third.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Inches(1), Inches(1), Inches(5), Inches(4), data)
    file.save(tmp_path / "slides.pptx")
    return tmp_path / "slides.pptx"


def test_slides_are_pages_with_their_tables_charts_and_notes(presentation):
    document = parsed(presentation)
    assert sniff_media_type(presentation, "x") == PPTX
    assert [page.title for page in document.pages] == ["Slide 1", "Slide 2", "Slide 3"]
    assert document.title == "Quarterly review"
    assert document.pages[0].text.endswith("Notes: Mention the new warehouse.")
    found = figures(document)
    assert found["Gross profit", "2023-12-31"] == (4_044_000, 2)
    assert found["Orders", "2023-12-31"] == (150.5, 3)


@pytest.fixture
def workbook(tmp_path):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Q2"
    sheet.append(["Orders of the second quarter"])
    sheet.append([])
    sheet.append(["Order", "Customer", "Placed", "Amount", "Share"])
    for at in range(3):
        sheet.append(
            [
                f"A-{at}",
                ["Nord Ltd", "Süd GmbH", "West Inc"][at],
                datetime(2023, 4, at + 1),
                1234.5 + at,
                0.25,
            ]
        )
        sheet.cell(row=sheet.max_row, column=4).number_format = "#,##0.00"
        sheet.cell(row=sheet.max_row, column=5).number_format = "0.0%"
    other = book.create_sheet("Income")
    for row in STATEMENT:
        other.append(
            [row[0], *(int(text.replace(",", "")) if text[0].isdigit() else text for text in row[1:])]
        )
    book.save(tmp_path / "book.xlsx")
    return tmp_path / "book.xlsx"


def test_sheets_are_pages_and_their_rows_keep_every_column_with_its_type(workbook):
    document = parsed(workbook)
    assert sniff_media_type(workbook, "x") == XLSX
    assert [page.title for page in document.pages] == ["Sheet “Q2”", "Sheet “Income”"]
    assert rows_of(document)["Süd GmbH"] == {
        "Customer": "Süd GmbH",
        "Order": "A-1",
        "Placed": "2023-04-02",
        "Amount": 1235.5,
        "Share": 0.25,
        "Share (unit)": "%",
    }
    assert figures(document)["Net sales", "2023-12-31"] == (10_207_000, 2)


def test_rows_beyond_the_limit_are_left_out_with_a_reason(tmp_path):
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Log")
    sheet.append(["Event", "Place", "Count"])
    for at in range(700):
        sheet.append([f"Event {at}", "Hall", at])
    book.save(tmp_path / "log.xlsx")
    document = parsed(tmp_path / "log.xlsx", limits=Limits(sheet_rows=500))
    assert [page.title for page in document.pages] == [
        "Sheet “Log”, rows 1–300",
        "Sheet “Log”, rows 301–500",
    ]
    assert rows_of(document)["Event 498"] == {"Event": "Event 498", "Place": "Hall", "Count": 498}
    assert [skipped.number for skipped in document.skipped] == [3]
    assert "after row 500" in document.skipped[0].reason


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_rows_of_a_csv_file_keep_their_columns(tmp_path, delimiter):
    rows = [("City", "Country", "Opened", "Seats")]
    rows += [(f"Town {at}", "Österreich", f"2023-01-{at + 10}", str(at * 100)) for at in range(6)]
    path = tmp_path / "halls.csv"
    path.write_bytes("\n".join(delimiter.join(row) for row in rows).encode("cp1252"))
    assert sniff_media_type(path, "halls.csv") == CSV
    document = parsed(path)
    assert rows_of(document)["Town 3"] == {
        "City": "Town 3",
        "Country": "Österreich",
        "Opened": "2023-01-13",
        "Seats": 300,
    }


@pytest.mark.parametrize(
    ("text", "media_type"),
    [
        ("Site|Day|Class\nKiln|2011-01-05|minor\nDock|2011-01-06|none\nMill|2011-01-07|minor\n", CSV),
        ("Site\tDay\tClass\nKiln\t5\tminor\nDock\t6\tnone\nMill\t7\tminor\n", CSV),
        ("Notes; of a day; in May\nThe kiln was lit.\nThe dock was shut.\nNothing else.\n", TEXT),
        ("| Site | Day |\n| --- | --- |\n| Kiln | 5 |\n| Dock | 6 |\n", TEXT),
    ],
)
def test_a_text_file_whose_lines_are_parted_alike_is_a_table(tmp_path, text, media_type):
    path = tmp_path / "events.txt"
    path.write_text(text)
    assert sniff_media_type(path, "events.txt") == media_type


def test_cells_of_a_csv_file_that_are_quoted_behind_blanks_lose_their_quotes(tmp_path):
    path = tmp_path / "moorings.csv"
    path.write_text('Berth,   Boat\n"N-1",   "Skua, sloop"\n"N-2",   "Tern"\n', encoding="utf-8")
    assert rows_of(parsed(path))["Skua, sloop"] == {"Berth": "N-1", "Boat": "Skua, sloop"}


PAGE = f"""<!DOCTYPE html><html><head><title>Results</title><style>p {{color: red}}</style></head><body>
<script>alert("never read")</script><h1>Year in <em>review</em></h1><p>{FILLER} Caf&eacute;.</p>
<p style="display: none">hidden words</p>
<table><caption>Statements of income (in thousands)</caption>
<tr><td></td><td colspan="2">FY2023</td><td></td><td colspan="2">FY2022</td></tr>
<tr><td>Net sales</td><td>$</td><td>10,207</td><td></td><td>$</td><td>8,630</td></tr>
<tr><td>Net loss</td><td></td><td>(1,242</td><td>)</td><td></td><td>(985)</td></tr></table>
<ul><li>First point</li><li>Second point</li></ul></body></html>"""


def test_a_web_page_gives_what_it_shows(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(PAGE)
    document = parsed(path)
    assert sniff_media_type(path, "x.txt") == HTML
    text = document.pages[0].text
    assert (document.title, document.outline[0].title) == ("Results", "Year in review")
    assert "Café." in text
    assert "• Second point" in text
    for unseen in ("never read", "hidden words", "color"):
        assert unseen not in text
    found = figures(document)
    assert found["Net sales", "2023-12-31"][0] == 10_207_000
    assert found["Net loss", "2023-12-31"][0] == -1_242_000
    assert found["Net loss", "2022-12-31"][0] == -985_000


@pytest.fixture
def message(word_file):
    mail = EmailMessage()
    mail["From"] = "Ada Lovelace <ada@example.org>"
    mail["To"] = "Charles Babbage <charles@example.org>"
    mail["Subject"] = "Offer for the engine"
    mail["Date"] = "Tue, 14 Mar 2023 09:30:00 +0000"
    mail.set_content(f"Dear Charles,\n\n{FILLER}\n\nYours, Ada")
    mail.add_attachment(
        word_file.read_bytes(), maintype="application", subtype="octet-stream", filename="report.docx"
    )
    mail.add_attachment(b"\x00\x01\x02", maintype="application", subtype="octet-stream", filename="x.bin")
    path = word_file.with_name("offer.eml")
    path.write_bytes(mail.as_bytes())
    return path


def test_an_email_tells_who_wrote_when_and_what_is_attached(message):
    document = parsed(message)
    assert sniff_media_type(message, "x") == EML
    assert (document.title, document.created) == ("Offer for the engine", date(2023, 3, 14))
    first, *attached = document.pages
    for words in ("Ada Lovelace <ada@example.org>", "Dear Charles,", "• report.docx", "• x.bin"):
        assert words in first.text
    assert [page.title for page in attached] == ["Attachment “report.docx”"] * 2
    assert figures(document)["Net sales", "2023-12-31"] == (10_207_000, 3)
    assert document.skipped[0].reason == "The attachment “x.bin” cannot be read: upload it by itself."


def test_a_text_that_only_mentions_a_sender_is_no_email(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text(f"From: the desk of Ada\n{FILLER}\nDate: tomorrow\n")
    assert sniff_media_type(path, "notes.txt") == TEXT


def broken_reason(path) -> str:
    with pytest.raises(UnreadableDocument) as caught:
        parsed(path)
    return str(caught.value)


def test_a_file_that_unpacks_to_gigabytes_is_refused(word_file, tmp_path):
    bomb = tmp_path / "bomb.docx"
    with zipfile.ZipFile(word_file) as source, zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            target.writestr(name, source.read(name))
        with target.open("word/media/image1.bin", "w") as part:
            for _ in range(420):
                part.write(bytes(1_000_000))
    assert "unpacks to more than 400 MB" in broken_reason(bomb)


def test_external_entities_are_not_read(word_file, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("the-secret-of-this-machine")
    hostile = tmp_path / "hostile.docx"
    with zipfile.ZipFile(word_file) as source, zipfile.ZipFile(hostile, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if name == "word/document.xml":
                entity = f'<!DOCTYPE w [<!ENTITY x SYSTEM "file://{secret}">]>'.encode()
                data = data.replace(b"?>", b"?>" + entity, 1).replace(b"says nothing else.", b"says &x;")
            target.writestr(name, data)
    text = " ".join(page.text for page in parsed(hostile).pages)
    assert "worth reading, and says" in " ".join(text.split())
    assert "secret" not in text


@pytest.mark.parametrize("suffix", ["docx", "pptx", "xlsx"])
def test_a_broken_office_file_says_what_to_do(suffix, request, tmp_path):
    whole = request.getfixturevalue({"docx": "word_file", "pptx": "presentation", "xlsx": "workbook"}[suffix])
    broken = tmp_path / f"broken.{suffix}"
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(broken, "w") as target:
        for name in source.namelist():
            is_main = name in ("word/document.xml", "xl/workbook.xml") or name.startswith("ppt/slides/slide")
            target.writestr(name, b"<cut" if is_main else source.read(name))
    assert "upload the new file" in broken_reason(broken)


def test_a_cell_that_cannot_be_read_costs_the_rows_below_it(workbook, tmp_path):
    broken = tmp_path / "nan.xlsx"
    with zipfile.ZipFile(workbook) as source, zipfile.ZipFile(broken, "w") as target:
        for name in source.namelist():
            target.writestr(name, source.read(name).replace(b"<v>1235.5</v>", b"<v>NaN</v>"))
    document = parsed(broken)
    text = " ".join(page.text for page in document.pages)
    assert "Nord Ltd" in text
    assert "West Inc" not in text
    assert "Gross profit" in text
    assert [page.reason for page in document.skipped] == [
        "The rows of the sheet “Q2” after row 4 cannot be read: save it again in Excel and upload "
        "the new file."
    ]


def test_old_and_protected_office_files_say_what_to_do(tmp_path):
    path = tmp_path / "old.doc"
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))
    with pytest.raises(UnreadableDocument, match=r"save it as \.docx"):
        sniff_media_type(path, "old.doc")
    with pytest.raises(UnreadableDocument, match=r"save it as \.eml"):
        sniff_media_type(path, "mail.msg")
    path.write_bytes(path.read_bytes() + "EncryptedPackage".encode("utf-16-le"))
    with pytest.raises(UnreadableDocument, match="protected by a password: remove it"):
        sniff_media_type(path, "locked.docx")


def test_an_office_file_with_hardly_any_text_says_so(tmp_path):
    file = docx.Document()
    file.add_paragraph("Just this.")
    file.save(tmp_path / "short.docx")
    assert "No text: the file holds only 10 characters of it (“Just this.”)" in broken_reason(
        tmp_path / "short.docx"
    )


def test_an_archive_that_is_no_office_file_is_to_be_unpacked(tmp_path):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("holiday.txt", "words")
    path = tmp_path / "archive.docx"
    path.write_bytes(buffer.getvalue())
    with pytest.raises(UnreadableDocument, match="unpack it and upload the files"):
        sniff_media_type(path, "archive.docx")


@pytest.mark.parametrize(
    "head, name, words",
    [
        (
            b"BM" + (9000).to_bytes(4, "little") + bytes(4) + b"\xff" * 9000,
            "scan.bmp",
            "save it as PNG or JPEG",
        ),
        (b"GIF89a" + b"x" * 100, "scan.gif", "save it as PNG or JPEG"),
        (b"RIFF\x10\0\0\0WEBPVP8 " + b"x" * 100, "scan.webp", "save it as PNG or JPEG"),
        (b"\0\0\0\x18ftypheic" + b"x" * 100, "photo.heic", "save it as PNG or JPEG"),
        (b"7z\xbc\xaf\x27\x1c" + b"x" * 100, "bundle.7z", "unpack it and upload"),
        (b"\x1f\x8b\x08" + b"x" * 100, "bundle.tar.gz", "unpack it and upload"),
    ],
)
def test_a_known_kind_that_is_not_read_says_what_to_do(head, name, words, tmp_path):
    path = tmp_path / name
    path.write_bytes(head)
    with pytest.raises(UnreadableDocument, match=words):
        sniff_media_type(path, name)


def test_a_file_of_iwork_is_to_be_exported(tmp_path):
    path = tmp_path / "plan.numbers"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("Index/Document.iwa", "words")
    with pytest.raises(UnreadableDocument, match=r"export it as \.xlsx or PDF"):
        sniff_media_type(path, path.name)


def test_a_short_table_is_read_and_one_without_rows_says_so(tmp_path):
    path = tmp_path / "berths.csv"
    path.write_text("Berth,Fee\nB1,100\nB2,200\n")
    assert parse_document(path, media_type=CSV).pages[0].text.split()[-1] == "200"
    path.write_text("Berth,Fee\n")
    with pytest.raises(UnreadableDocument, match="headings and no rows below them"):
        parse_document(path, media_type=CSV)
    path.write_text("\ufeff")
    with pytest.raises(UnreadableDocument, match="holds no text: upload one that has content"):
        parse_document(path, media_type=CSV)


def test_rows_whose_names_repeat_are_told_apart_by_their_codes(tmp_path):
    path = tmp_path / "sensors.csv"
    rows = [f"S-{number:02d},{('Oslo', 'Turin')[number % 2]},{30 + number},ok" for number in range(8)]
    path.write_text("\n".join(["sensor,site,volts,status", *rows]))
    assert rows_of(parsed(path))["S-03"] == {
        "sensor": "S-03",
        "site": "Turin",
        "volts": 33,
        "status": "ok",
    }


def test_a_row_or_a_sentence_above_a_table_is_not_its_title(tmp_path):
    cells = "<tr><th>Role</th><th>Person</th></tr><tr><td>Chair</td><td>Ruth Ackroyd</td></tr>"
    path = tmp_path / "roles.html"
    path.write_text(f"<!doctype html><p>{FILLER}</p><table>{cells}</table><table>{cells}</table>")
    assert [table.title for table in read_tables(parsed(path))] == ["", ""]


def test_a_sign_and_a_scale_over_the_labels_hold_for_the_table(tmp_path):
    cells = "<tr><th>$ million</th><th>Q2 2024</th></tr><tr><td>Net revenue</td><td>84.2</td></tr>"
    path = tmp_path / "update.html"
    path.write_text(
        f"<!doctype html><p>{FILLER}</p><table>{cells}<tr><td>Costs</td><td>9.1</td></tr></table>"
    )
    assert rows_of(parsed(path))["Net revenue"] == {"Q2 2024": 84_200_000}


def test_a_header_that_goes_on_below_its_name_is_one_of_an_email(tmp_path):
    path = tmp_path / "outing.eml"
    path.write_text(
        "From:\n =?utf-8?q?B=C3=BCro?= <desk@example.org>\nTo:\n <all@example.org>\n"
        "Date: Tue, 7 Jun 2022 10:12:28 +0200\nSubject: Outing\nMIME-Version: 1.0\n"
        'Content-Type: text/plain; charset="utf-8"\nContent-Transfer-Encoding: quoted-printable\n\n'
        "We meet at the M=C3=BChle, and go on from there to the weir by the long path.=\n\n"
    )
    media_type = sniff_media_type(path, path.name)
    assert media_type == EML
    assert "at the Mühle" in parse_document(path, media_type=media_type).pages[0].text


def test_each_message_of_a_mailbox_is_a_page_without_what_vendors_add(tmp_path):
    path = tmp_path / "club.mbox"
    message = (
        "From {0}@example.org Tue Jun 07 10:12:31 2022\nX-GM-THRID: 1735012345678901234\n"
        "From: {0}@example.org\n"
        "To: team@example.org\nSubject: {1}\nDate: Tue, 7 Jun 2022 10:12:28 +0200\n\n"
        "{1} hang behind the bar. From May on three sets are missing, and nobody knows who has them.\n\n"
    )
    path.write_text(message.format("dana", "The keys") + message.format("lee", "The oars"))
    parsed = parse_document(path, media_type=sniff_media_type(path, path.name))
    assert [page.number for page in parsed.pages] == [1, 2]
    assert parsed.title == "The keys"
    assert "The oars hang" in parsed.pages[1].text
    assert "X-GM" not in "".join(page.text for page in parsed.pages)


def test_items_of_an_ordered_list_keep_their_numbers(tmp_path):
    path = tmp_path / "steps.html"
    items = "<ol start='3'><li>Open the valve by hand, slowly and fully.</li><li>Close it.</li></ol>"
    path.write_text(f"<html><body><p>{'What is to be done. ' * 5}</p>{items}</body></html>", encoding="utf-8")
    text = parsed(path).pages[0].text
    assert "3. Open the valve" in text
    assert "4. Close it." in text
