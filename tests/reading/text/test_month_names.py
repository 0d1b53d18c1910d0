"""Months by their names in several languages, and as tables shorten them."""

import pytest

from reading.text.month_names import month_called, months_in


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("in September 2017 and août", [(9, 2017), (8, None)]),
        ("el 3 de mayo de 2021, März 2020", [(5, 2021), (3, 2020)]),
        ("It may be that Mayor May spoke", [(5, None)]),
        ("may not, marching, Augustus", [(8, None)]),
        ("im Jänner 2019", [(1, 2019)]),
    ],
)
def test_months_are_named_with_the_years_behind_them(text, months):
    assert [(each.month, each.year) for each in months_in(text)] == months


@pytest.mark.parametrize(
    ("text", "month"),
    [("SEP", 9), ("AOUT", 8), ("ago.", 8), ("Dez", 12), ("gennaio", 1), ("Set", None), ("Mars 2", None)],
)
def test_headings_shorten_months(text, month):
    assert month_called(text) == month
