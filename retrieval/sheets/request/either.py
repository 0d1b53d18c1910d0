"""Which of two has more: of two columns in one row, “did more people in Quebec take the loan or the grant?”,
or of two contents of a column over their rows, “did floods or droughts kill more people?”"""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.question.wording.rows import Token
from retrieval.sheets.asked import Request
from retrieval.sheets.columns import best_of, scores_of
from retrieval.sheets.model import Column, Sheet
from retrieval.sheets.request.asked.alike import in_words_of
from retrieval.sheets.request.asked.groups import STATES
from retrieval.sheets.request.headings import columns_of
from retrieval.sheets.request.named import named_cells, names_cell
from retrieval.sheets.request.words import Words
from retrieval.stems import stems

COMPARES = re.compile(
    r"\b(?:(?P<more>more|higher|larger|bigger|greater|most)|fewer|less|lower|smaller|fewest|least)\b",
    re.IGNORECASE,
)
OR = re.compile(r",?\s+or\s+", re.IGNORECASE)
DOING = re.compile(
    r"(?:us|tak|receiv|choos|hav|mak|giv|prefer)(?:e|es|ed|ing)?|took|taken|chose|chosen|had|has|gave|given|got|get|"
    r"go|goes|went|join(?:s|ed)?|made|preferred|often|common|popular|numerous|programmes?|programs?",
    re.IGNORECASE,
)
TOGETHER = re.compile(r"total|altogether|overall|together|combined|all", re.IGNORECASE)
PAIR = 2
MOST_WHO = 2  # words for who does so: “more veterans”


def either_of(question: str, sheet: Sheet, tokens: Sequence[Token]) -> Request | None:
    """None where the question does not hold two columns against each other, or names no one row."""
    said, ors = COMPARES.search(question), list(OR.finditer(question))
    if said is None or len(ors) != 1:
        return None
    words = Words(question, sheet, tokens)
    named = tuple(named_cells(words))
    rows = [row for row in sheet.rows if all(each.holds(row) for each in named)]
    if not named or len(rows) != 1:
        return None
    one = _named(words, 0, ors[0].start())
    other = _named(words, ors[0].end(), len(question))
    if one is None or other is None or one == other:
        return None
    told = one.words | other.words
    words.take([at for at in words.free(0, len(question)) if words.tokens[at].stems & told])
    words.take(words.free(*said.span()), counts=False)
    _take_who(words, said.end())
    words.take([at for at in words.free(0, len(question)) if _only_does(words, at)], counts=False)
    less = "" if said["more"] else "less"
    return Request(sheet, "either", (one, other), named, None, words.left(), words.covered, fold=less)


def either_of_contents(question: str, sheet: Sheet, tokens: Sequence[Token]) -> Request | None:
    """None where the question does not hold two contents of a column against each other by one of numbers."""
    said, ors = COMPARES.search(question), list(OR.finditer(question))
    if said is None or len(ors) != 1:
        return None
    words = Words(question, sheet, in_words_of(sheet, tokens))
    named = list(named_cells(words))
    two = [each for each in named if len(each.values) == PAIR and each.column]
    if len(two) != 1:
        return None
    words.take(words.free(*said.span()), counts=False)
    of = columns_of(words)
    if len(of) != 1 or STATES.search(of[0].name) or of[0].tells_year:
        return None
    words.take(
        [at for at in words.free(0, len(question)) if TOGETHER.fullmatch(words.tokens[at].text)], counts=False
    )
    _take_who(words, said.end())
    return Request(
        sheet, "highest" if said["more"] else "lowest", of, tuple(named), two[0].column, words.left(),
        words.covered, fold="sum",
    )  # fmt: skip


def _named(words: Words, start: int, end: int) -> Column | None:
    """The one column of numbers that the words between two characters name best, by two of them at least or
    by all of its heading."""
    said = frozenset(stem for at in words.free(start, end) for stem in words.tokens[at].stems)
    numbers = [column for column in words.sheet.numbers if column not in words.sheet.codes]
    best = best_of(scores_of(numbers, said, frozenset(), moves=False))
    if len(best) != 1:
        return None
    held = best[0].words & said
    return best[0] if len(held) > 1 or held == best[0].words else None


def _take_who(words: Words, start: int) -> None:
    """Those who do so, right behind “more”: none of them is in a cell."""
    for at in words.free(start, len(words.question))[:MOST_WHO]:
        token = words.tokens[at]
        before = words.question[start : token.start]
        if before.strip() or not token.text.islower() or names_cell(words.sheet, token.text):
            return
        words.take([at], counts=False)
        start = token.end


def _only_does(words: Words, at: int) -> bool:
    """Whether the word only says that people have what the columns are of, as “used by people” does."""
    token = words.tokens[at]
    is_people = bool(token.stems & stems("people persons students users holders"))
    return bool(DOING.fullmatch(token.text)) or (is_people and not names_cell(words.sheet, token.text))
