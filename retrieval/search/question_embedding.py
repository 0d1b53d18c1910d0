"""A question embedded while the database is asked for its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

import numpy as np

from llm.types import Embedder, Vectors


class QuestionEmbedder(Protocol):
    """What a search needs of an embedder."""

    @property
    def name(self) -> str: ...

    def embed(self, texts: Sequence[str]) -> np.ndarray: ...


class Ahead:
    """An embedder that has begun with one text."""

    def __init__(self, embedder: Embedder, text: str, parts: Iterator[Vectors]) -> None:
        self.embedder, self.text, self._parts = embedder, text, parts
        self._vectors: np.ndarray | None = None

    @property
    def name(self) -> str:
        return self.embedder.name

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """As `Embedder.embed`; of the text begun with, what is ready."""
        if list(texts) != [self.text]:
            return self.embedder.embed(texts)
        if self._vectors is None:
            _, self._vectors = next(self._parts)
        return self._vectors


@contextmanager
def ahead(embedder: Embedder | Ahead, text: str) -> Iterator[Ahead]:
    """The embedder, at work on `text` from here on; itself where it is at work on it already."""
    if isinstance(embedder, Ahead):
        if embedder.text == text:
            yield embedder
            return
        embedder = embedder.embedder
    with embedder.embedding([text]) as parts:
        yield Ahead(embedder, text, parts)
