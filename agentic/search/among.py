"""A question of its own, made on the way to an answer, asked of some of the documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from agentic.inquiry import Inquiry
from agentic.outcome import Outcome
from agentic.search.state import Search
from retrieval.question.analyse import analyse
from retrieval.scope.prefilter import prefilter

Ask = Callable[[Inquiry, Search], Outcome]  # with the calls that a search has left


def asked_among(text: str, documents: Sequence[int], search: Search, ask: Ask) -> Outcome | None:
    """The answer; None where there is none. `documents`: none for all that the user chose."""
    inquiry = search.inquiry
    workspace = inquiry.question.workspace
    chosen = list(documents) or list(inquiry.question.document_ids)
    question = replace(inquiry.question, text=text, document_ids=chosen, history=())
    analysis = analyse(text, workspace=workspace)
    scope = prefilter(analysis, workspace=workspace, document_ids=chosen)
    own = replace(inquiry, question=question, analysis=analysis, given=scope)
    outcome = ask(own, search) if search.box.left > 0 else None
    return outcome if outcome and outcome[0].answered and outcome[0].clarify is None else None
