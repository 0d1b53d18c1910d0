"""Questions over documents of every kind, all in one store: what is answered, refused, proven and found."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from agentic.inquiry import Models
from documents.models import Page
from evals.answer_sets.answers import PROVEN
from evals.answer_sets.asked import (
    COLUMNS,
    Judged,
    Question,
    by_route,
    evenly,
    rows_of,
    seconds,
    share,
    write_misses,
)
from evals.answer_sets.stores import Store, Stores, open_stores
from evals.general.grading import Reference, grade
from evals.report import Report
from retrieval.search.search import Hit, retrieve

CUTOFFS = (1, 5)
DEPTH = 10
OF_TABLES = ("count", "sum", "average", "group", "max/min")
UNANSWERABLE = "unanswerable"


@dataclass(frozen=True)
class Place:
    """Where a reference says that the answer stands. `pages`: numbers or titles; none: anywhere in it."""

    documents: frozenset[str]
    pages: frozenset[int | str]

    def is_at(self, hit: Hit, titles: dict[tuple[int, int], str]) -> bool:
        if not self.has(hit):
            return False
        numbers = range(hit.page_start, hit.page_end + 1)
        names = {titles.get((hit.document_id, number), "") for number in numbers}
        return not self.pages or any(
            page in numbers if isinstance(page, int) else any(page in name for name in names)
            for page in self.pages
        )

    def has(self, hit: Hit) -> bool:
        return hit.filename in self.documents


def run(
    *,
    data: Path,
    limit: int | None,
    set: str = "general",
    tier: str = "none",
    keep: str = "",
    misses: str = "",
    ask: str = "1",
    prefilter: str = "1",
    kinds: str = "",
) -> Report:
    """Measure a folder of documents (`docs/`) with `questions.jsonl`; `set`: its name in the data.

    `keep`: a workspace that has read them. `misses`: a file for every answer that is not right. `ask`: 0
    searches only. `prefilter`: 0 searches without it. `kinds`: those of questions alone, by commas.
    """
    folder = data / set
    rows = [json.loads(line) for line in (folder / "questions.jsonl").read_text("utf-8").splitlines() if line]
    wanted = frozenset(filter(None, kinds.split(",")))
    chosen = evenly([row for row in rows if not wanted or row["kind"] in wanted], limit)
    with open_stores(groups=[sorted((folder / "docs").iterdir())], tier=tier, keep=keep) as stores:
        judged = _asked(chosen, rows, stores) if ask != "0" else []
        found = list(_found(chosen, stores.stores[0], stores.models, prefilter != "0"))
        failures = stores.failures()
    write_misses(judged, misses)
    return Report(
        title=f"Documents of every kind ({set}), tier {tier}",
        columns=COLUMNS,
        rows=tuple(rows_of(judged)),
        notes=(*_notes(judged), *_hits(found), *failures),
    )


def _asked(chosen: Sequence[dict[str, Any]], rows: Sequence[dict[str, Any]], stores: Stores) -> list[Judged]:
    """A follow-up is asked behind the question that it continues, in one conversation with it."""
    by_id, judged, sessions = {row["id"]: row for row in rows}, [], dict[str, UUID]()
    for row in chosen:
        session = sessions.setdefault(row["id"], uuid4())
        if first := row.get("after"):
            before = by_id[first]
            if before["id"] not in sessions or sessions[first] == session:
                stores.ask(before["question"], session=session)
            else:
                session = sessions[first]
        question = question_of(row)
        given = stores.ask(question.text, session=session)
        judged.append(Judged(question, given, question.judge(given)))
    return judged


def question_of(row: dict[str, Any]) -> Question:
    reference = Reference(row["kind"], row["gold"], tuple(row.get("also", ())))
    return Question(
        text=row["question"],
        kind=row["kind"],
        judge=partial(grade, reference=reference),
        reference=row["gold"] or "refused",
        name=row["id"],
    )


def _found(
    rows: Sequence[dict[str, Any]], store: Store, models: Models, used: bool
) -> Iterator[tuple[dict[str, Any], Place, tuple[Hit, ...], dict[tuple[int, int], str]]]:
    titles = {
        (document, number): title
        for document, number, title in Page.objects.filter(document__workspace=store.workspace)
        .exclude(title="")
        .values_list("document_id", "number", "title")
    }
    for row in rows:
        if row["gold"] is None or row.get("after"):
            continue
        hits = retrieve(
            row["question"],
            workspace=store.workspace,
            embedder=models.embedder,
            top_k=DEPTH,
            use_prefilter=used,
        ).hits
        yield row, place_of(row), hits, titles


def place_of(row: dict[str, Any]) -> Place:
    documents = row["doc"] if isinstance(row["doc"], list) else [row["doc"]]
    pages = row["page"] if isinstance(row["page"], list) else [row["page"]]
    return Place(frozenset(documents), frozenset(page for page in pages if page is not None))


def _hits(found: Sequence[Any]) -> Iterator[str]:
    total = len(found)
    first = sum(bool(hits) and place.has(hits[0]) for _, place, hits, _ in found)
    yield f"Document hit@1 {share(first, total)} of {total} questions."
    for cutoff in CUTOFFS:
        held = sum(any(place.is_at(h, titles) for h in hits[:cutoff]) for _, place, hits, titles in found)
        yield f"Page hit@{cutoff} {share(held, total)}."
    for row, place, hits, titles in found:
        if not any(place.is_at(hit, titles) for hit in hits[: CUTOFFS[-1]]):
            best = ", ".join(f"{hit.filename} {hit.page_start}" for hit in hits[:3])
            yield f"Missed: {row['id']} “{row['question']}”; first: {best}."


def _notes(judged: Sequence[Judged]) -> Iterator[str]:
    if not judged:
        return
    absent = [each for each in judged if each.question.kind == UNANSWERABLE]
    present = [each for each in judged if each.question.kind != UNANSWERABLE]
    right = sum(each.verdict == "right" for each in present)
    yield f"Answered right {share(right, len(present))} of {len(present)} that have an answer."
    kept = sum(each.verdict == "right" for each in absent)
    yield f"Refused {share(kept, len(absent))} of {len(absent)} that have none."
    tables = [each for each in present if each.question.kind in OF_TABLES]
    counted = sum(each.verdict == "right" for each in tables)
    yield f"Counts, sums, averages, extremes and groups: {counted} of {len(tables)} right."
    shown = [(each, n) for each in judged if each.given.answered for n in _proven(each)]
    beside = sum(each.verdict != "right" for each, _ in shown)
    yield (
        f"Of {len(shown)} numbers marked proven {beside} stand in answers that are not right "
        f"({share(beside, len(shown))})."
    )
    yield by_route(judged)
    yield seconds(judged)


def _proven(judged: Judged) -> list[dict[str, Any]]:
    numbers = judged.given.result.get("numbers", ())
    return [number for number in numbers if number["status"] in PROVEN]
