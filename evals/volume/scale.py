"""How the cost of finding passages grows with their number: latency, recall of the index, time and size."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from django.db import connection

from documents.library.services import ensure_default_workspace
from documents.models import Workspace
from documents.providers import get_embedder
from evals.own_database import own_database
from evals.report import Report
from evals.volume import bulk
from evals.volume.invented import CHUNK_WORDS, LABELS, SEED, TOPICS, VERBS, Corpus, corpus, topic_words
from evals.volume.scale_figures import Measured, append
from llm.types import Embedder
from ragsite.running.warming import warm
from retrieval.scope.model import Scope
from retrieval.search.chunks import chunks_in, size_of
from retrieval.search.results import scores_of
from retrieval.search.search import retrieve
from retrieval.search.vectors import approximate, exact

SIZES = "10000,100000"
QUESTIONS = 200
WARM_UP = 20
RECALL_AT, RECALL_QUESTIONS = 10, 50  # compared with all vectors, one by one
LABELLED = 3  # one question in so many names a measure, which figures are searched for


@dataclass
class Watch:
    """Seconds of each stage."""

    seconds: dict[str, float]

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        bulk.say(f"{stage} …")
        started = time.perf_counter()
        yield
        self.seconds[stage] = time.perf_counter() - started


def run(*, limit: int | None, chunks: str = SIZES, memory: str = "", keep: str = "") -> Report:
    """Whole retrievals over 10⁴ to 10⁶ invented chunks, embedding of the question included.

    Each size has a database of its own, dropped after it. `chunks`: sizes, by commas. `limit`: so many
    questions. `memory`: for building the index, as “3GB”. `keep`: a file that the figures are appended to.
    """
    embedder = get_embedder()
    bulk.say("inventing a corpus …")
    made = corpus(embedder.embed)
    measured = []
    for size in sorted(int(part) for part in chunks.split(",")):
        bulk.say(f"{size:,} chunks")
        with own_database():
            measured.append(_measured(size, made, embedder, memory, limit or QUESTIONS))
        if keep:
            append(measured[-1], Path(keep))
    return Report(
        title="Scale: one workspace of invented passages",
        columns=(
            "chunks", "s to load", "s to build the word index", "the vector index", "MB of passages",
            "of words", "of vectors", "p50 ms", "p95 ms", "p50 ms, 1% kept", "p95 ms, 1% kept",
            "p50 ms to embed", f"recall@{RECALL_AT} of the index",
        ),
        rows=tuple(one.row for one in measured),
        notes=(
            f"{limit or QUESTIONS} questions of each kind, one after another, {WARM_UP} before not counted.",
            f"{bulk.CHUNKS_A_DOCUMENT} passages a document, of about {CHUNK_WORDS} words by Zipf's law.",
        ),
    )  # fmt: skip


def _measured(size: int, made: Corpus, embedder: Embedder, memory: str, count: int) -> Measured:
    watch = Watch({})
    _, workspace = ensure_default_workspace()
    with watch("loading"):
        bulk.load(size, made, workspace, embedder.name)
        bulk.count_terms(workspace)
    with watch("building the word index"):
        bulk.build_word_index()
    with watch("building the vector index"):
        bulk.build_vector_index(memory)
    with watch("analysing"):
        bulk.analyse_tables()
    with watch("warming"):
        warm()
    with watch("asking"):
        every = _milliseconds(questions(made, count), workspace, embedder)
        narrow = _milliseconds(questions(made, count, bulk.large_companies(made)), workspace, embedder)
        embedding = _embedding(questions(made, count), embedder)
    with watch("comparing with exact search"):
        recall = _recall(questions(made, RECALL_QUESTIONS), workspace, embedder)
    return Measured(
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        chunks=size,
        load_s=watch.seconds["loading"],
        words_s=watch.seconds["building the word index"],
        vectors_s=watch.seconds["building the vector index"],
        passages_mb=_megabytes("documents_chunk", table=True),
        words_mb=_megabytes(bulk.WORD_INDEX),
        vectors_mb=_megabytes(bulk.VECTOR_INDEX),
        p50=_percentile(every, 50),
        p95=_percentile(every, 95),
        p50_narrow=_percentile(narrow, 50),
        p95_narrow=_percentile(narrow, 95),
        embed=_percentile(embedding, 50),
        recall=recall,
    )


def questions(made: Corpus, count: int, companies: Sequence[str] = ()) -> list[str]:
    """Of words as often as the topics use them, the same on every run; each names one of the companies."""
    rng = np.random.default_rng(SEED + 1)
    asked = []
    for number in range(WARM_UP + count):
        first, second, third = topic_words(made.language, int(rng.integers(TOPICS)), rng, 3)
        label = f" and the {LABELS[number % len(LABELS)]}" if number % LABELLED == 0 else ""
        name = f" at {companies[number % len(companies)]}" if companies else ""
        verb = VERBS[number % len(VERBS)]
        asked.append(f"When was the {first} of {second}{label} {verb} in {third}{name}?")
    return asked


def _milliseconds(asked: Sequence[str], workspace: Workspace, embedder: Embedder) -> list[float]:
    """Of whole retrievals, one after the other, after some that are not counted."""
    times = []
    for question in asked:
        started = time.perf_counter()
        found = retrieve(question, workspace=workspace, embedder=embedder, top_k=10)
        times.append(1000 * (time.perf_counter() - started))
        if not found.hits:
            raise AssertionError(f"Nothing was found for “{question}”.")
    return times[WARM_UP:]


def _embedding(asked: Sequence[str], embedder: Embedder) -> list[float]:
    times = []
    for question in asked:
        started = time.perf_counter()
        embedder.embed([question])
        times.append(1000 * (time.perf_counter() - started))
    return times


def _recall(asked: Sequence[str], workspace: Workspace, embedder: Embedder) -> float:
    """Of the true nearest neighbours, the share that the index finds."""
    everything = Scope(workspace=workspace, total=0)
    chunks, indexed = chunks_in(everything), size_of(everything).indexed
    shares = []
    for question in asked[WARM_UP:]:
        vector = embedder.embed([question])[0]
        truth = set(scores_of(exact(chunks, vector, RECALL_AT)))
        found = approximate(chunks, vector, RECALL_AT, indexed=indexed)
        shares.append(len(truth & set(scores_of(found))) / RECALL_AT)
    return float(np.mean(shares))


def _percentile(times: Sequence[float], q: int) -> float:
    return float(np.percentile(times, q))


def _megabytes(relation: str, *, table: bool = False) -> float:
    """Of an index, or of a table with its long values and without its indexes."""
    size = "pg_table_size" if table else "pg_relation_size"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {size}(%s::regclass)", [relation])
        return float(cursor.fetchone()[0] / 2**20)
