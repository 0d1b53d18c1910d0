"""Making, naming and deleting workspaces: by service, page, API and command."""

import io
import json
import threading

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import connection
from django.urls import reverse

from documents.library.deletion import goes_with
from documents.library.services import ensure_default_workspace
from documents.models import ApiKey, DeletionReceipt, Document, Membership, Role, Workspace
from documents.refusals import RefusedChange
from documents.workspaces.services import (
    create_workspace,
    delete_workspace,
    listed_workspaces,
    rename_workspace,
)
from documents.workspaces.sessions import open_session
from tests.factories import DocumentFactory, MembershipFactory, MetricFactory, RunFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _signed_in(client, user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)


def run(*arguments):
    out = io.StringIO()
    call_command(*arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_a_new_workspace_is_empty_and_owned_by_its_maker(user, other_user):
    made = create_workspace(user=user, name="  Annual   reports ")
    assert (made.name, made.slug, made.kind) == ("Annual reports", "annual-reports", "shared")
    assert Membership.objects.get(workspace=made).role == Role.OWNER
    assert made.slug not in {listed.slug for listed in listed_workspaces(other_user)}


def test_workspaces_of_one_name_have_addresses_of_their_own(user):
    slugs = [create_workspace(user=user, name="Sales").slug for _ in range(3)]
    assert slugs == ["sales", "sales-2", "sales-3"]
    assert create_workspace(user=user, name="売上").slug == "workspace"
    assert create_workspace(user=user, name="Session").slug == "workspace-session"


@pytest.mark.parametrize(
    "name, slug, says",
    [
        ("  ", "", "needs a name"),
        ("x" * 201, "", "longer than 200"),
        ("Sales", "Not a slug", "no address"),
        ("Sales", "session-1", "kept for files"),
        ("Sales", "theirs", "“theirs” is taken"),
    ],
)
def test_what_cannot_be_made_is_one_sentence(client, user, other_workspace, name, slug, says):
    with pytest.raises(RefusedChange, match=says):
        create_workspace(user=user, name=name, slug=slug)
    response = client.post("/api/workspaces", {"name": name, "slug": slug}, content_type="application/json")
    assert response.status_code in (409, 422)
    assert says in response.json()["error"]


def test_nobody_owns_more_workspaces_than_the_settings_allow(settings, user):
    settings.RAGSITE_MAX_WORKSPACES = 2
    for name in ("a", "b"):
        create_workspace(user=user, name=name)
    with pytest.raises(RefusedChange, match="You own 2 workspaces"):
        create_workspace(user=user, name="c")
    user.is_superuser = True
    assert create_workspace(user=user, name="c").slug == "c"


def test_a_rename_keeps_the_address(user, workspace):
    rename_workspace(user=user, workspace=workspace, name="Ours")
    workspace.refresh_from_db()
    assert (workspace.name, workspace.slug) == ("Ours", "mine")


def test_the_list_counts_in_one_query(user, workspace, django_assert_num_queries):
    DocumentFactory.create_batch(2, workspace=workspace)
    MembershipFactory(workspace=workspace, role=Role.VIEWER)
    open_session(user)
    create_workspace(user=user, name="Empty")
    with django_assert_num_queries(1):
        listed = [vars(one) for one in listed_workspaces(user)]
    assert listed == [
        {"slug": "empty", "name": "Empty", "role": "owner", "documents": 0, "members": 1},
        {"slug": "mine", "name": "Mine", "role": "owner", "documents": 2, "members": 2},
    ]


def test_deleting_leaves_nothing_but_receipts(user, workspace, django_capture_on_commit_callbacks):
    MetricFactory(document__workspace=workspace)
    RunFactory(workspace=workspace, user=user)
    ApiKey.issue(user=user, name="robot", workspaces=[workspace])
    told = goes_with(workspace)
    with django_capture_on_commit_callbacks(execute=True):
        removal = delete_workspace(user=user, workspace=workspace)
    rows = removal.receipt.rows
    assert (rows["metrics"], rows["runs"], rows["API keys"]) == (1, 1, 1)
    assert told.rows == {name: count for name, count in rows.items() if name != "workspaces"}
    assert not Workspace.objects.exists()
    assert not ApiKey.objects.exists()
    whole, document = DeletionReceipt.objects.order_by("document_id").reverse()
    assert {(row.document_id is None, row.deleted_by) for row in (whole, document)} == {
        (True, user),
        (False, user),
    }
    assert str(removal).startswith("Deleted “Mine”: ")


def test_an_empty_workspace_takes_the_place_of_the_default_one():
    local, default = ensure_default_workspace()
    viewer = MembershipFactory(workspace=default, role=Role.VIEWER)
    DocumentFactory(workspace=default)
    removal = delete_workspace(user=local, workspace=default)
    empty = Workspace.objects.get(slug="default")
    assert empty.pk != default.pk
    assert not Document.objects.exists()
    assert {member.user: member.role for member in empty.memberships.all()} == {
        local: Role.OWNER,
        viewer.user: Role.VIEWER,
    }
    assert "takes its place" in str(removal)
    assert "memberships" not in removal.receipt.rows


def test_the_page_asks_to_type_the_name(client, user, workspace):
    DocumentFactory(workspace=workspace)
    address = reverse("delete_workspace", args=["mine"])
    page = client.get(address).content.decode()
    assert "1 document<" in page
    assert "1 file of" in page
    wrong = client.post(address, {"name": "mine"})
    assert wrong.status_code == 422
    assert "That is not its name" in wrong.content.decode()
    gone = client.post(address, {"name": "Mine"}, follow=True).content.decode()
    assert "Deleted “Mine”" in gone
    assert "1 document, " in gone  # the receipt stays on the page
    assert not Workspace.objects.exists()


def test_pages_make_and_rename(client, user):
    made = client.post(reverse("workspaces"), {"name": "Sales"})
    assert made.url == reverse("workspace", args=["sales"])
    refused = client.post(reverse("workspaces"), {"name": " "})
    assert refused.status_code == 422
    assert "needs a name" in refused.content.decode()
    client.post(reverse("rename_workspace", args=["sales"]), {"name": "Big sales"})
    assert Workspace.objects.get().name == "Big sales"
    assert "Big sales" in client.get(reverse("workspaces")).content.decode()


def test_the_api_makes_lists_renames_and_deletes(client, user):
    made = client.post("/api/workspaces", {"name": "Sales"}, content_type="application/json")
    assert made.status_code == 201
    assert made.json()["limits"]["documents"] == {"used": 0, "allowed": None, "is_own": False}
    listed = client.get("/api/workspaces").json()
    assert listed == {
        "workspaces": [{"slug": "sales", "name": "Sales", "role": "owner", "documents": 0, "members": 1}],
        "total": 1,
    }
    renamed = client.patch("/api/workspaces/sales", {"name": "More"}, content_type="application/json")
    assert renamed.json()["name"] == "More"
    assert client.delete("/api/workspaces/sales").json()["message"].startswith("Deleted “More”")
    assert client.get("/api/workspaces").json()["total"] == 0
    assert client.get("/api/receipts").json()["receipts"][0]["document_id"] is None


def test_a_change_of_several_things_is_made_whole_or_not_at_all(client, user, workspace):
    changes = {"name": "Other", "chunk_size": 5}
    response = client.patch("/api/workspaces/mine", changes, content_type="application/json")
    assert response.status_code == 422
    workspace.refresh_from_db()
    assert workspace.name == "Mine"


def test_a_session_workspace_is_not_listed_shared_or_deleted_here(client, user):
    session = open_session(user)
    assert client.get("/api/workspaces").json()["total"] == 0
    assert session.name not in client.get(reverse("workspaces")).content.decode().split("<main")[1]
    assert client.get(reverse("workspace", args=[session.slug])).status_code == 404
    assert client.delete(f"/api/workspaces/{session.slug}").status_code == 404
    body = {"username": user.username}
    address = f"/api/workspaces/{session.slug}/members"
    assert client.post(address, body, content_type="application/json").status_code == 404


def test_commands_make_share_rename_and_delete(user):
    ensure_default_workspace()
    made = json.loads(run("workspaces", "create", "Sales 2025", "--json"))
    assert made["slug"] == "sales-2025"
    run("workspaces", "rename", "sales-2025", "Sales")
    assert "sales-2025: Sales, owner, 0 documents, 1 members" in run("workspaces")
    run("workspaces", "share", "sales-2025", "ada", "--role", "editor")
    assert "ada (editor)" in run("workspaces", "show", "sales-2025")
    run("workspaces", "share", "sales-2025", "ada", "--role", "viewer")
    assert json.loads(run("workspaces", "show", "sales-2025", "--json"))["members_by_role"]["ada"] == "viewer"
    run("workspaces", "unshare", "sales-2025", "ada")
    with pytest.raises(CommandError, match=r"This would delete “Sales”: 1 membership.*--yes"):
        run("workspaces", "delete", "sales-2025")
    assert "Deleted “Sales”" in run("workspaces", "delete", "sales-2025", "--yes")
    assert json.loads(run("workspaces", "--json"))["total"] == 1


@pytest.mark.parametrize(
    "command, says",
    [
        (["create", " "], "needs a name"),
        (["rename", "nowhere", "x"], "There is no workspace “nowhere”"),
        (["share", "default", "nobody"], "There is no account “nobody”"),
        (["unshare", "default", "local"], "The last owner of “Main workspace” cannot be removed"),
        (["limit", "default", "--pages", "many"], "--pages is “many”"),
    ],
)
def test_commands_say_in_a_sentence_what_is_wrong(command, says):
    ensure_default_workspace()
    with pytest.raises(CommandError, match=says):
        run("workspaces", *command)


def test_ingest_makes_the_workspace_that_is_named(tmp_path):
    (tmp_path / "a.txt").write_text("Acme Tools had revenue of $4.2 million in 2024. " * 4)
    for _ in range(2):
        run("ingest", str(tmp_path), "--workspace", "Sales 2025", "--create", "--llm", "none")
    workspace = Workspace.objects.get(name="Sales 2025")
    assert (workspace.slug, workspace.documents.count()) == ("sales-2025", 1)
    run("ingest", str(tmp_path), "--workspace", "sales-2025", "--llm", "none")
    with pytest.raises(CommandError, match="There is no workspace “other”"):
        run("ingest", str(tmp_path), "--workspace", "other", "--llm", "none")


def test_ingest_makes_no_workspace_at_anothers_address(tmp_path, user, other_workspace):
    (tmp_path / "a.txt").write_text("Acme Tools had revenue of $4.2 million in 2024. " * 4)
    with pytest.raises(CommandError, match="The address “theirs” is taken"):
        run("ingest", str(tmp_path), "--workspace", "Theirs", "--create", "--user", "ada", "--llm", "none")


def test_only_owners_rename_and_delete(user, workspace):
    editor = MembershipFactory(workspace=workspace, role=Role.EDITOR).user
    for change in (
        lambda: rename_workspace(user=editor, workspace=workspace, name="x"),
        lambda: delete_workspace(user=editor, workspace=workspace),
    ):
        with pytest.raises(PermissionDenied, match="ask an owner"):
            change()


@pytest.mark.django_db(transaction=True)
def test_two_who_make_one_name_at_once_get_two_addresses():
    users, made = [UserFactory(), UserFactory()], []

    def make(user):
        try:
            made.append(create_workspace(user=user, name="Sales").slug)
        finally:
            connection.close()

    threads = [threading.Thread(target=make, args=[user]) for user in users]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(made) == ["sales", "sales-2"]
