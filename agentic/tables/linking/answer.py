"""The answer of the table that a question fits best, where rules have no place for each of its words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from agentic.facts.case import Case
from agentic.outcome import Outcome
from agentic.tables.answer import ASKED, outcome_of
from agentic.tables.linking.joined import joined
from agentic.tables.loading import sheets_for
from agentic.tables.partial import TURNING, asks_by, calls_row, is_asked_for, is_of_another, tells_which
from agentic.tables.records import records_for
from retrieval.sheets.asked import Lacking, Measured, Named
from retrieval.sheets.linking.cues import STILL
from retrieval.sheets.linking.made.derived import derived
from retrieval.sheets.linking.reading import Linked, Reading
from retrieval.sheets.linking.whether import ASKS_WHETHER, Whether
from retrieval.sheets.misread import folds_statistics
from retrieval.sheets.model import DOCUMENTS, Sheet
from retrieval.sheets.request.around import tells_other_rows, tells_stock_for_change
from retrieval.sheets.request.asked.plainly import plainly
from retrieval.sheets.request.words import tokens_of, words_of
from retrieval.sheets.shapes.calendar import with_calendar
from retrieval.sheets.shapes.two_groups import drops_one
from retrieval.sheets.shapes.values import of_one_kind
from retrieval.sheets.stems import stems_of
from retrieval.sheets.things_counted import of_things_counted

LEAST = 0.7  # of the question that has to be taken in
COUNTED = re.compile(r"\bhow many\b", re.IGNORECASE)  # of which an answer tells one
APART = 0.04  # more than the next table takes in
MOST_LEFT = 2  # words
MOST_TOLD = 3  # readings that are answered and compared
COMPUTED = frozenset(
    ("count", "share", "sum", "average", "median", "highest", "lowest", "difference", "distinct")
)


def answer_linked(case: Case) -> Outcome | None:
    """What the rows of the table say that has most of the question; None where none has enough of it, or two
    have as much and say something else."""
    if not ASKED.search(case.question):
        return None
    outcomes = [
        (each, told) for each in _fitting(case)[:MOST_TOLD] if (told := outcome_of(case, each.request))
    ]
    if not outcomes:
        return None
    best, outcome = outcomes[0]
    for other, told in outcomes[1:]:
        if is_named_better(other, best):
            best, outcome = other, told
    rivals = [
        told for other, told in outcomes if best.share - other.share < APART and not is_same(other, best)
    ]
    if any(told[0].text != outcome[0].text for told in rivals):
        return None
    return _said(best, outcome)


def answer_whether(case: Case) -> Outcome | None:
    """Yes or no, where one table alone has a place for each word of the question."""
    question = plainly(case.question)
    if not ASKS_WHETHER.search(question):
        return None
    tokens = tokens_of(question, stems_of(words_of(question)))
    tables = _tables(case)
    read = [
        linked
        for sheet, referred in tables
        if (linked := Whether(question, sheet, tokens, referred=referred).read())
        and not tells_other_rows(linked.request, [sheet for sheet, _ in tables], question)
    ]
    told = [outcome for each in read if (outcome := outcome_of(case, each.request))]
    return told[0] if told and all(each[0].text == told[0][0].text for each in told) else None


def _tables(case: Case) -> list[tuple[Sheet, frozenset[str]]]:
    """The tables that the question may be about, and those of one file side by side."""
    sheets = sheets_for(case, times=True)
    tables = [(sheet, frozenset[str]()) for sheet in [*sheets, *records_for(case)]]
    for _, own in groupby(sheets, key=lambda sheet: sheet.document_id):
        tables += joined([sheet for sheet in own if not sheet.is_by_time])
    return tables


def _fitting(case: Case) -> list[Linked]:
    """The readings that take in enough of the question, best first."""
    question = plainly(case.question)
    tables = _tables(case)
    sheets = [sheet for sheet, _ in tables]
    read = [linked for sheet, referred in tables if (linked := _read(question, sheet, referred))]
    requests = [each.request for each in read]
    good = [
        each
        for each in read
        if is_good(each, question)
        and not tells_stock_for_change(each.request, question)
        and not tells_other_rows(each.request, sheets, question)
        and not is_of_another(each.request, requests, sheets, case)
    ]
    return sorted(_without_parts(good), key=lambda each: (-each.share, not each.request.sheet.is_of_several))


def _without_parts(read: Sequence[Linked]) -> list[Linked]:
    """Without the tables of single documents whose rows stand in one over several that has as much of the
    question."""
    across = [each for each in read if each.request.sheet.is_of_several]
    rows = {id(each): {row.span.fact_id for row in each.request.sheet.rows} for each in read}
    return [
        each
        for each in read
        if not any(
            other is not each and other.share >= each.share and rows[id(each)] < rows[id(other)]
            for other in across
        )
    ]


def _read(question: str, sheet: Sheet, referred: frozenset[str]) -> Linked | None:
    """What is asked of the table, or of it with a column that follows from others."""
    if drops_one(sheet, question):
        return None
    sheet = with_calendar(sheet, question) if sheet.is_of_several else sheet
    made = derived(sheet, question)
    if made:
        sheet, question = made.sheet, made.question
    tokens = tokens_of(question, stems_of(words_of(question)))
    linked = Reading(question, sheet, tokens, referred=referred).read()
    kind = of_one_kind(linked.request, question) if linked else None
    kind = kind and of_things_counted(kind, question)
    if linked is None or kind is None:
        return None
    linked = replace(linked, request=kind)
    if made is None:
        return linked
    conditions = tuple(
        replace(each, text=made.bound) if isinstance(each, Measured) and made.name in each.columns else each
        for each in linked.request.conditions
    )
    return replace(linked, request=replace(linked.request, conditions=conditions))


def _said(linked: Linked, outcome: Outcome) -> Outcome:
    """The answer with what it leaves out, and what words were taken for."""
    draft, evidence = outcome
    unsaid = {word for said, _ in linked.loose for word in said.split()} | {*linked.request.left}
    about = " ".join(word for word in draft.about.split() if word.strip('?.,;:!“”"') not in unsaid)
    meant = tuple(f"something else by “{said}” than {told}" for said, told in linked.loose)
    is_computed = (linked.request.ask in COMPUTED or linked.request.many) and not linked.request.left
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


def _adds_up(linked: Linked) -> bool:
    """Whether documents are put together by all of the question's words."""
    request = linked.request
    is_of_all = request.ask == "sum" or (request.by is not None and request.ask in ("count", "average"))
    return is_of_all and not (linked.uncalled or linked.loose or request.left)


