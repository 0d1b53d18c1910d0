"""A question as people type it, as it would be written."""

from __future__ import annotations

from documents.models import Workspace
from retrieval.question.naming.names import names_of
from retrieval.question.naming.slips import with_names_put_right
from retrieval.question.periods.month_spans import with_ends_of_spans
from retrieval.question.periods.short_years import with_full_years
from retrieval.question.wording.chat import without_chat
from retrieval.question.wording.in_digits import with_digits


def normalised(question: str, workspace: Workspace) -> str:
    """The question without chat round it, years and spans in full, numbers in digits, names put right."""
    question = with_digits(with_ends_of_spans(with_full_years(without_chat(question))))
    return with_names_put_right(question, names_of(workspace), workspace)
