"""Headings of a sheet that stand in several rows, one word below the other."""

from __future__ import annotations

import csv

import openpyxl
import pytest

import reading
from reading.formats.office.spreadsheets import with_parts_below, with_stacked_headings

ROWS = [
    ["Trade", "Share", "Number", "Lowest", "Highest", "Median"],
    ["", "of Hires", "of Hires", "Monthly", "Monthly", "Monthly"],
    ["", "", "", "Pay", "Pay", "Pay"],
    ["Masonry and other stone work", "2.4%", "12", "2300", "8300", "2900"],
    ["Joinery", "16.4%", "18", "1000", "12800", "3100"],
    ["Roofs", "1%", "4", "Insufficient", "", ""],
]


@pytest.fixture(params=["xlsx", "csv"])
def file(request, tmp_path):
    path = tmp_path / f"hires.{request.param}"
    if request.param == "csv":
        with path.open("w", newline="", encoding="utf-8") as sink:
            csv.writer(sink).writerows(ROWS)
        return path
    book = openpyxl.Workbook()
    for row in ROWS:
        book.active.append([int(cell) if cell.isdigit() else cell or None for cell in row])
    book.save(path)
    return path


def test_headings_one_over_another_are_one(file):
    first, second, *_ = reading.read(file).rows
    assert (first.label, second.label) == ("Masonry and other stone work", "Joinery")
    assert first.properties["Number of Hires"] == 12
    assert second.properties["Median Monthly Pay"] == 3100


@pytest.mark.parametrize(
    "rows",
    [
        [["Trade", "Number"], ["Masonry", "12"]],
        [["Trade", "Number"], ["", "none"], ["", "few"]],  # no number comes after them
        [["", "Number"], ["", "of Hires"], ["Masonry", "12"]],  # what has no label goes on with nothing
        [["Trade", "", "Number"], ["", "Town", ""], ["Masonry", "Ashby", "12"]],  # below no heading
        [["Trade", "Number"], ["", "7"], ["Masonry", "12"]],
    ],
)
def test_rows_that_go_on_with_no_headings_stay(rows):
    assert with_stacked_headings(rows) == rows


def test_rows_below_an_empty_one_go_on_under_the_headings(tmp_path):
    path = tmp_path / "parts.csv"
    text = "Region,Share,Number\nNorth,60%,12\n\nAshby,40%,8\nCorby,20%,4\n\nTOTAL,100%,20\n"
    path.write_text(text, encoding="utf-8")
    rows = {row.label: row.properties for row in reading.read(path).rows}
    assert {label: own["Number"] for label, own in rows.items()} == {
        "North": 12,
        "Ashby": 8,
        "Corby": 4,
        "TOTAL": 20,
    }


@pytest.mark.parametrize(
    "below",
    [
        [["Town", "Trade", "Pay"], ["Ashby", "Joinery", "3100"]],  # headings of its own
        [["Ashby", "8", "3", "9"]],  # a column more
        [["", "8", "3"]],
        [["See the notes"]],
    ],
)
def test_what_is_no_part_of_the_table_above_is_one_of_its_own(below):
    above = [["Region", "Share", "Number"], ["North", "60%", "12"]]
    assert with_parts_below([[*above], below]) == [above, below]
