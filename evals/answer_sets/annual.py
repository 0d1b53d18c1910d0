"""Questions on annual and quarterly reports that ask for N/A where the data is not there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from evals.answer_sets.answers import Given
from evals.answer_sets.asked import (
    Judged,
    Question,
    by_route,
    evenly,
    report_on,
    seconds,
    shares,
)
from evals.answer_sets.stores import Setting
from evals.answering.judging import Gold, Verdict, judge, judge_names, judge_yes_or_no
from evals.report import Report

GOLD = Path(__file__).parents[1] / "gold" / "annual.jsonl"
NOT_AVAILABLE = "N/A"
UNSAID_IS_NO = "If there is no mention, return 'No'."


def annual(setting: Setting) -> Report:
    rows = [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines()]
    questions = [question(row) for row in evenly(rows, setting.limit)]
    groups = [sorted(folder.glob("*.pdf")) for folder in setting.folders.values()]
    title = f"Questions on reports that may be answered by N/A, tier {setting.tier}"
    return report_on(title, questions, groups=groups, setting=setting, notes=_notes)


def question(row: dict[str, Any]) -> Question:
    is_absent = row["answer"] == NOT_AVAILABLE
    return Question(
        text=row["question"],
        kind=f"{row['kind']}, N/A" if is_absent else row["kind"],
        judge=partial(verdict, row=row),
        reference=row["answer"],
        document=row["document"],
        pages=frozenset({(row["document"], row["page"])} if row["page"] else ()),
    )


def verdict(given: Given, *, row: dict[str, Any]) -> Verdict:
    wanted = row["answer"]
    if wanted == NOT_AVAILABLE:
        return "right" if given.is_refused else "wrong"
    if row["kind"] == "yes or no":
        return judge_yes_or_no(given, wanted, no_where_unsaid=UNSAID_IS_NO in row["question"])
    if row["kind"] == "names":
        return judge_names(given, wanted.split("|"), _rivals(row))
    return judge(given, Gold(figures=(tuple(wanted.split("|")),)), row["question"])


def _rivals(row: dict[str, Any]) -> list[str]:
    """The names in quotes that the question lets choose from, without the right one."""
    named = row["question"].split('"')[1::2]
    return [name for name in named if name not in row["answer"].split("|")]


def _notes(judged: Sequence[Judged]) -> Iterator[str]:
    yield f"All: {shares(judged)}."
    baseline = sum(each.question.reference in (NOT_AVAILABLE, "no") for each in judged)
    yield f"Saying N/A and no to all would be right for {baseline} of {len(judged)}."
    yield by_route(judged)
    yield seconds(judged)
