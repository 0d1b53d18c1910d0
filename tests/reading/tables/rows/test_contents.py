import pytest

from reading.figures.read import read_figures
from reading.tables.read import read_tables
from reading.tables.rows.repeated import lists_pages
from tests.reading.drawing import draw

HEADED = """
                                                   Page
    Business overview                                 3
    Risks                                            11
"""
NUMBERED = """
    7.4 Missing members and their credits            34
    Article VIII Administration                      35
    8.1 Administration of the plan                   35
    8.2 Claims                                       37
    APPENDIX B                                       40
"""
LONG = "\n".join(f"    Part {name:<40} {5 + 3 * number}" for number, name in enumerate("ABCDEFGH"))
STORES = """
                                                   Stores
    Arizona                                          22
    Nevada                                           23
    Oregon                                           31
"""
COUNTS_UNDER_PAGE_HEAD = """
    Table of Contents
    Openings were as follows:
                                         2022      2021
    Stores opened                          12        14
    Stores closed                          13        15
"""


@pytest.mark.parametrize("page", [HEADED, NUMBERED, LONG])
def test_numbers_of_pages_are_no_figures(page: str):
    parsed = draw(page)
    tables = read_tables(parsed)
    assert [lists_pages(table) for table in tables] == [True]
    assert read_figures(parsed, tables, entity="") == ([], [])


@pytest.mark.parametrize("page", [STORES, COUNTS_UNDER_PAGE_HEAD])
def test_ascending_counts_are_figures(page: str):
    parsed = draw(page)
    tables = read_tables(parsed)
    assert [lists_pages(table) for table in tables] == [False]
    assert len(read_figures(parsed, tables, entity="")[1]) >= 3
