"""Figures gathered into cases: one entity, one period, one choice among what sources say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from agentic.facts.queries import FigureRow
from reading.lexicon import IN_STATEMENT
from reading.values.quantities import are_one_number, step_of


@dataclass(frozen=True)
class Choice:
    """`best` is the most precise of the figures that `agree`; `others` contradict it from other documents.

    `reason`: why `best` won over `others`, in words.
    """

    best: FigureRow
    agree: tuple[FigureRow, ...]
    others: tuple[FigureRow, ...] = ()
    reason: str = ""


def choose(rows: Sequence[FigureRow]) -> Choice | None:
    """The answer among figures of one measure, entity and period; None where there are no rows.

    Figures that round to each other count as one. Of several values that one wins which no
    superseded document gives, which statements give, which most places give, which is newest.
    """
    if not rows:
        return None
    groups = _groups([row for row in rows if not row.is_forecast] or rows)
    groups.sort(key=_weight, reverse=True)
    winner = groups[0]
    documents = {row.document_id for row in winner}
    others: dict[int, FigureRow] = {}
    for group in groups[1:]:
        if documents.isdisjoint(row.document_id for row in group):
            row = min(group, key=step_of)
            others.setdefault(row.document_id, row)
    return Choice(
        best=min(
            winner, key=lambda row: (step_of(row), not IN_STATEMENT.search(row.context), row.page, row.id)
        ),
        agree=tuple(winner),
        others=tuple(others.values()),
        reason=_reason(winner, list(others.values())),
    )


def _groups(rows: Iterable[FigureRow]) -> list[list[FigureRow]]:
    groups: list[list[FigureRow]] = []
    for row in sorted(rows, key=step_of):
        home = next((group for group in groups if are_one_number(group[0], row)), None)
        if home is None:
            groups.append([row])
        else:
            home.append(row)
    return groups


def _weight(group: Sequence[FigureRow]) -> tuple[bool, int, int, date, Decimal]:
    in_force = any(not row.superseded for row in group)
    statements = sum(bool(IN_STATEMENT.search(row.context)) for row in group)
    newest = max((row.document_date or date.min for row in group), default=date.min)
    return in_force, statements, len(group), newest, max(abs(row.numeric_value) for row in group)


def _reason(winner: Sequence[FigureRow], others: Sequence[FigureRow]) -> str:
    if not others:
        return ""
    if all(row.superseded for row in others):
        return "the other document is superseded"
    if any(IN_STATEMENT.search(row.context) for row in winner):
        return "it stands in a financial statement"
    if len(winner) > 1:
        return f"{len(winner)} places give it"
    return "its document is newer"


def of_one_kind(rows: Sequence[FigureRow], *, wants_percent: bool) -> list[FigureRow]:
    """Amounts, or percentages where the question asks for them; all where only one kind is there.

    Tables of statements carry a “% of sales” column beside the amounts, under the same label.
    """
    chosen = [row for row in rows if (row.unit == "%") == wants_percent]
    if not chosen or wants_percent:
        return chosen or list(rows)
    usual = Counter(row.unit for row in chosen).most_common(1)[0][0]
    return [row for row in chosen if row.unit == usual]


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
