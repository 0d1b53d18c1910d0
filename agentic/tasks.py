"""What the questions queue runs."""

from __future__ import annotations

from agentic.map_route import Models
from agentic.runs import execute
from documents.providers import get_chat_model, get_embedder


def answer_task(run_id: str) -> None:
    """Answer the run; done already, it is left as it is."""
    execute(run_id, models=Models(get_chat_model(), get_embedder()))
