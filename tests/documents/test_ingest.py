"""The story of one document, on small real files."""

import hashlib
import os
import signal
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.utils import timezone

from documents.ingest import ingest_document
from documents.ingestion.deepen import MOST_TIMEOUTS, UNREAD, deepen_document
from documents.ingestion.progress import AWAITS_MODEL, MOST_ATTEMPTS, worker_name
from documents.model_reading.schemas import ClaimOutput, ContextOutput, Contexts, EntityOutput, Findings, Gist
from documents.models import Chunk, Document
from llm.errors import BadOutput, Timeout, Transient, Unavailable
from llm.fakes import HashEmbedder, ScriptedChatModel
from llm.providers.none import NoModel
from tests.factories import ClaimFactory, DocumentFactory

pytestmark = pytest.mark.django_db

TEXT = """# Annual Report 2024

Acme Tools, Inc. makes spanners and hammers for the trade.

Revenue was $4.2 million in 2024, up 12% from 2023. Acme Tools, Inc. employed 120 people at year end.
"""


@pytest.fixture
def add(workspace):
    """Store a file as a queued document."""

    def stored(content, filename="report.md", media_type="text/markdown", **fields):
        data = content.encode() if isinstance(content, str) else content
        document = DocumentFactory.build(
            workspace=workspace, filename=filename, media_type=media_type, status="queued", progress=0,
            sha256=hashlib.sha256(data).hexdigest(), bytes=len(data), **fields,
        )  # fmt: skip
        document.file.save(filename, ContentFile(data), save=False)
        document.save()
        return document

    return stored


@pytest.fixture
def ingest(hash_embedder):
    def run(document, chat=None):
        ingest_document(document.pk, chat=chat or NoModel(), embedder=hash_embedder)
        document.refresh_from_db()
        return document

    return run


def test_a_text_ends_ready_with_pages_chunks_and_anchored_figures(add, ingest, hash_embedder):
    document = ingest(add(TEXT))
    assert (document.status, document.progress, document.error) == ("ready", 100, "")
    assert document.pages.count() == 1
    assert all(chunk.embedding_model == hash_embedder.name for chunk in document.chunks.all())
    figure = document.metric_set.get(value__contains="4.2")
    assert figure.numeric_value == 4_200_000
    assert figure.anchored
    assert figure.quote in document.pages.get().text


def test_reading_again_doubles_nothing(add, ingest):
    document = ingest(add(TEXT))
    before = [document.metric_set.count(), document.claim_set.count(), document.chunks.count()]
    Document.objects.update(status="queued")
    ingest(document)
    assert before == [document.metric_set.count(), document.claim_set.count(), document.chunks.count()]


def test_reading_again_keeps_the_vectors_of_unchanged_chunks(add, ingest):
    document = ingest(add(TEXT))
    ids = list(document.chunks.values_list("pk", flat=True))
    Document.objects.update(status="queued")
    assert list(ingest(document).chunks.values_list("pk", flat=True)) == ids


def test_facts_of_a_curator_survive_a_new_reading(add, ingest):
    document = ingest(add(TEXT))
    kept = ClaimFactory(document=document, reader="curator")
    Document.objects.update(status="queued")
    assert ingest(document).claim_set.filter(pk=kept.pk).exists()


def test_a_curators_fields_survive_a_new_reading(add, ingest):
    document = ingest(add(TEXT))
    Document.objects.update(status="queued", summary="By hand.", curated_fields=["summary"])
    assert ingest(document).summary == "By hand."


def test_map_only_stores_no_facts(add, ingest):
    document = ingest(add(TEXT, extraction_mode="map_only"))
    assert not document.metric_set.exists()
    assert document.map_entry["essence"]


def test_sql_only_writes_no_map_entry(add, ingest):
    document = ingest(add(TEXT, extraction_mode="sql_only"))
    assert document.metric_set.exists()
    assert document.map_entry == {}


def test_another_mode_takes_away_what_the_first_one_stored(add, ingest):
    document = ingest(add(TEXT))
    kept = ClaimFactory(document=document, reader="curator")
    Document.objects.update(status="queued", extraction_mode="map_only")
    document = ingest(document)
    assert not document.metric_set.exists()
    assert list(document.claim_set.all()) == [kept]
    Document.objects.update(status="queued", extraction_mode="sql_only")
    document = ingest(document)
    assert document.metric_set.exists()
    assert document.map_entry == {}


def a_gist(**fields):
    empty = {
        "summary": "", "purpose": "", "key_conclusion": "", "document_type": "financial_report",
        "document_date": "", "primary_topics": [], "secondary_topics": [], "answers_questions_about": [],
        "use_when": [], "do_not_use_for": [],
    }  # fmt: skip
    return Gist(**(empty | fields))


