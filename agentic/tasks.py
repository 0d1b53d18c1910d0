"""What the workers run for questions, and for what questions leave behind."""

from __future__ import annotations

from django.conf import settings

from agentic.inquiry import Models
from agentic.running.sessions import remove_unused_sessions
from agentic.runs import execute
from agentic.sources.questions.saved_questions import ask_due
from agentic.sources.registering.schedule import refresh_due
from documents.providers import get_chat_model, get_embedder, get_reranker


def answer_task(run_id: str) -> None:
    """Answer the run; done already, it is left as it is."""
    execute(run_id, models=Models(get_chat_model(), get_embedder(), get_reranker()))


def refresh_sources_task() -> int:
    """Read the schemas of sources anew that are old enough; returns how many. Runs every hour."""
    return refresh_due()


def ask_saved_task() -> int:
    """Ask the saved questions whose time has come; returns how many. Runs every five minutes."""
    return ask_due()


def cleanup_sessions_task() -> int:
    """Remove session workspaces that have rested long enough; returns how many. Runs once a day."""
    return remove_unused_sessions(days=settings.RAGSITE_SESSION_DAYS)
