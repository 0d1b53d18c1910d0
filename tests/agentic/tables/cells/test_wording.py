"""How amounts are said that pages print in parentheses."""

from types import SimpleNamespace

import pytest

from agentic.tables.cells.model import Series
from agentic.tables.cells.wording import is_given_up, is_spent


@pytest.mark.parametrize(
    ("name", "unit", "value", "by_its_size"),
    [
        ("Forfeited", "shares", -12, True),
        ("Options exercised", "shares", -12, True),
        ("Granted", "shares", -12, False),
        ("Forfeited", "USD", -12, False),
        ("Forfeited", "shares", 12, False),
    ],
)
def test_shares_given_up_are_told_by_their_size(name, unit, value, by_its_size):
    cell = SimpleNamespace(row=SimpleNamespace(unit=unit, numeric_value=value), year=2023)
    own = frozenset({name.lower()})
    series = Series(name, (1, 1), "", own, frozenset(), frozenset(), (cell,), own)
    assert (is_given_up(series) and is_spent(series)) is by_its_size
