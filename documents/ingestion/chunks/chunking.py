"""Cuts a document into chunks of the workspace's size, each knowing its section and its pages.

Cuts fall at headings, paragraph ends and sentence ends, never inside a line of a table. Tokens are
counted once for each page; every cut is then a matter of looking up.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, Protocol

from documents.ingestion.chunks.chunk_settings import ChunkSettings, Ruler, Unit
from llm.types import Embedder
from reading.layout.headings import Heading, TableSpan, find_headings
from reading.layout.layout import paragraphs_of
from reading.layout.sections import enter
from reading.model import ParsedDocument, ParsedPage
from reading.text.language import language_of
from reading.text.sentences import sentence_spans

PAGE_BREAK = "\f"
SECTION_BREAK = " › "
SPECIAL_TOKENS = 2  # the embedder's marks before and after each text
SECTION_SHARE = 0.5  # of a chunk's size at most: the section must leave room for text
SECTION_CHARACTERS = 200  # of the path of headings: some 45 tokens of the 256
SECTION_LEVELS = 3  # innermost headings that are kept
# However few tokens or words they are: PostgreSQL's index of words takes 1 MB of a text, with each part of a
# word that has hyphens or is an address once more.
LONGEST_CHUNK = 60_000  # characters
COMMAS = "、，；：｡"  # of Chinese and Japanese, which part no words by blanks
# From these parts of the budget on, the start of a long table and the end of a paragraph are good cuts.
TABLE_FILL = 0.3
PARAGRAPH_FILL = 0.5


@dataclass
class ChunkDraft:
    """`char_start`, `char_end`: offsets in the pages' texts joined by form feeds.

    `section`: the path of headings, outermost first. `token_count`: of `text` alone. Where the settings ask
    for an overlap, a chunk begins before the end of the one before it.
    """

    index: int
    section: str
    page_start: int
    page_end: int
    char_start: int
    char_end: int
    text: str
    token_count: int
    language: str = ""


class Chunk(Protocol):
    section: str
    text: str


def embedded_text(chunk: Chunk | ChunkDraft) -> str:
    """What the embedder reads of a chunk."""
    return f"{chunk.section}\n{chunk.text}" if chunk.section else chunk.text


def split_into_chunks(
    parsed: ParsedDocument,
    tables: Sequence[TableSpan],
    embedder: Embedder,
    settings: ChunkSettings | None = None,
) -> list[ChunkDraft]:
    """Chunks in reading order that cover all text, each at most of the size set.

    In tokens the section and the embedder's marks count too, so that 256 is what it reads at once.
    """
    settings = settings or ChunkSettings()
    source = _Source(parsed, embedder, settings)
    units = list(_units(parsed, tables, source))
    budgets = _Budgets(embedder, settings)
    packed = _merge_small(_pack(units, source, budgets), source, budgets)
    starts = [group[0].start for group in packed[:1]]
    starts += [source.overlapped(before, after) for before, after in pairwise(packed)]
    spans = zip(starts, packed, strict=True)
    return [_draft(index, start, group, source) for index, (start, group) in enumerate(spans)]


class _Unit(NamedTuple):
    """A piece that is not cut. `table`: its number, or None. `opens`: whether a paragraph begins here."""

    start: int
    end: int
    section: str
    opens: bool = False
    is_heading: bool = False
    table: int | None = None


class _Source:
    """The whole text with the places of its tokens and pages; lengths are in the unit set."""

    def __init__(self, parsed: ParsedDocument, embedder: Embedder, settings: ChunkSettings) -> None:
        self.text = PAGE_BREAK.join(page.text for page in parsed.pages)
        self.page_starts: list[int] = []
        self.page_numbers = [page.number for page in parsed.pages]
        token_starts: list[int] = []
        offset = 0
        for page in parsed.pages:
            self.page_starts.append(offset)
            token_starts += [offset + start for start in embedder.token_starts(page.text)]
            offset += len(page.text) + len(PAGE_BREAK)

        self.language = language_of(parsed)
        self.settings = settings
        self._tokens = Ruler(token_starts, len(self.text))
        self._ruler = Ruler.of(settings.unit, self.text, token_starts)
        self.length, self.after = self._ruler.length, self._ruler.after
        self.tokens = self._tokens.length

    def overlapped(self, before: list[_Unit], after: list[_Unit]) -> int:
        """Where a chunk begins that repeats the end of the one before it.

        Whole sentences, else whole words; nothing of a table, and nothing over a heading.
        """
        start, first = after[0].start, after[0]
        if not self.settings.overlap or first.is_heading or first.table is not None:
            return start
        for unit in reversed(before):
            if unit.is_heading or unit.table is not None:
                break
            if self.length(unit.start, after[0].start) > self.settings.overlap:
                return start if start < first.start else self._words_before(unit, first.start)
            start = unit.start
        return start

    def _words_before(self, unit: _Unit, end: int) -> int:
        """Where the last words of a sentence begin that is longer than the overlap."""
        spaces = (match.end() for match in re.finditer(r"\s+", self.text[unit.start : end]))
        starts = (unit.start + space for space in spaces)
        return next((at for at in starts if self.length(at, end) <= self.settings.overlap), end)

    def page_at(self, offset: int) -> int:
        return self.page_numbers[max(bisect_left(self.page_starts, offset + 1) - 1, 0)]


class _Budgets:
    """How much text fits beside each section, and beside what may be repeated of the chunk before."""

    def __init__(self, embedder: Embedder, settings: ChunkSettings) -> None:
        self._embedder = embedder
        self._settings = settings
        self._known: dict[str, int] = {}

    def of(self, section: str) -> int:
        if section not in self._known:
            size, overlap = self._settings.size, self._settings.overlap
            if self._settings.unit == Unit.TOKENS:
                used = self._embedder.count_tokens([section])[0] if section else 0
                size = max(size - SPECIAL_TOKENS - used, int(size * SECTION_SHARE))
            self._known[section] = max(size - overlap, 1)
        return self._known[section]


def _units(parsed: ParsedDocument, tables: Sequence[TableSpan], source: _Source) -> Iterator[_Unit]:
    spans = _spans_by_page(tables)
    headings = {(heading.page, heading.start): heading for heading in _headings(parsed, spans)}
    path: list[Heading] = []
    for page, offset in zip(parsed.pages, source.page_starts, strict=True):
        for unit in _page_units(page, spans.get(page.number, {}), headings, path):
            start, end = offset + unit.start, offset + unit.end
            yield _Unit(start, end, unit.section, unit.opens, unit.is_heading, unit.table)


def _spans_by_page(tables: Sequence[TableSpan]) -> dict[int, dict[int, TableSpan]]:
    spans: dict[int, dict[int, TableSpan]] = defaultdict(dict)
    for number, table in enumerate(tables):
        spans[table.page][number] = table
    return spans


def _headings(parsed: ParsedDocument, spans: dict[int, dict[int, TableSpan]]) -> list[Heading]:
    taken = {
        page: [(table.char_start, table.char_end) for table in on_page.values()]
        for page, on_page in spans.items()
    }
    return find_headings(parsed, taken)


def _page_units(
    page: ParsedPage,
    tables: dict[int, TableSpan],
    headings: dict[tuple[int, int], Heading],
    path: list[Heading],
) -> Iterator[_Unit]:
    """The page's pieces, offsets in its text. `path` is kept up from page to page."""
    table_of = _tables_of_lines(page, tables)
    alone = {
        line.char_start
        for line in page.lines
        if line.char_start in table_of or (page.number, line.char_start) in headings
    }
    if not page.lines and page.text.strip():
        yield from _sentences(page.text, 0, len(page.text), _section(path))
    last_heading_end = -1
    for paragraph in paragraphs_of(page, alone):
        start, end = paragraph.start, paragraph.end
        heading, table = headings.get((page.number, start)), table_of.get(start)
        if heading:
            enter(path, heading)
            last_heading_end = heading.end
        if heading or end <= last_heading_end:
            yield _Unit(start, end, _section(path), opens=heading is not None, is_heading=True)
        elif table is not None:
            yield _Unit(start, end, _section(path, tables[table].title), opens=True, table=table)
        else:
            yield from _sentences(page.text, start, end, _section(path))


