"""What every provider shares: retrying what may pass, checking what came back, asking once more.

A provider gives one function that sends a request and returns the raw reply, or raises this package's errors.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, ValidationError

from llm.errors import BadOutput, RateLimited, Timeout, Transient
from llm.types import ChatReply, ChatRequest, Message
from llm.usage import Usage

ATTEMPTS = 4  # of one request, the first included
BACKOFF_SECONDS = 1.0  # before the second attempt; doubled each time
LONGEST_WAIT_SECONDS = 60.0  # a provider that asks for more is given up for now
QUOTED_CHARACTERS = 2000  # of an unusable reply, when it is shown to the model again


@dataclass(frozen=True)
class RawReply:
    text: str
    usage: Usage
    model: str
    finish_reason: str
    thoughts: str = ""


Send = Callable[[ChatRequest], RawReply]
Sleep = Callable[[float], None]


def complete(send: Send, request: ChatRequest, *, seconds: float, sleep: Sleep = time.sleep) -> ChatReply:
    """The reply, its output checked against the request's schema.

    `seconds`: for the whole call where the request sets no timeout. Raises as `ChatModel.complete`.
    """
    deadline = time.monotonic() + (request.timeout or seconds)
    raw = send_patiently(send, request, deadline, sleep)
    try:
        return checked(raw, request)
    except BadOutput as problem:
        second = send_patiently(send, asking_again(request, raw, problem), deadline, sleep)
        return checked(replace(second, usage=raw.usage + second.usage), request)


def send_patiently(send: Send, request: ChatRequest, deadline: float, sleep: Sleep) -> RawReply:
    """The raw reply, after as many attempts as it takes; no second attempt once text has been passed on."""
    heard = Heard(request.on_text)
    for attempt in range(1, ATTEMPTS + 1):
        left = deadline - time.monotonic()
        if left <= 0:
            break
        try:
            on_text = heard if request.on_text else None
            return send(replace(request, timeout=left, on_text=on_text))
        except Transient as error:
            wait = seconds_to_wait(error, attempt)
            if (
                heard.anything
                or attempt == ATTEMPTS
                or wait > min(LONGEST_WAIT_SECONDS, deadline - time.monotonic())
            ):
                raise
            sleep(wait)
    raise Timeout("The model did not answer in the time it was given. Try again, or ask something narrower.")


class Heard:
    """Passes text on and remembers that it did: an answer half shown must not start again."""

    def __init__(self, on_text: Callable[[str], None] | None) -> None:
        self.on_text = on_text
        self.anything = False

    def __call__(self, text: str) -> None:
        if self.on_text:
            self.anything = self.anything or bool(text)
            self.on_text(text)


def seconds_to_wait(error: Transient, attempt: int) -> float:
    if isinstance(error, RateLimited) and error.retry_after is not None:
        return error.retry_after
    return BACKOFF_SECONDS * 2 ** (attempt - 1) * random.uniform(0.8, 1.2)


def checked(raw: RawReply, request: ChatRequest) -> ChatReply:
    try:
        parsed = None if request.output is None else parse_output(raw, request.output)
    except BadOutput as problem:
        problem.usage = raw.usage
        raise
    text, thoughts = without_nul(raw.text), without_nul(raw.thoughts)
    return ChatReply(text, parsed, raw.usage, raw.model, raw.finish_reason, thoughts)


def parse_output(raw: RawReply, output: type[BaseModel]) -> BaseModel:
    if raw.finish_reason == "length":
        raise BadOutput("The model's reply was cut off at its limit of tokens.")
    try:
        return output.model_validate(json.loads(json_part(raw.text), parse_constant=no_constant))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the reply"
        raise BadOutput(f"The model's reply does not fill its schema: {place}: {first['msg']}.") from error
    except (ValueError, RecursionError) as error:
        raise BadOutput(f"The model's reply is not JSON: {error}.") from error


def no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


def json_part(text: str) -> str:
    """The object in `text`: some servers ignore the schema and wrap JSON in words or a code fence."""
    start, end = text.find("{"), text.rfind("}")
    return without_nul(text[start : end + 1] if 0 <= start < end else text)


def without_nul(text: str) -> str:
    """PostgreSQL stores no NUL character, bare or as a JSON escape."""
    return text.replace("\\u0000", "").replace("\x00", "")


def asking_again(request: ChatRequest, raw: RawReply, problem: BadOutput) -> ChatRequest:
    """The request with the unusable reply and what was wrong with it.

    Its text is heard as empty pieces: the listener may still stop the call, but does not get a second answer.
    """
    on_text = request.on_text
    correction = (
        f"That reply cannot be used. {problem} Reply again: only JSON that fills the schema, shorter."
    )
    said = Message("assistant", raw.text[:QUOTED_CHARACTERS] or "(nothing)")
    return replace(
        request,
        messages=[*request.messages, said, Message("user", correction)],
        on_text=(lambda _: on_text("")) if on_text else None,
    )
