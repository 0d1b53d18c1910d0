"""Rows of notes above and below the table of a sheet."""

import openpyxl

import reading

NOTES = [
    ["Some people", None, None, None],
    ["like", "to write", None, "up here"],
    [None, "about", None, "this and that"],
]
TABLE = [
    ["Name", "Role", "Age", "Joined"],
    ["Ada", "smith", 41, "2001-04-05"],
    ["Ben", "baker", 37, "2003-09-01"],
]
BELOW = [["And", None, None, None], [None, "more of it", None, "down here"]]


def _read(tmp_path, rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.save(path := tmp_path / "staff.xlsx")
    return reading.read(path)


def test_notes_above_and_below_are_no_headings_and_no_rows(tmp_path):
    (table,) = _read(tmp_path, [*NOTES, *TABLE, *BELOW]).tables
    assert [column.header for column in table.columns] == ["Role", "Age", "Joined"]
    assert [row.label for row in table.rows] == ["Ada", "Ben"]


def test_notes_above_and_below_are_kept_on_the_page(tmp_path):
    (page,) = _read(tmp_path, [*NOTES, *TABLE, *BELOW]).parsed.pages
    assert "like to write up here" in page.text
    assert "more of it down here" in page.text


def test_a_row_that_stands_over_the_headings_is_one_of_them(tmp_path):
    read = _read(
        tmp_path, [["Farm", "Wheat", "Wheat"], [None, "2004", "2015"], ["Hill", 12.5, 13.5], ["Mill", 7, 8]]
    )
    assert [row.label for row in read.tables[0].rows] == ["Hill", "Mill"]
    assert "Wheat" in read.tables[0].columns[0].header
