"""The map entry: what the document map knows of one document, and how it is built."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import islice
from typing import Any

from pydantic import BaseModel, Field, model_validator

from documents.document_map.retrieval_profile import RetrievalProfile, distinct, profile_of
from documents.models import Chunk, Document
from reading.model import EntityDraft, MetricDraft, Reading
from reading.values.formatting import amount_of
from reading.values.period_words import span_words

SECTION_BREAK = " › "  # between the headings of a chunk's section
HINT_CHARACTERS = 120  # of a chunk's first words, where nobody wrote a hint
MANY = 40  # entries of an open list: names, metrics, sections
TURNED_ROUND = {"supersedes": "superseded_by", "references": "referenced_by"}
CHART = re.compile(r"^[^\S\n]*(?:chart|figure|fig\.|graph)\s*\d", re.IGNORECASE | re.MULTILINE)
APPENDIX = re.compile(r"\b(?:appendix|annex|schedule|exhibit|attachment)\b", re.IGNORECASE)


class EssenceEntry(BaseModel):
    summary: str = ""
    purpose: str = ""
    key_conclusion: str = ""


class PeriodCovered(BaseModel):
    start: date | None = None
    end: date | None = None


class Temporal(BaseModel):
    document_date: date | None = None
    period_covered: PeriodCovered = Field(default_factory=PeriodCovered)
    temporal_markers: list[str] = Field(default_factory=list)


class OrganizationEntry(BaseModel):
    name: str
    role: str = "mentioned"


class PersonEntry(OrganizationEntry):
    title: str = ""


class MetricEntry(BaseModel):
    """`value` as written, with its unit and scale; `context`: for when, and what stands over it."""

    name: str
    value: str = ""
    context: str = ""

    @model_validator(mode="before")
    @classmethod
    def _of_a_name(cls, given: Any) -> Any:
        """Entries that were stored before are names alone."""
        return {"name": given} if isinstance(given, str) else given


class Entities(BaseModel):
    organizations: list[OrganizationEntry] = Field(default_factory=list)
    people: list[PersonEntry] = Field(default_factory=list)
    products: list[str] = Field(default_factory=list)
    locations: list[str] = Field(default_factory=list)
    metrics: list[MetricEntry] = Field(default_factory=list)


class Topics(BaseModel):
    primary: list[str] = Field(default_factory=list, max_length=5)
    secondary: list[str] = Field(default_factory=list)
    keywords: list[str] = Field(default_factory=list)


class Structure(BaseModel):
    sections: list[str] = Field(default_factory=list)
    has_tables: bool = False
    has_charts: bool = False
    has_appendices: bool = False


class RelationshipEntry(BaseModel):
    document_id: int
    type: str
    description: str = ""


class ChunkEntry(BaseModel):
    chunk_id: int
    section: str = ""
    topic: str = ""
    retrieval_hint: str = ""


class MapEntry(BaseModel):
    essence: EssenceEntry
    temporal: Temporal
    entities: Entities
    topics: Topics
    structure: Structure
    retrieval_profile: RetrievalProfile
    relationships: list[RelationshipEntry] = Field(default_factory=list)
    chunks: list[ChunkEntry] = Field(default_factory=list)


def build_map_entry(document: Document, reading: Reading, chunks: Sequence[Chunk]) -> MapEntry:
    """The entry of `document` from what was read of it and its stored chunks."""
    essence = reading.essence
    return MapEntry(
        essence=EssenceEntry(
            summary=essence.summary, purpose=essence.purpose, key_conclusion=essence.key_conclusion
        ),
        temporal=Temporal(
            document_date=essence.document_date,
            period_covered=PeriodCovered(start=essence.period_start, end=essence.period_end),
            temporal_markers=commonest(span_words(metric, essence.calendar) for metric in reading.metrics),
        ),
        entities=entities_of(reading),
        topics=topics_of(reading),
        structure=structure_of(reading, chunks),
        retrieval_profile=profile_of(reading),
        relationships=relationships_of(document),
        chunks=[chunk_entry(chunk) for chunk in chunks],
    )


def entities_of(reading: Reading) -> Entities:
    def of_type(kind: str) -> list[EntityDraft]:
        return best_of_each([entity for entity in reading.entities if entity.entity_type == kind])

    return Entities(
        organizations=[
            OrganizationEntry(name=each.entity_name, role=each.role) for each in of_type("organization")
        ],
        people=[
            PersonEntry(name=each.entity_name, role=each.role, title=each.title) for each in of_type("person")
        ],
        products=[each.entity_name for each in of_type("product")],
        locations=[each.entity_name for each in of_type("location")],
        metrics=metrics_of(reading),
    )


def metrics_of(reading: Reading) -> list[MetricEntry]:
    """The measures that most figures are of, each with its latest figure that is sure."""
    figures: dict[str, list[MetricDraft]] = defaultdict(list)
    for metric in reading.metrics:
        if metric.metric_name:
            figures[metric.metric_name].append(metric)
    told = sorted(figures.values(), key=len, reverse=True)[:MANY]  # of as many figures: as they stand
    return [metric_entry(max(own, key=_recency), reading) for own in told]


def _recency(metric: MetricDraft) -> tuple[date, float]:
    return metric.period_end or date.min, metric.confidence


def metric_entry(metric: MetricDraft, reading: Reading) -> MetricEntry:
    heading = metric.context.rpartition(SECTION_BREAK)[2]
    context = [span_words(metric, reading.essence.calendar), heading[:HINT_CHARACTERS]]
    return MetricEntry(
        name=metric.metric_name, value=amount_of(metric), context="; ".join(filter(None, context))
    )


def best_of_each(entities: Iterable[EntityDraft]) -> list[EntityDraft]:
    """Each name once, with the draft that says most about it: a role beats none, a title beats none."""
    best: dict[str, EntityDraft] = {}
    for entity in entities:
        key = entity.entity_name.casefold()
        if key not in best or tells(entity) > tells(best[key]):
            best[key] = entity
    return list(best.values())[:MANY]


def tells(entity: EntityDraft) -> tuple[bool, bool]:
    return entity.role != "mentioned", bool(entity.title)


def topics_of(reading: Reading) -> Topics:
    primary = list(distinct(topic.topic_name for topic in reading.topics if topic.is_primary))[:5]
    taken = {name.casefold() for name in primary}
    names = distinct(topic.topic_name for topic in reading.topics)
    secondary = [name for name in names if name.casefold() not in taken]
    keywords = list(islice(distinct(reading.essence.keywords), MANY))
    return Topics(primary=primary, secondary=secondary[:MANY], keywords=keywords)


def structure_of(reading: Reading, chunks: Sequence[Chunk]) -> Structure:
    sections = list(distinct(chunk.section.split(SECTION_BREAK)[0] for chunk in chunks))
    headings = distinct(part for chunk in chunks for part in chunk.section.split(SECTION_BREAK))
    return Structure(
        sections=sections[:MANY],
        has_tables=bool(reading.rows),
        has_charts=any(CHART.search(chunk.text) for chunk in chunks),
        has_appendices=any(APPENDIX.search(heading) for heading in headings),
    )


def relationships_of(document: Document) -> list[RelationshipEntry]:
    """The document's relationships from its own side: those that others state are turned round."""
    out = [
        RelationshipEntry(
            document_id=each.target_id, type=each.relationship_type, description=each.description
        )
        for each in sorted(document.relationships_out.all(), key=lambda each: each.pk)
    ]
    back = [
        RelationshipEntry(
            document_id=each.source_id,
            type=TURNED_ROUND.get(each.relationship_type, each.relationship_type),
            description=each.description,
        )
        for each in sorted(document.relationships_in.all(), key=lambda each: each.pk)
    ]
    return [*out, *back]


def chunk_entry(chunk: Chunk) -> ChunkEntry:
    first_words = " ".join(chunk.text[: 2 * HINT_CHARACTERS].split())[:HINT_CHARACTERS]
    return ChunkEntry(
        chunk_id=chunk.pk,
        section=chunk.section,
        topic=chunk.section_topic or chunk.section.split(SECTION_BREAK)[-1],
        retrieval_hint=chunk.retrieval_hint or first_words,
    )


def commonest(texts: Iterable[str]) -> list[str]:
    return [text for text, _ in Counter(text for text in texts if text).most_common(MANY)]
