"""How runs went, route by route and over time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import Avg, Count, ExpressionWrapper, F, Q, QuerySet, Sum
from django.db.models.fields import BigIntegerField, DurationField
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce, TruncDay, TruncWeek
from django.utils import timezone

from agentic.models import Run

DAILY = 31  # days, up to which each is told apart; weeks beyond
SLOWEST = 20
NO_ROUTE = "none"  # of runs that ended before one was chosen


def usage_sum(name: str) -> Coalesce:
    """What all runs' models used of it."""
    return Coalesce(Sum(Cast(KeyTextTransform(name, "usage"), BigIntegerField())), 0)


SECONDS = ExpressionWrapper(F("finished_at") - F("created_at"), output_field=DurationField())
COUNTS: dict[str, Any] = {
    "asked": Count("pk"),
    "answered": Count("pk", filter=Q(outcome=Run.Outcome.ANSWERED)),
    "no_hit": Count("pk", filter=Q(outcome=Run.Outcome.NO_HIT)),
    "clarified": Count("pk", filter=Q(outcome=Run.Outcome.CLARIFIED)),
    "failed": Count("pk", filter=Q(outcome__in=(Run.Outcome.FAILED, Run.Outcome.STOPPED))),
    "fell_back": Count("pk", filter=Q(fallbacks__gt=0)),
    "fallbacks": Coalesce(Sum("fallbacks"), 0),
    "tool_calls": Coalesce(Sum("tool_calls"), 0),
    "model_calls": usage_sum("calls"),
    "input_tokens": usage_sum("input_tokens"),
    "output_tokens": usage_sum("output_tokens"),
    "cached_tokens": usage_sum("cached_tokens"),
}


@dataclass(frozen=True)
class Rates:
    """Of some runs. `since`: the first day of the time that they are of; None for all. Shares are 0–1."""

    route: str
    since: date | None
    asked: int
    answered: int
    no_hit: int
    clarified: int
    failed: int
    fell_back: int
    fallbacks: int
    tool_calls: int
    model_calls: int
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    seconds: float

    @property
    def shares(self) -> list[float]:
        """Success, no hit, clarification, fallback, failure."""
        counts = (self.answered, self.no_hit, self.clarified, self.fell_back, self.failed)
        return [count / self.asked for count in counts]

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens


def rates(runs: QuerySet[Run], *, days: int) -> tuple[list[Rates], dict[str, list[Rates]]]:
    """By route, the most taken first; and of each route day by day, or by weeks, the newest first."""
    over = _over(runs).filter(created_at__gte=timezone.now() - timedelta(days=days))
    trunc = TruncDay if days <= DAILY else TruncWeek
    seconds = Avg(SECONDS)
    whole = over.order_by().values("route", "way").annotate(**COUNTS, took=seconds)
    parts = over.order_by().values("route", "way", since=trunc("created_at"))
    by_time: dict[str, list[Rates]] = defaultdict(list)
    for row in plainly(parts.annotate(**COUNTS, took=seconds).order_by("-since")):
        each = _rates(row)
        by_time[each.route].append(each)
    return sorted(map(_rates, plainly(whole)), key=lambda each: -each.asked), dict(by_time)


def slowest(runs: QuerySet[Run], *, days: int) -> Sequence[Run]:
    """The runs that took longest, their wait included."""
    over = _over(runs).filter(created_at__gte=timezone.now() - timedelta(days=days))
    return list(over.select_related("workspace", "user").annotate(took=SECONDS).order_by("-took")[:SLOWEST])


def _over(runs: QuerySet[Run]) -> QuerySet[Run]:
    """Questions that are over: searches for passages alone are none."""
    return runs.exclude(outcome="").exclude(mode=Run.Mode.PASSAGES).filter(finished_at__isnull=False)


def route_name(route: str, way: str) -> str:
    """“search: hybrid”, “facts”."""
    return f"{route}: {way}" if way else route or NO_ROUTE


def plainly(rows: Any) -> Iterator[dict[str, Any]]:
    """Groups with counts whose names are known only as they run."""
    yield from rows


def _rates(row: dict[str, Any]) -> Rates:
    since = row.get("since")
    return Rates(
        route=route_name(row["route"], row["way"]),
        since=since and timezone.localdate(since),
        seconds=row["took"].total_seconds(),
        **{name: row[name] for name in COUNTS},
    )
