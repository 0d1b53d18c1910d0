"""Which columns of a sheet the words and years of a question tell best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set

from retrieval.question.wording.rows import MOVING
from retrieval.sheets.model import Column

YEAR_DIGITS = 4
MANY_WORDS = 5  # that a heading of changes has more than one of levels, where no change is asked for


def scores_of(
    columns: Sequence[Column], said: Set[str], years: frozenset[int], *, moves: bool
) -> dict[Column, float]:
    """How well the words and years that were said tell each column, of those that they tell at all."""
    often = Counter(stem for column in columns for stem in column.words)
    scores: dict[Column, float] = {}
    for column in columns:
        hits = {stem for stem in column.words & said if not stem.isdigit()}
        if not hits and not (column.years and column.years <= years):
            continue
        if column.years and years and not column.years <= years:
            continue
        hits |= {stem for stem in column.words & said if stem.isdigit() and len(stem) < YEAR_DIGITS}
        rare = sum(1 / often[stem] for stem in hits)
        unsaid = len({stem for stem in column.words - said if not stem.isdigit()})
        unsaid += MANY_WORDS * bool(MOVING.search(column.name) and not moves)
        scores[column] = len(hits) + rare + len(column.years & years) - 0.2 * unsaid
    return scores


def without_years(column: Column) -> frozenset[str]:
    return frozenset(stem for stem in column.words if not stem.isdigit())


def best_of(scores: Mapping[Column, float]) -> tuple[Column, ...]:
    best = max(scores.values(), default=0.0)
    return tuple(column for column, score in scores.items() if score == best)
