"""Quarters that head the columns of a sheet, and the one that a question names."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from retrieval.sheets.model import WHOLE_HEADING, Column, Sheet
from retrieval.sheets.request.words import Words
from retrieval.sheets.shapes.planned import is_budget

QUARTER = re.compile(
    r"\b(?:the\s+)?(?:Q(?:tr\.?|uarter)?\s?(?P<after>[1-4])|(?P<before>[1-4])Q|"
    r"(?P<word>first|second|third|fourth|1st|2nd|3rd|4th)\s+(?:quarter|qtr\.?))(?!\w)"
    r"(?P<year>[\s/’']+(?:of\s+)?(?:FY\s?)?(?:20)?\d\d\b)?",
    re.IGNORECASE,
)
ORDER = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
FEWEST = 2  # that head columns
OF_WHOLE = re.compile(
    r"%|\b(?:share|per\s?cent\w*|proportion|portion|fraction|compar\w+|than)\b", re.IGNORECASE
)
SPENT = re.compile(
    r"\b(?:spend|spent|spending|expenses|expenditures?|costs?|outgoings|budget(?:ed)?|sales|revenues?|income|"
    r"takings)\b",
    re.IGNORECASE,
)
WHICH = re.compile(r"\W*(?:in\s+|for\s+)?which\b", re.IGNORECASE)


def in_quarter_asked(question: str, sheet: Sheet) -> tuple[str, Sheet]:
    """The question with its one quarter as a column is headed, and the sheet without the other quarters and
    what adds them up: “in Q3” for “in the third quarter”.

    As they are where no column, or more than one, is of that quarter. Of several only the sheet changes.
    """
    headed = {column.name: found for column in sheet.columns if (found := _as_quarter(column.name))}
    asked = list(QUARTER.finditer(question))
    if len(headed) < FEWEST or not asked or OF_WHOLE.search(question):
        return question, sheet
    if len(asked) > 1:
        wanted = set(map(_number, asked))
        others = {name for name, found in headed.items() if _number(found) not in wanted}
        return question, _without(sheet, others)
    own = [name for name, found in headed.items() if _number(found) == _number(asked[0])]
    years = {name: _year(headed[name]) for name in own}
    own = [name for name in own if not (years[name] and _year(asked[0])) or years[name] == _year(asked[0])]
    if len(own) != 1:
        return question, sheet
    if own[0].casefold() not in asked[0][0].casefold():
        year = asked[0]["year"] if asked[0]["year"] and not years[own[0]] else ""
        question = f"{question[: asked[0].start()]}{own[0]}{year}{question[asked[0].end() :]}"
    return question, _without(sheet, headed.keys() - set(own))


def _without(sheet: Sheet, others: Set[str]) -> Sheet:
    """The sheet without these columns and without what adds up all."""
    kept = [c for c in sheet.columns if c.name not in others and not WHOLE_HEADING.fullmatch(c.name.strip())]
    return replace(sheet, columns=tuple(kept))


def adds_up(question: str, columns: Sequence[Column]) -> bool:
    """Whether what is spent or taken in a quarter that heads the column is asked for."""
    return is_spent_in(question, columns) and not WHICH.match(question)


def is_spent_in(question: str, columns: Sequence[Column]) -> bool:
    """Whether a quarter heads each column, and what is spent or taken in it is asked for."""
    are_quarters = bool(columns) and all(_as_quarter(column.name) for column in columns)
    return are_quarters and bool(SPENT.search(question))


def take_spent(asked: Words, columns: Sequence[Column]) -> None:
    """“Spend” and the like, which a column of a quarter tells without a heading in a budget.

    Not beside capitals that no cell is called by: “IT” is no pronoun.
    """
    said = SPENT.search(asked.plain)
    capitals = (t for t, is_taken in zip(asked.tokens, asked.taken, strict=True) if not is_taken)
    if any(len(token.text) > 1 and token.text.isalpha() and token.text.isupper() for token in capitals):
        return
    if said and columns and all(_as_quarter(column.name) for column in columns) and is_budget(asked.sheet):
        asked.take(asked.free(*said.span()), counts=False)


def _as_quarter(heading: str) -> re.Match[str] | None:
    return QUARTER.fullmatch(heading.strip())


def _number(found: re.Match[str]) -> int:
    word = found["word"]
    return ORDER[word.lower()] if word else int(found["after"] or found["before"])


def _year(found: re.Match[str]) -> str:
    return re.sub(r"\D", "", found["year"] or "")[-2:]
