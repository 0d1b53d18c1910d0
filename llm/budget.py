"""A chat model that stops when a question has spent what it may."""

from __future__ import annotations

from dataclasses import replace

from llm.errors import LLMError, Timeout
from llm.types import Budget, ChatModel, ChatReply, ChatRequest, Tier
from llm.usage import Usage


class BudgetedChatModel:
    """`chat` within `budget`: each call is cut to what is left, and then charged."""

    def __init__(self, chat: ChatModel, budget: Budget) -> None:
        self.chat = chat
        self.budget = budget
        self.tier: Tier = chat.tier
        self.name = chat.name
        self.context_tokens = chat.context_tokens

    def complete(self, request: ChatRequest) -> ChatReply:
        """As `chat.complete`; `BudgetExceeded` before a call too many, or where time runs out in one."""
        self.budget.check()
        seconds = min(request.timeout or self.budget.seconds_left, self.budget.seconds_left)
        tokens = min(request.max_tokens, self.budget.tokens_left)
        try:
            reply = self.chat.complete(replace(request, timeout=seconds, max_tokens=tokens))
        except LLMError as error:
            self.budget.spend(getattr(error, "usage", None) or Usage(calls=1))
            if isinstance(error, Timeout):
                self.budget.check()
            raise
        self.budget.spend(reply.usage)
        return reply
