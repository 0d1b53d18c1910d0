"""A question's words, each of which has its place once, and what they come to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from agentic.search.decisions.steps import Decomposition
from agentic.search.decisions.words import LONGEST, WORD
from retrieval.annotations.fields import Fields
from retrieval.question.model import QueryAnalysis


@dataclass
class Parts:
    """What is taken of a question has its place; the rest is free."""

    analysis: QueryAnalysis
    known: Fields
    out: Decomposition = field(default_factory=Decomposition)

    def __post_init__(self) -> None:
        self.text = self.analysis.question
        self._free = [True] * len(self.text)

    def _take(self, start: int, end: int) -> None:
        self._free[start:end] = [False] * (end - start)

    def _rest(self) -> str:
        return "".join(char if free else " " for char, free in zip(self.text, self._free, strict=True))

    def _grams(self, most: int = LONGEST) -> Iterator[tuple[str, int, int]]:
        """Runs of words that are free and stand together, the longest first, with their characters."""
        words = [match.span() for match in WORD.finditer(self._rest())]
        for size in range(min(most, len(words)), 0, -1):
            for at in range(len(words) - size + 1):
                start, end = words[at][0], words[at + size - 1][1]
                between = self.text[start:end]
                if all(self._free[start:end]) and not re.search(r"[,;:?!]\s", between):
                    yield between, start, end

    def _constrain(self, name: str, op: str, value: Any, unit: str = "") -> None:
        """One more condition; a name that has one already keeps both as far as they are of one sort."""
        known = self.out.constraints.get(name)
        if known and known["op"] == op == "in":
            value = list(dict.fromkeys([*known["value"], *value]))
        elif known and known["op"] == op == "~" and name == "about":
            value = f"{known['value']} {value}"  # all words must stand there
        self.out.constraints[name] = {"op": op, "value": value} | ({"unit": unit} if unit else {})
