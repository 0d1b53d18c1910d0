"""What changes when a person puts right what was read: it is marked, so that no reader overwrites it."""

from __future__ import annotations

from collections.abc import Iterable

from documents.extraction.anchoring import anchor
from documents.extraction.types import Place
from documents.models import Document, Fact, Page, Reader


def mark_curated(document: Document, names: Iterable[str]) -> None:
    """Note the fields that a person has set. The document is not saved."""
    document.curated_fields = sorted({*document.curated_fields, *names})


def anchor_by_hand(fact: Fact, *, is_new: bool) -> None:
    """Make the fact a curator's; a new one is put on the page that holds its words. It is not saved."""
    fact.reader = Reader.CURATOR
    if not is_new:
        return
    fact.workspace = fact.document.workspace
    pages = dict(Page.objects.filter(document=fact.document).values_list("number", "text"))
    place, fact.anchored = anchor(Place(page=fact.page, quote=fact.quote), pages)
    fact.page, fact.quote = place.page, place.quote
