"""What of a page lies within spans of its characters, such as those of its tables."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from reading.model import Line


class Covered:
    """The characters in any of the spans. A page may have thousands of both spans and lines."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def __contains__(self, line: Line) -> bool:
        """Whether the line begins in one of the spans."""
        at = bisect_right(self._starts, line.char_start)
        return at > 0 and line.char_start < self._ends[at - 1]
