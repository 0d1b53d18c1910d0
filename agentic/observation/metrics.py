"""The same for Prometheus: what is stored of runs, whichever process answered them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db.models import Count, Q, Sum
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from agentic.models import Run
from agentic.observation.rates import COUNTS, SECONDS, plainly, route_name
from documents.models import Document

BOUNDS = (0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300)  # seconds
OVER = ~Q(outcome="") & Q(finished_at__isnull=False)


def metrics_text() -> bytes:
    """All metrics in Prometheus' text format. Runs that were deleted no longer count."""
    registry = CollectorRegistry()
    registry.register(Runs())
    return generate_latest(registry)


class Runs(Collector):
    def collect(self) -> Iterator[Metric]:
        yield from _ended()
        yield from _spent()
        yield _seconds()
        yield _waiting()
        yield _documents()


def _ended() -> Iterator[Metric]:
    ended = CounterMetricFamily("ragsite_runs", "Runs that are over.", labels=("mode", "route", "outcome"))
    rows = Run.objects.filter(OVER).order_by().values("mode", "route", "way", "outcome")
    for row in rows.annotate(n=Count("pk")):
        ended.add_metric((row["mode"], route_name(row["route"], row["way"]), row["outcome"]), row["n"])
    yield ended


def _spent() -> Iterator[Metric]:
    names = ("fell_back", "tool_calls", "model_calls", "input_tokens", "output_tokens", "cached_tokens")
    fallbacks = CounterMetricFamily("ragsite_run_fallbacks", "Runs that fell back.", labels=("route",))
    tools = CounterMetricFamily("ragsite_tool_calls", "Calls of tools.", labels=("route",))
    calls = CounterMetricFamily("ragsite_model_calls", "Calls of models.", labels=("route", "tier"))
    tokens = CounterMetricFamily(
        "ragsite_model_tokens",
        "Tokens of models; cached is a part of input.",
        labels=("route", "tier", "kind"),
    )
    rows = Run.objects.filter(OVER).order_by().values("route", "way", "tier")
    summed: dict[str, list[int]] = {}
    for row in plainly(rows.annotate(**{name: COUNTS[name] for name in names})):
        route = route_name(row["route"], row["way"])
        own = summed.setdefault(route, [0, 0])
        own[0] += row["fell_back"]
        own[1] += row["tool_calls"]
        calls.add_metric((route, row["tier"]), row["model_calls"])
        for kind in ("input", "output", "cached"):
            tokens.add_metric((route, row["tier"], kind), row[f"{kind}_tokens"])
    for route, (fell_back, tool_calls) in summed.items():
        fallbacks.add_metric((route,), fell_back)
        tools.add_metric((route,), tool_calls)
    yield from (fallbacks, tools, calls, tokens)


def _seconds() -> Metric:
    took = HistogramMetricFamily(
        "ragsite_run_seconds", "From the asking to the answer, waiting included.", labels=("route",)
    )
    within = {
        f"b{number}": Count("pk", filter=Q(took__lte=timedelta(seconds=bound)))
        for number, bound in enumerate(BOUNDS)
    }
    rows = Run.objects.filter(OVER).annotate(took=SECONDS).order_by().values("route", "way")
    for row in plainly(rows.annotate(n=Count("pk"), total=Sum(SECONDS), **within)):
        buckets: list[Any] = [(str(float(bound)), row[f"b{n}"]) for n, bound in enumerate(BOUNDS)]
        buckets.append(("+Inf", row["n"]))
        took.add_metric((route_name(row["route"], row["way"]),), buckets, row["total"].total_seconds())
    return took


def _waiting() -> Metric:
    waiting = GaugeMetricFamily(
        "ragsite_runs_open", "Runs that wait or are being answered.", labels=("status",)
    )
    for status in (Run.Status.QUEUED, Run.Status.RUNNING):
        waiting.add_metric((status.value,), Run.objects.filter(status=status).count())
    return waiting


def _documents() -> Metric:
    documents = GaugeMetricFamily("ragsite_documents", "Documents by status.", labels=("status",))
    for row in Document.objects.order_by().values("status").annotate(n=Count("pk")):
        documents.add_metric((row["status"],), row["n"])
    return documents
