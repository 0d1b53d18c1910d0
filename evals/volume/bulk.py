"""Invented documents in the database: copied by several processes, then counted, indexed and analysed."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from datetime import date, timedelta
from multiprocessing import get_context
from threading import Event, Thread
from typing import Any

import numpy as np
import psycopg
from django.db import connection

from documents.ingestion.chunks.vector_index import ensure_vector_index
from documents.models import Chunk, Document, Entity, Metric, Reader, Status, Workspace
from evals.volume.chunk_copy import (
    BATCH,
    CHUNKS_A_DOCUMENT,
    CHUNKS_A_PAGE,
    Described,
    Task,
    begin,
    copy_chunks,
)
from evals.volume.invented import SEED, TOPICS, WORDS, Corpus
from reading.measures.catalogue import MEASURES

LARGE = 10  # companies with 1% of the documents each
DOCUMENTS_OF_SMALL = 10  # and of each of the others
NAMES = 5000  # of organizations, and of people, that documents mention
ORGANIZATIONS, PEOPLE = 8, 4  # mentioned by a document
STATEMENTS, FIGURES = 3, 8  # pages of a document that state figures, and how many each
QUARTERS, FIRST_DAY = 40, date(2015, 1, 1)
PAGES = -(-CHUNKS_A_DOCUMENT // CHUNKS_A_PAGE)
PROCESSES = 2
EVERY = 20.0  # seconds between two words on how far an index is
FACT = "workspace_id, document_id, page, quote, reader, anchored, origin"
WORD_INDEX, VECTOR_INDEX = "chunk_search", "chunk_nearest_384"


def load(chunks: int, made: Corpus, workspace: Workspace, model: str) -> None:
    """So many chunks, with the documents, names and figures that they come with; no word or vector index.

    The triggers that count words are off meanwhile: `count_terms` counts them all at once.
    """
    documents = _documents(-(-chunks // CHUNKS_A_DOCUMENT), made, workspace)
    _copy(Entity, f"{FACT}, entity_name, entity_type, role, title, context", _entities(documents, made))
    _copy(
        Metric,
        f"{FACT}, metric_name, canonical_name, value, numeric_value, unit, scale, period, period_start,"
        " period_end, context, comparison_base, entity_name, category, confidence",
        _figures(documents),
    )
    _execute(f"DROP INDEX {WORD_INDEX}, {VECTOR_INDEX}")
    _execute("ALTER TABLE documents_chunk DISABLE TRIGGER USER")
    described = [_described(document) for document in documents]
    tasks = [
        Task(first, min(first + BATCH, chunks), described[at : at + BATCH // CHUNKS_A_DOCUMENT])
        for first in range(0, chunks, BATCH)
        for at in [first // CHUNKS_A_DOCUMENT]
    ]
    started, told = time.perf_counter(), 0.0
    where = {name: value for name, value in connection.get_connection_params().items() if name in _PLACE}
    context = get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, context, begin, (made, where, workspace.pk, model)) as pool:
        for done, _ in enumerate(pool.map(copy_chunks, tasks), start=1):
            if (now := time.perf_counter()) - told > EVERY or done == len(tasks):
                told = now
                say(f"{min(done * BATCH, chunks):,} of {chunks:,} chunks in {now - started:.0f} s")
    _execute("ALTER TABLE documents_chunk ENABLE TRIGGER USER")


_PLACE = ("dbname", "user", "password", "host", "port")


def count_terms(workspace: Workspace) -> None:
    """What the triggers on single chunks would have added up, at once."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO documents_termcount (workspace_id, term, chunks)"
            " SELECT %s, documents_term(word), sum(ndoc) FROM ts_stat('SELECT search FROM documents_chunk')"
            " WHERE left(word, 1) <> '@' GROUP BY 2"
            " UNION ALL SELECT %s, 0, count(*) FROM documents_chunk",
            [workspace.pk, workspace.pk],
        )


def build_word_index() -> None:
    index = next(index for index in Chunk._meta.indexes if index.name == WORD_INDEX)
    with _watched("the word index"), connection.schema_editor() as editor:
        editor.add_index(Chunk, index)


def build_vector_index(memory: str = "") -> None:
    """With the server's memory for building indexes, or with so much."""
    if memory:
        _execute(f"SET maintenance_work_mem = '{memory}'")
    with _watched("the vector index"):
        ensure_vector_index(384)
    _execute("RESET maintenance_work_mem")


