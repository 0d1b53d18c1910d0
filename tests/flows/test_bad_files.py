"""Bad files go through the whole ingestion: each ends ready or failed, with a sentence."""

from __future__ import annotations

import pytest
from django.core.files.base import ContentFile
from reportlab.lib.pdfencrypt import StandardEncryption

from documents.ingest import ingest_document
from documents.library.services import retry_document, upload_document
from documents.models import Status
from evals.endurance.bad_pdfs import LONGEST_SECONDS, files_of, read_bad
from llm.fakes import HashEmbedder
from llm.providers.none import NoModel
from tests.data import data_path
from tests.reading.writing import FILLER, lines, write_pdf

pytestmark = pytest.mark.django_db

PAGES = [lines(FILLER, FILLER)] * 3


@pytest.fixture
def ingest(user, workspace):
    def run(content, password=""):
        file = ContentFile(content, name="file.pdf")
        document = upload_document(user=user, workspace=workspace, file=file, enqueue=False).document
        ingest_document(document.pk, chat=NoModel(), embedder=HashEmbedder())
        document.refresh_from_db()
        if password:
            retry_document(user=user, document=document, password=password, enqueue=False)
            ingest_document(document.pk, chat=NoModel(), embedder=HashEmbedder())
            document.refresh_from_db()
        return document

    return run


@pytest.fixture
def whole(tmp_path):
    return write_pdf(tmp_path / "whole.pdf", PAGES).read_bytes()


def test_a_truncated_file_gives_what_is_left_of_it(ingest, whole):
    document = ingest(whole[: whole.rindex(b"xref")])
    assert document.status == Status.READY
    assert FILLER in document.pages.first().text


def test_a_file_without_words_fails_with_a_reason(ingest, tmp_path):
    document = ingest(write_pdf(tmp_path / "blank.pdf", [[], []]).read_bytes())
    assert document.status == Status.FAILED
    assert "No text" in document.error


def test_a_file_that_is_none_fails_with_a_reason(ingest):
    document = ingest(b"%PDF-1.7\n" + b"\xff\x00 nothing that a PDF holds " * 50)
    assert document.status == Status.FAILED
    assert document.error.endswith(".")


def test_a_locked_file_fails_with_a_reason(ingest, tmp_path):
    locked = StandardEncryption("secret", strength=128)
    content = write_pdf(tmp_path / "locked.pdf", PAGES, encrypt=locked).read_bytes()
    document = ingest(content)
    assert document.status == Status.FAILED
    assert "password" in document.error


def test_a_locked_file_is_read_with_its_password(ingest, tmp_path):
    locked = StandardEncryption("secret", strength=128)
    document = ingest(write_pdf(tmp_path / "l.pdf", PAGES, encrypt=locked).read_bytes(), "secret")
    assert document.status == Status.READY
    assert document.page_count == len(PAGES)


@pytest.mark.data
@pytest.mark.parametrize("category", ["bomb", "malformed", "encrypted"])
def test_published_bad_files_end_in_time_with_text_or_a_sentence(category, user, workspace):
    folder = data_path("bad-pdfs")
    names = [name for name, other in files_of(folder) if other == category]
    for name in names[:3]:
        outcome = read_bad(folder / name, category, user, workspace)
        assert outcome.seconds < LONGEST_SECONDS
        assert outcome.is_clear, outcome
        assert not outcome.lost, outcome
