"""Does search keep to the documents asked for? Questions on quarterly reports, with the pre-filter."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import cast

from documents.providers import get_embedder
from evals.report import Report
from evals.search.pages import store
from retrieval.search.search import Method, Retrieved, retrieve

CUTOFF = 10


@dataclass(frozen=True)
class ScopedQuestion:
    """`documents`: names of the files, without ending, that the answer is to come from."""

    text: str
    kind: str
    documents: frozenset[str]


def run(*, data: Path, limit: int | None, workspace: str = "", method: str = "hybrid") -> Report:
    """Of the first ten hits, how many come from the right documents; of these, how many are among them."""
    folder = data / "sec-10-q"
    files = sorted(folder.glob("*.pdf"))
    questions = scoped_questions(folder / "questions.csv", [file.stem for file in files])[:limit]
    with store(workspace, files) as where:
        rows = []
        for used in (False, True):
            found = [
                retrieve(
                    question.text,
                    workspace=where,
                    embedder=get_embedder(),
                    top_k=CUTOFF,
                    method=cast(Method, method),
                    use_prefilter=used,
                )
                for question in questions
            ]
            rows.append(("yes" if used else "no", *_means(questions, found)))
    return Report(
        title=f"Documents asked for, {len(files)} quarterly reports in one store, {len(questions)} questions",
        columns=("pre-filter", f"document precision@{CUTOFF}", f"document recall@{CUTOFF}"),
        rows=tuple(rows),
        notes=tuple(_misses(questions, found)),
    )


def scoped_questions(path: Path, names: Sequence[str]) -> list[ScopedQuestion]:
    """The questions of which at least one document is in `names`."""
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    questions = [
        ScopedQuestion(
            row["Question"],
            row["Question Type"],
            frozenset(name for name in names if fnmatch(name, row["Source Docs"])),
        )
        for row in rows
    ]
    return [question for question in questions if question.documents]


def precision_and_recall(question: ScopedQuestion, found: Retrieved) -> tuple[float, float]:
    """Of the hits, the share from the question's documents; of these, the share that a hit comes from."""
    names = [Path(hit.filename).stem for hit in found.hits]
    right = [name for name in names if name in question.documents]
    return len(right) / max(len(names), 1), len(set(right)) / len(question.documents)


def _means(questions: Sequence[ScopedQuestion], found: Sequence[Retrieved]) -> tuple[float, float]:
    pairs = [precision_and_recall(question, each) for question, each in zip(questions, found, strict=True)]
    return tuple(round(sum(values) / len(pairs), 3) for values in zip(*pairs, strict=True))


def _misses(questions: Sequence[ScopedQuestion], found: Sequence[Retrieved]) -> Iterator[str]:
    for question, each in zip(questions, found, strict=True):
        precision, recall = precision_and_recall(question, each)
        if precision < 1 or recall < 1:
            wanted = ", ".join(sorted(question.documents))
            names = ", ".join(sorted({Path(hit.filename).stem for hit in each.hits}))
            yield (
                f"Precision {precision:.2f}, recall {recall:.2f}: “{question.text}” wants {wanted}; "
                f"found {names}; filters: {each.filters or 'none'}."
            )
