"""What the takers of parts of a question know of who reads it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Protocol

from retrieval.tables.rules.plan import Mark, Plan

Use = Callable[[list[Mark], "re.Match[str]"], str | None]


class Marked(Protocol):
    """`text`: the question with its names as marks. `take` gives each match to `use`."""

    plan: Plan
    marks: list[Mark]
    text: str

    def put(self, mark: Mark) -> str: ...

    def take(self, pattern: str, use: Use) -> None: ...


class Dated(Marked, Protocol):
    """`verbs`: words of the question that tell which date is meant, as a pattern; "" where there are none.

    `deeds`: its words for what those do whom a table is of; `things`: those behind “a”, which are no verbs.
    """

    today: date
    verbs: str
    deeds: set[str]
    things: set[str]


def kept_out(match: re.Match[str]) -> str:
    """What was matched, out of the reach of patterns: its words are left over, its names stay."""
    return " ".join(word if word[0] == "<" else f"~{word}" for word in match[0].split())
