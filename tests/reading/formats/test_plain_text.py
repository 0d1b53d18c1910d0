"""Types told by content, encodings, and the lines and headings of plain text."""

from __future__ import annotations

import pytest

from reading.formats.encodings import decode
from reading.formats.media_types import MARKDOWN, PDF, TEXT, sniff_media_type
from reading.formats.plain_text import LONGEST_PAGE
from reading.layout.headings import find_headings
from reading.model import UnreadableDocument
from reading.parse import parse_document
from reading.profile.running_text import read_passages
from reading.tables.read import read_tables
from tests.reading.writing import FILLER, lines, write_pdf


def written(tmp_path, content: bytes | str, name: str = "file.txt"):
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_the_type_is_told_by_content_not_by_name(tmp_path):
    pdf = write_pdf(tmp_path / "a.pdf", [lines(FILLER)])
    assert sniff_media_type(pdf, "notes.txt") == PDF
    assert sniff_media_type(written(tmp_path, "Just words."), "report.pdf") == TEXT
    assert sniff_media_type(written(tmp_path, "# Title\n\nWords."), "notes.md") == MARKDOWN


@pytest.mark.parametrize(
    "content",
    [
        b"OggS" + bytes(500),
        b'<?xml version="1.0"?><words/>',
    ],
)
def test_other_types_are_refused_with_what_is_taken(tmp_path, content):
    with pytest.raises(UnreadableDocument, match="not a PDF, Word") as caught:
        sniff_media_type(written(tmp_path, content), "thing.docx")
    assert caught.value.reason == "wrong_type"


def test_an_archive_that_cannot_be_opened_is_called_broken_where_its_name_says_what_it_was(tmp_path):
    archive = written(tmp_path, b"PK\x03\x04" + bytes(range(256)) * 20)
    with pytest.raises(UnreadableDocument, match=r"“thing\.docx” is broken") as caught:
        sniff_media_type(archive, "thing.docx")
    assert caught.value.reason == "broken"
    with pytest.raises(UnreadableDocument, match="is an archive: unpack it"):
        sniff_media_type(archive, "thing.zip")


@pytest.mark.parametrize("content", [b"", b"\n \r\n\t", b"\0" * 100])
def test_an_empty_file_is_refused(tmp_path, content):
    with pytest.raises(UnreadableDocument, match="is empty") as caught:
        sniff_media_type(written(tmp_path, content), "empty.txt")
    assert caught.value.reason == "empty"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1", "cp1252"]
)
def test_encodings_are_told_from_the_bytes(tmp_path, encoding):
    text = "Größe: 12 Stück à 3 £, café, naïve"
    assert decode(text.encode(encoding)) == text
    assert sniff_media_type(written(tmp_path, text.encode(encoding)), "a.txt") == TEXT


def test_a_sample_cut_inside_a_character_is_still_text(tmp_path):
    assert sniff_media_type(written(tmp_path, "€" * 40_000), "euros.txt") == TEXT


def test_form_feeds_part_pages_and_a_short_text_is_fine(tmp_path):
    document = parse_document(written(tmp_path, "One\fTwo\n"), media_type=TEXT)
    assert [(page.number, page.text) for page in document.pages] == [(1, "One"), (2, "Two")]


def test_lines_keep_their_columns(tmp_path):
    text = "Item           2023     2022\n\n  Revenue       100       90\n"
    page = parse_document(written(tmp_path, text), media_type=TEXT).pages[0]
    header, row = page.lines
    assert page.text[row.char_start :].startswith(row.text)
    assert row.text == "Revenue       100       90"
    assert header.words[1].box.x0 <= row.words[1].box.x1
    assert row.words[1].box.x1 <= header.words[2].box.x0
    assert row.box.top - header.box.bottom > 0


def test_markdown_headings_become_the_outline(tmp_path):
    text = "# Plan\n\nWords.\n\n## Costs ##\n\n```\n# not this\n```\n\nRisks\n-----\n\nMore.\n"
    document = parse_document(written(tmp_path, text), media_type=MARKDOWN)
    assert [(item.title, item.level) for item in document.outline] == [
        ("Plan", 0),
        ("Costs", 1),
        ("Risks", 1),
    ]
    assert document.title == "Plan"


