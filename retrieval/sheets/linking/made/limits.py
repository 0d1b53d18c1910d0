"""Columns that tell how far rows lie beyond a limit of their own: a budget, a minimum."""

from __future__ import annotations

import re

from retrieval.question.wording.rows import HIGH, LOW
from retrieval.sheets.linking.made.wider import HEADING, Derived, Value, with_column
from retrieval.sheets.model import Column, Row, Sheet
from retrieval.sheets.numbers import unit_of
from retrieval.sheets.request.asked.pairs import SPENT, pair_said
from retrieval.stems import stems

WORD = re.compile(r"[^\W_]+(?:[’'-][^\W_]+)*")
RANKED = re.compile(rf"{HIGH.pattern}|{LOW.pattern}|\b(?:fastest|slowest)\b", re.I)
LEAST = re.compile(rf"{LOW.pattern}|\bslowest\b", re.I)
# “below their minimum”, “over its budget”: the limit stands in the row, in a column of its own.
LIMIT = re.compile(
    r"\b(?:(?P<below>below|under|less than|fewer than|lower than|short of)|above|over|more than|higher than|"
    r"exceed(?:s|ed|ing)?|beyond)\s+(?:the|its|their|his|her)\s+(?:\w+\s+)?"
    r"(?P<limit>min(?:imum)?|max(?:imum)?|limit|target|budget|threshold|quota|capacity)\b",
    re.I,
)


def overspent(sheet: Sheet, question: str) -> Derived | None:
    """How far what was spent lies beyond what was planned: “overspent its budget the most”."""
    said = SPENT.search(question)
    if said is None or not RANKED.search(question):
        return None
    behind, whole = (frozenset(stems(text)) for text in (question[said.end() :], question))
    pair = pair_said(sheet.numbers, behind, whole, is_verb=True)
    if pair is None:
        return None
    more, less = (pair.own, pair.bound) if said["above"] else (pair.bound, pair.own)
    known = pair.words | pair.own.words | pair.bound.words
    rest = " ".join(
        word[0]
        for word in WORD.finditer(RANKED.sub(" ", question[said.end() :]))
        if not stems(word[0]) & known
    )
    which = "lowest" if LEAST.search(question) else "highest"
    asked = f"{question[: said.start()]} has the {which} {HEADING} {rest}"
    return with_column(sheet, f"{more.name} less {less.name}", asked, lambda row: _less(row, more, less))


def beyond(sheet: Sheet, question: str) -> Derived | None:
    """What lies below or above a limit of its own: the stock that is less than its minimum."""
    said = LIMIT.search(question)
    if said is None:
        return None
    numbers = [column for column in sheet.numbers if column not in sheet.codes]
    limits = [column for column in numbers if said["limit"][:3].lower() in column.name.lower()]
    others = [column for column in numbers if column not in limits]
    told = frozenset(stems(question))
    others = others if len(others) == 1 else [column for column in others if column.words & told]
    if len(limits) != 1 or len(others) != 1:
        return None
    less, more = (others[0], limits[0]) if said["below"] else (limits[0], others[0])
    asked = f"{question[: said.start()]} with a {HEADING} above 0 {question[said.end() :]}"
    return with_column(sheet, f"{more.name} less {less.name}", asked, lambda row: _less(row, more, less))


def _less(row: Row, more: Column, less: Column) -> Value | None:
    one, other = row.number(more.name), row.number(less.name)
    if one is None or other is None:
        return None
    return Value(one - other, f"{one:,} − {other:,}", more.name, unit_of(row, more))