def test_a_model_stores_no_facts_of_a_document_that_is_for_the_map(add, ingest):
    gist = a_gist(primary_topics=["hammers for the trade"])
    passage = ContextOutput(
        passage=1,
        topic="spanners and hammers for the trade",
        key_information="",
        retrieval_hint="What does Acme make for the trade?",
    )
    chat = ScriptedChatModel([gist, Contexts(passages=[passage])], tier="openai")
    document = ingest(add(TEXT, extraction_mode="map_only"), chat)
    chunk = document.chunks.get(index=0)
    assert (chunk.section_topic, chunk.retrieval_hint) == (passage.topic, passage.retrieval_hint)
    assert chunk.contextual_note.startswith("From “Annual Report 2024”")
    assert document.map_entry["chunks"][0]["topic"] == passage.topic
    assert document.map_entry["topics"]["primary"][0] == "hammers for the trade"
    assert not document.topic_set.exists()


@pytest.mark.parametrize("content", [b"%PDF-1.7\nbroken", b"%PDF-1.4\n" + b"\x00" * 5000])
def test_a_broken_pdf_fails_with_a_sentence(add, ingest, content):
    document = ingest(add(content, "broken.pdf", "application/pdf"))
    assert document.status == "failed"
    assert document.error.endswith(".")
    assert "Traceback" not in document.error


def test_a_document_whose_stored_file_is_gone_fails_and_says_so(add, ingest):
    document = add(TEXT)
    document.file.storage.delete(document.file.name)
    assert ingest(document).status == "failed"
    assert document.error == "Its stored file is missing: upload the file again."


def test_a_file_over_which_the_rules_are_silent_too_long_fails_with_a_sentence(add, ingest, settings):
    settings.RAGSITE_RULES_SECONDS = 0
    document = ingest(add(TEXT * 200))  # more than the rules read while pages are stored
    assert (document.status, document.error) == (
        "failed",
        "Its tables and figures take too long to read: split the file and upload the parts.",
    )


class KillsItsReader(HashEmbedder):
    """Ends the process that counts tokens for a file, once for each file `*.death` in a folder."""

    def __init__(self, deaths: Path, here: int = 0) -> None:
        self.deaths, self.here = deaths, here or os.getpid()

    def __reduce__(self):
        return KillsItsReader, (self.deaths, self.here)

    def count_tokens(self, texts):
        if os.getpid() != self.here and (death := next(self.deaths.glob("*.death"), None)):
            death.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().count_tokens(texts)


@pytest.mark.parametrize(
    ("deaths", "error"),
    [(1, ""), (2, "The file needs more memory than this machine has: split it and upload the parts.")],
)
def test_a_file_whose_reader_was_killed_is_read_once_more(add, tmp_path, deaths, error):
    for number in range(deaths):
        (tmp_path / f"{number}.death").touch()
    document = add(TEXT)
    ingest_document(document.pk, chat=NoModel(), embedder=KillsItsReader(tmp_path))
    document.refresh_from_db()
    assert not [*tmp_path.glob("*.death")]
    assert (document.status, document.error) == ("failed" if error else "ready", error)
    assert document.metric_set.filter(canonical_name="revenue").count() == (0 if error else 1)


@pytest.mark.parametrize("name", ["note.txt", "note.md"])
def test_too_little_text_fails_and_says_so(add, ingest, name):
    media_type = "text/markdown" if name.endswith("md") else "text/plain"
    document = ingest(add(b"Only a few words.", name, media_type))
    assert document.status == "failed"
    assert document.error == (
        "No text: the file holds only 17 characters of it (“Only a few words.”); at least 100 are needed."
    )


def test_a_model_that_returns_nonsense_leaves_the_rules_reading(add, ingest):
    chat = ScriptedChatModel([BadOutput("Not JSON.")] * 10, tier="openai")
    document = ingest(add(TEXT), chat)
    assert (document.status, document.stage) == ("ready", "Ready")
    assert document.metric_set.exists()
    assert document.tier == "none"
    assert "The model gave no summary: Not JSON." in document.model_note


def test_what_a_model_left_out_is_said_until_it_reads_it_all(add, ingest):
    nothing = Findings(claims=[], entities=[])
    document = ingest(
        add(TEXT), ScriptedChatModel([BadOutput("Cut."), nothing, Contexts(passages=[])], tier="openai")
    )
    assert document.model_note.startswith("The model gave no summary: Cut.")
    assert "Let the model read again" in document.model_note
    Document.objects.update(steps_done={})
    gist = a_gist(summary="Acme Tools, Inc. makes spanners.")
    replies = [gist, nothing, Contexts(passages=[])]
    deepen_document(document.pk, chat=ScriptedChatModel(replies, tier="openai"))
    document.refresh_from_db()
    assert (document.model_note, document.summary) == ("", gist.summary)


def test_a_model_that_is_not_set_up_is_said_on_the_document(add, ingest):
    document = ingest(add(TEXT), ScriptedChatModel([Unavailable("Set the key.")], tier="openai"))
    assert (document.status, document.stage) == ("ready", "Ready")
    assert document.model_note.startswith(f"{UNREAD} Set the key.")


