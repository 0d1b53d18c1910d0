"""A chart beside a long table: its caption, its scale and its source are none of the table's cells."""

from dataclasses import replace

import pytest

from reading.model import ParsedDocument
from reading.tables.beside import without_beside
from reading.tables.read import read_tables
from tests.reading.tables.test_centred import page_of

DAYS = 15


def lines(caption="    Rescues in June by day", head="", every=False):
    yield 0, f"JUN    2020   2021   2022{head}"
    for day in range(1, DAYS + 1):
        beside = {
            2: f"          {caption}",
            7: "          120",
            12: "          Source: registry of the coast",
        }
        said = "          checked" if every else beside.get(day, "")
        yield 16 * day, f"{day:<6} {100 + day}    {200 + day}    {300 + day}{said}"
    yield 16 * (DAYS + 1), "Total  1620   3120   4620"


def tables(**how):
    return read_tables(ParsedDocument((page_of(*lines(**how)),)))


def test_the_table_goes_on_where_words_of_a_chart_stand_beside_its_rows():
    table = tables()[0]
    assert [column.header for column in table.columns][-3:] == ["2020", "2021", "2022"]
    assert len(table.rows) == DAYS + 1
    assert [cell.text for cell in table.rows[-1].cells][-3:] == ["1620", "3120", "4620"]


def test_what_is_beside_comes_behind_the_last_row():
    page = page_of(*lines())
    placed = [line.text for line in without_beside(page.lines)]
    assert placed[-3:] == ["Rescues in June by day", "120", "Source: registry of the coast"]
    assert placed[2] == "2 102 202 302"


@pytest.mark.parametrize(
    "how", [{"head": "          Remarks of whoever counted"}, {"every": True}, {"caption": "x"}]
)
def test_a_column_that_has_a_heading_or_stands_in_all_rows_stays(how):
    page = page_of(*lines(**how))
    if "caption" in how:
        page = replace(page, lines=tuple(line for line in page.lines if "Source" not in line.text))
    assert without_beside(page.lines) == list(page.lines)
