"""TAT-QA: questions on a table and its paragraphs, each context a document that alone is asked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from evals.answer_sets.answers import Given
from evals.answer_sets.asked import evenly, share
from evals.answer_sets.stores import Setting, open_stores
from evals.answer_sets.tatqa_metric import score
from evals.answer_sets.tatqa_prediction import predicted
from evals.reading.tatqa_files import write_html
from evals.reading.tatqa_gold import FILE, read_contexts
from evals.report import Report

COLUMNS = ("answer", "from", "questions", "answered", "exact match", "F1", "green", "green and not exact")


@dataclass(frozen=True)
class Asked:
    """A question of the set with its context's number."""

    context: int
    row: dict[str, Any]

    @property
    def document(self) -> str:
        return name_of(self.context)

    @property
    def gold(self) -> list[str]:
        answer = self.row["answer"]
        return [str(each) for each in answer] if isinstance(answer, list) else [str(answer)]


@dataclass(frozen=True)
class Scored:
    asked: Asked
    given: Given
    prediction: list[str]
    scale: str
    exact: float
    f1: float


def name_of(context: int) -> str:
    return f"tatqa-{context:03}"


def tatqa(setting: Setting) -> Report:
    contexts = json.loads((setting.data / "tat-qa" / FILE).read_text(encoding="utf-8"))
    every = [Asked(at, row) for at, context in enumerate(contexts) for row in context["questions"]]
    asked = evenly(every, setting.limit)
    with TemporaryDirectory(prefix="ragsite-answers-") as folder:
        files = (
            [] if setting.keep else list(write_files(setting.data, Path(folder), {a.context for a in asked}))
        )
        with open_stores(groups=[files], tier=setting.tier, keep=setting.keep) as stores:
            scored = [
                scored_answer(each, stores.ask(each.row["question"], each.document, only=True))
                for each in asked
            ]
            failures = stores.failures()
    if setting.misses:
        lines = [json.dumps(_told(each), ensure_ascii=False) for each in scored if each.exact < 1]
        Path(setting.misses).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return Report(
        title=f"Answers to TAT-QA, tier {setting.tier}",
        columns=COLUMNS,
        rows=tuple(_rows(scored)),
        notes=(*_notes(scored), *failures),
    )


def write_files(data: Path, folder: Path, wanted: set[int]) -> Iterator[Path]:
    """Each context as a web page."""
    for context in read_contexts(data, None):
        if context.index in wanted:
            yield write_html(context, folder / f"{name_of(context.index)}.html")


def scored_answer(asked: Asked, given: Given) -> Scored:
    prediction, scale = predicted(given, asked.row["question"])
    exact, f1 = score(prediction, scale, asked.gold, asked.row["scale"])
    if asked.row["answer_type"] in ("arithmetic", "count"):
        f1 = exact
    return Scored(asked, given, prediction, scale, exact, f1)


def _rows(scored: Sequence[Scored]) -> Iterator[tuple[object, ...]]:
    kinds = sorted({(each.asked.row["answer_type"], each.asked.row["answer_from"]) for each in scored})
    for kind, source in kinds:
        part = [
            each
            for each in scored
            if (each.asked.row["answer_type"], each.asked.row["answer_from"]) == (kind, source)
        ]
        yield _row(kind, source, part)
    yield _row("all", "", scored)


def _row(kind: str, source: str, part: Sequence[Scored]) -> tuple[object, ...]:
    green = [each for each in part if each.given.is_green]
    return (
        kind,
        source,
        len(part),
        sum(not each.given.is_refused for each in part),
        mean([each.exact for each in part]),
        mean([each.f1 for each in part]),
        len(green),
        sum(each.exact < 1 for each in green),
    )


def mean(values: Sequence[float]) -> str:
    return f"{sum(values) / len(values):.3f}" if values else "–"


def _notes(scored: Sequence[Scored]) -> Iterator[str]:
    exact, f1 = mean([each.exact for each in scored]), mean([each.f1 for each in scored])
    refused = sum(each.given.is_refused for each in scored)
    yield f"Exact match {exact}, F1 {f1}; {refused} refused ({share(refused, len(scored))})."
    numeric = [each for each in scored if each.asked.row["answer_type"] in ("arithmetic", "count")]
    wrong = sum(not each.given.is_refused and each.exact < 1 for each in numeric)
    yield (
        f"Of {len(numeric)} computed or counted ones {wrong} are answered and not exact"
        f" ({share(wrong, len(numeric))})."
    )
    times = sorted(each.given.seconds for each in scored)
    if times:
        yield f"Median {times[len(times) // 2]:.2f} s a question, slowest {times[-1]:.1f} s."


def _told(scored: Scored) -> dict[str, object]:
    row = scored.asked.row
    return {
        "context": scored.asked.context,
        "kind": f"{row['answer_type']}, {row['answer_from']}",
        "question": row["question"],
        "gold": row["answer"],
        "scale": row["scale"],
        "derivation": row["derivation"],
        "predicted": scored.prediction,
        "predicted scale": scored.scale,
        "f1": scored.f1,
        "green": scored.given.is_green,
        "route": scored.given.route,
        "answer": scored.given.text or scored.given.error,
    }
