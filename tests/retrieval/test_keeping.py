"""What is read of a workspace once, until one of its documents changes."""

import pytest

from retrieval import keeping
from retrieval.keeping import Kept
from tests.factories import DocumentFactory, WorkspaceFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def names():
    """Reads the names of a workspace's files, and keeps them."""
    return Kept(lambda workspace: sorted(workspace.documents.values_list("filename", flat=True)))


def test_what_was_read_is_kept_until_a_document_comes(workspace, names):
    DocumentFactory(workspace=workspace, filename="a.txt")
    first = names.of(workspace)
    assert names.of(workspace) is first
    DocumentFactory(workspace=workspace, filename="b.txt")
    assert names.of(workspace) == ["a.txt", "b.txt"]
    names.forget()
    assert names.of(workspace) == ["a.txt", "b.txt"]


def test_what_is_dear_to_read_stays_for_a_while(workspace, names, monkeypatch):
    monkeypatch.setattr(keeping, "DEAR", -1.0)
    monkeypatch.setattr(keeping, "STAY_TIMES", 1e9)
    DocumentFactory(workspace=workspace, filename="a.txt")
    assert names.of(workspace) == ["a.txt"]
    DocumentFactory(workspace=workspace, filename="b.txt")
    assert names.of(workspace) == ["a.txt"]
    monkeypatch.setattr(keeping, "STAY_AT_MOST", 0.0)
    assert names.of(workspace) == ["a.txt", "b.txt"]


def test_of_many_workspaces_only_the_last_are_kept(names, monkeypatch):
    monkeypatch.setattr(keeping, "KEPT_WORKSPACES", 2)
    first, second, third = WorkspaceFactory.create_batch(3)
    kept = {each.pk: names.of(each) for each in (first, second, third)}
    assert names.of(third) is kept[third.pk]
    assert names.of(second) is kept[second.pk]
    assert names.of(first) is not kept[first.pk]
