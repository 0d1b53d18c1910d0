"""Questions that the documents do not answer, and some that they do: which are refused?"""

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
    share,
)
from evals.answer_sets.stores import Setting
from evals.answering.judging import Gold, Verdict, judge
from evals.report import Report

GOLD = Path(__file__).parents[1] / "gold" / "unanswerable.jsonl"
ANSWERABLE = "answerable"


def unanswerable(setting: Setting) -> Report:
    rows = [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines()]
    questions = [question(row) for row in evenly(rows, setting.limit)]
    groups = [sorted(folder.glob("*.pdf")) for folder in setting.folders.values()]
    title = f"Questions without an answer in the documents, tier {setting.tier}"
    return report_on(title, questions, groups=groups, setting=setting, notes=_notes)


def question(row: dict[str, Any]) -> Question:
    return Question(
        text=row["question"],
        kind=f"no such {row['why']}"
        if row["why"] in ("company", "period", "measure")
        else row["why"] or ANSWERABLE,
        judge=partial(verdict, row=row),
        reference=row.get("answer", "refused"),
        document=row["document"],
        pages=frozenset({(row["document"], row["page"])} if row.get("page") else ()),
    )


def verdict(given: Given, *, row: dict[str, Any]) -> Verdict:
    if row["why"]:
        return "right" if given.is_refused else "wrong"
    return judge(given, Gold(figures=(tuple(row["answer"].split("|")),)), row["question"])


def _notes(judged: Sequence[Judged]) -> Iterator[str]:
    absent = [each for each in judged if each.question.kind != ANSWERABLE]
    present = [each for each in judged if each.question.kind == ANSWERABLE]
    for name, part in (("unanswerable", absent), ("answerable", present)):
        refused = sum(each.given.is_refused for each in part)
        yield f"Of {len(part)} {name} questions {refused} are refused ({share(refused, len(part))})."
    shown = sum(each.given.is_green for each in absent)
    yield f"Of the unanswerable ones {shown} get an answer that is shown green ({share(shown, len(absent))})."
    yield by_route(judged)
    yield seconds(judged)
