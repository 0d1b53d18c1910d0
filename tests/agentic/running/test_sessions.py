"""Session workspaces: seen by their owner alone, and removed when they are old."""

import json
import re
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib import admin
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import F
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone
from django_q.models import Schedule

from agentic.tasks import cleanup_sessions_task
from documents.library.staging import RefusedUpload
from documents.models import DeletionReceipt, Document, Workspace
from documents.workspaces import sessions
from ragsite.storage.preparation import SCHEDULES
from tests import factories

SECRET = "Xylophone"
PART = "Xyloph"  # searched for: a page may repeat it
BLANK = re.compile(r"<(?:\w+:)?(\w+)>")
OUR_APPS = ("documents", "agentic", "chat")
METHODS = ("POST", "PUT", "PATCH", "DELETE")
CHANGING = ("delete", "upload", "retry", "copy", "ask/", "stop", "rating", "rename", "logout")


@pytest.fixture(autouse=True)
def _sign_in_needed(settings):
    settings.RAGSITE_AUTO_LOGIN = False


@pytest.fixture
def session(user):
    """A session workspace in which every kind of row carries the word."""
    workspace = sessions.open_session(user, name=f"{SECRET} files")
    document = factories.DocumentFactory(
        workspace=workspace,
        filename=f"{SECRET}.txt",
        title=SECRET,
        summary=SECRET,
        bucket=SECRET.lower(),
        map_entry={"essence": {"summary": SECRET}},
        uploaded_by=user,
    )
    factories.PageFactory(document=document, text=SECRET)
    factories.ChunkFactory(document=document, text=SECRET, embedding_model=SECRET)
    row = factories.TableRowFactory(document=document, table=SECRET, label=SECRET)
    metric = factories.MetricFactory(
        document=document, metric_name=SECRET, entity_name=SECRET, unit=SECRET, table_row=row
    )
    factories.ClaimFactory(document=document, claim_text=SECRET)
    factories.EntityFactory(document=document, entity_name=SECRET)
    factories.TopicFactory(document=document, topic_name=SECRET)
    other = factories.DocumentFactory(workspace=workspace, filename=f"{SECRET} 2.txt")
    factories.RelationshipFactory(source=document, target=other, description=SECRET)
    loser = factories.MetricFactory(document=other, metric_name=SECRET)
    factories.ConflictFactory(winner=metric, loser=loser, explanation=SECRET)
    factories.EditFactory(document=document, changes={"title": [SECRET, "B"]})
    factories.DeletionReceiptFactory(workspace=workspace, filename=SECRET)
    factories.UploadTaskFactory(workspace=workspace, user=user, refused=[{"filename": SECRET, "reason": ""}])
    factories.InvitationFactory(workspace=workspace, invited_by=user)
    factories.ApiKeyFactory(user=user, name=SECRET, opens_all=False).workspaces.set([workspace])
    run = factories.RunFactory(
        workspace=workspace, user=user, question=SECRET, answer=SECRET, status="done", result={"text": SECRET}
    )
    factories.RunStepFactory(run=run, title=SECRET)
    conversation = factories.ChatSessionFactory(workspace=workspace, user=user, title=SECRET)
    factories.MessageFactory(session=conversation, text=SECRET)
    factories.MessageFactory(session=conversation, role="assistant", text="", run=run)
    source = factories.DataSourceFactory(
        workspace=workspace, name="xylophone", description=SECRET, place=SECRET
    )
    factories.ApprovedQueryFactory(source=source, question=SECRET, sql=SECRET)
    factories.SavedQuestionFactory(source=source, user=user, question=SECRET)
    factories.SchemaElementFactory(source=source, text=SECRET)
    factories.CachedResultFactory(source=source, found={"text": SECRET})
    return workspace


def addresses(workspace: Workspace) -> list[str]:
    """Every address with the numbers of the session's rows in it, and with its name asked for."""
    found = []
    for address in places(workspace):
        found += [address, f"{address}?workspace={workspace.slug}", f"{address}?q={PART}"]
    return found


def places(workspace: Workspace) -> list[str]:
    """The address of each pattern. A pattern with a blank that is not known here is to be added."""
    document = workspace.documents.order_by("pk").first()
    values = {
        "slug": workspace.slug,
        "document_id": document.pk,
        "number": 1,
        "chunk_id": document.chunks.get().pk,
        "session_id": workspace.chat_sessions.get().pk,
        "run_id": workspace.runs.get().pk,
        "task_id": workspace.upload_tasks.get().pk,
        "workspace": workspace.slug,
        "form": "json",
        "username": workspace.memberships.get().user.username,
        "invitation_id": workspace.invitations.get().pk,
        "key_id": workspace.api_keys.get().pk,
        "pk": workspace.api_keys.get().pk,
        "name": workspace.sources.get().name,
        "query_id": workspace.sources.get().approved.get().pk,
        "saved_id": workspace.sources.get().saved.get().pk,
        "token": "nowhere",
        "address": "nowhere",
    }
    patterns = [
        pattern for pattern in _patterns(get_resolver().url_patterns) if not pattern.startswith("admin/")
    ]
    return ["/" + BLANK.sub(lambda blank: str(values[blank[1]]), pattern) for pattern in patterns]


