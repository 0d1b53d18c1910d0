"""Answers against what is asked: right, wrong or refused, and what is shown green."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from evals.answer_sets.annual import annual
from evals.answer_sets.changed import changed_figures
from evals.answer_sets.filings import financebench, quarterly
from evals.answer_sets.fit import fit
from evals.answer_sets.stores import Setting
from evals.answer_sets.tatqa import tatqa
from evals.answer_sets.unanswerable import unanswerable
from evals.report import CannotMeasure, Report

SETS: dict[str, Callable[[Setting], Report]] = {
    "financebench": financebench,
    "sec-10-q": quarterly,
    "annual": annual,
    "unanswerable": unanswerable,
    "tat-qa": tatqa,
    "fit": fit,
    "changed-figures": changed_figures,
}


def run(
    *,
    data: Path,
    limit: int | None,
    set: str = "financebench",
    tier: str = "none",
    keep: str = "",
    misses: str = "",
) -> Report:
    """Measure one set of questions.

    `keep`: workspaces (by commas) whose documents are read already, asked as they are. `misses`: a file for
    every answer that is not right, a JSON object a line.
    """
    measure = SETS.get(set)
    if measure is None:
        raise CannotMeasure(f"There is no set “{set}”: choose {', '.join(SETS)}.")
    return measure(Setting(data, limit, tier, keep, misses))
