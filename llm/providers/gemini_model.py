"""Google's Gemini models by its own SDK."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import Any

import httpx2
from google import genai
from google.genai import errors, types

from llm import calling
from llm.errors import LLMError, RateLimited, Refused, Timeout, TooLong, Transient, Unavailable
from llm.providers.schemas import json_schema
from llm.types import ChatReply, ChatRequest, Message, ModelRole, Tier
from llm.usage import Usage

# Thoughts count as reply at Gemini, so that the limit of a reply has to leave room for them.
THOUGHT_TOKENS: dict[ModelRole, int] = {"fast": 1_000, "standard": 8_000, "deep": 24_000}
CONTEXT_TOKENS = 1_000_000
API_VERSION = "v1beta"  # where preview models and JSON schemas are served first
CUT_OFF = types.FinishReason.MAX_TOKENS
DONE = {types.FinishReason.STOP, CUT_OFF}
BROKEN = {  # the model stumbled; another attempt may go through
    types.FinishReason.MALFORMED_RESPONSE,
    types.FinishReason.MALFORMED_FUNCTION_CALL,
    types.FinishReason.UNEXPECTED_TOOL_CALL,
    types.FinishReason.OTHER,
    types.FinishReason.FINISH_REASON_UNSPECIFIED,
}


class GeminiModel:
    """`models`: the model's name for each role. `seconds`: for a whole call that sets no timeout."""

    tier: Tier = "gemini"
    context_tokens = CONTEXT_TOKENS

    def __init__(
        self,
        *,
        api_key: str,
        models: Mapping[ModelRole, str],
        seconds: float,
        base_url: str = "",
        sleep: calling.Sleep = time.sleep,
    ) -> None:
        self.name = models["standard"]
        self.models = models
        self.seconds = seconds
        self.sleep = sleep
        options = types.HttpOptions(base_url=base_url or None, api_version=API_VERSION)
        # vertexai: said outright, because the SDK would else take it from the environment.
        self.client = genai.Client(api_key=api_key, vertexai=False, http_options=options)

    def complete(self, request: ChatRequest) -> ChatReply:
        return calling.complete(self.send, request, seconds=self.seconds, sleep=self.sleep)

    def close(self) -> None:
        """Close its connections; only short-lived models need it."""
        self.client.close()

    def send(self, request: ChatRequest) -> calling.RawReply:
        model = self.models[request.role]
        timeout = request.timeout or self.seconds
        config = configuration(model, request, timeout)
        contents: Any = [content(message) for message in request.messages]
        models = self.client.models
        try:
            if request.on_text:
                pieces = models.generate_content_stream(model=model, contents=contents, config=config)
                return read_stream(pieces, request, model, time.monotonic() + timeout)
            reply = models.generate_content(model=model, contents=contents, config=config)
        except errors.APIError as error:
            raise translated(error) from error
        except httpx2.TimeoutException as error:
            raise Timeout("Gemini did not answer in time.") from error
        except httpx2.HTTPError as error:
            raise Transient(f"Gemini cannot be reached: {error}") from error
        except errors.UnknownApiResponseError as error:
            raise Transient("Gemini sent a reply that cannot be read.") from error
        used = reply.model_version or model
        return calling.RawReply(
            text_of(reply), usage_of(reply), used, finish_of(reply), text_of(reply, thoughts=True)
        )


def configuration(model: str, request: ChatRequest, timeout: float) -> types.GenerateContentConfig:
    schema = json_schema(request.output, lengths=False) if request.output else None
    return types.GenerateContentConfig(
        system_instruction=request.system or None,
        temperature=request.temperature if model.startswith("gemini-2") else None,
        max_output_tokens=request.max_tokens + THOUGHT_TOKENS[request.role],
        response_mime_type="application/json" if schema else None,
        response_json_schema=schema,
        http_options=types.HttpOptions(
            timeout=max(1, int(timeout * 1000)), extra_body=thinking(model, request.role)
        ),
    )


def thinking(model: str, role: ModelRole) -> dict[str, Any] | None:
    """How hard to think, as the REST API writes it: the SDK sends `thinking_level`, which that does not name.

    The 2.x models know no levels, and the pro models no minimal one.
    """
    if model.startswith("gemini-2"):
        return None
    level = types.ThinkingLevel.HIGH if role == "deep" else types.ThinkingLevel.LOW
    if role == "fast" and "-pro" not in model:
        level = types.ThinkingLevel.MINIMAL
    told = {"thinkingLevel": level.value, "includeThoughts": level != types.ThinkingLevel.MINIMAL}
    return {"generationConfig": {"thinkingConfig": told}}


