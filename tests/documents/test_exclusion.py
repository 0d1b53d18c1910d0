"""Passages that a curator keeps out of answers."""

import pytest
from django.core.exceptions import PermissionDenied

from documents.chunking import ChunkDraft
from documents.exclusion import is_excluded, set_excluded
from documents.models import Edit
from documents.steps import replace_chunks
from tests.factories import ChunkFactory, DocumentFactory


@pytest.fixture
def document(workspace):
    return DocumentFactory(workspace=workspace)


def draft(index, start, text):
    return ChunkDraft(
        index=index,
        section="",
        page_start=1,
        page_end=1,
        char_start=start,
        char_end=start + len(text),
        text=text,
        token_count=1,
    )


def test_a_passage_is_kept_out_once_and_the_edit_says_by_whom(user, document):
    chunk = ChunkFactory(document=document)
    assert set_excluded(chunk, user=user, excluded=True)
    assert not set_excluded(chunk, user=user, excluded=True)
    chunk.refresh_from_db()
    assert chunk.excluded
    edit = Edit.objects.get()
    assert (edit.kind, edit.user, edit.changes) == ("chunk", user, {"excluded": [False, True]})
    assert set_excluded(chunk, user=user, excluded=False)
    assert Edit.objects.count() == 2


def test_only_editors_keep_passages_out(other_user, document):
    chunk = ChunkFactory(document=document)
    with pytest.raises(PermissionDenied):
        set_excluded(chunk, user=other_user, excluded=True)
    chunk.refresh_from_db()
    assert not chunk.excluded


def test_words_stay_out_when_the_document_is_cut_anew(user, document):
    chunk = ChunkFactory(document=document, char_start=0, text="x" * 100)
    set_excluded(chunk, user=user, excluded=True)
    drafts = [draft(0, 0, "a" * 60), draft(1, 60, "b" * 80), draft(2, 140, "c" * 30)]
    assert [row.excluded for row in replace_chunks(document, drafts)] == [True, True, False]


@pytest.mark.parametrize(
    "span, expected",
    [((0, 10), True), ((4, 12), True), ((6, 14), True), ((7, 15), False), ((0, 90), True), ((6, 90), False)],
)
def test_half_of_a_passage_decides(span, expected):
    assert is_excluded(span, [(0, 10)]) is expected


def test_nothing_is_kept_out_where_nothing_was():
    assert not is_excluded((5, 5), [])
