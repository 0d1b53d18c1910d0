"""Lines and pages longer than anybody writes them: to read one must not take the square of its length."""

from reading.formats.plain_text import page_of_text
from reading.layout.headings import MOST_STACKED, find_headings
from reading.layout.sections import Sections
from reading.model import OutlineItem, ParsedDocument
from reading.tables.read import read_tables


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


def columns_of_text(*rows):
    return "\n".join("".join(cell.rjust(12) for cell in row) for row in rows)


def test_each_of_two_hundred_columns_has_its_heading():
    halls = [f"Hall {at}" for at in range(200)]
    rows = [[f"{10 + row}.{at % 10}" for at in range(200)] for row in range(4)]
    names = ["Lamps", "Shades", "Oil", "Wicks"]
    lines = [["", *halls], *([name, *row] for name, row in zip(names, rows, strict=True))]
    [table] = read_tables(read(columns_of_text(*lines)))
    assert [column.header for column in table.columns] == halls
    assert [len(row.cells) for row in table.rows] == [200] * 4


def test_a_line_of_a_thousand_words_apart_heads_no_columns():
    words = "   ".join(["lamps"] * 3000)
    [table] = read_tables(
        read(f"{words}\nHall     2024    2023\nLamps     123     118\nShades     12      11")
    )
    assert [row.label for row in table.rows][-2:] == ["Lamps", "Shades"]


def test_thousands_of_lines_of_a_word_and_a_number_are_no_sheet():
    numbers = "\n".join(f"Lamp{at % 7}     {at % 9}" for at in range(5000))
    sheet = "Seller        Acme Lamps\nBuyer         Harbour Ltd of Bergen\nPlace         Oslo"
    tables = read_tables(read(f"{numbers}\n\n\n\n\n{sheet}"))
    assert [[row.label for row in table.rows] for table in tables][-1:] == [["Seller", "Buyer", "Place"]]


def test_a_table_over_thousands_of_pages_has_its_headings_and_its_title_on_each():
    head = "LAMPS LIT BY HALL\n\nHall           2024       2023\n"
    rows = "\n".join(f"Lamps {row}       {row}.1       {row}.2" for row in range(3))
    pages = [page_of_text(number, (head if number == 1 else "") + rows) for number in range(1, 1501)]
    tables = read_tables(ParsedDocument(tuple(pages)))
    assert {tuple(column.header for column in table.columns) for table in tables} == {("2024", "2023")}
    assert {table.title for table in tables} == {"LAMPS LIT BY HALL"}
    assert len(tables) == 1500


def test_thousands_of_headings_right_below_each_other_do_not_all_stand_under_the_first():
    headings = find_headings(read("\n\n".join(f"LAMPS OF HALL {'I' * (at % 3 + 1)}" for at in range(3000))))
    assert len(headings) == 1000
    assert max(heading.depth for heading in headings) == MOST_STACKED
    assert len(Sections(headings).at(1, headings[-1].start)) == MOST_STACKED + 1
