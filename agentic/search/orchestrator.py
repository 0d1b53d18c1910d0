"""The search agent's story: decompose, choose a route, plan, search, review, and answer, ask back or say
no.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings

from agentic.facts.sayings.mentions import SPEAKING
from agentic.inquiry import Inquiry
from agentic.outcome import Outcome
from agentic.search.answers.outcomes import (
    answer_by_steps,
    asks_for_steps,
    clarified,
    composed,
    from_passages,
    nothing,
)
from agentic.search.answers.within import answer_within
from agentic.search.carried import carried_on
from agentic.search.chains.answer import answer_by_chains
from agentic.search.decisions import rules
from agentic.search.decisions.binding import Bound
from agentic.search.decisions.decomposing import decompose_query, unclear
from agentic.search.decisions.steps import (
    MOST_REVIEWS,
    Review,
    RouteName,
    SearchPlan,
    ToolCall,
)
from agentic.search.hops import answer_in_steps
from agentic.search.joins.answer import answer_by_joins
from agentic.search.lists.answer import answer_by_lists
from agentic.search.loop import Conversation, converse, waiting
from agentic.search.memory import best_route, remember
from agentic.search.state import Search, begin
from agentic.search.toolbox import FACTS, Called
from retrieval.question.wording.rows import COUNT, GROUP, SUM

LISTING = re.compile(r"^\W*(?:which|who|list|show|compare)\b", re.IGNORECASE)
OF_WORDS = {"text", "about", "table"}  # conditions that only say which words stand somewhere


def answer_by_search(inquiry: Inquiry) -> Outcome:
    """An answer, a question back, or that there is none; each step is in the trace."""
    search = begin(inquiry)
    whole = (answer_in_steps, answer_by_lists, answer_by_joins, answer_by_chains)
    for way in () if search.continues else whole:  # a question that leaves out what was said is none of these
        if outcome := way(search, next_step):
            return outcome
    search.box.begin_again()  # what the steps looked for is no part of the question as a whole
    draft, evidence = outcome = found(search)
    if ways := inquiry.trace.ways:
        remember(inquiry.question.workspace, search.asked, ways, outcome)
    carried = carried_on(search.before, search.asked, search.choices, draft.answered)
    return replace(draft, carried=carried), evidence


def answer_by_rows(search: Search) -> Outcome | None:
    """What rows over all documents say, or a question back, without a model; None where the documents are few
    enough to be looked at, or fields do not say all of the question.
    """
    search.decider = replace(search.decider, chat=search.decider.without)
    decompose_query(search)
    if not rows_go_first(search, "structured"):
        return None
    select_route(search)
    search.box.plan = lambda: None  # the facts come before and have been asked
    review = follow(search, "structured")
    return clarified(search) if review.status == "clarify" else composed(search, "structured")


def answer_how(search: Search) -> Outcome | None:
    """The steps of what is to be explained, without a model."""
    if not asks_for_steps(search.question):
        return None
    search.decider = replace(search.decider, chat=search.decider.without)
    decompose_query(search)
    search.box.plan = lambda: None
    return answer_by_steps(search)


def next_step(inquiry: Inquiry, before: Search) -> Outcome:
    """What the question comes to that a step has made, by rules, with the calls that are left."""
    search = begin(inquiry)
    search.decider = replace(search.decider, chat=search.decider.without)
    search.box.most = before.box.left
    outcome = found(search)
    before.box.most -= len(search.box.called)
    before.plan = search.plan  # where this does not answer, the question as a whole is a fallback
    return outcome


def found(search: Search) -> Outcome:
    """What the routes give, one after the other until one answers or the user is asked."""
    decompose_query(search)
    if asking := unclear(search):
        return asking
    select_route(search)
    if settings.RAGSITE_SEARCH_CONTROL == "loop" and search.decider.has_model:
        return looped(search)
    for route in search.route.order:
        search.inquiry.trace.ways.append(route)
        review = follow(search, route)
        if review.status == "clarify":
            return clarified(search)
        if search.partial is not None and not has_rows(search):
            return search.partial  # columns say more of the question than passages
        if search.box.left > 0 and is_thin(search, route, review):
            continue
        if outcome := composed(search, route) or answer_within(search, next_step):
            return outcome
        if search.box.left <= 0:
            break
    return nothing(search)


def has_rows(search: Search) -> bool:
    """Whether a search has found rows."""
    return any(each.hits for each in search.box.called if each.call.tool.startswith("annotations"))


def is_thin(search: Search, route: RouteName, review: Review) -> bool:
    """Whether the next route may find more passages before an answer is made of them."""
    is_last = route == search.route.order[-1]
    return route != "structured" and review.status != "enough" and not is_last


def select_route(search: Search) -> None:
    with search.inquiry.trace.step("route", "Choose where to look first") as step:
        best = best_route(search.inquiry.question.workspace, search.asked)
        route = rules.route_of(search.asked, best)
        step.output = {"reader": "rules", "best_before": best or "", **route.model_dump()}
    if not search.asked.is_structured or search.bound.missing:
        chosen = search.decider.route(search.question, search.asked, route)
        # Rows are found by conditions: without any, that route leads nowhere.
        if chosen and (chosen.route != "structured" or search.asked.is_structured):
            route = chosen
    search.route = route


def follow(search: Search, route: RouteName) -> Review:
    """Search by this route until that is enough, or the calls are used up."""
    box = search.box
    review = Review(status="more")
    waiting = list(plan_search(search, route).queries)
    while box.left > 0 and (waiting or review.next_tool_call):
        call = review.next_tool_call or waiting.pop(0)
        called = box.call(call)
        if called.outcome is not None:
            return Review(status="enough", reason="The plan over the figures answers all of the question")
        review = reviewed(search, route, called, waiting)
        if review.status == "clarify" or (review.status == "enough" and not needed(waiting, search)):
            return review
    return review


def plan_search(search: Search, route: RouteName) -> SearchPlan:
    """The first queries. The route is planned once, by a model where rules do not know the words; others
    are fallbacks.
    """
    asked, box, trace = search.asked, search.box, search.inquiry.trace
    plan = rules.plan_of(route, asked, search.question, search.known, box.most)
    asks_who_mentions = asked.intent == "list" and SPEAKING.search(search.question)
    asks_for_rows = any(each.search(search.question) for each in (COUNT, LISTING, GROUP, SUM))
    by_rows = route == "structured" or asked.is_structured or asks_for_rows
    if not box.called and (by_rows or asks_who_mentions):
        facts = rules.first_facts(asked)
        plan.queries = [*plan.queries, *facts] if rows_go_first(search, route) else [*facts, *plan.queries]
    is_first = search.plan is None
    title = f"Plan the searches of the {route} route" if is_first else f"Fall back to the {route} route"
    with trace.step("plan" if is_first else "route", title) as step:
        step.output = {"reader": "rules", "fallback": not is_first, **plan.model_dump()}
        step.output["calls"] = [query.why for query in plan.queries]
        is_unsure = bool(search.bound.missing) or not asked.is_structured
        if is_first and route != "structured" and is_unsure:
            plan = search.decider.plan(search.question, plan, search.known, step) or plan
    search.plan = plan
    return plan


def rows_go_first(search: Search, route: RouteName) -> bool:
    """Whether rows over all documents answer before the facts, which read the tables of a few of many."""
    asked = search.asked
    is_said = bool(asked.measure or asked.buckets or asked.constraints.keys() - OF_WORDS)
    is_said = is_said and route == "structured" and not search.bound.missing
    return is_said and search.everywhere.candidates > search.route.max_hits


def looped(search: Search) -> Outcome:
    """The same question led by the model, one decision after each result; rules tell what was found."""
    plan = rules.plan_of(search.route.route, search.asked, search.question, search.known, search.box.most)
    proposed = [*rules.first_facts(search.asked), *plan.queries]
    search.inquiry.trace.ways.append(search.route.route)
    conversation = Conversation(
        search.question, search.asked, proposed, search.decider, search.known,
        held={} if search.bound.missing else search.asked.constraints,
    )  # fmt: skip
    read = search.bound
    converse(conversation, search.box, proposed)
    as_called(search, proposed)
    if too_many(search):
        return clarified(search)
    return composed(search, "structured") or as_proposed(search, proposed, read) or nothing(search)


def as_proposed(search: Search, proposed: Sequence[ToolCall], read: Bound) -> Outcome | None:
    """The answer by what rules propose, where the model's searches give none. `read`: as rules read it."""
    search.bound, rows = read, waiting(search.box, proposed)
    planned = any(each.call.tool == FACTS for each in search.box.called)
    if not planned and search.box.left > len(rows):
        rows = [*rules.first_facts(search.asked), *rows]
    for call in rows:
        if search.box.call(call).outcome is not None:
            break
    if too_many(search):
        return clarified(search)
    return composed(search, "structured") or from_passages(search)


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
