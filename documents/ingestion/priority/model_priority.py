"""What the local model reads of documents gives way to questions, and to files that rules read.

Questions need the model itself, which serves one call at a time, and rules the processors that it takes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from django.utils import timezone

from documents.ingestion.progress import BUSY
from documents.models import Document
from llm.types import ChatModel, ChatReply, ChatRequest, Tier

LOOK_AGAIN_SECONDS = 0.5
LONGEST_WAIT_SECONDS = 300.0  # a crashed question must not stop reading for ever
SIGN_OF_LIFE = timedelta(minutes=1)  # who reads by rules gives one with each page

_question_checks: list[Callable[[], bool]] = []


def register_question_check(check: Callable[[], bool]) -> None:
    """`check` tells whether a question is being answered. The apps above, which know, register it."""
    if check not in _question_checks:
        _question_checks.append(check)


def question_in_flight() -> bool:
    return any(check() for check in _question_checks)


def rules_are_reading() -> bool:
    """Whether a file is being read by rules: in seconds, if the model leaves the processors to them."""
    since = timezone.now() - SIGN_OF_LIFE
    return Document.objects.filter(status__in=BUSY, claimed_at__gt=since).exists()


def others_go_first() -> bool:
    return question_in_flight() or rules_are_reading()


class GaveWay(Exception):
    """A call was abandoned for others; it is asked again once they are done."""


class PatientChatModel:
    """`chat`, whose calls wait while others go first and are abandoned when such come."""

    def __init__(self, chat: ChatModel, *, busy: Callable[[], bool] = others_go_first) -> None:
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
        """Looks for others now and then while the reply streams."""
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
