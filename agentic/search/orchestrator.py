"""The search agent's story: decompose, choose a route, plan, search, review, and answer, ask back or say
no.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings

from agentic.annotations.fields import Fields, fields_of
from agentic.facts.route import answer_from_facts
from agentic.inquiry import Inquiry
from agentic.outcome import Outcome, coverage
from agentic.routes.map import of_first, tell_passages
from agentic.routes.tools import Bench
from agentic.search import rules
from agentic.search.binding import Bound, bind_terms
from agentic.search.clarify import ambiguous, overload, too_few
from agentic.search.compose import Telling, tell_figures, tell_list, tell_shared
from agentic.search.hops import answer_in_steps
from agentic.search.loop import Conversation, converse
from agentic.search.model_steps import Decider
from agentic.search.question import decompose
from agentic.search.sections import tell_section
from agentic.search.steps import (
    MAX_HITS,
    MOST_REVIEWS,
    Decomposition,
    Option,
    Review,
    RouteChoice,
    RouteName,
    ToolCall,
)
from agentic.search.toolbox import FACTS, Called, Toolbox
from agentic.verification.curators import with_curators
from agentic.verification.verify import verify
from documents.models import Chunk
from retrieval.scope.document_kinds import singular
from retrieval.scope.model import Scope
from retrieval.search.search import Hit

READ = 8  # passages that an answer is made from


@dataclass
class Search:
    """One question on its way. `choices`: what the user chose where it was asked back, in order."""

    inquiry: Inquiry
    known: Fields
    decider: Decider
    box: Toolbox
    choices: Sequence[Mapping[str, Any]] = ()
    bound: Bound = field(default_factory=lambda: Bound(Decomposition()))
    route: RouteChoice = field(default_factory=lambda: RouteChoice(route="hybrid"))
    reviews: int = 0

    @property
    def asked(self) -> Decomposition:
        return self.bound.asked

    @property
    def question(self) -> str:
        return self.inquiry.analysis.question

    @property
    def document_ids(self) -> list[int]:
        return list(self.inquiry.scope.chosen or ())

    @property
    def everywhere(self) -> Scope:
        """All that may be looked at: searches say themselves which documents they leave out."""
        scope = self.inquiry.scope
        return scope if scope.is_chosen else replace(scope, document_ids=None, filters={}, note="")


def answer_by_search(inquiry: Inquiry) -> Outcome:
    """An answer, a question back, or that there is none; each step is in the trace."""
    search = begin(inquiry)
    if outcome := answer_in_steps(
        search.question, search.known, scope=search.everywhere, trace=inquiry.trace
    ):
        return outcome
    decompose_query(search)
    if asking := unclear(search):
        return asking
    select_route(search)
    if settings.RAGSITE_SEARCH_CONTROL == "loop" and search.decider.has_model:
        return looped(search)
    for route in search.route.order:
        inquiry.trace.ways.append(route)
        review = follow(search, route)
        if review.status == "clarify":
            return clarified(search)
        if outcome := composed(search, route, review):
            return outcome
        if search.box.left <= 0:
            break
    return nothing(search)


def begin(inquiry: Inquiry) -> Search:
    models, workspace = inquiry.require_models(), inquiry.question.workspace
    search = Search(
        inquiry,
        fields_of(workspace),
        Decider(models.chat, inquiry.trace),
        Toolbox(
            Bench(workspace, models.embedder),
            inquiry.trace,
            settings.RAGSITE_SEARCH_CALLS,
            # What was chosen is no part of the question that the facts are asked.
            plan=lambda: None if inquiry.question.choices else from_facts(search),
            document_ids=inquiry.scope.chosen or (),
        ),
        choices=inquiry.question.choices,
    )
    return search


def from_facts(search: Search) -> Outcome | None:
    """The facts route's answer, if it is one to the whole question."""
    inquiry = search.inquiry
    # Lists and counts of documents are of all: the pre-filter keeps the likeliest alone.
    scope = search.everywhere if search.asked.by_document else inquiry.scope
    outcome = answer_from_facts(inquiry.analysis, scope=scope, trace=inquiry.trace)
    if outcome is None or not outcome[0].answered:
        return None
    draft, evidence = outcome
    answer = verify(
        draft, with_curators(evidence), question=inquiry.analysis.question, analysis=inquiry.analysis
    )
    covers = (answer.fit or {}).get("covers", True)
    if any(len(table.rows) > MAX_HITS for table in evidence.tables):
        return None  # nobody reads so many
    return outcome if covers and all(number.status != "unsupported" for number in answer.numbers) else None


