"""What is deleted no longer answers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.db import connection

from agentic.models import Run
from chat.services import ask
from documents.ingest import read_document
from documents.library.services import delete_document, upload_document
from documents.models import DeletionReceipt
from documents.providers import get_embedder
from samples.documents.minutes import FILENAME as MINUTES
from samples.filenames import AGREEMENT
from tests.flows.conftest import reading

QUESTION = "What is the termination notice?"


@pytest.fixture
def two_documents(transactional_db, tmp_path):
    keep = {AGREEMENT, MINUTES}
    with reading(tmp_path, only=keep.__contains__) as ready:
        yield ready


def test_a_deleted_document_answers_no_more(two_documents):
    before = two_documents.ask(QUESTION)
    assert AGREEMENT in {citation["document"] for citation in before.result["citations"]}
    delete_document(user=two_documents.user, document=two_documents.documents[AGREEMENT])
    after = two_documents.ask(QUESTION)
    assert AGREEMENT not in str(after.result)
    assert "90" not in after.answer


LETTER = """Memorandum of Quillfeather Zymurgy GmbH

Quillfeather Zymurgy GmbH had revenue of $48,173,921 in fiscal year 2031.
Ottoline Brackwater, Fermentation Officer of Quillfeather Zymurgy GmbH, signed the agreement with Vexillum.
The termination notice of the Vexillum agreement is 413 days, and Brackwater expects the notice to be given.

Property: Value
Fermentation licence: QZ-88124-Vexillum
"""
UNIQUE = ("Quillfeather", "Zymurgy", "Brackwater", "Vexillum", "48,173,921", "48173921", "QZ-88124")
QUESTIONS = (
    ("What is the termination notice?", Run.Mode.MAP),
    ("Who signed the agreement?", Run.Mode.MAP),
    ("What was revenue in fiscal year 2031?", Run.Mode.FACTS),
    ("Which organizations are named?", Run.Mode.FACTS),
    ("How many documents are there?", Run.Mode.AUTO),
)


def words_in_the_database() -> dict[str, set[str]]:
    """Table → which of the unique words any of its rows still holds, whatever the column's type."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT oid::regclass::text FROM pg_catalog.pg_class"
            " WHERE relkind IN ('r', 'm', 'p') AND relnamespace = 'public'::regnamespace"
        )
        found = {}
        for (table,) in cursor.fetchall():
            cursor.execute(f"SELECT t::text FROM {table} t")
            rows = "\n".join(row for (row,) in cursor.fetchall()).casefold()
            words = {word for word in UNIQUE if word.casefold() in rows}
            if words:
                found[table] = words
    return found


def files_with_the_words() -> list[str]:
    files = (path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file())
    pattern = re.compile("|".join(map(re.escape, UNIQUE)).encode(), re.IGNORECASE)
    return [str(path) for path in files if pattern.search(path.read_bytes())]


def test_none_of_a_deleted_documents_words_is_left_anywhere(two_documents):
    letter = upload_document(
        user=two_documents.user,
        workspace=two_documents.workspace,
        file=ContentFile(LETTER.encode(), name="letter.txt"),
        enqueue=False,
    ).document
    read_document(letter.pk, embedder=get_embedder())
    for question, mode in QUESTIONS:
        two_documents.ask(question, mode=mode)
    first = ask(
        user=two_documents.user, workspace=two_documents.workspace, text=QUESTIONS[2][0], mode=Run.Mode.FACTS
    )
    ask(
        user=two_documents.user,
        workspace=two_documents.workspace,
        text="And in 2030?",
        mode=Run.Mode.FACTS,
        session=first.session,
    )
    before = words_in_the_database()
    assert {"documents_page", "documents_chunk", "agentic_run"} <= set(before)
    assert files_with_the_words() != []
    delete_document(user=two_documents.user, document=letter)
    assert words_in_the_database() == {}
    assert files_with_the_words() == []
    assert DeletionReceipt.objects.get(document_id=letter.pk).rows["answers"] >= 2
    call_command("check_orphans")
