"""A chat model whose calls are spans of OpenTelemetry, by its names for generative AI.

Without an exporter, which whoever runs the process sets up, a span costs next to nothing.
"""

from __future__ import annotations

from typing import Any

from opentelemetry import trace
from opentelemetry.trace import SpanKind, Status, StatusCode

from llm.errors import LLMError
from llm.types import ChatModel, ChatReply, ChatRequest, Tier

# https://opentelemetry.io/docs/specs/semconv/gen-ai/
PROVIDERS: dict[Tier, str] = {
    "gemini": "gcp.gemini",
    "openai": "openai",
    "local": "llama_cpp",
    "none": "none",
}
tracer = trace.get_tracer("ragsite")


class TracedChatModel:
    """`chat`, each call of which is a span “chat MODEL” with its tokens. What is said is no part of it."""

    def __init__(self, chat: ChatModel) -> None:
        self.chat = chat
        self.tier: Tier = chat.tier
        self.name = chat.name
        self.context_tokens = chat.context_tokens

    def complete(self, request: ChatRequest) -> ChatReply:
        """As `chat.complete`."""
        asked: dict[str, Any] = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": PROVIDERS.get(self.tier, self.tier),
            "gen_ai.request.model": self.name,
            "gen_ai.request.max_tokens": request.max_tokens,
            "gen_ai.request.temperature": request.temperature,
            "gen_ai.output.type": "json" if request.output else "text",
        }
        with tracer.start_as_current_span(
            f"chat {self.name}", kind=SpanKind.CLIENT, attributes=asked, record_exception=False
        ) as span:
            try:
                reply = self.chat.complete(request)
            except LLMError as error:
                span.set_attribute("error.type", type(error).__name__)
                span.set_status(Status(StatusCode.ERROR, str(error)))
                raise
            span.set_attributes(
                {
                    "gen_ai.response.model": reply.model,
                    "gen_ai.response.finish_reasons": [reply.finish_reason],
                    "gen_ai.usage.input_tokens": reply.usage.input_tokens,
                    "gen_ai.usage.output_tokens": reply.usage.output_tokens,
                    "gen_ai.usage.cache_read.input_tokens": reply.usage.cached_tokens,
                }
            )
        return reply
