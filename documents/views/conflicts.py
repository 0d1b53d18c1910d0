"""The figures on which the documents of a workspace disagree."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from documents.library.catalogue.listing import listed_conflicts
from documents.library.selectors import workspace_for
from documents.models import Conflict
from documents.page_names import name_pages
from documents.views.web import Request, members_only

CONFLICTS_PER_PAGE = 50


@members_only
@require_GET
def conflicts(request: Request, slug: str) -> HttpResponse:
    """The page, or for htmx only its list. `?q=` and `?reason=` narrow it."""
    workspace = workspace_for(request.user, slug)
    words, reason = request.GET.get("q", "").strip(), request.GET.get("reason", "")
    reason = reason if reason in Conflict.Reason.values else ""
    found = listed_conflicts(request.user, workspace, matching=words, reason=reason)
    page = Paginator(found, CONFLICTS_PER_PAGE).get_page(request.GET.get("p"))
    name_pages([side for conflict in page.object_list for side in (conflict.winner, conflict.loser)])
    context = {
        "workspace": workspace,
        "slug": slug,
        "page": page,
        "conflicts": page.object_list,
        "searched": words,
        "reason": reason,
        "reasons": Conflict.Reason.choices,
    }
    is_list = request.htmx and request.htmx.target == "conflicts"
    template = "documents/facts/_conflict_list.html" if is_list else "documents/facts/conflicts.html"
    return render(request, template, context)
