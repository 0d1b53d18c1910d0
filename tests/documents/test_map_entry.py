from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from documents.extraction.types import EntityDraft, Essence, MetricDraft, Place, Reading, RowDraft, TopicDraft
from documents.map_entry import MapEntry, build_map_entry
from tests.factories import ChunkFactory, DocumentFactory, RelationshipFactory

pytestmark = pytest.mark.django_db

HERE = Place(page=1, quote="")


def metric(name, year, end, entity="Acme, Inc."):
    return MetricDraft(
        place=HERE, metric_name=name.title(), canonical_name=name, value="1", numeric_value=Decimal(1),
        entity_name=entity, period=f"FY{year}", period_end=end, fiscal_year=year,
    )  # fmt: skip


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


def test_primary_topics_are_five_at_most_and_not_secondary_too():
    names = [topic(f"topic {n}", primary=True) for n in range(7)]
    topics = build(Reading(topics=[*names, topic("Topic 1"), topic("other")])).topics
    assert topics.primary == [f"topic {n}" for n in range(5)]
    assert topics.secondary == ["topic 5", "topic 6", "other"]


def test_figures_answer_questions_about_their_newest_period():
    metrics = [metric("net_income", 2022, date(2022, 12, 31)), metric("net_income", 2023, date(2023, 12, 31))]
    questions = build(Reading(metrics=metrics)).retrieval_profile.answers_questions_about
    assert questions == ["What was the net income of Acme, Inc. in fiscal 2023?"]


def test_the_models_questions_come_first_and_ten_are_enough():
    essence = Essence(answers_questions_about=["Who signed?"])
    metrics = [metric(f"measure_{n}", 2023, date(2023, 12, 31)) for n in range(20)]
    questions = build(Reading(essence=essence, metrics=metrics)).retrieval_profile.answers_questions_about
    assert questions[0] == "Who signed?"
    assert len(questions) == 10


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


def test_themes_become_questions_that_name_the_document():
    essence = Essence(title="Lease of Dock Road", answers_questions_about=["break clause"])
    profile = build(Reading(essence=essence)).retrieval_profile
    assert profile.answers_questions_about == ["What does “Lease of Dock Road” say about break clause?"]


def test_what_the_figures_lack_is_said():
    amounts = metric("revenue", 2023, date(2023, 12, 31))
    assert build(Reading()).retrieval_profile.do_not_use_for == ["Amounts of money: it gives none"]
    money = replace(amounts, category="financial")
    assert build(Reading(metrics=[money])).retrieval_profile.do_not_use_for == [
        "Figures for years before 2023"
    ]
