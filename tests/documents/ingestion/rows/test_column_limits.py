"""A value that a column cannot hold costs nothing but itself, whatever the column and whatever the value."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import date
from decimal import Decimal

import pytest
from django.db import connection, models, transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from documents.document_map.entry import MapEntry
from documents.ingestion.chunks.chunk_context import ChunkContext, fill, store_context
from documents.ingestion.chunks.chunking import ChunkDraft
from documents.ingestion.progress import Progress
from documents.ingestion.rows.bulk_insert import copy_rows
from documents.ingestion.rows.column_limits import ELLIPSIS, CannotHold, held
from documents.ingestion.rows.facts_store import store_facts
from documents.ingestion.steps import describe, replace_chunks, replace_pages, write_map_entry
from documents.models import Chunk, Claim, Document, Entity, Metric, Reader, TableRow, Topic
from reading.anchoring import PageIndex
from reading.formats.encodings import REPLACEMENT, UNSTORABLE
from reading.model import (
    Box,
    ClaimDraft,
    EntityDraft,
    Essence,
    Line,
    MetricDraft,
    ParsedDocument,
    ParsedPage,
    Place,
    Reading,
    RowDraft,
    TopicDraft,
    Word,
)
from tests.factories import DocumentFactory, MembershipFactory

HERE = Place(page=1, quote="Revenue was $4.2 million.")
SOUND = {
    Claim: ClaimDraft(place=HERE, claim_text="Revenue was $4.2 million."),
    TableRow: RowDraft(
        place=HERE, table="t", table_index=77, row=77, label="Revenue", properties={"2024": 1}
    ),
    Metric: MetricDraft(place=HERE, metric_name="Revenue", value="4.2", numeric_value=Decimal("4200000")),
    Entity: EntityDraft(place=HERE, entity_name="Acme", entity_type="organization"),
    Topic: TopicDraft(place=HERE, topic_name="revenue"),
}
PART = {Claim: "claims", TableRow: "rows", Metric: "metrics", Entity: "entities", Topic: "topics"}
CASES = [
    (model, field.name)
    for model, draft in SOUND.items()
    for field in fields(draft)
    if field.name not in ("place", "row" if model is Metric else "")
]
# What a file or a model may say, at and beyond what columns hold.
ODD_TEXTS = [
    "\x00",
    "a\x00b",
    "\ud800",
    "x\udfffy",
    "\u20ac" * 300,
    "word " * 200_000,
    "x" * 1_000_000,
    "",
    "é" * 101,
]
TEXTS = st.one_of(
    st.sampled_from(ODD_TEXTS),
    st.text(st.characters(codec=None, exclude_categories=()), max_size=400),
    st.builds(str.__mul__, st.sampled_from(["€", "ab ", "\udc00"]), st.integers(39, 501)),
)
NUMBERS = st.one_of(
    st.sampled_from([Decimal(text) for text in (
        "1e30", "-1e30", "1e29", "999999999999999999999999999999", "999999999999999999999999999999.99999",
        "1e-20", "1e-21", "0." + "1" * 60, "1." + "0" * 60, "1e300", "1e12", "0", "NaN", "Infinity", "1e20",
    )]),
    st.decimals(allow_nan=True, allow_infinity=True),
)  # fmt: skip
WHOLES = st.one_of(
    st.sampled_from([-1, 0, 9999, 32767, 32768, 2**31 - 1, 2**31, 10**12, -32769]), st.integers()
)
FLOATS = st.floats(allow_nan=True, allow_infinity=True)
DATES = st.one_of(st.sampled_from([date.min, date.max, date(9999, 12, 31), date(1, 1, 1)]), st.dates())
JSON = st.dictionaries(
    TEXTS, st.one_of(TEXTS, FLOATS, st.none(), st.integers(), st.just(10**700)), max_size=3
)
STRATEGIES = {
    models.JSONField: JSON,
    models.DateField: st.one_of(st.none(), DATES),
    models.DecimalField: NUMBERS,
    models.FloatField: FLOATS,
    models.BooleanField: st.booleans(),
    models.SmallIntegerField: WHOLES,
    models.IntegerField: WHOLES,
    models.CharField: TEXTS,
    models.TextField: TEXTS,
}
# Each example is stored in a savepoint of the one transaction of its test.
examples = settings(
    max_examples=15, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
)  # fmt: skip
SEVERAL = 8  # that are stored at once: most of the time goes into statements, not into their values
# Not shrunk where one fails: of several long texts that takes minutes.
several = settings(examples, max_examples=3, phases=[Phase.generate])


def values_of(field: models.Field):
    return next(strategy for kind, strategy in STRATEGIES.items() if isinstance(field, kind))


@pytest.fixture
def document(user, workspace) -> Document:
    return DocumentFactory(workspace=workspace)


class Undone(Exception):
    """Ends a savepoint."""


def undone():
    """A savepoint that leaves nothing of an example behind."""
    return pytest.raises(Undone)


def test_every_kind_of_column_has_its_odd_values():
    """A column of a new kind must be thought of here."""
    for model, name in CASES:
        assert values_of(model._meta.get_field(name)) is not None


@pytest.mark.parametrize("model, name", CASES, ids=lambda case: getattr(case, "__name__", case))
def test_an_odd_value_of_a_fact_costs_no_other_fact(document, model, name):
    """Several at once: each stands on a page of its own, behind the sound ones on the first."""

    @several
    @given(st.lists(values_of(model._meta.get_field(name)), min_size=SEVERAL, max_size=SEVERAL))
    def check(values):
        pages = PageIndex({1: HERE.quote} | dict.fromkeys(range(2, SEVERAL + 2), HERE.quote))
        reading = Reading(**{PART[each]: [draft] for each, draft in SOUND.items()})
        for page, value in enumerate(values, 2):
            odd = replace(SOUND[model], place=replace(HERE, page=page))
            odd = replace(odd, row=page) if model is TableRow else odd
            getattr(reading, PART[model]).append(replace(odd, **{name: value}))
        with undone(), transaction.atomic():
            store_facts(document, reading, pages, reader=Reader.RULES)
            for each in SOUND:
                assert each.objects.filter(document=document, page=1).exists()
            for page, value in enumerate(values, 2):
                assert_stored(document, model, name, value, page)
            raise Undone

    check()


def assert_stored(document: Document, model, name: str, value, page: int) -> None:
    found = list(model.objects.filter(document=document, page=page))
    notes = [each for each in Document.objects.get(pk=document.pk).left_out if each["page"] == page]
    if not found:
        assert len(notes) == 1
        assert "is not stored: its" in notes[0]["reason"]
        assert name in model.WORDS or is_too_much(model._meta.get_field(name), value)
        assert name not in model.WORDS
        return
    assert (len(found), notes) == (1, [])
    assert_same(getattr(found[0], name), value, is_words=name in model.WORDS)


def is_too_much(field: models.Field, value) -> bool:
    """Whether the database itself would refuse the value, or keep another."""
    if isinstance(field, models.JSONField | models.FloatField):
        return "nan" in repr(value).lower() or "inf" in repr(value) or "0" * 699 in repr(value)
    if isinstance(value, str):
        return len(value) > (field.max_length or len(value)) or bool(UNSTORABLE.search(value))
    if isinstance(value, Decimal):
        wholes = field.max_digits - field.decimal_places
        return (
            not value.is_finite()
            or value.copy_abs() >= Decimal(10) ** wholes
            or (value * 1).normalize().as_tuple().exponent < -field.decimal_places
            or len(value.as_tuple().digits) > field.decimal_places
        )
    least, most = connection.ops.integer_field_range(field.get_internal_type())
    return not least <= value <= most


def assert_same(stored, given_value, *, is_words: bool) -> None:
    """The value as given; words with marks for what no text can hold, or cut with a mark."""
    if isinstance(given_value, str):
        wanted = UNSTORABLE.sub(REPLACEMENT, given_value) if is_words else given_value
        if is_words and stored != wanted:
            assert stored.endswith(ELLIPSIS)
            assert wanted.startswith(stored[:-1])
        else:
            assert stored == wanted
    elif isinstance(given_value, dict):
        clean = {UNSTORABLE.sub(REPLACEMENT, key): value for key, value in given_value.items()}
        assert stored.keys() == clean.keys()
    elif isinstance(given_value, float):
        assert stored == pytest.approx(given_value, abs=0.001)  # a confidence is rounded
    else:
        assert stored == given_value


ESSENCE = [each.name for each in fields(Essence) if each.name in {f.name for f in Document._meta.fields}]


@pytest.mark.parametrize("name", ESSENCE)
def test_an_odd_description_leaves_the_rest_of_the_document(document, name):
    progress = Progress(document)

    @examples
    @given(values_of(Document._meta.get_field(name)))
    def check(value):
        essence = replace(Essence(title="Report", purpose="To tell."), **{name: value})
        with undone(), transaction.atomic():
            describe(document, Reading(essence=essence), progress)
            write_map_entry(document, Reading(essence=essence), [], progress)
            stored = Document.objects.get(pk=document.pk)
            assert name == "title" or stored.title == "Report"
            MapEntry.model_validate(stored.map_entry)
            raise Undone

    check()


@examples
@given(name=TEXTS, topic=TEXTS)
def check_names(document, name, topic):
    reading = Reading(
        entities=[
            replace(SOUND[Entity], entity_name=name),
            replace(SOUND[Entity], entity_name=name, entity_type="person"),
        ],
        topics=[replace(SOUND[Topic], topic_name=topic, is_primary=True)],
    )
    with undone(), transaction.atomic():
        describe(document, reading, Progress(document))
        write_map_entry(document, reading, [], Progress(document))
        stored = Document.objects.get(pk=document.pk)
        assert (len(stored.organizations), len(stored.people), len(stored.topics)) == (1, 1, 1)
        raise Undone


def test_odd_names_and_topics_of_a_document_are_stored(document):
    check_names(document)


@examples
@given(text=TEXTS, title=TEXTS, width=FLOATS, sure=FLOATS, edge=FLOATS)
def check_pages(document, text, title, width, sure, edge):
    word = Word(text, Box(edge, 0.0, 1.0, 1.0))
    line = Line((word,), text, word.box)
    odd = ParsedPage(1, text, (line,), width, 10.0, title=title, ocr_confidence=sure)
    with undone(), transaction.atomic():
        replace_pages(document, ParsedDocument(pages=(odd, ParsedPage(2, "Sound.", width=5.0, height=5.0))))
        first, second = document.pages.all()
        assert_same(first.text, text, is_words=True)
        assert (second.text, second.width) == ("Sound.", 5.0)
        raise Undone


def test_odd_pages_are_stored_with_the_others(document):
    check_pages(document)


@examples
@given(text=TEXTS, section=TEXTS)
def check_chunks(document, text, section):
    odd = ChunkDraft(
        index=0, section=section, page_start=1, page_end=1, char_start=0, char_end=1, text=text, token_count=1
    )
    with undone(), transaction.atomic():
        chunks = replace_chunks(document, [odd, replace(odd, index=1, text="Sound.", section="")])
        copy_rows(chunks)
        fill(chunks[0], ChunkContext(section, text, text, section))  # as a model may tell it
        store_context(chunks)
        assert Chunk.objects.get(document=document, index=1).text == "Sound."
        assert_same(Chunk.objects.get(document=document, index=0).text, text, is_words=True)
        raise Undone


def test_odd_passages_are_stored_with_the_others(document):
    check_chunks(document)


def test_a_scale_of_trillions_is_stored_as_it_is(document):
    large = replace(SOUND[Metric], scale=Decimal(10) ** 12, numeric_value=Decimal("4.2e12"))
    store_facts(document, Reading(metrics=[large]), PageIndex({1: ""}), reader=Reader.RULES)
    assert Metric.objects.get().scale == Decimal(10) ** 12


def test_what_a_column_cannot_hold_names_the_column():
    with pytest.raises(CannotHold, match=r"its numeric value has more than 30 digits before the point"):
        held(Metric, {"numeric_value": Decimal("1e30")})


def test_notes_are_replaced_by_those_of_the_next_reading_and_kept_from_other_readers(document):
    large = replace(SOUND[Metric], numeric_value=Decimal("1e40"))
    pages = PageIndex({1: ""})
    store_facts(document, Reading(metrics=[large] * 60), pages, reader=Reader.RULES)
    store_facts(document, Reading(metrics=[large]), pages, reader=Reader.MODEL)
    document.refresh_from_db()
    assert len(document.left_out) == 52
    assert document.left_out[50]["reason"] == "10 more facts cannot be stored."
    store_facts(document, Reading(), pages, reader=Reader.RULES)
    document.refresh_from_db()
    assert [note["reader"] for note in document.left_out] == ["model"]


def test_another_user_sees_no_note(document, client, other_user):
    store_facts(document, Reading(metrics=[replace(SOUND[Metric], numeric_value=Decimal("1e40"))]),
                PageIndex({1: ""}), reader=Reader.RULES)  # fmt: skip
    MembershipFactory(user=other_user)
    client.force_login(other_user)
    assert client.get(f"/documents/{document.workspace.slug}/{document.pk}/").status_code == 404
