"""Words on a page of a document, and the fact that was read from them."""

from __future__ import annotations

from dataclasses import dataclass

FactKey = tuple[str, int]  # the kind and number of a fact


@dataclass(frozen=True, kw_only=True)
class Span:
    """Words on a page. `kind`: metric | row | claim | entity | topic | chunk | document.

    `fact_id` is the row of that kind, `page` counts from 1. `around`: the passage that `quote` was cut from.
    """

    document_id: int
    filename: str
    page: int | None
    quote: str
    kind: str
    fact_id: int | None = None
    section: str = ""
    around: str = ""

    @property
    def fact(self) -> FactKey | None:
        return (self.kind, self.fact_id) if self.fact_id is not None else None
