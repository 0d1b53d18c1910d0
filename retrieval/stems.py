"""Words as PostgreSQL compares them."""

from __future__ import annotations

from functools import lru_cache

from django.db import connection

KEPT_CHARACTERS = 500  # of a text whose stems are remembered


def stems(text: str) -> set[str]:
    """The English word stems of a text as the database makes them, stop words left out."""
    return set(_kept_stems(text) if len(text) <= KEPT_CHARACTERS else _stems(text))


def _stems(text: str) -> tuple[str, ...]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT tsvector_to_array(to_tsvector('english', %s))", [text])
        return tuple(cursor.fetchone()[0])


_kept_stems = lru_cache(maxsize=4096)(_stems)  # the same lists of words are asked for with each question
