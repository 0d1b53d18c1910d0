"""A document's page: what it is on the left, its pages and what was read from it on the right."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from documents.fact_tables import KINDS, chunk_page, fact_table
from documents.listing import listed_documents
from documents.models import Chunk, Document, Relationship
from documents.selectors import document_for, workspace_for
from documents.services import may_edit
from documents.views.pictures import sheet
from documents.web import Request, members_only

TABS = {
    "pages": "Pages",
    "figures": "Figures",
    "claims": "Claims",
    "entities": "Entities",
    "topics": "Topics",
    "rows": "Table rows",
    "chunks": "Passages",
    "history": "History",
}


@members_only
@require_GET
def document(request: Request, slug: str, document_id: int) -> HttpResponse:
    """The page, or for htmx only the tab asked for. `?page=` and `?quote=` open the pages at the words."""
    workspace = workspace_for(request.user, slug)
    found = document_for(request.user, document_id)
    if found.workspace_id != workspace.pk:
        raise Document.DoesNotExist(f"There is no document {document_id} in “{slug}”.")
    tab = request.GET.get("tab", "pages")
    tab = tab if tab in TABS else "pages"
    context = {"workspace": workspace, "slug": slug, "document": found, "tab": tab, "tabs": TABS}
    context |= _tab_context(request, found, tab)
    if request.htmx and request.htmx.target == "tab":
        return render(request, "documents/_tab.html", context)
    return render(request, "documents/document.html", context | _essence(request, found))


def _tab_context(request: Request, document: Document, tab: str) -> dict[str, Any]:
    words, number = request.GET.get("q", "").strip(), request.GET.get("p", "1")
    if tab in KINDS:
        sort = request.GET.get("sort", "")
        only = request.GET.get("table", "")
        table = fact_table(request.user, document, tab, matching=words, sort=sort, number=number, table=only)
        return {"table": table}
    if tab == "chunks":
        return {"chunks": chunk_page(document, matching=words, number=number), "searched": words}
    if tab == "history":
        return {"timings": list(document.timings.items())}
    return _pages(request, document)


def _pages(request: Request, document: Document) -> dict[str, Any]:
    asked = request.GET.get("page", "1")
    last = max(document.page_count, 1)
    number = min(max(int(asked), 1), last) if asked.isdigit() and len(asked) < 8 else 1
    page = document.pages.filter(number=number).first()
    skipped = {entry["page"]: entry["reason"] for entry in document.skipped_pages}
    return sheet(document, page, number, request.GET.get("quote", "")) | {
        "last": last,
        "before": number - 1 if number > 1 else None,
        "after": number + 1 if number < last else None,
        "skipped_reason": skipped.get(number, ""),
    }


def _essence(request: Request, document: Document) -> dict[str, Any]:
    related = Relationship.objects.filter(Q(source=document) | Q(target=document))
    return {
        "listed": listed_documents(request.user, document.workspace).get(pk=document.pk),
        "chunk_count": Chunk.objects.filter(document=document).count(),
        "profile": document.map_entry.get("retrieval_profile") or {},
        "newer": list(document.superseded_by.all()),
        "relationships": list(related.select_related("source", "target")),
        "may_edit": may_edit(request.user, document.workspace),
    }
