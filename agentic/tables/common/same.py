"""Which other documents have the same of something as one that is named: “the same order as DN-7”."""

from __future__ import annotations

import re
from decimal import Decimal

from agentic.evidence import Draft, Evidence, Figure
from agentic.facts.case import Case
from agentic.facts.workings import shown
from agentic.outcome import Outcome, coverage
from agentic.tables.records import records_for, unseen_of
from retrieval.properties.parts import FILLERS
from retrieval.sheets.model import DOCUMENTS, Column, Row, Sheet
from retrieval.sheets.request.words import words_of
from retrieval.sheets.stems import stems_of

MOST_TOLD = 50
SAME = re.compile(
    r"^\W*(?:which|what|list|show|find|name)\s+(?:(?:the|all|me)\s+)*(?:others?|else|further)?\s*(?P<head>.*?)\b"
    r"(?:is|are|was|were|has|have|had|belongs?|goes|go|comes?|came|made|falls?|stands?|with|of|for|from|under|on|by)\b.*?"
    r"\bthe\s+same\s+(?P<what>.+?)\s+as\s+(?:(?:in|on|of|for|with|that of)\s+)?(?P<of>.+?)\W*$",
    re.IGNORECASE,
)


def answer_same(case: Case) -> Outcome | None:
    """The other documents of the kind with that value; None where it, or what is the same, is none."""
    said = SAME.match(case.question)
    if said is None:
        return None
    found = []
    for sheet in records_for(case):
        row = _row(sheet, said["of"]) if sheet.rows_are == DOCUMENTS else None
        column = _column(sheet, said["what"]) if row else None
        if row and column and _is_called(said["head"], sheet):
            found.append((sheet, row, column))
    return _told(case, *found[0]) if len(found) == 1 else None


def _row(sheet: Sheet, name: str) -> Row | None:
    """The one document that the name ends with a number or name of: “report SR-7”, “DN-7”."""
    last = name.split()[-1].casefold()
    held = [
        row
        for row in sheet.rows
        if last
        in {row.span.filename.rpartition(".")[0].casefold(), *(str(c).casefold() for c in row.cells.values())}
    ]
    return held[0] if len(held) == 1 else None


def _column(sheet: Sheet, what: str) -> Column | None:
    """The column that is called so, or of whose heading the words are a part."""
    words = {stem for stems in stems_of(words_of(what)).values() for stem in stems}
    whole = [column for column in sheet.columns if column.words and column.words == words]
    part = [column for column in sheet.columns if words and words <= column.words]
    found = whole or part or (_of_codes(sheet) if words and words <= sheet.names else [])
    return found[0] if len(found) == 1 else None


def _of_codes(sheet: Sheet) -> list[Column]:
    """The columns of codes that repeat: what the documents are of, as the plate of the vehicle."""
    found = []
    for column in sheet.texts:
        held = [str(row.cells[column.name]) for row in sheet.rows if column.name in row.cells]
        are_codes = column.name not in sheet.days and all(any(map(str.isdigit, each)) for each in held)
        if are_codes and 1 < len(set(held)) < len(held):
            found.append(column)
    return found


def _is_called(head: str, sheet: Sheet) -> bool:
    """Whether the documents that are asked for are those of the sheet."""
    words = stems_of(words_of(head))
    return all(not s or s & sheet.names or w.casefold() in FILLERS for w, s in words.items())


def _told(case: Case, sheet: Sheet, row: Row, column: Column) -> Outcome | None:
    value = row.cells.get(column.name)
    others = [each for each in sheet.rows if each is not row and each.cells.get(column.name) == value]
    if value in (None, "") or len(others) > MOST_TOLD:
        return None
    of = f"{column.name} is {value}, as of {row.label}"
    count = Figure(value=Decimal(len(others)), text=str(len(others)), label=of, formula=f"counted: {of}")
    named = "; ".join(f"{each.label} {case.cite(each.place(column.name))}" for each in others)
    own = case.cite(row.place(column.name))
    text = f"{len(others)} more of “{sheet.title}” where {of} {own}: {named}."
    if not others:
        text = f"None of the others of “{sheet.title}”: {column.name} is {value} of {row.label} alone {own}."
    table = [((each.label, str(value)), each.place(column.name)) for each in others]
    sql = case.workings.tables[-1].sql if case.workings.tables else ""
    evidence = Evidence(
        spans=tuple(case.workings.spans),
        figures=(count,),
        tables=(shown((sheet.label.name, column.name), table, sql),) if table else (),
        coverage=coverage(case.scope),
        tried=(f"Rows of “{sheet.title}”: {len(sheet.rows)}",),
    )
    plan = {"ask": "list", "text": f"others of {sheet.title} where {of}"}
    return Draft(text=text, plan=plan, about=f"{of} {case.question}", unseen=unseen_of(sheet)), evidence
