"""Headings of a sheet that stand in several rows, one word below the other."""

from __future__ import annotations

import csv

import openpyxl
import pytest

import reading
from reading.formats.office.spreadsheets import with_stacked_headings

ROWS = [
    ["Trade", "Share", "Number", "Median"],
    ["", "of Hires", "of Hires", "Monthly"],
    ["", "", "", "Pay"],
    ["Masonry", "40%", "12", "2900"],
    ["Joinery", "60%", "18", "3100"],
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
    first, second = reading.read(file).rows
    assert (first.label, second.label) == ("Masonry", "Joinery")
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
