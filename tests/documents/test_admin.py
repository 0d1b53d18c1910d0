import re

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django_q.models import OrmQ

from documents.curation.edits import curated_origins
from documents.models import (
    ApiKey,
    Conflict,
    DeletionReceipt,
    Document,
    Edit,
    KeyRefused,
    Metric,
    Reader,
    Role,
    SiteValue,
    Status,
    TermCount,
    Workspace,
)
from tests import factories
from tests.cases import every_case

OUR_APPS = ("documents", "agentic", "chat")
COUNTERS = (TermCount, SiteValue)  # numbers of the database's own; and what has a page of its own
OUR_MODELS = [
    model for app in OUR_APPS for model in apps.get_app_config(app).get_models() if model not in COUNTERS
]
FACTORIES = {
    factory._meta.model: factory
    for factory in vars(factories).values()
    if isinstance(factory, type) and getattr(getattr(factory, "_meta", None), "model", None)
}
MOST_QUERIES = 14  # of a list: session, user, rows, two counts, dates, one per filter over a related table


@pytest.fixture
def root_client(client, db):
    client.force_login(User.objects.create_superuser("root"))
    return client


def address(model, page: str, *arguments) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=arguments)


def form_data(response) -> dict[str, str]:
    """What a browser would send of the page's form without a change."""
    form = response.context["adminform"].form
    data = {form.add_prefix(name): form[name].value() for name in form.fields}
    for formset in response.context["inline_admin_formsets"]:
        management = formset.formset.management_form
        data |= {management.add_prefix(name): management[name].value() for name in management.fields}
    return {name: value for name, value in data.items() if value is not None}


def test_every_model_has_an_admin():
    assert [model for model in OUR_MODELS if not admin.site.is_registered(model)] == []


@pytest.mark.parametrize("model", OUR_MODELS, ids=lambda model: model._meta.label)
def test_lists_take_as_many_queries_for_many_rows_as_for_few(model, root_client):
    def queries_for(rows: int) -> int:
        FACTORIES[model].create_batch(rows)
        with CaptureQueriesContext(connection) as queries:
            response = root_client.get(address(model, "changelist"))
        assert response.status_code == 200
        return len(queries)

    few = queries_for(2)
    assert queries_for(4) == few <= MOST_QUERIES
    assert root_client.get(address(model, "changelist"), {"q": "revenue"}).status_code == 200


@every_case("model", OUR_MODELS)
def test_each_row_has_a_page(model, root_client):
    row = FACTORIES[model]()
    assert root_client.get(address(model, "change", row.pk)).status_code == 200


@every_case("model", OUR_MODELS)
def test_rows_are_added_by_hand_only_where_that_makes_sense(model, root_client):
    by_programs = {"Document", "Page", "Chunk", "UploadTask", "Conflict", "Edit", "DeletionReceipt"}
    by_programs |= {"Invitation", "SummaryVector", "RouteSuccess"}
    by_programs |= {"Run", "RunStep", "ChatSession", "Message"}
    by_programs |= {
        "SchemaElement",
        "ApprovedQuery",
        "CachedResult",
        "SavedQuestion",
        "Opinion",
    }
    expected = 403 if model.__name__ in by_programs else 200
    assert root_client.get(address(model, "add")).status_code == expected


def test_sessions_of_others_are_hidden_from_superusers(root_client):
    hidden = factories.DocumentFactory(workspace__kind=Workspace.Kind.SESSION)
    assert root_client.get(address(Document, "changelist")).context["cl"].result_count == 0
    assert root_client.get(address(Document, "change", hidden.pk)).status_code == 302


def test_staff_see_their_own_workspaces_and_change_what_they_may_edit(client, user, workspace):
    User.objects.filter(pk=user.pk).update(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="documents"))
    viewed = factories.MembershipFactory(user=user, role=Role.VIEWER).workspace
    mine, readable = (
        factories.DocumentFactory(workspace=workspace),
        factories.DocumentFactory(workspace=viewed),
    )
    factories.DocumentFactory()
    client.force_login(user)
    assert client.get(address(Document, "changelist")).context["cl"].result_count == 2
    assert client.get(address(Document, "change", mine.pk)).context["has_change_permission"]
    assert not client.get(address(Document, "change", readable.pk)).context["has_change_permission"]