def test_control_characters_do_not_reach_the_text(tmp_path):
    page = parse_document(written(tmp_path, "a\x00b\x07c\ttab"), media_type=TEXT).pages[0]
    assert page.text == "abc\ttab"


def test_too_many_pages_of_text_are_refused(tmp_path):
    with pytest.raises(UnreadableDocument, match="3 pages; at most 2"):
        parse_document(written(tmp_path, "a\fb\fc"), media_type=TEXT, max_pages=2)


TABLES = """# Limits

| Setting | `Value` |
| --- | ---: |
| max_connections | 400 |
| statement_timeout | 30 s |

```
| not | a table |
| --- | --- |
```
Either a \\| b
"""


def test_tables_of_markdown_are_set_in_columns(tmp_path):
    page = parse_document(written(tmp_path, TABLES), media_type=MARKDOWN).pages[0]
    (grid,) = page.grids
    assert page.text[grid.char_start : grid.char_end].splitlines() == [
        "Setting             Value",
        "max_connections     400",
        "statement_timeout   30 s",
    ]
    assert "| not | a table |" in page.text


def test_what_markdown_marks_as_a_table_is_read_as_one(tmp_path):
    document = parse_document(written(tmp_path, TABLES), media_type=MARKDOWN)
    (table,) = read_tables(document)
    assert [(row.label, row.cells[0].text) for row in table.rows] == [
        ("max_connections", "400"),
        ("statement_timeout", "30 s"),
    ]


def test_an_underscore_inside_a_name_is_no_mark(tmp_path):
    document = parse_document(
        written(tmp_path, "# The `max_size` of *one* file\n\nWords.\n"), media_type=MARKDOWN
    )
    assert [heading.title for heading in find_headings(document)] == ["The max_size of one file"]


def test_a_paragraph_right_above_a_table_keeps_its_sentences(tmp_path):
    """However long another paragraph is, which text files have on one line too."""
    text = (
        "Acme sells spanners to the trade. Revenue was $4.2 million in 2024.\n\n"
        "| In thousands | 2024 | 2023 |\n|---|---|---|\n| Net sales | 4,200 | 3,800 |\n\n"
        + "Spanners are sold in every shop of the town and in some others. "
        * 9
    )
    parsed = parse_document(written(tmp_path, text, "report.md"), media_type=MARKDOWN)
    tables = read_tables(parsed)
    sentences = [sentence.text for sentence in read_passages(parsed, tables).sentences]
    assert [len(table.rows) for table in tables] == [1]
    assert sentences[:2] == ["Acme sells spanners to the trade.", "Revenue was $4.2 million in 2024."]


def test_a_text_longer_than_a_page_is_cut_where_paragraphs_end(tmp_path):
    paragraphs = [f"Paragraph {number} says so. " * 40 for number in range(200)]
    parsed = parse_document(written(tmp_path, "\n\n".join(paragraphs)), media_type=TEXT)
    assert len(parsed.pages) > 3
    assert max(len(page.text) for page in parsed.pages) <= LONGEST_PAGE
    assert all(page.text.startswith("Paragraph ") for page in parsed.pages)
    assert "".join(page.text for page in parsed.pages).split() == " ".join(paragraphs).split()


@pytest.mark.parametrize("unit", ["word ", "x", "This is said. "])
def test_a_line_without_end_is_cut_too(tmp_path, unit):
    text = unit * (3 * LONGEST_PAGE // len(unit))
    parsed = parse_document(written(tmp_path, text), media_type=TEXT)
    assert max(len(page.text) for page in parsed.pages) <= LONGEST_PAGE
    assert "".join(page.text for page in parsed.pages).strip() == text.strip()
    assert unit == "x" or all(page.text.startswith(unit.strip()) for page in parsed.pages)


def test_a_gap_of_pages_is_as_wide_as_a_person_would_leave(tmp_path):
    path = written(tmp_path, "First.\n" + " \t\n" * 20_000 + "Then\t\n\nlast" + " " * 50_000 + "!")
    page = parse_document(path, media_type=TEXT).pages[0]
    assert page.text == "First.\n\n\nThen\t\n\nlast" + " " * 200 + "!"
    assert [page.text[line.char_start :][: len(line.text)] for line in page.lines][:2] == ["First.", "Then"]