def _tables_of_lines(page: ParsedPage, tables: dict[int, TableSpan]) -> dict[int, int]:
    """The numbers of the tables in which lines begin, the first of several, by where they begin."""
    starts, found = sorted(line.char_start for line in page.lines), dict[int, int]()
    for number, table in reversed(tables.items()):
        first, last = (bisect_left(starts, at) for at in (table.char_start, table.char_end))
        found.update(dict.fromkeys(starts[first:last], number))
    return found


def _section(path: Sequence[Heading], table: str = "") -> str:
    titles = [heading.title for heading in path]
    if table and titles and titles[-1].casefold() in table.casefold():
        titles[-1] = table
    elif table:
        titles.append(table)
    kept = titles[-SECTION_LEVELS:]
    each = SECTION_CHARACTERS // max(len(kept), 1)
    return SECTION_BREAK.join([_shortened(title, each) for title in kept])


@lru_cache(maxsize=1024)  # the same titles head many units
def _shortened(text: str, length: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= length else text[: length - 1].rsplit(" ", 1)[0] + "…"


def _sentences(text: str, start: int, end: int, section: str) -> Iterator[_Unit]:
    for number, (first, last) in enumerate(sentence_spans(text[start:end])):
        yield _Unit(start + first, start + last, section, opens=number == 0)


def _pack(units: Sequence[_Unit], source: _Source, budgets: _Budgets) -> list[list[_Unit]]:
    """Units in groups that fit the budget of the group's first section."""
    packed: list[list[_Unit]] = []
    group: list[_Unit] = []
    table_ends = _last_of_tables(units)
    for unit in _fitting(units, source, budgets):
        while group and _starts_anew(group, unit, source, budgets, table_ends):
            kept, group = _cut(group, unit, source, budgets)
            packed.append(kept)
        group.append(unit)
    return [*packed, group] if group else packed


def _last_of_tables(units: Sequence[_Unit]) -> dict[int, int]:
    return {unit.table: unit.end for unit in units if unit.table is not None}


def _fitting(units: Sequence[_Unit], source: _Source, budgets: _Budgets) -> Iterator[_Unit]:
    """The units, those too long for a chunk cut up at the ends of lines or words."""
    for unit in units:
        start, budget = unit.start, budgets.of(unit.section)
        while source.length(start, unit.end) > budget or unit.end - start > LONGEST_CHUNK:
            cut = min(source.after(start, budget), start + LONGEST_CHUNK)
            cut = _last_gap(source.text, start + 1, cut) or cut
            yield _Unit(start, cut, unit.section, unit.opens and start == unit.start, table=unit.table)
            start = cut
        yield unit if start == unit.start else unit._replace(start=start, opens=False)


def _last_gap(text: str, start: int, end: int) -> int:
    """Where to cut `text[start:end]`: at its last blank or behind its last comma; 0 where it has none."""
    space = max(text.rfind("\n", start, end), text.rfind(" ", start, end))
    if space > start:
        return space
    return max((text.rfind(mark, start, end - 1) + 1 for mark in COMMAS), default=0)


def _starts_anew(
    group: list[_Unit], unit: _Unit, source: _Source, budgets: _Budgets, table_ends: dict[int, int]
) -> bool:
    if not _fits([*group, unit], source, budgets):
        return True
    if all(member.is_heading for member in group):
        return False
    filled = source.length(group[0].start, group[-1].end)
    if unit.is_heading and not group[-1].is_heading and unit.section != _section_of(group):
        return filled >= source.settings.minimum
    if unit.table is not None and unit.table != group[-1].table:
        end = table_ends[unit.table]
        budget = budgets.of(_section_of(group))
        overflows = source.length(group[0].start, end) > budget
        fits_alone = source.length(unit.start, end) <= budgets.of(unit.section)
        return overflows and filled >= (source.settings.minimum if fits_alone else TABLE_FILL * budget)
    return False


def _fits(group: list[_Unit], source: _Source, budgets: _Budgets) -> bool:
    start, end = group[0].start, group[-1].end
    return source.length(start, end) <= budgets.of(_section_of(group)) and end - start <= LONGEST_CHUNK


def _section_of(group: list[_Unit]) -> str:
    """The section of the group's first text under a heading."""
    return next((unit.section for unit in group if unit.section and not unit.is_heading), group[-1].section)


def _cut(
    group: list[_Unit], following: _Unit, source: _Source, budgets: _Budgets
) -> tuple[list[_Unit], list[_Unit]]:
    """The group's part that makes a chunk, and what is left to begin the next with.

    Headings go with what they head; else the last paragraph end that leaves the chunk well filled is taken.
    """
    at = len(group)
    while at > 1 and group[at - 1].is_heading:
        at -= 1
    if at == len(group) and not following.opens:
        least = PARAGRAPH_FILL * budgets.of(_section_of(group))
        ends = (
            index
            for index in range(len(group) - 1, 0, -1)
            if group[index].opens
            and not group[index - 1].is_heading
            and source.length(group[0].start, group[index - 1].end) >= least
        )
        at = next(ends, at)
    return group[:at], group[at:]


def _merge_small(groups: list[list[_Unit]], source: _Source, budgets: _Budgets) -> list[list[_Unit]]:
    """Groups of too little text joined to the group before them, else to the one behind, where they fit."""
    merged: list[list[_Unit]] = []
    for group in groups:
        if merged and (_is_small(group, source) or _is_small(merged[-1], source)):
            both = [*merged[-1], *group]
            if _fits(both, source, budgets):
                merged[-1] = both
                continue
        merged.append(group)
    return merged


def _is_small(group: list[_Unit], source: _Source) -> bool:
    return source.length(group[0].start, group[-1].end) < source.settings.minimum


def _draft(index: int, start: int, group: list[_Unit], source: _Source) -> ChunkDraft:
    end = group[-1].end
    return ChunkDraft(
        index=index,
        section=_section_of(group),
        page_start=source.page_at(start),
        page_end=source.page_at(max(end - 1, start)),
        char_start=start,
        char_end=end,
        text=source.text[start:end].replace(PAGE_BREAK, "\n"),
        token_count=source.tokens(start, end),
        language=source.language,
    )
