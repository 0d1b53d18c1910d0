"""Markdown: plain text whose tables of `|` are set in columns, so that they are read as tables."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from reading.formats.flow import set_table, table_of
from reading.formats.plain_text import page_of_text, parse_text
from reading.model import KnownGrid, ParsedDocument, ParsedPage

_RULE = re.compile(r"[ ]{0,3}\|?[ ]*:?-+:?[ ]*(?:\|[ ]*:?-+:?[ ]*)*\|?[ \t]*")  # below a table's headings
_BAR = re.compile(r"(?<!\\)\|")
_FENCE = re.compile(r"[ ]{0,3}(?:```|~~~)")
_ENTITY = re.compile(r"&(?:\w{2,31}|#\d{1,7}|#x[0-9a-f]{1,6});", re.IGNORECASE)  # “&nbsp;”, “&#8212;”
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_MARKS = re.compile(r"^[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}$")


def parse_markdown(path: Path, *, max_pages: int | None = None) -> ParsedDocument:
    """The file's pages, with headings for an outline and tables in columns. Raises `UnreadableDocument`."""
    parsed = parse_text(path, is_markdown=True, max_pages=max_pages)
    return replace(parsed, pages=tuple(_with_tables(page) for page in parsed.pages))


def _with_tables(page: ParsedPage) -> ParsedPage:
    lines: list[str] = []
    grids: list[tuple[int, int, tuple[float, ...], bool]] = []
    for part, rows in _parts(page.text.split("\n")):
        if rows:
            part, edges, has_header = set_table(table_of(rows))
            grids.append((len(lines), len(lines) + len(part), edges, has_header))
        lines.extend(part)
    if not grids:
        return page
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    known = tuple(
        KnownGrid(starts[first], starts[last] - 1, edges, has_header)
        for first, last, edges, has_header in grids
    )
    return replace(page_of_text(page.number, "\n".join(lines)), grids=known)


def _parts(lines: Sequence[str]) -> Iterator[tuple[list[str], list[list[str]]]]:
    """The lines in order, with the cells of those that make a table."""
    at, fenced = 0, False
    while at < len(lines):
        fenced ^= bool(_FENCE.match(lines[at]))
        if not fenced and _heads_table(lines, at):
            end = next((row for row in range(at + 2, len(lines)) if "|" not in lines[row]), len(lines))
            yield [], [_cells(lines[row]) for row in range(at, end) if row != at + 1]
            at = end
        else:
            yield [lines[at]], []
            at += 1


def _heads_table(lines: Sequence[str], at: int) -> bool:
    """Whether the line's cells are headings: a rule of as many cells stands below it."""
    if at + 1 >= len(lines) or "|" not in lines[at] or "|" not in lines[at + 1]:
        return False
    return bool(_RULE.fullmatch(lines[at + 1])) and len(_cells(lines[at])) == len(_cells(lines[at + 1]))


def _cells(line: str) -> list[str]:
    parts = _BAR.split(line.strip().removeprefix("|"))
    if parts and not parts[-1].strip():
        parts.pop()
    return [_shown(part) for part in parts]


def _shown(cell: str) -> str:
    """The cell's words as a reader of the page sees them."""
    words = _ENTITY.sub(lambda found: html.unescape(found[0]), _BREAK.sub(" ", cell))
    return _MARKS.sub("", words.strip()).replace("\\|", "|")
