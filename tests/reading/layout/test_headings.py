"""Headings told by outline, fonts and numbering."""

from __future__ import annotations

from reading.formats.media_types import PDF, TEXT
from reading.layout.headings import find_headings
from reading.layout.layout import running_heads
from reading.parse import parse_document
from tests.reading.writing import FILLER, Text, lines, write_pdf


def titles(path, media_type=PDF) -> list[tuple[str, int]]:
    return [
        (heading.title, heading.level)
        for heading in find_headings(parse_document(path, media_type=media_type))
    ]


def body(top: float, count: int = 4) -> list[Text]:
    return lines(*[FILLER] * count, top=top, size=10)


def test_bigger_lines_are_outer_headings_and_bold_ones_inner(tmp_path):
    page = [
        Text("The whole", top=60, size=22),
        Text("A part", top=90, size=15),
        *body(110),
        Text("A detail", top=200, size=10, bold=True),
        *body(220),
    ]
    assert titles(write_pdf(tmp_path / "p.pdf", [page])) == [("The whole", 0), ("A part", 1), ("A detail", 4)]


def test_a_heading_over_two_lines_is_one(tmp_path):
    page = [
        Text("Example Announces Fourth", top=60, size=20),
        Text("Quarter Results", top=84, size=20),
        *body(120),
    ]
    assert titles(write_pdf(tmp_path / "p.pdf", [page])) == [("Example Announces Fourth Quarter Results", 0)]


def test_numbered_headings_are_known_without_emphasis(tmp_path):
    path = tmp_path / "contract.txt"
    path.write_text(
        f"PART I\n\nItem 7. Management Discussion\n\n{FILLER}\n\nExhibit 3\n\n1.1 Payment Terms\n\n"
        f"{FILLER}\nItem 7 describes what the management of this company thinks about it.\n"
    )
    assert titles(path, TEXT) == [
        ("PART I", 0),
        ("Item 7. Management Discussion", 1),
        ("Exhibit 3", 1),
        ("1.1 Payment Terms", 3),
    ]


def test_periods_over_columns_are_no_headings(tmp_path):
    page = [
        Text("13 Weeks Ended", top=60, size=10, bold=True),
        Text("January 28, 2023", top=80, size=10, bold=True),
        *body(110, count=8),
    ]
    assert titles(write_pdf(tmp_path / "p.pdf", [page])) == []


def test_a_table_of_contents_is_left_out(tmp_path):
    path = tmp_path / "contents.txt"
    path.write_text("\n".join(f"Item {number}. Some Section {number * 7}" for number in range(1, 9)))
    assert titles(path, TEXT) == []


def test_lines_that_head_every_page_are_no_headings(tmp_path):
    pages = [[Text("Example Corp", top=30, size=16, bold=True), *body(60)] for _ in range(4)]
    path = write_pdf(tmp_path / "p.pdf", pages)
    assert "Example Corp" in running_heads(parse_document(path, media_type=PDF))
    assert titles(path) == []


def test_the_outline_names_headings_that_nothing_else_shows(tmp_path):
    page = [*lines("plain words of a section", top=60, size=10), *body(80)]
    path = write_pdf(tmp_path / "p.pdf", [page], outline=[("Plain words of a section", 1)])
    assert titles(path) == [("plain words of a section", 0)]


def test_the_boxes_of_a_form_are_no_headings(tmp_path):
    path = tmp_path / "form.txt"
    path.write_text("THE PARTIES\n\nYES ☐ NO ☒\n\n" + FILLER)
    assert [title for title, _ in titles(path, TEXT)] == ["THE PARTIES"]
