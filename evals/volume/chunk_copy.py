"""Copies invented chunks into the database, in processes of their own that know nothing of Django."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any

import numpy as np
import psycopg

from evals.volume.invented import Corpus, passages

CHUNKS_A_DOCUMENT = 50
CHUNKS_A_PAGE = 3
BATCH = 5000  # chunks of one COPY
COPY_HEAD = b"PGCOPY\n\xff\r\n\0" + bytes(8)
COPY_END = struct.pack(">h", -1)
COLUMNS = (
    "workspace_id, document_id, index, page_start, page_end, char_start, char_end, token_count,"
    " section, text, embedding, embedding_model, section_topic, key_information, retrieval_hint,"
    " contextual_note, excluded"
)


@dataclass(frozen=True)
class Described:
    """What a chunk takes from its document."""

    pk: int
    topic: int
    name: str
    year: int


@dataclass(frozen=True)
class Task:
    """The chunks from `first` to before `last`, of these documents in order."""

    first: int
    last: int
    documents: list[Described]


_worker: tuple[Corpus, psycopg.Connection[Any], int, str]


def begin(made: Corpus, where: dict[str, Any], workspace_id: int, model: str) -> None:
    """What a process does first."""
    global _worker
    _worker = made, psycopg.connect(**where, autocommit=True), workspace_id, model


def copy_chunks(task: Task) -> None:
    """In PostgreSQL's binary format: writing vectors as text would take longer than all the rest."""
    made, database, workspace_id, model = _worker
    of = [task.documents[(n - task.first) // CHUNKS_A_DOCUMENT] for n in range(task.first, task.last)]
    batch = passages(
        made,
        np.array([each.topic for each in of]),
        [each.name for each in of],
        [each.year for each in of],
        task.first,
    )
    with (
        database.cursor() as cursor,
        cursor.copy(f"COPY documents_chunk ({COLUMNS}) FROM STDIN (FORMAT binary)") as copy,
    ):
        copy.write(COPY_HEAD)
        for at, document in enumerate(of):
            index = (task.first + at) % CHUNKS_A_DOCUMENT
            page = index // CHUNKS_A_PAGE + 1
            text, vector = batch.texts[at].encode(), batch.vectors[at].tobytes()
            numbers = (index, page, page, 0, len(text), batch.lengths[at])
            halves = struct.pack(">hh", len(vector) // 2, 0) + vector
            words = (f"Part {index // 10} of it".encode(), text, halves, model.encode())
            copy.write(_record(workspace_id, document.pk, numbers, words))
        copy.write(COPY_END)


def _record(workspace_id: int, document_id: int, numbers: tuple[int, ...], words: tuple[bytes, ...]) -> bytes:
    """A row of `COLUMNS`: each value behind its length; the last texts are empty, and it is not excluded."""
    parts = [struct.pack(">hiqiq", 17, 8, workspace_id, 8, document_id)]
    parts += [struct.pack(">ii", 4, number) for number in numbers]
    parts += [struct.pack(">i", len(word)) + word for word in words]
    return b"".join([*parts, bytes(16), struct.pack(">i?", 1, False)])
