"""A chat model whose thoughts are noted, where its provider tells them."""

from __future__ import annotations

from collections.abc import Callable

from llm.types import ChatModel, ChatReply, ChatRequest, Tier


class ThinkingAloud:
    """`chat`, of whose replies `note` is given what the model says of its thinking."""

    def __init__(self, chat: ChatModel, note: Callable[[str], None]) -> None:
        self.chat = chat
        self.note = note
        self.tier: Tier = chat.tier
        self.name = chat.name
        self.context_tokens = chat.context_tokens

    def complete(self, request: ChatRequest) -> ChatReply:
        """As `chat.complete`."""
        reply = self.chat.complete(request)
        if reply.thoughts:
            self.note(reply.thoughts)
        return reply
