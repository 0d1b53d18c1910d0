"""Reads what search needs into the system's file cache, before the first questions fetch it page by page.

A search among many passages weighs some two thousand, each on a page of its own: from a cold disk that takes
tenths of a second, while reading the files from end to end takes seconds, once.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path
from threading import Thread

import psutil
from django.conf import settings
from django.db import DatabaseError, connection

from documents.models import Chunk

logger = logging.getLogger(__name__)

PIECE = 2**20  # bytes read at a time
SHARE = 1 / 2  # of the memory that is free: what does not fit is left to the questions
# Indexes before the table, the smallest first: each of their pages serves more questions.
FILES = """
SELECT pg_relation_filepath(oid), pg_relation_size(oid) FROM (
    SELECT indexrelid AS oid, 0 AS turn FROM pg_index WHERE indrelid = %(table)s::regclass
    UNION ALL SELECT %(table)s::regclass, 1
) AS relation ORDER BY turn, 2"""


def warm_in_background() -> Thread | None:
    """Begin `warm`; the process need not wait for it. None where the database does not tell what to read.

    It is asked here, since the thread must not keep a connection of its own.
    """
    try:
        files = search_files()
    except DatabaseError as error:  # questions are answered all the same, the first ones slower
        logger.warning("The search index is not warmed: %s", " ".join(str(error).split()))
        return None
    reading = Thread(target=_read, args=(files,), daemon=True, name="warming")
    reading.start()
    return reading


def warm() -> int:
    """Reads the table of passages and its indexes, as far as memory is free; gives the bytes read.

    Of the embedded server only: another one's files are elsewhere, and 0 is returned.
    """
    return _read(search_files())


def search_files() -> list[Path]:
    """The files of the table of passages and of its indexes that fit into memory together."""
    if not settings.DATABASE_IS_EMBEDDED:
        return []
    with connection.cursor() as cursor:
        cursor.execute(FILES, {"table": Chunk._meta.db_table})
        relations = cursor.fetchall()
    room = psutil.virtual_memory().available * SHARE
    files: list[Path] = []
    for path, size in relations:
        room -= size
        if room < 0:
            break
        first = settings.RAGSITE_HOME / "postgres" / path
        files += [first, *sorted(first.parent.glob(f"{first.name}.*"))]  # one file for each gigabyte
    return files


def _read(files: list[Path]) -> int:
    """A table that is dropped or rewritten meanwhile has lost its file, and nothing is missed."""
    read, piece = 0, bytearray(PIECE)
    for path in files:
        with suppress(OSError), path.open("rb", buffering=0) as file:
            while count := file.readinto(piece):
                read += count
    return read
