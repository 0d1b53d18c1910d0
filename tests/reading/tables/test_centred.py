"""Tables as browsers print them: headings of two rows, and cells in the middle of labels of two lines."""

import re
from dataclasses import replace

import pytest

from reading.model import Box, Line, ParsedDocument, ParsedPage, Word
from reading.tables.read import read_tables

HEIGHT, CHARACTER = 13.0, 5.0  # points


def page_of(*placed):
    """A page with lines (top, text), each word where it stands in the text."""
    lines, offset = [], 0
    for top, text in placed:
        words = tuple(
            Word(each[0], Box(CHARACTER * each.start(), top, CHARACTER * each.end() + 1, top + HEIGHT))
            for each in re.finditer(r"\S+", text)
        )
        said = " ".join(word.text for word in words)
        box = Box(words[0].box.x0, top, words[-1].box.x1, top + HEIGHT)
        lines.append(Line(words, said, box, offset, font_size=9.5))
        offset += len(said) + 1
    return ParsedPage(1, "\n".join(line.text for line in lines), tuple(lines), 600.0, 800.0)


HEADS = (
    (0, "Table 4. Staff by site and sex (thousands)"),
    (36, "Site"),
    (28, "                         2021                2022"),
    (44, "                    Men      Women      Men      Women"),
)
ROWS = (
    (66, "Northern"),
    (80, "Plateau"),
    (73, "                    412.6    371.9      419.0    388.2"),
    (98, "Lake District       158.3    149.7      155.1    151.2"),
    (116, "Total              570.9    521.6      574.1    539.4"),
)


@pytest.fixture(scope="module")
def table():
    [found] = read_tables(ParsedDocument((page_of(*HEADS, *ROWS),)))
    return found


def test_a_label_in_the_middle_of_two_rows_of_headings_parts_none_of_them_off(table):
    assert [column.header for column in table.columns] == ["2021 Men", "2021 Women", "2022 Men", "2022 Women"]


def test_cells_in_the_middle_of_a_label_of_two_lines_are_its_own(table):
    assert [(row.label, row.cells[0].text) for row in table.rows] == [
        ("Northern Plateau", "412.6"),
        ("Lake District", "158.3"),
        ("Total", "570.9"),
    ]
    assert table.rows[0].line.text == "Northern\nPlateau\n412.6 371.9 419.0 388.2"
    assert table.title.startswith("Table 4. Staff by site and sex")


def test_cells_may_be_written_with_the_first_or_second_line_of_their_label():
    page = page_of(
        (0, "SOURDOUGH"), (13, "ROLL"), (6.5, "                  6.50"), (32, "EGGS              5.99")
    )
    upper, roll, cell, eggs = page.lines
    box = Box(roll.box.x0, cell.box.top, cell.box.x1, roll.box.bottom)
    both = Line((*roll.words, *cell.words), "ROLL 6.50", box, roll.char_start, font_size=9.5)
    [table] = read_tables(
        ParsedDocument((replace(page, text=page.text.replace("ROLL\n", "ROLL "), lines=(upper, both, eggs)),))
    )
    assert [row.label for row in table.rows] == ["SOURDOUGH ROLL", "EGGS"]


def told(*placed):
    [table] = read_tables(ParsedDocument((page_of(*placed),)))
    return [column.header for column in table.columns], [
        (row.label, row.path, [cell.text for cell in row.cells]) for row in table.rows
    ]


@pytest.mark.parametrize("heads", ["Bus A     Bus B", "701       703"])
def test_times_under_names_or_numbers_are_a_timetable(heads):
    headers, rows = told(
        (0, f"Stop            {heads}"),
        (18, "Market          7:05      8:35"),
        (36, "Hospital        7:14      8:45"),
    )
    assert headers == re.split(r"\s{2,}", heads)
    assert rows == [("Market", (), ["7:05", "8:35"]), ("Hospital", (), ["7:14", "8:45"])]


def test_numbers_over_numbers_are_no_headings_of_a_timetable():
    headers, _ = told((0, "Stop            701       703"), (18, "Market          705       835"))
    assert not any(headers)


def test_a_column_of_ranges_and_headings_of_parts_are_read():
    headers, rows = told(
        (0, "Test            Result    Usual range"),
        (18, "BLOOD COUNT"),
        (36, "Hemoglobin      11.2      12.0–15.5"),
        (54, "Platelets       288       150–400"),
    )
    assert headers == ["Result", "Usual range"]
    assert [row for row in rows if row[2]] == [
        ("Hemoglobin", ("BLOOD COUNT",), ["11.2", "12.0–15.5"]),
        ("Platelets", ("BLOOD COUNT",), ["288", "150–400"]),
    ]