# --- decompose ---


def decompose_query(search: Search) -> None:
    """The question in parts: by rules; by a model where words are left that rules have no place for."""
    inquiry, trace = search.inquiry, search.inquiry.trace
    with trace.step("decompose", "Take the question apart") as step:
        asked = chosen(decompose(inquiry.analysis, search.known), search.choices)
        step.output = {"reader": "rules", **told(asked)}
    bound = bind(search, asked)
    if bound.missing and (better := search.decider.decompose(search.question, asked, search.known)):
        asked = chosen(better, search.choices)
        bound = bind(search, asked)
    search.bound = bound


def bind(search: Search, asked: Decomposition) -> Bound:
    if asked.in_all:
        return Bound(named_by(search, asked))
    if asked.intent not in ("list", "compute"):
        return Bound(asked)
    return bind_terms(
        asked,
        search.known,
        workspace=search.inquiry.question.workspace,
        document_ids=search.document_ids,
        trace=search.inquiry.trace,
    )


def named_by(search: Search, asked: Decomposition) -> Decomposition:
    """By which property things are told apart that several kinds of documents share: “Solvent”, else
    their model.
    """
    wanted = [word for term in asked.terms for word in [term, *term.split()]]
    for name in [*asked.shown, *wanted]:
        for spelled in (name, singular(name.lower())):
            info = search.known.get(spelled)
            if info and not info.is_number:
                return asked.model_copy(update={"group_by": info.name})
    about = {"about": {"op": "~", "value": " ".join(asked.terms)}} if asked.terms else {}
    return asked.model_copy(update={"constraints": {**asked.constraints, **about}})


def chosen(asked: Decomposition, choices: Sequence[Mapping[str, Any]]) -> Decomposition:
    """The question with what the user chose where it was asked back."""
    for choice in choices:
        option = Option.model_validate(choice)
        constraints = {**asked.constraints, **option.add}
        dropped = set(option.drop)
        asked = asked.model_copy(
            update={
                "constraints": {name: each for name, each in constraints.items() if name not in dropped},
                "terms": [] if dropped & {"text", "about"} else asked.terms,
                "measure": option.measure or asked.measure,
                "ambiguities": [] if option.measure else asked.ambiguities,
            }
        )
    return asked


def told(asked: Decomposition) -> dict[str, Any]:
    """For the trace: what is there."""
    kept = {name: value for name, value in asked.model_dump().items() if value}
    constraints = [
        f"{name} {c.get('op')} {c.get('value')} {c.get('unit', '')}".strip()
        for name, c in asked.constraints.items()
    ]
    return {**kept, "conditions": constraints}


def unclear(search: Search) -> Outcome | None:
    """A question back where a word may be one of several fields, and the rows do not tell which."""
    asked = search.asked
    if not asked.ambiguities or not asked.measure:
        return None
    info = search.known.get(asked.measure)
    word = asked.ambiguities[0].split("”")[0].strip("“")
    others = [other for other in search.known.by_part.get(word.lower(), ()) if other.is_number]
    if info is None or len(others) < 2:
        return None
    options = []
    for number, other in enumerate(others[:6], start=1):
        again = asked.model_copy(update={"measure": other.name})
        calls = rules.structured_calls(again, search.known)
        rows, documents = rules.counted(calls[-1], search.inquiry.question.workspace, search.document_ids)
        if rows:
            options.append(
                Option(id=f"field-{number}", label=other.title, count=documents, measure=other.name)
            )
    if len(options) < 2:
        if options:
            search.bound = replace(
                search.bound, asked=asked.model_copy(update={"measure": options[0].measure})
            )
        return None
    names = ", ".join(f"“{option.label}”" for option in options)
    return ambiguous(telling(search), options, f"“{word}” may be {names}: which is meant?")


# --- route ---


