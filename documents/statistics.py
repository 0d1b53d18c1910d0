"""What was read in which extraction mode: the same numbers for the commands, the API and the pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from documents.models import Claim, Document, Entity, Fact, Metric, Topic, Workspace
from documents.selectors import documents_of, workspaces_of

COUNTED: dict[str, type[Fact]] = {"claims": Claim, "metrics": Metric, "entities": Entity, "topics": Topic}
PLURALS = {
    "figure": "figures",
    "claim": "claims",
    "entity": "entities",
    "topic": "topics",
    "measure": "measures",
}


@dataclass(frozen=True)
class MapCounts:
    """What a document's entry in the document map names; it makes no claims."""

    metrics: int
    entities: int
    topics: int


@dataclass(frozen=True)
class Statistics:
    """The stored facts, and what the map entry names: None where the mode gives the document none."""

    mode: str
    claims: int
    metrics: int
    entities: int
    topics: int
    map_entry: MapCounts | None

    def __str__(self) -> str:
        facts = _in_words(figure=self.metrics, claim=self.claims, entity=self.entities, topic=self.topics)
        if self.map_entry is None:
            return facts
        entry = self.map_entry
        named = _in_words(measure=entry.metrics, entity=entry.entities, topic=entry.topics)
        is_map_only = self.mode == Document.ExtractionMode.MAP_ONLY
        return f"{named} in the map" if is_map_only else f"{facts}; {named} in the map"


def _in_words(**counts: int) -> str:
    return ", ".join(f"{count:,} {name if count == 1 else PLURALS[name]}" for name, count in counts.items())


@dataclass(frozen=True)
class ModeStatistics:
    """Over all documents of one mode."""

    documents: int
    claims: int
    metrics: int
    entities: int
    topics: int


def statistics_of(document: Document, counts: Mapping[str, int]) -> Statistics:
    """`counts`: see `selectors.reading_counts`."""
    return Statistics(
        mode=document.extraction_mode,
        claims=counts["claim"],
        metrics=counts["metric"],
        entities=counts["entity"],
        topics=counts["topic"],
        map_entry=_map_counts(document.map_entry) if document.map_entry else None,
    )


def _map_counts(entry: Mapping[str, Any]) -> MapCounts:
    entities, topics = entry.get("entities") or {}, entry.get("topics") or {}
    names = ("organizations", "people", "products", "locations")
    return MapCounts(
        metrics=len(entities.get("metrics") or ()),
        entities=sum(len(entities.get(name) or ()) for name in names),
        topics=sum(len(topics.get(name) or ()) for name in ("primary", "secondary")),
    )


def statistics_by_mode(user: Any, workspace: Workspace) -> dict[str, ModeStatistics]:
    """Mode → its numbers, for the modes that the workspace's documents have; five queries."""
    documents = documents_of(user, workspace).order_by().values_list("extraction_mode")
    held = dict(documents.annotate(n=Count("pk")))
    counted = {name: _by_mode(user, workspace, model) for name, model in COUNTED.items()}
    return {
        mode: ModeStatistics(held[mode], **{name: counts.get(mode, 0) for name, counts in counted.items()})
        for mode in Document.ExtractionMode.values
        if mode in held
    }


def _by_mode(user: Any, workspace: Workspace, model: type[Fact]) -> dict[str, int]:
    facts = model._default_manager.filter(workspace=workspace, workspace__in=workspaces_of(user))
    return dict(facts.order_by().values_list("document__extraction_mode").annotate(n=Count("pk")))