def _patterns(patterns, prefix: str = "") -> list[str]:
    found = []
    for each in patterns:
        here = prefix + str(each.pattern)
        found += _patterns(each.url_patterns, here) if hasattr(each, "url_patterns") else [here]
    return found


def admin_addresses(workspace: Workspace) -> list[str]:
    """Lists and pages of every model's rows of the session."""
    found = ["/admin/"]
    for model in admin.site._registry:
        base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        found += [base, f"{base}?q={PART}", f"{base}add/"]
        found += [f"{base}{pk}/change/" for pk in model._default_manager.values_list("pk", flat=True)[:20]]
        found += [f"{base}{pk}/history/" for pk in model._default_manager.values_list("pk", flat=True)[:5]]
    return found


@pytest.mark.parametrize("is_superuser", [False, True])
def test_nobody_else_sees_anything_of_a_session_at_any_address(session, is_superuser):
    stranger = factories.UserFactory(is_superuser=is_superuser, is_staff=is_superuser)
    factories.MembershipFactory(user=stranger)
    client = Client()
    client.force_login(stranger)
    visited = 0
    for address in addresses(session) + (admin_addresses(session) if is_superuser else []):
        if any(word in address.split("?")[0] for word in CHANGING) and "/admin/" not in address:
            continue
        response = client.get(address)
        body = b"".join(response.streaming_content) if response.streaming else response.content
        text = body.decode(errors="replace")
        assert SECRET.lower() not in text.lower(), address
        if f"/{session.slug}" in address:
            # Programs are refused a name in the query string that an address does not take, whoever asks.
            refused = (404, 405, 422) if address.startswith("/api/") and "?" in address else (404, 405)
            assert response.status_code in refused, address
        visited += 1
    assert visited > 60


def rows() -> dict[tuple[type, object], dict]:
    """Each row of our own apps, by model and number."""
    ours = [model for name in OUR_APPS for model in apps.get_app_config(name).get_models()]
    numbered = ((model, model._base_manager.annotate(number_=F("pk")).values()) for model in ours)
    return {(model, row["number_"]): row for model, found in numbered for row in found}


def wishes(session: Workspace, place: Workspace) -> dict[str, object]:
    """Whatever any endpoint takes: in the workspace `place`, of the session's rows."""
    document = session.documents.order_by("pk").first()
    numbers = {"doc_id": document.pk, "version_of": document.pk, "document_ids": [document.pk]}
    words = {"question": f"What of {PART}?", "query": PART, "text": PART, "title": "x", "name": "x"}
    return {
        **numbers,
        **words,
        "workspace": place.slug,
        "session_id": str(session.chat_sessions.get().pk),
        "function": "count",
        "on_duplicate": "version",
        "rating": "up",
        "wait": 0,
    }


def answers(client: Client, address: str, wishes: list[dict[str, object]]):
    """What each way of changing something answers at the address to each of the wishes, by way.

    A way that the address does not know is gone once: what is sent is not looked at.
    """
    for way in (*METHODS, "form"):
        for wanted in wishes:
            response = answer(client, address, way, wanted)
            yield way, response
            if response.status_code == 405:
                break


def answer(client: Client, address: str, way: str, wanted: dict[str, object]):
    if way != "form":
        return client.generic(way, address, json.dumps(wanted), content_type="application/json")
    form = {name: value for name, value in wanted.items() if name != "session_id"}
    files = {name: SimpleUploadedFile("a.txt", b"Some words of another.") for name in ("file", "files")}
    return client.post(address, form | files)


@pytest.mark.parametrize("who", ["stranger", "superuser", "nobody"])
def test_nobody_else_changes_anything_of_a_session_at_any_address(session, who):
    client, stranger = Client(), factories.UserFactory(is_superuser=who == "superuser", is_staff=True)
    own = factories.MembershipFactory(user=stranger, role="owner").workspace
    if who != "nobody":
        client.force_login(stranger)
    before = rows()
    general = {f"/{pattern}" for pattern in _patterns(get_resolver().url_patterns)}  # name no row
    wanted = [wishes(session, place) for place in (session, own)]
    for address in places(session):
        if address in ("/login/", "/logout/"):
            continue
        for way, response in answers(client, address, wanted):
            text = response.content.decode(errors="replace")
            assert SECRET.lower() not in text.lower(), (way, address)
            is_sent_away = getattr(response, "url", "").startswith("/login/")
            is_refused = is_sent_away or 400 <= response.status_code < 500
            assert is_refused or (address in general and response.status_code < 400), (way, address)
    after = rows()
    assert {key: after.get(key) for key in before} == before
    documents = set(session.documents.values_list("pk", flat=True))
    for row in (row for key, row in after.items() if key not in before):
        assert row.get("workspace_id") != session.pk, row
        assert not documents & {row.get(f"{name}_id") for name in ("document", "supersedes", "target")}, row


