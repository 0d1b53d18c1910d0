"""A chat model whose thoughts and whose calls in vain a trace notes."""

from __future__ import annotations

from agentic.trace import Trace
from llm.errors import BadOutput
from llm.types import ChatModel, ChatReply, ChatRequest, Tier


class NotedChatModel:
    """`chat`, of which `trace` is given what it says of its thinking, and what replies cost that fill no
    schema: they are paid for too, and whoever asked has nothing to count them by.
    """

    def __init__(self, chat: ChatModel, trace: Trace) -> None:
        self.chat = chat
        self.trace = trace
        self.tier: Tier = chat.tier
        self.name = chat.name
        self.context_tokens = chat.context_tokens

    def complete(self, request: ChatRequest) -> ChatReply:
        """As `chat.complete`."""
        try:
            reply = self.chat.complete(request)
        except BadOutput as error:
            if error.usage:
                self.trace.spent(error.usage)
            raise
        if reply.thoughts:
            self.trace.think(reply.thoughts)
        return reply
