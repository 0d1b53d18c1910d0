"""The first passages of a search put in the order of a reranker, where one is set up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from llm.errors import Unavailable
from llm.types import Reranker
from retrieval.search.results import Hit

RERANKED = 30  # passages; a small cross-encoder reads about as many a second on 2 cores


@dataclass(frozen=True)
class Reranked:
    """`note`: by which reranker, or why there is none; empty where none is set up."""

    hits: tuple[Hit, ...]
    note: str = ""


def how_many(top_k: int, reranker: Reranker | None) -> int:
    """Passages to search for, so that `top_k` can be chosen from them."""
    return top_k if reranker is None else max(top_k, RERANKED)


def reranked(question: str, hits: Sequence[Hit], *, reranker: Reranker | None, top_k: int) -> Reranked:
    """The best `top_k` of the hits: the first `RERANKED` in the reranker's order, then the others.

    Scores stay those of the search, the best for the first. A reranker that cannot be loaded changes nothing.
    """
    if reranker is None or not hits:
        return Reranked(tuple(hits[:top_k]))
    first = hits[:RERANKED]
    try:
        scores = reranker.scores(question, [f"{hit.section}\n{hit.text}".strip() for hit in first])
    except Unavailable as error:
        return Reranked(tuple(hits[:top_k]), f"{error} The passages are in the order of the search.")
    order = np.argsort(-scores, kind="stable")
    best = [replace(first[i], score=hit.score) for i, hit in zip(order, first, strict=True)]
    note = f"The first {len(first)} passages were put in order by the reranker {reranker.name}."
    return Reranked(tuple([*best, *hits[RERANKED:]][:top_k]), note)
