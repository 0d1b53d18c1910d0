"""The cells that the words of a line make, and what a field is once it is found in them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from reading.kinds.values import Value
from reading.model import Line

GAP = 1.2  # heights of a line between the cells of a row


@dataclass(frozen=True)
class FieldDraft:
    """A field with its value and the words that give it."""

    key: str
    label: str
    value: Value
    page: int
    quote: str


@dataclass(frozen=True)
class FieldCell:
    text: str
    x0: float
    x1: float
    line: Line


def cells_of(line: Line) -> list[FieldCell]:
    """The words of a line in groups that stand wide apart."""
    if not line.words:
        return [FieldCell(line.text, 0.0, 0.0, line)]
    height = max(line.box.bottom - line.box.top, 1.0)
    groups = [[line.words[0]]]
    for before, word in pairwise(line.words):
        if word.box.x0 - before.box.x1 > GAP * height:
            groups.append([])
        groups[-1].append(word)
    return [
        FieldCell(" ".join(word.text for word in group), group[0].box.x0, group[-1].box.x1, line)
        for group in groups
    ]
