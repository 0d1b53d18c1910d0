"""Figures gathered into cases: one entity, one period, one choice among what sources say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date

from agentic.facts.choice import Choice, choose
from agentic.facts.queries import FigureRow


def cases(rows: Sequence[FigureRow]) -> list[Choice]:
    """One choice per entity and period, the latest and longest first."""
    together: dict[tuple, list[FigureRow]] = defaultdict(list)
    for row in rows:
        together[(row.entity_name.casefold(), row.period_end, row.period_start)].append(row)
    choices = [choice for figures in together.values() if (choice := choose(figures)) is not None]
    return sorted(choices, key=recency, reverse=True)


def recency(choice: Choice) -> tuple:
    best = choice.best
    return (
        best.period_end is not None,
        best.period_end or best.document_date or date.min,
        best.days,
        len(choice.agree),
    )


def latest(rows: Sequence[FigureRow]) -> Choice | None:
    """The choice of the latest period; of figures without period only where there are no others."""
    known = cases([row for row in rows if row.period_end]) or cases(rows)
    return known[0] if known else None


def latest_of_each(choices: Sequence[Choice]) -> list[Choice]:
    """The first case of each entity."""
    first: dict[str, Choice] = {}
    for choice in choices:
        first.setdefault(choice.best.entity_name.casefold(), choice)
    return list(first.values())


def per_document(rows: Sequence[FigureRow]) -> list[Choice]:
    """One choice a document: that of its latest period, which most places give."""
    documents: dict[int, list[FigureRow]] = defaultdict(list)
    for row in rows:
        if not row.superseded:
            documents[row.document_id].append(row)
    choices = [latest(figures) for figures in documents.values()]
    return [choice for choice in choices if choice is not None]


def distinct_cases(rows: Sequence[FigureRow]) -> list[Choice]:
    """One choice per entity and period where figures have periods, else one per document."""
    if all(row.period_end for row in rows):
        return cases([row for row in rows if not row.superseded])
    return per_document(rows)
