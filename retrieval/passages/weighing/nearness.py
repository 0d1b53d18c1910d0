"""How near a value stands to the words of the question."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reading.text.sentences import sentence_spans
from retrieval.alike.marks import words_of
from retrieval.passages.scoring import IN_HEADING, TOKEN, Asked
from retrieval.passages.values import Value

ELSEWHERE = 0.3  # what a word in another sentence than the value is worth
NEAR = 12  # words: a value this far from what is asked is half as near


def places_of(text: str, asked: Asked, language: str) -> list[tuple[int, str, float]]:
    """(token number, stem, worth) of the words of the question in the text, and of others for the same."""
    begun = {stem[:5]: worth for stem, worth in asked.worth.items() if len(stem) > 2}
    found = []
    for at, token in enumerate(TOKEN.finditer(text)):
        word = re.sub("y$", "i", token[0].lower())  # as stems end
        stem = next((word[:length] for length in (5, 4, 3) if word[:length] in begun), "")
        found += [(at, stem, begun[stem])] if stem else []
    taken = {at for at, _, _ in found}
    for stem, marks in asked.alike.items():
        places = words_of(marks, text, language, asked.expected.language)
        also = {len(TOKEN.findall(text[:start])) for start in places} - taken
        found += [(at, stem[:5], IN_HEADING * asked.worth.get(stem, 0.0)) for at in also]
    return found


def own_places(
    value: Value,
    text: str,
    places: Sequence[tuple[int, str, float]],
    ends: Sequence[int],
    leading: Sequence[Value],
) -> list[tuple[int, str, float]]:
    """Those words between the value before and this one: a label stands before its value.

    Of those `leading` the words up to the next one.
    """
    if leading:
        return _places_behind(value, text, places, leading)
    first = len(TOKEN.findall(text[: max((end for end in ends if end <= value.start), default=0)]))
    last, head = len(TOKEN.findall(text[: value.start])), len(TOKEN.findall(text[: min(ends)]))
    if first == 0 and any(at >= head for at, _, _ in places):
        return []  # what stands at the head may be the name of a column: a row below has other words
    return [place for place in places if first <= place[0] < last]


def _places_behind(
    value: Value, text: str, places: Sequence[tuple[int, str, float]], leading: Sequence[Value]
) -> list[tuple[int, str, float]]:
    """The words from a value that stands before what it is of to the next such; none of other values."""
    if value not in leading:
        return []
    until = next((other.start for other in leading if other.start > value.start), len(text))
    low, high = len(TOKEN.findall(text[: value.end])), len(TOKEN.findall(text[:until]))
    return [place for place in places if low <= place[0] < high]


def nearness(
    value: Value, text: str, places: Sequence[tuple[int, str, float]], asked: Asked
) -> tuple[float, float]:
    """How much of the question stands near the value, to 1; more with the noun that is counted beside it.

    Behind it, for values that all have much of it, each word once, and more in the same sentence.
    """
    at = len(TOKEN.findall(text[: value.start]))
    width = len(TOKEN.findall(value.text))
    near, beside = 0.0, dict[str, float]()
    first, last = _sentence_of(value, text)
    for place, stem, worth in places:
        part = worth / (1 + max(0, (at - place) if place < at else place - at - width + 1) / NEAR)
        near += part
        beside[stem] = max(beside.get(stem, 0.0), part if first <= place < last else part * ELSEWHERE)
    share = min(1.0, 0.3 + near / asked.total)
    if asked.expected.noun:
        around = text[max(0, value.start - 40) : value.end + 40].lower()
        nouns = [word.lower()[:5] for word in asked.expected.noun.split()]
        share += 0.3 * sum(noun in around for noun in nouns) / len(nouns)
    return min(1.3, share), sum(beside.values())


def _sentence_of(value: Value, text: str) -> tuple[int, int]:
    """The number of the first word of the value's sentence, and of the first behind it; of one in parts that
    semicolons divide, of its part."""
    spans = [span for span in sentence_spans(text) if span[0] <= value.start < span[1]]
    start, end = spans[0] if spans else (0, len(text))
    start = max(start, text.rfind("; ", start, value.start))
    end = next((at for at in [text.find("; ", value.end, end)] if at >= 0), end)
    return len(TOKEN.findall(text[:start])), len(TOKEN.findall(text[:end]))
