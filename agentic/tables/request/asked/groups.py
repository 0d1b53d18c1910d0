"""Groups of rows that a question asks for by what they come to: “which month had the highest total”."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from agentic.tables.model import Column
from agentic.tables.request.words import Words
from retrieval.question.wording.rows import AVERAGE, VERB, WHICH

Fold = Literal["sum", "average", "count"]
MOST = re.compile(r"\b(?:most|least|fewest)\b", re.IGNORECASE)
TOTAL = re.compile(r"\b(?:overall|in total|total|altogether|in all|together|combined)\b", re.IGNORECASE)
# Figures of a state, which do not add up.
STATES = re.compile(
    r"balance|level|rank|rate|ratio|per\s?cent|%|temp|average|mean|median|\bph\b|price|age\b|year|score|height|"
    r"width|depth|speed|satisfaction|index|\bper\b",
    re.IGNORECASE,
)


def group_of(asked: Words) -> str:
    """The column of words by whose contents rows are put together: what stands behind “which”."""
    which = WHICH.search(asked.question)
    if which is None:
        return ""
    stop = VERB.search(which["noun"])
    start = which.start("noun")
    end = start + (stop.start() if stop else len(which["noun"]))
    places = [at for at, token in enumerate(asked.tokens) if start <= token.start and token.end <= end]
    for column in asked.sheet.texts:
        held = [at for at in places[:2] if asked.tokens[at].stems & column.words]
        if held and _repeats(asked, column):
            asked.take(held)
            return column.name
    return ""


def _repeats(asked: Words, column: Column) -> bool:
    """Whether several rows have the same there."""
    held = [row.cells[column.name] for row in asked.sheet.rows if column.name in row.cells]
    return 1 < len(set(held)) < len(held)


def fold_of(asked: Words, columns: Sequence[Column], *, is_flow: bool) -> Fold | None:
    """How the numbers of a group are put together; None where one row alone is meant."""
    if AVERAGE.search(asked.question):
        return "average"
    is_state = any(STATES.search(column.name) for column in columns)
    if not columns:
        return "count" if MOST.search(asked.plain) else None
    if TOTAL.search(asked.question) or ((MOST.search(asked.plain) or is_flow) and not is_state):
        return None if is_state else "sum"
    return None
