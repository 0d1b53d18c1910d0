"""Which of several figures for one question is the answer, and which disagree with it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from agentic.facts.queries import FigureRow
from documents.quantities import written_step

STATEMENT = re.compile(r"\b(consolidated|statements? of|balance sheets?|income statement)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Choice:
    """`best` is the most precise of the figures that `agree`; `others` contradict it from other documents.

    `reason`: why `best` won over `others`, in words.
    """

    best: FigureRow
    agree: tuple[FigureRow, ...]
    others: tuple[FigureRow, ...] = ()
    reason: str = ""


def step(row: FigureRow) -> Decimal:
    return written_step(row.value, row.scale)


def same(one: FigureRow, other: FigureRow) -> bool:
    """Whether both may be roundings of one value."""
    return abs(one.numeric_value - other.numeric_value) <= (step(one) + step(other)) / 2


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
    others = [min(g, key=step) for g in groups[1:] if documents.isdisjoint(row.document_id for row in g)]
    return Choice(
        best=min(winner, key=lambda row: (step(row), not STATEMENT.search(row.context), row.page, row.id)),
        agree=tuple(winner),
        others=tuple(others),
        reason=_reason(winner, others),
    )


def _groups(rows: Iterable[FigureRow]) -> list[list[FigureRow]]:
    groups: list[list[FigureRow]] = []
    for row in sorted(rows, key=step):
        home = next((group for group in groups if same(group[0], row)), None)
        if home is None:
            groups.append([row])
        else:
            home.append(row)
    return groups


def _weight(group: Sequence[FigureRow]) -> tuple[bool, int, int, date, Decimal]:
    in_force = any(not row.superseded for row in group)
    statements = sum(bool(STATEMENT.search(row.context)) for row in group)
    newest = max((row.document_date or date.min for row in group), default=date.min)
    return in_force, statements, len(group), newest, max(abs(row.numeric_value) for row in group)


def _reason(winner: Sequence[FigureRow], others: Sequence[FigureRow]) -> str:
    if not others:
        return ""
    if all(row.superseded for row in others):
        return "the other document is superseded"
    if any(STATEMENT.search(row.context) for row in winner):
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
