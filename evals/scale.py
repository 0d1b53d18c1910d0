"""How the cost of finding passages grows with their number: latency, recall of the index, time and size."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from django.db import connection

from documents.models import Chunk, Document, Entity, Reader, Status, Workspace
from documents.providers import get_embedder
from documents.term_counts import merge_term_counts
from documents.vector_index import ensure_vector_index
from evals.report import Report
from evals.workspace import temporary_workspace
from llm.types import Embedder
from retrieval.search import retrieve
from retrieval.vectors import approximate, exact

SIZES = "10000,100000"
CHUNKS_A_DOCUMENT = 50
COMPANIES = 100  # a question that names one keeps 1% of the documents
SENTENCES = 2000  # embedded; each chunk's vector lies near that of one of them
SPREAD = 0.6  # length of the noise that is added to a unit vector: neighbours have cosines of about 0.75
WORDS = 30_000  # of the invented language, by Zipf's law
CHUNK_WORDS = 130
QUESTIONS = 200
WARM_UP = 20
RECALL_AT = 10
RECALL_QUESTIONS = 50  # compared with all vectors, one by one
BUILD_MEMORY = "2GB"
BATCH = 10_000  # chunks of one COPY
SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
COLUMNS = (
    "workspace_id, document_id, index, section, page_start, page_end, char_start, char_end, text,"
    " token_count, embedding, embedding_model, section_topic, key_information, retrieval_hint,"
    " contextual_note, excluded"
)


@dataclass(frozen=True)
class Corpus:
    """What invented chunks are made of. `vectors`: of `sentences`, normalised."""

    words: Sequence[str]
    sentences: Sequence[str]
    vectors: np.ndarray
    companies: Sequence[str]
    rng: np.random.Generator


def run(*, data: Path, limit: int | None, chunks: str = SIZES, memory: str = BUILD_MEMORY) -> Report:
    """Whole retrievals over 10⁴ to 10⁶ invented chunks, embedding of the question included.

    `chunks`: sizes, by commas. `memory`: of PostgreSQL, for building the index. `limit`: so many questions.
    """
    embedder = get_embedder()
    corpus = _corpus(embedder)
    rows = []
    for size in sorted(int(part) for part in chunks.split(",")):
        with temporary_workspace() as (_, workspace):
            rows.append(_measured(size, corpus, workspace, embedder, memory, limit or QUESTIONS))
    return Report(
        title="Scale: one workspace of invented passages",
        columns=(
            "chunks", "s to load", "s to build the vector index", "MB of it", "MB in all", "p50 ms", "p95 ms",
            "p50 ms, 1% kept", "p95 ms, 1% kept", f"recall@{RECALL_AT} of the index",
        ),
        rows=tuple(rows),
        notes=(
            f"{limit or QUESTIONS} questions each; {CHUNKS_A_DOCUMENT} chunks a document; loading includes "
            f"the weights of keyword search. Index built with maintenance_work_mem {memory}.",
        ),
    )  # fmt: skip


def _measured(
    size: int, corpus: Corpus, workspace: Workspace, embedder: Embedder, memory: str, count: int
) -> tuple[Any, ...]:
    started = time.perf_counter()
    _drop_vector_index(embedder)
    _load(size, corpus, workspace, embedder.name)
    loaded = time.perf_counter()
    _build_vector_index(embedder, memory)
    built = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE documents_chunk")
        cursor.execute("VACUUM ANALYZE documents_document")
    every = _milliseconds(corpus, workspace, embedder, count, companies=False)
    narrow = _milliseconds(corpus, workspace, embedder, count, companies=True)
    return (
        f"{size:,}", f"{loaded - started:.0f}", f"{built - loaded:.0f}",
        f"{_megabytes(f'chunk_nearest_{embedder.dimensions}'):,}", f"{_megabytes('documents_chunk'):,}",
        *(f"{np.percentile(times, q):.0f}" for times in (every, narrow) for q in (50, 95)),
        round(_recall(corpus, workspace, embedder), 3),
    )  # fmt: skip


def _corpus(embedder: Embedder) -> Corpus:
    """An invented language and sentences in English of it and of it alone, the same on every run."""
    chance = random.Random(7)
    words = sorted({"".join(chance.choices(SYLLABLES, k=chance.randint(2, 4))) for _ in range(WORDS)})
    chance.shuffle(words)
    sentences = [
        f"The {chance.choice(words[:4000])} of {chance.choice(words)} was "
        f"{chance.choice(('reviewed', 'sold', 'delayed', 'repaired', 'measured', 'signed'))} in "
        f"{chance.choice(words[:400])} by {chance.choice(words)}"
        for _ in range(SENTENCES)
    ]
    vectors = np.asarray(embedder.embed(sentences), dtype=np.float32)
    companies = [f"{word.capitalize()} Holdings" for word in words[-COMPANIES:]]
    return Corpus(words, sentences, vectors, companies, np.random.default_rng(7))


def _load(size: int, corpus: Corpus, workspace: Workspace, model: str) -> None:
    documents = _documents(-(-size // CHUNKS_A_DOCUMENT), corpus, workspace)
    for first in range(0, size, BATCH):
        with (
            connection.cursor() as cursor,
            cursor.copy(f"COPY documents_chunk ({COLUMNS}) FROM STDIN") as copy,
        ):
            for row in _chunks(range(first, min(first + BATCH, size)), documents, corpus, workspace, model):
                copy.write_row(row)
    merge_term_counts(workspace.pk)


def _documents(count: int, corpus: Corpus, workspace: Workspace) -> list[int]:
    """Their keys. Each is of one company, one quarter and one kind."""
    first = date(2015, 1, 1)
    documents = Document.objects.bulk_create(
        Document(
            workspace=workspace, filename=f"{number}.pdf", sha256=f"{number:064x}", bytes=0,
            file=f"scale/{number}.pdf", media_type="application/pdf", page_count=CHUNKS_A_DOCUMENT,
            status=Status.READY, document_type=Document.Type.FINANCIAL_REPORT,
            organizations=[corpus.companies[number % COMPANIES]],
            period_start=first + timedelta(days=91 * (number // COMPANIES % 40)),
            period_end=first + timedelta(days=91 * (number // COMPANIES % 40) + 90),
        )
        for number in range(count)
    )  # fmt: skip
    Entity.objects.bulk_create(
        Entity(
            workspace=workspace, document=document, entity_name=document.organizations[0],
            entity_type=Entity.Type.ORGANIZATION, role=Entity.Role.SUBJECT, reader=Reader.RULES,
        )
        for document in documents
    )  # fmt: skip
    return [document.pk for document in documents]


def _chunks(
    numbers: range, documents: Sequence[int], corpus: Corpus, workspace: Workspace, model: str
) -> Iterator[tuple[Any, ...]]:
    rng, count = corpus.rng, len(numbers)
    about = rng.integers(len(corpus.sentences), size=count)
    noise = rng.standard_normal((count, corpus.vectors.shape[1])).astype(np.float32)
    noise *= SPREAD / np.linalg.norm(noise, axis=1, keepdims=True)
    vectors = corpus.vectors[about] + noise
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    ranks = np.minimum(rng.zipf(1.2, size=(count, CHUNK_WORDS)), len(corpus.words)) - 1
    for at, number in enumerate(numbers):
        text = f"{corpus.sentences[about[at]]}. {' '.join(corpus.words[rank] for rank in ranks[at])}"
        index, page = number % CHUNKS_A_DOCUMENT, number % CHUNKS_A_DOCUMENT + 1
        vector = "[" + ",".join(f"{value:.4g}" for value in vectors[at]) + "]"
        yield (
            workspace.pk, documents[number // CHUNKS_A_DOCUMENT], index, "", page, page, 0, len(text), text,
            CHUNK_WORDS, vector, model, "", "", "", "", False,
        )  # fmt: skip


def _drop_vector_index(embedder: Embedder) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX IF EXISTS chunk_nearest_{embedder.dimensions:d}")


def _build_vector_index(embedder: Embedder, memory: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('maintenance_work_mem', %s, false)", [memory])
        ensure_vector_index(embedder.dimensions)
        cursor.execute("RESET maintenance_work_mem")


def _milliseconds(
    corpus: Corpus, workspace: Workspace, embedder: Embedder, count: int, *, companies: bool
) -> list[float]:
    """Of whole retrievals, one after the other, after some that are not counted."""
    chance = random.Random(11)
    times = []
    for number in range(WARM_UP + count):
        question = f"{chance.choice(corpus.sentences)}?"
        if companies:
            question = f"{question[:-1]} at {chance.choice(corpus.companies)}?"
        started = time.perf_counter()
        found = retrieve(question, workspace=workspace, embedder=embedder, top_k=10)
        if number >= WARM_UP:
            times.append(1000 * (time.perf_counter() - started))
        if not found.hits:
            raise AssertionError(f"Nothing was found for “{question}”.")
    return times


def _recall(corpus: Corpus, workspace: Workspace, embedder: Embedder) -> float:
    """Of the true nearest neighbours, the share that the index finds."""
    chance = random.Random(13)
    chunks = Chunk.objects.filter(workspace=workspace, excluded=False)
    shares = []
    for _ in range(RECALL_QUESTIONS):
        vector = embedder.embed([f"{chance.choice(corpus.sentences)}?"])[0]
        truth = {pk for pk, _ in exact(chunks, vector, RECALL_AT)}
        shares.append(len(truth & {pk for pk, _ in approximate(chunks, vector, RECALL_AT)}) / RECALL_AT)
    return float(np.mean(shares))


def _megabytes(relation: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_total_relation_size(%s)", [relation])
        return round(cursor.fetchone()[0] / 2**20)
