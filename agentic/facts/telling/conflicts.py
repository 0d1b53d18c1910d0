"""Figures on which documents disagree: the verdict that ingestion stored decides, and both are said."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from django.db.models import Q

from agentic.facts import wording
from agentic.facts.figures.cases import Choice
from agentic.facts.figures.fetching import Found
from agentic.facts.queries import FigureRow, figure_rows, figures_sql, of_documents
from agentic.facts.workings import Workings
from documents.models import Conflict
from reading.values.quantities import are_one_number
from retrieval.sql import among, literal

NOTHING_TELLS = "nothing tells which is right"
MOST_TOLD = 5  # disagreements beside one number that rests on many figures

Place = tuple[int, Decimal, date | None]  # document, value in base units, end of the period

STORED = """
SELECT c.document_id, c.winning_value, c.other_document_id, c.other_value, c.period_end, c.reason
FROM conflicts c
WHERE lower(c.measure) IN ({measures})
  AND ({winning} OR {losing})
LIMIT 500""".strip()


@dataclass(frozen=True)
class Dispute:
    """A stored conflict: which figure wins over which. `reason`: one of `Conflict.Reason`."""

    winner: Place
    loser: Place
    reason: str


def settled(choices: Sequence[Choice], found: Found, workings: Workings) -> tuple[list[Choice], Found]:
    """The choices by the stored verdicts, each with what disagrees; and `found` with what that took."""
    if not _may_be_disputed(choices, workings):
        return list(choices), found
    disputes = _disputes(choices, workings)
    known = {place_of(row): row for choice in choices for row in (*choice.agree, *choice.others)}
    fetched = _fetched(disputes, known, workings)
    known = {place_of(row): row for row in fetched} | known
    decided = [_decided(choice, disputes, known) for choice in choices]
    outdone = {row.id for choice in decided for row in choice.others}
    left = [choice for choice in decided if choice.best.id not in outdone] or decided
    first, rows = next(iter(found.items()))
    # Two documents that disagree on one figure end as one choice.
    return list({choice.best.id: choice for choice in left}.values()), {**found, first: [*rows, *fetched]}


def disagreements(choices: Iterable[Choice], workings: Workings) -> str:
    """Sentences, each after a blank, on what else is said of the figures that a computed number rests on."""
    told = [
        f" Sources disagree on {wording.subject(choice.best)}{wording.label(choice.best)} "
        f"{wording.when(choice.best)}: {other.filename} gives {wording.amount(other)} "
        f"{workings.cite(other.span)}; {_preferred(choice)}."
        for choice in choices
        for other in choice.others
    ]
    more = f" They disagree on {len(told) - MOST_TOLD} more." if len(told) > MOST_TOLD else ""
    return "".join(told[:MOST_TOLD]) + more


def _preferred(choice: Choice) -> str:
    if not choice.reason:
        return NOTHING_TELLS
    return f"{wording.amount(choice.best)} is preferred because {choice.reason}"


def place_of(row: FigureRow) -> Place:
    return row.document_id, row.numeric_value, row.period_end


def _may_be_disputed(choices: Sequence[Choice], workings: Workings) -> bool:
    """Whether a conflict touches their documents at all: most figures are undisputed."""
    documents = {row.document_id for row in _rows_of(choices)}
    touching = Q(among("winner__document", documents)) | Q(among("loser__document", documents))
    known = Conflict.objects.filter(touching, workspace=workings.workspace)
    return bool(documents) and known.exists()


def _rows_of(choices: Sequence[Choice]) -> list[FigureRow]:
    return [row for choice in choices for row in (*choice.agree, *choice.others)]


def _disputes(choices: Sequence[Choice], workings: Workings) -> list[Dispute]:
    rows = _rows_of(choices)
    measures = {name.lower() for row in rows for name in (row.canonical_name, row.metric_name) if name}
    documents = {row.document_id for row in rows}
    statement = STORED.format(
        measures=", ".join(literal(name) for name in sorted(measures)),
        winning=of_documents(documents, "c.document_id"),
        losing=of_documents(documents, "c.other_document_id"),
    )
    table = workings.select(statement, "Look whether documents disagree on it")
    return [Dispute((row[0], row[1], row[4]), (row[2], row[3], row[4]), row[5]) for row in table.rows]


def _fetched(
    disputes: Iterable[Dispute], known: dict[Place, FigureRow], workings: Workings
) -> list[FigureRow]:
    """The sides of disputes on known figures that the question's own search did not bring."""
    missing = {
        side
        for dispute in disputes
        if dispute.winner in known or dispute.loser in known
        for side in (dispute.winner, dispute.loser)
        if side not in known
    }
    if not missing:
        return []
    values = ", ".join(literal(value) for value in sorted({value for _, value, _ in missing}))
    conditions = [of_documents({document for document, _, _ in missing}), f"m.numeric_value IN ({values})"]
    rows = figure_rows(workings.select(figures_sql(conditions), "Find what the other document says"))
    by_place: dict[Place, FigureRow] = {}
    for row in rows:
        by_place.setdefault(place_of(row), row)
    return [row for place, row in by_place.items() if place in missing]


def _decided(choice: Choice, disputes: Sequence[Dispute], known: dict[Place, FigureRow]) -> Choice:
    """The choice with the figure that no other wins over. Where nothing tells, its own order stays."""
    mine = {place_of(row) for row in (*choice.agree, *choice.others)}
    on_it = [each for each in disputes if each.winner in known and each.loser in known]
    on_it = [each for each in on_it if mine & {each.winner, each.loser}]
    if not on_it:
        return choice
    best = _unbeaten(choice, [each for each in on_it if each.reason != Conflict.Reason.OPEN], known)
    rows = {row.id: row for row in (*choice.agree, *choice.others)}
    rows |= {known[side].id: known[side] for each in on_it for side in (each.winner, each.loser)}
    agree = tuple(row for row in rows.values() if are_one_number(row, best))
    sides = {known[side].id for each in on_it for side in (each.winner, each.loser)}
    others = sorted(
        (row for row in rows.values() if not are_one_number(row, best)), key=lambda row: row.id not in sides
    )
    reasons = [each.reason for each in on_it if are_one_number(known[each.winner], best)]
    reason = reasons[0] if reasons else Conflict.Reason.OPEN
    return replace(
        choice,
        best=best,
        agree=agree,
        others=_one_of_each(others, besides={row.document_id for row in agree}),
        reason="" if reason == Conflict.Reason.OPEN else str(Conflict.Reason(reason).label),
    )


def _unbeaten(choice: Choice, disputes: Sequence[Dispute], known: dict[Place, FigureRow]) -> FigureRow:
    best, passed = choice.best, {choice.best.id}
    while True:
        better = [known[each.winner] for each in disputes if are_one_number(known[each.loser], best)]
        step = next((row for row in better if row.id not in passed), None)
        if step is None:
            return best
        best = step
        passed.add(step.id)


def _one_of_each(rows: Sequence[FigureRow], *, besides: Collection[int]) -> tuple[FigureRow, ...]:
    """The first figure of each document, without documents that give the best one too."""
    first: dict[int, FigureRow] = {}
    for row in rows:
        if row.document_id not in besides:
            first.setdefault(row.document_id, row)
    return tuple(first.values())
