"""Traces of runs for OpenTelemetry, exported where an endpoint is set.

A run is a span “invoke_agent ragsite”, each of its steps a span under it, a tool's call “execute_tool NAME”
and a model's “chat MODEL”. Questions and documents' words are no part of them.
"""

from __future__ import annotations

import atexit
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from opentelemetry import trace
from opentelemetry.trace import Span, SpanKind, Status, StatusCode

from agentic.models import Run
from ragsite.release import release

logger = logging.getLogger(__name__)
NOT_INSTALLED = (
    "OTEL_EXPORTER_OTLP_ENDPOINT is set, but its exporter is not installed: pip install ragsite[otel]"
)
tracer = trace.get_tracer("ragsite")
_starting = threading.Lock()


class _Process:
    is_ready = False


def ensure_exporter() -> None:
    """Have this process export its spans, if an endpoint is set; once."""
    if _Process.is_ready or not settings.OTEL_EXPORTER_OTLP_ENDPOINT:
        return
    with _starting:
        if not _Process.is_ready:
            _Process.is_ready = True
            _export_to(settings.OTEL_EXPORTER_OTLP_ENDPOINT)


def _export_to(endpoint: str) -> None:
    # Imported by those who export: a part that is installed only where it is wanted.
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        logger.warning(NOT_INSTALLED)
        return
    provider = TracerProvider(
        resource=Resource.create({"service.name": "ragsite", "service.version": release()}),
        shutdown_on_exit=False,
    )
    address = f"{endpoint.rstrip('/')}/v1/traces"
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=address)))
    trace.set_tracer_provider(provider)
    atexit.register(provider.shutdown)


@contextmanager
def run_span(run: Run) -> Iterator[None]:
    """The span of a run; what the block stores with the run is told at its end."""
    ensure_exporter()
    asked = {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "ragsite",
        "gen_ai.conversation.id": str(run.session or run.pk),
        "ragsite.run.id": str(run.pk),
        "ragsite.run.mode": run.mode,
        "ragsite.workspace": run.workspace.slug,
    }
    with tracer.start_as_current_span(
        "invoke_agent ragsite", kind=SpanKind.INTERNAL, attributes=asked
    ) as span:
        yield
        _tell_outcome(span, run)


def _tell_outcome(span: Span, run: Run) -> None:
    span.set_attributes(
        {
            "ragsite.run.route": run.route,
            "ragsite.run.way": run.way,
            "ragsite.run.tier": run.tier,
            "ragsite.run.outcome": run.outcome,
            "ragsite.run.fallbacks": run.fallbacks,
            "ragsite.run.tool_calls": run.tool_calls,
            "gen_ai.usage.input_tokens": run.usage.get("input_tokens", 0),
            "gen_ai.usage.output_tokens": run.usage.get("output_tokens", 0),
        }
    )
    if run.model:
        span.set_attribute("gen_ai.request.model", run.model)
    if run.outcome == Run.Outcome.FAILED:
        span.set_status(Status(StatusCode.ERROR, run.error))


@contextmanager
def step_span(kind: str, asked: dict[str, Any]) -> Iterator[Span]:
    """The span of a step; of a tool's call where it names one.

    Without the step's title, which may have words of the question or of a document.
    """
    tool = str(asked.get("tool", ""))
    told = {"ragsite.step.kind": kind}
    if tool:
        told |= {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": tool}
    name = f"execute_tool {tool}" if tool else kind
    with tracer.start_as_current_span(name, attributes=told, record_exception=False) as span:
        yield span
