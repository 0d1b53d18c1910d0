"""Trying a model out with a tiny request: does it answer, and how fast."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from typing import Any, cast

from django.conf import settings

from documents.configuration import TIERS, configured
from documents.providers import current_tier, get_chat_model, noted_server
from documents.refusals import RefusedChange
from llm.errors import LLMError
from llm.types import ChatModel, ChatRequest, Message, ModelRole

TRIAL_SECONDS = 30.0  # for each model; a cold one of a gateway takes some
ROLES: tuple[ModelRole, ...] = ("standard", "fast", "deep")
NO_SERVER = "The local model's server does not run yet: restart ragsite, which then starts it."


@dataclass(frozen=True)
class Trial:
    """What became of it. `models`: of each tried one role, name, seconds and what was wrong, if anything."""

    ok: bool
    tier: str
    message: str
    models: list[dict[str, Any]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def try_tier(tier: str = "") -> Trial:
    """Ask each model of the tier, the current one if not given, for a word. Raises `RefusedChange`."""
    tier = tier or current_tier()
    if tier not in TIERS:
        raise RefusedChange(f"There is no tier “{tier[:40]}”: choose {', '.join(TIERS)}.")
    if tier == "none":
        return Trial(True, tier, "Rules answer: there is no model to reach.")
    if tier == "local" and not (settings.RAGSITE_LOCAL_URL or noted_server()):
        return Trial(False, tier, NO_SERVER)
    try:
        model = get_chat_model(tier)
    except LLMError as error:
        return Trial(False, tier, str(error))
    tried = [_tried(model, role, name) for role, name in models_of(tier).items()]
    ok = not any(one["error"] for one in tried)
    return Trial(ok, tier, " ".join(map(_sentence, tried)), tried)


def models_of(tier: str) -> dict[ModelRole, str]:
    """Role → the model's name, each name once. Of the local tier the one that there is."""
    if tier not in ("gemini", "openai"):
        return {"standard": get_chat_model(tier).name} if tier == "local" else {}
    prefix = tier.upper()
    named = {
        "standard": configured(f"{prefix}_MODEL"),
        "fast": configured(f"{prefix}_FAST_MODEL"),
        "deep": configured(f"{prefix}_DEEP_MODEL"),
    }
    seen: dict[str, ModelRole] = {}
    for role in ROLES:
        if named[role]:
            seen.setdefault(named[role], role)
    return {role: name for name, role in seen.items()}


def _tried(model: ChatModel, role: ModelRole, name: str) -> dict[str, Any]:
    asked = ChatRequest(
        system="Reply with one word.",
        messages=[Message("user", "Say yes.")],
        role=role,
        max_tokens=16,
        timeout=TRIAL_SECONDS,
    )
    started = time.perf_counter()
    error = ""
    try:
        model.complete(asked)
    except LLMError as problem:
        error = str(problem)
    return {
        "role": cast(str, role),
        "model": name,
        "seconds": round(time.perf_counter() - started, 2),
        "error": error,
    }


def _sentence(tried: dict[str, Any]) -> str:
    if tried["error"]:
        return f"{tried['model']} ({tried['role']}) did not answer: {tried['error']}"
    return f"{tried['model']} ({tried['role']}) answered in {tried['seconds']:.1f} s."
