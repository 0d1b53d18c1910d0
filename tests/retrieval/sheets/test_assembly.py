"""Which columns of a sheet are headings."""

import pytest

from retrieval.sheets.assembly import is_heading


@pytest.mark.parametrize("name", ["Imports", "Exports 2023", "Net of 5% tax"])
def test_words_over_a_column_are_its_heading(name):
    assert is_heading(name)


@pytest.mark.parametrize("name", ["Argentina 1,204,511 88,200", "Total 12,400.50"])
def test_words_that_took_amounts_of_rows_are_none(name):
    assert not is_heading(name)
