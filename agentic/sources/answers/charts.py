"""Whether a result is a series that a chart shows, and which of its columns are its axes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from agentic.sources.drivers.types import Fetched
from retrieval.tables.schema import words_of

FEWEST, MOST_BARS, MOST_POINTS = 3, 12, 400
_TIME = re.compile(
    r"(?:19|20)\d\d(?:-?(?:[01]\d|Q[1-4]|W\d\d))?(?:-[0-3]\d)?(?:T[\d:.+-]+)?|Q[1-4](?: \d{4})?"
)
_TIME_WORDS = frozenset("year month quarter week day date yr".split())
_NO_MEASURE = frozenset("id ids key code no zip phone rank".split())


def chart_of(found: Fetched) -> dict[str, str] | None:
    """{kind: bars | line, x, y}: a measure over time, or one of a few groups; None where it is neither."""
    rows = found.rows
    if found.truncated or not FEWEST <= len(rows) <= MOST_POINTS or len(set(found.columns)) < 2:
        return None
    columns = {name: [row[at] for row in rows] for at, name in enumerate(found.columns)}
    measures = [name for name, values in columns.items() if _is_measure(name, values)]
    labels = [name for name in columns if name not in measures]
    times = [
        name
        for name in labels
        if not _NO_MEASURE & set(words_of(name)) and all(_is_time(value) for value in columns[name])
    ]
    names = [name for name in labels if all(isinstance(value, str) for value in columns[name])]
    x = next(iter(times or names), None)
    if x is None or not measures or len(set(columns[x])) < len(rows):
        return None
    if len(rows) <= MOST_BARS:
        return {"kind": "bars", "x": x, "y": measures[0]}
    return {"kind": "line", "x": x, "y": measures[0]} if x in times else None


def _is_measure(name: str, values: Sequence[Any]) -> bool:
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    words = set(words_of(name))
    if len(numbers) < len(values) - 1 or not numbers or words & _NO_MEASURE:
        return False
    return not (words & _TIME_WORDS and all(_is_time(value) for value in values))


def _is_time(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return False
    if isinstance(value, int | float):
        return value == int(value) and (1900 <= value < 2100 or 1 <= value <= 53)
    return _TIME.fullmatch(value) is not None
