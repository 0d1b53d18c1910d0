"""The search agent over invented documents whose contents are known: answers, calls and seconds."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from agentic.inquiry import Models
from documents.models import Workspace
from documents.providers import get_chat_model, get_embedder, get_reranker
from evals.report import CannotMeasure, Report
from evals.scenarios.asking import VERDICTS, Answered, ask, controlled, most_calls, tally
from evals.scenarios.corpus import files
from evals.scenarios.questions import Asked, of_receipts, over_two_documents, questions
from evals.scenarios.receipts import receipts
from evals.scenarios.scripted import Disobedient
from evals.scenarios.storing import store_receipts
from evals.scenarios.volume import over_pages
from evals.workspace import ingest_all, kept_workspace, temporary_workspace
from llm.providers.none import NoModel

RECEIPTS = 5_000
PAGES = 100_000
COLUMNS = ("documents", "questions", *VERDICTS, "median s", "longest s")


def run(
    *,
    data: Path,
    limit: int | None,
    set: str = "questions",
    tier: str = "none",
    control: str = "orchestrator",
    keep: str = "",
    misses: str = "",
) -> Report:
    """`set`: questions (forty over eight kinds of documents), hops (ten over two documents each), receipts
    (5,000 of them) or volume (100,000 pages).

    `limit`: so many questions, spread over all; of receipts and pages, so many documents. `keep`: a workspace
    that holds the documents, or shall hold them. `control`: orchestrator or loop.
    `tier`: disobedient is a scripted model that is.
    """
    if set == "volume":
        return over_pages(limit or PAGES)
    if set not in ("questions", "hops", "receipts"):
        raise CannotMeasure(f"There is no set “{set}”: use questions, hops, receipts or volume.")
    chat = Disobedient() if tier == "disobedient" else get_chat_model(tier)
    models = Models(chat, get_embedder(), get_reranker())
    with controlled(control):
        if set == "receipts":
            with _with_receipts(limit or RECEIPTS, keep) as (user, workspace):
                made = receipts(limit or RECEIPTS)
                answered = ask(
                    of_receipts(made), user=user, workspace=workspace, models=models, misses=misses
                )
            title = f"The search agent over {limit or RECEIPTS:,} receipts"
        else:
            with with_files(models, keep) as (user, workspace):
                asked = spread(over_two_documents() if set == "hops" else questions(), limit)
                answered = ask(asked, user=user, workspace=workspace, models=models, misses=misses)
            title = f"The search agent: {len(answered)} questions over eight kinds of documents"
    return told(f"{title}, tier {tier}, {control}", answered)


def told(title: str, answered: Sequence[Answered]) -> Report:
    kinds = list(dict.fromkeys(each.asked.kind for each in answered))
    rows = [_row(kind, [each for each in answered if each.asked.kind == kind]) for kind in kinds]
    notes = [f"Most calls of one question: {most_calls(answered)}."]
    notes += [f"Over its bound: {each.asked.text} ({', '.join(each.over)})" for each in answered if each.over]
    notes += [
        f"{each.verdict.capitalize()}: {each.asked.text}" for each in answered if each.verdict != "right"
    ]
    return Report(title=title, columns=COLUMNS, rows=(*rows, _row("all", answered)), notes=tuple(notes))


def spread(asked: Sequence[Asked], limit: int | None) -> list[Asked]:
    """So many of them, from all kinds."""
    if limit is None or limit >= len(asked):
        return list(asked)
    return [asked[int(at)] for at in np.linspace(0, len(asked) - 1, limit)]


def _row(name: str, answered: Sequence[Answered]) -> tuple[object, ...]:
    seconds = [each.seconds for each in answered]
    return (
        name,
        len(answered),
        *tally(answered),
        round(float(np.median(seconds)), 2),
        round(max(seconds), 2),
    )


@contextmanager
def _with_receipts(count: int, keep: str) -> Iterator[tuple[Any, Workspace]]:
    with kept_workspace(keep) if keep else temporary_workspace() as (user, workspace):
        if not workspace.documents.exists():
            store_receipts(receipts(count), workspace)
        yield user, workspace


@contextmanager
def with_files(models: Models, keep: str) -> Iterator[tuple[Any, Workspace]]:
    """The documents, written as files and read as any others."""
    with kept_workspace(keep) if keep else temporary_workspace() as (user, workspace):
        if not workspace.documents.exists():
            with tempfile.TemporaryDirectory() as folder:
                paths = [Path(folder, name) for name, _ in files()]
                for path, (_, text) in zip(paths, files(), strict=True):
                    path.write_text(text, encoding="utf-8")
                ingest_all(paths, user=user, workspace=workspace, chat=NoModel(), embedder=models.embedder)
        yield user, workspace
