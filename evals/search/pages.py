"""Does search find the page of the answer? Questions on filings, all in one store, no document given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from documents.models import Status, Workspace
from documents.providers import get_chat_model, get_embedder
from evals.answer_sets.filings import ReferenceQuestion, finance_questions
from evals.report import Report
from evals.workspace import ingest, temporary_workspace
from retrieval.search.search import Hit, Method, retrieve

CUTOFFS = (1, 5, 10)
DEPTH = 20  # hits looked at for the rank of a miss
METHODS: tuple[Method, ...] = ("text", "semantic", "hybrid")


def run(
    *,
    data: Path,
    limit: int | None,
    workspace: str = "",
    methods: str = ",".join(METHODS),
    prefilter: str = "1",
) -> Report:
    """Page and document hits of each method. `workspace`: a slug, where the filings are read already.

    `prefilter`: 0 searches all documents for every question.
    """
    folder = data / "financebench"
    questions = finance_questions(folder / "questions.jsonl")[:limit]
    files = [folder / f"{name}.pdf" for name in dict.fromkeys(q.document for q in questions)]
    with store(workspace, files) as where:
        used = prefilter != "0"
        found = {method: [_hits(q, where, method, used) for q in questions] for method in _methods(methods)}
        documents = where.documents.filter(status=Status.READY).count()
    rows = [(method, *shares(questions, hits)) for method, hits in found.items()]
    last = list(found.values())[-1]
    return Report(
        title=f"Pages of the answers, {documents} filings in one store, {len(questions)} questions"
        + ("" if used else ", without the pre-filter"),
        columns=("search", "document hit@1", *(f"page hit@{k}" for k in CUTOFFS)),
        rows=tuple(rows),
        notes=tuple(_misses(questions, last)),
    )


@contextmanager
def store(slug: str, files: Sequence[Path]) -> Iterator[Workspace]:
    """The workspace of this slug, else a new one into which the files are read by rules."""
    if slug:
        yield Workspace.objects.get(slug=slug)
        return
    with temporary_workspace() as (user, workspace):
        for file in files:
            ingest(file, user=user, workspace=workspace, chat=get_chat_model("none"), embedder=get_embedder())
        yield workspace


def _methods(names: str) -> list[Method]:
    return [method for method in METHODS if method in names.split(",")]


def _hits(
    question: ReferenceQuestion, workspace: Workspace, method: Method, use_prefilter: bool
) -> tuple[Hit, ...]:
    found = retrieve(
        question.text,
        workspace=workspace,
        embedder=get_embedder(),
        top_k=DEPTH,
        method=method,
        use_prefilter=use_prefilter,
    )
    return found.hits


def shares(questions: Sequence[ReferenceQuestion], hits: Sequence[Sequence[Hit]]) -> list[float]:
    """Of the questions: right document first, then a right page among the first k hits for each cut-off."""
    ranks = [rank_of(question, found) for question, found in zip(questions, hits, strict=True)]
    documents = [_first(found) == question.document for question, found in zip(questions, hits, strict=True)]
    within = [sum(rank is not None and rank <= k for rank in ranks) for k in CUTOFFS]
    return [round(count / len(questions), 3) for count in (sum(documents), *within)]


def rank_of(question: ReferenceQuestion, hits: Sequence[Hit]) -> int | None:
    """The rank of the first hit that touches a page with the evidence, from 1."""
    right = (
        rank
        for rank, hit in enumerate(hits, start=1)
        if any((Path(hit.filename).stem, page) in question.pages for page in pages_of(hit))
    )
    return next(right, None)


def pages_of(hit: Hit) -> range:
    return range(hit.page_start, hit.page_end + 1)


def _first(hits: Sequence[Hit]) -> str:
    return Path(hits[0].filename).stem if hits else ""


def _misses(questions: Sequence[ReferenceQuestion], hits: Sequence[Sequence[Hit]]) -> Iterator[str]:
    """A sentence for each question whose page is not among the first ten, or whose document is not first."""
    for question, found in zip(questions, hits, strict=True):
        if _first(found) != question.document:
            yield f"Another document first: “{question.text}” {question.document}; first: {_first(found)}."
        rank = rank_of(question, found)
        if rank is None or rank > CUTOFFS[-1]:
            told = f"rank {rank}" if rank else f"not among {DEPTH}"
            wanted = ", ".join(str(page) for _, page in sorted(question.pages))
            first = ", ".join(f"{Path(hit.filename).stem} {hit.page_start}" for hit in found[:3])
            yield f"Missed ({told}): “{question.text}” {question.document}, page {wanted}; first: {first}."
