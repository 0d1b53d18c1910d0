"""What is told of the rows of an answer beside their labels: their day, and what else is asked for."""

from __future__ import annotations

import re
from dataclasses import replace

from retrieval.sheets.asked import Request
from retrieval.sheets.model import Row
from retrieval.sheets.request.words import Words

ASKS_DAY = re.compile(r"\bwhen\b|\b(?:which|what)\s+(?:days?|dates?|months?)\b", re.IGNORECASE)
BESIDE = re.compile(
    r",?\s+and\s+(?:(?:for|in|on|at|from|by|of)\s+)?(?:which|what|whose)\s+(?P<nouns>[^?.;]+?)\s*\??\s*$",
    re.IGNORECASE,
)
PARTED = re.compile(r"\s*(?:,|\band\b|\bor\b)\s*", re.IGNORECASE)
TELLING = ("highest", "lowest", "list", "value")  # asks whose answers name rows


def told_by_day(request: Request, question: str) -> Request:
    """The same with the day behind each row's label, where the question asks when or the labels repeat."""
    sheet = request.sheet
    name = next((name for name in sheet.days if name != sheet.label.name), "")
    if not name or request.ask not in TELLING:
        return request
    labels = [row.label for row in request.rows]
    if not ASKS_DAY.search(question) and len(set(labels)) == len(labels):
        return request
    rows = tuple(_with_day(row, name) for row in sheet.rows)
    return replace(request, sheet=replace(sheet, rows=rows))


def _with_day(row: Row, name: str) -> Row:
    day = row.cells.get(name)
    return replace(row, label=f"{row.label}, {day}" if row.label else str(day)) if day else row


def beside(asked: Words) -> tuple[str, ...]:
    """The columns of the nouns behind “and for which”, of which each must be one; else none."""
    said = BESIDE.search(asked.question)
    if said is None:
        return ()
    names, start = [], said.start("nouns")
    for noun in filter(None, PARTED.split(said["nouns"])):
        at = asked.question.index(noun, start)
        places = asked.free(at, at + len(noun))
        stems = {stem for place in places for stem in asked.tokens[place].stems}
        found = [column for column in asked.sheet.columns if column.words and column.words <= stems]
        if len(found) != 1:
            return ()
        names.append(found[0].name)
    asked.take(asked.free(*said.span()))
    return tuple(names)
