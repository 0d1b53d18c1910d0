"""Words that are written as one in some languages, and as two elsewhere in the same document."""

from __future__ import annotations

COMPOUNDING = frozenset({"de", "nl"})  # languages that write compounds as one word
LINKING = ("", "s", "n", "en", "es", "er", "e")  # between the words of one
SHORTEST_PART = 4  # letters of a word of one


def taken_apart(asked: frozenset[str], held: frozenset[str], language: str) -> frozenset[str]:
    """The stems with compounds that no window has as the two of its words that they are made of:
    “terrasvergunning” as “terras” and “vergunning”."""
    if language not in COMPOUNDING:
        return asked
    found: set[str] = set()
    for stem in asked:
        parts = _parts_of(stem, held) if stem not in held else None
        found |= parts or {stem}
    return frozenset(found)


def _parts_of(stem: str, held: frozenset[str]) -> set[str] | None:
    for at in range(SHORTEST_PART, len(stem) - SHORTEST_PART + 1):
        first, second = stem[:at], stem[at:]
        whole = next((each for end in LINKING if (each := first.removesuffix(end)) in held), "")
        if second in held and len(whole) >= SHORTEST_PART:
            return {whole, second}
    return None
