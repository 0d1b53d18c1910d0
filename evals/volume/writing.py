"""What each part of writing a passage costs: its row, its words, its counts and its vector."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
from django.db import connection, transaction

from documents.library.services import ensure_default_workspace
from documents.models import Document, Status, Workspace
from documents.providers import get_embedder
from evals.own_database import own_database
from evals.report import Report
from evals.volume import bulk
from evals.volume.invented import corpus

WRITTEN = 500  # passages, in batches as ingestion writes them
BATCH = 100
FIELDS = (
    "workspace_id, index, page_start, page_end, char_start, char_end, token_count, section, text,"
    " section_topic, key_information, retrieval_hint, contextual_note, excluded"
)
# Each leaves out what the one before it has, too: the differences are what each part costs.
LESS = (
    ("vector index", f"DROP INDEX {bulk.VECTOR_INDEX}"),
    ("word index", f"DROP INDEX {bulk.WORD_INDEX}"),
    ("counts of words (triggers)", "ALTER TABLE documents_chunk DISABLE TRIGGER USER"),
    ("weights of words (sparse vector)", "ALTER TABLE documents_chunk ALTER COLUMN terms DROP EXPRESSION"),
    ("stems", "ALTER TABLE documents_chunk ALTER COLUMN search DROP EXPRESSION"),
)


def run(*, limit: int | None, chunks: str = "100000") -> Report:
    """Milliseconds for a passage written into a store of so many, without one part after the other.

    Each way is rolled back. Written as ingestion does: a batch of passages, then their vectors.
    """
    embedder = get_embedder()
    made, size = corpus(embedder.embed), int(chunks)
    with own_database():
        _, workspace = ensure_default_workspace()
        bulk.load(size, made, workspace, embedder.name)
        bulk.count_terms(workspace)
        bulk.build_word_index()
        bulk.build_vector_index()
        bulk.analyse_tables()
        costs = [
            _cost(workspace, [statement for _, statement in LESS[:parts]]) for parts in range(len(LESS) + 1)
        ]
    names = [*(name for name, _ in LESS), "the row itself"]
    parts = [(a[0] - b[0], a[1] - b[1]) for a, b in zip(costs, [*costs[1:], (0.0, 0.0)], strict=True)]
    rows = [(name, *(f"{part:.2f}" for part in cost)) for name, cost in zip(names, parts, strict=True)]
    return Report(
        title=f"Writing a passage into a store of {size:,}",
        columns=("part", "ms of the processor", "ms"),
        rows=(*rows, ("all", *(f"{part:.2f}" for part in costs[0]))),
        notes=(f"{WRITTEN} passages in batches of {BATCH}, then their vectors batch by batch, rolled back.",),
    )


def _cost(workspace: Workspace, without: list[str]) -> tuple[float, float]:
    """Milliseconds for a passage, of the server's processor and by the clock."""
    with _rolled_back(), connection.cursor() as cursor:
        for statement in without:
            cursor.execute(statement)
        cursor.execute(
            f"CREATE TEMP TABLE fresh ON COMMIT DROP AS SELECT {FIELDS}, embedding, embedding_model"
            f" FROM documents_chunk ORDER BY id DESC LIMIT {WRITTEN}"
        )
        document = _document(workspace)
        processor, clock = _server_seconds(), time.perf_counter()
        for first in range(0, WRITTEN, BATCH):
            cursor.execute(
                f"INSERT INTO documents_chunk (document_id, embedding_model, {FIELDS})"
                f" SELECT %s, '', workspace_id, %s + row_number() OVER (), {FIELDS.split(', ', 2)[2]}"
                " FROM (SELECT * FROM fresh OFFSET %s LIMIT %s) AS batch",
                [document.pk, first, first, BATCH],
            )
        for first in range(0, WRITTEN, BATCH):
            cursor.execute(
                "UPDATE documents_chunk AS c"
                " SET embedding = batch.embedding, embedding_model = batch.embedding_model"
                " FROM (SELECT %s + row_number() OVER () AS number, embedding, embedding_model"
                "       FROM (SELECT * FROM fresh OFFSET %s LIMIT %s) AS part) AS batch"
                " WHERE c.document_id = %s AND c.index = batch.number",
                [first, first, BATCH, document.pk],
            )
        spent = (_server_seconds() - processor, time.perf_counter() - clock)
    return 1000 * spent[0] / WRITTEN, 1000 * spent[1] / WRITTEN


@contextmanager
def _rolled_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _document(workspace: Workspace) -> Document:
    return Document.objects.create(
        workspace=workspace, filename="written.pdf", sha256="f" * 64, bytes=0, file="scale/written.pdf",
        media_type="application/pdf", status=Status.READY,
    )  # fmt: skip


def _server_seconds() -> float:
    """Of the processor, used by this connection's server process; 0 where that is on another machine."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid = cursor.fetchone()[0]
    try:
        times = psutil.Process(pid).cpu_times()
    except psutil.Error:
        return 0.0
    return float(times.user + times.system)
