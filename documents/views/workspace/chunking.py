"""How a workspace's documents are cut into passages: shown to its members, changed by its owners."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from documents.ingestion.chunks.chunk_changes import change_chunking, cut_otherwise, cutting_sentence
from documents.ingestion.chunks.chunk_settings import PRESETS, BadChunking, ChunkSettings, preset_named
from documents.library.selectors import workspace_for
from documents.library.services import may_administer
from documents.models import ChunkUnit, Workspace
from documents.views.web import Request, members_only

SIZES = {  # what the form calls them, and what they mean
    "size": ("Size", "Of a passage, at most; the overlap is part of it."),
    "overlap": ("Overlap", "Repeated from the end of the passage before. 0 repeats nothing."),
    "minimum": ("Minimum", "A shorter passage joins its neighbour."),
}
MOST_DIGITS = 9  # of a size; more would not fit the column


@members_only
@require_http_methods(["GET", "POST"])
def chunking(request: Request, slug: str) -> HttpResponse:
    """The form; posted, it changes the settings and comes back, or says why it cannot."""
    workspace = workspace_for(request.user, slug)
    if request.method == "GET":
        return _form(request, workspace, _values(ChunkSettings.of(workspace)))
    values = {name: request.POST.get(name, "").strip() for name in ("unit", *SIZES)}
    try:
        wanted = _chosen(request, workspace, values) or _wanted(values)
        queued = change_chunking(user=request.user, workspace=workspace, chunking=wanted)
    except BadChunking as error:
        return _form(request, workspace, values, str(error))
    messages.success(request, cutting_sentence(queued))
    return redirect("chunking", slug)


def _chosen(request: Request, workspace: Workspace, values: dict[str, str]) -> ChunkSettings | None:
    """The usual choice, where the sizes beside it are as they were: only script fills them in."""
    name = request.POST.get("preset", "own")
    if name == "own" or values != _values(ChunkSettings.of(workspace)):
        return None
    return preset_named(name)


def _wanted(values: dict[str, str]) -> ChunkSettings:
    """Raises `BadChunking` for what is no whole number too."""
    for name, (label, _) in SIZES.items():
        if not values[name].isdecimal() or len(values[name]) > MOST_DIGITS:
            raise BadChunking(
                f"{label} is no whole number: give one, such as {_values(ChunkSettings())[name]}."
            )
    return ChunkSettings(unit=values["unit"], **{name: int(values[name]) for name in SIZES})


def _values(settings: ChunkSettings) -> dict[str, str]:
    return {name: str(value) for name, value in vars(settings).items()}


def _form(request: Request, workspace: Workspace, values: dict[str, str], error: str = "") -> HttpResponse:
    presets = [(preset, _values(preset.settings)) for preset in PRESETS]
    context: dict[str, Any] = {
        "workspace": workspace,
        "slug": workspace.slug,
        "values": values,
        "sizes": [(name, *words, values[name]) for name, words in SIZES.items()],
        "units": ChunkUnit.values,
        "presets": [(preset, fields, fields == values) for preset, fields in presets],
        "is_own": values not in [fields for _, fields in presets],
        "error": error,
        "waiting": cut_otherwise(workspace).count(),
        "may_administer": may_administer(request.user, workspace),
    }
    return render(request, "documents/workspaces/chunking.html", context, status=422 if error else 200)
