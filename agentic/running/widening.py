"""The step of the trace that says that more documents are looked at than the filters chose, and why."""

from __future__ import annotations

from agentic.trace import Trace
from retrieval.scope.model import Scope


def tell_widened(trace: Trace, chosen: Scope, scope: Scope) -> None:
    """A step with the filters that were dropped and the reason, where `scope` is wider than was `chosen`."""
    if scope.document_ids == chosen.document_ids:
        return
    title = "Look in all documents" if scope.document_ids is None else "Look in more documents"
    # Whom the question calls still chooses, unless all documents are looked at.
    kept = {name for name in chosen.filters if name == "organizations" and scope.document_ids is not None}
    with trace.step("prefilter", title, instead_of=chosen.candidates) as step:
        step.rows = scope.candidates
        step.output = {
            "of": scope.total,
            "dropped": [_in_words(name, asked) for name, asked in chosen.filters.items() if name not in kept],
            "filters": {name: chosen.filters[name] for name in kept},
            "note": scope.note,
        }


def _in_words(name: str, asked: object) -> str:
    return f"{name} ({', '.join(map(str, asked))})" if isinstance(asked, list) else name