def test_a_file_that_is_gone_by_the_models_turn_is_said_in_the_note(add, ingest):
    document = ingest(add(TEXT))
    document.file.storage.delete(document.file.name)
    deepen_document(document.pk, chat=ScriptedChatModel([]))
    document.refresh_from_db()
    assert "Its stored file is missing: upload the file again." in document.model_note
    assert (document.status, document.stage, document.claimed_by) == ("ready", "Ready", "")


def test_no_figure_that_a_model_made_up_is_stored(add, ingest):
    by_rules = ingest(add(TEXT)).summary
    Document.objects.all().delete()
    made_up = "Acme Tools, Inc. employed 999 people at year end."
    findings = Findings(
        claims=[ClaimOutput(sentence=3, claim=made_up, type="fact", topic="people")],
        entities=[EntityOutput(name="Borealis 999 Ltd", type="organization", role="partner", title="")],
    )
    passage = ContextOutput(passage=1, topic="", retrieval_hint="", key_information=made_up)
    gist = a_gist(
        summary=made_up, key_conclusion=made_up, answers_questions_about=["Who are the 999 people?"]
    )
    replies = [gist, findings, Contexts(passages=[passage])]
    document = ingest(add(TEXT), ScriptedChatModel(replies, tier="openai"))
    assert document.tier == "openai"
    assert document.summary == by_rules
    assert not document.metric_set.filter(reader="model").exists()
    stored = [*document.claim_set.values_list("claim_text", flat=True), document.key_conclusion]
    stored += [*document.entity_set.values_list("entity_name", flat=True), str(document.map_entry)]
    stored += document.chunks.values_list("key_information", flat=True)
    assert not any("999" in text for text in stored)


def test_a_document_for_which_the_model_is_too_slow_is_given_up_and_says_so(add, ingest):
    document = add(TEXT)
    for attempt in range(MOST_TIMEOUTS):
        chat = ScriptedChatModel([Timeout("Too slow.")], tier="openai")
        if attempt < MOST_TIMEOUTS - 1:
            with pytest.raises(Timeout):
                ingest(document, chat)
        else:
            ingest(document, chat)
        document.refresh_from_db()
        assert "Too slow." in document.model_note
        assert (document.stage == AWAITS_MODEL) is (attempt < MOST_TIMEOUTS - 1)
    assert document.metric_set.exists()


def test_a_worker_that_the_model_kills_again_and_again_is_said_on_the_document(add, ingest):
    document = ingest(add(TEXT))
    Document.objects.update(attempts=MOST_ATTEMPTS)
    deepen_document(document.pk, chat=ScriptedChatModel([], tier="openai"))
    document.refresh_from_db()
    assert document.status == "ready"
    assert "its worker ended" in document.model_note


def test_deepening_that_broke_off_is_taken_up_again_and_doubles_nothing(add, ingest):
    findings = Findings(
        claims=[ClaimOutput(sentence=2, claim="Acme Tools, Inc. makes hammers.", type="fact", topic="tools")],
        entities=[EntityOutput(name="Acme", type="organization", role="subject", title="")],
    )
    document = add(TEXT)
    with pytest.raises(Transient):
        ingest(document, ScriptedChatModel([BadOutput("{"), findings, Transient("Killed.")], tier="openai"))
    by_model = {"reader": "model"}
    assert not document.claim_set.filter(**by_model).exists()
    for _ in range(2):
        chat = ScriptedChatModel([BadOutput("{"), findings, BadOutput("{")], tier="openai")
        deepen_document(document.pk, chat=chat)
        assert document.claim_set.filter(**by_model).count() == 1
        assert document.entity_set.filter(**by_model).count() == 1
        Document.objects.update(steps_done={})


def test_a_model_that_is_away_leaves_the_document_ready_by_rules_and_waiting_for_it(add, ingest):
    chat = ScriptedChatModel([Transient("The model is away.")] * 10, tier="openai")
    document = add(TEXT)
    with pytest.raises(Transient):
        ingest(document, chat)
    document.refresh_from_db()
    assert (document.status, document.stage) == ("ready", AWAITS_MODEL)
    assert "The model is away." in document.model_note
    assert document.metric_set.exists()


def test_a_document_deleted_while_it_is_read_leaves_nothing(add):
    document = add(TEXT)

    class Deleting(HashEmbedder):
        def embed(self, texts):
            Document.objects.all().delete()
            return super().embed(texts)

    ingest_document(document.pk, chat=NoModel(), embedder=Deleting())
    assert not Document.objects.exists()
    assert not Chunk.objects.exists()


def test_a_document_in_living_hands_is_left_alone(add, ingest):
    document = add(TEXT)
    Document.objects.update(status="reading", claimed_by=worker_name(), claimed_at=timezone.now())
    assert ingest(document).status == "reading"
