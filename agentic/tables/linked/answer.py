"""The answer of the table that a question fits best, where rules have no place for each of its words."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby

from agentic.facts.case import Case
from agentic.outcome import Outcome
from agentic.tables.answer import ASKED, outcome_of
from agentic.tables.linked.joined import joined
from agentic.tables.linked.reading import Linked, Reading
from agentic.tables.loading import sheets_for, stems_of
from agentic.tables.model import Named
from agentic.tables.partial import TURNING, calls_row, is_asked_for, is_of_another, tells_which
from agentic.tables.request.around import tells_other_rows
from agentic.tables.request.asked.plainly import plainly
from agentic.tables.request.words import tokens_of, words_of

LEAST = 0.7  # of the question that has to be taken in
COUNTED = re.compile(r"\bhow many\b", re.IGNORECASE)  # of which an answer tells one
STILL = re.compile(r"\b(?:still|yet|remaining|outstanding|already|anymore)\b", re.IGNORECASE)
APART = 0.04  # more than the next table takes in
MOST_LEFT = 2  # words
COMPUTED = frozenset(("count", "sum", "average", "median", "highest", "lowest", "difference", "distinct"))


def answer_linked(case: Case) -> Outcome | None:
    """What the rows of the table say that has most of the question; None where none has enough of it, or two
    have as much and say something else."""
    if not ASKED.search(case.question):
        return None
    question = plainly(case.question)
    sheets = sheets_for(case, times=True)
    tables = [(sheet, frozenset[str]()) for sheet in sheets]
    for _, own in groupby(sheets, key=lambda sheet: sheet.document_id):
        tables += joined([sheet for sheet in own if not sheet.is_by_time])
    sheets = [sheet for sheet, _ in tables]
    tokens = tokens_of(question, stems_of(words_of(question)))
    read = [
        linked
        for sheet, referred in tables
        if (linked := Reading(question, sheet, tokens, referred=referred).read())
    ]
    good = sorted((each for each in read if is_good(each, question)), key=lambda each: -each.share)
    good = [each for each in good if not tells_other_rows(each.request, sheets, question)]
    requests = [each.request for each in read]
    good = [each for each in good if not is_of_another(each.request, requests, sheets, case)]
    outcomes = [(each, outcome) for each in good[:3] if (outcome := outcome_of(case, each.request))]
    if not outcomes:
        return None
    (best, (draft, evidence)), *others = outcomes
    for other, outcome in others:  # by names of what a key only refers to
        if is_named_better(other, best):
            best, (draft, evidence) = other, outcome
    others = [(other, said) for other, said in others if not is_same(other, best)]
    if any(best.share - other.share < APART and said[0].text != draft.text for other, said in others):
        return None
    loose = {word for said, _ in best.loose for word in said.split()}
    unsaid = loose | {*best.request.left}
    about = " ".join(word for word in draft.about.split() if word.strip('?.,;:!“”"') not in unsaid)
    meant = tuple(f"something else by “{said}” than {told}" for said, told in best.loose)
    is_computed = best.request.ask in COMPUTED and not best.request.left
    return replace(draft, about=about, may_mean=meant, tentative=not is_computed), evidence


def is_same(one: Linked, other: Linked) -> bool:
    """Whether both ask the same of one file's rows, but for what these are called by."""
    first, second = one.request, other.request
    return (
        first.sheet.document_id == second.sheet.document_id
        and (first.ask, first.fold) == (second.ask, second.fold)
        and [column.name for column in first.of] == [column.name for column in second.of]
        and {*map(str, first.conditions)} == {*map(str, second.conditions)}
        and len(first.sheet.rows) == len(second.sheet.rows)
    )


def is_named_better(one: Linked, other: Linked) -> bool:
    """Whether it asks the same and has more columns, of other sheets."""
    wider = len(one.request.sheet.columns) > len(other.request.sheet.columns)
    return wider and is_same(one, other) and one.share >= other.share


def is_good(linked: Linked, question: str) -> bool:
    """Whether enough of the question is taken in, and nothing is left that may turn it."""
    left = linked.request.left
    if linked.share < LEAST or len(left) > MOST_LEFT or not linked.request.rows:
        return False
    if len(COUNTED.findall(question)) > 1 or STILL.search(question) or linked.has_modifier:
        return False
    named = [each for each in linked.request.conditions if isinstance(each, Named) and each.column]
    if is_asked_for(left, question) or any(calls_row(word, named, question) for word in left):
        return False
    if linked.request.ask not in ("value", "list") and tells_which(left, question):
        return False
    return all(word.isalpha() and word.islower() and not TURNING.fullmatch(word) for word in left)
