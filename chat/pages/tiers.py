"""Which model answers, in one quiet line."""

from __future__ import annotations

from dataclasses import dataclass

from documents.configuration import configured
from documents.providers import current_tier

LOCAL_MODEL = "Qwen2.5-Coder 1.5B"
NAMES = {"none": "Rules only", "local": "Local model", "gemini": "Gemini", "openai": "OpenAI-compatible"}
RULES_DETAIL = "Figures, lists, counts and comparisons are answered by rules and SQL."
MODEL_DETAIL = "Look-ups are answered by rules, free questions by this model."
ADD_ONE = "For free questions add a model: an administrator does that under Settings."
CHANGE_IT = "An administrator chooses another one under Settings."


@dataclass(frozen=True)
class TierLine:
    tier: str
    text: str
    detail: str
    where: str


def tier_line() -> TierLine:
    """The tier that answers now, its model's name and what another would take. Asks no model."""
    tier = current_tier()
    models = {"gemini": "GEMINI_MODEL", "openai": "OPENAI_MODEL"}
    name = LOCAL_MODEL if tier == "local" else configured(models[tier]) if tier in models else ""
    text = f"{NAMES[tier]}: {name}" if name else NAMES[tier]
    if tier == "none":
        return TierLine(tier, text, RULES_DETAIL, ADD_ONE)
    return TierLine(tier, text, MODEL_DETAIL, CHANGE_IT)
