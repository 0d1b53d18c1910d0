"""One number out of several figures: sums, averages, extremes, shares and changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal

from agentic.evidence import Draft, Span
from agentic.facts import wording
from agentic.facts.between import between
from agentic.facts.cases import distinct_cases, latest, per_document, recency
from agentic.facts.choice import Choice
from agentic.facts.disputes import disagreements, settled
from agentic.facts.fetching import Found
from agentic.facts.queries import FigureRow
from agentic.facts.result import Outcome, Workings
from agentic.facts.shown import LISTED, figures_evidence
from agentic.facts.spans import SPANS, of_one_length
from agentic.facts.target import Target
from agentic.facts.totals import nouns_of
from agentic.facts.which_time import alike
from documents.legal_forms import without_legal_form
from documents.models import Document
from retrieval.analysis import QueryAnalysis
from retrieval.prefilter import Scope, documents_called

_UP = r"rise|risen|increased?|grown?|improved?|go up|gone up"
_DOWN = r"fall|fallen|decreased?|declined?|drop|dropped|shrink|shrunk|go down|gone down"
CLAIM = re.compile(
    rf"^\W*(?:did|has|have)\b(?!.*\bby\b).*?\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\b", re.IGNORECASE
)
EITHER = re.compile(r"\bor\b", re.IGNORECASE)
MOST_LABELS = 3  # said of the figures that one number is made of
MOST_NAMED = 3  # documents that are not in it


def compared(analysis: QueryAnalysis, found: Found, scope: Scope, workings: Workings) -> Outcome | None:
    """How the figure moved between the first and the last period; None where there is but one, or where
    they are of different lengths, units or subjects."""
    choices = [choice for rows in found.values() if (choice := latest(rows)) is not None]
    choices, found = settled(choices, found, workings)
    if len(choices) < 2:
        return None
    first, *_, last = sorted(choices, key=recency)
    old, new = wording.as_paid(first.best), wording.as_paid(last.best)
    if not alike([old, new]):  # a quarter did not “rise” to a year
        return None
    like = new if new.scale >= old.scale else old
    change = new.numeric_value - old.numeric_value
    moved = "rose" if change > 0 else "fell" if change < 0 else "did not change"
    text = f"{_claimed(analysis, change)}{wording.capital(wording.subject(new) + wording.label(new))} {moved}"
    if change:
        text += f" by {wording.difference(change, like)}"
        if old.numeric_value and new.unit != "%":
            text += f" ({abs(change / old.numeric_value) * 100:.1f}%)"
    text += (
        f", from {wording.amount(old)} {wording.when(old)} {workings.cite(old.span)}"
        f" to {wording.amount(new)} {wording.when(new)} {workings.cite(new.span)}."
    )
    text += disagreements((first, last), workings)
    return Draft(text=text), figures_evidence([old, new], found, scope, workings)


def _claimed(analysis: QueryAnalysis, change: Decimal) -> str:
    """“Yes. ” or “No. ” where the question is whether it rose, or fell; else nothing."""
    claim = CLAIM.search(analysis.question)
    if claim is None or EITHER.search(analysis.question):
        return ""
    holds = change > 0 if claim["up"] else change < 0
    return "Yes. " if holds else "No. "


def ratio(target: Target, found: Found, scope: Scope, workings: Workings) -> Outcome | None:
    """One measure as a share of another, or one period's of a longer one; None for neither."""
    choices, found = settled(_sides(target, found), found, workings)
    figures = [choice.best for choice in choices]
    if len(figures) != 2 or figures[0].unit != figures[1].unit:
        return None
    part, whole = sorted(figures, key=lambda row: (row.days, abs(row.numeric_value)))
    if not whole.numeric_value:
        return None
    share = abs(part.numeric_value / whole.numeric_value) * 100
    text = (
        f"{wording.capital(wording.subject(part) + wording.label(part))} {wording.when(part)}, "
        f"{wording.amount(part)} {workings.cite(part.span)}, {wording.verb(part)} {share:.1f}% of "
        f"{wording.label(whole)} {wording.when(whole)}, {wording.amount(whole)} {workings.cite(whole.span)}."
    )
    text += disagreements(choices, workings)
    return Draft(text=text), figures_evidence([part, whole], found, scope, workings)


def _sides(target: Target, found: Found) -> list[Choice]:
    """The part and the whole, in either order: two measures, or one in two periods. Empty for neither."""
    if len(target.canonical) == 2:
        rows = [row for figures in found.values() for row in figures]
        sides = [latest([row for row in rows if row.canonical_name == name]) for name in target.canonical]
    else:
        sides = [latest(rows) for rows in found.values()] if len(found) == 2 else []
    return [side for side in sides if side is not None]


def _sum(analysis: QueryAnalysis, rows: list[FigureRow], scope: Scope, workings: Workings) -> Outcome | None:
    return _aggregate("The sum of", lambda total, _: total, analysis, rows, scope, workings)


def _average(
    analysis: QueryAnalysis, rows: list[FigureRow], scope: Scope, workings: Workings
) -> Outcome | None:
    return _aggregate("The average of", lambda total, count: total / count, analysis, rows, scope, workings)


