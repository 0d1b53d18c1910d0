"""Files made to stop their reader: each ends with text or with a reason."""

from __future__ import annotations

import io
import zipfile
from email.message import EmailMessage

import docx
import pptx
import pytest

from reading.formats.media_types import DOCX, EML, HTML, MARKDOWN, PDF, PPTX, TEXT, sniff_media_type
from reading.formats.office.archives import MAX_UNPACKED
from reading.formats.plain_text import PAGE_CHARACTERS
from reading.model import UnreadableDocument
from reading.parse import parse_document
from tests.reading.writing import FILLER, Text, write_pdf


def test_an_archive_attached_to_a_mail_is_no_bomb(tmp_path):
    """It unpacks to more than is taken: it is left out, and the message is read."""
    bomb = io.BytesIO()
    written = docx.Document()
    written.add_paragraph(FILLER)
    written.save(bomb)
    with (
        zipfile.ZipFile(bomb, "a", zipfile.ZIP_DEFLATED) as archive,
        archive.open("word/media/picture.bin", "w") as part,
    ):
        for _ in range(MAX_UNPACKED // 1_000_000):
            part.write(b" " * 1_000_000)
    message = EmailMessage()
    message["From"], message["Subject"] = "a@example.org", "Bomb"
    message["Date"] = "Mon, 01 Jan 2024 10:00:00 +0000"
    message.set_content(FILLER * 3)
    message.add_attachment(
        bomb.getvalue(), maintype="application", subtype="octet-stream", filename="bomb.docx"
    )
    path = tmp_path / "m.eml"
    path.write_bytes(bytes(message))
    parsed = parse_document(path, media_type=EML)
    assert FILLER in parsed.pages[0].text
    assert [page.reason for page in parsed.skipped] == [
        "The attachment “bomb.docx” cannot be read: upload it by itself."
    ]


def test_a_text_without_pages_is_measured_by_its_characters(tmp_path):
    path = tmp_path / "long.txt"
    path.write_text("a " * PAGE_CHARACTERS)
    assert len(parse_document(path, media_type=TEXT, max_pages=2).pages) == 1
    with pytest.raises(UnreadableDocument, match="2 pages; at most 1 are read") as caught:
        parse_document(path, media_type=TEXT, max_pages=1)
    assert caught.value.reason == "too_many_pages"


def test_a_web_page_is_measured_by_its_characters_too(tmp_path):
    path = tmp_path / "long.html"
    path.write_text(f"<html><body>{'<p>a b</p>' * (PAGE_CHARACTERS // 2)}")
    assert len(parse_document(path, media_type=HTML, max_pages=2).pages) == 1
    with pytest.raises(UnreadableDocument, match="2 pages; at most 1 are read"):
        parse_document(path, media_type=HTML, max_pages=1)


def test_a_word_file_behind_what_a_broken_download_left_is_read_by_its_name(tmp_path):
    path, written = tmp_path / "letter.docx", docx.Document()
    written.add_paragraph(FILLER)
    written.save(path)
    path.write_bytes(bytes(range(256)) * 5 + path.read_bytes())
    assert parse_document(path, media_type=sniff_media_type(path, path.name)).pages[0].text == FILLER
    with pytest.raises(UnreadableDocument, match="only these can be read"):
        sniff_media_type(path, "letter")


LEVELS = (300, 5000)  # more than lxml takes; more than Python's stack


@pytest.mark.parametrize("levels", LEVELS)
@pytest.mark.parametrize("tag", ["div", "span", "blockquote", "table><tr><td"])
def test_the_words_of_a_web_page_are_read_however_deep_they_lie(tag, levels, tmp_path):
    path = tmp_path / "deep.html"
    path.write_text(f"<html><body><p>{FILLER}</p>" + f"<{tag}>" * levels + "<p>Deep</p><p>down</p> there")
    text = parse_document(path, media_type=HTML).pages[0].text
    assert FILLER in text
    assert text.split()[-3:] == ["Deep", "down", "there"]


def test_a_pdf_behind_what_a_broken_download_left_is_read_by_its_name(tmp_path):
    path = write_pdf(tmp_path / "report.pdf", [[Text(FILLER)]])
    path.write_bytes(bytes(range(256)) * 20 + path.read_bytes())
    assert sniff_media_type(path, "REPORT.PDF") == PDF
    assert parse_document(path, media_type=PDF).pages[0].text.strip() == FILLER
    with pytest.raises(UnreadableDocument, match="only these can be read"):
        sniff_media_type(path, "report")


def test_a_part_of_a_web_page_is_read_as_one_by_its_name(tmp_path):
    path = tmp_path / "part.html"
    path.write_text("<div>" * 20_000 + FILLER + "</div>" * 20_000)
    media_type = sniff_media_type(path, path.name)
    assert parse_document(path, media_type=media_type).pages[0].text.strip() == FILLER
    assert sniff_media_type(path, "notes.txt") == TEXT


def test_the_type_of_a_file_of_comments_is_told_at_once(tmp_path):
    """Not only when every comment was tried as the beginning of each that follows, which takes for ever."""
    path = tmp_path / "comments.html"
    path.write_text("<!-- -->" * 5000 + f"x<p>{FILLER}</p>")
    assert sniff_media_type(path, "comments.txt") == TEXT
    path.write_text("<!-- a -->\n<!-- b -->" * 100 + f"<html><p>{FILLER}</p>")
    assert sniff_media_type(path, "comments.txt") == HTML


def test_a_text_that_begins_with_blank_pages_is_not_empty(tmp_path):
    path = tmp_path / "blank.txt"
    path.write_text("\f" * 100_000 + FILLER)
    assert parse_document(path, media_type=sniff_media_type(path, path.name)).pages[-1].text == FILLER


def test_a_text_of_which_a_crash_left_zeros_is_read_by_its_name(tmp_path):
    path = tmp_path / "crash.txt"
    path.write_bytes(FILLER.encode() + bytes(4096) + b"The end.")
    assert (
        parse_document(path, media_type=sniff_media_type(path, path.name)).pages[0].text
        == f"{FILLER}The end."
    )
    with pytest.raises(UnreadableDocument, match="only these can be read"):
        sniff_media_type(path, "crash.bin")


def test_a_heading_of_marks_alone_is_none_and_found_out_at_once(tmp_path):
    path = tmp_path / "marks.md"
    path.write_text(f"# Halls ##\n\n# # #\n\n# a{' #' * 25_000}b\n\n{FILLER}")
    titles = [item.title for item in parse_document(path, media_type=MARKDOWN).outline]
    assert [title[:5] for title in titles] == ["Halls", "a # #"]


def test_lines_within_a_line_are_kept(tmp_path):
    path = tmp_path / "lines.html"
    code = "<pre><code>first line\nsecond line</code></pre>"
    path.write_text(f"<html><body><p>{FILLER}</p><p><b>one<br>two\nstill two</b></p>{code}")
    text = parse_document(path, media_type=HTML).pages[0].text
    assert text.split("\n")[-5:] == ["one", "two still two", "", "first line", "second line"]


def rewritten(path, part, change):
    """The office file with one of its parts as `change` makes it."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, change(content) if name == part else content)
    return path


@pytest.fixture
def letter(tmp_path):
    written = docx.Document()
    for text in (FILLER, f"{FILLER} Inner."):
        written.add_paragraph(text)
    written.save(tmp_path / "letter.docx")
    return tmp_path / "letter.docx"


def words_of(path, media_type):
    return " ".join(" ".join(page.text for page in parse_document(path, media_type=media_type).pages).split())


@pytest.mark.parametrize("levels", [10, *LEVELS])
@pytest.mark.parametrize("tag", ["w:sdt><w:sdtContent", "w:tbl><w:tr><w:tc"])
def test_the_words_of_a_word_file_are_read_once_however_deep_they_lie(tag, levels, letter):
    opening = f"<{tag}>" * levels
    closing = "".join(f"</{name}>" for name in reversed(tag.split("><"))) * levels

    def buried(xml):
        return xml.replace("<w:body>", f"<w:body>{opening}<w:p><w:r><w:t>Deep.</w:t></w:r></w:p>{closing}")

    words = words_of(rewritten(letter, "word/document.xml", buried), DOCX)
    assert words == f"Deep. {FILLER} {FILLER} Inner."


def test_a_word_file_that_names_a_part_that_is_missing_is_read(letter):
    lost = '<Relationship Id="rId99" Type="http://x/image" Target="../NULL"/></Relationships>'
    part = "word/_rels/document.xml.rels"
    assert words_of(
        rewritten(letter, part, lambda xml: xml.replace("</Relationships>", lost)), DOCX
    ).endswith("Inner.")


def test_entities_are_not_unfolded_by_what_reads_bare_words(letter):
    laughs = "".join(f"<!ENTITY a{at} '{f'&a{at - 1};' * 10}'>" for at in range(1, 10))
    doctype = f"<!DOCTYPE w [<!ENTITY a0 'ha'>{laughs}]>"
    path = rewritten(
        letter, "word/document.xml", lambda xml: doctype + xml[xml.index("<w:") :].replace("Inner.", "&a9;")
    )
    with pytest.raises(UnreadableDocument, match="broken and cannot be opened"):
        parse_document(path, media_type=DOCX)


@pytest.mark.parametrize("levels", [60, 400])
def test_the_words_of_a_slide_are_read_however_many_groups_hold_them(levels, tmp_path):
    show = pptx.Presentation()
    slide = show.slides.add_slide(show.slide_layouts[1])
    slide.shapes.title.text, slide.placeholders[1].text = "Deep", FILLER
    show.save(tmp_path / "deep.pptx")
    group = (
        '<p:grpSp><p:nvGrpSpPr><p:cNvPr id="7" name="g"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
    )
    words = (
        '<p:sp><p:nvSpPr><p:cNvPr id="9" name="t"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody>'
        "<a:bodyPr/><a:p><a:r><a:t>At the bottom.</a:t></a:r></a:p></p:txBody></p:sp>"
    )
    buried = group * levels + words + "</p:grpSp>" * levels
    path = rewritten(
        tmp_path / "deep.pptx",
        "ppt/slides/slide1.xml",
        lambda xml: xml.replace("</p:spTree>", f"{buried}</p:spTree>"),
    )
    assert "At the bottom." in words_of(path, PPTX)


HEAD = (
    "From: a@example.org\nDate: Mon, 01 Jan 2024 10:00:00 +0000\n"
    "Message-ID: <1@example.org>\nMIME-Version: 1.0\n"
)


def mail(subject):
    message = EmailMessage()
    message["From"], message["Subject"] = "a@example.org", subject
    message["Date"] = "Mon, 01 Jan 2024 10:00:00 +0000"
    message.set_content(f"{FILLER} The {subject} one.")
    return message


@pytest.mark.parametrize("header", ["Date: Mon, 01 Jan 99999999999 10:00:00 +0000", 'To: @@, <, "'])
def test_a_header_that_cannot_be_parsed_costs_no_words(tmp_path, header):
    path = tmp_path / "m.eml"
    path.write_text(f"From: a@example.org\nMIME-Version: 1.0\n{header}\nSubject: Halls\n\n{FILLER}\n")
    text = parse_document(path, media_type=EML).pages[0].text
    assert "Halls" in text
    assert FILLER in " ".join(text.split())


def test_messages_in_messages_are_read(tmp_path):
    outer, inner, innermost = mail("outer"), mail("inner"), mail("innermost")
    innermost.add_attachment(FILLER.encode(), maintype="text", subtype="plain", filename="note.txt")
    inner.add_attachment(innermost)
    outer.add_attachment(inner)
    path = tmp_path / "m.eml"
    path.write_bytes(bytes(outer))
    pages = parse_document(path, media_type=EML).pages
    titles = ["", "Attachment “inner”", "Attachment “innermost”", "Attachment “note.txt”"]
    assert [page.title for page in pages] == titles
    assert [page.number for page in pages] == [1, 2, 3, 4]
    assert "The innermost one." in " ".join(pages[2].text.split())


def test_what_is_attached_within_a_part_of_parts_is_read(tmp_path):
    path = tmp_path / "m.eml"
    path.write_text(
        "From: a@example.org\nDate: Mon, 01 Jan 2024 10:00:00 +0000\nSubject: Parts\nMIME-Version: 1.0\n"
        'Content-Type: multipart/mixed; boundary="A"\n\n--A\nContent-Type: multipart/mixed; boundary="B"\n\n'
        f"--B\nContent-Type: text/plain\n\n{FILLER}\n--B\n"
        "Content-Type: text/plain\nContent-Disposition: attachment; filename=note.txt\n\n"
        "The note.\n--B--\n--A--\n"
    )
    parsed = parse_document(path, media_type=EML)
    assert [page.text.strip() for page in parsed.pages][1:] == ["The note."]
    assert FILLER[:60] in parsed.pages[0].text
    assert not parsed.skipped


def test_a_message_that_is_nothing_but_an_attachment_is_read(tmp_path):
    path = tmp_path / "m.eml"
    path.write_text(
        f"{HEAD}Content-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n\n{FILLER}"
    )
    pages = parse_document(path, media_type=EML).pages
    assert [page.title for page in pages] == ["", "Attachment “a.txt”"]
    assert pages[1].text.strip() == FILLER


def test_a_message_whose_parts_nothing_parts_is_read_as_text(tmp_path):
    path = tmp_path / "m.eml"
    path.write_text(f"{HEAD}Content-Type: multipart/mixed\n\n{FILLER}")
    assert FILLER[:60] in parse_document(path, media_type=EML).pages[0].text


def test_a_subject_of_thousands_of_encoded_words_costs_no_message(tmp_path):
    path = tmp_path / "m.eml"
    path.write_text(f"{HEAD}Subject: {'=?utf-8?q?a?= ' * 20_000}\n\n{FILLER}")
    assert FILLER[:60] in parse_document(path, media_type=EML).pages[0].text


def test_cells_that_reach_over_many_rows_and_columns_are_read(tmp_path):
    path = tmp_path / "reaching.html"
    row = f"<tr>{'<td rowspan=200 colspan=200>1</td>' * 200}</tr>"
    path.write_text(f"<html><body><p>{FILLER}</p><table>{row * 300}</table>")
    assert FILLER in parse_document(path, media_type=HTML).pages[0].text
