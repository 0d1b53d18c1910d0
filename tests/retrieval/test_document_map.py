"""The document map as a question sees it."""

from datetime import date

import pytest

from documents.models import Document
from retrieval import document_map as module
from retrieval.document_map import map_view
from retrieval.question.analyse import analyse
from retrieval.scope.model import Scope
from retrieval.search.search import Hit
from tests.factories import ChunkFactory, DocumentFactory

pytestmark = pytest.mark.django_db
QUESTION = "How much rain fell in Bergen?"


@pytest.fixture
def view(workspace):
    def show(question=QUESTION, hits=(), limit=10, characters=10_000, document_ids=None):
        scope = Scope(workspace=workspace, total=workspace.documents.count(), document_ids=document_ids)
        analysis = analyse(question, workspace=workspace)
        return map_view(analysis, scope=scope, hits=hits, limit=limit, characters=characters)

    return show


def hit_in(chunk, score=1.0):
    return Hit(
        chunk_id=chunk.pk, document_id=chunk.document_id, filename=chunk.document.filename, score=score,
        section=chunk.section, page_start=chunk.page_start, page_end=chunk.page_end, text=chunk.text,
    )  # fmt: skip


def names(view):
    return [line.filename for line in view.lines]


def test_documents_are_ranked_by_what_their_profiles_say_they_answer(view, workspace):
    DocumentFactory(workspace=workspace, filename="a.txt")
    profile = {"retrieval_profile": {"answers_questions_about": ["How much rain falls in Bergen?"]}}
    DocumentFactory(workspace=workspace, filename="b.txt", map_entry=profile)
    shown = view()
    assert names(shown) == ["b.txt", "a.txt"]
    assert "How much rain falls in Bergen?" in shown.text


def test_the_passages_found_stand_under_their_document_with_their_hints(view, workspace):
    document = DocumentFactory(workspace=workspace, filename="a.txt")
    chunk = ChunkFactory(document=document, section="Weather", retrieval_hint="Rain by month")
    other = ChunkFactory(document=document, index=1, text="Lunch is at noon.", section="Menu")
    shown = view(hits=[hit_in(chunk), hit_in(other, 0.5)])
    assert f"passage {chunk.pk}, page 1: Weather | Rain by month" in shown.text
    assert f"passage {other.pk}, page 1: Menu | Lunch is at noon." in shown.text
    assert shown.lines[0].chunk_ids == (chunk.pk, other.pk)


def test_the_head_tells_what_the_documents_are_and_share(view, workspace):
    documents = [
        DocumentFactory(
            workspace=workspace,
            organizations=["Northwind Inc."],
            topics=["Rain"],
            period_start=date(2023, 1, 1),
            period_end=date(2023, 12, 31),
        )
        for _ in range(2)
    ]
    keys = ", ".join(str(document.pk) for document in documents)
    head = view().head
    assert head.startswith("2 documents: other (2), from January 2023 to December 2023")
    for shared in (f"Same entity: Northwind Inc.: {keys}", f"Same topic: Rain: {keys}", f"2023: {keys}"):
        assert shared in head


def test_the_map_is_cut_to_the_room_and_says_so(view, workspace):
    for number in range(30):
        DocumentFactory(workspace=workspace, filename=f"{number}.txt", summary="Rain. " * 30)
    shown = view(characters=3000, limit=20)
    assert len(shown.text) < 3100
    assert 0 < len(shown.lines) < 20
    assert shown.left_out == 30 - len(shown.lines)
    assert f"({shown.left_out} further documents fit less well and are left out.)" in shown.text


def test_only_the_candidates_are_in_it(view, workspace, other_workspace):
    ours, _, _ = (DocumentFactory(workspace=w) for w in (workspace, workspace, other_workspace))
    assert names(view(document_ids=(ours.pk,))) == [ours.filename]


def test_a_change_of_a_document_shows_at_once(view, workspace):
    document = DocumentFactory(workspace=workspace, summary="Of lunch.")
    assert "Of lunch." in view().text
    Document.objects.filter(pk=document.pk).update(summary="Of rain.")
    assert "Of rain." in view().text
    document.delete()
    assert view().lines == ()


def test_documents_for_sql_alone_and_superseded_ones_stand_back(view, workspace):
    DocumentFactory(workspace=workspace, filename="sql.txt", extraction_mode="sql_only")
    old = DocumentFactory(workspace=workspace, filename="old rain bergen.txt")
    DocumentFactory(workspace=workspace, filename="new.txt", supersedes=old)
    assert names(view()) == ["new.txt", "old rain bergen.txt"]


def test_of_very_many_documents_those_found_or_named_are_ranked(
    view, workspace, monkeypatch, django_assert_max_num_queries
):
    monkeypatch.setattr(module, "MAX_CANDIDATES", 3)
    found, *_ = [DocumentFactory(workspace=workspace) for _ in range(6)]
    named = DocumentFactory(workspace=workspace, topics=["rain"])
    hit = hit_in(ChunkFactory(document=found))
    with django_assert_max_num_queries(12):
        shown = view(hits=[hit])
    assert set(names(shown)) == {found.filename, named.filename}
    assert "(the likeliest of 7)" in shown.head
