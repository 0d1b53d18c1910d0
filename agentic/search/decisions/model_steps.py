"""The steps that a model decides where rules are not sure: the same JSON, checked against what there is.

Nothing that it says is taken as it stands: fields, operators and tools that there are not are dropped, and
told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from django.conf import settings
from pydantic import BaseModel, Field

from agentic.running.prompts import prompt
from agentic.search.decisions.steps import (
    Decomposition,
    Intent,
    Review,
    RouteChoice,
    RouteName,
    SearchPlan,
    ToolCall,
)
from agentic.search.toolbox import Called, Toolbox
from agentic.trace import Trace
from llm.errors import BadOutput, Refused, TooLong, Transient
from llm.fencing import fenced, one_line
from llm.providers.none import NoModel
from llm.types import ChatModel, ChatRequest, Message
from retrieval.annotations.conditions import COLUMNS, of_role
from retrieval.annotations.fields import Fields
from retrieval.scope.filters import OPERATORS

Reply = TypeVar("Reply", bound=BaseModel)
OFFERED = {"local": 40, "gemini": 200, "openai": 120}  # names of fields that a prompt lists
SHOWN = {"local": 5, "gemini": 20, "openai": 12}  # hits of a search that a prompt shows
HIT_CHARACTERS = 160
REPLY_TOKENS = 300
MOST_CONDITIONS = 6
PROMPT_TOKENS = {"local": 900}  # of one step, the rules of the prompt included; others hold what they hold
CHARACTERS_PER_TOKEN = 3.2  # of names, numbers and JSON, by the local model's tokenizer
FENCE_CHARACTERS = 60
UNABLE = (BadOutput, Refused, TooLong, Transient)


class ConditionReply(BaseModel):
    field: str = Field(max_length=80)
    op: str = Field(default="=", max_length=8)
    value: str = Field(max_length=120)
    unit: str = Field(default="", max_length=12)


class DecomposeReply(BaseModel):
    intent: Intent
    kinds: list[str] = Field(default=[], max_length=4)
    constraints: list[ConditionReply] = Field(default=[], max_length=MOST_CONDITIONS)
    function: Literal["", "count", "sum", "avg", "min", "max"] = ""
    measure: str = Field(default="", max_length=80)
    group_by: str = Field(default="", max_length=80)
    terms: list[str] = Field(default=[], max_length=5)
    subqueries: list[str] = Field(default=[], max_length=3)


class RouteReply(BaseModel):
    route: RouteName
    fallback: list[RouteName] = Field(default=[], max_length=2)
    reason: str = Field(default="", max_length=120)


class QueryReply(BaseModel):
    tool: str = Field(max_length=40)
    query: str = Field(default="", max_length=200)
    filters: list[ConditionReply] = Field(default=[], max_length=MOST_CONDITIONS)


class PlanReply(BaseModel):
    strategy: str = Field(default="", max_length=120)
    queries: list[QueryReply] = Field(default=[], max_length=3)


class ReviewReply(BaseModel):
    status: Literal["enough", "more", "clarify"]
    reason: str = Field(default="", max_length=120)
    tool: str = Field(default="", max_length=40)
    query: str = Field(default="", max_length=200)
    filters: list[ConditionReply] = Field(default=[], max_length=MOST_CONDITIONS)


@dataclass
class Decider:
    """Asks the model for a step; None where there is none, or where it gives nothing that can be taken.

    `before`: what the conversation came to so far, in a line.
    """

    chat: ChatModel
    trace: Trace
    before: str = ""
    without: ChatModel = field(default_factory=NoModel)

    @property
    def has_model(self) -> bool:
        return self.chat.tier != "none"

    def decompose(self, question: str, asked: Decomposition, known: Fields) -> Decomposition | None:
        """The question as a model takes it apart, of the fields that there are."""
        if not self.has_model:
            return None
        with self.trace.step("decompose", "Let the model take the question apart") as step:
            reply = self._ask("search_decompose", self._names(known), "", question, DecomposeReply, step)
            if reply is None:
                return None
            better, dropped = _known_parts(reply, asked, known)
            step.output |= {"reader": "model", "reply": reply.model_dump(), "dropped": dropped}
            step.output |= {name: value for name, value in better.model_dump().items() if value}
        return better

    def route(self, question: str, asked: Decomposition, usual: RouteChoice) -> RouteChoice | None:
        if not self.has_model or self.chat.tier == "local":  # a small model guesses; the sheet does not
            return None
        told = f"Intent: {asked.intent}\nRules would choose: {usual.route}"
        with self.trace.step("route", "Let the model choose where to look") as step:
            reply = self._ask("search_route", "", told, question, RouteReply, step)
            if reply is None:
                return None
            others = [name for name in (*reply.fallback, *usual.order) if name != reply.route]
            choice = RouteChoice(route=reply.route, reason=reply.reason, fallback=list(dict.fromkeys(others)))
            step.output |= {"reader": "model", **choice.model_dump()}
        return choice

    def plan(self, question: str, usual: SearchPlan, known: Fields, step: Any) -> SearchPlan | None:
        """Other first queries, before those of the rules; not asked of a small model, which repeats them."""
        if not self.has_model or self.chat.tier == "local":
            return None
        proposed = "; ".join(f"{call.tool}: {call.arguments.get('query', '')}" for call in usual.queries)
        told = f"Rules propose: {one_line(proposed)[:400]}"
        reply = self._ask("search_plan", self._names(known), told, question, PlanReply, step)
        if reply is None:
            return None
        calls, dropped = [], []
        for each in reply.queries:
            call, wrong = _call_of(each, known)
            calls += [call] if call else []
            dropped += wrong
        step.output |= {"reader": "model", "reply": reply.model_dump(), "dropped": dropped}
        if not calls:
            return None
        better = usual.model_copy(update={"queries": [*calls, *usual.queries]})
        step.output["queries"] = [call.model_dump() for call in better.queries]
        return better

    def review(self, question: str, box: Toolbox, usual: Review, known: Fields) -> Review | None:
        if not self.has_model or box.left <= 0:
            return None
        found = told_of(box.called, self.chat.tier)
        with self.trace.step("review", "Let the model look whether that is enough") as step:
            reply = self._ask("search_review", found, "", question, ReviewReply, step)
            if reply is None:
                return None
            call, dropped = _call_of(reply, known)
            status = "more" if reply.status == "clarify" else reply.status  # rules count the options
            review = Review(
                status=status, reason=reply.reason, next_tool_call=call if status == "more" else None
            )
            step.output |= {"reader": "model", **review.model_dump(exclude_none=True), "dropped": dropped}
        return review

    def _names(self, known: Fields) -> str:
        return f"Fields: {', '.join(map(one_line, known.listed(OFFERED.get(self.chat.tier, 40))))}"

    def _ask(
        self, name: str, material: str, told: str, question: str, output: type[Reply], step: Any
    ) -> Reply | None:
        """`material`: what documents say, fenced, and cut where the prompt has no room for all of it."""
        rules = prompt(name)
        self.trace.prompt_versions[rules.name] = rules.version
        room = room_of(self.chat) - len(rules.text) - len(told) - len(self.before) - FENCE_CHARACTERS
        question = question[: max(room // 2, 0)]
        fence = fenced(material[: max(room - len(question), 0)]) if material else ""
        parts = [fence, self.before, told, f"Question: {question}"]
        request = ChatRequest(
            system=rules.text,
            messages=[Message("user", "\n".join(filter(None, parts)))],
            output=output,
            role="fast",
            max_tokens=REPLY_TOKENS,
            timeout=settings.RAGSITE_SEARCH_SECONDS,
        )
        try:
            reply = self.chat.complete(request)
        except UNABLE as error:
            step.error = f"{error} Rules decide."
            return None
        self.trace.spent(reply.usage)
        assert isinstance(reply.parsed, output)
        return reply.parsed


def room_of(chat: ChatModel) -> int:
    """Characters that a prompt of one step may have."""
    most = PROMPT_TOKENS.get(chat.tier, chat.context_tokens - REPLY_TOKENS)
    return int(min(most, chat.context_tokens - REPLY_TOKENS) * CHARACTERS_PER_TOKEN)


def told_of(called: Sequence[Called], tier: str) -> str:
    """What the searches gave, as short as the tier needs it."""
    most = SHOWN.get(tier, 5)
    return "\n".join(line for each in called for line in _lines(each, most))


def _lines(called: Called, most: int) -> list[str]:
    head = f"{called.call.tool} {called.call.arguments.get('query', '')}: "
    if called.result.error:
        return [f"{head}error: {called.result.error[:HIT_CHARACTERS]}"]
    lines = [f"{head}{called.total:,} hits"]
    lines += [
        f"- {one_line(hit['filename'])}: {one_line(hit['snippet'])[:HIT_CHARACTERS]}"
        for hit in called.passages[:most]
    ]
    for row in called.rows[:most]:
        if "quote" in row:
            lines.append(f"- {row['filename']}: {one_line(str(row['quote']))[:HIT_CHARACTERS]}")
        else:
            lines.append(
                "- " + ", ".join(f"{name} {value}" for name, value in row.items() if value is not None)
            )
    return lines


def is_known(name: str, known: Fields) -> bool:
    plain = name.strip().lower().removeprefix("properties.")
    return plain in COLUMNS or known.get(plain) is not None or of_role(plain, known) is not None


def conditions_of(
    replies: Sequence[ConditionReply], known: Fields
) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """The conditions on fields that there are, and a word for each that was dropped."""
    kept: dict[str, dict[str, Any]] = {}
    dropped = []
    for reply in replies:
        name, op = " ".join(reply.field.lower().split()), reply.op.strip().lower()
        if not is_known(name, known):
            dropped.append(f"There is no field “{reply.field}”")
        elif op not in OPERATORS:
            dropped.append(f"There is no operator “{reply.op}”")
        elif not reply.value.strip():
            dropped.append(f"“{reply.field}” has no value")
        else:
            kept[name] = {"op": op, "value": _value(reply.value, op)} | (
                {"unit": reply.unit} if reply.unit else {}
            )
    return kept, dropped


def _value(text: str, op: str) -> Any:
    if op in ("between", "in"):
        return [_number(part) for part in text.replace(" and ", ",").split(",") if part.strip()]
    return _number(text) if op != "~" else text


def _number(text: str) -> int | float | str:
    plain = text.strip()
    try:
        number = float(plain)
    except ValueError:
        return plain
    return int(number) if number.is_integer() else number


def _known_parts(
    reply: DecomposeReply, asked: Decomposition, known: Fields
) -> tuple[Decomposition, list[str]]:
    """What the model said, as far as the documents have it; what rules were sure of stands."""
    constraints, dropped = conditions_of(reply.constraints, known)
    measure, group_by = reply.measure.strip().lower(), reply.group_by.strip().lower()
    if measure and not is_known(measure, known):
        dropped.append(f"There is no field “{reply.measure}”")
        measure = ""
    if group_by and not is_known(group_by, known):
        dropped.append(f"There is no field “{reply.group_by}”")
        group_by = ""
    function = reply.function if measure or reply.function == "count" else asked.function
    kinds = {"kind": {"op": "in", "value": reply.kinds}} if reply.kinds else {}
    better = Decomposition(
        intent=reply.intent if function or reply.intent != "compute" else asked.intent,
        buckets=asked.buckets,
        constraints={**kinds, **constraints, **asked.constraints},
        measure=measure or asked.measure,
        function=function or asked.function,
        group_by=group_by or asked.group_by,
        by_document=reply.intent == "list" or (function == "count" and not measure),
        terms=[term for term in reply.terms if term.strip()],
        in_all=asked.in_all,
        subqueries=reply.subqueries,
        output=asked.output,
    )
    return better, dropped


def _call_of(reply: QueryReply | ReviewReply, known: Fields) -> tuple[ToolCall | None, list[str]]:
    filters, dropped = conditions_of(reply.filters, known)
    why = reply.reason if isinstance(reply, ReviewReply) else f"As the model plans: {reply.query}"
    if reply.tool == "annotations_search" and filters:
        return ToolCall(tool=reply.tool, arguments={"filters": filters}, why=why), dropped
    if reply.tool in ("search_text", "search_semantic") and reply.query.strip():
        return ToolCall(tool=reply.tool, arguments={"query": reply.query}, why=why), dropped
    if reply.tool:
        dropped.append(f"“{reply.tool}” cannot be called so")
    return None, dropped
