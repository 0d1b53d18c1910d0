"""Words as PostgreSQL compares them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from django.db import connection

# Lists of words, headings and titles come with each question again.
KEPT_CHARACTERS = 1_000_000  # of the texts whose stems are remembered, all together; some 20 MB
LONGEST_KEPT = 5_000  # characters; our own lists of words have up to 2,000
_JOINED = re.compile(r"(?<=\w)[-_/.’'](?=\w)")
_NO_LETTERS = str.maketrans("\x00¿¡", "   ")  # which PostgreSQL cannot store, or takes for parts of words


def stems(text: str) -> set[str]:
    """The English word stems of a text as the database makes them, stop words left out."""
    return set(stems_of_each([text])[text])


def stems_of_each(texts: Iterable[str]) -> dict[str, frozenset[str]]:
    """The stems of each text, in one query for those that are not known yet."""
    every = list(dict.fromkeys(texts))
    found = {text: kept for text in every if (kept := _kept.get(text)) is not None}
    if missing := [text for text in every if text not in found]:
        new = dict(zip(missing, _read(missing), strict=True))
        _kept.add({text: found for text, found in new.items() if len(text) <= LONGEST_KEPT})
        found |= new
    return found


def _read(texts: list[str]) -> list[frozenset[str]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tsvector_to_array(to_tsvector('english', text)) "
            "FROM unnest(%s::text[]) WITH ORDINALITY AS texts (text, place) ORDER BY place",
            [texts],
        )
        return [frozenset(stems) for (stems,) in cursor.fetchall()]


class Kept:
    """The stems of texts that this process has read. Threads may read beside one that adds."""

    def __init__(self) -> None:
        self._stems: dict[str, frozenset[str]] = {}
        self._characters = 0

    def get(self, text: str) -> frozenset[str] | None:
        return self._stems.get(text)

    def add(self, new: dict[str, frozenset[str]]) -> None:
        self._characters += sum(map(len, new))
        if self._characters > KEPT_CHARACTERS:
            self._stems, self._characters = {}, 0
        self._stems.update(new)


_kept = Kept()


# The configurations of PostgreSQL by language, as documents/sql/stems_by_language.sql has them; what has none
# is cut at blanks and marks alone.
CONFIGURATIONS = {
    "en": "english",
    "de": "german",
    "fr": "french",
    "es": "spanish",
    "it": "italian",
    "nl": "dutch",
    "pt": "portuguese",
    "ru": "russian",
    "el": "greek",
    "ar": "arabic",
}


def stems_in(texts: Sequence[str], language: str) -> list[frozenset[str]]:
    """The word stems of each text in this language, stop words left out, in one query."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tsvector_to_array(to_tsvector(%s::regconfig, text)) "
            "FROM unnest(%s::text[]) WITH ORDINALITY AS texts (text, place) ORDER BY place",
            [CONFIGURATIONS.get(language, "simple"), [_apart(text) for text in texts]],
        )
        return [frozenset(found) for (found,) in cursor.fetchall()]


def _apart(text: str) -> str:
    """Words that marks join taken apart: PostgreSQL reads “a-b.pdf” as a host's name, “¿cuál” as a word."""
    return _JOINED.sub(" ", text.translate(_NO_LETTERS))
