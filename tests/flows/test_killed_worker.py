"""A worker is killed at every stage; another one takes the document up, and nothing is lost or doubled."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.conf import settings as django_settings
from django.core.files.base import ContentFile
from django.db import connection
from django.test import override_settings
from django.utils import timezone
from django_q.models import OrmQ

from documents.ingest import ingest_document
from documents.ingestion.chunks.chunking import embedded_text
from documents.ingestion.chunks.embedding import STORED_AT_ONCE
from documents.ingestion.progress import is_forsaken
from documents.models import FACT_MODELS, Document, Status
from documents.tasks import sweep_task
from llm.fakes import EMBEDDED_AT_ONCE, HashEmbedder
from reading.formats.media_types import MARKDOWN, PDF
from tests.emptying import empty_tables
from tests.factories import DocumentFactory, WorkspaceFactory
from tests.flows.dying_workers import FOR_THE_MODEL, SENTENCE, chat
from tests.reading.writing import lines, write_pdf

PDF_IS_READ = "the child process reads its pages"
HALF_IS_STORED = "half of the chunks are stored"
MOMENTS = {
    PDF_IS_READ: "Reading page",
    "its pages are replaced": 'COPY "documents_page"',
    "its tables are read": "Reading tables",
    "its chunks are numbered": "generate_series(1, %s) ['documents_chunk'",
    "the first chunks are embedded": "EMBED",
    "half of the chunks are embedded": "EMBED*2",
    "the rules read it": "Reading figures",
    "half of its facts are stored": 'COPY "documents_metric"',
    "the map is written": "Writing the document map",
    "its map entry is stored": '"map_entry" =',
    "the first chunks are stored": 'COPY "documents_chunk"',
    HALF_IS_STORED: 'COPY "documents_chunk"*2',
    "it is ready": '"skipped_pages" =',
    "the model is asked": "MODEL",
    "the model is asked again": "MODEL*2",
    "the model's facts are stored": 'COPY "documents_claim"*2',  # the rules' claims were the first
    "the model's turn ends": '"steps_done" =*2',
}
SECONDS = 400.0  # of all the deaths together, on a machine that does much else


@dataclass
class Killed:
    document: Document
    exit_code: int
    embedded: int
    files: Path


def report() -> str:
    """A table, some figures in prose, and enough words for more than one batch of chunks."""
    table = (
        "| In thousands | 2024 | 2023 |\n|---|---|---|\n| Net sales | 4,200 | 3,800 |\n"
        "| Cost of sales | 2,100 | 1,950 |\n| Gross profit | 2,100 | 1,850 |\n"
    )
    sections = [
        f"## Shop {number}\n\n" + f"{SENTENCE}, as it did in shop {number} for years. " * 3
        for number in range(STORED_AT_ONCE + 6)
    ]
    return (
        f"# Annual Report 2024\n\n{SENTENCE}. {FOR_THE_MODEL}. Revenue was $4.2 million in 2024.\n\n{table}\n"
        + ("\n\n".join(sections))
    )


def queued(content: bytes, media_type: str) -> Document:
    document = DocumentFactory.build(
        workspace=WorkspaceFactory(), filename="report", media_type=media_type, status="queued",
        progress=0, sha256=hashlib.sha256(content).hexdigest(), bytes=len(content),
    )  # fmt: skip
    document.file.save("report", ContentFile(content), save=False)
    document.save()
    return document


def contents(document: Document) -> dict[str, int]:
    document.refresh_from_db()
    counts = {
        f"{model.__name__} by {reader}": model._base_manager.filter(document=document, reader=reader).count()
        for model in FACT_MODELS.values()
        for reader in ("rules", "model")
    }
    chunks, pages = document.chunks.count(), document.pages.count()
    return {**counts, "pages": pages, "chunks": chunks, "vectors": embedded(document)}


def embedded(document: Document) -> int:
    return document.chunks.exclude(embedding=None).count()


@pytest.fixture(scope="module")
def killed(django_db_setup, django_db_blocker, tmp_path_factory):
    """The documents whose workers were killed, by moment; under "never" one that was read undisturbed."""
    folder = tmp_path_factory.mktemp("killed")
    with django_db_blocker.unblock(), override_settings(MEDIA_ROOT=folder / "files"):
        pdf = write_pdf(folder / "report.pdf", [lines(*[SENTENCE] * 20)] * 3).read_bytes()
        of_the_pdf = (PDF_IS_READ, "never, of the PDF")
        documents = {moment: queued(pdf, PDF) for moment in of_the_pdf}
        documents |= {
            moment: queued(report().encode(), MARKDOWN)
            for moment in [*MOMENTS, "never"]
            if moment not in documents
        }
        codes = run_workers(documents, folder / "files")
        try:
            yield {
                moment: Killed(document, codes[document.pk], embedded(document), folder / "files")
                for moment, document in documents.items()
            }
        finally:
            empty_tables()


@pytest.fixture(autouse=True)
def _files(killed, settings):
    settings.MEDIA_ROOT = killed["never"].files


def run_workers(documents: dict[str, Document], files: Path) -> dict[int, int]:
    """Exit code by document."""
    database = connection.settings_dict
    names = ("host", "port", "user", "password")
    where = urlencode({name: database[name.upper()] for name in names if database[name.upper()]})
    url = f"postgresql:///{database['NAME']}?{where}"
    arguments = [
        word
        for moment, document in documents.items()
        for word in (str(document.pk), MOMENTS.get(moment, "never"))
    ]
    done = subprocess.run(
        [sys.executable, "-m", "tests.flows.dying_workers", *arguments],
        cwd=django_settings.BASE_DIR,
        env={**os.environ, "DATABASE_URL": url, "MEDIA_ROOT": str(files)},
        stdout=subprocess.PIPE,
        text=True,
        timeout=SECONDS,
        check=True,
    )
    ended = (line.split() for line in done.stdout.splitlines())
    return {int(pk): int(code) for pk, code in ended}


@pytest.mark.django_db
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_document_whose_worker_is_killed_ends_as_if_nothing_had_happened(
    killed, moment, settings, django_capture_on_commit_callbacks
):
    settings.RAGSITE_LLM = "openai"
    case = killed[moment]
    assert case.exit_code == -signal.SIGKILL
    document = case.document
    document.refresh_from_db()
    assert is_forsaken(document)
    assert (document.status == Status.READY) == moment.startswith("the model")
    Document.objects.filter(pk=document.pk).update(updated_at=timezone.now() - timedelta(minutes=5))
    with django_capture_on_commit_callbacks(execute=True):
        sweep_task()
    assert document.pk in [entry.task["args"][0] for entry in OrmQ.objects.all()]
    ingest_document(document.pk, chat=chat(), embedder=HashEmbedder())
    document.refresh_from_db()
    assert (document.status, document.stage, document.error) == (Status.READY, "Ready", "")
    undisturbed = killed["never, of the PDF" if moment == PDF_IS_READ else "never"].document
    assert contents(document) == contents(undisturbed)


@pytest.mark.django_db
def test_the_undisturbed_document_has_everything_that_could_be_lost(killed):
    found = contents(killed["never"].document)
    assert killed["never"].exit_code == 0
    assert all(found[name] for name in ("Metric by rules", "Claim by rules", "Claim by model"))
    assert found["chunks"] == found["vectors"] > max(EMBEDDED_AT_ONCE, STORED_AT_ONCE)


@pytest.mark.django_db
def test_what_was_stored_before_the_kill_is_not_embedded_again(killed):
    case = killed[HALF_IS_STORED]
    assert case.embedded == STORED_AT_ONCE
    seen: list[str] = []

    class Counting(HashEmbedder):
        def embed(self, texts):
            seen.extend(texts)
            return super().embed(texts)

    ingest_document(case.document.pk, chat=chat(), embedder=Counting())
    passages = {embedded_text(chunk) for chunk in case.document.chunks.all()}
    assert len([text for text in seen if text in passages]) == len(passages) - STORED_AT_ONCE
