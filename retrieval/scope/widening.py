"""A filter that hides the answer is taken back: what lies inside is compared with what lies outside."""

from __future__ import annotations

import re
from dataclasses import replace

from retrieval.question.model import QueryAnalysis
from retrieval.question.wording.followups import phrase_start
from retrieval.scope.conditions import conditions_of
from retrieval.scope.model import Scope
from retrieval.search.chunks import size_of
from retrieval.search.keyword.keyword_ranking import ranked_by_words, without_periods, worded
from retrieval.search.keyword.keywords import Terms, terms_of

WEAK = 1 / 5  # of the best passage's score outside: the filtered documents hardly speak of the question


def widened(analysis: QueryAnalysis, scope: Scope) -> Scope:
    """The scope, or all documents where those that the filter kept say next to nothing of the question.

    What a user chose is never widened.
    """
    if scope.document_ids is None or not scope.filters:
        return scope
    wording = worded(analysis, scope)
    scope, everything = replace(scope, wording=wording), replace(scope, document_ids=None)
    if not (
        _says_little(wording.terms, wording.best_score, everything)
        or _hardly_speaks_of(sought_words(analysis, wording.question), wording.question, scope, everything)
    ):
        return scope
    note = "The documents that match the question's filters say little of it; all are searched"
    return replace(everything, filters={**scope.filters, "widened": note}, note=note)


def _says_little(terms: Terms, best: float, everything: Scope) -> bool:
    """Whether the best passage in scope, of the score `best`, has far fewer of the words than one outside."""
    # No passage can have more than all words: mostly that alone tells, without a search outside.
    if best >= WEAK * terms.highest_score:
        return False
    outside = ranked_by_words(everything, terms, size_of(everything), limit=1)
    return bool(outside) and best < WEAK * outside[0].score


def _hardly_speaks_of(sought: str, question: str, scope: Scope, everything: Scope) -> bool:
    """The same of the words left of the question, where some were of the filter."""
    if sought.split() == question.split():
        return False
    terms = terms_of(sought, scope.workspace)
    inside = ranked_by_words(scope, terms, size_of(scope), limit=1) if terms.found else []
    return _says_little(terms, inside[0].score if inside else 0.0, everything)


def sought_words(analysis: QueryAnalysis, question: str) -> str:
    """What is looked for, without the words by which documents were chosen: they stand in those anyway."""
    said = analysis.question
    spoken = {said[mention.start : mention.end] for mention in (*analysis.organizations, *analysis.buckets)}
    spoken |= {said[phrase_start(said, noun.start) : noun.end] for noun in analysis.document_nouns}
    for words in sorted(spoken - {""}, key=len, reverse=True):
        question = re.sub(rf"(?<!\w){re.escape(words)}(?!\w)", " ", question, flags=re.IGNORECASE)
    return without_periods(question)


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
