"""The vectors of a document's chunks, made while its worker does other work."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain

import numpy as np
from django.db import connection
from pgvector import HalfVector

from documents.ingestion.chunks.chunking import embedded_text
from documents.ingestion.progress import Progress
from documents.ingestion.rows.bulk_insert import copy_rows
from documents.models import Chunk
from llm.types import Embedder, Vectors

STORE_VECTORS = """
UPDATE documents_chunk AS c SET embedding = new.vector::halfvec, embedding_model = %s
FROM unnest(%s::bigint[], string_to_array(%s, ';')) AS new(id, vector) WHERE c.id = new.id"""

STORED_AT_ONCE = 128  # chunks; the triggers count their words in one go

Part = dict[str, np.ndarray]  # texts with their vectors


class Embedding:
    """Vectors of texts that are made in the background from the moment they are begun, each once."""

    def __init__(self, embedder: Embedder, stack: ExitStack) -> None:
        self.embedder = embedder
        self._stack = stack
        self._begun: set[str] = set()
        self._parts: list[Iterator[Part]] = []

    def begin(self, texts: Iterable[str]) -> None:
        new = [text for text in dict.fromkeys(texts) if text not in self._begun]
        if new:
            self._begun.update(new)
            self._parts.append(_by_text(new, self._stack.enter_context(self.embedder.embedding(new))))

    def parts(self) -> Iterator[Part]:
        """All that was begun. They are waited for where they are not made yet."""
        return chain.from_iterable(self._parts)


def _by_text(texts: Sequence[str], parts: Iterator[Vectors]) -> Iterator[Part]:
    for indexes, vectors in parts:
        yield {texts[index]: vector for index, vector in zip(indexes, vectors, strict=True)}


@contextmanager
def embedding(embedder: Embedder) -> Iterator[Embedding]:
    """What is not made yet where the block is left is given up."""
    with ExitStack() as stack:
        yield Embedding(embedder, stack)


def embed_chunks(chunks: Sequence[Chunk], begun: Embedding, progress: Progress) -> Iterator[list[Chunk]]:
    """Give each chunk its vector; a step of the iterator returns those that have got theirs, not saved.

    `begun`: some of their texts may be. The others are begun at once.
    """
    name, waiting = begun.embedder.name, defaultdict[str, list[Chunk]](list)
    for chunk in chunks:
        if chunk.embedding is None or chunk.embedding_model != name:
            waiting[embedded_text(chunk)].append(chunk)
    begun.begin(waiting)
    return _embedded(begun.parts(), waiting, name, progress)


def _embedded(
    parts: Iterator[Part], waiting: dict[str, list[Chunk]], model: str, progress: Progress
) -> Iterator[list[Chunk]]:
    total, done = sum(map(len, waiting.values())), 0
    for part in parts:
        chunks = [chunk for text in part for chunk in waiting.get(text, ())]
        for chunk in chunks:
            chunk.embedding, chunk.embedding_model = part[embedded_text(chunk)], model
        done += len(chunks)
        progress.report(40 + 59 * done / max(total, 1), f"Indexing passage {done} of {total}")
        yield chunks


def store_embedded(parts: Iterable[list[Chunk]], progress: Progress) -> Iterator[None]:
    """Store the chunks that have got vectors, some at a time, which is the most that a kill can lose."""
    made = list[Chunk]()
    for part in parts:
        made += part
        while len(made) >= STORED_AT_ONCE:
            _store(made[:STORED_AT_ONCE], progress)
            made = made[STORED_AT_ONCE:]
        yield
    _store(made, progress)


def _store(chunks: Sequence[Chunk], progress: Progress) -> None:
    if not chunks:
        return
    new = [chunk for chunk in chunks if chunk._state.adding]
    known = [chunk for chunk in chunks if not chunk._state.adding]
    with progress.holding():
        copy_rows(new)
        _store_vectors(known, chunks[0].embedding_model)


def _store_vectors(chunks: Sequence[Chunk], model: str) -> None:
    """One statement with two lists: Django's own, with a case for each row, takes five times as long."""
    vectors = [HalfVector(chunk.embedding) for chunk in chunks if chunk.embedding is not None]
    written = ";".join(vector.to_text() for vector in vectors)
    with connection.cursor() as cursor:
        cursor.execute(STORE_VECTORS, [model, [chunk.pk for chunk in chunks], written])
