"""Traces as a collector of OpenTelemetry is given them."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from opentelemetry import trace
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from agentic.inquiry import Models
from agentic.runs import create_run, execute, start_run
from llm.fakes import HashEmbedder, ScriptedChatModel
from tests.agentic.figures_of import company, figure

ROOT = Path(__file__).resolve().parents[3]

# In a process of its own: an exporter is set up once, and for good.
SCRIPT = """
from agentic.observation.telemetry import ensure_exporter, step_span
from llm.fakes import ScriptedChatModel
from llm.tracing import TracedChatModel
from llm.types import ChatRequest, Message

ensure_exporter()
with step_span("search", {"tool": "search_text"}) as span:
    chat = TracedChatModel(ScriptedChatModel(["Paris."]))
    chat.complete(ChatRequest("", [Message("user", "The secret capital?")]))
"""


@contextmanager
def collector():
    """Its address, and the spans that it is sent."""
    spans = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                for scope in resource.scope_spans:
                    spans.extend(scope.spans)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", spans
    finally:
        server.shutdown()
        server.server_close()


def told(span):
    values = {each.key: each.value for each in span.attributes}
    return {key: getattr(value, value.WhichOneof("value")) for key, value in values.items()}


def test_spans_reach_the_endpoint_that_is_set():
    with collector() as (address, spans):
        environment = {**os.environ, "OTEL_EXPORTER_OTLP_ENDPOINT": address}
        asked = [sys.executable, "-c", f"import django; django.setup(){SCRIPT}"]
        subprocess.run(asked, cwd=ROOT, env=environment, check=True, timeout=300)
    tool, chat = sorted(spans, key=lambda span: span.start_time_unix_nano)
    assert tool.name == "execute_tool search_text"
    assert told(tool)["gen_ai.tool.name"] == "search_text"
    assert told(chat)["gen_ai.operation.name"] == "chat"
    assert (chat.parent_span_id, chat.trace_id) == (tool.span_id, tool.trace_id)
    assert "secret" not in str([told(span) for span in spans])


@pytest.fixture(scope="module")
def kept():
    """All spans of this process, from here on."""
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    return exporter


@pytest.mark.django_db(transaction=True)
def test_a_run_its_steps_and_its_models_calls_are_spans_by_the_names_for_generative_ai(kept, workspace, user):
    figure(company(workspace, "Acme Corp"), 1_500, 2024, months=12, until=12)
    place = {"user": user, "workspace": workspace}
    start_run(question="What was Acme's revenue in fiscal 2024?", **place)
    run = create_run(question="Why are the tyres of Acme so round?", mode="map", **place)
    chat = ScriptedChatModel(["They are round."] * 20)
    execute(run.pk, models=Models(chat, HashEmbedder()))
    spans = kept.get_finished_spans()
    runs = [span for span in spans if span.name == "invoke_agent ragsite"]
    assert [each.attributes["ragsite.run.route"] for each in runs] == ["facts", "map"]
    assert runs[0].attributes["gen_ai.operation.name"] == "invoke_agent"
    assert runs[0].attributes["ragsite.run.outcome"] == "answered"
    steps = [span.name for span in spans if span.context.trace_id == runs[0].context.trace_id]
    assert {"analyse", "prefilter", "sql", "verify"} <= set(steps)
    assert "Acme" not in str([dict(span.attributes) for span in spans])
