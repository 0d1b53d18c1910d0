"""Stand-ins that need no model: they go through the same seam as the real ones."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from pydantic import BaseModel

from llm.types import ChatReply, ChatRequest, Tier, Vectors
from llm.usage import Usage

WORD = re.compile(r"\w+|[^\w\s]")
EMBEDDED_AT_ONCE = 64


class ScriptedChatModel:
    """Gives the replies in order and records the requests.

    A reply is an instance of the request's `output`, or of a class that it narrows, a text, or an exception
    to raise. Text is streamed word by word where the request listens. As a context manager it asserts at the
    end that the script was used up.
    """

    def __init__(
        self,
        replies: Iterable[BaseModel | str | Exception],
        *,
        tier: Tier = "local",
        context_tokens: int = 8192,
    ) -> None:
        self.replies = list(replies)
        self.requests: list[ChatRequest] = []
        self.tier: Tier = tier
        self.name = "scripted"
        self.context_tokens = context_tokens

    def __enter__(self) -> ScriptedChatModel:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if error is None:
            self.assert_used_up()

    def assert_used_up(self) -> None:
        assert not self.replies, (
            f"{len(self.replies)} scripted replies were not asked for: {self.replies[0]!r}"
        )

    def complete(self, request: ChatRequest) -> ChatReply:
        self.requests.append(request)
        assert self.replies, f"The script is used up; unexpected request: {request.messages[-1].text[:300]}"
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return scripted_reply(reply, request)


def scripted_reply(reply: BaseModel | str, request: ChatRequest) -> ChatReply:
    text = reply if isinstance(reply, str) else reply.model_dump_json()
    parsed = None
    if request.output is not None:
        assert not isinstance(reply, str), f"{request.output.__name__} was asked for; the script has a text"
        assert issubclass(request.output, type(reply)) or isinstance(reply, request.output), (
            f"{request.output.__name__} was asked for; script: {reply!r}"
        )
        parsed = reply
    if request.on_text:
        for piece in re.findall(r"\s*\S+|\s+$", text):
            request.on_text(piece)
    asked = request.system + "".join(message.text for message in request.messages)
    usage = Usage(len(WORD.findall(asked)), len(WORD.findall(text)), 1)
    return ChatReply(text, parsed, usage, "scripted", "stop")


class WordReranker:
    """Scores a text by how often it has the word; `error` is raised in place of scores."""

    name = "words"

    def __init__(self, word: str = "", *, error: Exception | None = None) -> None:
        self.word, self.error = word, error

    def scores(self, question: str, texts: Sequence[str]) -> np.ndarray:
        if self.error:
            raise self.error
        return np.array([text.count(self.word) for text in texts], dtype=np.float32)


class HashEmbedder:
    """Deterministic vectors in which texts with common words are near; knows nothing of meaning."""

    name = "hash"
    dimensions = 384
    max_tokens = 256

    def __reduce__(self) -> tuple[Any, ...]:
        """What another process gets of it, and of those who embed otherwise, counts tokens."""
        return HashEmbedder, ()

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in WORD.findall(text.lower()) or [""]:
                digest = hashlib.blake2b(word.encode(), digest_size=8).digest()
                number = int.from_bytes(digest, "big")
                vectors[row, number % self.dimensions] += 1.0 if number >> 63 else -1.0
            if not vectors[row].any():  # words that cancel out still need a direction
                vectors[row, 0] = 1.0
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    @contextmanager
    def embedding(self, texts: Sequence[str]) -> Iterator[Iterator[Vectors]]:
        """Parts of `EMBEDDED_AT_ONCE` texts, each made when it is asked for."""
        starts = range(0, len(texts), EMBEDDED_AT_ONCE)
        parts = [list(range(len(texts)))[start : start + EMBEDDED_AT_ONCE] for start in starts]
        yield ((part, self.embed([texts[index] for index in part])) for part in parts)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(self.token_starts(text)) for text in texts]

    def token_starts(self, text: str) -> list[int]:
        return [match.start() for match in WORD.finditer(text)]