def select_route(search: Search) -> None:
    with search.inquiry.trace.step("route", "Choose where to look first") as step:
        route = rules.route_of(search.asked)
        step.output = {"reader": "rules", **route.model_dump()}
    if not search.asked.is_structured or search.bound.missing:
        route = search.decider.route(search.question, search.asked, route) or route
    search.route = route


# --- search and review ---


def follow(search: Search, route: RouteName) -> Review:
    """Search by this route until that is enough, or the calls are used up."""
    trace, box = search.inquiry.trace, search.box
    with trace.step("plan", f"Plan the searches of the {route} route") as step:
        plan = rules.plan_of(route, search.asked, search.question, search.known, box.most)
        queries = [*(rules.first_facts(search.asked) if not box.called else []), *plan.queries]
        if route != "structured" and not box.called and not search.asked.is_structured:
            queries = plan.queries
        step.output = {
            "strategy": plan.strategy,
            "max_tool_calls": box.most,
            "queries": [query.model_dump() for query in queries],
            "calls": [query.why for query in queries],
        }
    review = Review(status="more")
    waiting = list(queries)
    while box.left > 0 and (waiting or review.next_tool_call):
        call = review.next_tool_call or waiting.pop(0)
        called = box.call(call)
        if called.outcome is not None:
            return Review(status="enough", reason="The plan over the figures answers all of the question")
        review = reviewed(search, route, called, waiting)
        if review.status == "clarify" or (review.status == "enough" and not needed(waiting, search)):
            return review
    return review


def looped(search: Search) -> Outcome:
    """The same question led by the model, one decision after each result; rules tell what was found."""
    plan = rules.plan_of(search.route.route, search.asked, search.question, search.known, search.box.most)
    proposed = [*rules.first_facts(search.asked), *plan.queries]
    search.inquiry.trace.ways.append(search.route.route)
    conversation = Conversation(search.question, search.asked, proposed, search.decider, search.known)
    converse(conversation, search.box, proposed)
    as_called(search, proposed)
    if too_many(search):
        return clarified(search)
    review = Review(status="enough")
    return composed(search, "structured", review) or from_passages(search) or nothing(search)


def as_called(search: Search, proposed: Sequence[ToolCall]) -> None:
    """What is told is what was searched for, where the model searched for something else than rules read."""
    found = [each for each in search.box.called if each.call.tool.startswith("annotations") and each.hits]
    if not found or found[-1].call in proposed:
        return
    given = found[-1].call.arguments
    update: dict[str, Any] = {
        "constraints": given.get("filters", {}),
        "buckets": [],
        "in_all": [],
        "function": given.get("function", ""),
        "measure": given.get("field", ""),
        "group_by": given.get("group_by", ""),
        "by_document": given.get("by_document", False),
    }
    asked = search.asked.model_copy(update=update)
    search.bound = replace(search.bound, asked=asked)
    if found[-1].call.tool == "annotations_aggregate":
        search.box.call(rules.structured_calls(asked, search.known)[-1])


def too_many(search: Search) -> bool:
    last = search.box.called[-1] if search.box.called else None
    is_list = search.asked.intent == "list" and not search.asked.function
    return bool(
        last and is_list and last.call.tool == "annotations_search" and last.total > search.route.max_hits
    )


def needed(waiting: Sequence[ToolCall], search: Search) -> bool:
    """Whether the rest of the plan belongs to one answer: the rows of a sum, the other kinds of documents."""
    return bool(waiting) and bool(search.asked.in_all or waiting[0].tool == "annotations_search")


def reviewed(search: Search, route: RouteName, called: Called, waiting: Sequence[ToolCall]) -> Review:
    if called.call.tool == FACTS or search.reviews >= MOST_REVIEWS:
        return Review(status="more", reason="On with the plan")
    search.reviews += 1
    trace = search.inquiry.trace
    with trace.step("review", "Look whether that is enough") as step:
        review = rules.review_of(search.asked, search.route, route, search.box)
        step.output = {"reader": "rules", **review.model_dump(exclude_none=True)}
    if review.status == "more" and not waiting and route != "structured":
        review = search.decider.review(search.question, search.box, review, search.known) or review
    return review


# --- answers ---


