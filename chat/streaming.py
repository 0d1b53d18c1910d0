"""A run on its way, as server-sent HTML. What is sent is always the whole state, so that a browser
that comes back, or comes late, sees what one that stayed has seen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from uuid import UUID

from asgiref.sync import sync_to_async
from django.template.loader import render_to_string

from agentic.models import Run, RunStep
from agentic.runs import run_events
from chat.answers import AnswerView, StepView
from chat.rendering import render_markdown


async def answer_stream(run_id: UUID, slug: str) -> AsyncIterator[str]:
    """Events `steps`, `text` and at last `answer`, each with the HTML that replaces what was there."""
    steps: dict[int, RunStep] = {}
    async for event in run_events(run_id):
        if event.kind == "step" and event.step is not None:
            steps[event.step.position] = event.step
            yield server_sent("steps", live_steps_html(steps.values()))
        elif event.kind == "text":
            yield server_sent("text", render_markdown(event.text))
        elif event.kind == "over":
            yield server_sent("answer", await sync_to_async(answer_html)(run_id, slug))
        else:
            yield ": nothing new\n\n"


def server_sent(name: str, html: str) -> str:
    """One event; a line break in the data begins a new data line."""
    data = "\n".join(f"data: {line}" for line in html.splitlines())
    return f"event: {name}\n{data}\n\n"


def live_steps_html(steps: Iterable[RunStep]) -> str:
    return render_to_string("chat/_live_steps.html", {"steps": [StepView(step) for step in steps]})


def answer_html(run_id: UUID, slug: str) -> str:
    run = Run.objects.select_related("message").prefetch_related("steps").get(pk=run_id)
    return render_to_string("chat/_answer.html", {"answer": AnswerView(run, slug), "slug": slug})
