"""Words that are written as one in some languages, and as two elsewhere in the same document."""

from __future__ import annotations

import re

COMPOUNDING = frozenset({"de", "nl"})  # languages that write compounds as one word
LINKING = ("", "s", "n", "en", "es", "er", "e")  # between the words of one
# Between the parts of a separable verb stands “ge” in its participle.
PARTICIPLE = re.compile(
    r"^(?P<before>ab|an|auf|aus|bei|durch|ein|fest|her|hin|los|mit|nach|über|um|unter|vor|weg|zu|zurück|zuruck|zusammen|af|in|"
    r"op|uit|door|na|terug|toe|voor)ge(?P<verb>\w{3,})$"
)
VERB = 4  # letters in which the forms of a verb are alike
LEAST_ENDING, SHORTEST_BEFORE = 6, 3  # letters that a compound ends with, and has before these
SHORTEST_PART = 4  # letters of a word of one


def taken_apart(asked: frozenset[str], held: frozenset[str], language: str) -> frozenset[str]:
    """The stems with words that no window has as a compound that ends with them, “mieterverein”
    for “verein”, or as the two that they are made of: “terrasvergunning” as “terras” and “vergunning”."""
    if language not in COMPOUNDING:
        return asked
    found: set[str] = set()
    for stem in asked:
        parts = None
        if stem not in held:
            parts = _verb_of(stem, held) or _kind_of(stem, held) or _parts_of(stem, held)
        found |= parts or {stem}
    return frozenset(found)


def _verb_of(stem: str, held: frozenset[str]) -> set[str] | None:
    """Of a participle what has its verb: “abgelesen” that of “Ablesung” and of “ablesen”."""
    participle = PARTICIPLE.match(stem)
    if participle is None:
        return None
    begun = participle["before"] + participle["verb"][:VERB]
    return {min(found)} if (found := [each for each in held if each.startswith(begun)]) else None


def _kind_of(stem: str, held: frozenset[str]) -> set[str] | None:
    """A compound is a kind of what its last word names."""
    if len(stem) < LEAST_ENDING:
        return None
    longer = [each for each in held if each.endswith(stem) and len(each) - len(stem) >= SHORTEST_BEFORE]
    return {min(longer, key=lambda each: (len(each), each))} if longer else None


def _parts_of(stem: str, held: frozenset[str]) -> set[str] | None:
    for at in range(SHORTEST_PART, len(stem) - SHORTEST_PART + 1):
        first, second = stem[:at], stem[at:]
        whole = next((each for end in LINKING if (each := first.removesuffix(end)) in held), "")
        if second in held and len(whole) >= SHORTEST_PART:
            return {whole, second}
    return None
