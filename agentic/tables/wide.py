"""Questions in Chinese and Japanese for a cell: headings and cells are looked for in it as they are written,
since nothing parts its words."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from agentic.facts.case import Case
from agentic.outcome import Outcome
from agentic.tables.answer import outcome_of
from agentic.tables.loading import sheets_for
from documents.models import Page
from retrieval.sheets.asked import Named, Request
from retrieval.sheets.assembly import LABEL
from retrieval.sheets.model import Column, Row, Sheet

WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
LEAST_WIDE = 0.5  # of the letters of a question
LEAST_HEADING = 2  # characters
LEAST_KNOWN = 0.6  # of the pairs of characters of a question, that the table's page or document has
_BRACKETS = re.compile(r"[(\[（［【].*?[)\]）］】]")
_MARKS = re.compile(r"[\s\W_]+")


@dataclass(frozen=True)
class _Hit:
    """`weight`: how many characters of the question the row's cells and the heading are."""

    sheet: Sheet
    column: Column
    row: Row
    cells: Mapping[str, str]
    weight: int


def answer_wide(case: Case) -> Outcome | None:
    """The cell of the row and column that the question names; None where several fit it as well."""
    question = plain(case.question)
    letters = [char for char in question if char.isalpha()]
    if not letters or len(WIDE.findall(question)) < LEAST_WIDE * len(letters):
        return None
    hits = [hit for sheet in sheets_for(case) for hit in _hits(sheet, question)]
    most = max((hit.weight for hit in hits), default=0)
    best = [hit for hit in hits if hit.weight == most]
    if len({(hit.row.span.fact_id, hit.column.name) for hit in best}) != 1 or not _is_known(
        best[0], question
    ):
        return None
    hit = best[0]
    conditions = tuple(Named(name, frozenset({content}), content) for name, content in hit.cells.items())
    request = Request(hit.sheet, "value", (hit.column,), conditions, None, (), hit.weight)
    return outcome_of(case, request) if len(request.rows) == 1 else None


def plain(text: str) -> str:
    """Without marks and blanks, in letters of one width."""
    return _MARKS.sub("", unicodedata.normalize("NFKC", text)).casefold()


def _hits(sheet: Sheet, question: str) -> Iterator[_Hit]:
    """Rows of which cells stand in the question, with each column whose heading does."""
    headed = {column: size for column in sheet.columns if (size := _named(column.name, question))}
    if not headed:
        return
    for row in sheet.rows:
        cells = {
            name: str(content)
            for name, content in row.cells.items()
            if isinstance(content, str) and _is_said(name, content, question)
        }
        weight = sum(len(plain(content)) for content in cells.values())
        for column, size in headed.items():
            if cells and column.name in row.cells and column.name not in cells:
                yield _Hit(sheet, column, row, cells, weight + size)


def _named(heading: str, question: str) -> int:
    """How many characters of the question are the heading, in its own language or in English; else none."""
    own = plain(_BRACKETS.sub("", heading))
    if len(own) >= LEAST_HEADING and own in question:
        return len(own)
    return max(
        (len(word) for word, english in _abroad().items() if english == own and word in question), default=0
    )


def _is_said(name: str, content: str, question: str) -> bool:
    """Whether a cell stands in the question; a single character only with its heading: “六车道”."""
    own = plain(content)
    if len(own) > 1:
        return own in question
    beside = "" if name == LABEL else plain(name)[:2]
    return bool(own and beside) and own + beside in question


def _is_known(hit: _Hit, question: str) -> bool:
    """Whether most of the question is in the document's name and on the page, or asks."""
    texts = Page.objects.filter(document=hit.sheet.document_id, number=hit.row.span.page or 1)
    said = [
        hit.sheet.filename,
        hit.sheet.title,
        *texts.values_list("text", flat=True),
        *_abroad(),
        *_asking(),
    ]
    known = " ".join(map(plain, said))
    pairs = [question[at : at + 2] for at in range(len(question) - 1)]
    return sum(pair in known for pair in pairs) >= LEAST_KNOWN * len(pairs)


@cache
def _words() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name("wide_words.toml").read_text(encoding="utf-8"))


def _abroad() -> dict[str, str]:
    return _words()["headings"]


def _asking() -> list[str]:
    return list(_words()["asking"].values())