def content(message: Message) -> types.Content:
    role = "model" if message.role == "assistant" else "user"
    return types.Content(role=role, parts=[types.Part(text=message.text)])


def read_stream(
    pieces: Iterable[types.GenerateContentResponse], request: ChatRequest, model: str, deadline: float
) -> calling.RawReply:
    texts: list[str] = []
    thoughts: list[str] = []
    usage, finish_reason = Usage(calls=1), ""
    for piece in pieces:
        refuse_if_blocked(piece)
        thoughts.append(text_of(piece, thoughts=True))
        text = text_of(piece)
        if text and request.on_text:
            texts.append(text)
            request.on_text(text)
        usage = usage_of(piece) if piece.usage_metadata else usage
        model = piece.model_version or model
        finish_reason = finish_of(piece, at_end=False) or finish_reason
        if time.monotonic() > deadline:
            raise Timeout("Gemini was still writing when its time was over.")
    if not finish_reason:
        raise Transient("Gemini ended its reply half way.")
    return calling.RawReply("".join(texts), usage, model, finish_reason, "".join(thoughts))


def refuse_if_blocked(reply: types.GenerateContentResponse) -> None:
    feedback = reply.prompt_feedback
    if feedback and feedback.block_reason:
        raise Refused(f"Gemini blocked the prompt ({feedback.block_reason.value}).")


def finish_of(reply: types.GenerateContentResponse, *, at_end: bool = True) -> str:
    """“stop” or “length”; empty while a stream goes on. Raises `Refused` for a blocked reply."""
    refuse_if_blocked(reply)
    reason = reply.candidates[0].finish_reason if reply.candidates else None
    if reason is None and not at_end:
        return ""
    if reason is None or reason in BROKEN:
        raise Transient("Gemini sent no usable reply.")
    if reason not in DONE:
        raise Refused(f"Gemini blocked its reply ({reason.value}).")
    return "length" if reason == CUT_OFF else "stop"


def text_of(reply: types.GenerateContentResponse, *, thoughts: bool = False) -> str:
    """The reply's text without its thoughts; or what the model says of these alone."""
    body = reply.candidates[0].content if reply.candidates else None
    parts = (body.parts if body else None) or []
    return "".join(part.text for part in parts if part.text and bool(part.thought) == thoughts)


def usage_of(reply: types.GenerateContentResponse) -> Usage:
    """Thoughts are counted as output: they are paid for like it."""
    counts = reply.usage_metadata
    if counts is None:
        return Usage(calls=1)
    written = (counts.candidates_token_count or 0) + (counts.thoughts_token_count or 0)
    return Usage(counts.prompt_token_count or 0, written, 1, counts.cached_content_token_count or 0)


def translated(error: errors.APIError) -> LLMError:
    """The package's own error for the SDK's, with what to do."""
    status, text = error.code, str(error.message or error.status or "")
    if status == 429:
        return RateLimited(f"Gemini's quota is used up for now: {text}", retry_after=retry_after(error))
    if status == 408 or status >= 500:
        return Transient(f"Gemini failed ({status}): {text}")
    if status in (401, 403) or "API key" in text:
        return Unavailable(f"Gemini refused the key ({status}): check GEMINI_API_KEY.")
    if status == 404:
        return Unavailable(f"Gemini does not know this model: check GEMINI_MODEL ({text}).")
    if "token count" in text and "exceed" in text:
        return TooLong(f"The prompt is too long for Gemini: {text}")
    return Unavailable(f"Gemini does not take the request ({status}): {text}")


def retry_after(error: errors.APIError) -> float | None:
    """Seconds, from the header or from the body's RetryInfo (“retryDelay”: “7s”)."""
    headers = getattr(error.response, "headers", None) or {}
    body = error.details if isinstance(error.details, dict) else {}
    details = body.get("error", body).get("details", [])
    delays = [str(item["retryDelay"]).removesuffix("s") for item in details if "retryDelay" in item]
    try:
        return float((delays or [headers.get("retry-after", "")])[0])
    except ValueError:
        return None
