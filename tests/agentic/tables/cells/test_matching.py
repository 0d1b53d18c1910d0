"""Which row an operand's words name."""

from types import SimpleNamespace

import pytest

from agentic.tables.cells.matching import Matcher, Words
from agentic.tables.cells.model import Series


def row(name, stems):
    cell = SimpleNamespace(row=SimpleNamespace(unit="USD", numeric_value=1), year=2023)
    own = frozenset(stems.split())
    return Series(name, (1, 1), "", own, frozenset(), frozenset(), (cell,), own)


ACCUMULATED = row("Accumulated depreciation", "accumul depreci")
PAYABLE = row("Interest payable", "interest payabl")
ACCRUED = row("Accrued expenses", "accru expens")
DEPRECIATION = row("Depreciation", "depreci")
PAGE = frozenset({"expens", "charg"})  # a paragraph beside the table has the word


@pytest.mark.parametrize(
    ("stems", "soft", "rows", "named"),
    [
        ("depreci expens", "", (ACCUMULATED,), None),
        ("depreci", "expens", (ACCUMULATED,), None),
        ("interest charg", "", (PAYABLE,), None),
        ("accumul depreci expens", "", (ACCUMULATED,), ACCUMULATED),
        ("depreci expens", "", (ACCUMULATED, DEPRECIATION), DEPRECIATION),
        ("accru expens", "", (ACCRUED,), ACCRUED),
    ],
)
def test_an_expense_is_no_balance_of_what_was_gathered_or_is_owed(stems, soft, rows, named):
    words = Words(frozenset(stems.split()), soft=frozenset(soft.split()))
    assert Matcher(rows, PAGE, frozenset()).best(words) == named
