"""Questions asked of the search agent, with what each cost: calls of steps and tools, tokens, seconds."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from agentic.inquiry import Models
from agentic.models import Run, RunStep
from agentic.routes.tools import TOOLS
from agentic.runs import create_run, execute
from agentic.search.toolbox import FACTS_TITLE
from documents.models import Workspace
from evals.scenarios.judging import Verdict, judged
from evals.scenarios.questions import Asked

BOUNDS = {"decompose": 1, "route": 1, "plan": 1, "review": 5, "tools": 4, "compose": 1}
VERDICTS: tuple[Verdict, ...] = ("right", "wrong", "refused", "asked back")


@dataclass(frozen=True)
class Answered:
    asked: Asked
    verdict: Verdict
    run: Run
    calls: Counter[str]

    @property
    def seconds(self) -> float:
        return self.run.seconds or 0.0

    @property
    def over(self) -> list[str]:
        """Steps that were taken more often than they may be."""
        return [name for name, most in BOUNDS.items() if self.calls[name] > most]

    def as_json(self) -> str:
        run = self.run
        told = {
            "question": self.asked.text, "verdict": self.verdict, "answer": run.answer or run.clarification,
            "tables": (run.result.get("tables") or [])[:1], "calls": dict(self.calls), "error": run.error,
        }  # fmt: skip
        return json.dumps(told, ensure_ascii=False, default=str)


def ask(
    asked: Sequence[Asked], *, user: Any, workspace: Workspace, models: Models, misses: str = ""
) -> list[Answered]:
    """Each question, asked of the agent; its run is forgotten. `misses`: a file for what is not right."""
    answered = []
    for each in asked:
        run = create_run(user=user, workspace=workspace, question=each.text, mode=Run.Mode.SEARCH)
        execute(run.pk, models=models)
        run.refresh_from_db()
        answered.append(Answered(each, judged(run, each), run, calls_of(run)))
        Run.objects.filter(pk=run.pk).delete()
    if misses:
        lines = [each.as_json() for each in answered if each.verdict != "right"]
        Path(misses).write_text("\n".join(lines), encoding="utf-8")
    return answered


def calls_of(run: Run) -> Counter[str]:
    """How often each step was taken. Of decomposing, routing and composing, what a model was asked beside
    the rules.
    """
    calls: Counter[str] = Counter()
    composed: list[bool] = []
    for step in run.steps.all():
        if step.input.get("tool") in TOOLS or step.title == FACTS_TITLE:
            calls["tools"] += 1
        elif step.kind in (RunStep.Kind.DECOMPOSE, RunStep.Kind.ROUTE):
            calls[step.kind] += _is_of_model(step)
        elif step.kind == RunStep.Kind.PLAN:
            calls["plan"] += "strategy" in step.output  # the facts route has plans of its own
        elif step.kind == RunStep.Kind.REVIEW:
            calls["review"] += 1
        elif step.kind == RunStep.Kind.COMPOSE:
            composed.append("model" in step.output or bool(step.error))
    calls["compose"] = sum(composed) or len(composed)
    for name in ("decompose", "route"):
        calls[name] = max(calls[name], 1)
    return calls


def _is_of_model(step: RunStep) -> bool:
    return step.output.get("reader") == "model" or bool(step.error)


@contextmanager
def controlled(control: str) -> Iterator[None]:
    """The search agent is led so meanwhile."""
    usual = settings.RAGSITE_SEARCH_CONTROL
    settings.RAGSITE_SEARCH_CONTROL = control
    try:
        yield
    finally:
        settings.RAGSITE_SEARCH_CONTROL = usual


def tally(answered: Sequence[Answered]) -> list[int]:
    counts = Counter(each.verdict for each in answered)
    return [counts[verdict] for verdict in VERDICTS]


def most_calls(answered: Sequence[Answered]) -> str:
    """The most that any question took, by step."""
    return ", ".join(f"{name} {max((each.calls[name] for each in answered), default=0)}" for name in BOUNDS)
