"""What is asked beside the first thing: “…, and what is its status?”, “… with the order they concern”."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agentic.search.chains.found import Found, is_turned, words_on
from agentic.search.chains.graph import Cell, Graph, Record
from agentic.search.chains.reading import Reading
from agentic.search.chains.walks import Walk, closest
from agentic.search.chains.wanted import want_of

SECOND = re.compile(
    r",?\s+and\s+(?:also\s+)?"
    r"(?P<ask>(?:by |to |on )?(?:who|whom|when|where|which|what|how (?:much|many))\b.*)$",
    re.IGNORECASE | re.DOTALL,
)
TOGETHER = re.compile(
    r",?\s+(?:together\s+)?with\s+(?:the|their|its)\s+(?P<ask>[^\W\d_]+(?:\s+[^\W\d_]+)?"
    r"(?:\s+(?:they|it|that|which|each)\b[^,]*)?)\W*$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Beside:
    """Of one record found: what another gives, that may be itself."""

    record: Record
    cell: Cell | None
    walk: Walk


def in_two(question: str) -> tuple[str, str]:
    """The question and the second one behind it, which may be empty."""
    if match := SECOND.search(question):
        return question[: match.start()].rstrip(" ,") + "?", match["ask"]
    if match := TOGETHER.search(question):
        return question[: match.start()] + "?", f"Which {match['ask']}?"
    return question, ""


def beside(found: Found, second: str, graph: Graph) -> dict[int, Beside] | None:
    """By the records found, what is asked beside them; None where one has none, or words are left."""
    reading = Reading(second, graph)
    want = want_of(reading)
    if want is None or want.form in ("count", "sum") or is_turned(reading):
        return None
    reading.asked = want.said
    told = {}
    for record in found.records:
        goals = {id(each) for each in want.records}
        walk = closest([record], goals, graph, reading.leads_by).get(id(record))
        if walk is None:
            return None
        told[id(record)] = Beside(walk.goal, want.cells_of(walk.goal)[0], walk)
        words = words_on([record], {id(record): [walk]}, (), reading)
        if reading.left(words.union(*(graph.labels[label] for label in want.labels)), want.said):
            return None
    return told
