"""Rows of a company's statements that begin as the question calls them, and which statement it asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.figures.fetching import fetcher
from agentic.facts.figures.parts import begins
from agentic.facts.figures.target import ASKING, Target, known_spans
from agentic.facts.queries import FigureRow
from agentic.facts.telling.figures import tell_figures
from agentic.outcome import Outcome
from agentic.plans.figures.lookup import is_in_statement
from agentic.plans.figures.statement_names import statements_in
from documents.models import Metric
from retrieval.question.measures import measures_in
from retrieval.question.wording.manner import without_statement
from retrieval.stems import stems

ALIKE = "cost costs charge charges expense expenses"  # what a row is called behind its name
OF_SHOWING = "quantity outlined directly explicitly shown show shows listed presented found included contain"
MOVES = re.compile(r"\b(?:growth|declines?|changes?|increases?|decreases?)\b", re.IGNORECASE)
MOST_LABELS = 500


def answer_from_statements(case: Case) -> Outcome | None:
    """The one row of the statements that is called so; None of none, of several, and of other questions.

    Where the statement that is asked for has no such row, the answer says in which it stands.
    """
    analysis = case.analysis
    is_one = analysis.kind == "lookup" and len(analysis.periods) == 1 and bool(analysis.organizations)
    if not is_one or measures_in(without_statement(case.question)):
        return None
    asked = statements_in(case.question)
    labels = _labels(case)
    rows = fetcher(case, Target(labels=labels))(analysis.periods[0]) if labels else []
    rows = [row for row in rows if is_in_statement(row)]
    of_asked = [row for row in rows if asked & statements_in(row.context)]
    rows = of_asked or rows
    if len({row.metric_name.lower() for row in rows}) != 1:
        return None
    draft, evidence = tell_figures(case, {analysis.periods[0]: rows}, latest_only=True)
    if of_asked or not asked:
        return draft, evidence
    return replace(draft, text=f"{draft.text} {_elsewhere(asked, rows)}"), evidence


def _labels(case: Case) -> tuple[str, ...]:
    """The labels whose first words are what is asked for, whatever kind of cost it is called."""
    known = " ".join(case.question[start:end] for start, end in known_spans(case.analysis))
    asking = f"{ASKING} {ALIKE} {OF_SHOWING} {known}"
    what = stems(without_statement(case.question)) - stems(asking)
    if not what:
        return ()
    rows = Metric.objects.answering().filter(workspace=case.scope.workspace, anchored=True)
    rows = rows.filter(label_stems__contains=sorted(what), context__iregex=r"statement|balance sheet")
    rows = rows.exclude(unit="%").order_by("metric_name")
    names = list(rows.values_list("metric_name", flat=True).distinct()[:MOST_LABELS])
    return tuple(name for name in names if not MOVES.search(name) and begins(name, frozenset(what)))


def _elsewhere(asked: set[str], rows: Sequence[FigureRow]) -> str:
    where = sorted({name for row in rows for name in statements_in(row.context)}) or ["another"]
    named = wording.joined(sorted(asked))
    return f"It stands in the {wording.joined(where)} statement; the {named} statement has no row called so."
