"""The tier without a model: rules only."""

from __future__ import annotations

from llm.errors import Unavailable
from llm.types import ChatReply, ChatRequest, Tier


class NoModel:
    tier: Tier = "none"
    name = "none"
    context_tokens = 0

    def complete(self, request: ChatRequest) -> ChatReply:
        raise Unavailable(
            "No language model is set up: start with `--llm local`, or set GEMINI_API_KEY or OPENAI_BASE_URL."
        )
