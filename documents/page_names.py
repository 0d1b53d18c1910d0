"""What a page is called: “Slide 3”, “Sheet “Q2””, or where the format has real pages “page 3”."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from documents.models import Chunk, Document, Page
from reading.formats.media_types import CSV, EML, JSON, PPTX, XLSX

# A long sheet is several parts; an e-mail has one for its message and more for what is attached.
NOUNS = {PPTX: "slide", XLSX: "part", CSV: "part", JSON: "part", EML: "part"}


def page_titles(places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """(document, page number) → its name, for those that are called otherwise than “page 3”; one query."""
    wanted = set(places)
    if not wanted:
        return {}
    named = Page.objects.filter(
        document_id__in={document for document, _ in wanted}, number__in={number for _, number in wanted}
    )
    found = named.exclude(title="").values_list("document_id", "number", "title")
    return {(document, number): title for document, number, title in found if (document, number) in wanted}


def page_noun(document: Document) -> str:
    """What the document is turned by: page, slide or part."""
    return NOUNS.get(document.media_type, "page")


def place_of(chunk: Chunk, document: Document, titles: Mapping[tuple[int, int], str]) -> str:
    """“page 3”, “pages 3–4”, “slides 3–4”, “Sheet “Q2””. `titles`: those of `page_titles`."""
    first, last = (titles.get((document.pk, number), "") for number in (chunk.page_start, chunk.page_end))
    noun = page_noun(document)
    if chunk.page_start == chunk.page_end:
        return first or f"{noun} {chunk.page_start}"
    if noun != "slide" and first and last:
        return f"{first} to {last}"
    return f"{noun}s {chunk.page_start}–{chunk.page_end}"


def long_name(number: int, title: str = "") -> str:
    return title or f"page {number}"


def short_name(number: int, title: str = "") -> str:
    return title or f"p.\N{NO-BREAK SPACE}{number}"


def name_pages(rows: Iterable[Any], *, number: str = "page") -> None:
    """Give each row `page_title`, empty where its page is an ordinary one; one query for all.

    `number`: which of its columns counts the pages. A queryset is read here, and keeps its rows.
    """
    places = [(row, (row.document_id, getattr(row, number))) for row in rows]
    titles = page_titles(place for _, place in places if place[1])
    for row, place in places:
        row.page_title = titles.get(place, "")
