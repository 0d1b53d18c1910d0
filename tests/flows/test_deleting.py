"""What is deleted no longer answers."""

from __future__ import annotations

import pytest

from documents.services import delete_document
from samples.agreement import FILENAME as AGREEMENT
from samples.minutes import FILENAME as MINUTES
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
