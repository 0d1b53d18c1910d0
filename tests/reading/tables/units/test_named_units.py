"""Units that headings and labels name for plain numbers."""

import pytest

from reading.model import ParsedDocument
from reading.tables.read import read_tables
from reading.tables.units.named_units import unit_said
from tests.reading.tables.test_drawn import grid_of, page_of


@pytest.mark.parametrize(
    ("words", "unit"),
    [
        ("Rainfall (mm)", "mm"),
        ("Energy intake (kcal) 2015", "kcal"),
        ("Quantity consumed in grams by members", "grams"),
        ("Body weight [g]", "g"),
        ("Class (A)", ""),
        ("Amounts (m)", ""),
        ("Share of lorries, Q < 5 (km)", ""),
        ("Sold in 2015", ""),
    ],
)
def test_the_unit_that_words_say(words, unit):
    assert unit_said(words) == unit


def units_of(*rows):
    (table,) = read_tables(ParsedDocument((page_of(1, grid_of(*rows)),)))
    return [cell.quantity.unit for row in table.rows for cell in row.cells if cell.quantity]


def test_numbers_count_in_the_unit_of_their_heading():
    rows = [("North", "11.4", "-38%"), ("South", "17.9", "4%")]
    assert units_of(("Region", "Actual (mm)", "Departure"), *rows) == ["mm", "%", "mm", "%"]


def test_decimals_behind_a_comma_stay_so_beside_the_unit_of_their_heading():
    rows = [("North", "0,095", "7,6"), ("South", "0,21", "8,04")]
    (table,) = read_tables(ParsedDocument((page_of(1, grid_of(("Site", "Lead (mg/l)", "pH"), *rows)),)))
    found = [cell.quantity for row in table.rows for cell in row.cells if cell.quantity]
    assert [str(each.value) for each in found] == ["0.095", "7.6", "0.21", "8.04"]


def test_beside_money_the_letters_for_millions_are_no_millimetres():
    rows = [("North", "11.4", "$38"), ("South", "17.9", "$41")]
    assert units_of(("Region", "Sales (mm)", "Price"), *rows) == ["", "USD", "", "USD"]


def test_all_columns_count_in_the_currency_that_the_title_says():
    cells = grid_of(("State", "Health", "Roads"), ("Assam", "1,200", "310"), ("Goa", "900", "1,150"))
    page = page_of(1, cells, above=("Outlay by state (Rs. in 000)",))
    (table,) = read_tables(ParsedDocument((page,)))
    found = [cell.quantity for row in table.rows for cell in row.cells if cell.quantity]
    assert {(each.unit, each.scale) for each in found} == {("INR", 1000)}


def test_a_split_year_in_a_title_is_the_time_of_all_columns():
    cells = grid_of(("State", "Health", "Roads"), ("Assam", "1,200", "310"), ("Goa", "900", "1,150"))
    page = page_of(1, cells, above=("Outlay of the states 2012-13 (estimates)",))
    (table,) = read_tables(ParsedDocument((page,)))
    assert {column.period.text for column in table.columns if column.period} == {"2012-13"}
