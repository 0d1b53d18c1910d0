from datetime import date
from decimal import Decimal

import pytest

from documents.document_map.entry import MapEntry, build_map_entry
from reading.model import EntityDraft, Essence, MetricDraft, Place, Reading, RowDraft, TopicDraft
from tests.factories import ChunkFactory, DocumentFactory, RelationshipFactory

pytestmark = pytest.mark.django_db

HERE = Place(page=1, quote="")


def entity(name, kind="organization", role="mentioned", title=""):
    return EntityDraft(place=HERE, entity_name=name, entity_type=kind, role=role, title=title)


def topic(name, *, primary=False):
    return TopicDraft(place=HERE, topic_name=name, is_primary=primary)


def build(reading, document=None):
    document = document or DocumentFactory()
    return build_map_entry(document, reading, list(document.chunks.all()))


def test_an_entry_survives_storing():
    entry = build(Reading(essence=Essence(summary="It sells.", document_date=date(2023, 3, 1))))
    assert MapEntry.model_validate(entry.model_dump(mode="json")) == entry
    assert entry.temporal.document_date == date(2023, 3, 1)


def test_an_empty_reading_gives_an_empty_entry():
    entry = build(Reading())
    assert entry.retrieval_profile.answers_questions_about == []
    assert entry.chunks == []


def test_a_name_is_listed_once_with_what_is_known_best():
    people = [entity("Mary Penn", "person"), entity("MARY PENN", "person", "author", "Director")]
    (person,) = build(Reading(entities=people)).entities.people
    assert (person.role, person.title) == ("author", "Director")


def test_entities_are_sorted_by_kind():
    entities = build(
        Reading(
            entities=[entity("Acme", role="subject"), entity("Paris", "location"), entity("X1", "product")]
        )
    ).entities
    assert [(each.name, each.role) for each in entities.organizations] == [("Acme", "subject")]
    assert (entities.locations, entities.products) == (["Paris"], ["X1"])


def figure(name, value, year, **fields):
    return MetricDraft(
        place=Place(page=1, quote=name),
        metric_name=name,
        value=value,
        numeric_value=Decimal(1),
        unit="USD",
        scale=Decimal(1000),
        period_start=date(year, 1, 1),
        period_end=date(year, 12, 31),
        fiscal_year=year,
        **fields,
    )


def test_a_measure_is_told_with_its_latest_value_and_where_it_stands():
    context = "Report › Statements of Income"
    figures = [
        figure("Revenue", "1,200", 2023, context=context),
        figure("Cost", "900", 2024),
        figure("Revenue", "1,500", 2024, context=context),
    ]
    revenue, cost = build(Reading(metrics=figures)).entities.metrics
    assert revenue.model_dump() == {
        "name": "Revenue",
        "value": "1,500 thousand USD",
        "context": "fiscal 2024; Statements of Income",
    }
    assert (cost.name, cost.value) == ("Cost", "900 thousand USD")


def test_an_entry_that_has_names_of_measures_alone_is_read():
    stored = build(Reading()).model_dump(mode="json")
    stored["entities"]["metrics"] = ["Revenue"]
    assert MapEntry.model_validate(stored).entities.metrics[0].name == "Revenue"


def test_primary_topics_are_five_at_most_and_not_secondary_too():
    names = [topic(f"topic {n}", primary=True) for n in range(7)]
    topics = build(Reading(topics=[*names, topic("Topic 1"), topic("other")])).topics
    assert topics.primary == [f"topic {n}" for n in range(5)]
    assert topics.secondary == ["topic 5", "topic 6", "other"]


def test_structure_comes_from_rows_and_chunks():
    document = DocumentFactory()
    ChunkFactory(document=document, section="Results › Sales", text="Figure 3 shows sales.")
    ChunkFactory(document=document, section="Results › Costs")
    ChunkFactory(document=document, section="Appendix A")
    row = RowDraft(place=HERE, table="t", table_index=0, row=0, label="Sales", properties={})
    structure = build(Reading(rows=[row]), document).structure
    assert structure.sections == ["Results", "Appendix A"]
    assert structure.has_tables
    assert structure.has_charts
    assert structure.has_appendices


def test_chunks_are_listed_with_topic_and_first_words():
    chunk = ChunkFactory(section="Results › Sales", text="Net sales\nrose. " * 30)
    (entry,) = build(Reading(), chunk.document).chunks
    assert (entry.chunk_id, entry.topic) == (chunk.pk, "Sales")
    assert entry.retrieval_hint.startswith("Net sales rose.")
    assert len(entry.retrieval_hint) <= 120


def test_relationships_are_those_stored():
    relationship = RelationshipFactory()
    (entry,) = build(Reading(), relationship.source).relationships
    assert (entry.document_id, entry.type) == (relationship.target_id, relationship.relationship_type)


def test_an_exhibit_is_no_chart_and_a_heading_further_in_may_be_an_appendix():
    document = DocumentFactory()
    ChunkFactory(document=document, section="Part II › Annex B", text="Exhibit 31 is attached.")
    structure = build(Reading(), document).structure
    assert (structure.has_charts, structure.has_appendices) == (False, True)
