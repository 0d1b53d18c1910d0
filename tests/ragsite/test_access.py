"""Who may do what: every endpoint and page of workspaces, members and keys, by everybody who may come."""

import sqlite3
from contextlib import closing, contextmanager
from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from agentic.sources.questions.approved import approve
from agentic.sources.registering.services import add_source
from documents.models import ApiKey, Invitation, Membership, Role
from tests.cases import every_case
from tests.factories import MembershipFactory, UserFactory

NOBODY = dict.fromkeys(("stranger", "key of a stranger"), 404)
ANONYMOUS = {"anonymous": 401}
MEMBERS = ("viewer", "editor", "owner", "superuser")
KEYS = ("key read", "key write", "key manage", "key of another workspace")


def allowed(ok, *, to=MEMBERS, keys=()):
    """The status for everybody: `ok` to some, 403 to other members and keys, 404 to strangers."""
    told = {who: ok if who in to else 403 for who in MEMBERS}
    told |= {who: ok if who in keys else 403 for who in KEYS}
    # A key that has the scope but opens other workspaces finds none here; one that opens it too does.
    told["key of another workspace"] = 404
    told["key of two workspaces"] = told["owner"]
    return told | NOBODY | ANONYMOUS


OWNERS = ("owner", "superuser")
BY_OWNERS = {"to": OWNERS, "keys": ("key manage",)}
READING = {"keys": ("key read",)}

# Of a document that is not there; editors may take tables of documents.
SOURCE_ADDING = allowed(422, to=("editor", *OWNERS), keys=("key manage",))

APPROVED = {"question": "Which?", "sql": "SELECT id FROM orders"}
OWN_SQL = {"question": "Which?", "workspace": "mine", "source": "shop", "sql": "SELECT id FROM orders"}

API = [
    ("get", "workspaces/mine", None, allowed(200, **READING)),
    ("get", "workspaces/mine/members", None, allowed(200, **READING)),
    ("patch", "workspaces/mine", {"name": "New"}, allowed(200, **BY_OWNERS)),
    ("patch", "workspaces/mine", {"preset": "words"}, allowed(200, **BY_OWNERS)),
    ("patch", "workspaces/mine", {"max_pages": 9}, allowed(200, to=("superuser",))),
    ("delete", "workspaces/mine", None, allowed(200, **BY_OWNERS)),
    ("post", "workspaces/mine/members", {"username": "guest"}, allowed(201, **BY_OWNERS)),
    ("patch", "workspaces/mine/members/editor", {"role": "viewer"}, allowed(200, **BY_OWNERS)),
    ("delete", "workspaces/mine/members/second", None, allowed(200, **BY_OWNERS)),
    ("get", "workspaces/mine/invitations", None, allowed(200, **BY_OWNERS)),
    ("post", "workspaces/mine/invitations", {}, allowed(201, **BY_OWNERS)),
    ("delete", "workspaces/mine/invitations/{invitation}", None, allowed(200, **BY_OWNERS)),
    ("get", "workspaces/mine/keys", None, allowed(200, **BY_OWNERS)),
    ("post", "workspaces/mine/keys", {"name": "x", "scopes": ["manage"]}, allowed(201, **BY_OWNERS)),
    ("delete", "workspaces/mine/keys/{key}", None, allowed(200, **BY_OWNERS)),
    ("get", "tables?workspace=mine", None, allowed(200, **READING)),
    ("get", "sources?workspace=mine", None, allowed(200, **READING)),
    ("get", "sources/shop?workspace=mine", None, allowed(200, **READING)),
    ("get", "sources/shop/schema?workspace=mine", None, allowed(200, **READING)),
    ("post", "sources", {"name": "x", "kind": "document", "workspace": "mine"}, SOURCE_ADDING),
    ("patch", "sources/shop?workspace=mine", {"description": "d"}, allowed(200, **BY_OWNERS)),
    ("post", "sources/shop/refresh?workspace=mine", None, allowed(200, **BY_OWNERS)),
    ("get", "sources/shop/queries?workspace=mine", None, allowed(200, **READING)),
    ("post", "sources/shop/queries?workspace=mine", APPROVED, allowed(201, to=OWNERS, keys=("key write",))),
    (
        "delete",
        "sources/shop/queries/{approved}?workspace=mine",
        None,
        allowed(200, to=OWNERS, keys=("key write",)),
    ),
    ("get", "sources/shop/saved?workspace=mine", None, allowed(200, **READING)),
    ("post", "sources/shop/saved?workspace=mine", {"question": "How many?"}, allowed(201, **READING)),
    ("post", "queries", OWN_SQL, allowed(202, to=OWNERS, keys=("key read",))),
    ("delete", "sources/shop?workspace=mine", None, allowed(200, **BY_OWNERS)),
]
EVERYBODY = dict.fromkeys([*MEMBERS, "stranger"], 200)
OWN_THINGS = [
    ("get", "workspaces", None, 200, ("key read", "key of another workspace", "key of a stranger")),
    ("post", "workspaces", {"name": "New"}, 201, ("key manage", "key of a stranger")),
    ("get", "keys", None, 200, ("key manage", "key of another workspace", "key of a stranger")),
    ("post", "keys", {"name": "x", "scopes": ["manage"]}, 201, ("key manage", "key of a stranger")),
    ("post", "queries", {"question": "Why?", "workspace": "mine"}, 202, ("key read",)),
    (
        "post",
        "agentic/passages",
        {"query": "tide", "workspace": "mine", "method": "text"},
        200,
        ("key read",),
    ),
    ("post", "agentic/search", {"query": "tide", "workspace": "mine", "method": "text"}, 200, ("key read",)),
    ("post", "agentic/query", {"question": "Why?", "workspace": "mine", "wait": 0}, 202, ("key read",)),
    ("post", "agentic/check_numbers", {"draft": "Sales were 5.", "workspace": "mine"}, 200, ("key read",)),
]
PAGES = [
    ("get", "workspace", {}, MEMBERS),
    ("post", "rename_workspace", {"name": "New"}, OWNERS),
    ("post", "limit_workspace", {"pages": "3"}, ("superuser",)),
    ("get", "delete_workspace", {}, OWNERS),
    ("post", "delete_workspace", {"name": "Mine"}, OWNERS),
    ("post", "add_member", {"username": "guest", "role": "viewer"}, OWNERS),
    ("post", "change_member", {"username": "editor", "role": "viewer"}, OWNERS),
    ("post", "remove_member", {"username": "second"}, OWNERS),
    ("post", "invite", {"role": "viewer", "days": "7"}, OWNERS),
    ("post", "make_workspace_key", {"name": "x", "scopes": ["read"], "days": "0"}, OWNERS),
    ("get", "sources", {}, MEMBERS),
]
SOURCE_PAGES = [
    ("get", "source", {}, MEMBERS),
    ("post", "change_source", {"description": "d"}, OWNERS),
    ("post", "refresh_source", {}, OWNERS),
    ("post", "remove_source", {}, OWNERS),
    ("post", "approve_query", APPROVED, OWNERS),
    ("post", "save_question", {"question": "How many?"}, MEMBERS),
]


