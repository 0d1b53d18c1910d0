"""The page on which owners choose how documents are cut; the admin's form takes no other sizes."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django_q.models import OrmQ

from documents.ingestion.chunks.chunk_settings import ChunkSettings, preset_named
from documents.models import Role, Workspace
from tests.factories import DocumentFactory, MembershipFactory

ADDRESS = "/w/mine/documents/passages/"
WORDS = {"unit": "words", "size": "300", "overlap": "30", "minimum": "20"}


@pytest.fixture
def signed_in(client, user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)
    return client


def sizes_of(workspace) -> ChunkSettings:
    workspace.refresh_from_db()
    return ChunkSettings.of(workspace)


def test_the_page_shows_the_settings_and_the_usual_choices(signed_in, workspace):
    html = signed_in.get(ADDRESS).content.decode()
    assert "500 words, 50 overlapping" in html
    assert "1,000 characters, 200 overlapping" in html
    assert 'name="size" value="256"' in html
    assert ADDRESS in signed_in.get("/w/mine/documents/").content.decode()


def test_saving_cuts_documents_anew_in_the_background_and_says_so(
    signed_in, workspace, django_capture_on_commit_callbacks
):
    DocumentFactory(workspace=workspace)
    with django_capture_on_commit_callbacks(execute=True):
        response = signed_in.post(ADDRESS, WORDS, follow=True)
    html = response.content.decode()
    assert "1 document is being cut anew in the background" in html
    assert "1 document is still to be cut by these settings" in html
    assert sizes_of(workspace) == ChunkSettings(unit="words", size=300, overlap=30, minimum=20)
    assert OrmQ.objects.count() == 1


def test_a_usual_choice_is_taken_without_script_too(signed_in, workspace):
    unchanged = {name: str(value) for name, value in vars(ChunkSettings()).items()}
    signed_in.post(ADDRESS, {**unchanged, "preset": "characters"})
    assert sizes_of(workspace) == preset_named("characters")
    signed_in.post(ADDRESS, {**WORDS, "preset": "characters"})
    assert sizes_of(workspace).size == 300


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"size": "5"}, "choose 32 to 8,000"),
        ({"overlap": "200"}, "choose 0 to 150"),
        ({"minimum": "-1"}, "Minimum is no whole number"),
        ({"size": "9" * 12}, "Size is no whole number"),
        ({"unit": "pages"}, "There is no unit"),
    ],
)
def test_sizes_that_make_no_sense_come_back_with_a_sentence(signed_in, workspace, wrong, sentence):
    response = signed_in.post(ADDRESS, WORDS | wrong)
    html = response.content.decode()
    assert response.status_code == 422
    assert sentence in html
    assert 'name="overlap" value="30"' in html or "overlap" in wrong
    assert sizes_of(workspace) == ChunkSettings()


def test_only_owners_change_the_settings(client, workspace, other_user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(other_user)
    assert client.get(ADDRESS).status_code == 404
    MembershipFactory(workspace=workspace, user=other_user, role=Role.EDITOR)
    assert "Only owners of the workspace change this." in client.get(ADDRESS).content.decode()
    assert client.post(ADDRESS, WORDS).status_code == 403
    assert sizes_of(workspace) == ChunkSettings()


def admin_form(**changes) -> dict[str, str | int]:
    sizes = {f"chunk_{name}": value for name, value in WORDS.items()}
    empty = {"memberships-TOTAL_FORMS": 0, "memberships-INITIAL_FORMS": 0}
    return {"name": "Mine", "slug": "mine", "kind": "shared", **sizes, **empty, **changes}


def test_the_admin_takes_the_same_sizes_and_cuts_anew(client, workspace, django_capture_on_commit_callbacks):
    client.force_login(User.objects.create_superuser("root"))
    DocumentFactory(workspace=workspace)
    address = reverse("admin:documents_workspace_change", args=[workspace.pk])
    html = client.post(address, admin_form(chunk_overlap=200)).content.decode()
    assert "choose 0 to 150" in html
    assert sizes_of(workspace) == ChunkSettings()
    with django_capture_on_commit_callbacks(execute=True):
        response = client.post(address, admin_form(), follow=True)
    assert "1 document is being cut anew" in response.content.decode()
    assert sizes_of(workspace).size == 300
    assert OrmQ.objects.count() == 1


def test_a_new_workspace_in_the_admin_is_checked_too(client, db):
    client.force_login(User.objects.create_superuser("root"))
    address = reverse("admin:documents_workspace_add")
    client.post(address, admin_form(chunk_size=5))
    assert not Workspace.objects.exists()
    client.post(address, admin_form())
    assert Workspace.objects.get().chunk_unit == "words"
