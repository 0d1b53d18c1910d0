"""Where the parts of a result stand: fact, page, boxes on it, and whether the words were found there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.urls import reverse

from agentic.evidence import FactKey, Span
from documents.models import FACT_MODELS, Document, Page, Reader, Workspace
from documents.page_names import long_name
from documents.views.evidence.highlights import highlights_on, page_of_words

MOST_PAGES = 20  # of one result, on which boxes are looked for: each takes some 10 ms
VERBATIM = ("chunk", "page")  # kinds that are the page's own words

Place = dict[str, Any]


def places_of(
    spans: Sequence[Span | None], workspace: Workspace, *, boxes: bool = True
) -> list[Place | None]:
    """The place of each span, in order; None where it has none.

    `check`: found (the words stand on the page) | not found | curated (a curator set it) | verbatim (the
    words are the page's own) | empty of a whole document. `boxes`: [x0, top, x1, bottom] in points from the
    page's top left corner, one for each line; none where the file's words have no places, or past the first
    pages.
    """
    known = [span for span in spans if span is not None]
    checks, pages = _checks(known, workspace), _pages(known, workspace)
    found = _boxes(known, pages) if boxes else {}
    return [
        None if span is None else _place(span, workspace, checks, pages, found.get(id(span), []))
        for span in spans
    ]


def _place(
    span: Span,
    workspace: Workspace,
    checks: Mapping[FactKey, str],
    pages: Mapping[tuple[int, int], Page],
    boxes: list[list[float]],
) -> Place:
    page = pages.get((span.document_id, span.page or 0))
    return {
        "fact": {"kind": span.kind, "id": span.fact_id} if span.fact_id is not None else None,
        "document_id": span.document_id,
        "document": span.filename,
        "page": span.page,
        "place": long_name(span.page, page.title if page else "") if span.page else "",
        "page_size": [page.width, page.height] if page else None,
        "boxes": boxes,
        "quote": span.quote,
        "check": "verbatim" if span.kind in VERBATIM else checks.get(span.fact or ("", 0), ""),
        "address": _address(span, workspace),
    }


def _address(span: Span, workspace: Workspace) -> str:
    """The page of the site that shows it."""
    if not span.page:
        return reverse("document", args=[workspace.slug, span.document_id])
    return reverse("evidence", args=[workspace.slug, span.document_id, span.page])


def _checks(spans: Iterable[Span], workspace: Workspace) -> dict[FactKey, str]:
    wanted: dict[str, set[int]] = defaultdict(set)
    for span in spans:
        if span.fact_id is not None and span.kind in FACT_MODELS:
            wanted[span.kind].add(span.fact_id)
    checks: dict[FactKey, str] = {}
    for kind, ids in wanted.items():
        rows = FACT_MODELS[kind]._default_manager.filter(workspace=workspace, pk__in=ids)
        for pk, anchored, reader, edited in rows.values_list("pk", "anchored", "reader", "curated_fields"):
            by_curator = reader == Reader.CURATOR or bool(edited)
            checks[kind, pk] = "curated" if by_curator else "found" if anchored else "not found"
    return checks


def _pages(spans: Iterable[Span], workspace: Workspace) -> dict[tuple[int, int], Page]:
    wanted: dict[int, set[int]] = defaultdict(set)
    for span in spans:
        if span.page:
            wanted[span.document_id].add(span.page)
    numbers = {number for own in wanted.values() for number in own}
    rows = Page.objects.filter(workspace=workspace, document__in=list(wanted), number__in=numbers)
    found = rows.select_related("document").defer("text", "tables", "document__map_entry")
    return {(page.document_id, page.number): page for page in found}


def _boxes(spans: Iterable[Span], pages: Mapping[tuple[int, int], Page]) -> dict[int, list[list[float]]]:
    """The boxes of each span, by its identity. Each page is read once."""
    on_page: dict[tuple[int, int], list[Span]] = defaultdict(list)
    for span in spans:
        key = (span.document_id, span.page or 0)
        if span.quote and key in pages:
            on_page[key].append(span)
    found: dict[int, list[list[float]]] = {}
    for key in list(on_page)[:MOST_PAGES]:
        document: Document = pages[key].document
        parsed = page_of_words(document, pages[key])
        if parsed is None:
            continue
        for span in on_page[key]:
            marked = highlights_on(parsed, span.quote).quote
            found[id(span)] = [[round(number, 1) for number in box] for box in marked]
    return found
