"""Rows that answer all of a question but a word or two, which the answer says it leaves out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from agentic.facts.case import Case
from agentic.outcome import Outcome
from agentic.tables.answer import outcome_of, requests_of, tables_for
from retrieval.question.wording.rows import COUNT, GROUP, NEGATED, VERB, WHICH, Token
from retrieval.sheets.asked import Dated, Named, Request
from retrieval.sheets.called_rows import OBJECT
from retrieval.sheets.model import DOCUMENTS, Column, Sheet
from retrieval.sheets.request.around import asked_for, done_with, tells_other_rows
from retrieval.sheets.request.asked.naming import words_naming
from retrieval.sheets.request.named import names_cell
from retrieval.sheets.request.words import ASKING, tokens_of, words_of
from retrieval.sheets.stems import stems_of
from retrieval.tables.rules.vocabulary.lexicon import verbs

MOST_LEFT = 2
MUCH = 3  # words that have a place for each that has none
# Words that turn what is asked into something else.
TURNING = re.compile(
    r"(?:not?|never|neither|nor|without|except\w*|exclud\w*|lack\w*|miss\w*|un\w+|other|before|after|until|since|"
    r"between|during|per|each|every|than|differen\w*|chang\w*|compar\w*|increas\w*|decreas\w*|grow\w*|grew|both|"
    r"tax|taxes|vat|net|gross|share|percent\w*|ratio|first|last|second|third|next|previous|why|because|if|unless|only)",
    re.IGNORECASE,
)
DENYING = re.compile(rf"{NEGATED.pattern}|\b(?:without|no|only|neither|nor)\b", re.IGNORECASE)
DONE_TO = re.compile(
    r"\b(?:is|are|was|were|been|be|got|get)\s+(?:[a-z]+ly\s+)?(?P<deed>[a-z]+(?:ed|en|wn|ght|lt))\b"
)
BEHIND_HEAD = re.compile(rf"{VERB.pattern}|\bbefore\b", re.IGNORECASE)  # “cases before judge Lee”
HOW = re.compile(r"\bhow (\w+)", re.IGNORECASE)
IN_BRACKETS = re.compile(r"[(\[].*?[)\]]")
TIMES = re.compile(r"(?:(?:1[5-9]|20)\d\d|\s|,|[-–—]|to|and)+")
ANY_WORD = re.compile(r"[^\W\d_]+")


def answer_in_part(case: Case) -> Outcome | None:
    """What the rows of one table give where they have a place for all but a few plain words.

    It is no answer while another may be found, and is told with the words that are left out of it.
    """
    tables = tables_for(case)
    read = [request for request in requests_of(case, tables) if request]
    question = case.question
    near = [each for each in read if is_near(each, case) and not tells_other_rows(each, tables, question)]
    near = [each for each in near if not is_of_another(each, read, tables, case)]
    if not near:
        return None
    best = max(near, key=_nearness)
    if any(each is not best and _nearness(each) == _nearness(best) for each in near):
        return None
    outcome = outcome_of(case, best)
    if outcome is None:
        return None
    draft, evidence = outcome
    left = "|".join(map(re.escape, best.left))
    about = re.sub(rf"(?<![^\W_])(?:{left})(?![^\W_])", " ", draft.about)  # also of “beer_servings”
    return replace(draft, about=about, tentative=not _is_computed(best)), evidence


def is_of_another(request: Request, read: Sequence[Request], tables: Sequence[Sheet], case: Case) -> bool:
    """Whether a word that is left is a heading of another table that has as much of the rest, or stands in a
    cell of one that has as many words of the question, or is of the same file."""
    own = request.sheet
    naming = words_naming(case.question)
    request = replace(request, left=tuple(word for word in request.left if word not in naming))
    as_good = [each.sheet for each in read if each.covered >= request.covered and each.sheet is not own]
    headings = {stem for sheet in as_good for stem in sheet.words_of_headings}
    words = stems_of(request.left)
    if any(words[word] & headings for word in request.left):
        return True
    tokens = tokens_of(case.question, stems_of(words_of(case.question)))
    least = _known(own, tokens)
    holding = [
        sheet
        for sheet in tables
        if sheet is not own and any(names_cell(sheet, word) for word in request.left)
    ]
    return any(sheet.document_id == own.document_id or _known(sheet, tokens) >= least for sheet in holding)


def _known(sheet: Sheet, tokens: Sequence[Token]) -> int:
    """How many words of the question the sheet has, in its name, its headings or its cells."""
    known = sheet.names | sheet.words_of_headings
    return sum(
        bool(token.stems & known) or token.norm in sheet.words_in_texts
        for token in tokens
        if token.text.casefold() not in ASKING
    )


def _is_computed(request: Request) -> bool:
    """Whether rows are put together by much more of the question than is left, as no text does."""
    if request.ask in ("value", "list") or any(isinstance(each, Dated) for each in request.conditions):
        return False  # what was done then may be what is left
    return request.covered >= MUCH * len(request.left)


def _nearness(request: Request) -> tuple[int, int]:
    return request.covered, -len(request.left)


def is_near(request: Request, case: Case) -> bool:
    """Whether the words that are left can only say more of what is asked, not ask for something else."""
    naming = words_naming(case.question)
    others = [word for word in request.left if word not in naming]
    if not request.left or len(others) > MOST_LEFT or not request.rows:
        return False
    if any(not _is_plain(word) or names_cell(request.sheet, word) for word in request.left):
        return False
    if DENYING.search(_without_cells(request, case.question)) or is_asked_for(request.left, case.question):
        return False
    if {*request.left} & done_with(case.question):
        return False  # those that were opened are not all
    if asks_by(request, case.question) or _was_done_then(request):
        return False
    if request.ask not in ("value", "list") and tells_which(request.left, case.question):
        return False
    if request.ask == "value" and request.sheet.rows_are == DOCUMENTS and _asks_other(request, case.question):
        return False
    named = [each for each in request.conditions if isinstance(each, Named) and each.column]
    if any(calls_row(word, named, case.question) for word in request.left):
        return False
    done = OBJECT.search(case.question) if request.ask == "count" else None
    if done and {*ANY_WORD.findall(done["what"])} & {*request.left}:
        return False  # “how many passengers did it carry” counts no rows
    if named and len(named) == len(request.conditions) and all(TIMES.fullmatch(each.text) for each in named):
        return False  # rows of a year alone are of anything
    if request.ask in ("count", "list", "distinct"):
        return bool(named) or any(not isinstance(each, Named) for each in request.conditions)
    if request.ask == "value" and not named and not any(isinstance(c, Dated) for c in request.conditions):
        return False
    every = tokens_of(case.question, stems_of(words_of(case.question)))
    tokens = [token for token in every if token.text not in request.left]
    return all(is_said(column, tokens) for column in request.of)


def _asks_other(request: Request, question: str) -> bool:
    """Whether the thing that is asked for is left: “which driver delivered it” is not told by to whom."""
    which = WHICH.search(question)
    stop = VERB.search(which["noun"]) if which else None
    head = ANY_WORD.findall(which["noun"][: stop.start()] if stop else which["noun"]) if which else []
    return any(word in request.left for word in head)


def _without_cells(request: Request, question: str) -> str:
    """The question without the cells that it names, which may say no themselves: “not comply”."""
    for said in (each.text for each in request.conditions if isinstance(each, Named) and each.column):
        question = question.replace(said, " ")
    return question


def is_asked_for(left: Sequence[str], question: str) -> bool:
    """Whether the thing itself is left: “what prize money did Elm win” where it tells wins, “how deep”."""
    return bool({*left} & {*asked_for(question), *HOW.findall(question)})


def tells_which(left: Sequence[str], question: str) -> bool:
    """Whether a word says which of them are meant: what they did, at the question's end, as in “how many
    nurses smoked?”, or of what kind they are: “how many vaccinated people”."""
    words = ANY_WORD.findall(question)
    count = COUNT.search(question)
    stop = BEHIND_HEAD.search(count["noun"]) if count else None
    noun = ANY_WORD.findall(count["noun"][: stop.start()] if stop else count["noun"]) if count else []
    head = list(takewhile(lambda word: word.casefold() not in ASKING, noun))
    did = words[-1] if words and (words[-1].endswith("ed") or words[-1] in verbs()) else ""
    if count and {said["deed"] for said in DONE_TO.finditer(question)} & {*left}:
        return True  # “how many people were injured”
    return bool(count and did in left) or any(word in left for word in head[:-1])


def asks_by(request: Request, question: str) -> bool:
    """Whether groups are asked for by what the table has no column for: “by type”."""
    said = [word for match in GROUP.finditer(question) for word in ANY_WORD.findall(match["noun"])[:1]]
    return request.by is None and not request.fold and bool({*said} & {*request.left})


def _was_done_then(request: Request) -> bool:
    """Whether a deed is left whose day was asked for: “drunk before 2026” by the day of a purchase."""
    is_dated = any(isinstance(each, Dated) for each in request.conditions)
    return is_dated and any(word in verbs() or word.endswith(("ed", "unk", "en")) for word in request.left)


def _is_plain(word: str) -> bool:
    return word.isalpha() and word.islower() and not TURNING.fullmatch(word)


def calls_row(word: str, named: list[Named], question: str) -> bool:
    """Whether the word stands before a cell that the question names, and may tell it from another: “senior
    ticket” where the table has a season ticket."""
    return any(
        re.search(rf"\b{re.escape(word)}\W+{re.escape(part)}", question, re.IGNORECASE)
        for each in named
        for part in each.text.split(", ")
    )


def is_said(column: Column, tokens: list[Token]) -> bool:
    """Whether the question has every word of the heading: “body mass” is not asked for by “body fat”."""
    said = {stem for token in tokens for stem in token.stems}
    heading = {word.casefold() for word in ANY_WORD.findall(IN_BRACKETS.sub(" ", column.name))} - ASKING
    begun = any(token.text.casefold().startswith(tuple(heading)) for token in tokens) if heading else False
    return len(column.words & said) >= max(1, len(heading)) or (len(heading) == 1 and begun)
