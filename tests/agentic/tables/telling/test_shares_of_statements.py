"""Lines of a statement are no parts of one whole."""

from decimal import Decimal

from agentic.tables.telling.wholes import _has_a_sum


def test_lines_of_which_one_is_the_sum_of_two_others_are_no_parts():
    assert _has_a_sum([Decimal(number) for number in (2000, 1100, 900, 310)])
    assert not _has_a_sum([Decimal(number) for number in (600, 1100, 301)])