def test_its_owner_sees_it(client, user, session):
    client.force_login(user)
    assert SECRET in client.get(f"/w/{session.slug}/documents/").content.decode()
    assert SECRET in client.get(f"/api/documents?workspace={session.slug}").content.decode()


def test_a_superuser_cannot_make_himself_a_member(client, session):
    root = factories.UserFactory(is_superuser=True, is_staff=True)
    client.force_login(root)
    form = {"user": root.pk, "workspace": session.pk, "role": "owner"}
    response = client.post("/admin/documents/membership/add/", form)
    assert "Select a valid choice" in response.content.decode()
    assert not session.memberships.filter(user=root).exists()


def test_an_upload_by_the_api_makes_a_session(client, user):
    client.force_login(user)
    files = {"workspace": "session", "files": [SimpleUploadedFile("a.txt", b"Some words.")]}
    task = client.post("/api/kb/upload", files).json()
    workspace = Workspace.objects.get(slug=task["workspace"])
    assert (workspace.kind, list(workspace.members.all())) == (Workspace.Kind.SESSION, [user])
    assert client.get(f"/api/kb/info?workspace={workspace.slug}").json()["documents"] == 1
    assert client.delete(f"/api/kb/{workspace.slug}").json()["files"] == 1
    assert not Workspace.objects.exists()
    assert DeletionReceipt.objects.get().deleted_by == user


@pytest.mark.parametrize("name, content, status", [("a.zip", b"PK\x03\x04", 415), ("a.txt", b"Words.", 201)])
def test_one_file_makes_a_session_only_where_it_is_stored(client, user, name, content, status):
    client.force_login(user)
    sent = {"workspace": "session", "file": SimpleUploadedFile(name, content)}
    assert client.post("/api/documents/upload", sent).status_code == status
    stored = int(status == 201)
    assert (Workspace.objects.count(), Document.objects.count()) == (stored, stored)


@pytest.mark.parametrize(
    "names, further, error",
    [
        (["a.zip", "b.zip"], {}, "2 files were refused"),
        (["a.txt"], {"mode": "sideways"}, "mode"),
        (["a.txt"], {"version_of": 10**9}, "There is no document"),
    ],
)
def test_files_that_are_all_refused_leave_no_session(client, user, names, further, error):
    client.force_login(user)
    files = [SimpleUploadedFile(name, b"PK\x03\x04" if "zip" in name else b"Words.") for name in names]
    response = client.post("/api/kb/upload", {"workspace": "session", "files": files, **further})
    assert response.status_code in (404, 422)
    assert error in response.json()["error"]
    assert not Workspace.objects.exists()


def test_one_file_of_several_is_enough_for_a_session(client, user):
    client.force_login(user)
    files = [SimpleUploadedFile("a.zip", b"PK\x03\x04"), SimpleUploadedFile("a.txt", b"Words.")]
    response = client.post("/api/kb/upload", {"workspace": "session", "files": files})
    assert response.status_code == 202
    assert Workspace.objects.get().documents.count() == 1


def test_only_sessions_are_closed_and_only_by_their_owner(user, workspace, other_user, client, session):
    with pytest.raises(RefusedUpload, match="is shared"):
        sessions.close_session(user=user, workspace=workspace)
    client.force_login(other_user)
    assert client.delete(f"/api/kb/{session.slug}").status_code == 404


def test_old_sessions_go_with_their_files_on_a_schedule(
    user, session, settings, django_capture_on_commit_callbacks
):
    fresh = sessions.open_session(user)
    long_ago = timezone.now() - timedelta(days=40)
    Workspace.objects.filter(pk=session.pk).update(created_at=long_ago)
    Document.objects.update(created_at=long_ago)
    session.runs.update(created_at=long_ago)
    settings.RAGSITE_SESSION_DAYS = 50
    assert cleanup_sessions_task() == 0
    settings.RAGSITE_SESSION_DAYS = 30
    with django_capture_on_commit_callbacks(execute=True):
        assert cleanup_sessions_task() == 1
    assert list(Workspace.objects.all()) == [fresh]
    assert [path for path in settings.MEDIA_ROOT.rglob("*") if path.is_file()] == []


def test_the_schedule_names_a_task_that_there_is(db):
    schedule = Schedule.objects.create(name="sessions", **SCHEDULES["sessions"])
    module, _, name = schedule.func.rpartition(".")
    assert module == "agentic.tasks"
    assert name == cleanup_sessions_task.__name__
