"""What is observed of runs: how each ended, by which way, after how many others, and what that cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agentic.models import Run, RunStep
from agentic.outcome import Answered
from agentic.trace import Trace


def observed(answered: Answered, trace: Trace, steps: Sequence[RunStep]) -> dict[str, Any]:
    """The columns of a run that tell how it went."""
    answer = answered.answer
    if answer.clarification:
        outcome = Run.Outcome.CLARIFIED
    else:
        outcome = Run.Outcome.ANSWERED if answer.answered else Run.Outcome.NO_HIT
    return {
        "outcome": outcome,
        "way": trace.ways[-1] if trace.ways else "",
        "fallbacks": trace.fallbacks,
        "tool_calls": sum("tool" in step.input for step in steps),
    }
