"""A run on its way, as server-sent HTML. What is sent is always the whole state, so that a browser
that comes back, or comes late, sees what one that stayed has seen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from uuid import UUID

from django.template.loader import render_to_string

from agentic.models import Run
from agentic.running.events import run_events
from chat.presentation.answers import AnswerView, LiveView
from chat.presentation.rendering import render_markdown
from ragsite.storage.database import in_passing


async def answer_stream(run_id: UUID, slug: str) -> AsyncIterator[str]:
    """Events `steps`, `text` and at last `answer`, each with the HTML that replaces what was there."""
    async for event in run_events(run_id):
        if event.kind in ("waiting", "step"):
            live = LiveView(event.run, event.steps, event.waits_behind)
            yield server_sent("steps", render_to_string("chat/conversation/_live_steps.html", {"live": live}))
        elif event.kind == "text":
            yield server_sent("text", render_markdown(event.text))
        elif event.kind == "over":
            yield server_sent("answer", await in_passing(answer_html)(run_id, slug))
        else:
            yield ": nothing new\n\n"


def server_sent(name: str, html: str) -> str:
    """One event; a line break in the data begins a new data line."""
    data = "\n".join(f"data: {line}" for line in html.splitlines())
    return f"event: {name}\n{data}\n\n"


def answer_html(run_id: UUID, slug: str) -> str:
    runs = Run.objects.select_related("message", "source", "user").defer("source__schema")
    run = runs.prefetch_related("steps").get(pk=run_id)
    return render_to_string("chat/answer/_answer.html", {"answer": AnswerView(run, slug), "slug": slug})
