"""Rows that have nothing in a column, which a question asks for."""

import pytest

from tests.agentic.tables.test_answer import misses

pytestmark = pytest.mark.django_db

LIBRARIES = """Library,Town,Website,Phone,Books
Northgate,Ashby,northgate.example,555-0101,12000
Quayside,Ashby,,555-0102,8000
Millfield,Corby,millfield.example,,5400
Bridge End,Corby,,555-0104,3100
"""
OF_LIBRARIES = """
For how many libraries is no website given? → 2 of 4 | Quayside | Bridge End
Which libraries in Ashby have no website? → 1 of 4 | Quayside
How many libraries are without a phone? → 1 of 4 | Millfield
Which libraries lack a website? → 2 of 4 | Quayside | Bridge End
How many libraries have no parking? → none
How many libraries have more than 5000 books? → 3 of 4
"""


def test_cells_that_are_empty_are_asked_for_where_some_are(keep, ask):
    keep({"libraries.csv": LIBRARIES})
    assert misses(ask, OF_LIBRARIES) == []
