"""Chat models that follow no script of replies but a character: one that disobeys in every way, for ever."""

from __future__ import annotations

from pydantic import BaseModel

from agentic.search.decisions.model_steps import (
    ConditionReply,
    DecomposeReply,
    PlanReply,
    QueryReply,
    ReviewReply,
    RouteReply,
)
from agentic.search.loop import LoopDecision
from llm.errors import BadOutput
from llm.fakes import scripted_reply
from llm.types import ChatReply, ChatRequest, Tier

FOREIGN = ConditionReply(field="secret_salary", op="DROP", value="3")
REPLIES: tuple[BaseModel, ...] = (
    DecomposeReply(
        intent="compute", kinds=["moon"], constraints=[FOREIGN], function="sum", measure="zorbles",
        group_by="moon", terms=["zorble"],
    ),
    RouteReply(route="long-text", fallback=["structured", "structured"], reason="because"),
    PlanReply(strategy="none", queries=[QueryReply(tool="drop_tables", query="all")]),
    ReviewReply(status="more", reason="never enough", tool="delete_everything", query="more"),
    LoopDecision(action="call", tool="delete_everything", doc_id=10**9, filters=[FOREIGN]),
)  # fmt: skip


class Disobedient:
    """Endless “more”, tools that there are not, invented numbers, foreign fields, and a false answer."""

    name = "disobedient"

    def __init__(self, tier: Tier = "openai") -> None:
        self.tier: Tier = tier
        self.context_tokens = 32_768
        self._by_schema = {type(reply): reply for reply in REPLIES}

    def complete(self, request: ChatRequest) -> ChatReply:
        if request.output is None:
            return scripted_reply("It is 99 zorbles, as [77] says.", request)
        reply = self._by_schema.get(request.output)
        if reply is None:
            raise BadOutput("The reply does not fill the schema.")
        return scripted_reply(reply, request)


class Obedient:
    """Does in the loop what rules propose, a call after the other, and answers; fills no step otherwise."""

    name = "obedient"

    def __init__(self, tier: Tier = "openai") -> None:
        self.tier: Tier = tier
        self.context_tokens = 32_768

    def complete(self, request: ChatRequest) -> ChatReply:
        if request.output is not LoopDecision:
            raise BadOutput("The reply does not fill the schema.")
        turns = sum(message.role == "assistant" for message in request.messages)
        decision = LoopDecision(action="call", tool="facts") if not turns else LoopDecision(action="answer")
        return scripted_reply(decision, request)
