"""The search agent as one conversation: a model decides after each result, within the same bounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from django.conf import settings
from pydantic import BaseModel, Field

from agentic.running.prompts import prompt
from agentic.search.decisions.model_steps import (
    FENCE_CHARACTERS,
    MOST_CONDITIONS,
    UNABLE,
    ConditionReply,
    Decider,
    conditions_of,
    is_known,
    room_of,
    told_of,
)
from agentic.search.decisions.steps import Decomposition, ToolCall
from agentic.search.toolbox import FACTS, Called, Toolbox
from llm.fencing import fenced
from llm.types import ChatRequest, Message
from retrieval.annotations.conditions import OF_TABLES
from retrieval.annotations.fields import Fields

REPLY_TOKENS = 250
MOST_TURNS = 8  # decisions, those that no call follows included
FIRST_SHARE = 0.4  # of the room, for the question with what rules propose


class LoopDecision(BaseModel):
    """What the model does next."""

    thought: str = Field(default="", max_length=120)
    action: Literal["call", "answer", "clarify", "give_up"]
    tool: str = Field(default="", max_length=40)
    query: str = Field(default="", max_length=200)
    filters: list[ConditionReply] = Field(default=[], max_length=MOST_CONDITIONS)
    function: str = Field(default="", max_length=10)
    field: str = Field(default="", max_length=80)
    group_by: str = Field(default="", max_length=80)
    doc_id: int = 0


class Conversation:
    """The messages between us and the model: the question, what rules propose, and each result.

    `held`: the conditions that rules are sure of, which a model may add to and not leave out.
    """

    def __init__(
        self,
        question: str,
        asked: Decomposition,
        proposed: Sequence[ToolCall],
        decider: Decider,
        known: Fields,
        *,
        held: Mapping[str, Any],
    ) -> None:
        self.decider, self.known, self.held = decider, known, held
        self.by_document = asked.by_document
        self.rules = prompt("search_loop")
        decider.trace.prompt_versions[self.rules.name] = self.rules.version
        parts = {name: value for name, value in asked.model_dump().items() if value}
        proposal = "; ".join(f"{call.tool} {call.arguments}" for call in proposed[:3])
        names = ", ".join(known.listed(20))
        self.room = room_of(decider.chat) - len(self.rules.text)
        first = int(self.room * FIRST_SHARE)
        question = question[: first // 2]
        told = f"{decider.before}\nRules propose: {proposal}\nRules read: {parts}\nFields: {names}"
        fence = fenced(told.strip()[: first - len(question) - FENCE_CHARACTERS])
        self.messages = [Message("user", f"Question: {question}\n{fence}")]

    def next(self) -> LoopDecision | None:
        """The model's decision; None where it gives none that can be read."""
        request = ChatRequest(
            system=self.rules.text,
            messages=self._fitting(),
            output=LoopDecision,
            role="fast",
            max_tokens=REPLY_TOKENS,
            timeout=settings.RAGSITE_SEARCH_SECONDS,
        )
        with self.decider.trace.step("review", "Let the model decide what is next") as step:
            try:
                reply = self.decider.chat.complete(request)
            except UNABLE as error:
                step.error = f"{error} Rules decide."
                return None
            self.decider.trace.spent(reply.usage)
            decision = reply.parsed
            assert isinstance(decision, LoopDecision)
            step.output = {"reader": "model", **decision.model_dump(exclude_defaults=True)}
        self.messages.append(Message("assistant", decision.model_dump_json(exclude_defaults=True)))
        return decision

    def show(self, text: str) -> None:
        self.messages.append(Message("user", text))

    def _fitting(self) -> list[Message]:
        """The question and as many of the latest exchanges as there is room for; the last is cut to it."""
        question, *later = self.messages
        while len(later) > 2 and sum(len(message.text) for message in (question, *later)) > self.room:
            del later[:2]
        if later:
            left = self.room - sum(len(message.text) for message in (question, *later[:-1]))
            later[-1] = Message(later[-1].role, later[-1].text[: max(left, 0)])
        return [question, *later]


def converse(conversation: Conversation, box: Toolbox, proposed: Sequence[ToolCall]) -> None:
    """Decide, call, show, until the model is done, its calls are used up, or it says nothing new.

    Of the calls so many are kept for the rows that rules propose as it has not made itself.
    """
    turns, stuck = 0, 0
    while box.left > len(waiting(box, proposed)) and turns < MOST_TURNS and stuck < 2:
        turns += 1
        decision = conversation.next()
        if decision is None:
            return
        if decision.action != "call":
            if box.called:
                return
            conversation.show("Search first: set action to call.")
            stuck += 1
            continue
        call, wrong = call_of(decision, conversation.known, by_document=conversation.by_document)
        if call is None:
            conversation.show(f"Error: {wrong}")
            stuck += 1
            continue
        if call.tool.startswith("annotations"):
            filters = {**call.arguments["filters"], **conversation.held}
            call = call.model_copy(update={"arguments": {**call.arguments, "filters": filters}})
        called = box.call(call)
        if called.outcome is not None:
            return
        stuck = stuck + 1 if called.result.error else 0
        conversation.show(_shown(called, box, conversation))


def waiting(box: Toolbox, proposed: Sequence[ToolCall]) -> list[ToolCall]:
    """What rules propose over rows and nobody has called yet."""
    made = [(each.call.tool, each.call.arguments) for each in box.called]
    return [call for call in proposed if call.tool != FACTS and (call.tool, call.arguments) not in made]


def _shown(called: Called, box: Toolbox, conversation: Conversation) -> str:
    told = fenced(told_of([called], conversation.decider.chat.tier))
    return f"{told}\nCalls left: {box.left}."


def call_of(
    decision: LoopDecision, known: Fields, *, by_document: bool = False
) -> tuple[ToolCall | None, str]:
    """The call, of fields that there are; or why it cannot be made."""
    filters, dropped = conditions_of(decision.filters, known)
    for name in (decision.field, decision.group_by):
        if name and not is_known(name, known):
            return None, f"There is no field “{name}”: use {', '.join(known.listed(15))}."
    if dropped and not filters:
        return None, f"{dropped[0]}: use {', '.join(known.listed(15))}."
    why = decision.thought or decision.tool.replace("_", " ")
    arguments: dict[str, Any]
    if decision.tool in ("search_text", "search_semantic"):
        arguments = {"query": decision.query}
    elif decision.tool == "annotations_search":
        if "text" in filters and not decision.field:
            filters = {"table": OF_TABLES, **filters}  # a line of tires, not a vendor of that name
        arguments = {
            "filters": filters, "carrier": decision.field, "top_k": 300, "by_document": by_document,
        }  # fmt: skip
    elif decision.tool == "annotations_aggregate":
        arguments = {
            "filters": filters, "function": decision.function, "field": decision.field,
            "group_by": decision.group_by,
        }  # fmt: skip
    elif decision.tool == "get_document_metadata":
        arguments = {"doc_id": decision.doc_id}
    else:
        arguments = {}  # facts; one that there is not is refused by name, and counts
    return ToolCall(tool=decision.tool, arguments=arguments, why=why), ""
