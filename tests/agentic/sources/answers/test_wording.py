"""What a result says, in words."""

from __future__ import annotations

import pytest

from agentic.evidence import Draft, Evidence
from agentic.sources.answers.wording import in_words
from agentic.sources.drivers.types import Fetched
from agentic.verification.verify import verify


@pytest.mark.parametrize(
    "columns, rows, words",
    [
        (("member_id", "name", "n"), [(2, "Bill", 9)], "Name Bill, n 9."),
        (("member_id", "name"), [(2, "Bill"), (3, "Cara")], "2 rows:\n\n- name Bill\n- name Cara"),
        (("member_id", "n"), [(2, 9)], "Member id 2, n 9."),
        (("member_id",), [(2,)], "Member id: **2**."),
    ],
)
def test_a_row_is_told_by_its_name(columns, rows, words):
    assert in_words(Fetched(columns, tuple(rows))) == words


def test_words_of_a_cell_are_no_citation_and_no_markdown():
    told = in_words(Fetched(("name", "extra"), (("*Ada*", '{"a": [1, 2]}\n\n# x'),)))
    assert told == 'Name \\*Ada\\*, extra {"a": \\[1, 2]} # x.'
    answer = verify(Draft(text=told), Evidence())
    assert (answer.text, answer.warnings) == (told, ())


def test_rows_that_are_equally_first_are_told_as_such():
    both = Fetched(("name",), (("Bill",), ("Cara",)))
    assert in_words(both, is_shared=True) == "2 rows are equally first:\n\n- name Bill\n- name Cara"
    assert in_words(both, beyond=3).endswith("\n\n3 more are equal to the last of them.")
