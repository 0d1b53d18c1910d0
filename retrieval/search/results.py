"""Chunks in the order of one ranking."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

RANKED = ("pk", "document_id", "page_start", "page_end")  # of a chunk, in the order of `Ranked`


@dataclass(frozen=True)
class Size:
    """About how many chunks a search is among, and how many the database has, as it was last analysed."""

    chunks: int
    indexed: int


class Ranked(NamedTuple):
    """A chunk and where it stands. `score`: BM25 by words, cosine by meaning; higher is better."""

    score: float
    chunk: int
    document_id: int
    first: int
    last: int

    @property
    def pages(self) -> list[tuple[int, int]]:
        return [(self.document_id, number) for number in range(self.first, self.last + 1)]


def scores_of(ranked: Iterable[Ranked]) -> dict[int, float]:
    """Chunk → its score."""
    return {each.chunk: each.score for each in ranked}


@dataclass(frozen=True, kw_only=True)
class Hit:
    """A chunk that was found. `score`: of its page, comparable within one search; higher is better."""

    chunk_id: int
    document_id: int
    filename: str
    section: str
    page_start: int
    page_end: int
    text: str
    score: float
    superseded: bool = False
