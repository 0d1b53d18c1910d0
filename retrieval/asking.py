"""The words of a question that passages are searched for."""

from __future__ import annotations

import re

from retrieval.analysis import QueryAnalysis
from retrieval.concepts import without_instructions
from retrieval.naming import called_in, plain_name, subjects_of
from retrieval.prefilter import Scope


def asked_words(analysis: QueryAnalysis, scope: Scope) -> str:
    """The question without instructions to the writer, and without whom all the documents are about."""
    question = without_instructions(analysis.transformed_query)
    if scope.document_ids is None:
        return question
    for name in called_in(question, subjects_of(scope.workspace)):
        question = re.sub(
            rf"(?<!\w){re.escape(plain_name(name))}(?:['’]s?)?(?!\w)", " ", question, flags=re.I
        )
    return question if question.strip(" ?.!") else analysis.transformed_query
