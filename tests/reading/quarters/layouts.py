"""From a file of layouts to documents, drawn or marked as tables, with the time of each number in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import count
from pathlib import Path

from reading.figures.read import read_figures
from reading.formats.flow import Block, Paragraph, TableBlock, TableCell, flow_page
from reading.model import ParsedDocument
from reading.tables.read import read_tables
from reading.values.dates import month_end
from tests.reading.drawing import draw

LABEL, COLUMN, NUMBER = 46, 22, 8  # characters
FORMS = ("drawn", "marked")
_ROW = re.compile(r"(?P<label>.*?\S)\s(?P<cells>[$#.%]+)(?P<sum>\ssum)?$")
_EXPECTED = re.compile(r"(?P<maybe>\?)?(?P<time>.+)")
Span = tuple[date | None, date | None]


@dataclass
class Layout:
    name: str
    lines: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Asked:
    """A number, where it stands, and the time that is right for it; `may_be_none`: or none at all."""

    text: str
    place: str
    time: Span | None
    may_be_none: bool


def layouts(name: str) -> list[Layout]:
    found: list[Layout] = []
    for line in (Path(__file__).parent / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            found.append(Layout(line[3:]))
        elif line.strip():
            found[-1].lines.append(line)
    return found


def judged(layout: Layout, form: str) -> Iterator[tuple[Asked, str]]:
    """Each number with “right”, “none” (a time is missed) or “wrong”."""
    numbers = _Numbers(layout)
    parsed = draw(numbers.drawn()) if form == "drawn" else numbers.marked()
    metrics = read_figures(parsed, read_tables(parsed), entity="Skerrow")[1]
    times: dict[str, set[Span]] = {}
    for each in metrics:
        if each.row:
            times.setdefault(_digits(each.value), set()).add((each.period_start, each.period_end))
    for asked in numbers.asked:
        found = times.get(_digits(asked.text), {(None, None)})
        if found == {(None, None)}:
            yield asked, "right" if asked.time is None or asked.may_be_none else "none"
        else:
            yield asked, "right" if found == {asked.time} else "wrong"


class _Numbers:
    """A layout with numbers, each of which stands there once."""

    def __init__(self, layout: Layout) -> None:
        self.asked: list[Asked] = []
        self._counter = count(1)
        self._rows: list[tuple[str, list[tuple[str, int]], bool]] = []  # kind, cells with spans, ruled
        since: list[tuple[str, list[str]]] = []
        columns = 0
        for line in layout.lines:
            if line.startswith("^"):
                cells = [_spanned(part) for part in line.lstrip("^_").split("|")]
                columns = sum(span for _, span in cells[1:])
                self._rows.append(("heading", cells, line.startswith("^_")))
            elif line.startswith(">>"):
                self._expect(line[2:].split(), since)
                since = []
            elif match := _ROW.fullmatch(line):
                texts = self._cells(match["cells"], columns, is_sum=bool(match["sum"]))
                since.append((match["label"], texts))
                self._rows.append(("row", [(match["label"], 1), *((text, 1) for text in texts)], False))
            elif line == ".":
                columns = 0
            else:
                self._rows.append(("label" if columns else "text", [(line, 1)], False))

    def _cells(self, kinds: str, columns: int, *, is_sum: bool) -> list[str]:
        kinds = kinds * columns if len(kinds) == 1 else kinds
        worth = [next(self._counter) for _ in kinds]
        whole = [1000 + 37 * each for each in worth]
        if is_sum:
            whole[-1] = sum(whole[:-1])
        return [_written(kind, amount, each) for kind, amount, each in zip(kinds, whole, worth, strict=True)]

    def _expect(self, times: Sequence[str], rows: Sequence[tuple[str, list[str]]]) -> None:
        for label, texts in rows:
            for text, time in zip(texts, times, strict=True):
                match = _EXPECTED.fullmatch(time)
                assert match
                if time != "*":
                    place = f"{label} {text}"
                    self.asked.append(Asked(text, place, _time(match["time"]), bool(match["maybe"])))

    def drawn(self) -> str:
        return "\n".join(text for row in self._rows for text in _printed(*row))

    def marked(self) -> ParsedDocument:
        blocks: list[Block] = []
        rows: list[tuple[TableCell, ...]] = []
        for kind, cells, _ in self._rows:
            if kind == "text":
                blocks += [TableBlock(tuple(rows))] if rows else []
                blocks.append(Paragraph(cells[0][0]))
                rows = []
            else:
                rows.append(tuple(TableCell(text.strip(), span) for text, span in cells))
        blocks += [TableBlock(tuple(rows))] if rows else []
        return ParsedDocument((flow_page(1, blocks)[0],))


def _printed(kind: str, cells: Sequence[tuple[str, int]], is_ruled: bool) -> Iterator[str]:
    if kind == "text":
        yield f"\n{cells[0][0]}\n"
        return
    line, rule = f"{cells[0][0]:<{LABEL}}"[:LABEL], " " * LABEL
    for text, span in cells[1:]:
        width = COLUMN * span
        end = len(line) + width
        if kind == "heading":  # centred over the numbers
            middle = len(rule) + (COLUMN - NUMBER + width) / 2
            line = f"{line:<{round(middle - len(text) / 2)}}{text}"
        line = f"{line:<{end}}" if kind == "heading" else f"{line}{text:>{width}}"
        rule += f"{'=' * (width - 6):>{width}}" if text else " " * width
    yield line.rstrip()
    if is_ruled:
        yield rule


def _spanned(part: str) -> tuple[str, int]:
    span, _, text = part.strip().rpartition(":")
    return (text.strip(), int(span)) if span.isdigit() else (part.strip(), 1)


def _written(kind: str, amount: int, number: int) -> str:
    if kind == "%":
        return f"{number}.{number % 10}%"
    if kind == ".":
        return f"$ {number // 100}.{number % 100:02}"
    return f"$ {amount:,}" if kind == "$" else f"{amount:,}"


def _digits(text: str) -> str:
    return re.sub(r"[^\d.]", "", text)


def _time(text: str) -> Span | None:
    """“2022-01+3”, “2022-05-01/2022-07-30”, “-”."""
    if text == "-":
        return None
    if "/" in text:
        first, last = (date.fromisoformat(day) for day in text.split("/"))
        return first, last
    start, months = date.fromisoformat(f"{text.partition('+')[0]}-01"), int(text.partition("+")[2])
    last_month = start.month - 1 + months - 1
    end = month_end(start.year + last_month // 12, last_month % 12 + 1)
    assert end > start - timedelta(days=1)
    return start, end