def is_named_better(one: Linked, other: Linked) -> bool:
    """Whether it asks the same and has more columns, of other sheets."""
    wider = len(one.request.sheet.columns) > len(other.request.sheet.columns)
    return wider and is_same(one, other) and one.share >= other.share


def is_good(linked: Linked, question: str) -> bool:
    """Whether enough of the question is taken in, and nothing is left that may turn it."""
    left = linked.request.left
    if linked.share < LEAST or len(left) > MOST_LEFT or not linked.request.rows:
        return False
    if folds_statistics(linked.request):
        return False
    is_open = any(isinstance(each, Lacking) for each in linked.request.conditions)  # “not paid yet”
    if len(COUNTED.findall(question)) > 1 or (STILL.search(question) and not is_open) or linked.says_more:
        return False
    if asks_by(linked.request, question):
        return False
    if linked.request.sheet.rows_are == DOCUMENTS and not _adds_up(linked):
        return False  # what one document says, or some of them, rules tell with each word in its place
    named = [each for each in linked.request.conditions if isinstance(each, Named) and each.column]
    if is_asked_for(left, question) or any(calls_row(word, named, question) for word in left):
        return False
    if linked.request.ask not in ("value", "list") and tells_which(left, question):
        return False
    return all(word.isalpha() and word.islower() and not TURNING.fullmatch(word) for word in left)
