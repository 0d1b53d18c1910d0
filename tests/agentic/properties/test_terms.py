"""A contract's end that follows from its start and its term, and how long it runs."""

from datetime import date

import pytest

from agentic.properties.terms import last_day
from tests.cases import every_case

KESSEL = """# Supply Agreement

between Kessel Metallbau GmbH and Orfeo Lighting Ltd

## Term

This Agreement commences on 1 July 2024 and shall continue for a period of four years.
"""
DUNMORE = """# Maintenance Agreement

between Dunmore Lifts and Orfeo Lighting Ltd

Effective date: 1 March 2023
Term: 24 months
Annual fee: EUR 12,000
"""


@every_case(
    "first, length, last",
    [
        (date(2024, 7, 1), "4 years", date(2028, 6, 30)),
        (date(2023, 3, 1), "24 months", date(2025, 2, 28)),
        (date(2024, 1, 31), "1 month", date(2024, 2, 28)),
        (date(2025, 1, 6), "2 weeks", date(2025, 1, 19)),
        (date(2025, 1, 6), "about a year", None),
    ],
)
def test_a_term_is_over_the_day_before(first, length, last):
    assert last_day(first, length) == last


@pytest.fixture
def contracts(keep):
    keep({"kessel-agreement.md": KESSEL, "dunmore-agreement.md": DUNMORE})


@pytest.mark.django_db(transaction=True)
@every_case(
    "question, said",
    [
        ("When does the Kessel agreement end?", "30 June 2028"),
        ("When does the agreement with Dunmore expire?", "28 February 2025"),
        (
            "Which contracts end before 2026?",
            "1 of 2 contracts ends before 1 January 2026: dunmore-agreement.md",
        ),
        ("How many contracts end after 2026?", "1 of 2 contracts ends"),
        ("How long does the Dunmore agreement run?", "24 months"),
        ("How long is the Kessel agreement?", "4 years"),
    ],
)
def test_ends_and_lengths_of_contracts_are_told(contracts, ask, question, said):
    answer = ask(question)
    assert answer is not None
    assert said in answer.text
    assert answer.fit["covers"], answer.fit["missing"]
    assert all(number.status != "unsupported" for number in answer.numbers)
