"""Keys of programs: what each may do, where, and for how long."""

import io
import json
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from documents.library.services import ensure_default_workspace
from documents.models import ApiKey, KeyRefused, Role, Workspace
from documents.refusals import RefusedChange
from documents.workspaces.api_keys import issue_key, workspace_keys_of
from documents.workspaces.services import create_workspace
from tests.factories import DocumentFactory, MembershipFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _sign_in_needed(settings):
    settings.RAGSITE_AUTO_LOGIN = False


@pytest.fixture
def program(user):
    """Calls the API with a key of the user's, made with the options given."""

    def with_key(**options):
        key = ApiKey.issue(user=user, name="robot", **options)[1]
        client = Client(headers={"Authorization": f"Bearer {key}"})

        def call(method, path, body=None):
            return getattr(client, method)(f"/api/{path}", body, content_type="application/json")

        return call

    return with_key


def run(*arguments):
    out = io.StringIO()
    call_command(*arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_a_key_of_before_may_do_everything(user):
    row, _ = ApiKey.issue(user=user, name="robot")
    assert (row.scopes, row.opened, row.expires_at) == (["read", "write", "manage"], None, None)


@pytest.mark.parametrize(
    "change, says",
    [
        ({"revoked_at": timezone.now()}, "This API key was revoked on"),
        ({"expires_at": timezone.now() - timedelta(seconds=1)}, "This API key expired on"),
        ({"digest": "another"}, "This API key is not valid"),
    ],
)
def test_a_key_that_is_over_is_refused_in_a_sentence(program, workspace, change, says):
    call = program()
    assert call("get", "kb/info?workspace=mine").status_code == 200
    ApiKey.objects.update(**change)
    response = call("get", "kb/info?workspace=mine")
    assert response.status_code == 401
    assert says in response.json()["error"]


def test_a_key_in_constant_use_writes_no_row_with_each_request(user, django_assert_num_queries):
    row, key = ApiKey.issue(user=user, name="robot")
    ApiKey.user_of(key)
    row.refresh_from_db()
    first = row.last_used_at
    ApiKey.user_of(key)
    row.refresh_from_db()
    assert row.last_used_at == first
    ApiKey.objects.update(last_used_at=timezone.now() - timedelta(hours=1))
    ApiKey.user_of(key)
    row.refresh_from_db()
    assert timezone.now() - row.last_used_at < timedelta(minutes=1)


def test_a_key_for_one_workspace_opens_no_other(program, user, workspace):
    other = create_workspace(user=user, name="Other")
    theirs = DocumentFactory(workspace=other)
    call = program(workspaces=[workspace])
    assert [one["slug"] for one in call("get", "workspaces").json()["workspaces"]] == ["mine"]
    assert call("get", f"documents/{theirs.pk}").status_code == 404
    assert call("get", "documents?workspace=other").status_code == 404
    assert call("delete", "workspaces/other").status_code == 404
    assert call("post", "workspaces", {"name": "third"}).status_code == 403
    assert call("post", "queries", {"question": "Why?", "workspace": "other"}).status_code == 404
    assert Workspace.objects.count() == 2


def test_a_key_for_chosen_workspaces_opens_those_alone(program, user, workspace):
    second, third = (create_workspace(user=user, name=name) for name in ("Second", "Third"))
    theirs = DocumentFactory(workspace=third)
    call = program(workspaces=[workspace, second])
    assert [one["slug"] for one in call("get", "workspaces").json()["workspaces"]] == ["mine", "second"]
    assert call("get", f"documents/{DocumentFactory(workspace=second).pk}").status_code == 200
    assert call("get", f"documents/{theirs.pk}").status_code == 404
    assert call("get", "workspaces/third/keys").status_code == 404
    assert call("post", "queries", {"question": "Why?", "workspace": "third"}).status_code == 404
    assert call("post", "workspaces", {"name": "fourth"}).status_code == 403


def test_a_key_whose_workspaces_are_deleted_comes_to_open_nothing_else(program, user, workspace):
    """A key that nothing is left of must not count as one for which nothing was chosen."""
    second = create_workspace(user=user, name="Second")
    call = program(workspaces=[second])
    both = ApiKey.issue(user=user, name="both", workspaces=[workspace, second])[0]
    Workspace.objects.filter(pk=second.pk).delete()  # as a cascade does it, not by the service
    response = call("get", "workspaces")
    assert (response.status_code, "opens no workspace" in response.json()["error"]) == (401, True)
    assert ApiKey.objects.get(pk=both.pk).opened == {workspace.pk}


def test_a_key_for_chosen_workspaces_is_asked_for_by_their_slugs(program, user, workspace):
    create_workspace(user=user, name="Second")
    create_workspace(user=user, name="Third")
    made = program()("post", "keys", {"name": "x", "workspaces": ["mine", "second", "mine"]}).json()
    assert (made["workspaces"], made["workspace"]) == (["mine", "second"], None)
    inside = Client(headers={"Authorization": f"Bearer {made['key']}"})

    def ask(workspaces):
        body = {"name": "y", "workspaces": workspaces}
        return inside.post("/api/keys", body, content_type="application/json").status_code

    assert [ask(slugs) for slugs in ([], ["mine"], ["mine", "second"], ["mine", "third"])] == [
        *(403, 201, 201, 404),
    ]
    assert program()("post", "keys", {"name": "z", "workspaces": ["theirs"]}).status_code == 404
    assert program()("post", "keys", {"name": "z"}).json()["workspaces"] is None
    # Of the user's keys it sees those alone that open no more than it does.
    seen = inside.get("/api/keys").json()["keys"]
    assert sorted(key["workspaces"] for key in seen) == [["mine"], ["mine", "second"], ["mine", "second"]]


def test_an_owner_shuts_a_key_out_of_the_workspace_and_sees_no_other_that_it_opens(
    user, other_user, workspace
):
    theirs = MembershipFactory(user=other_user, role=Role.OWNER, workspace__slug="theirs").workspace
    MembershipFactory(workspace=workspace, user=other_user, role=Role.EDITOR)
    row, _ = issue_key(user=other_user, name="both", workspaces=[workspace, theirs])
    owner = Client()
    owner.force_login(user)
    assert owner.get("/api/workspaces/mine/keys").json()["keys"][0]["workspaces"] == ["mine"]
    assert "theirs" not in owner.get(reverse("workspace", args=["mine"])).content.decode()
    assert owner.delete(f"/api/workspaces/mine/keys/{row.pk}").status_code == 200
    row = ApiKey.objects.get(pk=row.pk)
    assert (row.opened, row.trouble) == ({theirs.pk}, "")
    assert owner.delete(f"/api/workspaces/mine/keys/{row.pk}").status_code == 404


def test_the_settings_page_makes_a_key_for_the_chosen_workspaces(client, user, workspace):
    second = create_workspace(user=user, name="Second")
    client.force_login(user)
    fields = {"name": "Import", "scopes": ["read"], "days": "30"}
    assert 'value="second"' in client.get(reverse("settings")).content.decode()
    page = client.post(reverse("make_key"), {**fields, "workspaces": ["second"]}).content.decode()
    assert ApiKey.objects.get().opened == {second.pk}
    assert "only in Second" in page
    refused = client.post(reverse("make_key"), {**fields, "workspaces": ["theirs"]})
    assert "There is no workspace “theirs”" in refused.content.decode()
    assert ApiKey.objects.count() == 1


def test_a_superusers_key_for_one_workspace_opens_no_other(program, user, workspace, other_workspace):
    user.is_superuser = True
    user.save()
    call = program(workspaces=[workspace])
    assert call("get", "workspaces/theirs").status_code == 404
    assert call("patch", "workspaces/mine", {"max_pages": 5}).status_code == 403
    assert program()("get", "workspaces/theirs").status_code == 200


def test_a_key_for_one_workspace_makes_no_session_workspace(program, workspace):
    key = ApiKey.issue(user=workspace.members.get(), name="x", workspaces=[workspace])[1]
    sent = Client().post(
        "/api/kb/upload",
        {"files": io.BytesIO(b"Revenue was $4.2 million. " * 9), "workspace": "session"},
        headers={"Authorization": f"Bearer {key}"},
    )
    assert sent.status_code == 403
    assert "chosen workspaces only" in sent.json()["error"]
    assert Workspace.objects.count() == 1


def test_no_key_issues_one_that_may_do_more_than_itself(program, user, workspace):
    soon = timezone.now() + timedelta(days=2)
    manage = program(scopes=["manage"])
    assert manage("post", "keys", {"name": "x"}).status_code == 403
    assert manage("post", "keys", {"name": "x", "scopes": ["manage"]}).status_code == 201
    inside = program(workspaces=[workspace])
    assert inside("post", "keys", {"name": "x"}).status_code == 403
    assert inside("post", "workspaces/mine/keys", {"name": "x"}).status_code == 201
    ending = program(expires_at=soon)
    assert ending("post", "keys", {"name": "x"}).status_code == 403
    assert ending("post", "keys", {"name": "x", "days": 3}).status_code == 403
    assert ending("post", "keys", {"name": "x", "days": 1}).status_code == 201


def test_an_owner_sees_all_keys_of_the_workspace_and_nobody_else_any(user, other_user, workspace):
    second = MembershipFactory(workspace=workspace, role=Role.OWNER).user
    MembershipFactory(workspace=workspace, user=other_user, role=Role.EDITOR)
    issue_key(user=second, name="theirs", workspaces=[workspace])
    issue_key(user=second, name="everywhere")
    assert [key.name for key in workspace_keys_of(user, workspace)] == ["theirs"]
    client = Client()
    client.force_login(other_user)
    assert client.get("/api/workspaces/mine/keys").status_code == 403
    assert client.get("/api/keys").json() == {"keys": [], "total": 0}


def test_a_key_is_revoked_by_its_user_or_an_owner_and_nobody_else(user, other_user, workspace):
    mine, key = issue_key(user=user, name="mine", workspaces=[workspace])
    everywhere, _ = issue_key(user=user, name="everywhere")
    stranger, owner = Client(), Client()
    stranger.force_login(other_user)
    owner.force_login(user)
    assert stranger.delete(f"/api/keys/{everywhere.pk}").status_code == 404
    assert stranger.delete(f"/api/workspaces/mine/keys/{mine.pk}").status_code == 404
    assert owner.delete(f"/api/workspaces/mine/keys/{everywhere.pk}").status_code == 404
    assert owner.delete(f"/api/workspaces/mine/keys/{mine.pk}").status_code == 200
    with pytest.raises(KeyRefused, match="was revoked"):
        ApiKey.user_of(key)
    assert owner.delete(f"/api/workspaces/mine/keys/{mine.pk}").status_code == 404


def test_the_page_shows_a_key_once_and_revokes_it(client, user, workspace):
    client.force_login(user)
    made = client.post(
        reverse("make_workspace_key", args=["mine"]), {"name": "Import", "scopes": ["read"], "days": "30"}
    )
    assert made["Cache-Control"] == "no-store"
    row = ApiKey.objects.get()
    page = made.content.decode()
    key = page.split('<code id="new-key">')[1].split("<")[0]
    assert ApiKey.user_of(key) == user
    assert (row.scopes, row.opened, (row.expires_at - timezone.now()).days) == (["read"], {workspace.pk}, 29)
    shown = client.get(reverse("workspace", args=["mine"])).content.decode()
    assert key not in shown
    assert "Import" in shown
    client.post(reverse("revoke_workspace_key", args=["mine", row.pk]))
    assert "Import" not in client.get(reverse("workspace", args=["mine"])).content.decode()
    nothing = client.post(reverse("make_workspace_key", args=["mine"]), {"name": "Import", "days": "30"})
    assert "choose at least one thing" in nothing.content.decode()


@pytest.mark.parametrize(
    "options, says",
    [
        ({"name": " "}, "needs a name"),
        ({"name": "x" * 101}, "longer than 100"),
        ({"name": "x", "scopes": ["all"]}, "There is no scope “all”"),
        ({"name": "x", "days": 0}, "from 1 to 3,650 days"),
        ({"name": "x", "expires_at": timezone.now()}, "expired already"),
    ],
)
def test_a_key_that_cannot_be_made_is_one_sentence(user, options, says):
    with pytest.raises(RefusedChange, match=says):
        issue_key(user=user, **options)


def test_commands_make_list_and_revoke_keys(user, workspace):
    ensure_default_workspace()
    create_workspace(user=user, name="Second")
    made = json.loads(
        run(
            *("create_api_key", "robot", "--user", "ada", "--scopes", "read, write"),
            *("--workspace", "mine", "--workspace", "second", "--days", "9", "--json"),
        )
    )
    assert (made["scopes"], made["workspaces"], made["user"]) == (
        ["read", "write"],
        ["mine", "second"],
        "ada",
    )
    assert ApiKey.user_of(made["key"]) == user
    assert "robot (rs_" in run("api_keys")
    assert "only mine, second" in run("api_keys")
    assert made["key"] not in run("api_keys", "--json")
    assert "revoked" in run("api_keys", "--revoke", str(made["id"]))
    assert json.loads(run("api_keys", "--json"))["total"] == 0
    assert json.loads(run("api_keys", "--all", "--user", "ada", "--json"))["keys"][0]["is_valid"] is False
    with pytest.raises(CommandError, match="There is no key 999999 in use"):
        run("api_keys", "--revoke", "999999")
    with pytest.raises(CommandError, match="There is no scope “all”"):
        run("create_api_key", "robot", "--scopes", "all")
    with pytest.raises(CommandError, match="There is no workspace “nowhere”"):
        run("create_api_key", "robot", "--user", "ada", "--workspace", "nowhere")
