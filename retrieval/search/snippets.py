"""A piece of a passage round the words that were looked for."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from django.db import connection

WORD = re.compile(r"\w[\w.,%’'-]*\w|\w")
GAP = re.compile(r"\s+")
LONG_WORD = 40  # characters; a longer one is cut


def words_matching(query: str, texts: Sequence[str]) -> set[str]:
    """The words of `texts`, in small letters, that have a stem in common with the query."""
    words = sorted({match[0].lower() for text in texts for match in WORD.finditer(text)})
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT word FROM unnest(%s::text[]) AS word WHERE tsvector_to_array("
            "documents_stems('', word)) && tsvector_to_array(documents_stems('', %s))",
            [words, query],
        )
        return {word for (word,) in cursor.fetchall()}


def snippet(text: str, words: Collection[str], length: int) -> str:
    """At most `length` characters of the text, where most different ones of `words` stand together.

    Cut between words, with “…” where something is left out; the beginning where none of the words is there.
    """
    if len(text) <= length:
        return text
    found = [match for match in WORD.finditer(text) if match[0].lower() in words]
    first, last = _densest(found, length)
    spare = length - (last - first)
    start = max(0, min(first - spare // 2, len(text) - length))
    return _trimmed(text, start, start + length)


def _densest(found: Sequence[re.Match[str]], length: int) -> tuple[int, int]:
    """The characters from the first to the last of the words in the best window; (0, 0) without words."""
    best, place = 0, (0, 0)
    for number, match in enumerate(found):
        inside = [other for other in found[number:] if other.end() - match.start() <= length]
        different = len({other[0].lower() for other in inside})
        if different > best:
            best, place = different, (match.start(), inside[-1].end())
    return place


def _trimmed(text: str, start: int, end: int) -> str:
    """`text[start:end]` without halves of words at its ends, and with marks in their place."""
    if start > 0:
        gap = GAP.search(text, start, start + LONG_WORD)
        start = gap.end() if gap else start + 1
    if end < len(text):
        gaps = list(GAP.finditer(text, max(start, end - LONG_WORD), end))
        end = gaps[-1].start() if gaps else end - 1
    return f"{'…' if start > 0 else ''}{text[start:end].strip()}{'…' if end < len(text) else ''}"