def test_editing_a_fact_makes_it_the_curators(root_client):
    metric = factories.MetricFactory(value="$4.2 million", reader=Reader.RULES)
    page = address(Metric, "change", metric.pk)
    data = form_data(root_client.get(page)) | {"numeric_value": "4300000", "value": "$4.3 million"}
    assert root_client.post(page, data).status_code == 302
    metric.refresh_from_db()
    assert (metric.value, metric.reader) == ("$4.3 million", Reader.CURATOR)


def test_provenance_cannot_be_edited(root_client):
    metric = factories.MetricFactory()
    page = address(Metric, "change", metric.pk)
    fields = root_client.get(page).context["adminform"].form.fields
    assert not {"document", "workspace", "page", "quote", "reader", "anchored"} & fields.keys()


@pytest.mark.parametrize(
    "quote, anchored", [("Revenue was $4.2 million.", True), ("Nobody wrote this down.", False)]
)
def test_a_fact_added_by_hand_is_anchored(root_client, quote, anchored):
    page = factories.PageFactory()
    data = form_data(root_client.get(address(Metric, "add")))
    data |= {
        "document": page.document.pk,
        "page": 1,
        "quote": quote,
        "metric_name": "Revenue",
        "value": "4.2",
    }
    response = root_client.post(address(Metric, "add"), data)
    assert response.status_code == 302
    metric = Metric.objects.get()
    assert (metric.workspace, metric.reader, metric.anchored) == (page.workspace, Reader.CURATOR, anchored)


def test_a_fact_links_to_its_words(root_client):
    metric = factories.MetricFactory()
    text = root_client.get(address(Metric, "changelist")).content.decode()
    assert f"/documents/{metric.document_id}/?page=1&amp;quote=Revenue+was" in text


def test_editing_a_document_marks_the_field_curated(root_client):
    document = factories.DocumentFactory(curated_fields=["summary"])
    page = address(Document, "change", document.pk)
    data = form_data(root_client.get(page)) | {"title": "The right title"}
    assert root_client.post(page, data).status_code == 302
    document.refresh_from_db()
    assert (document.title, document.curated_fields) == ("The right title", ["summary", "title"])


def test_retry_queues_failed_documents_and_names_the_others(root_client):
    failed = factories.DocumentFactory(status=Status.FAILED)
    ready = factories.DocumentFactory()
    data = {"action": "retry", "_selected_action": [failed.pk, ready.pk]}
    response = root_client.post(address(Document, "changelist"), data, follow=True)
    failed.refresh_from_db()
    assert failed.status == Status.QUEUED
    said = [str(message) for message in response.context["messages"]]
    assert said == [f"“{ready.filename}” has not failed: there is nothing to retry.", "Queued 1 document."]


@pytest.mark.parametrize("how", ["one", "several"])
def test_deleting_a_document_removes_its_file(root_client, settings, how, django_capture_on_commit_callbacks):
    document = factories.DocumentFactory()
    with django_capture_on_commit_callbacks(execute=True):
        if how == "one":
            root_client.post(address(Document, "delete", document.pk), {"post": "yes"})
        else:
            data = {"action": "delete_selected", "_selected_action": [document.pk], "post": "yes"}
            root_client.post(address(Document, "changelist"), data)
    assert not Document.objects.exists()
    assert [path for path in settings.MEDIA_ROOT.rglob("*") if path.is_file()] == []


def test_deleting_a_workspace_removes_its_files(root_client, settings, django_capture_on_commit_callbacks):
    document = factories.DocumentFactory()
    with django_capture_on_commit_callbacks(execute=True):
        root_client.post(address(Workspace, "delete", document.workspace.pk), {"post": "yes"})
    assert not Workspace.objects.exists()
    assert [path for path in settings.MEDIA_ROOT.rglob("*") if path.is_file()] == []


def test_a_key_is_shown_once_and_can_be_revoked(root_client, user):
    response = root_client.post(address(ApiKey, "add"), {"name": "robot", "user": user.pk}, follow=True)
    key = re.search(r"rs_[\w-]{43}", response.content.decode())[0]
    row = ApiKey.objects.get()
    assert ApiKey.user_of(key) == user
    assert key not in root_client.get(address(ApiKey, "change", row.pk)).content.decode()
    root_client.post(address(ApiKey, "changelist"), {"action": "revoke", "_selected_action": [row.pk]})
    with pytest.raises(KeyRefused, match="was revoked"):
        ApiKey.user_of(key)


