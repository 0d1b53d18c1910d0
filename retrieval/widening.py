"""A filter that hides the answer is taken back: what lies inside is compared with what lies outside."""

from __future__ import annotations

from dataclasses import replace

from retrieval.analysis import QueryAnalysis
from retrieval.conditions import conditions_of
from retrieval.passages import size_of
from retrieval.prefilter import Scope
from retrieval.wording import ranked_by_words, worded

WEAK = 1 / 5  # of the best passage's score outside: the filtered documents hardly speak of the question


def widened(analysis: QueryAnalysis, scope: Scope) -> Scope:
    """The scope, or all documents where those that the filter kept say next to nothing of the question.

    What a user chose is never widened.
    """
    if scope.document_ids is None or not scope.filters:
        return scope
    wording = worded(analysis, scope)
    scope, everything = replace(scope, wording=wording), replace(scope, document_ids=None)
    # No passage can have more than all words: mostly that alone tells, without a search outside.
    if wording.best_score >= WEAK * wording.terms.highest_score:
        return scope
    outside = ranked_by_words(everything, wording.terms, size_of(everything), limit=1)
    if not outside or wording.best_score >= WEAK * outside[0].score:
        return scope
    note = "The documents that match the question's filters say little of it; all are searched"
    return replace(everything, filters={**scope.filters, "widened": note}, note=note)


def wider(analysis: QueryAnalysis, scope: Scope) -> Scope | None:
    """All documents about whom the question calls, or all documents where it calls nobody.

    None where the scope has them already, or where a user chose its documents.
    """
    if scope.document_ids is None or not scope.filters:
        return None
    about = conditions_of(analysis, scope.workspace).get("organizations")
    if about is None:
        note = "The documents that match the question's filters hold no such figure; all are looked at"
        return replace(scope, document_ids=None, filters={**scope.filters, "widened": note}, note=note)
    everything = replace(scope, document_ids=None).documents()
    kept = tuple(everything.filter(about.query).order_by("pk").values_list("pk", flat=True))
    if set(kept) <= set(scope.document_ids):
        return None
    note = "The documents that match all of the question's filters hold no such figure; the others about the "
    note += "same organizations are looked at too"
    return replace(scope, document_ids=kept, filters={**scope.filters, "widened": note}, note=note)
