"""Merged cells of a workbook: what stands in one holds of each of its columns and rows."""

from __future__ import annotations

import openpyxl
import pytest

import reading

ROWS = [
    ["Yields of the farms of the valley", None, None, None, None, None],
    [None, None, None, None, None, None],
    ["Farm", "Crop", "Wheat fields", None, "Barley fields", None],
    [None, None, "2004", "2015", "2004", "2015"],
    ["Hill Farm", "early", 12.5, 13.5, 21.5, 22.5],
    [None, "late", 14.5, 15.5, 23.5, 24.5],
    ["Mill Farm", "early", 16.5, 17.5, 25.5, 26.5],
]


@pytest.fixture
def book(tmp_path):
    made = openpyxl.Workbook()
    for row in ROWS:
        made.active.append(row)
    for merged in ("A1:F1", "A3:A4", "B3:B4", "C3:D3", "E3:F3", "A5:A6"):
        made.active.merge_cells(merged)
    made.save(path := tmp_path / "farms.xlsx")
    return path


def test_a_heading_over_two_columns_heads_both(book):
    first = reading.read(book).rows[0]
    assert {name: value for name, value in first.properties.items() if isinstance(value, float)} == {
        "Wheat fields 2004": 12.5,
        "Wheat fields 2015": 13.5,
        "Barley fields 2004": 21.5,
        "Barley fields 2015": 22.5,
    }


def test_a_label_over_two_rows_labels_both(book):
    assert [row.label for row in reading.read(book).rows] == ["Hill Farm", "Hill Farm", "Mill Farm"]


def test_a_title_over_all_columns_stays_one(book):
    assert reading.read(book).parsed.pages[0].text.count("Yields of the farms") == 1


def test_words_under_a_heading_of_several_columns_tell_these_apart(tmp_path):
    made = openpyxl.Workbook()
    for row in (
        ["Tours of the choir, in euros", None, None, None],
        [None, None, None, None],
        ["Item", "Lisbon", None, "Kept by"],
        [None, "Planned", "Actual", None],
        ["Coach", 5200, 5410, "Moody"],
        ["Hotel", 4300, 4290, "Mallon"],
    ):
        made.active.append(row)
    for merged in ("A3:A4", "B3:C3", "D3:D4"):
        made.active.merge_cells(merged)
    made.save(path := tmp_path / "tours.xlsx")
    rows = reading.read(path).rows
    assert [row.label for row in rows] == ["Coach", "Hotel"]
    assert rows[0].properties["Lisbon Planned"] == 5200
    assert rows[0].properties["Lisbon Actual"] == 5410


def test_headings_that_stand_over_none_need_no_merging(tmp_path):
    made = openpyxl.Workbook()
    for row in (
        ["Department", "Headcount", None, "Sick days", None, "Vacancies"],
        [None, "Women", "Men", "2023", "2024", None],
        ["Planning", 14, 19, 122, 98, 2],
        ["Highways", 9, 41, 310, 275, 5],
    ):
        made.active.append(row)
    for merged in ("B1:C1", "D1:E1"):
        made.active.merge_cells(merged)
    made.save(path := tmp_path / "staff.xlsx")
    rows = reading.read(path).rows
    assert [row.label for row in rows] == ["Planning", "Highways"]
    own = ("Headcount Women", "Headcount Men", "Sick days 2023", "Sick days 2024", "Vacancies")
    assert [rows[1].properties[name] for name in own] == [9, 41, 310, 275, 5]