def analyse_tables() -> None:
    """What autovacuum does in time: the planner's statistics, and pages that are marked as all visible."""
    _execute("VACUUM ANALYZE")


def say(sentence: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {sentence}", file=sys.stderr, flush=True)


def company(number: int, made: Corpus) -> str:
    """The organization that the document of this number is about: a large one, or one of many."""
    if number % 100 < LARGE:
        return _company(number % 100, made)
    return _company(LARGE + number // DOCUMENTS_OF_SMALL, made)


def large_companies(made: Corpus) -> list[str]:
    return [_company(number, made) for number in range(LARGE)]


@contextmanager
def _watched(what: str) -> Iterator[None]:
    """Says now and then how far the building of an index is."""
    over = Event()
    where = {name: value for name, value in connection.get_connection_params().items() if name in _PLACE}

    def watch() -> None:
        with psycopg.connect(**where, autocommit=True) as other:
            while not over.wait(EVERY):
                query = "SELECT phase, tuples_done, tuples_total FROM pg_stat_progress_create_index"
                for phase, done, total in other.execute(query).fetchall():
                    say(f"{what}: {phase}, {done:,} of {total:,}")

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def _company(number: int, made: Corpus) -> str:
    words = made.language.words
    return f"{words[WORDS - 1 - number].capitalize()} {words[WORDS // 2 - number].capitalize()} Inc."


def _person(number: int, made: Corpus) -> str:
    words = made.language.words
    return f"{words[WORDS // 3 - number].capitalize()} {words[WORDS // 4 - number].capitalize()}"


def _documents(count: int, made: Corpus, workspace: Workspace) -> list[Document]:
    return Document.objects.bulk_create(
        (
            Document(
                workspace=workspace, filename=f"{company(number, made).split()[0]}-{number}.pdf",
                title=f"{company(number, made)} {quarter}", sha256=f"{number:064x}", bytes=0,
                file=f"scale/{number}.pdf", media_type="application/pdf", page_count=PAGES,
                status=Status.READY, document_type=Document.Type.FINANCIAL_REPORT,
                organizations=[company(number, made)], document_date=quarter + timedelta(days=120),
                period_start=quarter, period_end=quarter + timedelta(days=90), fiscal_year_end_month=12,
            )
            for number in range(count)
            for quarter in [FIRST_DAY + timedelta(days=91 * (number * 7919 % QUARTERS))]
        ),
        batch_size=2000,
    )  # fmt: skip


def _entities(documents: list[Document], made: Corpus) -> Iterator[tuple[Any, ...]]:
    rng = np.random.default_rng(SEED)

    def entity(name: str, kind: str, role: str = Entity.Role.MENTIONED) -> tuple[Any, ...]:
        return (*_fact(document, 1, name), name, kind, role, "", "")

    for document in documents:
        yield entity(document.organizations[0], Entity.Type.ORGANIZATION, Entity.Role.SUBJECT)
        for number in rng.integers(NAMES, size=ORGANIZATIONS):
            yield entity(_company(number, made), Entity.Type.ORGANIZATION)
        for number in rng.integers(NAMES, size=PEOPLE):
            yield entity(_person(number, made), Entity.Type.PERSON)


def _figures(documents: list[Document]) -> Iterator[tuple[Any, ...]]:
    """On some pages of each document, a handful of measures: what search by figures goes by."""
    rng, names = np.random.default_rng(SEED), list(MEASURES)
    for document in documents:
        for page in rng.choice(PAGES, size=STATEMENTS, replace=False):
            for name in rng.choice(len(names), size=FIGURES, replace=False):
                label = names[name].replace("_", " ")
                yield (
                    *_fact(document, int(page) + 1, label), label, names[name], "1", 1, "USD", 1, "",
                    document.period_start, document.period_end, "", "", document.organizations[0], "", 1.0,
                )  # fmt: skip


def _fact(document: Document, page: int, quote: str) -> tuple[Any, ...]:
    return document.workspace_id, document.pk, page, quote, Reader.RULES, True, ""


def _copy(model: type[Entity] | type[Metric], columns: str, rows: Iterable[tuple[Any, ...]]) -> None:
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {model._meta.db_table} ({columns}) FROM STDIN") as copy,
    ):
        for row in rows:
            copy.write_row(row)


def _described(document: Document) -> Described:
    year = document.period_start.year if document.period_start else 0
    return Described(document.pk, int(document.sha256, 16) % TOPICS, document.organizations[0], year)


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
