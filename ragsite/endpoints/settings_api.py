"""Endpoints for the settings of the site, for administrators: which models answer, and whether they do."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from ninja import Field, Router, Schema

from documents.api.auth import needs, user_of
from documents.api.bodies import Body
from documents.configuration import change_settings, require_administrator, shown_settings
from documents.model_trial import models_of, try_tier
from documents.models import Scope
from documents.providers import current_tier

router = Router(tags=["Settings"])
MANAGE = needs(Scope.MANAGE)
TAKEN_BACK = "Empty takes it back."


class SettingOut(Schema):
    name: str
    value: str = Field(description="Of a key its last characters.")
    source: str = Field(description="environment, here, or empty for the usual value.")
    is_secret: bool
    changed_at: datetime | None
    changed_by: str
    trouble: str


class SettingsOut(Schema):
    tier: str = Field(description="What answers now: none, local, gemini or openai.")
    models: dict[str, str] = Field(description="Role → model, where the tier has several.")
    settings: list[SettingOut]


class SettingsIn(Body):
    """What is given; what is not named stays as it is."""

    RAGSITE_LLM: str | None = Field(None, description=f"none, local, gemini or openai. {TAKEN_BACK}")
    GEMINI_API_KEY: str | None = Field(None, description=TAKEN_BACK)
    GEMINI_MODEL: str | None = None
    GEMINI_FAST_MODEL: str | None = None
    GEMINI_DEEP_MODEL: str | None = None
    OPENAI_BASE_URL: str | None = Field(None, description="Another address forgets the key given here.")
    OPENAI_API_KEY: str | None = None
    OPENAI_MODEL: str | None = None
    OPENAI_FAST_MODEL: str | None = None
    OPENAI_DEEP_MODEL: str | None = None


class TestIn(Body):
    tier: str = Field("", description="The one that answers now if not given.")


class TriedOut(Schema):
    role: str
    model: str
    seconds: float
    error: str


class TestOut(Schema):
    ok: bool
    tier: str
    message: str
    models: list[TriedOut]


@router.get("/settings", auth=MANAGE, response=SettingsOut, summary="The site's settings")
def get_settings(request: HttpRequest) -> Any:
    """Which models answer and why. What the environment sets cannot be changed here; keys are not shown."""
    require_administrator(user_of(request))
    return settings_json()


@router.patch("/settings", auth=MANAGE, response=SettingsOut, summary="Change the site's settings")
def patch_settings(request: HttpRequest, wanted: SettingsIn) -> Any:
    """They hold at once, in the workers too."""
    changes = {name: value or "" for name, value in wanted.model_dump(exclude_unset=True).items()}
    change_settings(user=user_of(request), changes=changes)
    return settings_json()


@router.post("/settings/test", auth=MANAGE, response=TestOut, summary="Try the models out")
def try_models(request: HttpRequest, wanted: TestIn | None = None) -> Any:
    """Sends each model of the tier one tiny question: how long it took, or what is wrong."""
    require_administrator(user_of(request))
    return try_tier(wanted.tier if wanted else "").as_json()


def settings_json() -> dict[str, Any]:
    tier = current_tier()
    names = ("value", "source", "changed_at", "changed_by", "trouble")
    listed = [
        {"name": one.setting.name, "is_secret": one.setting.is_secret}
        | {name: getattr(one, name) for name in names}
        for one in shown_settings()
    ]
    return {"tier": tier, "models": models_of(tier), "settings": listed}
