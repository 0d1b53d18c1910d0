"""OpenDocument files, rich text, e-books and old Excel workbooks, and what old formats are refused with."""

import zipfile

import pytest

from reading.formats.media_types import EPUB, ODP, ODS, ODT, RTF, sniff_media_type
from reading.model import UnreadableDocument
from reading.parse import parse_document
from reading.pipeline import read_by_rules
from reading.tables.read import read_tables

FILLER = (
    "The lamps of the harbour are lit at dusk and put out at dawn, as the keeper of the book has always said."
)
OPEN = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0">'
    "<office:body>{}</office:body></office:document-content>"
)


def packed(path, media_type, parts):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", media_type)
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


def cell(text, kind="string"):
    value = f' office:value="{text}"' if kind == "float" else ""
    return f'<table:table-cell office:value-type="{kind}"{value}><text:p>{text}</text:p></table:table-cell>'


def row(*cells):
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


def test_a_text_in_open_document_format_keeps_headings_and_tables(tmp_path):
    rows = row(cell("Lamp"), cell("Watts")) + row(cell("Red"), cell("40"))
    table = f'<table:table table:name="t">{rows}</table:table>'
    heading = '<text:h text:outline-level="1">Lamps</text:h>'
    body = f"<office:text>{heading}<text:p>{FILLER}</text:p>{table}</office:text>"
    path = packed(tmp_path / "lamps.odt", ODT, {"content.xml": OPEN.format(body)})
    assert sniff_media_type(path, path.name) == ODT
    parsed = parse_document(path, media_type=ODT)
    assert parsed.title == "Lamps"
    assert [line.split() for line in parsed.pages[0].text.splitlines()[-2:]] == [
        ["Lamp", "Watts"],
        ["Red", "40"],
    ]


def test_each_slide_in_open_document_format_is_a_page(tmp_path):
    slides = "".join(
        f"<draw:page><draw:frame><draw:text-box><text:p>{each}</text:p><text:p>{FILLER}</text:p>"
        "</draw:text-box></draw:frame></draw:page>"
        for each in ("First", "Second")
    )
    path = packed(
        tmp_path / "s.odp",
        ODP,
        {"content.xml": OPEN.format(f"<office:presentation>{slides}</office:presentation>")},
    )
    parsed = parse_document(path, media_type=sniff_media_type(path, path.name))
    assert [(page.title, page.text.splitlines()[0]) for page in parsed.pages] == [
        ("Slide 1", "First"),
        ("Slide 2", "Second"),
    ]


def test_a_sheet_in_open_document_format_is_a_table(tmp_path):
    rows = row(cell("Keeper of the lamp"), cell("Hours of work in the harbour")) + "".join(
        row(cell(f"Keeper {name} of the harbour"), cell(str(at), "float"))
        for at, name in enumerate("ABCDE", 3)
    )
    body = f'<office:spreadsheet><table:table table:name="Hours">{rows}</table:table></office:spreadsheet>'
    manifest = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    parts = {"content.xml": OPEN.format(body), "META-INF/manifest.xml": manifest}
    path = packed(tmp_path / "hours.ods", ODS, parts)
    parsed = parse_document(path, media_type=sniff_media_type(path, path.name))
    assert parsed.pages[0].title == "Sheet “Hours”"
    (table,) = read_tables(parsed)
    assert [line.cells[0].quantity.value for line in table.rows] == [3, 4, 5, 6, 7]


def test_the_chapters_of_an_e_book_are_read_in_their_order(tmp_path):
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
        "<dc:title>The Harbour</dc:title><dc:date>1901-05-04</dc:date></metadata><manifest>"
        '<item id="b" href="two.xhtml"/><item id="a" href="one.xhtml"/></manifest>'
        '<spine><itemref idref="a"/><itemref idref="b"/></spine></package>'
    )
    parts = {
        "META-INF/container.xml": '<container><rootfile full-path="in/book.opf"/></container>',
        "in/book.opf": package,
        "in/one.xhtml": f"<html><body><h1>One</h1><p>{FILLER}</p></body></html>",
        "in/two.xhtml": "<html><body><h1>Two</h1><p>It was dark.</p></body></html>",
    }
    path = packed(tmp_path / "b.epub", EPUB, parts)
    parsed = parse_document(path, media_type=sniff_media_type(path, path.name))
    text = "\n".join(page.text for page in parsed.pages)
    assert (parsed.title, parsed.created.year) == ("The Harbour", 1901)
    assert text.index("One") < text.index(FILLER[:40]) < text.index("Two")
    assert read_by_rules(parsed, [], filename="b.epub").essence.title == "The Harbour"


def test_rich_text_is_read_as_its_words(tmp_path):
    path = tmp_path / "letter.rtf"
    path.write_text(r"{\rtf1\ansi {\b Dear} Ms Oak,\par " + FILLER + r"\par }")
    assert sniff_media_type(path, path.name) == RTF
    text = parse_document(path, media_type=RTF).pages[0].text
    assert text.split("\n")[0] == "Dear Ms Oak,"
    assert "harbour" in text


@pytest.mark.parametrize("name", ["old.doc", "old.ppt"])
def test_what_no_converter_reads_says_which_format_to_save_as(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))
    with pytest.raises(UnreadableDocument, match=r"save it as \.docx, \.xlsx or \.pptx"):
        sniff_media_type(path, name)


def test_a_protected_file_in_open_document_format_asks_to_remove_its_password(tmp_path):
    manifest = '<manifest:file-entry><manifest:encryption-data manifest:checksum="x"/></manifest:file-entry>'
    path = packed(
        tmp_path / "locked.odt", ODT, {"content.xml": "\x01\x02", "META-INF/manifest.xml": manifest}
    )
    with pytest.raises(UnreadableDocument, match="protected by a password: remove it"):
        sniff_media_type(path, path.name)
