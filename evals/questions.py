"""Questions on filings with reference answers: is the figure right, and does it stand on a right page?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentic.models import Run
from agentic.runs import answer_now
from documents.models import Document, Status
from documents.providers import get_chat_model, get_embedder
from evals.judging import judge
from evals.report import Report
from evals.workspace import ingest, temporary_workspace

COLUMNS = ("question", "verdict", "page hit", "route", "s", "numbers", "answer", "reference")


@dataclass(frozen=True)
class ReferenceQuestion:
    """`pages`: file name without ending and page counted from 1, where the reference was found."""

    text: str
    answer: str
    document: str
    pages: frozenset[tuple[str, int]]


def run(*, data: Path, limit: int | None, document: str = "", tier: str = "none") -> Report:
    """Ask the reference questions of one document, or of all in one store, in a tier.

    A verdict of “read” needs a person: the reference has no figure to compare.
    """
    folder = data / "financebench"
    questions = [q for q in reference_questions(folder / "questions.jsonl") if document in ("", q.document)][
        :limit
    ]
    files = [folder / f"{name}.pdf" for name in dict.fromkeys(q.document for q in questions)]
    chat, embedder = get_chat_model(tier), get_embedder()
    with temporary_workspace() as (user, workspace):
        documents = [
            ingest(file, user=user, workspace=workspace, chat=chat, embedder=embedder) for file in files
        ]
        runs = [answer_now(user=user, workspace=workspace, question=q.text, tier=tier) for q in questions]
        rows = tuple(_row(question, run) for question, run in zip(questions, runs, strict=True))
    return Report(
        title=f"Questions on {document or f'{len(files)} filings in one store'}, tier {tier}",
        columns=COLUMNS,
        rows=rows,
        notes=(*_summary(rows), *_reading(documents)),
    )


def reference_questions(path: Path) -> list[ReferenceQuestion]:
    return [_question(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines() if line]


def _question(row: dict[str, Any]) -> ReferenceQuestion:
    return ReferenceQuestion(
        text=row["question"],
        answer=row["answer"],
        document=row["doc_name"],
        pages=frozenset((e["doc_name"], e["evidence_page_num"] + 1) for e in row["evidence"]),
    )


def _row(question: ReferenceQuestion, run: Run) -> tuple[Any, ...]:
    cited = {(Path(c["document"]).stem, c["page"]) for c in run.result.get("citations", ())}
    verdict = judge(run.answer, question.answer) if run.answered else "no answer"
    return (
        question.text,
        verdict,
        "yes" if cited & question.pages else "no",
        run.route or run.status,
        f"{run.seconds or 0:.1f}",
        _numbers(run),
        run.answer or run.error,
        question.answer,
    )


def _numbers(run: Run) -> str:
    statuses = [number["status"] for number in run.result.get("numbers", ())]
    return ", ".join(f"{statuses.count(status)} {status}" for status in dict.fromkeys(statuses)) or "–"


def _summary(rows: Sequence[tuple[Any, ...]]) -> tuple[str, ...]:
    if not rows:
        return ("No questions.",)
    verdicts = [row[1] for row in rows]
    counted = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in dict.fromkeys(verdicts))
    seconds = sorted(float(row[4]) for row in rows)
    return (
        f"{len(rows)} questions: {counted}. A page with the evidence is cited for "
        f"{sum(row[2] == 'yes' for row in rows)}. Median {seconds[len(seconds) // 2]} s a question, "
        f"slowest {seconds[-1]} s.",
    )


def _reading(documents: Sequence[Document]) -> tuple[str, ...]:
    failed = [document for document in documents if document.status != Status.READY]
    seconds = sum(sum(document.timings.values()) for document in documents)
    pages = sum(document.page_count for document in documents)
    read = f"Reading the {pages} pages took {seconds:.0f} s."
    return (read, *(f"{document.filename} failed: {document.error}" for document in failed))
