"""A model's call that its user can end: it goes on in a thread of its own while this one looks."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import Empty, Queue
from threading import Event, Thread

from llm.errors import Timeout
from llm.types import ChatModel, ChatReply, ChatRequest, Tier

LOOK_SECONDS = 0.5


class GivenUp(Exception):
    """Nobody waits for the call any more: its connection is closed."""


@dataclass(frozen=True)
class _Ended:
    """How a call ended: with a reply or with what it raised."""

    reply: ChatReply | None = None
    error: BaseException | None = None


class InterruptibleChatModel:
    """`chat`, whose calls are given up as soon as `look` raises, which is called now and then meanwhile, or
    their time is over.

    A model may read or think for minutes before its first word, so that whoever listens to its words alone
    would stop it late. A call that was given up ends at its next piece of text; until then it does no harm.
    `look` and the request's `on_text` are called by the thread that asked.
    """

    def __init__(self, chat: ChatModel, look: Callable[[], None]) -> None:
        self.chat = chat
        self.look = look
        self.tier: Tier = chat.tier
        self.name = chat.name
        self.context_tokens = chat.context_tokens

    def complete(self, request: ChatRequest) -> ChatReply:
        """As `chat.complete`, never longer than the request's timeout; also raises what `look` raises."""
        coming: Queue[str | _Ended] = Queue()
        given_up = Event()

        def heard(piece: str) -> None:
            if given_up.is_set():
                raise GivenUp
            coming.put(piece)

        # The local model works on for whoever is gone, unless its words are listened to.
        listens = request.on_text is not None or self.tier == "local"
        asked = replace(request, on_text=heard if listens else None)
        Thread(target=self._ask, args=(asked, coming), daemon=True, name="model").start()
        try:
            return self._follow(coming, request)
        finally:
            given_up.set()

    def _ask(self, request: ChatRequest, coming: Queue[str | _Ended]) -> None:
        try:
            coming.put(_Ended(reply=self.chat.complete(request)))
        except BaseException as error:  # it is raised by the thread that asked
            coming.put(_Ended(error=error))

    def _follow(self, coming: Queue[str | _Ended], request: ChatRequest) -> ChatReply:
        began = looked = time.monotonic()
        while request.timeout is None or looked - began < request.timeout:
            with suppress(Empty):
                event = coming.get(timeout=LOOK_SECONDS)
                if isinstance(event, _Ended):
                    return _result(event)
                if request.on_text is not None:
                    request.on_text(event)
            if time.monotonic() - looked >= LOOK_SECONDS:
                self.look()
                looked = time.monotonic()
        raise Timeout(
            "The model did not answer in the time it was given. Try again, or ask something narrower."
        )


def _result(ended: _Ended) -> ChatReply:
    if ended.error is not None:
        raise ended.error
    assert ended.reply is not None
    return ended.reply
