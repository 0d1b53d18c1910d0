"""Figures that a curator has put right: the words of their page show what was read first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils import timezone

from agentic.evidence import Evidence, FactKey, Figure
from documents.models import Edit, net_changes

VALUES = {"metric": ("value", "numeric_value", "unit", "scale"), "row": ("properties",)}  # kind → columns
MEANT = ("numeric_value", "unit", "scale")  # what the number as written is taken for


def with_curators(evidence: Evidence) -> Evidence:
    """The evidence with what curators changed on its figures, where the words do not show it."""
    figures = {figure.fact: figure for figure in evidence.figures if figure.fact}
    edits: dict[FactKey, list[Edit]] = defaultdict(list)
    for edit in _edits(figures.values()):
        edits[edit.kind, edit.fact_id or 0].append(edit)
    curated = {
        key: _told(own[-1], changes, figures[key])
        for key, own in edits.items()
        if key in figures and _is_unseen(changes := _of_value(own), figures[key])
    }
    return replace(evidence, curated=curated) if curated else evidence


def _of_value(edits: Sequence[Edit]) -> dict[str, list[Any]]:
    """Field → [value read, value now], of the fields that make the value and were not put back."""
    changes = net_changes(edits)
    return {name: changes[name] for name in VALUES[edits[0].kind] if name in changes}


def _edits(figures: Iterable[Figure]) -> Iterable[Edit]:
    """Those of the figures' values, the last one last."""
    spans = [figure.span for figure in figures if figure.span and figure.span.kind in VALUES]
    if not spans:
        return []
    edits = Edit.objects.filter(
        document__in={span.document_id for span in spans}, fact_id__in={span.fact_id for span in spans}
    )
    named = edits.filter(kind__in=VALUES).select_related("user").order_by("created_at", "pk")
    return [edit for edit in named if any(name in edit.changes for name in VALUES[edit.kind])]


def _is_unseen(changes: Mapping[str, list[Any]], figure: Figure) -> bool:
    """Whether the page's words do not show the number, or it no longer means what was read of them."""
    is_written = figure.span is not None and figure.text in figure.span.quote
    means_another = any(changes.get(name, [None])[0] is not None for name in MEANT)
    return bool(changes) and (not is_written or means_another)


def _told(edit: Edit, changes: Mapping[str, list[Any]], figure: Figure) -> str:
    who = edit.user.get_full_name() or edit.user.get_username() if edit.user else "a curator"
    day = timezone.localtime(edit.created_at)
    before = changes.get("value", [None])[0]
    instead = f", in place of {before}" if before else ""
    return (
        f"“{figure.label}” is {figure.text} as {who} set it on {day:%-d %B %Y}{instead}: "
        "the words of its page do not show that."
    )
