"""What the headings over a table or a sentence say of its figures: the note, the segment, the plan."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby

from reading.layout.headings import Heading, find_headings
from reading.layout.sections import Path, Sections
from reading.model import Line, MetricDraft, ParsedDocument, Table
from reading.tables.units.captions import read_caption
from reading.times.headings import header_rest
from reading.times.statements import statement_kind

BREAK = " › "
LEVELS = 3  # innermost headings that are told
LENGTH = 80  # characters of each
WORDS = 14  # of a heading; more are a sentence
# What every report has, whatever stands in it; and what would make a statement of a note.
_TELLS_NOTHING = re.compile(
    r"^\W*(?:part|item)\s+\w+|\bnotes?\s+to\b|\bfinancial\s+(?:statements?|information|review)\b|"
    r"\bmanagement['’]s\s+discussion|\bconsolidated\b|\bstatements?\s+of\b|\bbalance\s+sheets?\b|"
    r"\b(?:income|cash\s+flows?|earnings)\s+statements?\b|\btables?\s+of\s+contents\b|\bresults\s+of\s+operations$|"
    r"^overview$|^summary$|^general$|^\W*note\s+\d+\W*$|\breport\s+of\b|:$|\bexhibits?\b|\band\s+subsidiaries\b|\bform\s+(?:8|10)-[kq]\b",
    re.IGNORECASE,
)
_NUMBERING = re.compile(r"^\W*(?:note\s+)?\d{1,2}[a-z]?(?:\s*[.:)–—-]+\s*|\s+)", re.IGNORECASE)
_COMPARED = re.compile(r"\b(?:compared\s+(?:with|to)|versus|vs\.?)\b|\(.*?\)", re.IGNORECASE)
_NO_WORDS = re.compile(r"\W+")


def read_sections(parsed: ParsedDocument, tables: Sequence[Table]) -> Sections:
    """The headings of the document, with those that stand right over a table as its title."""
    pages = {page.number: page for page in parsed.pages}
    spans: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, on_page in groupby(sorted(tables, key=lambda table: table.page), lambda table: table.page):
        lines = sorted(pages[number].lines, key=lambda line: line.char_start)
        starts = [line.char_start for line in lines]
        for table in on_page:
            first, last = (bisect_left(starts, at) for at in (table.char_start, table.rows[0].char_start))
            spans[number].extend(_without_titles(table, lines[first:last]))
    return Sections(find_headings(parsed, spans))


def _without_titles(table: Table, above: Iterable[Line]) -> Iterator[tuple[int, int]]:
    """The stretches of a table's characters between the lines of its title. `above`: those over its rows."""
    start = table.char_start
    titles = table.title.split(" – ")
    for line in above:
        if line.text in titles:
            yield start, line.char_start
            start = line.char_start + len(line.text)
    yield start, table.char_end


def told_by(path: Path) -> tuple[str, ...]:
    """What the headings say beyond what every report's do, outermost first."""
    told = dict.fromkeys(text for heading in path if (text := _text(heading)))
    return tuple(told)[-LEVELS:]


def _text(heading: Heading) -> str:
    text = " ".join(heading.title.split())
    if _TELLS_NOTHING.search(text) or len(text.split()) > WORDS:
        return ""
    text = _NUMBERING.sub("", text).strip(" :.–—-")
    rest = header_rest(_COMPARED.sub(" ", text))
    return text[:LENGTH] if rest and not read_caption(text).scale else ""


def with_sections(
    metrics: Sequence[MetricDraft], tables: Sequence[Table], sections: Sections, named: Collection[int] = ()
) -> list[MetricDraft]:
    """`metrics` with the headings over their tables in their contexts; those of statements as they are.

    `named`: pages with a name of their own, as sheets have, to which headings of others do not reach.
    """
    over: set[Heading] = set()
    paths = [() if statement_kind(table) else _path_over(table, sections, over) for table in tables]
    told = [
        told_by(tuple(each for each in path if table.page not in named or each.page == table.page))
        for table, path in zip(tables, paths, strict=True)
    ]
    return [
        replace(each, context=joined(told[each.row[0]], each.context))
        if each.row and each.row[0] < len(told) and told[each.row[0]]
        else each
        for each in metrics
    ]


def _path_over(table: Table, sections: Sections, over: set[Heading]) -> Path:
    """The headings over a table, up to one of which it shows the siblings as well: it is not of that part.

    `over`: the parts that such tables ended, kept up from table to table.
    """
    path = sections.at(table.page, table.rows[0].char_start)
    shown = {_plain(row.label) for row in table.rows} | {_plain(column.header) for column in table.columns}
    shown |= {_plain(label) for row in table.rows for label in row.path}
    for depth, heading in enumerate(path):
        is_shown = _plain(heading.title) in shown
        if is_shown and any(_plain(title) in shown for title in sections.beside(path[: depth + 1])):
            over.add(heading)
        if heading in over:
            return path[:depth]
    return path


def joined(told: Sequence[str], context: str) -> str:
    """The context under what headings tell, but for what it says itself."""
    if not told:
        return context
    said = f" {_plain(context)} "
    return BREAK.join([*(text for text in told if f" {_plain(text)} " not in said), *filter(None, [context])])


@lru_cache(maxsize=4096)  # asked of a heading and of what stands under it for each of its figures
def _plain(text: str) -> str:
    return _NO_WORDS.sub(" ", text).casefold().strip()
