"""A pattern that is compiled late is like any other, and wrong ones are found."""

import re

import pytest

from reading.patterns import compile_all, lazily


def test_it_finds_what_a_compiled_one_finds():
    late = lazily(r"(?P<year>\d{4})", re.IGNORECASE)
    assert late.pattern == r"(?P<year>\d{4})"
    assert late.search("in 2024")["year"] == "2024"
    assert late.fullmatch("2024 or so") is None
    assert [found.group() for found in late.finditer("2023, 2024")] == ["2023", "2024"]
    assert late.flags & re.IGNORECASE


def test_what_is_wrong_is_found_at_the_first_use():
    late = lazily("(")
    with pytest.raises(re.error):
        late.search("anything")


def test_all_are_made_at_once_but_for_wrong_ones():
    before, wrong, after = lazily(r"\d+"), lazily("("), lazily(r"\w+")
    compile_all()
    assert [("compiled" in vars(each)) for each in (before, wrong, after)] == [True, False, True]
