"""The figures of a workspace over all its documents, each with the way to its words."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from documents.library.catalogue.figures import FigureFilter, figure_choices, figure_table
from documents.library.selectors import workspace_for
from documents.views.web import Request, members_only

MOST_CHARS = 200  # of a filter


@members_only
@require_GET
def figures(request: Request, slug: str) -> HttpResponse:
    """The page, or for htmx only its table. `?q=`, `?company=`, `?measure=` and `?period=` narrow it."""
    workspace = workspace_for(request.user, slug)
    names = FigureFilter.__dataclass_fields__
    wanted = FigureFilter(**{name: request.GET.get(name, "").strip()[:MOST_CHARS] for name in names})
    table = figure_table(
        request.user,
        workspace,
        wanted,
        sort=request.GET.get("sort", ""),
        number=request.GET.get("p", "1"),
    )
    context = {
        "workspace": workspace,
        "slug": slug,
        "wanted": wanted,
        "table": table,
        "narrowed": any(vars(wanted).values()),
        "query": urlencode({name: value for name, value in vars(wanted).items() if value}),
    }
    if request.htmx and request.htmx.target == "figures":
        return render(request, "documents/facts/_figures.html", context)
    context["choices"] = figure_choices(request.user, workspace, wanted)
    return render(request, "documents/facts/figures.html", context)