def telling(search: Search) -> Telling:
    attempts = search.box.attempts()
    tried = tuple(f"{each.tried}: {each.hits:,}" for each in attempts)
    return Telling(
        search.asked,
        search.known,
        search.question,
        search.inquiry.question.workspace,
        coverage(search.everywhere),
        tried,
        search.bound.missing,
    )


def composed(search: Search, route: RouteName, review: Review) -> Outcome | None:
    """The answer from what was found so far; None where there is nothing yet that answers."""
    planned = next((each.outcome for each in search.box.called if each.outcome), None)
    if planned is not None:
        return planned
    if route == "structured":
        return from_rows(search)
    return from_passages(search)


def from_rows(search: Search) -> Outcome | None:
    asked, box = search.asked, search.box
    found = [each for each in box.called if each.call.tool == "annotations_search" and each.rows]
    folded = [each for each in box.called if each.call.tool == "annotations_aggregate" and each.hits]
    if asked.in_all:
        return tell_shared(telling(search), folded) if len(folded) == len(asked.in_all) else None
    if not found or (asked.function in ("sum", "avg", "count") and not folded):
        return None
    with search.inquiry.trace.step("compose", "Tell what the rows say") as step:
        step.rows = len(found[-1].rows)
        if asked.function:
            return tell_figures(telling(search), folded[-1] if folded else None, found[-1])
        return tell_list(telling(search), found[-1])


def from_passages(search: Search) -> Outcome | None:
    """What the passages say, in a model's words or their own."""
    inquiry = search.inquiry
    options = inquiry.question.options
    hits = of_first(hits_of(search.box.called)[: options.get("max_candidates")], options.get("max_documents"))
    if not hits:
        return None
    scope = search.everywhere
    in_own_words = search.asked.intent == "summarize" and inquiry.tier == "none"
    if in_own_words and (outcome := tell_section(search.asked.terms, hits, scope)):
        return outcome
    outcome = tell_passages(
        inquiry.analysis, hits[:READ], hits, scope=scope, models=inquiry.require_models(), trace=inquiry.trace
    )
    return outcome if outcome[0].answered else None


def hits_of(called: Sequence[Called]) -> list[Hit]:
    """The passages found, each once, whole: those that both searches found first."""
    best: dict[int, float] = {}
    for each in called:
        for rank, passage in enumerate(each.passages):
            best[passage["chunk_id"]] = best.get(passage["chunk_id"], 0.0) + 1 / (60 + rank)
    shown = {passage["chunk_id"]: passage for each in called for passage in each.passages}
    texts = dict(Chunk.objects.filter(pk__in=list(best), excluded=False).values_list("pk", "text"))
    order = sorted((pk for pk in best if pk in texts), key=lambda pk: -best[pk])
    return [
        Hit(
            chunk_id=pk,
            document_id=shown[pk]["document_id"],
            filename=shown[pk]["filename"],
            section=shown[pk]["section"],
            page_start=shown[pk]["page_start"],
            page_end=shown[pk]["page_end"],
            text=texts[pk],
            score=best[pk],
            superseded=shown[pk]["superseded"],
        )
        for pk in order
    ]


def clarified(search: Search) -> Outcome:
    found = search.box.called[-1]
    return overload(
        telling(search),
        found,
        workspace=search.inquiry.question.workspace,
        document_ids=search.document_ids,
        trace=search.inquiry.trace,
    )


def nothing(search: Search) -> Outcome:
    """What was tried; where leaving a condition out finds something, that is offered."""
    asked = search.asked
    if asked.intent in ("list", "compute") and asked.constraints:
        return too_few(
            telling(search),
            [*search.bound.attempts, *search.box.attempts()],
            search.bound.missing,
            workspace=search.inquiry.question.workspace,
            document_ids=search.document_ids,
            trace=search.inquiry.trace,
        )
    told_so_far = telling(search)
    hits = hits_of(search.box.called)
    if hits:
        return tell_passages(
            search.inquiry.analysis,
            hits[:READ],
            hits,
            scope=search.everywhere,
            models=replace(search.inquiry.require_models(), chat=search.decider.without),
            trace=search.inquiry.trace,
        )
    return told_so_far.outcome("These documents do not answer the question.", [], answered=False)
