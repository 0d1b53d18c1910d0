"""Names found in a text by their words, however many names there are."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")
WORD = re.compile(r"\w+|&")
SHORTEST = 2  # letters and digits of a name; one alone stands for anything


@dataclass(frozen=True)
class Found(Generic[T]):
    """`values`: all that go by the words found. `start`, `end`: their characters."""

    values: tuple[T, ...]
    start: int
    end: int


class Phrases(Generic[T]):
    """Looks phrases up by their first word: the cost grows with the text, not with the phrases."""

    def __init__(self, phrases: Iterable[tuple[str, T]]) -> None:
        values: dict[tuple[str, ...], list[T]] = defaultdict(list)
        lengths: dict[str, set[int]] = defaultdict(set)
        for phrase, value in phrases:
            words = words_of(phrase)
            if len("".join(words)) >= SHORTEST and value not in values[words]:
                values[words].append(value)
                lengths[words[0]].add(len(words))
        self._values = dict(values)
        self._lengths = {first: sorted(each, reverse=True) for first, each in lengths.items()}

    def __len__(self) -> int:
        return len(self._values)

    def find(self, text: str) -> Iterator[Found[T]]:
        """The phrases in `text`, in order, the longest at each place, none inside another."""
        matches = list(WORD.finditer(text))
        words = [match[0].casefold() for match in matches]
        at = 0
        while at < len(words):
            fitting = (n for n in self._lengths.get(words[at], ()) if at + n <= len(words))
            length = next((n for n in fitting if tuple(words[at : at + n]) in self._values), 0)
            if length:
                yield Found(
                    tuple(self._values[tuple(words[at : at + length])]),
                    matches[at].start(),
                    matches[at + length - 1].end(),
                )
            at += length or 1


def words_of(text: str) -> tuple[str, ...]:
    return tuple(word.casefold() for word in WORD.findall(text))
