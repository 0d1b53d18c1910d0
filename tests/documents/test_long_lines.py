"""Lines and pages longer than anybody writes them: to read one must not take the square of its length."""

from documents.parsing.headings import find_headings
from documents.parsing.text import page_of_text
from documents.parsing.types import OutlineItem, ParsedDocument
from documents.tables import read_tables


def read(text, *, outline=()):
    return ParsedDocument((page_of_text(1, text),), outline=outline)


def test_a_line_of_thousands_of_numbers_is_no_row():
    assert not read_tables(read("Lamps " + "123   " * 8000))
    [table] = read_tables(read("Hall     2024    2023\nLamps     123     118\nShades     12      11"))
    assert len(table.rows) == 2


def test_a_word_of_a_whole_page_above_a_table_does_not_hold_it_up():
    text = "x" * 60_000 + "\n\nHall     2024    2023\nLamps     123     118\nShades     12      11"
    [table] = read_tables(read(text))
    assert len(table.rows) == 2


def test_thousands_of_headings_on_a_page_are_told_at_once():
    outline = (OutlineItem("H", 1, 0),)
    headings = find_headings(read("H\n" * 30_000, outline=outline))
    assert len(headings) > 5000
