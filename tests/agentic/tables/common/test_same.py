"""Which other documents have the same of something as one that is named."""

import pytest

from tests.agentic.tables.common.test_answer import dives
from tests.cases import every_case

pytestmark = pytest.mark.django_db
__all__ = ["dives"]


@every_case(
    "question, said, never",
    [
        ("Which other dive logs have the same diver as DL-1?", "DL-3", "DL-2"),
        ("Which other dive log belongs to the same site as DL-4?", "DL-3", "DL-1"),
        ("Which other dive logs were written on the same site as dive log DL-2?", "DL-1", "DL-4"),
    ],
)
def test_others_with_the_same_are_told(dives, ask, question, said, never):
    text = ask(question).text
    assert text.startswith("1 more of “dive log”")
    assert said in text
    assert never not in text


def test_one_that_has_no_fellow_says_so(dives, ask):
    text = ask("Which other dive logs have the same diver as DL-2?").text
    assert text.startswith("None of the others")


def test_what_is_no_label_is_the_same_of_nothing(dives, ask):
    assert ask("Which other dive logs have the same weather as DL-1?") is None
