"""Who or what documents that meet one condition have in common with those that meet another."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from agentic.evidence import Draft, Evidence, Figure
from agentic.facts.case import Case
from agentic.facts.workings import shown
from agentic.outcome import Outcome, coverage
from agentic.tables.common.question import shared_in
from agentic.tables.records import records_for, unseen_of
from retrieval.properties.parts import FILLERS
from retrieval.sheets.asked import Condition, Measured
from retrieval.sheets.model import DOCUMENTS, Column, Row, Sheet
from retrieval.sheets.request.reading import read_request
from retrieval.sheets.request.words import tokens_of, words_of
from retrieval.sheets.stems import stems_of

MOST_NAMES = 50  # that are told
PERSON = re.compile(r"(?:[^\W\d_][\w'’.-]*\s+){1,3}[^\W\d_][\w'’-]*")


@dataclass(frozen=True)
class Part:
    """The documents of one kind that one of the two conditions leaves. `covered`: words that have a place."""

    sheet: Sheet
    rows: Sequence[Row]
    conditions: tuple[Condition, ...]
    covered: int

    @property
    def told(self) -> str:
        where = f" where {' and '.join(map(str, self.conditions))}" if self.conditions else ""
        return f"“{self.sheet.title}”{where}"


def answer_shared(case: Case) -> Outcome | None:
    """The names that both have, with their documents; None where a word has no place, or none is shared."""
    shared = shared_in(case.question)
    if shared is None:
        return None
    firsts, seconds = (_parts(said, _sheets(case, said)) for said in (shared.first, shared.second))
    pairs = [
        (one, other, columns)
        for one in firsts
        for other in seconds
        if (columns := _columns(shared.head, one, other))
    ]
    if not pairs:
        return None
    best = max(one.covered + other.covered for one, other, _ in pairs)
    fitting = [pair for pair in pairs if pair[0].covered + pair[1].covered == best]
    return _told(case, *fitting[0]) if len(fitting) == 1 else None


def _sheets(case: Case, said: str) -> list[Sheet]:
    """The kinds of documents that the whole question, or this part of it, may be about."""
    sheets = [*records_for(case), *records_for(case.asking(question=said))]
    kept = {
        sheet.title: sheet
        for sheet in reversed(sheets)
        if sheet.is_of_several and sheet.rows_are == DOCUMENTS
    }
    return list(kept.values())


def _parts(said: str, sheets: Sequence[Sheet]) -> list[Part]:
    """What the words leave of each kind of documents in which each of them has a place."""
    stems = stems_of(words_of(said))
    found = []
    for sheet in sheets:
        names = [word for word in stems if stems[word] & sheet.names]
        kept = " ".join(word for word in said.split() if word.strip(",.;:") not in names)
        if not any(stems[word] for word in words_of(kept) if word.casefold() not in FILLERS):
            if names:
                found.append(Part(sheet, sheet.rows, (), len(names)))
            continue
        for asked in (f"have {said}", f"have more than 0 {kept}"):
            question = f"Which {sheet.title} {asked}?"
            request = read_request(question, sheet, tokens_of(question, stems_of(words_of(question))))
            if request and request.ask == "list" and request.conditions and not request.left and request.rows:
                found.append(Part(sheet, request.rows, request.conditions, request.covered))
                break
    return found


def _columns(head: str, one: Part, other: Part) -> tuple[Column, Column] | None:
    """The column of names of each in which they meet, one of them called as asked; None for several."""
    asked = stems_of(words_of(head))
    wanted = frozenset().union(*(s for w, s in asked.items() if w.casefold() not in FILLERS))
    known = one.sheet.names | other.sheet.names
    found = []
    for first in one.sheet.texts:
        for second in other.sheet.texts:
            if one.sheet is other.sheet and first != second:
                continue
            names = _values(one.sheet.rows, first) & _values(other.sheet.rows, second)
            if not names or first.name in one.sheet.days or second.name in other.sheet.days:
                continue
            called = first.words | second.words
            are_people = not head and all(map(PERSON.fullmatch, names))
            if are_people or (wanted & called and wanted <= called | known):
                found.append(
                    (len(first.words & wanted) + len(second.words & wanted), len(names), first, second)
                )
    found.sort(key=lambda each: each[:2], reverse=True)
    if not found or (len(found) > 1 and found[0][:2] == found[1][:2]):
        return None
    return found[0][2:]


def _values(rows: Sequence[Row], column: Column) -> set[str]:
    return {str(row.cells[column.name]).casefold() for row in rows if column.name in row.cells}


def _told(case: Case, one: Part, other: Part, columns: tuple[Column, Column]) -> Outcome | None:
    held = [_by_name(part.rows, column) for part, column in zip((one, other), columns, strict=True)]
    names = sorted(held[0].keys() & held[1].keys())
    if len(names) > MOST_NAMES:
        return None
    table, said = [], []
    for name in names:
        first, second = held[0][name][0], held[1][name][0]
        marks = "".join(case.cite(row.place(c.name)) for row, c in zip((first, second), columns, strict=True))
        written = str(first.cells[columns[0].name])
        said.append(f"{written} {marks}")
        table.append(((written, first.span.filename, second.span.filename), first.place(columns[0].name)))
    of = f"{columns[0].name} of {one.told} and {columns[1].name} of {other.told}"
    count = Figure(value=Decimal(len(names)), text=str(len(names)), label=of, formula=f"counted: {of}")
    bounds = [
        Figure(value=each.bound, text=each.text, label=str(each), formula="as asked")
        for each in (*one.conditions, *other.conditions)
        if isinstance(each, Measured)
    ]
    what = f"{one.told} ({columns[0].name}) and of {other.told} ({columns[1].name})"
    listing = f": {'; '.join(said)}" if said else ""
    text = f"{len(names)} in common of {what}{listing}."
    sql = case.workings.tables[-1].sql if case.workings.tables else ""
    headings = (columns[0].name, "First document", "Second document")
    plan = {
        "ask": "shared",
        "text": f"what is in both {of}",
        "conditions": [str(c) for c in (*one.conditions, *other.conditions)],
    }
    evidence = Evidence(
        spans=tuple(case.workings.spans),
        figures=(count, *bounds),
        tables=(shown(headings, table, sql),) if table else (),
        coverage=coverage(case.scope),
        tried=(f"Rows of {one.told}: {len(one.rows)}", f"Rows of {other.told}: {len(other.rows)}"),
    )
    unseen = " ".join(dict.fromkeys(filter(None, (unseen_of(one.sheet), unseen_of(other.sheet)))))
    return Draft(text=text, plan=plan, about=f"{of} {case.question}", unseen=unseen), evidence


def _by_name(rows: Sequence[Row], column: Column) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if column.name in row.cells:
            found[str(row.cells[column.name]).casefold()].append(row)
    return found
