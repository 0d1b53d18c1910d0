"""What is told of the rows of an answer beside their labels: their day, and what else is asked for."""

from __future__ import annotations

import re
from dataclasses import replace

from retrieval.sheets.asked import Request
from retrieval.sheets.model import Row
from retrieval.sheets.request.words import Words
from retrieval.stems import stems
from retrieval.tables.rules.vocabulary.lexicon import doers

ASKS_DAY = re.compile(r"\bwhen\b|\b(?:which|what)\s+(?:days?|dates?|months?)\b", re.IGNORECASE)
BESIDE = re.compile(
    r",?\s+and\s+(?:(?:for|in|on|at|from|by|of)\s+)?(?:which|what|whose|who\s+(?:is|was|are|were)\s+(?:the|its|their))\s+(?P<nouns>[^?.;]+?)\s*\??\s*$",
    re.IGNORECASE,
)
AND_WHO = re.compile(
    r",?\s+and\s+(?:by\s+)?whom?\s+(?:(?:has|had|is|was|did)\s+)?(?P<verb>[a-z]+)(?:\s+(?:it|them|that|this))?\W*$",
    re.IGNORECASE,
)
PARTED = re.compile(r"\s*(?:,|\band\b|\bor\b)\s*", re.IGNORECASE)
ASKS_YEAR = re.compile(r"\b(?:which|what)\s+years?\b", re.IGNORECASE)
ENDS = ("highest", "lowest")
TELLING = ("highest", "lowest", "list", "value")  # asks whose answers name rows


def told_by_day(request: Request, question: str) -> Request | None:
    """The same with the day behind each row's label, where the question asks when or the labels repeat; with
    its year, where that is asked for. None where several of the rows are of one year."""
    sheet = request.sheet
    if ASKS_YEAR.search(question) and request.ask in ENDS and request.by is None:
        return _told_by_year(request)
    name = next((name for name in sheet.days if name != sheet.label.name), "")
    if not name or request.ask not in TELLING:
        return request
    labels = [row.label for row in request.rows]
    if not ASKS_DAY.search(question) and len(set(labels)) == len(labels):
        return request
    rows = tuple(_with_day(row, name) for row in sheet.rows)
    return replace(request, sheet=replace(sheet, rows=rows))


def _told_by_year(request: Request) -> Request | None:
    sheet = request.sheet
    years = [column for column in sheet.numbers if sheet.has_years(column) and column not in request.of]
    if len(years) != 1 or years[0] == sheet.label:
        return request
    held = [row.cells.get(years[0].name) for row in request.rows]
    if len({*held}) < len(held):
        return None
    return replace(
        request, sheet=replace(sheet, rows=tuple(_with_day(row, years[0].name) for row in sheet.rows))
    )


def _with_day(row: Row, name: str) -> Row:
    day = row.cells.get(name)
    return replace(row, label=f"{row.label}, {day}" if row.label else str(day)) if day else row


def asks_beside(question: str) -> bool:
    """Whether something else is asked of the row that is found: “and who made it”."""
    return BESIDE.search(question) is not None or AND_WHO.search(question) is not None


def beside(asked: Words) -> tuple[str, ...]:
    """The columns of the nouns behind “and for which”, of which each must be one; else none."""
    said = BESIDE.search(asked.question)
    if said is None:
        return _done_by(asked)
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


def _done_by(asked: Words) -> tuple[str, ...]:
    """The column of who did what is asked for: “and who inspected it” of “Inspector” or of “Inspected by”."""
    said = AND_WHO.search(asked.question)
    if said is None:
        return ()
    verb = said["verb"].casefold()
    wanted = stems(" ".join(doers(verb))) | stems(verb)
    found = [column for column in asked.sheet.texts if column.words and column.words <= wanted]
    if len(found) != 1:
        return ()
    asked.take(asked.free(*said.span()))
    return (found[0].name,)