def _aggregate(
    said: str,
    combine: Callable[[Decimal, int], Decimal],
    analysis: QueryAnalysis,
    rows: list[FigureRow],
    scope: Scope,
    workings: Workings,
) -> Outcome | None:
    choices = per_document(rows) if analysis.document_nouns else of_one_length(distinct_cases(rows))
    choices, _ = settled(choices, {None: rows}, workings)
    figures = [choice.best for choice in choices]
    if len(figures) < 2 or len({row.unit for row in figures}) > 1:
        return None
    value = combine(sum((row.numeric_value for row in figures), Decimal(0)), len(figures))
    like = replace(max(figures, key=lambda row: len(row.value.partition(".")[2])), scale=figures[0].scale)
    parts = [f"{wording.amount(row)} {workings.cite(row.span)}" for row in figures[:LISTED]]
    labels = list(dict.fromkeys(wording.label(row) for row in figures))
    of = f"{len(figures)} figures ({', '.join(labels[:MOST_LABELS])})"
    text = f"{said} {of} is {wording.plain_amount(value, like)}: {wording.joined(parts)}."
    text += _left_out(analysis, figures, scope, workings) + disagreements(choices, workings)
    return Draft(text=text), figures_evidence(figures, _ground(figures, choices), scope, workings)


def _left_out(analysis: QueryAnalysis, figures: Sequence[FigureRow], scope: Scope, workings: Workings) -> str:
    """Which documents of the kind asked for are not in a number, since they give no such figure."""
    nouns = nouns_of(analysis)
    if not nouns or analysis.periods or analysis.organizations:
        return ""
    called = scope.documents().filter(documents_called(nouns), superseded_by=None).order_by("filename")
    missing = list(called.exclude(pk__in=[row.document_id for row in figures])[: MOST_NAMED + 1])
    if not missing:
        return ""
    names = [f"{document.filename} {workings.cite(_whole(document))}" for document in missing[:MOST_NAMED]]
    more = " and others" if len(missing) > MOST_NAMED else ""
    in_unit = f" in {figures[0].unit}" if figures[0].unit else ""
    return f" Not in it, since no such figure{in_unit} was read there: {', '.join(names)}{more}."


def _whole(document: Document) -> Span:
    return Span(
        document_id=document.pk,
        filename=document.filename,
        page=1,
        quote=document.title,
        kind="document",
        fact_id=document.pk,
    )


def _ground(figures: Sequence[FigureRow], choices: Sequence[Choice]) -> Found:
    """What a number made of many figures is checked against: these, and those said beside them."""
    return {None: [*figures, *(row for choice in choices for row in choice.others)]}


def _extreme(*, highest: bool) -> Callable[..., Outcome | None]:
    def handler(
        analysis: QueryAnalysis, rows: list[FigureRow], scope: Scope, workings: Workings
    ) -> Outcome | None:
        if len({mention.name for mention in analysis.organizations}) > 1 and len(analysis.periods) < 2:
            return between(analysis, rows, scope, workings)
        choices, _ = settled(of_one_length(distinct_cases(rows)), {None: rows}, workings)
        if len(choices) == 1 and choices[0].best.period_end:
            return _only_one(choices, scope, workings)
        if len(choices) < 2:
            return None
        if len({choice.best.unit for choice in choices}) > 1:  # no amount is higher than one of another money
            return between(analysis, rows, scope, workings)
        choices.sort(key=lambda choice: choice.best.numeric_value, reverse=highest)
        figures = [choice.best for choice in choices]
        best = figures[0]
        whose = f", {without_legal_form(best.entity_name)}" if best.entity_name else ""
        told = f" {when}" if (when := wording.when(best)) else ""
        text = (
            f"The {'highest' if highest else 'lowest'} {wording.label(best)} of {_number(figures)} is "
            f"{wording.amount(best)} {workings.cite(best.span)}"
            f"{whose}{told} ({best.filename})."
        )
        text += disagreements(choices, workings)
        return Draft(text=text), figures_evidence(figures, _ground(figures, choices), scope, workings)

    return handler


def _only_one(choices: Sequence[Choice], scope: Scope, workings: Workings) -> Outcome:
    row = choices[0].best
    said = f"{wording.subject(row)}{wording.label(row)} {wording.when(row)}, {wording.amount(row)}"
    text = f"These documents give only one such figure: {said} {workings.cite(row.span)}."
    text += disagreements(choices, workings)
    return Draft(text=text), figures_evidence([row], _ground([row], choices), scope, workings)


def _number(figures: Sequence[FigureRow]) -> str:
    """“4 quarters”, or how many figures there are where they are of several subjects or of no such spans."""
    names = {without_legal_form(row.entity_name) for row in figures}
    spans = SPANS.get(figures[0].months, "") if len(names) == 1 and figures[0].period_start else ""
    return f"{len(figures)} {spans}".strip()


AGGREGATES = {
    "sum": _sum,
    "average": _average,
    "highest": _extreme(highest=True),
    "lowest": _extreme(highest=False),
}
