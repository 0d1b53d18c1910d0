"""What rules say of a chunk: only what stands in it, and where it comes from."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from documents.ingestion.chunks.chunk_context import (
    NAMES,
    ChunkContext,
    contexts_of,
    fill,
    set_context,
    store_context,
)
from documents.models import Chunk
from reading.formats.media_types import CSV, EML, PDF, PPTX, XLSX
from reading.model import (
    ClaimDraft,
    EntityDraft,
    Essence,
    MetricDraft,
    Place,
    Reading,
    TopicDraft,
)
from tests.factories import ChunkFactory, DocumentFactory, PageFactory

pytestmark = pytest.mark.django_db

SALES = "Net sales were $7,336 million in the fourth quarter."


def place(quote, page=1):
    return Place(page=page, quote=quote)


def reading():
    sales = MetricDraft(
        place=place(SALES), metric_name="Net sales", canonical_name="revenue", value="$7,336 million",
        numeric_value=Decimal(7_336_000_000), unit="USD", scale=Decimal(1_000_000), fiscal_year=2022,
        fiscal_quarter=4, period="fourth quarter",
    )  # fmt: skip
    return Reading(
        essence=Essence(period_start=date(2022, 1, 1), period_end=date(2022, 12, 31)),
        metrics=[sales],
        claims=[ClaimDraft(place=place("Hammers\n sold well."), claim_text="Hammers sold well.")],
        entities=[
            EntityDraft(place=place("Acme"), entity_name="Acme", entity_type="organization", role="subject")
        ],
        topics=[TopicDraft(place=place("hammers"), topic_name="hammers", is_primary=True)],
    )


@pytest.fixture
def document():
    return DocumentFactory(
        title="Annual Report", document_type="financial_report", document_date=date(2023, 2, 1)
    )


def test_a_chunk_tells_its_figures_statements_topics_and_place(document):
    chunk = ChunkFactory(
        document=document, text=f"{SALES} Hammers sold\nwell.", section="Part I › 2. Results", page_end=2
    )
    set_context(document, [chunk], reading())
    store_context([chunk])
    chunk.refresh_from_db()
    assert chunk.section_topic == "Results"
    assert chunk.key_information == "Net sales, Q4 of fiscal 2022: $7,336 million; Hammers sold well."
    assert chunk.retrieval_hint == "figures: Net sales for Q4 of fiscal 2022; topics: hammers"
    assert chunk.contextual_note == (
        "From “Annual Report” of Acme (financial report, for 1 January 2022 to 31 December 2022,"
        " dated 1 February 2023), pages 1–2, under “Part I › 2. Results”."
    )


def test_what_was_told_beside_the_worker_is_what_is_told_here(document):
    chunk = ChunkFactory(document=document, text=f"{SALES} Hammers sold\nwell.", section="2. Results")
    told = replace(reading(), contexts=contexts_of([chunk], reading()))
    assert told.contexts[chunk.index].topic == "Results"
    twin = Chunk.objects.get()
    set_context(document, [chunk], reading())
    set_context(document, [twin], told)
    assert [getattr(twin, name) for name in NAMES] == [getattr(chunk, name) for name in NAMES]


@pytest.mark.parametrize(("text", "page"), [("Nothing of the kind.", 1), (SALES, 2)])
def test_facts_that_stand_elsewhere_are_not_told(document, text, page):
    chunk = ChunkFactory(document=document, text=text, page_start=page, key_information="Of before.")
    set_context(document, [chunk], reading())
    assert "fiscal" not in chunk.key_information + chunk.retrieval_hint


def test_storing_touches_no_row_that_has_its_context(document, django_assert_num_queries):
    chunk = ChunkFactory(document=document, text=SALES)
    set_context(document, [chunk], reading())
    with django_assert_num_queries(1):
        store_context([chunk])
    seen = Chunk.objects.extra(select={"version": "xmin::text"}).get().version
    store_context([chunk])
    assert Chunk.objects.extra(select={"version": "xmin::text"}).get().version == seen


def test_empty_words_leave_what_was_there(document):
    chunk = ChunkFactory(document=document, section_topic="Results")
    fill(chunk, ChunkContext(retrieval_hint="net sales"))
    assert (chunk.section_topic, chunk.retrieval_hint) == ("Results", "net sales")


@pytest.mark.parametrize(
    "media_type, titles, pages, place",
    [
        (PDF, {}, (3, 3), "page 3"),
        (PPTX, {3: "Slide 3"}, (3, 3), "Slide 3"),
        (PPTX, {3: "Slide 3", 4: "Slide 4"}, (3, 4), "slides 3–4"),
        (XLSX, {1: "Sheet “Q2”"}, (1, 1), "Sheet “Q2”"),
        (CSV, {1: "Rows 1–300", 2: "Rows 301–400"}, (1, 2), "Rows 1–300 to Rows 301–400"),
        (EML, {2: "Attachment “a.txt”"}, (1, 2), "parts 1–2"),
    ],
)
def test_the_place_is_called_as_its_format_calls_it(media_type, titles, pages, place):
    document = DocumentFactory(title="File", media_type=media_type, document_type="other")
    for number, title in titles.items():
        PageFactory(document=document, number=number, title=title)
    chunk = ChunkFactory(document=document, text="Words.", section="", page_start=pages[0], page_end=pages[1])
    set_context(document, [chunk], Reading(essence=Essence()))
    assert chunk.contextual_note == f"From “File”, {place}."
