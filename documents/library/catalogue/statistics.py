"""What was read in which extraction mode: the same numbers for the commands, the API and the pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Func, IntegerField, QuerySet, Sum
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from documents.library.selectors import documents_of, workspaces_of
from documents.models import Claim, Document, Entity, Fact, Metric, Topic, Workspace

COUNTED: dict[str, type[Fact]] = {"claims": Claim, "metrics": Metric, "entities": Entity, "topics": Topic}
NAMES = ("organizations", "people", "products", "locations")  # the lists of a map entry's entities
TOPICS = ("primary", "secondary")  # and of its topics; further keywords are not counted
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
    """Over all documents of one mode: the stored facts; for the map only, what the entries name."""

    documents: int
    claims: int
    metrics: int
    entities: int
    topics: int
    map_entry: MapCounts | None = None


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
    return MapCounts(
        metrics=len(entities.get("metrics") or ()),
        entities=sum(len(entities.get(name) or ()) for name in NAMES),
        topics=sum(len(topics.get(name) or ()) for name in TOPICS),
    )


def statistics_by_mode(user: Any, workspace: Workspace) -> dict[str, ModeStatistics]:
    """Mode → its numbers, for the modes that the workspace's documents have; six queries at most."""
    documents = documents_of(user, workspace).order_by().values_list("extraction_mode")
    held = dict(documents.annotate(n=Count("pk")))
    counted = {name: _by_mode(user, workspace, model) for name, model in COUNTED.items()}
    map_only = Document.ExtractionMode.MAP_ONLY  # looking into the entries of all takes seconds
    named = _named_by_maps(documents_of(user, workspace)) if map_only in held else None
    return {
        mode: ModeStatistics(
            held[mode],
            **{name: counts.get(mode, 0) for name, counts in counted.items()},
            map_entry=named if mode == map_only else None,
        )
        for mode in Document.ExtractionMode.values
        if mode in held
    }


def _named_by_maps(documents: QuerySet[Document]) -> MapCounts:
    """What the map entries of documents that were read for the map only name."""
    mapped = documents.filter(extraction_mode=Document.ExtractionMode.MAP_ONLY).exclude(map_entry={})
    counts = {
        "named_metrics": _named("entities", "metrics"),
        "named_entities": _named("entities", *NAMES),
        "named_topics": _named("topics", *TOPICS),
    }
    numbers = mapped.order_by().aggregate(**counts)
    return MapCounts(numbers["named_metrics"], numbers["named_entities"], numbers["named_topics"])


def _named(part: str, *lists: str) -> Combinable:
    """How many names the lists of the map entries hold together."""
    lengths = (Sum(Func(F(f"map_entry__{part}__{name}"), function="jsonb_array_length")) for name in lists)
    sums = [Coalesce(length, 0, output_field=IntegerField()) for length in lengths]
    return sum(sums[1:], start=sums[0])


def _by_mode(user: Any, workspace: Workspace, model: type[Fact]) -> dict[str, int]:
    facts = model._default_manager.filter(workspace=workspace, workspace__in=workspaces_of(user))
    return dict(facts.order_by().values_list("document__extraction_mode").annotate(n=Count("pk")))
