"""Which figures of sentences agree with the document's tables, and with each other.

A discussion of one segment calls its sales “net sales” as the discussion of the whole does: only the numbers
tell which is meant.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal

from documents.extraction.naming import canonical
from documents.extraction.types import MetricDraft
from documents.quantities import written_step

Span = tuple[date | None, date | None]
Known = dict[str, dict[Span, list[Decimal]]]  # by canonical name, then by start and end of the period
YEAR, SLACK = 365, 10  # days from a span to that of the year before, and how far a calendar may be off
CHANGES = ("increase", "growth", "decrease", "decline", "rise", "improvement", "reduction", "drop")


def agreeing(metrics: Sequence[MetricDraft], tables: Iterable[MetricDraft]) -> list[MetricDraft]:
    """The `metrics` of sentences without those that must be of a part: by the tables, or by one another."""
    known = _known(tables)
    checked = [metric for metric in metrics if not _contradicts(metric, known)]
    alike: dict[tuple[object, ...], list[MetricDraft]] = defaultdict(list)
    for metric in checked:
        alike[_named(metric)].append(metric)
    is_one = {named: are_one_number(group) for named, group in alike.items()}
    return [metric for metric in checked if is_one[_named(metric)]]


def _known(tables: Iterable[MetricDraft]) -> Known:
    """Each value once."""
    known: dict[str, dict[Span, dict[Decimal, None]]] = defaultdict(lambda: defaultdict(dict))
    for metric in tables:
        if metric.canonical_name and metric.numeric_value is not None:
            span = metric.period_start, metric.period_end
            known[metric.canonical_name][span][metric.numeric_value] = None
    return {name: {span: list(values) for span, values in of.items()} for name, of in known.items()}


def _contradicts(metric: MetricDraft, known: Known) -> bool:
    """Whether the tables give the measure that the metric's name means, but no such amount of it."""
    *first, last = metric.metric_name.split() or [""]
    move = last if last in CHANGES else ""
    measure = canonical(" ".join(first)) if move else metric.canonical_name
    of_measure = known.get(measure, {})
    values = of_measure.get((metric.period_start, metric.period_end))
    if not values or metric.numeric_value is None:
        return False
    levels = values if not move else list(_changes(metric, values, of_measure))
    return bool(levels) and not any(_is_near(metric, value) for value in levels)


def _changes(
    metric: MetricDraft, values: Iterable[Decimal], of_measure: dict[Span, list[Decimal]]
) -> Iterator[Decimal]:
    """By how much, or by what share, each value differs from those of the same span a year before."""
    befores = [
        before
        for (start, end), earlier in of_measure.items()
        if _is_year_before(start, metric.period_start) and _is_year_before(end, metric.period_end)
        for before in earlier
    ]
    for value in values:
        for before in befores:
            change = abs(value - before)
            if metric.unit != "%":
                yield change
            elif before:
                yield change / abs(before)


def _is_year_before(day: date | None, later: date | None) -> bool:
    if day is None or later is None:
        return day is later
    return abs((later - day).days - YEAR) <= SLACK


def _is_near(metric: MetricDraft, value: Decimal) -> bool:
    """Whether both may be roundings of one number; losses are written with and without their minus."""
    written = abs(metric.numeric_value or Decimal(0))
    return abs(abs(value) - written) <= written_step(metric.value, metric.scale)


def _named(metric: MetricDraft) -> tuple[object, ...]:
    return metric.metric_name.casefold(), metric.unit, metric.period_start, metric.period_end


def are_one_number(metrics: Sequence[MetricDraft]) -> bool:
    """Whether figures of one name and time are one number, each as far as it is written."""
    finest = min(metrics, key=lambda metric: written_step(metric.value, metric.scale))
    return all(_is_near(metric, finest.numeric_value or Decimal(0)) for metric in metrics)