SITE = [
    ("get", "settings", None),
    ("patch", "settings", {"OPENAI_MODEL": "mid"}),
    ("post", "settings/test", {"tier": "none"}),
]
SITE_PAGES = [("get", "settings_status", {}), ("post", "test_settings", {}), ("post", "settings", {})]
OWN_PAGES = [
    ("get", "settings", {}),
    ("get", "help", {}),
    ("post", "workspaces", {"name": "New"}),
    ("post", "make_key", {"name": "x", "scopes": ["read"], "days": "0"}),
]


@pytest.fixture
def who(db, user, workspace, settings):
    """Name → a client that comes as that one. The workspace is “mine”; its second owner is “second”."""
    settings.RAGSITE_AUTO_LOGIN = False
    for role in (Role.VIEWER, Role.EDITOR):
        MembershipFactory(user=UserFactory(username=role), workspace=workspace, role=role)
    MembershipFactory(user=UserFactory(username="second"), workspace=workspace, role=Role.OWNER)
    UserFactory(username="guest")
    stranger = UserFactory(username="stranger")
    elsewhere, third = (
        MembershipFactory(user=user, role=Role.OWNER, workspace__slug=slug).workspace
        for slug in ("elsewhere", "third")
    )
    people = {
        "viewer": Membership.objects.get(user__username="viewer").user,
        "editor": Membership.objects.get(user__username="editor").user,
        "owner": user,
        "superuser": UserFactory(username="root", is_superuser=True),
        "stranger": stranger,
    }
    clients = {"anonymous": Client()}
    for name, person in people.items():
        clients[name] = Client()
        clients[name].force_login(person)
    keys = {
        "key read": {"user": user, "scopes": ["read"]},
        "key write": {"user": user, "scopes": ["write"]},
        "key manage": {"user": user, "scopes": ["manage"]},
        "key of two workspaces": {"user": user, "workspaces": [workspace, third]},
        "key of another workspace": {"user": user, "workspaces": [elsewhere, third]},
        "key of a stranger": {"user": stranger},
    }
    for name, options in keys.items():
        _, key = ApiKey.issue(name=name, **options)
        clients[name] = Client(headers={"Authorization": f"Bearer {key}"})
    return clients


