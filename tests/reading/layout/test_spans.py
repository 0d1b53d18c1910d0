from reading.layout.spans import Covered
from reading.model import Box, Line


def covers(covered, at):
    return Line((), "words", Box(0, 0, 0, 0), char_start=at) in covered


def test_what_begins_in_a_span_is_covered():
    covered = Covered([(20, 30), (2, 5)])
    assert [at for at in range(40) if covers(covered, at)] == [2, 3, 4, *range(20, 30)]


def test_spans_within_others_end_nothing():
    covered = Covered([(0, 10), (2, 3), (8, 12)])
    assert [at for at in range(20) if covers(covered, at)] == [*range(12)]


def test_nothing_is_covered_by_no_span():
    assert not covers(Covered([]), 0)
