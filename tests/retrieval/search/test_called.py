"""Documents that go by the words, numbers and marks of a question are found first."""

from __future__ import annotations

import pytest

from documents.models import Document
from retrieval.search.called import called_scores
from retrieval.search.keyword.keywords import terms_of
from retrieval.search.search import retrieve
from tests.retrieval.search.test_search import indexed

pytestmark = pytest.mark.django_db

TEXTS = (
    "The harbour fee is due at the end of the month, as the harbour council says of each fee due.",
    "The harbour fee is payable by 3 May.",
    "A crane report was asked for.",
)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("When is the harbour fee of invoice HF-2017-0010 due?", "Bill HF-2017-0010"),
        ("When is the harbour fee of Ordinance No. XVI due?", "ORDINANCE NO. XVI"),
    ],
)
def test_what_goes_by_the_question_is_found_first(
    question, title, workspace, hash_embedder, settings
) -> None:
    settings.RAGSITE_MIN_SIMILARITY = -1
    chunks = indexed(workspace, hash_embedder, TEXTS)
    Document.objects.filter(pk=chunks[1].document_id).update(title=title)
    hits = retrieve(question, workspace=workspace, embedder=hash_embedder).hits
    assert hits[0].document_id == chunks[1].document_id


def test_words_of_titles_and_of_files_speak_for_their_documents(workspace, hash_embedder) -> None:
    chunks = indexed(workspace, hash_embedder, TEXTS)
    first, second, third = (chunk.document_id for chunk in chunks)
    Document.objects.filter(pk=first).update(title="Notes", filename="notes.txt")
    Document.objects.filter(pk=second).update(title="Crane report")
    Document.objects.filter(pk=third).update(filename="harbour_fee.txt")
    question = "When is the harbour fee due in the crane report?"
    scores = called_scores(question, terms_of(question, workspace).asked, {first, second, third})
    assert scores[second] > scores[first] < scores[third]


def test_a_mark_that_many_documents_go_by_tells_none_apart(workspace, hash_embedder, settings) -> None:
    settings.RAGSITE_MIN_SIMILARITY = -1
    chunks = indexed(workspace, hash_embedder, (*TEXTS[:1], *[f"Page {n}." for n in range(4)]))
    for chunk in chunks[1:]:
        Document.objects.filter(pk=chunk.document_id).update(title=f"HF-2017 page {chunk.pk}")
    hits = retrieve("What is the harbour fee of HF-2017?", workspace=workspace, embedder=hash_embedder).hits
    assert hits[0].document_id == chunks[0].document_id