@pytest.fixture
def places(who, user, workspace, tmp_path):
    """What addresses name: an invitation and a key of the workspace."""
    later = timezone.now() + timedelta(days=1)
    invitation, _ = Invitation.issue(workspace=workspace, role="viewer", invited_by=user, expires_at=later)
    row, _ = ApiKey.issue(user=user, name="to go", workspaces=[workspace])
    path = tmp_path / "shop.sqlite"
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE orders (id integer)")
    source = add_source(
        user=user, workspace=workspace, name="shop", kind="sqlite", paths=[str(path)], is_trusted=True
    )
    query = approve(user=user, source=source, question="All?", sql="SELECT id FROM orders")
    return {"invitation": invitation.pk, "key": row.pk, "approved": query.pk}


@contextmanager
def undone():
    """What is done in the block is undone behind it, so that all come to the same workspace."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@every_case("method, path, body, statuses", API)
def test_an_endpoint_of_a_workspace(who, places, method, path, body, statuses):
    address, told = f"/api/{path.format(**places)}", {}
    for name, client in who.items():
        with undone():
            response = getattr(client, method)(address, body, content_type="application/json")
        told[name] = response.status_code
        if response.status_code >= 400:
            assert response.json()["error"].endswith(".")
    assert told == statuses


def test_a_key_without_the_scope_is_told_which(who):
    refused = who["key read"].delete("/api/workspaces/mine")
    assert refused.json()["error"].startswith("This API key lacks the scope “manage” (it has: read)")
    refused = who["key manage"].get("/api/workspaces/mine")
    assert "lacks the scope “read”" in refused.json()["error"]


@every_case("method, path, body, ok, keys", OWN_THINGS)
def test_an_endpoint_for_ones_own(who, method, path, body, ok, keys):
    def status(name):
        with undone():
            sent = getattr(who[name], method)(f"/api/{path}", body, content_type="application/json")
        return sent.status_code

    assert status("anonymous") == 401
    is_question = isinstance(body, dict) and "workspace" in body
    for name in EVERYBODY:
        assert status(name) == (404 if is_question and name == "stranger" else ok), name
    for name in (*KEYS, "key of a stranger"):
        hidden = is_question and name in ("key of another workspace", "key of a stranger")
        assert status(name) == (ok if name in keys else 404 if hidden else 403), name


@every_case("method, page, fields, may", PAGES)
def test_a_page_of_a_workspace(who, method, page, fields, may):
    _open_to(who, method, reverse(page, args=["mine"]), fields, may)


@every_case("method, page, fields, may", SOURCE_PAGES)
def test_a_page_of_a_source(who, places, method, page, fields, may):
    _open_to(who, method, reverse(page, args=["mine", "shop"]), fields, may)


def _open_to(who, method, address, fields, may):
    told = {}
    for name in (*MEMBERS, "stranger", "anonymous", "key manage"):  # keys open no pages
        with undone():
            response = getattr(who[name], method)(address, fields)
        to_sign_in = response.get("Location", "").startswith("/login/")
        done = response.status_code in (200, 302)
        told[name] = "sign in" if to_sign_in else "done" if done else response.status_code
    assert told == {
        **{name: "done" if name in may else 403 for name in MEMBERS},
        "stranger": 404,
        "anonymous": "sign in",
        "key manage": "sign in",
    }


@every_case("method, path, body", SITE)
def test_an_endpoint_of_the_whole_site_is_for_administrators(who, method, path, body):
    for name, client in who.items():
        with undone():
            sent = getattr(client, method)(f"/api/{path}", body, content_type="application/json")
        expected = {"anonymous": 401, "superuser": 200}.get(name, 403)
        assert sent.status_code == expected, name


@every_case("method, page, fields", SITE_PAGES)
def test_a_page_of_the_whole_site_is_for_administrators(who, method, page, fields):
    for name in ("anonymous", *EVERYBODY, "key manage"):
        with undone():
            response = getattr(who[name], method)(reverse(page), fields)
        if name in ("anonymous", "key manage"):
            assert response.url.startswith("/login/")
        else:
            assert (response.status_code != 403) == (name == "superuser"), name


@every_case("method, page, fields", OWN_PAGES)
def test_a_page_of_ones_own_is_for_whoever_is_signed_in(who, method, page, fields):
    for name in ("anonymous", *EVERYBODY, "key manage"):
        with undone():
            response = getattr(who[name], method)(reverse(page), fields)
        to_sign_in = response.get("Location", "").startswith("/login/")
        assert to_sign_in == (name in ("anonymous", "key manage")), name
        assert response.status_code in (200, 302)


def test_a_page_for_everybody_who_is_signed_in(who):
    assert who["anonymous"].get(reverse("workspaces")).status_code == 302
    for name in EVERYBODY:
        shown = who[name].get(reverse("workspaces"))
        assert shown.status_code == 200
        assert ("Mine" in shown.content.decode()) == (name != "stranger")
