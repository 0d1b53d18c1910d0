"""What a result says, in words."""

from __future__ import annotations

import pytest

from agentic.sources.answers.wording import in_words
from agentic.sources.drivers.types import Fetched


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


def test_rows_that_are_equally_first_are_told_as_such():
    both = Fetched(("name",), (("Bill",), ("Cara",)))
    assert in_words(both, is_shared=True) == "2 rows are equally first:\n\n- name Bill\n- name Cara"
    assert in_words(both, beyond=3).endswith("\n\n3 more are equal to the last of them.")
