"""A workspace's settings over the API."""

import pytest
from django_q.models import OrmQ

from documents.models import Role
from tests.factories import DocumentFactory, MembershipFactory

DEFAULT = {"chunk_unit": "tokens", "chunk_size": 256, "chunk_overlap": 0, "chunk_minimum": 40}


@pytest.fixture(autouse=True)
def _signed_in(client, user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)


@pytest.fixture
def patch(client):
    return lambda slug, **changes: client.patch(
        f"/api/workspaces/{slug}", changes, content_type="application/json"
    )


def test_a_workspace_says_how_its_documents_are_cut(client, workspace):
    body = client.get(f"/api/workspaces/{workspace.slug}").json()
    expected = {"slug": workspace.slug, "name": workspace.name, "waiting": 0, **DEFAULT}
    assert body.items() >= expected.items()


def test_a_preset_is_chosen_and_its_documents_wait(patch, workspace, django_capture_on_commit_callbacks):
    DocumentFactory(workspace=workspace)
    with django_capture_on_commit_callbacks(execute=True):
        body = patch(workspace.slug, preset="words", chunk_minimum=60).json()
    chosen = {"chunk_unit": "words", "chunk_size": 500, "chunk_overlap": 50, "chunk_minimum": 60}
    expected = {"slug": workspace.slug, "name": workspace.name, "waiting": 1, **chosen}
    assert body.items() >= expected.items()
    assert OrmQ.objects.count() == 1


def test_impossible_settings_are_refused_in_a_sentence(patch, workspace):
    for changes in ({"chunk_size": 5}, {"preset": "huge"}, {"chunk_overlap": 200}):
        response = patch(workspace.slug, **changes)
        assert response.status_code == 422
        assert "choose" in response.json()["error"]
    workspace.refresh_from_db()
    assert workspace.chunk_size == 256


def test_an_embedder_is_chosen_or_refused_in_a_sentence(patch, workspace):
    body = patch(workspace.slug, embedder="all-MiniLM-L6-v2").json()
    assert body["embedder"] == "all-MiniLM-L6-v2"
    response = patch(workspace.slug, embedder="word2vec")
    assert response.status_code == 422
    assert "choose one of all-MiniLM-L6-v2" in response.json()["error"]


def test_others_see_no_workspace_and_viewers_change_none(client, patch, workspace, other_workspace, user):
    assert client.get(f"/api/workspaces/{other_workspace.slug}").status_code == 404
    assert patch(other_workspace.slug, preset="words").status_code == 404
    MembershipFactory(workspace=other_workspace, user=user, role=Role.VIEWER)
    assert patch(other_workspace.slug, preset="words").status_code == 403
