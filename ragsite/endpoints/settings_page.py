"""The page of settings: to everybody what answers and keys of their own, to administrators all the rest."""

from __future__ import annotations

from typing import Any

from django.conf import settings as environment
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from chat.pages.tiers import tier_line
from documents.configuration import change_settings, configured, require_administrator, shown_settings
from documents.model_trial import Trial, models_of, try_tier
from documents.models import Scope, Workspace
from documents.providers import current_tier, running_tier
from documents.refusals import RefusedChange
from documents.views.web import Request, members_only
from documents.views.workspace.sharing import key_from
from documents.views.workspace.workspaces import KEY_DAYS
from documents.workspaces.api_keys import keys_of
from documents.workspaces.api_keys import revoke_key as revoke
from documents.workspaces.services import shared_workspace_for, shared_workspaces
from ragsite.running.diagnosis import status_findings

PARTS = {"": "", "gemini": "Gemini", "openai": "An OpenAI-compatible server"}
TIER_WORDS = {
    "": "Whichever is set up",
    "none": "Rules only",
    "local": "The local model",
    "gemini": "Gemini",
    "openai": "The OpenAI-compatible server",
}


@members_only
@require_http_methods(["GET", "POST"])
def settings(request: Request) -> HttpResponse:
    """The page; posted, the settings given in the form are kept, and the page shows them."""
    if request.method == "GET":
        return _page(request)
    try:
        change_settings(user=request.user, changes=_given(request))
    except RefusedChange as refusal:
        return _page(request, error=str(refusal))
    if "test" in request.POST:
        return _page(request, trial=try_tier())
    messages.success(request, "Kept. It holds from now on, for questions and for reading.")
    return redirect("settings")


def _given(request: Request) -> dict[str, str]:
    """What the form says. A key that is left empty stays, unless it is to be forgotten."""
    given = {}
    for shown in shown_settings():
        name = shown.setting.name
        if shown.is_fixed or name not in request.POST:
            continue
        value = request.POST[name].strip()
        if value or not shown.setting.is_secret or f"forget_{name}" in request.POST:
            given[name] = value
    return given


@members_only
@require_POST
def test(request: Request) -> HttpResponse:
    """Tries the models out: to htmx the outcome, to others the page with it."""
    require_administrator(request.user)
    trial = try_tier()
    if request.htmx:
        return render(request, "ragsite/_trial.html", {"trial": trial})
    return _page(request, trial=trial)


@members_only
@require_GET
def status(request: Request) -> HttpResponse:
    """How the parts are, asked for once the page is there: it takes a moment."""
    require_administrator(request.user)
    return render(request, "ragsite/_status.html", {"findings": status_findings()})


@members_only
@require_POST
def make_key(request: Request) -> HttpResponse:
    try:
        slugs = request.POST.getlist("workspaces")
        chosen = [shared_workspace_for(request.user, slug) for slug in slugs]
        row, key = key_from(request, chosen or None)
    except (RefusedChange, Workspace.DoesNotExist) as refusal:
        return _page(request, error=str(refusal))
    response = _page(request, new_key=key, new_key_name=row.name)
    response["Cache-Control"] = "no-store"
    return response


@members_only
@require_POST
def revoke_key(request: Request, pk: int) -> HttpResponse:
    revoke(keys_of(request.user), pk)
    messages.success(request, "The key is revoked: it opens nothing any more.")
    return redirect("settings")


def _page(request: Request, *, error: str = "", trial: Trial | None = None, **shown: Any) -> HttpResponse:
    tier = current_tier()
    context: dict[str, Any] = {
        "tier": tier_line(),
        "why": _why(tier),
        "models": models_of(tier),
        "keys": keys_of(request.user).filter(revoked_at=None),
        "keys_url": reverse("make_key"),
        "opened": shared_workspaces(request.user),
        "scopes": Scope.choices,
        "key_days": KEY_DAYS,
        "error": error,
        "trial": trial,
        **shown,
    }
    if request.user.is_superuser:
        values = shown_settings()
        context["parts"] = [
            (title, [value for value in values if value.setting.part == part])
            for part, title in PARTS.items()
        ]
        context["tier_words"] = TIER_WORDS
    return render(request, "ragsite/settings.html", context, status=422 if error else 200)


def _why(tier: str) -> str:
    """Why this tier answers and no other."""
    if environment.RAGSITE_LLM:
        return "The environment says so (RAGSITE_LLM, or start --llm)."
    if running_tier():
        return "ragsite was started so (start --llm)."
    if configured("RAGSITE_LLM"):
        return "It was chosen on this page."
    reasons = {
        "gemini": "A key for it is set.",
        "openai": "Its address is set.",
        "local": "Its file is on this machine, and no other model is set up.",
    }
    return reasons.get(tier, "No model is set up.")
