"""What a search gives."""

from __future__ import annotations

from dataclasses import dataclass


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
