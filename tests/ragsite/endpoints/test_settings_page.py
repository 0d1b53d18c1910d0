"""The settings page and its endpoints: who sees what, and no secret for anybody."""

import pytest
from django.urls import reverse

from documents.configuration import change_settings
from documents.models import ApiKey, SiteValue
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
KEY = "AIzaSy-not-a-real-key-1234"
PAGE = "/settings/"


@pytest.fixture(autouse=True)
def _nothing_set(settings, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))  # where the local model's file would be
    settings.RAGSITE_AUTO_LOGIN = False
    settings.RAGSITE_HOME = tmp_path / "home"
    for name in ("RAGSITE_LLM", "GEMINI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL", "RAGSITE_LOCAL_URL"):
        setattr(settings, name, "")


@pytest.fixture
def root(client):
    user = UserFactory(username="root", is_superuser=True, is_staff=True)
    client.force_login(user)
    return user


def test_everybody_sees_what_answers_and_administrators_what_sets_it(client, user):
    assert client.get(PAGE).status_code == 302
    client.force_login(user)
    page = client.get(PAGE).content.decode()
    assert "No model is set up." in page
    assert "GEMINI_API_KEY" not in page
    assert "/admin/" not in page.split("<main")[1]
    for address in ("settings_status",):
        assert client.get(reverse(address)).status_code == 403
    assert client.post(PAGE, {"OPENAI_MODEL": "x"}).status_code == 403
    assert client.post(reverse("test_settings")).status_code == 403
    assert not SiteValue.objects.exists()


def test_a_key_is_kept_and_never_shown(client, root):
    client.post(PAGE, {"GEMINI_API_KEY": KEY, "OPENAI_MODEL": "mid"})
    page = client.get(PAGE).content.decode()
    assert KEY not in page
    assert "…1234" in page
    assert "A key for it is set." in page
    client.post(PAGE, {"GEMINI_API_KEY": "", "OPENAI_MODEL": "other"})  # an empty field leaves a key alone
    assert client.get("/api/settings").json()["tier"] == "gemini"
    client.post(PAGE, {"GEMINI_API_KEY": "", "forget_GEMINI_API_KEY": "on"})
    assert [row.name for row in SiteValue.objects.all()] == ["OPENAI_MODEL"]


def test_what_the_environment_sets_is_read_only_and_says_so(client, root, settings):
    settings.GEMINI_API_KEY = KEY
    settings.RAGSITE_LLM = "none"
    page = client.get(PAGE).content.decode()
    assert KEY not in page
    assert "Set by the environment (<code>GEMINI_API_KEY</code>)" in page
    assert "The environment says so" in page
    client.post(PAGE, {"GEMINI_API_KEY": "another-key-entirely", "RAGSITE_LLM": "none"})
    assert not SiteValue.objects.exists()


def test_a_mistake_is_one_sentence_on_the_page(client, root):
    response = client.post(PAGE, {"OPENAI_BASE_URL": "nowhere"})
    assert response.status_code == 422
    assert "OPENAI_BASE_URL is no address" in response.content.decode()


def test_kept_and_tried_in_one_go(client, root):
    page = client.post(PAGE, {"RAGSITE_LLM": "none", "test": ""}).content.decode()
    assert "Rules answer: there is no model to reach." in page
    fragment = client.post(reverse("test_settings"), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in fragment
    assert "Rules answer" in fragment


def test_the_status_tells_of_each_part(client, root):
    page = client.get(reverse("settings_status")).content.decode()
    for part in ("Home", "Embedder", "Model", "Database", "Workers", "Queue"):
        assert part in page


def test_ones_own_keys_are_made_and_revoked_here(client, user, other_user):
    client.force_login(user)
    made = client.post(reverse("make_key"), {"name": "Import", "scopes": ["read"], "days": "0"})
    key = made.content.decode().split('<code id="new-key">')[1].split("<")[0]
    row = ApiKey.objects.get()
    assert ApiKey.user_of(key) == user
    assert (row.opens_all, row.expires_at) == (True, None)
    theirs, _ = ApiKey.issue(user=other_user, name="theirs")
    assert client.post(reverse("revoke_key", args=[theirs.pk])).status_code == 404
    assert client.post(reverse("revoke_key", args=[row.pk])).status_code == 302
    assert "theirs" not in client.get(PAGE).content.decode()
    assert client.post(reverse("make_key"), {"name": ""}).status_code == 422


def test_the_api_shows_changes_and_tries_for_administrators_alone(client, user, root):
    def call(method, path="", body=None):
        return getattr(client, method)(f"/api/settings{path}", body, content_type="application/json")

    changed = call("patch", body={"GEMINI_API_KEY": KEY, "RAGSITE_LLM": "none"})
    assert changed.status_code == 200
    assert KEY not in changed.content.decode()
    told = {one["name"]: one["value"] for one in changed.json()["settings"]}
    assert (told["GEMINI_API_KEY"], told["RAGSITE_LLM"]) == ("…1234", "none")
    assert call("post", "/test", {}).json()["ok"] is True
    assert call("patch", body={"OPENAI_BASE_URL": "x"}).status_code == 422
    assert call("patch", body={"DATABASE_URL": "x"}).status_code == 422
    assert call("post", "/test", {"tier": "x"}).status_code == 422
    client.force_login(user)
    for sent in (call("get"), call("patch", body={}), call("post", "/test", {})):
        assert sent.status_code == 403
        assert "Only administrators" in sent.json()["error"]
    client.logout()
    assert call("get").status_code == 401


@pytest.mark.parametrize("scopes, expected", [(["read", "write"], 403), (["manage"], 200)])
def test_a_key_needs_the_scope_manage(client, root, scopes, expected):
    client.logout()
    key = ApiKey.issue(user=root, name="x", scopes=scopes)[1]
    assert client.get("/api/settings", headers={"Authorization": f"Bearer {key}"}).status_code == expected


def test_a_change_reaches_the_sidebar_at_once(client, root):
    change_settings(user=root, changes={"OPENAI_BASE_URL": "http://127.0.0.1:9/v1", "OPENAI_MODEL": "llama"})
    assert "OpenAI-compatible: llama" in client.get(reverse("workspaces")).content.decode()


def test_only_who_cannot_change_it_is_told_that_an_administrator_can(client, user):
    told = "an administrator does that"
    client.force_login(user)
    assert told in client.get(PAGE).content.decode().split("<main")[1]
    client.force_login(UserFactory(username="boss", is_superuser=True))
    assert told not in client.get(PAGE).content.decode().split("<main")[1]
