"""Which routes answered which kinds of questions before: what decides where rules are not sure."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import F, Sum

from agentic.models import RouteSuccess
from agentic.outcome import Outcome
from agentic.search.decisions.steps import Decomposition, RouteName
from documents.models import Workspace

ROUTES: tuple[RouteName, ...] = ("structured", "hybrid", "long-text")
LEAST = 5  # questions of a kind that a route was taken for, before it is preferred


def kind_of(asked: Decomposition) -> str:
    """What is asked for, and whether fields and kinds of documents say it or words alone."""
    return f"{asked.intent} by {'fields' if asked.is_structured else 'words'}"


def best_route(workspace: Workspace, asked: Decomposition) -> RouteName | None:
    """The route that answered the greatest share of such questions; None where too few were asked."""
    taken = RouteSuccess.objects.filter(workspace=workspace, kind=kind_of(asked)).order_by().values("route")
    tried = [
        (each["answered"] / each["asked"], each["asked"], each["route"])
        for each in taken.annotate(asked=Sum("asked"), answered=Sum("answered"))
        if each["asked"] >= LEAST
    ]
    best = max(tried)[2] if tried else None
    return next((route for route in ROUTES if route == best), None)


def remember(workspace: Workspace, asked: Decomposition, tried: Sequence[str], outcome: Outcome) -> None:
    """Count the routes that were tried: the last one gave the outcome, those before it too little."""
    draft = outcome[0]
    for route in tried:
        is_last = route == tried[-1]
        row, _ = RouteSuccess.objects.get_or_create(
            workspace=workspace, kind=kind_of(asked), route=route, is_fallback=route != tried[0]
        )
        row.asked = F("asked") + 1
        row.answered = F("answered") + int(is_last and draft.answered)
        row.asked_back = F("asked_back") + int(is_last and draft.clarify is not None)
        row.save(update_fields=["asked", "answered", "asked_back", "updated_at"])
