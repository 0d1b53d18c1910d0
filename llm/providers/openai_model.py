"""OpenAI-compatible servers: OpenAI, vLLM, Ollama, and the local model's own server."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

import openai

from llm import calling
from llm.errors import LLMError, RateLimited, Refused, Timeout, TooLong, Transient, Unavailable
from llm.providers.schemas import json_schema
from llm.types import ChatReply, ChatRequest, ModelRole, Tier
from llm.usage import Usage

CONNECT_SECONDS = 10.0
# OpenAI's own models count their hidden reasoning as reply, so it gets room of its own.
REASONING_TOKENS: dict[ModelRole, int] = {"fast": 2_000, "standard": 8_000, "deep": 24_000}


class OpenAIModel:
    """`models`: the model's name for each role. `seconds`: for a whole call that sets no timeout."""

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        models: Mapping[ModelRole, str],
        seconds: float,
        tier: Tier = "openai",
        context_tokens: int = 32_768,
        sleep: calling.Sleep = time.sleep,
    ) -> None:
        self.tier: Tier = tier
        self.name = models["standard"]
        self.context_tokens = context_tokens
        self.models = models
        self.seconds = seconds
        self.sleep = sleep
        self.is_openai = urlsplit(base_url).hostname == "api.openai.com"
        # A proxy from the environment must not get what is meant for this machine.
        self.client = openai.OpenAI(
            base_url=base_url,
            api_key=api_key or "none",
            max_retries=0,
            http_client=openai.DefaultHttpxClient(trust_env=tier != "local"),
        )

    def complete(self, request: ChatRequest) -> ChatReply:
        return calling.complete(self.send, request, seconds=self.seconds, sleep=self.sleep)

    def close(self) -> None:
        """Close its connections; only short-lived models need it."""
        self.client.close()

    def send(self, request: ChatRequest) -> calling.RawReply:
        timeout = request.timeout or self.seconds
        client = self.client.with_options(
            timeout=openai.Timeout(timeout, connect=min(timeout, CONNECT_SECONDS))
        )
        arguments = self.arguments(request)
        try:
            if request.on_text:
                deadline, is_local = time.monotonic() + timeout, self.tier == "local"
                return read_stream(client, arguments, request.on_text, deadline, tells_progress=is_local)
            return read_whole(client, arguments)
        except openai.OpenAIError as error:
            raise translated(error) from error

    def arguments(self, request: ChatRequest) -> dict[str, Any]:
        messages = [{"role": "system", "content": request.system}] if request.system else []
        messages += [{"role": message.role, "content": message.text} for message in request.messages]
        arguments: dict[str, Any] = {"model": self.models[request.role], "messages": messages}
        if self.is_openai:  # its newer models refuse the older parameters, and other servers the newer ones
            arguments["max_completion_tokens"] = request.max_tokens + REASONING_TOKENS[request.role]
        else:
            arguments |= {"max_tokens": request.max_tokens, "temperature": request.temperature}
        if request.output:
            schema = json_schema(request.output, lengths=self.tier == "local")
            named = {"name": request.output.__name__, "strict": True, "schema": schema}
            arguments["response_format"] = {"type": "json_schema", "json_schema": named}
        return arguments


def read_whole(client: openai.OpenAI, arguments: Mapping[str, Any]) -> calling.RawReply:
    reply = client.chat.completions.create(**arguments)
    if not reply.choices:
        raise Transient("The model's server sent an empty reply.")
    choice = reply.choices[0]
    if choice.message.refusal:
        raise Refused(f"The model refused: {choice.message.refusal}")
    return raw_reply(choice.message.content or "", reply.usage, reply.model, choice.finish_reason)


def read_stream(
    client: openai.OpenAI,
    arguments: Mapping[str, Any],
    on_text: Callable[[str], None],
    deadline: float,
    *,
    tells_progress: bool,
) -> calling.RawReply:
    """The reply, each piece of text passed on as it comes; an empty one where there is none in an event.

    `tells_progress`: the server is llama.cpp, which can say how far it has read the prompt.
    """
    texts: list[str] = []
    usage, model, finish_reason = None, str(arguments["model"]), None
    streamed: dict[str, Any] = {**arguments, "stream": True, "stream_options": {"include_usage": True}}
    if tells_progress:
        streamed["extra_body"] = {"return_progress": True}
    with client.chat.completions.create(**streamed) as stream:
        for chunk in stream:
            usage, model = chunk.usage or usage, chunk.model or model
            for choice in chunk.choices:
                finish_reason = choice.finish_reason or finish_reason
                texts.append(choice.delta.content or "")
                on_text(texts[-1])
            if time.monotonic() > deadline:
                raise Timeout("The model was still writing when its time was over.")
    if finish_reason is None:
        raise Transient("The model's server ended its reply half way.")
    return raw_reply("".join(texts), usage, model, finish_reason)


def raw_reply(text: str, usage: Any, model: str, finish_reason: str) -> calling.RawReply:
    if finish_reason == "content_filter":
        raise Refused("The provider's content filter blocked the reply.")
    return calling.RawReply(text, usage_of(usage), model, finish_reason)


def usage_of(usage: Any) -> Usage:
    if not usage:
        return Usage(calls=1)
    details = getattr(usage, "prompt_tokens_details", None)
    cached = getattr(details, "cached_tokens", None) or 0
    return Usage(usage.prompt_tokens, usage.completion_tokens, 1, cached)


def translated(error: openai.OpenAIError) -> LLMError:
    """The package's own error for the SDK's, with what to do."""
    if isinstance(error, openai.APITimeoutError):
        return Timeout("The model's server did not answer in time.")
    if isinstance(error, openai.APIConnectionError):
        return Transient(f"The model's server at {error.request.url.host} cannot be reached: is it running?")
    if not isinstance(error, openai.APIStatusError):
        return Transient(f"The model's server broke off: {error}")
    return translated_status(error)


def translated_status(error: openai.APIStatusError) -> LLMError:
    status, text = error.status_code, str(error.message)
    if status == 429:
        return RateLimited(f"The model's server has too much to do: {text}", retry_after=retry_after(error))
    if status in (408, 409) or status >= 500:
        return Transient(f"The model's server failed ({status}): {text}")
    if status in (401, 403):
        return Unavailable(f"The model's server refused the key ({status}): check OPENAI_API_KEY.")
    if status == 404:
        return Unavailable(f"The model's server does not know this model: check OPENAI_MODEL ({text}).")
    if "context" in text and ("exceed" in text or "length" in text):
        return TooLong(f"The prompt is too long for the model: {text}")
    if error.code == "content_filter":
        return Refused("The provider's content filter blocked the prompt.")
    return Unavailable(f"The model's server does not take the request ({status}): {text}")


def retry_after(error: openai.APIStatusError) -> float | None:
    try:
        return float(error.response.headers.get("retry-after", ""))
    except ValueError:
        return None
