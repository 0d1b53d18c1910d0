"""The vectors of a document's chunks, made while its worker does other work."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain

import numpy as np
from django.db import connection
from pgvector import HalfVector

from documents.chunking import embedded_text
from documents.models import Chunk
from documents.progress import Progress
from llm.types import Embedder

STORE_VECTORS = """
UPDATE documents_chunk AS c SET embedding = new.vector::halfvec, embedding_model = %s
FROM unnest(%s::bigint[], string_to_array(%s, ';')) AS new(id, vector) WHERE c.id = new.id"""

Part = dict[str, np.ndarray]  # texts with their vectors


@contextmanager
def embedding(texts: Sequence[str], embedder: Embedder) -> Iterator[Iterator[Part]]:
    """The texts' vectors, part by part; all are begun when the block is entered."""
    with embedder.embedding(texts) as parts:
        yield (
            {texts[index]: vector for index, vector in zip(indexes, vectors, strict=True)}
            for indexes, vectors in parts
        )


@contextmanager
def embedding_chunks(
    chunks: Sequence[Chunk],
    embedder: Embedder,
    progress: Progress,
    *,
    beginning: Sequence[str] = (),
    begun: Iterable[Part] = (),
) -> Iterator[Iterator[None]]:
    """Give each chunk its vector; a step of the iterator stores a part, which is the most a kill can lose.

    `begun`: the vectors of the texts `beginning`, which need not be begun again.
    """
    waiting: dict[str, list[Chunk]] = defaultdict(list)
    for chunk in chunks:
        if chunk.embedding is None or chunk.embedding_model != embedder.name:
            waiting[embedded_text(chunk)].append(chunk)
    known = set(beginning)
    with embedding([text for text in waiting if text not in known], embedder) as parts:
        yield _stored(chain(begun, parts), waiting, embedder.name, progress)


def _stored(
    parts: Iterator[Part], waiting: dict[str, list[Chunk]], model: str, progress: Progress
) -> Iterator[None]:
    total, done = sum(map(len, waiting.values())), 0
    for part in parts:
        chunks = [chunk for text in part for chunk in waiting.get(text, ())]
        vectors = [part[embedded_text(chunk)] for chunk in chunks]
        for chunk, vector in zip(chunks, vectors, strict=True):
            chunk.embedding, chunk.embedding_model = vector, model
        _store(chunks, vectors, model)
        done += len(chunks)
        progress.report(40 + 59 * done / max(total, 1), f"Indexing passage {done} of {total}")
        yield


def _store(chunks: Sequence[Chunk], vectors: Sequence[np.ndarray], model: str) -> None:
    """One statement with two lists: Django's own, with a case for each row, takes five times as long."""
    written = ";".join(HalfVector(vector).to_text() for vector in vectors)
    with connection.cursor() as cursor:
        cursor.execute(STORE_VECTORS, [model, [chunk.pk for chunk in chunks], written])
