"""One question on its way, and what it begins with."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings

from agentic.annotations import more_documents_than
from agentic.facts.route import answer_from_facts
from agentic.inquiry import Inquiry
from agentic.outcome import Outcome
from agentic.routes.tools import Bench
from agentic.search.carried import as_line, carried_in, goes_on
from agentic.search.decisions import rules
from agentic.search.decisions.binding import Bound
from agentic.search.decisions.model_steps import Decider
from agentic.search.decisions.steps import (
    MAX_HITS,
    Decomposition,
    RouteChoice,
    SearchPlan,
)
from agentic.search.decisions.words import ASKS_WHO
from agentic.search.toolbox import Toolbox
from agentic.sql.execution import SQLFailed
from agentic.tables.common.question import shared_in
from agentic.verification.curators import with_curators
from agentic.verification.verify import verify
from reading.values.quantities import find_quantities
from retrieval.annotations.conditions import is_of_documents
from retrieval.annotations.fields import Fields, fields_of
from retrieval.scope.filters import BadSearch
from retrieval.scope.model import Scope
from retrieval.search.passage_search import MOST_PASSAGES

FILE = re.compile(r"\.\w{2,5}$")
COMPUTED = ("sum", "average", "median", "group")
CONTEXT = 400  # characters of a passage


@dataclass
class Search:
    """One question on its way. `choices`: what the user chose where it was asked back, in order.

    `before`: what the conversation came to, and `continues`: whether this question goes on with it.
    """

    inquiry: Inquiry
    known: Fields
    decider: Decider
    box: Toolbox
    choices: Sequence[Mapping[str, Any]] = ()
    bound: Bound = field(default_factory=lambda: Bound(Decomposition()))
    route: RouteChoice = field(default_factory=lambda: RouteChoice(route="hybrid"))
    reviews: int = 0
    before: dict[str, Any] = field(default_factory=dict)
    continues: bool = False
    plan: SearchPlan | None = None
    partial: Outcome | None = None  # what rows say of all but a part of the question
    unanswered: Outcome | None = None  # what was made of passages, and does not answer

    @property
    def asked(self) -> Decomposition:
        return self.bound.asked

    @property
    def question(self) -> str:
        return self.inquiry.analysis.question

    @property
    def document_ids(self) -> list[int]:
        return list(self.everywhere.chosen or ())

    @property
    def everywhere(self) -> Scope:
        """All that may be looked at: searches say themselves which documents they leave out."""
        return self.inquiry.everywhere


def begin(inquiry: Inquiry) -> Search:
    models, workspace = inquiry.require_models(), inquiry.question.workspace
    before = carried_in(inquiry.question.history)
    search = Search(
        inquiry,
        fields_of(workspace),
        Decider(models.chat, inquiry.trace, as_line(before)),
        Toolbox(
            Bench(workspace, models.embedder),
            inquiry.trace,
            settings.RAGSITE_SEARCH_CALLS,
            # What was chosen or said before is no part of the question that the facts are asked.
            plan=lambda: None if inquiry.question.choices or search.continues else from_facts(search),
            document_ids=inquiry.everywhere.chosen or (),
            sizes=sizes_of(inquiry.question.options),
        ),
        choices=inquiry.question.choices,
        before=before,
        continues=bool(before) and goes_on(inquiry.question.text),
    )
    return search


def sizes_of(options: Mapping[str, Any]) -> dict[str, int]:
    """How many passages each search gives, and how much of each is shown: as asked for, else as set."""
    candidates = options.get("max_candidates") or settings.RAGSITE_ANSWER_CANDIDATES
    return {
        "top_k": min(candidates, MOST_PASSAGES),
        "context_chars": options.get("context_chars") or CONTEXT,
    }


def from_facts(search: Search) -> Outcome | None:
    """The facts route's answer, if it is one to the whole question."""
    inquiry, asked = search.inquiry, search.asked
    if (asked.in_all and shared_in(search.question) is None) or is_long_list(search):
        return None
    of_rows = asked.by_document and asked.intent == "list"
    of_lines = "table" in asked.constraints and not asked.by_document
    # Words in rows are told in any number and spelling by rows, unless a table over documents has them.
    by_words = of_lines or ("text" in asked.constraints and (of_rows or bool(asked.function)))
    # Lists and counts of documents are of all: the pre-filter keeps the likeliest alone.
    scope = search.everywhere if search.asked.by_document else inquiry.scope
    outcome = answer_from_facts(inquiry.analysis, scope=scope, trace=inquiry.trace)
    if outcome is None or not outcome[0].answered:
        return None
    draft, evidence = outcome
    if asked.in_all and (draft.plan or {}).get("ask") != "shared":
        return None
    tells_whose = bool((draft.plan or {}).get("beside"))
    if asked.function in ("min", "max") and ASKS_WHO.search(search.question) and not tells_whose:
        return None  # rows tell whose it is
    if by_words and not is_of_lines(outcome):
        search.partial = outcome if is_of_rows(outcome) else None
        return None
    if asked.group_by and asked.function and not find_quantities(draft.text):
        return None  # groups are told by their numbers
    answer = verify(
        draft, with_curators(evidence), question=inquiry.analysis.question, analysis=inquiry.analysis
    )
    covers = (answer.fit or {}).get("covers", True)
    if is_of_one(outcome, search) or any(len(table.rows) > MAX_HITS for table in evidence.tables):
        return None  # nobody reads so many
    is_sound = all(number.status != "unsupported" for number in answer.numbers)
    search.partial = outcome if is_sound and is_of_rows(outcome) else None
    return outcome if covers and is_sound else None


def is_of_rows(outcome: Outcome) -> bool:
    """Whether rows of a table over several documents, which is called by no file, say it by their columns."""
    plan = outcome[0].plan or {}
    is_of_several = plan.get("ask") in (*COMPUTED, "list", "count") and bool(plan.get("conditions"))
    return is_of_several and "columns" in plan and FILE.search(str(plan.get("table", ""))) is None


def is_of_lines(outcome: Outcome) -> bool:
    """Whether a value is computed from rows that stand in several documents."""
    draft, evidence = outcome
    plan = draft.plan or {}
    documents = {span.document_id for table in evidence.tables for span in table.spans if span}
    return plan.get("ask") in COMPUTED and not draft.tentative and len(documents) > 1


def is_long_list(search: Search) -> bool:
    """Whether so many documents are asked for that nobody reads them: the facts need not be looked up."""
    asked, held = search.asked, rules.structured_calls(search.asked, search.known)[-1].arguments
    is_list = asked.intent == "list" and asked.by_document and not asked.function
    if search.everywhere.total <= MAX_HITS or not is_list or held.get("carrier"):
        return False
    if not held["filters"] or not is_of_documents(held["filters"]):
        return False
    return more_documents_than(
        MAX_HITS,
        workspace=search.inquiry.question.workspace,
        filters=held["filters"],
        bucket=held.get("bucket", ""),
        document_ids=search.document_ids,
    )


def is_of_one(outcome: Outcome, search: Search) -> bool:
    """Whether it adds up the rows of one document where those of several are meant."""
    evidence, asked = outcome[1], search.asked
    found = evidence.found_in or {span.document_id for span in evidence.spans}
    if len(found) != 1 or asked.function not in ("sum", "avg", "count") or not asked.is_structured:
        return False
    calls = rules.structured_calls(asked, search.known)
    try:
        _, documents = rules.counted(calls[-1], search.inquiry.question.workspace, search.document_ids)
    except (BadSearch, SQLFailed):
        return False
    return documents > 1