def test_renaming_a_key_keeps_it(root_client, user):
    row, key = ApiKey.issue(user=user, name="robot")
    root_client.post(address(ApiKey, "change", row.pk), {"name": "machine"})
    assert ApiKey.user_of(key) == user
    assert ApiKey.objects.get().name == "machine"


def test_a_key_opens_the_workspaces_chosen_in_the_admin(root_client, user, workspace, other_workspace):
    fields = {"name": "robot", "user": user.pk, "workspaces": [workspace.pk]}
    root_client.post(address(ApiKey, "add"), fields)
    row = ApiKey.objects.get()
    assert row.opened == {workspace.pk}
    assert "Mine" in root_client.get(address(ApiKey, "change", row.pk)).content.decode()
    assert "Mine" in root_client.get(address(ApiKey, "changelist")).content.decode()
    root_client.post(address(ApiKey, "add"), {"name": "everywhere", "user": user.pk})
    assert ApiKey.objects.get(name="everywhere").opened is None


def test_an_edit_is_shown_in_the_facts_history(root_client):
    metric = factories.MetricFactory(value="$4.2 million")
    page = address(Metric, "change", metric.pk)
    root_client.post(page, form_data(root_client.get(page)) | {"value": "$4.3 million"})
    html = root_client.get(address(Metric, "history", metric.pk)).content.decode()
    assert "<td>value</td><td>$4.2 million</td><td>$4.3 million</td>" in html
    listed = root_client.get(address(Edit, "changelist")).content.decode()
    assert "value: $4.2 million → $4.3 million" in listed


@pytest.mark.parametrize("how", ["one", "several"])
def test_a_deleted_fact_is_rejected_until_it_is_let_in_again(root_client, how):
    metric = factories.MetricFactory()
    if how == "one":
        root_client.post(address(Metric, "delete", metric.pk), {"post": "yes"})
    else:
        data = {"action": "delete_selected", "_selected_action": [metric.pk], "post": "yes"}
        root_client.post(address(Metric, "changelist"), data)
    edit = Edit.objects.get()
    assert (edit.is_rejection, edit.origin in curated_origins(metric.document)) == (True, True)
    root_client.post(address(Edit, "changelist"), {"action": "let_in", "_selected_action": [edit.pk]})
    assert curated_origins(metric.document) == set()


def test_a_documents_own_settings_are_saved_beside_its_curated_fields(root_client):
    document = factories.DocumentFactory()
    page = address(Document, "change", document.pk)
    data = form_data(root_client.get(page)) | {"bucket": "contracts", "title": "The right title"}
    assert root_client.post(page, data).status_code == 302
    document.refresh_from_db()
    assert (document.bucket, document.title, document.curated_fields) == (
        "contracts",
        "The right title",
        ["title"],
    )
    assert Edit.objects.get().changes == {"title": ["", "The right title"]}


@pytest.mark.parametrize("action", ["read_facts", "cut_again", "write_map"])
def test_stages_are_run_again_for_ready_documents(root_client, action, django_capture_on_commit_callbacks):
    ready, busy = factories.DocumentFactory(), factories.DocumentFactory(status=Status.READING)
    data = {"action": action, "_selected_action": [ready.pk, busy.pk]}
    with django_capture_on_commit_callbacks(execute=True):
        response = root_client.post(address(Document, "changelist"), data, follow=True)
    said = [str(message) for message in response.context["messages"]]
    assert said == [f"“{busy.filename}” is being read: wait until it is done.", "Queued 1 document."]
    assert OrmQ.objects.count() == 1


def test_without_a_model_none_is_asked(root_client):
    ready = factories.DocumentFactory()
    data = {"action": "let_model_read", "_selected_action": [ready.pk]}
    response = root_client.post(address(Document, "changelist"), data, follow=True)
    said = [str(message) for message in response.context["messages"]]
    assert said == ["No model is set up: choose one first, or read by rules."]


def run_action(client, action, documents, **more):
    data = {"action": action, "_selected_action": [document.pk for document in documents], **more}
    return client.post(address(Document, "changelist"), data)


