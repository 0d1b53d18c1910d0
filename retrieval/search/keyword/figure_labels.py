"""Rows of tables and other figures, found by the words of their labels and their time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from django.db import connection

from reading.values.periods import Period
from retrieval.scope.model import Scope
from retrieval.search.keyword.keywords import Term

Page = tuple[int, int]  # document, page
# Passages that hold a word of the question, over all words by which rows are looked up; some 10 ms. Words
# beyond are too common to find a row by; they still count once one is found.
AFFORDABLE = 2_000
PAGES = 200  # found at most, the best first
BEST_ROWS = Path(__file__).with_name("best_rows.sql").read_text(encoding="utf-8")


def row_scores(terms: Sequence[Term], scope: Scope, periods: Sequence[Period] = ()) -> dict[Page, float]:
    """Page → how well its best row's label fits the question, 0–1.

    A row counts where two of its label's words are asked for, or one that is half of what is asked, by how
    rare the words are. One of another time than `periods` counts half. `terms`: the question's, the rarest
    first.
    """
    if not terms:
        return {}
    known = [_span(period) for period in periods]
    values = {
        "workspace": scope.workspace.pk,
        "documents": None if scope.document_ids is None else list(scope.document_ids),
        "stems": [term.stem for term in terms],
        "shares": _shares(terms),
        "rare": [term.stem for term in _rare(terms, scope)],
        "starts": [start for start, _ in known],
        "ends": [end for _, end in known],
        "pages": PAGES,
    }
    with connection.cursor() as cursor:
        cursor.execute(BEST_ROWS, values)
        return {(document, page): score for document, page, score in cursor.fetchall()}


def _shares(terms: Sequence[Term]) -> list[float]:
    """What each term is of the question, 1 together."""
    total = sum(term.weight for term in terms)
    return [term.weight / total for term in terms]


def _rare(terms: Sequence[Term], scope: Scope) -> list[Term]:
    """The terms to look rows up by, the rarest first and at least it. `terms`: the rarest first."""
    searched = scope.candidates / max(scope.total, 1)
    chosen: list[Term] = []
    passages = 0.0
    for term in terms:
        passages += term.chunks * searched
        if chosen and passages > AFFORDABLE:
            break
        chosen.append(term)
    return chosen


def _span(period: Period) -> tuple[date, date]:
    return period.start_date or period.end_date, period.end_date
