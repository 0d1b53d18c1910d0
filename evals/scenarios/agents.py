"""Both ways of control over the same questions: answers, calls, tokens and seconds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from agentic.inquiry import Models
from documents.providers import get_chat_model, get_embedder, get_reranker
from evals.report import Report
from evals.scenarios.asking import VERDICTS, Answered, ask, controlled, most_calls, tally
from evals.scenarios.questions import questions
from evals.scenarios.scenarios import spread, with_files
from evals.scenarios.scripted import Disobedient, Obedient
from llm.providers.none import NoModel
from llm.types import ChatModel

CONTROLS = ("orchestrator", "loop")
SCRIPTED = {"disobedient": Disobedient, "obedient": Obedient, "none": NoModel}
COLUMNS = (
    "control", "model", "questions", *VERDICTS, "model calls", "input tokens", "output tokens", "tool calls",
    "median s", "longest s",
)  # fmt: skip


def run(
    *,
    data: Path,
    limit: int | None,
    tiers: str = "none,obedient,disobedient",
    keep: str = "",
    misses: str = "",
) -> Report:
    """`tiers`: none, local, gemini or openai, and the scripted obedient and disobedient; by commas.

    `limit`: so many questions, spread over all.
    """
    names = tiers.split(",")
    models = Models(NoModel(), get_embedder(), get_reranker())
    rows, notes = [], []
    with with_files(models, keep) as (user, workspace):
        for name in names:
            for control in CONTROLS:
                asked = Models(chat_of(name), models.embedder, models.reranker)
                own = f"{misses}-{name}-{control}" if misses else ""
                with controlled(control):
                    answered = ask(
                        spread(questions(), limit), user=user, workspace=workspace, models=asked, misses=own
                    )
                rows.append(_row(control, name, answered))
                notes.append(f"{control}, {name}: most calls of one question: {most_calls(answered)}.")
    return Report(
        title="The search agent led both ways", columns=COLUMNS, rows=tuple(rows), notes=tuple(notes)
    )


def chat_of(name: str) -> ChatModel:
    scripted = SCRIPTED.get(name)
    return scripted() if scripted else get_chat_model(name)


def _row(control: str, name: str, answered: Sequence[Answered]) -> tuple[object, ...]:
    spent = [each.run.usage for each in answered]
    seconds = [each.seconds for each in answered]
    used = [
        sum(int(each.get(key, 0)) for each in spent) for key in ("calls", "input_tokens", "output_tokens")
    ]
    tools = sum(each.calls["tools"] for each in answered)
    median = round(float(np.median(seconds)), 2)
    return (control, name, len(answered), *tally(answered), *used, tools, median, round(max(seconds), 2))
