"""One passage of a document: kept out of answers, or let in again."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from documents.curation.exclusion import set_excluded
from documents.library.selectors import document_in
from documents.models import Chunk
from documents.page_names import name_pages
from documents.views.web import Request, members_only


@members_only
@require_POST
def exclude(request: Request, slug: str, document_id: int, chunk_id: int) -> HttpResponse:
    """Takes `excluded` (1 or empty). The passage as its list shows it; without script: the list."""
    document = document_in(request.user, slug, document_id)
    chunk = Chunk.objects.select_related("document__workspace").get(pk=chunk_id, document=document)
    set_excluded(chunk, user=request.user, excluded=request.POST.get("excluded") == "1")
    if not request.htmx:
        return redirect(f"{reverse('document', args=[slug, document_id])}?tab=chunks")
    name_pages([chunk], number="page_start")
    context = {"chunk": chunk, "document": document, "slug": slug, "may_edit": True}
    return render(request, "documents/document/_chunk.html", context)