@pytest.mark.parametrize("action", ["read_again", "cut_again", "let_model_read"])
def test_a_models_work_is_not_thrown_away_unasked(
    root_client, workspace, settings, action, django_capture_on_commit_callbacks
):
    settings.RAGSITE_LLM = "openai"
    deep = factories.DocumentFactory(workspace=workspace, tier="local", filename="deep.pdf")
    plain = factories.DocumentFactory(workspace=workspace, tier="none", filename="plain.pdf")
    with django_capture_on_commit_callbacks(execute=True):
        html = run_action(root_client, action, [deep, plain]).content.decode()
    assert "1 of the selected documents was read by a model" in html
    assert "deep.pdf (local)" in html
    assert "plain.pdf" not in html
    assert not OrmQ.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        run_action(root_client, action, [deep, plain], confirmed="yes")
    assert OrmQ.objects.count() == 2


def test_what_no_model_read_is_read_again_at_once(root_client, workspace, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        run_action(root_client, "read_again", [factories.DocumentFactory(workspace=workspace, tier="none")])
    assert OrmQ.objects.count() == 1


def test_conflicts_are_listed_with_both_sides_and_never_changed_by_hand(root_client, workspace):
    winner = factories.MetricFactory(
        document__workspace=workspace, document__filename="new.pdf", value="4.9", page=2, quote="It was 4.9"
    )
    loser = factories.MetricFactory(document__workspace=workspace, document__filename="old.pdf", value="4.2")
    conflict = factories.ConflictFactory(winner=winner, loser=loser, reason="later")
    html = root_client.get(address(Conflict, "changelist"), {"q": "old.pdf"}).content.decode()
    words = f"/w/mine/documents/{winner.document_id}/?page=2&amp;quote=It+was+4.9"
    assert f'4.9 in <a href="{words}">new.pdf</a>' in html
    assert "4.2 in <a" in html
    assert (
        root_client.get(address(Conflict, "changelist"), {"q": "other.pdf"}).context["cl"].result_count == 0
    )
    assert root_client.post(address(Conflict, "delete", conflict.pk), {"post": "yes"}).status_code == 403
    deleting = root_client.post(address(Document, "delete", winner.document_id), {"post": "yes"})
    assert deleting.status_code == 302
    assert not Conflict.objects.exists()


def test_receipts_are_listed_for_those_whom_they_concern_and_stay(root_client, workspace, other_user):
    root = User.objects.get(username="root")
    receipt = factories.DeletionReceiptFactory(
        workspace=workspace, filename="gone.pdf", rows={"pages": 3, "metrics": 12}, bytes=2_500_000
    )
    factories.DeletionReceiptFactory(workspace=None, deleted_by=root, filename="mine.pdf")
    factories.DeletionReceiptFactory(workspace=None, deleted_by=other_user, filename="secret.pdf")
    html = root_client.get(address(DeletionReceipt, "changelist")).content.decode()
    assert "3 pages, 12 metrics" in html
    assert "2.4\xa0MB" in html
    assert "mine.pdf" in html
    assert "secret.pdf" not in html
    assert (
        root_client.post(address(DeletionReceipt, "delete", receipt.pk), {"post": "yes"}).status_code == 403
    )


@pytest.mark.parametrize(
    ("factory", "field"), [(factories.MetricFactory, "unit"), (factories.DocumentFactory, "title")]
)
def test_the_second_of_two_curators_is_told_what_the_first_changed(db, client, factory, field):
    row = factory(**{field: "old"})
    pages, change = {}, address(type(row), "change", row.pk)
    for name in ("ada", "bob"):  # both open the page, then both save
        client.force_login(User.objects.create_superuser(name))
        pages[name] = form_data(client.get(change)) | {field: f"by {name}"}
    client.force_login(User.objects.get(username="ada"))
    assert client.post(change, pages["ada"]).status_code == 302
    client.force_login(User.objects.get(username="bob"))
    refused = client.post(change, pages["bob"])
    assert f"ada has changed {field}" in refused.content.decode().replace("&#x27;", "'")
    row.refresh_from_db()
    assert getattr(row, field) == "by ada"
    assert client.post(change, form_data(client.get(change)) | {field: "by bob"}).status_code == 302
    assert Edit.objects.count() == 2
