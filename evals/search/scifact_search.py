"""nDCG@10 of our search on SciFact: words, meaning and both, in the database."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from documents.ingestion.chunks.chunking import embedded_text
from documents.models import Chunk, Document, Status, Workspace
from documents.providers import get_embedder
from evals.report import Report
from evals.search.scifact import CUTOFF, Relevant, ndcg, relevant_abstracts
from evals.workspace import temporary_workspace
from retrieval.search.search import Method, retrieve

METHODS: tuple[Method, ...] = ("text", "semantic", "hybrid")
BATCH = 500  # rows in one statement
REFERENCES = "References: BM25 .679, all-MiniLM-L6-v2 .645, bge-base .741 (BEIR)."


def run(*, data: Path, limit: int | None, split: str = "test", vectors: str = "") -> Report:
    """Each abstract is a document of one chunk under its title. `limit`: so many queries.

    `vectors`: a .npy file that keeps the abstracts' vectors from one run to the next.
    """
    folder = data / "scifact"
    relevant = dict(list(relevant_abstracts(folder / "qrels" / f"{split}.tsv").items())[:limit])
    queries = {row["_id"]: row["text"] for row in _rows(folder / "queries.jsonl")}
    abstracts = list(_rows(folder / "corpus.jsonl"))
    with temporary_workspace() as (_, workspace):
        _store(abstracts, workspace, Path(vectors) if vectors else None)
        rows = tuple((method, _score(method, queries, relevant, workspace)) for method in METHODS)
    return Report(
        title=f"Search on SciFact, {len(abstracts):,} abstracts, {len(relevant)} {split} queries",
        columns=("search", f"nDCG@{CUTOFF}"),
        rows=rows,
        notes=(REFERENCES, "Constants of the fusion were chosen on the training queries."),
    )


def _rows(path: Path) -> Iterator[dict[str, str]]:
    return (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line)


def _store(abstracts: Sequence[dict[str, str]], workspace: Workspace, kept: Path | None) -> None:
    documents = Document.objects.bulk_create(
        (
            Document(
                workspace=workspace,
                filename=row["_id"],
                sha256=row["_id"],
                file=f"evaluation/{row['_id']}",
                media_type="text/plain",
                bytes=0,
                status=Status.READY,
            )
            for row in abstracts
        ),
        batch_size=BATCH,
    )
    chunks = [
        Chunk(
            workspace=workspace,
            document=document,
            index=0,
            section=row["title"][:300],
            text=row["text"],
            page_start=1,
            page_end=1,
            char_start=0,
            char_end=len(row["text"]),
            token_count=0,
            embedding_model=get_embedder().name,
        )
        for document, row in zip(documents, abstracts, strict=True)
    ]
    for chunk, vector in zip(chunks, _vectors(chunks, kept), strict=True):
        chunk.embedding = vector
    Chunk.objects.bulk_create(chunks, batch_size=BATCH)


def _vectors(chunks: Sequence[Chunk], kept: Path | None) -> np.ndarray:
    if kept and kept.exists():
        return np.asarray(np.load(kept))
    vectors = get_embedder().embed([embedded_text(chunk) for chunk in chunks])
    if kept:
        np.save(kept, vectors)
    return vectors


def _score(method: Method, queries: dict[str, str], relevant: Relevant, workspace: Workspace) -> float:
    gains = []
    for query, grades in relevant.items():
        found = retrieve(
            queries[query],
            workspace=workspace,
            embedder=get_embedder(),
            top_k=CUTOFF,
            method=method,
            use_prefilter=False,
        )
        gains.append(ndcg([grades.get(hit.filename, 0) for hit in found.hits], grades))
    return round(sum(gains) / len(gains), 4)
