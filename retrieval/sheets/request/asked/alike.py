"""Words of a question that a table has otherwise: “trips” where an account is called “Travel”."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from retrieval.question.wording.rows import Token, norm
from retrieval.sheets.model import Sheet
from retrieval.sheets.request.words import ASKING
from retrieval.sheets.stems import stems_of
from retrieval.tables.rules.vocabulary.lexicon import called, events, sex_as

LEAST_IN_CELL = 3  # letters; shorter ones are codes
MOST_KINDS = 4  # of what a column of the sex has
BOUNDING = frozenset(("minimum", "maximum"))  # which ask for an end, and may be what a heading is called


def in_words_of(sheet: Sheet, tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words of the question, each that the sheet has not with the one word that it has for it."""
    return tuple(_meant(sheet, token) for token in tokens)


def _meant(sheet: Sheet, token: Token) -> Token:
    word = token.text.casefold()
    known = sheet.words_of_headings | sheet.names
    if word in ASKING - BOUNDING or token.stems & known or token.norm in sheet.words_in_texts:
        return token
    held = {each for words in called(word) for each in words if _is_held(sheet, each)}
    counted = frozenset[str]().union(*(column.words for column in sheet.numbers))
    held = held or {each for each in events(word) if (stems_of([each])[each] or {each}) & counted}
    held = held or _sex(sheet, word)
    told = {each: frozenset(stems_of([each])[each] or {each}) for each in held}
    if len({*told.values()}) != 1:
        return token
    meant = min(held)
    return replace(token, stems=token.stems | (stems_of([meant])[meant] or {meant}), meant=meant)


def _sex(sheet: Sheet, word: str) -> set[str]:
    """How the one column of the rows' sex has what people are called so: “Female” for “women”."""
    words = sex_as(word)
    for name in (column.name for column in sheet.texts if words):
        kinds = {str(row.cells[name]) for row in sheet.rows if name in row.cells}
        if (
            1 < len(kinds) <= MOST_KINDS
            and len(own := {kind for kind in kinds if kind.casefold() in words}) == 1
        ):
            return own
    return {
        each
        for each in words
        if len(each) > 1 and (stems_of([each])[each] or {each}) & sheet.words_of_headings
    }


def _is_held(sheet: Sheet, word: str) -> bool:
    stems = stems_of([word])[word] or {word}
    is_in_cell = len(word) >= LEAST_IN_CELL and norm(word) in sheet.words_in_texts
    return bool(stems & (sheet.words_of_headings | sheet.names)) or is_in_cell
