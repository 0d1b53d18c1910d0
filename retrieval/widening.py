"""A filter that hides the answer is taken back: what lies inside is compared with what lies outside."""

from __future__ import annotations

from dataclasses import replace

from retrieval.analysis import QueryAnalysis
from retrieval.asking import asked_words
from retrieval.keywords import best_by_words
from retrieval.passages import chunk_count, chunks_in
from retrieval.prefilter import Scope

WEAK = 1 / 5  # of the best passage's score outside: the filtered documents hardly speak of the question


def widened(analysis: QueryAnalysis, scope: Scope) -> Scope:
    """The scope, or all documents where those that the filter kept say next to nothing of the question.

    What a user chose is never widened.
    """
    if scope.document_ids is None or not scope.filters:
        return scope
    question = asked_words(analysis, scope)
    everything = replace(scope, document_ids=None)
    if _best(question, scope) >= WEAK * _best(question, everything):
        return scope
    note = "The documents that match the question's filters say little of it; all are searched"
    return replace(everything, filters={**scope.filters, "widened": note}, note=note)


def _best(question: str, scope: Scope) -> float:
    """The score of the passage in scope that has most of the question's words."""
    count = None if scope.document_ids is None else chunk_count(scope)
    found = best_by_words(chunks_in(scope), question, workspace=scope.workspace, count=count, limit=1)
    return found[0][1] if found else 0.0
