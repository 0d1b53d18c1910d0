"""The answer to a question about somebody whom no document mentions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agentic.evidence import Draft, Evidence
from agentic.facts import wording
from agentic.facts.result import Outcome, coverage
from agentic.trace import Trace
from retrieval.prefilter import Scope


def not_mentioned(names: Sequence[str], scope: Scope, trace: Trace) -> Outcome:
    """That no document mentions them, in place of what the documents say of others."""
    said = wording.joined(list(names))
    with trace.step("search", f"Look for {said} in all texts, titles and file names") as step:
        step.rows = 0
    text = f"No document mentions {said}: check the name, or upload a document about it."
    everything = replace(scope, document_ids=None)
    tried = (f"Looked for {said} in all texts, titles and file names of {everything.candidates} documents",)
    return Draft(text=text, answered=False), Evidence(coverage=coverage(everything), tried=tried)
