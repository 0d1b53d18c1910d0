"""What a question asks that is the difference of two numbers of a sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.sheets.asked import Condition, Named, Request
from retrieval.sheets.columns import best_of, scores_of, without_years
from retrieval.sheets.request.headings import columns_of, take_years
from retrieval.sheets.request.words import Words
from retrieval.sheets.shapes.values import value_of

_COMPARING = re.compile(
    r"exceed\w*|high\w*|low\w*|large\w*|small\w*|great\w*|difference\w*|long\w*|short\w*|chang\w*|increas\w*|"
    r"decreas\w*|ris\w*|rose|grow\w*|grew|f[ae]ll\w*|drop\w*|declin\w*|from|to|by",
    re.IGNORECASE,
)
PAIR = 2


def difference_of(
    words: Words, named: Sequence[Named], years: frozenset[int], times: Sequence[Condition]
) -> Request | None:
    """Between two years of one row, or between two rows in one column."""
    free = {stem for at, token in enumerate(words.tokens) if not words.taken[at] for stem in token.stems}
    if len(years) == 2:
        best = [
            best_of(scores_of(words.sheet.numbers, free, frozenset({y}), moves=False)) for y in sorted(years)
        ]
        of = tuple(found[0] for found in best if len(found) == 1 and found[0].years)
        if len(of) != 2 or without_years(of[0]) != without_years(of[1]):
            return None
    else:
        of = columns_of(words) or ((of_values,) if (of_values := value_of(words.sheet)) else ())
        if len(of) != 1 or not any(len(each.values) > 1 for each in named):
            return None
    own = {stem for column in of for stem in column.words}
    words.take([at for at, token in enumerate(words.tokens) if not words.taken[at] and token.stems & own])
    take_years(words, years, of)
    kept = tuple(word for word in words.left() if not _COMPARING.fullmatch(word))
    of_time = times if len(years) < PAIR else ()
    return Request(words.sheet, "difference", of, (*named, *of_time), None, kept, words.covered)
