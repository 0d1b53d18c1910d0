"""What documents that meet two conditions have in common, also under other labels."""

import pytest

from agentic.tables.common.question import shared_in
from tests.cases import every_case

pytestmark = pytest.mark.django_db

LOGS = [
    ("DL-1", "Ivo Tamm", "North quay", 40, "Aborted"),
    ("DL-2", "Mina Sol", "North quay", 25, "Finished"),
    ("DL-3", "Ivo Tamm", "Old wreck", 55, "Finished"),
    ("DL-4", "Pia Horn", "Old wreck", 30, "Aborted"),
]
CARDS = [("C-7", "Ivo Tamm", "Nitrox", 3), ("C-8", "Mina Sol", "Nitrox", 0), ("C-9", "Pia Horn", "Rescue", 2)]


LOG = """Dive log

Log number: {}
Diver: {}
Site: {}
Minutes below: {}
End: {}
It was written on board by whoever held the line, and read aloud before the boat went home.
"""
CARD = """Skill card

Card number: {}
Holder: {}
Skill: {}
Renewals: {}
To be carried in the dry bag together with the whistle, and shown to the keeper of the air.
"""


@pytest.fixture
def dives(keep):
    keep({f"dive-log-{log[0]}.txt": LOG.format(*log) for log in LOGS})
    keep({f"skill-card-{card[0]}.txt": CARD.format(*card) for card in CARDS})


@every_case(
    "question, head, first, second",
    [
        (
            "Which clients appear both on order forms and on invoices?",
            "clients", "order forms", "invoices",
        ),
        ("Who has both a nitrox card and an aborted dive?", "", "nitrox card", "aborted dive"),
        ("Which divers of the dive logs also have a rescue card?", "divers", "dive logs", "rescue card"),
    ],
)  # fmt: skip
def test_two_conditions_are_read_apart(question, head, first, second):
    assert shared_in(question) == (head, first, second)


@every_case(
    "question, names, others",
    [
        ("Which divers of the dive logs also have a nitrox skill?", ["Ivo Tamm", "Mina Sol"], ["Pia Horn"]),
        ("Who has both an aborted dive and a nitrox skill?", ["Ivo Tamm"], ["Mina Sol", "Pia Horn"]),
        ("Which divers have both an aborted dive and a finished dive?", ["Ivo Tamm"], ["Mina", "Pia"]),
        (
            "Which divers have both an aborted dive and renewals on a skill card?",
            ["Ivo Tamm", "Pia Horn"],
            ["Mina"],
        ),
    ],
)
def test_names_are_those_that_both_have(dives, ask, question, names, others):
    text = ask(question).text
    assert text.startswith(f"{len(names)} in common")
    assert all(name in text for name in names)
    assert not any(name in text for name in others)


def test_a_word_without_a_place_gives_no_answer(dives, ask):
    assert ask("Which divers have both an aborted dive and a purple skill?") is None
