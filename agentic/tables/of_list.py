"""What rows answer where the question calls their list in words of its own: “in the refugee appeal table”."""

from __future__ import annotations

from dataclasses import replace

from agentic.facts.case import Case
from agentic.outcome import Outcome
from agentic.tables.answer import outcome_of, requests_of, tables_for
from agentic.tables.partial import is_near, is_said
from retrieval.question.analyse import analyse
from retrieval.question.wording.rows import WORD
from retrieval.question.wording.sources import source_in
from retrieval.sheets.asked import Request
from retrieval.sheets.model import DOCUMENTS, Sheet
from retrieval.sheets.request.around import tells_other_rows
from retrieval.sheets.request.words import Words, tokens_of, words_of
from retrieval.sheets.stems import stems_of

LEAST = 2  # words of the rest that the sheet has


def answer_of_list(case: Case) -> Outcome | None:
    """The answer to the question without the words that say which list is meant, where one table alone has a
    place for the rest, and for each name and number of those words; never one that is sure."""
    source = source_in(case.question)
    if source is None:
        return None
    analysis = replace(
        analyse(source.rest, workspace=case.scope.workspace), inherited=case.analysis.inherited
    )
    own = replace(case, analysis=analysis)
    tables = [sheet for sheet in tables_for(case) if sheet.rows_are != DOCUMENTS]
    tables = [sheet for sheet in tables if _has_names(sheet, source.what, case.question)]
    read = [request for request in requests_of(own, tables) if request and _fits(request, own)]
    read = [request for request in read if not tells_other_rows(request, tables, source.rest)]
    best = max(read, key=_places, default=None)
    if best is None or sum(_places(each) == _places(best) for each in read) > 1:
        return None
    outcome = outcome_of(own, best)
    if outcome is None:
        return None
    draft, evidence = outcome
    unsaid = {*WORD.findall(source.what), *best.left}
    about = " ".join(word for word in draft.about.split() if word.strip('?.,;:!“”"') not in unsaid)
    return replace(draft, about=about, tentative=True), evidence


def _fits(request: Request, case: Case) -> bool:
    """Whether rows have the question; what they have of a list of their own alone is no answer."""
    tokens = tokens_of(case.question, stems_of(words_of(case.question)))
    if (
        request.covered < LEAST
        or not request.rows
        or not all(is_said(each, [*tokens]) for each in request.of)
    ):
        return False
    return not request.left or is_near(request, case)


def _places(request: Request) -> tuple[int, int]:
    return -len(request.left), request.covered


def _has_names(sheet: Sheet, what: str, question: str) -> bool:
    """Whether the sheet, its cells or its head have each name and number of the words."""
    tokens = tokens_of(question, stems_of(words_of(question)))
    words, said = Words(question, sheet, tokens), {*WORD.findall(what)}
    head = stems_of([sheet.head])[sheet.head]
    names = [at for at, token in enumerate(tokens) if token.text in said and not token.text.islower() and at]
    return all(
        words.taken[at]
        or tokens[at].norm in sheet.words_in_texts
        or bool(tokens[at].stems & (sheet.names | sheet.words_of_headings | head))
        for at in names
    )
