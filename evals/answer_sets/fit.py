"""True sentences beside questions, half of which ask something else: which are shown green?"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentic.evidence import Answer, Draft, Evidence
from agentic.verification.verify import verify
from evals.answer_sets.answers import shown_green
from evals.answer_sets.asked import evenly, share
from evals.answer_sets.stores import Setting
from evals.answering.proofs import figure_of
from evals.report import Report

GOLD = Path(__file__).parents[1] / "gold" / "fit.jsonl"
COLUMNS = ("what is asked", "fitting", "of these not green", "not fitting", "of these green")


@dataclass(frozen=True)
class Pair:
    """A question and a sentence whose numbers are all true. `about`: what of the question it may miss."""

    about: str
    fits: bool
    question: str
    answer: str
    evidence: Evidence

    @property
    def checked(self) -> Answer:
        return verify(Draft(text=self.answer), self.evidence, question=self.question)


def fit(setting: Setting) -> Report:
    judged = [(pair, pair.checked) for pair in evenly(list(pairs()), setting.limit)]
    misses = [(pair, answer) for pair, answer in judged if is_green(answer) != pair.fits]
    if setting.misses:
        lines = [json.dumps(_told(*each), ensure_ascii=False) for each in misses]
        Path(setting.misses).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    outcomes = [(pair.about, pair.fits, is_green(answer)) for pair, answer in judged]
    return Report(
        title="True sentences beside questions that they answer or not",
        columns=COLUMNS,
        rows=tuple(_row(about, outcomes) for about in sorted({about for about, _, _ in outcomes})),
        notes=tuple(_notes(outcomes)),
    )


def pairs() -> Iterator[Pair]:
    for line in GOLD.read_text(encoding="utf-8").splitlines():
        yield pair_of(json.loads(line))


def pair_of(row: dict[str, Any]) -> Pair:
    """`[n]` in the answer cites the n-th figure."""
    figures = tuple(figure_of(each) for each in row["figures"])
    spans = tuple(figure.span for figure in figures if figure.span is not None)
    evidence = Evidence(spans=spans, figures=figures)
    return Pair(row["about"], row["fits"], row["question"], row["answer"], evidence)


def is_green(answer: Answer) -> bool:
    return shown_green(answer.as_json())


Outcome = tuple[str, bool, bool]


def _row(about: str, outcomes: Sequence[Outcome]) -> tuple[object, ...]:
    fitting = [green for name, fits, green in outcomes if name == about and fits]
    others = [green for name, fits, green in outcomes if name == about and not fits]
    return about, len(fitting), fitting.count(False), len(others), others.count(True)


def _notes(outcomes: Sequence[Outcome]) -> Iterator[str]:
    fitting = [green for _, fits, green in outcomes if fits]
    others = [green for _, fits, green in outcomes if not fits]
    shown, dulled = others.count(True), fitting.count(False)
    wrongly, dully = share(shown, len(others)), share(dulled, len(fitting))
    yield f"Of {len(others)} that answer another question {shown} are shown green ({wrongly})."
    yield f"Of {len(fitting)} that answer theirs {dulled} are not shown green ({dully})."


def _told(pair: Pair, answer: Answer) -> dict[str, object]:
    return {
        "about": pair.about,
        "fits": pair.fits,
        "question": pair.question,
        "answer": pair.answer,
        "numbers": [f"{number.text}: {number.status}" for number in answer.numbers],
        "warnings": list(answer.warnings),
    }
