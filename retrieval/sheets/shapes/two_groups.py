"""Rows put together by two things at once: “by vendor per quarter”, “by customer and status”."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from retrieval.sheets.asked import Named, Request
from retrieval.sheets.model import Column, Content, Row, Sheet
from retrieval.sheets.stems import stems_of

_EACH = r"(?:by|per|(?:for|in|into|of|to)\s+(?:each|every)|each|every)"
_NOUN = rf"[^\W\d_]+(?:\s+(?!(?:{_EACH}|and|for|in|of|at|on|to|from|with|is|are|was|were)\b)[^\W\d_]+)?"
GROUPS = re.compile(rf"\b{_EACH}\s+(?:the\s+)?(?P<noun>{_NOUN})", re.IGNORECASE)
ALSO = re.compile(
    rf"(?P<first>\b{_EACH}\s+(?:the\s+)?{_NOUN})(?:\s*,)?\s+and\s+(?:{_EACH}\s+)?(?P<second>{_NOUN})",
    re.IGNORECASE,
)
TIMES = frozenset(("day", "week", "month", "quarter", "year", "weekday"))  # by which rows are put together
BETWEEN = " and "
# Two contents of which each is asked by itself: “the average pay of the men and of the women”.
OF_EACH = re.compile(
    r"\b(?P<of>of|for|in|by|at)\s+(?:the\s+)?(?:\w+\s+){1,4}?and\s+(?P=of)\s+(?:the\s+)?\w+", re.IGNORECASE
)
FOLDS = frozenset(("sum", "average", "median", "count"))
PAIR = 2


@dataclass(frozen=True)
class Grouped:
    """A sheet with a column for both, and the question that asks for that one alone."""

    sheet: Sheet
    question: str


def each_by_itself(question: str) -> str:
    """The question with “by A per B” for “by A and B”."""
    return ALSO.sub(r"\g<first> per \g<second>", question)


def by_both(sheet: Sheet, question: str) -> Grouped | None:
    """None where the question puts rows together by one thing, or the sheet lacks one of them.

    `question`: each of whose groups has its own “by” or “per”.
    """
    said = groups_in(question)
    if len(said) != 2:
        return None
    stems = stems_of([match["noun"] for match in said])
    columns = [_column(sheet, stems[match["noun"]]) for match in said]
    if None in columns or columns[0] == columns[1]:
        return None
    first, second = (column for column in columns if column)
    name = f"{first.name}{BETWEEN}{second.name}"
    rows = tuple(_with(row, name, first, second) for row in sheet.rows)
    both = Column(name, first.words | second.words, frozenset(), is_number=False)
    start, end = said[1].span()
    # The first of the columns that have the words is the one that groups.
    return Grouped(
        replace(sheet, rows=rows, columns=(both, *sheet.columns)),
        " ".join(f"{question[:start]} {question[end:]}".split()),
    )


def of_each(request: Request, question: str) -> Request:
    """The request with a group for each of the two contents that have an “of” of their own."""
    pairs = [each for each in request.conditions if isinstance(each, Named) and len(each.values) == PAIR]
    if request.ask not in FOLDS or request.by is not None or len(pairs) != 1 or not pairs[0].column:
        return request
    return replace(request, by=pairs[0].column) if OF_EACH.search(question) else request


def groups_in(question: str) -> list[re.Match[str]]:
    """Where it says what rows are put together by."""
    return list(GROUPS.finditer(question))


def drops_one(sheet: Sheet, question: str) -> bool:
    """Whether the question puts rows together by two things of which the sheet can tell one alone."""
    said = groups_in(each_by_itself(question))
    stems = stems_of([match["noun"] for match in said])
    of_numbers = frozenset[str]().union(*(column.words for column in sheet.numbers))
    groups = [
        own
        for match in said
        if not (own := stems[match["noun"]]) & of_numbers and (own & TIMES or _column(sheet, own))
    ]
    return len(groups) > 1


def _column(sheet: Sheet, words: frozenset[str]) -> Column | None:
    """The column of words whose heading the noun begins with."""
    found = [column for column in sheet.texts if column.words and column.words <= words]
    found = found or [column for column in sheet.texts if column.words & words]
    return found[0] if found else None


def _with(row: Row, name: str, first: Column, second: Column) -> Row:
    contents: list[Content | None] = [row.cells.get(column.name) for column in (first, second)]
    if any(content in (None, "") for content in contents):
        return row
    return replace(row, cells={**row.cells, name: ", ".join(map(str, contents))})
