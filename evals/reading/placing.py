"""Where on its page each figure stands that the reader stored."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from reading.model import Box, Line, MetricDraft, ParsedDocument, ParsedPage, Table, Word

SLACK = 1.5  # points: the same glyphs measured by another parser


@dataclass(frozen=True)
class Placed:
    """`box`: round the figure as written."""

    metric: MetricDraft
    page: int
    box: Box

    def covers(self, x: float, y: float) -> bool:
        box = self.box
        return box.x0 - SLACK <= x <= box.x1 + SLACK and box.top - SLACK <= y <= box.bottom + SLACK


def place_metrics(
    parsed: ParsedDocument, tables: Sequence[Table], metrics: Iterable[MetricDraft]
) -> Iterator[Placed]:
    """Every figure whose written value is found on its page, in the order of `metrics`."""
    pages = {page.number: page for page in parsed.pages}
    seen: Counter[tuple[object, ...]] = Counter()
    for metric in metrics:
        key = (metric.place.page, metric.row, metric.place.quote, metric.value)
        box = _box(metric, seen[key], pages, tables)
        seen[key] += 1
        if box is not None and metric.place.page is not None:
            yield Placed(metric, metric.place.page, box)


def _box(
    metric: MetricDraft, nth: int, pages: Mapping[int, ParsedPage], tables: Sequence[Table]
) -> Box | None:
    """The box of the `nth` (from 0) figure written so in its row or sentence."""
    if metric.row and metric.row[0] < len(tables):
        row = tables[metric.row[0]].rows[metric.row[1]]
        boxes = [cell.box for cell in row.cells if cell.quantity and cell.text == metric.value]
        if nth < len(boxes):
            return boxes[nth]
    page = pages.get(metric.place.page or 0)
    return _box_in_text(page, metric.place.quote, metric.value, nth) if page else None


def _box_in_text(page: ParsedPage, quote: str, value: str, nth: int) -> Box | None:
    start = page.text.find(quote)
    if start < 0 or not value:
        return None
    written = r"\s+".join(re.escape(word) for word in value.split())
    found = list(re.finditer(rf"(?<![\d.,]){written}(?!\d)", page.text[start : start + len(quote)]))
    if not found:
        return None
    match = found[min(nth, len(found) - 1)]
    return _box_of_span(page.lines, start + match.start(), start + match.end())


def _box_of_span(lines: Iterable[Line], start: int, end: int) -> Box | None:
    """Round the words with a digit between two offsets of the page's text; those of the first line."""
    for line in lines:
        words = [
            word
            for word, first, last in _offsets(line)
            if first < end and start < last and any(sign.isdigit() for sign in word.text)
        ]
        if words:
            return Box(
                min(word.box.x0 for word in words),
                min(word.box.top for word in words),
                max(word.box.x1 for word in words),
                max(word.box.bottom for word in words),
            )
    return None


def _offsets(line: Line) -> Iterator[tuple[Word, int, int]]:
    at = 0
    for word in line.words:
        at = line.text.find(word.text, at)
        if at < 0:
            return
        yield word, line.char_start + at, line.char_start + at + len(word.text)
        at += len(word.text)
