"""How far the words of a web page's cell are set in: of a table's labels it tells which stand under which."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from bs4 import NavigableString, Tag

from reading.formats.flow import BLANK

POINTS = {"pt": 1.0, "px": 0.75, "em": 10.0, "rem": 10.0, "in": 72.0, "cm": 28.35, "mm": 2.835}
MOST = 144.0  # points: what is set in by more is placed, not set in
_DECLARED = re.compile(
    r"(?<![\w-])(padding|margin|padding-left|margin-left|text-indent)\s*:\s*([^;]+)", re.IGNORECASE
)
_LENGTH = re.compile(r"(-?\d*\.?\d+)\s*(pt|px|em|rem|in|cm|mm)?", re.IGNORECASE)
_LEADING = re.compile(r"[\u00a0\u2002\u2003]*")


def indent_of(cell: Tag) -> float:
    """Points by which the cell's first words are set in, by its styles and those of what they stand in."""
    indent, leading = 0.0, ""
    for element in _down_to_words(cell):
        if isinstance(element, Tag):
            indent += _of_style(str(element.get("style", "")))
        else:
            leading = _LEADING.match(element.lstrip(" \t\r\n"))[0]  # type: ignore[index]
    return min(max(indent + BLANK * len(leading), 0.0), MOST)


def _down_to_words(cell: Tag) -> Iterator[Tag | str]:
    """The cell, the elements in which its first words stand, the outer ones first, and these words."""
    words = next((each for each in cell.strings if each.strip()), None)
    if isinstance(words, NavigableString):
        yield cell
        yield from reversed(list(takewhile(lambda each: each is not cell, words.parents)))
        yield str(words)


def _of_style(style: str) -> float:
    """Its space at the left and before its first line. What is named later counts, as in a browser."""
    found: dict[str, float] = {}
    for name, value in _DECLARED.findall(style):
        lengths = [_points(*each) for each in _LENGTH.findall(value)]
        side, _, at_left = name.lower().partition("-")
        if lengths:
            found[name.lower() if side == "text" else side] = (
                lengths[0] if at_left else lengths[3 if len(lengths) > 3 else 1 if len(lengths) > 1 else 0]
            )
    return sum(found.values())


def _points(number: str, unit: str) -> float:
    return float(number) * POINTS.get(unit.lower(), 0.0)
