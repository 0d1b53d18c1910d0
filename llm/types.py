"""The model seam: what is asked of a chat model or an embedder, and what comes back."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np
from pydantic import BaseModel

from llm.errors import BudgetExceeded
from llm.usage import Usage

Tier = Literal["none", "local", "gemini", "openai"]
ModelRole = Literal["fast", "standard", "deep"]


@dataclass(frozen=True)
class Message:
    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True)
class ChatRequest:
    """One call. `system` is the stable part, so that a prefix cache works; `messages` vary.

    `output`: the Pydantic model whose JSON schema the reply must fill; None for plain text.
    `on_text`: called with each piece of text as it arrives, and now and then with an empty one; if it raises,
    the call is abandoned and its connection closed.
    `max_tokens`: of the reply.
    `timeout`: seconds that the whole call may take, retries included; None leaves it to the model's setting.
    """

    system: str
    messages: Sequence[Message]
    output: type[BaseModel] | None = None
    role: ModelRole = "standard"
    max_tokens: int = 1024
    temperature: float = 0.0
    on_text: Callable[[str], None] | None = None
    timeout: float | None = None


@dataclass(frozen=True)
class ChatReply:
    """`parsed` is an instance of the request's `output`, or None where none was asked for.

    `thoughts`: the provider's summary of what the model thought, where it gives one.
    """

    text: str
    parsed: BaseModel | None
    usage: Usage
    model: str
    finish_reason: str
    thoughts: str = ""


class ChatModel(Protocol):
    """`context_tokens`: how much one call may hold, prompt and reply together."""

    tier: Tier
    name: str
    context_tokens: int

    def complete(self, request: ChatRequest) -> ChatReply:
        """The model's reply.

        Raises `Timeout`, `RateLimited` or `Transient` after its retries, `Refused` where the
        provider blocked it, `BadOutput` where the reply does not fill the schema at the second try.
        """
        ...


Vectors = tuple[list[int], np.ndarray]  # the indexes of some texts, and their vectors


class Embedder(Protocol):
    """`max_tokens`: what it reads of one text, its own special tokens included."""

    name: str
    dimensions: int
    max_tokens: int

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """L2-normalised vectors, float32, shape (len(texts), dimensions)."""
        ...

    def embedding(self, texts: Sequence[str]) -> AbstractContextManager[Iterator[Vectors]]:
        """The same vectors part by part, in any order, made while the caller does other work.

        All are begun when the block is entered; what is not made yet when it is left is given up.
        """
        ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """The embedder's tokens in each text, special tokens left out."""
        ...

    def token_starts(self, text: str) -> list[int]:
        """The character offsets at which the tokens of `text` begin, special tokens left out."""
        ...


class Reranker(Protocol):
    name: str

    def scores(self, question: str, texts: Sequence[str]) -> np.ndarray:
        """How well each text answers the question, float32, comparable within one call; higher is better.

        Raises `Unavailable` where the model cannot be loaded.
        """
        ...


@dataclass
class Budget:
    """What one question may still spend; its seconds run from when it is made.

    `check` raises `BudgetExceeded` before a call too many; `spend` records one.
    `llm.budget.BudgetedChatModel` does both round every call.
    """

    calls: int = 20
    tokens: int = 200_000
    seconds: float = 600.0
    used: Usage = field(default_factory=Usage)
    started: float = field(default_factory=time.monotonic)

    @property
    def calls_left(self) -> int:
        return self.calls - self.used.calls

    @property
    def tokens_left(self) -> int:
        return self.tokens - self.used.input_tokens - self.used.output_tokens

    @property
    def seconds_left(self) -> float:
        return self.seconds - (time.monotonic() - self.started)

    def check(self) -> None:
        for left, spent in (
            (self.calls_left, f"{self.calls} calls to the model"),
            (self.tokens_left, f"{self.tokens:,} tokens"),
            (self.seconds_left, f"{self.seconds:.0f} seconds"),
        ):
            if left <= 0:
                raise BudgetExceeded(
                    f"The question was stopped: it has used its {spent}. Ask a narrower one."
                )

    def spend(self, usage: Usage) -> None:
        self.used += usage
