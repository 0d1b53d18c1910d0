"""What a question says in a scope, and which passages there have most of it."""

from __future__ import annotations

import re

from django.utils import timezone

from documents.models import Workspace
from reading.text.languages import language_of
from reading.values.periods import FiscalCalendar, find_periods
from retrieval.alike.everyday import everyday_abroad
from retrieval.question.model import QueryAnalysis
from retrieval.question.naming.subjects import called_in, plain_name
from retrieval.question.wording.manner import without_manner
from retrieval.scope.model import Scope, Wording
from retrieval.search.chunks import chunks_in, size_of
from retrieval.search.keyword.concepts import further_words
from retrieval.search.keyword.keywords import Terms, best_by_words, terms_of
from retrieval.search.results import Ranked, Size


def asked_words(analysis: QueryAnalysis, scope: Scope) -> str:
    """The question without instructions to the writer, and without whom all the documents are about.

    Where one document is left, neither its name nor its time tells one page from another: a year stands on
    all of them.
    """
    question = without_manner(analysis.transformed_query)
    if scope.document_ids is None:
        return question
    for name in called_in(question, analysis.names.subjects):
        question = re.sub(
            rf"(?<!\w){re.escape(plain_name(name))}(?:['’]s?)?(?!\w)", " ", question, flags=re.I
        )
    if len(scope.document_ids) == 1:
        question = without_periods(question) or question
    return question if question.strip(" ?.!") else analysis.transformed_query


def without_periods(question: str) -> str:
    """The question without its years, quarters and days; nothing where it has no other words."""
    found = find_periods(question, FiscalCalendar(), today=timezone.localdate())
    for _, start, end in reversed(found):
        question = f"{question[:start]} {question[end:]}"
    return question if re.search(r"\w", question) else ""


POOL = 200  # chunks that each ranking brings to the fusion


def worded(analysis: QueryAnalysis, scope: Scope) -> Wording:
    """The scope's own where it was made for the same question and the same passages."""
    question, further = asked_words(analysis, scope), further_words(analysis)
    asked = (question, further, scope.workspace.pk, scope.document_ids, scope.passages)
    if scope.wording is not None and scope.wording.asked == asked:
        return scope.wording
    terms, size = terms_in(question, scope.workspace, further), size_of(scope)
    ranked = ranked_by_words(scope, terms, size, limit=POOL)
    return Wording(question=question, terms=terms, size=size, ranked=tuple(ranked), asked=asked)


def terms_in(question: str, workspace: Workspace, further: str) -> Terms:
    """The terms of a question, with everyday words for them in the other languages."""
    abroad = everyday_abroad(question, language_of(question))
    english = abroad.pop("en", "")
    return terms_of(question, workspace, further=f"{further} {english}".strip(), abroad=abroad)


def ranked_by_words(scope: Scope, terms: Terms, size: Size, *, limit: int) -> list[Ranked]:
    """The passages in scope that have most of the words, best first."""
    chunks, workspace = chunks_in(scope), scope.workspace
    return best_by_words(chunks, terms, workspace=workspace, size=size, whole=scope.is_whole, limit=limit)
