"""The words of a question that passages are searched for."""

from __future__ import annotations

import re

from django.utils import timezone

from documents.periods import FiscalCalendar, find_periods
from retrieval.analysis import QueryAnalysis
from retrieval.concepts import without_instructions
from retrieval.naming import called_in, plain_name
from retrieval.prefilter import Scope


def asked_words(analysis: QueryAnalysis, scope: Scope) -> str:
    """The question without instructions to the writer, and without whom all the documents are about.

    Where one document is left, neither its name nor its time tells one page from another: a year stands on
    all of them.
    """
    question = without_instructions(analysis.transformed_query)
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
