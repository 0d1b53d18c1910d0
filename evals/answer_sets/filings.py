"""Questions on filings that others wrote with reference answers: FinanceBench and 10-Q reports."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

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
from evals.answering.judging import Gold, Verdict, judge
from evals.report import Report

GOLD = Path(__file__).parents[1] / "gold" / "filings.tsv"
FIGURES = ("figure", "series", "test")  # kinds of questions that figures answer
READ = "read"
_WRITTEN = {"$m": "${} million", "$bn": "${} billion", "$": "${}", "%": "{}%", "": "{}"}


@dataclass(frozen=True)
class ReferenceQuestion:
    """A question as its set has it. `row`: its number there, from 1. `pages`: those with the evidence."""

    row: int
    text: str
    answer: str
    pages: frozenset[tuple[str, int]] = frozenset()
    document: str = ""


def financebench(setting: Setting) -> Report:
    folder = setting.data / "financebench"
    return _measure("financebench", finance_questions(folder / "questions.jsonl"), setting)


def quarterly(setting: Setting) -> Report:
    return _measure("sec-10-q", quarterly_questions(setting.data / "sec-10-q" / "questions.csv"), setting)


def _measure(name: str, references: Sequence[ReferenceQuestion], setting: Setting) -> Report:
    gold = read_gold(name)
    questions = [_question(each, gold) for each in evenly(references, setting.limit)]
    files = sorted(setting.folders[name].glob("*.pdf"))
    if setting.limit is not None and (named := {each.document for each in references if each.document}):
        files = [file for file in files if file.stem in named]
    groups = [files] if questions else []
    title = f"Answers to {name}, tier {setting.tier}"
    return report_on(title, questions, groups=groups, setting=setting, notes=_notes)


def _question(reference: ReferenceQuestion, gold: dict[int, tuple[str, Gold]]) -> Question:
    kind, wanted = gold.get(reference.row, (READ, Gold()))
    return Question(
        text=reference.text,
        kind=kind,
        judge=partial(_verdict, wanted=wanted, question=reference.text),
        reference=reference.answer,
        name=str(reference.row),
        pages=reference.pages,
    )


def _verdict(given: Given, *, wanted: Gold, question: str) -> Verdict:
    return judge(given, wanted, question)


def _notes(judged: Sequence[Judged]) -> Iterator[str]:
    yield f"Questions that figures answer ({', '.join(FIGURES)}): {shares(judged, *FIGURES)}."
    if paged := [each for each in judged if each.question.pages]:
        cited = sum(each.cites_page for each in paged)
        yield f"A page with the evidence is cited for {cited} of {len(paged)}."
    yield by_route(judged)
    yield seconds(judged)


def finance_questions(path: Path) -> list[ReferenceQuestion]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    return [
        ReferenceQuestion(
            at,
            row["question"],
            row["answer"],
            frozenset((each["doc_name"], each["evidence_page_num"] + 1) for each in row["evidence"]),
            row["doc_name"],
        )
        for at, row in enumerate(rows, start=1)
    ]


def quarterly_questions(path: Path) -> list[ReferenceQuestion]:
    with path.open(encoding="utf-8", newline="") as file:
        return [
            ReferenceQuestion(at, row["Question"], row["Answer"])
            for at, row in enumerate(csv.DictReader(file), start=1)
        ]


def read_gold(name: str, path: Path = GOLD) -> dict[int, tuple[str, Gold]]:
    """Of each question that a program can judge its kind, and what a right answer holds."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["set"] == name]
    return {int(row["row"]): (row["kind"], _gold(row)) for row in rows}


def _gold(row: dict[str, str]) -> Gold:
    written = _WRITTEN[row["unit"]]

    def figures(text: str) -> tuple[str, ...]:
        return tuple(written.format(each) for each in text.split("|") if each)

    return Gold(
        figures=tuple(figures(group) for group in row["figures"].split(";") if group),
        beside=figures(row["beside"]),
        says=(row["says"],) if row["says"] else (),
    )
