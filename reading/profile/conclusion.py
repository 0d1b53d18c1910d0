"""What a report comes to: the sentence that its own main figures make."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from reading.measures.catalogue import MEASURES
from reading.model import Essence, MetricDraft
from reading.text.sentences import ended
from reading.values.fiscal import FiscalCalendar
from reading.values.formatting import amount_of
from reading.values.period_words import in_span
from reading.values.quantities import are_one_number, step_of

TOLD = (("revenue", "net_interest_income", "premiums"), ("net_income", "operating_income"))  # first known
LEAST_CONFIDENCE = 0.7  # of a figure that is told without its page
SAME_DAY = timedelta(days=10)  # as covers and tables write the ends of one period
A_YEAR = timedelta(days=365)


def conclude(essence: Essence, metrics: list[MetricDraft], *, entity: str) -> None:
    """Let the summary and the conclusion of a financial report say its main figures, where they are known."""
    told = headline(essence, metrics, entity=entity)
    if essence.document_type == "financial_report" and told:
        rest = essence.summary.removeprefix(essence.title).removeprefix(".").strip()
        essence.key_conclusion = told
        essence.summary = " ".join(filter(None, [ended(essence.title), told, rest]))


def headline(essence: Essence, metrics: list[MetricDraft], *, entity: str) -> str:
    """“Net sales of Acme were $48 million in Q2 of fiscal 2024, after $43 million a year before; …”.

    "" where none of the main figures of the period that the document covers is known.
    """
    if essence.period_start is None or essence.period_end is None or not entity:
        return ""
    span = (essence.period_start, essence.period_end)
    known = [each for each in metrics if each.entity_name == entity and each.confidence >= LEAST_CONFIDENCE]
    parts = list(_parts(known, span, entity, essence.calendar))
    return f"{'; '.join(parts)}." if parts else ""


def _parts(
    metrics: list[MetricDraft], span: tuple[date, date], entity: str, calendar: FiscalCalendar
) -> Iterator[str]:
    whose = f" of {entity}"
    for names in TOLD:
        found = next((each for name in names if (each := _of(metrics, name, span))), None)
        if found is None:
            continue
        before = _of(metrics, found.canonical_name, (span[0] - A_YEAR, span[1] - A_YEAR))
        label = _label(found)
        verb = "were" if label.split()[-1].endswith(("sales", "earnings", "revenues")) else "was"
        when = f" {in_span(found, calendar)}" if whose else ""
        label = label[:1].upper() + label[1:] if whose else label
        after = f", after {amount_of(before)} a year before" if before else ""
        yield f"{label}{whose} {verb} {amount_of(found)}{when}{after}"
        whose = ""


def _of(metrics: list[MetricDraft], name: str, span: tuple[date, date]) -> MetricDraft | None:
    """The measure's figure for the span, the most precise. None where the document gives two that differ."""
    there = [
        each
        for each in metrics
        if each.canonical_name == name
        and each.period_start
        and each.period_end
        and abs(each.period_start - span[0]) <= SAME_DAY
        and abs(each.period_end - span[1]) <= SAME_DAY
    ]
    stated = [each for each in there if each.row is not None] or there
    ranked = sorted(stated, key=step_of)
    return ranked[0] if ranked and all(are_one_number(ranked[0], other) for other in ranked) else None


def _label(metric: MetricDraft) -> str:
    """As the document writes it, where that alone says what it is."""
    labels = MEASURES[metric.canonical_name].labels
    written = metric.metric_name.casefold()
    return written if written in labels else labels[0]
