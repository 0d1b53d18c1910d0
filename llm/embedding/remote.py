"""Embedders behind an endpoint: OpenAI-compatible servers, and Gemini."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np

from llm.embedding.embedder import MiniLMEmbedder
from llm.errors import BadOutput
from llm.types import Vectors

BATCH = 64  # texts of one call
AT_ONCE = 4  # calls
ATTEMPTS = 4  # of a call, by the provider's own client

Ask = Callable[[Sequence[str]], list[list[float]]]


class RemoteEmbedder:
    """`name`: “openai:MODEL” or “gemini:MODEL”, which is stored with each vector. `ask`: vectors of texts.

    Passages are cut by the default embedder's tokens, so that another embedder finds the same passages.
    """

    max_tokens = MiniLMEmbedder.max_tokens

    def __init__(self, name: str, dimensions: int, ask: Ask) -> None:
        self.name, self.dimensions = name, dimensions
        self._ask = ask
        self._tokens = MiniLMEmbedder(precision="float32")  # for its words alone: no model is loaded

    def __reduce__(self) -> tuple[Any, ...]:
        """What another process gets of it counts tokens: the client of the endpoint stays here."""
        return partial(MiniLMEmbedder, precision="float32"), ()

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """As `Embedder.embed`. Raises `LLMError` where the endpoint does not answer as it should."""
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        with self.embedding(texts) as made:
            for indexes, part in made:
                vectors[indexes] = part
        return vectors

    @contextmanager
    def embedding(self, texts: Sequence[str]) -> Iterator[Iterator[Vectors]]:
        """As `Embedder.embedding`, some calls at a time."""
        batches = [list(range(at, min(at + BATCH, len(texts)))) for at in range(0, len(texts), BATCH)]
        with ThreadPoolExecutor(AT_ONCE) as threads:
            futures = [threads.submit(self._vectors, [texts[index] for index in batch]) for batch in batches]
            try:
                yield ((batch, future.result()) for batch, future in zip(batches, futures, strict=True))
            finally:
                wait([future for future in futures if not future.cancel()])

    def _vectors(self, texts: Sequence[str]) -> np.ndarray:
        # Endpoints refuse empty texts.
        vectors = np.array(self._ask([text if text.strip() else "-" for text in texts]), dtype=np.float32)
        if vectors.shape != (len(texts), self.dimensions):
            raise BadOutput(
                f"{self.name} gave vectors of {vectors.shape[-1]} dimensions in place of {self.dimensions}: "
                "set RAGSITE_EMBEDDING_DIMENSIONS."
            )
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors / np.where(lengths == 0, 1, lengths)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return self._tokens.count_tokens(texts)

    def token_starts(self, text: str) -> list[int]:
        return self._tokens.token_starts(text)


def openai_ask(*, base_url: str, api_key: str, model: str, dimensions: int, seconds: float) -> Ask:
    """Vectors by an OpenAI-compatible server."""
    import openai

    from llm.providers.openai_model import translated

    client = openai.OpenAI(
        base_url=base_url, api_key=api_key or "none", max_retries=ATTEMPTS - 1, timeout=seconds
    )
    # Other servers do not know the parameter; theirs have the length that they have.
    shortened: dict[str, Any] = {"dimensions": dimensions} if client.base_url.host == "api.openai.com" else {}

    def ask(texts: Sequence[str]) -> list[list[float]]:
        try:
            reply = client.embeddings.create(
                model=model, input=list(texts), encoding_format="float", **shortened
            )
        except openai.OpenAIError as error:
            raise translated(error) from error
        return [each.embedding for each in sorted(reply.data, key=lambda each: each.index)]

    return ask


def gemini_ask(*, base_url: str, api_key: str, model: str, dimensions: int, seconds: float) -> Ask:
    """Vectors by Gemini."""
    import httpx2
    from google import genai
    from google.genai import errors, types

    from llm.errors import Transient
    from llm.providers.gemini_model import API_VERSION, translated

    options = types.HttpOptions(
        base_url=base_url or None,
        api_version=API_VERSION,
        timeout=int(seconds * 1000),
        retry_options=types.HttpRetryOptions(attempts=ATTEMPTS),
    )
    client = genai.Client(api_key=api_key, vertexai=False, http_options=options)
    config = types.EmbedContentConfig(output_dimensionality=dimensions)

    def ask(texts: Sequence[str]) -> list[list[float]]:
        contents: Any = list(texts)
        try:
            reply = client.models.embed_content(model=model, contents=contents, config=config)
        except errors.APIError as error:
            raise translated(error) from error
        except httpx2.HTTPError as error:
            raise Transient(f"Gemini cannot be reached: {error}") from error
        return [list(each.values or ()) for each in reply.embeddings or ()]

    return ask
