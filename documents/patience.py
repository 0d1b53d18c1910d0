"""Extraction gives way to questions on a model that serves one call at a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from llm.types import ChatModel, ChatReply, ChatRequest, Tier

LOOK_AGAIN_SECONDS = 0.5
LONGEST_WAIT_SECONDS = 300.0  # a crashed question must not stop reading for ever

_question_checks: list[Callable[[], bool]] = []


def register_question_check(check: Callable[[], bool]) -> None:
    """`check` tells whether a question is being answered. The apps above, which know, register it."""
    if check not in _question_checks:
        _question_checks.append(check)


def question_in_flight() -> bool:
    return any(check() for check in _question_checks)


class GaveWay(Exception):
    """A call was abandoned for a question; it is asked again once the question is answered."""


class PatientChatModel:
    """`chat`, whose calls wait while a question is answered and are abandoned when one comes."""

    def __init__(self, chat: ChatModel, *, busy: Callable[[], bool] = question_in_flight) -> None:
        self.chat = chat
        self.busy = busy
        self.tier: Tier = chat.tier
        self.name = chat.name
        self.context_tokens = chat.context_tokens

    def complete(self, request: ChatRequest) -> ChatReply:
        """As `chat.complete`, later."""
        deadline = time.monotonic() + LONGEST_WAIT_SECONDS
        while time.monotonic() < deadline:
            self._wait(deadline)
            try:
                return self.chat.complete(replace(request, on_text=self._watch(request)))
            except GaveWay:
                continue
        return self.chat.complete(request)

    def _wait(self, deadline: float) -> None:
        while self.busy() and time.monotonic() < deadline:
            time.sleep(LOOK_AGAIN_SECONDS)

    def _watch(self, request: ChatRequest) -> Callable[[str], None]:
        """Looks for a question now and then while the reply streams."""
        looked_at = time.monotonic()

        def on_text(piece: str) -> None:
            nonlocal looked_at
            if request.on_text is not None:
                request.on_text(piece)
            if time.monotonic() - looked_at >= LOOK_AGAIN_SECONDS:
                looked_at = time.monotonic()
                if self.busy():
                    raise GaveWay

        return on_text


def patient(chat: ChatModel) -> ChatModel:
    """`chat` as extraction uses it: patient on the local model, as it is where calls run side by side."""
    return PatientChatModel(chat) if chat.tier == "local" else chat
