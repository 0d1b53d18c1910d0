"""The documents' pages: the list, uploads, pictures, evidence; and nothing of others."""

import json

import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from documents.models import Document, Role, Status
from documents.views.evidence.pictures import widened
from reading.model import Box
from samples.generate import write_samples
from tests import factories

HTMX = {"HX-Request": "true"}
FETCH = {"X-Requested-With": "fetch"}
TEXT = b"Revenue was $4.2 million in the year 2024, and costs were $3.1 million. " * 3


@pytest.fixture
def signed_in(client, user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)
    return client


@pytest.fixture(scope="session")
def sample_pdf(tmp_path_factory):
    samples = write_samples(tmp_path_factory.mktemp("samples"))
    return next(sample.path for sample in samples if "report" in sample.path.name)


@pytest.fixture
def report(workspace, sample_pdf):
    """A PDF of whose first page the words are known."""
    document = factories.DocumentFactory(
        workspace=workspace,
        filename=sample_pdf.name,
        media_type="application/pdf",
        file=ContentFile(sample_pdf.read_bytes(), name="report.pdf"),
        page_count=2,
    )
    factories.PageFactory(document=document, number=1, text="words", width=595, height=842)
    return document


def upload(client, *files, **headers):
    data = {"files": [SimpleUploadedFile(name, content) for name, content in files]}
    return client.post(reverse("upload", args=["mine"]), data, headers=headers)


def test_the_list_shows_stage_reason_and_counts(signed_in, workspace):
    ready = factories.DocumentFactory(workspace=workspace, filename="ready.txt", title="A good year")
    factories.MetricFactory.create_batch(3, document=ready)
    factories.ClaimFactory.create_batch(2, document=ready)
    factories.DocumentFactory(
        workspace=workspace,
        filename="busy.pdf",
        status=Status.PARSING,
        progress=34,
        stage="Reading page 3 of 9",
    )
    factories.DocumentFactory(
        workspace=workspace, filename="bad.pdf", status=Status.FAILED, error="It is broken."
    )
    html = signed_in.get("/w/mine/documents/").content.decode()
    assert "A good year" in html
    assert '<dd class="number">3</dd>' in html
    assert '<dd class="number">2</dd>' in html
    assert "Reading page 3 of 9" in html
    assert "It is broken." in html
    assert "1 of 3 ready" in html


def test_a_protected_pdf_asks_for_its_password(signed_in, workspace):
    error = "The PDF is protected by a password. Give its password and try again."
    factories.DocumentFactory(workspace=workspace, status=Status.FAILED, error=error)
    assert 'name="password"' in signed_in.get("/w/mine/documents/").content.decode()


def test_a_list_that_fills_brings_the_line_above_it(signed_in, workspace):
    factories.DocumentFactory(workspace=workspace, filename="ready.txt")
    headers = {"HX-Request": "true", "HX-Target": "documents"}
    html = signed_in.get(reverse("documents", args=["mine"]), headers=headers).content.decode()
    assert "ready.txt" in html
    assert 'id="reading-line" class="quiet" aria-live="polite" hx-swap-oob="morph">1 of 1 ready' in html


def test_the_list_is_narrowed_by_words(signed_in, workspace):
    factories.DocumentFactory(workspace=workspace, filename="lease.txt", summary="The notice is ninety days.")
    factories.DocumentFactory(workspace=workspace, filename="invoice.txt")
    headers = {"HX-Request": "true", "HX-Target": "documents"}
    html = signed_in.get("/w/mine/documents/?q=notice+lease", headers=headers).content.decode()
    assert "lease.txt" in html
    assert "invoice.txt" not in html
    assert "<html" not in html


def test_the_list_is_narrowed_by_status(signed_in, workspace):
    factories.DocumentFactory(workspace=workspace, filename="done.txt")
    factories.DocumentFactory(workspace=workspace, filename="bad.txt", status=Status.FAILED)
    factories.DocumentFactory(workspace=workspace, filename="early.txt", status=Status.QUEUED)
    for state, shown in (("ready", "done.txt"), ("failed", "bad.txt"), ("busy", "early.txt")):
        html = signed_in.get(f"/w/mine/documents/?state={state}").content.decode()
        assert [name for name in ("done.txt", "bad.txt", "early.txt") if f">{name}</a>" in html] == [shown]
    Document.objects.filter(status=Status.FAILED).delete()
    assert "No document has failed." in signed_in.get("/w/mine/documents/?state=failed").content.decode()
    assert "done.txt" in signed_in.get("/w/mine/documents/?state=nonsense").content.decode()


def test_a_row_says_how_many_conflicts_its_document_has(signed_in, workspace):
    winner = factories.MetricFactory(document__workspace=workspace)
    losers = factories.MetricFactory.create_batch(2, document__workspace=workspace)
    for loser in losers:
        factories.ConflictFactory(winner=winner, loser=loser)
    html = signed_in.get("/w/mine/documents/").content.decode()
    address = reverse("document", args=["mine", winner.document_id])
    assert f'href="{address}?tab=conflicts">2 conflicts</a>' in html
    assert html.count("?tab=conflicts") == 3


def test_an_empty_list_says_how_to_begin(signed_in, workspace):
    assert "Drop PDF, Word, PowerPoint" in signed_in.get("/w/mine/documents/").content.decode()


def test_files_are_taken_refused_or_known_each_with_its_words(signed_in, workspace):
    html = upload(
        signed_in, ("a.txt", TEXT), ("again.txt", TEXT), ("empty.txt", b""), **FETCH
    ).content.decode()
    document = Document.objects.get()
    assert f'data-busy="{document.pk}"' in html
    assert "“again.txt” is already there: the same file" in html
    assert "Not taken: " in html


def test_files_are_read_as_chosen_at_upload(signed_in, workspace):
    data = {"files": [SimpleUploadedFile("a.txt", TEXT)], "mode": "map_only", "bucket": "Contracts"}
    signed_in.post(reverse("upload", args=["mine"]), data, headers=FETCH)
    document = Document.objects.get()
    assert (document.extraction_mode, document.bucket) == ("map_only", "contracts")
    data = {"files": [SimpleUploadedFile("b.txt", TEXT + b"x")], "mode": "everything"}
    html = signed_in.post(reverse("upload", args=["mine"]), data, headers=FETCH).content.decode()
    assert "There is no mode “everything”" in html


def test_the_list_leads_to_the_conflicts(signed_in, workspace):
    assert "between documents" not in signed_in.get("/w/mine/documents/").content.decode()
    factories.ConflictFactory(
        winner=factories.MetricFactory(document__workspace=workspace),
        loser=factories.MetricFactory(document__workspace=workspace),
    )
    html = signed_in.get("/w/mine/documents/").content.decode()
    assert '<a href="/w/mine/documents/conflicts/">1 conflict between documents</a>' in html


def test_uploading_without_script_comes_back_to_the_list(signed_in, workspace):
    response = upload(signed_in, ("a.txt", TEXT))
    assert response.url == "/w/mine/documents/"
    assert "“a.txt” is being read." in signed_in.get(response.url).content.decode()


def test_a_viewer_sees_documents_but_nothing_to_change_them(client, workspace, other_user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    factories.MembershipFactory(user=other_user, workspace=workspace, role=Role.VIEWER)
    document = factories.DocumentFactory(workspace=workspace)
    client.force_login(other_user)
    html = client.get("/w/mine/documents/").content.decode()
    assert document.filename in html
    assert "Add documents" not in html
    assert "hx-confirm" not in html
    assert "ask its owner" in upload(client, ("a.txt", TEXT), **FETCH).content.decode()
    assert client.post(reverse("delete_document", args=["mine", document.pk])).status_code == 403
    assert Document.objects.count() == 1


def test_progress_brings_the_rows_asked_for(signed_in, workspace):
    busy = factories.DocumentFactory(
        workspace=workspace, status=Status.READING, stage="Reading tables", progress=50
    )
    other = factories.DocumentFactory(workspace=workspace)
    html = signed_in.get(f"/w/mine/documents/progress/?ids={busy.pk},x,{'9' * 40}").content.decode()
    assert "Reading tables" in html
    assert f'id="document-{other.pk}"' not in html
    assert "1 being read" in html


def test_a_failed_document_is_read_again(signed_in, workspace):
    failed = factories.DocumentFactory(workspace=workspace, status=Status.FAILED, error="Broken.")
    address = reverse("retry_document", args=["mine", failed.pk])
    assert "Waiting to be read" in signed_in.post(address, headers=HTMX).content.decode()
    failed.refresh_from_db()
    assert failed.status == Status.QUEUED


def test_a_document_that_is_being_read_is_not_read_twice(signed_in, workspace):
    busy = factories.DocumentFactory(workspace=workspace, status=Status.READING)
    response = signed_in.post(reverse("retry_document", args=["mine", busy.pk]), headers=HTMX)
    assert "wait until it is done" in json.loads(response["HX-Trigger"])["notice"]["text"]


def test_deleting_leaves_a_receipt(signed_in, workspace):
    document = factories.DocumentFactory(workspace=workspace)
    factories.MetricFactory.create_batch(2, document=document)
    address = reverse("delete_document", args=["mine", document.pk])
    factories.DocumentFactory(workspace=workspace)
    response = signed_in.post(address, headers=HTMX)
    assert "2 metrics" in json.loads(response["HX-Trigger"])["notice"]["text"]
    assert Document.objects.count() == 1
    assert "1 of 1 ready" in response.content.decode(), "the line above the list counts anew"


def test_before_it_is_deleted_a_document_says_what_goes_with_it(signed_in, workspace):
    document = factories.DocumentFactory(workspace=workspace, page_count=1)
    factories.MetricFactory(document=document)
    factories.TopicFactory(document=document)
    said = "The file, its 1 page, 1 figure and 1 other fact will be gone."
    assert said in signed_in.get("/w/mine/documents/").content.decode()
    address = reverse("document", args=["mine", document.pk])
    assert said in signed_in.get(address).content.decode()
    factories.ClaimFactory.create_batch(2, document=document)
    factories.MetricFactory.create_batch(1234, document=document)
    said = "The file, its 1 page, 1,235 figures and 3 other facts will be gone."
    assert said in signed_in.get(address).content.decode()


def test_a_new_version_puts_the_row_of_the_old_one_anew(signed_in, workspace):
    old = factories.DocumentFactory(workspace=workspace)
    data = {"files": [SimpleUploadedFile("new.txt", TEXT)], "version_of": old.pk}
    html = signed_in.post(reverse("upload", args=["mine"]), data, headers=HTMX).content.decode()
    _, row = html.split(f'id="document-{old.pk}"')
    assert 'hx-swap-oob="morph"' in row
    assert "Superseded by new.txt" in row


def test_a_document_that_failed_is_opened_with_its_password_on_its_own_page(signed_in, workspace):
    failed = factories.DocumentFactory(
        workspace=workspace, status=Status.FAILED, error="It is protected by a password."
    )
    address = reverse("document", args=["mine", failed.pk])
    html = signed_in.get(address).content.decode()
    retry = reverse("retry_document", args=["mine", failed.pk])
    assert f'action="{retry}"' in html
    assert 'name="password"' in html
    response = signed_in.post(retry, {"password": "wrong"}, follow=True)
    assert response.redirect_chain[-1][0] == address
    assert [message.level_tag for message in response.context["messages"]] == ["error"]


def test_the_page_of_a_document_that_is_read_follows_the_reading(signed_in, workspace):
    document = factories.DocumentFactory(
        workspace=workspace, status=Status.READING, stage="Reading tables", progress=40, page_count=0
    )
    address = reverse("document", args=["mine", document.pk])
    html = signed_in.get(address).content.decode()
    assert f'hx-get="{address}" hx-trigger="every' in html
    assert "0 pages" not in html, "nothing is told of what was not read yet"
    assert "page-turner" not in html
    asked = HTMX | {"HX-Target": "badges"}
    following = signed_in.get(address, headers=asked)
    assert "Reading tables, 40%" in following.content.decode()
    assert "essence-facts" not in following.content.decode()
    assert "HX-Trigger" not in following
    Document.objects.update(status=Status.READY)
    assert signed_in.get(address, headers=asked)["HX-Trigger"] == "document-read"
    assert 'hx-trigger="every' not in signed_in.get(address).content.decode()


def test_a_page_is_a_picture_that_browsers_keep(signed_in, report):
    address = reverse("page_image", args=["mine", report.pk, 1])
    response = signed_in.get(f"{address}?width=300")
    assert response["Content-Type"] == "image/png"
    assert response.content.startswith(b"\x89PNG")
    assert response["Cache-Control"].startswith("private")
    again = signed_in.get(f"{address}?width=300", headers={"If-None-Match": response["ETag"]})
    assert again.status_code == 304
    assert not again.content


@pytest.mark.parametrize("number", [0, 3, 99999])
def test_pages_beyond_the_document_are_not_found(signed_in, report, number):
    assert signed_in.get(reverse("page_image", args=["mine", report.pk, number])).status_code == 404


def test_a_text_has_no_pictures(signed_in, workspace):
    document = factories.DocumentFactory(workspace=workspace)
    assert signed_in.get(reverse("page_image", args=["mine", document.pk, 1])).status_code == 404


def test_evidence_of_a_pdf_boxes_its_words(signed_in, report):
    address = reverse("evidence", args=["mine", report.pk, 1])
    html = signed_in.get(address, {"quote": "Skerrivane Instruments"}).content.decode()
    assert '<rect class="highlight"' in html
    assert "Skerrivane Instruments</blockquote>" in html


def test_evidence_that_is_not_on_the_picture_says_so(signed_in, report):
    address = reverse("evidence", args=["mine", report.pk, 1])
    html = signed_in.get(address, {"quote": "words of <b>another</b> page"}).content.decode()
    assert "could not be located" in html
    assert "<b>another</b>" not in html


def test_evidence_of_a_text_marks_its_words(signed_in, workspace):
    document = factories.DocumentFactory(workspace=workspace)
    factories.PageFactory(document=document, text="Costs fell. Revenue was $4.2 million. <script>")
    address = reverse("evidence", args=["mine", document.pk, 1])
    html = signed_in.get(address, {"quote": "Revenue was $4.2 million."}).content.decode()
    assert '<mark id="quote">Revenue was $4.2 million.</mark>' in html
    assert "<script>" not in html


@pytest.mark.parametrize(
    ("text", "columns"), [("Revenue   1,200   1,100", True), ("Revenue was 1,200.", False)]
)
def test_the_columns_of_a_sheet_stand_in_line(signed_in, workspace, text, columns):
    document = factories.DocumentFactory(workspace=workspace)
    factories.PageFactory(document=document, text=text)
    address = reverse("evidence", args=["mine", document.pk, 1])
    assert ('class="page-text columns"' in signed_in.get(address).content.decode()) == columns


def test_recognised_tables_are_outlined_and_lead_to_their_rows(signed_in, report):
    table = {"index": 3, "title": "Results", "rows": 2, "box": [50, 100, 300, 200]}
    report.pages.update(tables=[table])
    factories.TableRowFactory(document=report, table_index=3, label="Sales of bells")
    factories.TableRowFactory(document=report, table_index=4, label="Costs of bells")
    address = reverse("document", args=["mine", report.pk])
    html = signed_in.get(address).content.decode()
    assert "<title>Results (2 rows)</title>" in html
    assert 'x="46.00" y="96.00" width="258.00" height="108.00"' in html
    assert "?tab=rows&amp;table=3" in html
    rows = signed_in.get(address, {"tab": "rows", "table": "3"}).content.decode()
    assert "Sales of bells" in rows
    assert "Costs of bells" not in rows


def test_an_outline_stays_on_its_page():
    assert widened(Box(5, 5, 10, 10), 2, width=100, height=100) == Box(3, 3, 12, 12)
    assert widened(Box(1, 1, 99, 98), 4, width=100, height=100) == Box(0, 0, 100, 100)


def test_a_recognised_page_says_how_sure_its_words_are(signed_in, report):
    report.pages.update(ocr_confidence=0.934)
    html = signed_in.get(reverse("document", args=["mine", report.pk])).content.decode()
    assert "a confidence of 93%" in html


def test_a_document_says_what_it_is(signed_in, workspace):
    old = factories.DocumentFactory(workspace=workspace, filename="policy-1.txt")
    document = factories.DocumentFactory(
        workspace=workspace,
        title="Travel policy",
        summary="Meals are paid up to a limit.",
        organizations=["Acme"],
        topics=["meals"],
        supersedes=old,
        map_entry={"retrieval_profile": {"answers_questions_about": ["What is the meal allowance?"]}},
    )
    factories.PageFactory(document=document)
    html = signed_in.get(reverse("document", args=["mine", document.pk])).content.decode()
    for words in ("Travel policy", "Meals are paid", "Acme", "What is the meal allowance?", "policy-1.txt"):
        assert words in html
    assert "Superseded by" in signed_in.get(reverse("document", args=["mine", old.pk])).content.decode()


def test_a_link_opens_the_page_at_the_words(signed_in, report):
    factories.PageFactory(document=report, number=2, text="more", width=595, height=842)
    address = reverse("document", args=["mine", report.pk])
    html = signed_in.get(address, {"page": "2", "quote": "Revenue"}).content.decode()
    assert "pages/2.png" in html
    assert "Revenue</blockquote>" in html


@pytest.mark.parametrize("page", ["0", "-1", "abc", "9" * 30, ""])
def test_a_page_that_does_not_exist_opens_the_nearest(signed_in, report, page):
    response = signed_in.get(reverse("document", args=["mine", report.pk]), {"page": page})
    assert response.status_code == 200


def test_a_skipped_page_says_why(signed_in, report):
    Document.objects.filter(pk=report.pk).update(skipped_pages=[{"page": 2, "reason": "The page crashes."}])
    html = signed_in.get(reverse("document", args=["mine", report.pk]), {"page": "2"}).content.decode()
    assert "The page crashes." in html


@pytest.mark.parametrize(
    "tab", ["figures", "claims", "entities", "topics", "rows", "chunks", "history", "pages", "nonsense"]
)
def test_every_tab_opens_alone_and_with_its_page(signed_in, workspace, tab):
    document = factories.DocumentFactory(workspace=workspace, timings={"parse": 1.5})
    for factory in (
        factories.PageFactory,
        factories.MetricFactory,
        factories.ClaimFactory,
        factories.EntityFactory,
        factories.TopicFactory,
        factories.TableRowFactory,
        factories.ChunkFactory,
    ):
        factory(document=document)
    address = reverse("document", args=["mine", document.pk])
    headers = {"HX-Request": "true", "HX-Target": "tab"}
    fragment = signed_in.get(address, {"tab": tab}, headers=headers).content.decode()
    assert "<html" not in fragment
    assert signed_in.get(address, {"tab": tab}).status_code == 200


def test_documents_of_others_do_not_exist(client, other_user, other_workspace, report, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(other_user)
    for slug in ("mine", other_workspace.slug):
        gets = [
            reverse("document", args=[slug, report.pk]),
            reverse("page_image", args=[slug, report.pk, 1]),
            reverse("evidence", args=[slug, report.pk, 1]),
        ]
        posts = [reverse(name, args=[slug, report.pk]) for name in ("retry_document", "delete_document")]
        assert {client.get(address).status_code for address in gets} == {404}
        assert {client.post(address).status_code for address in posts} == {404}
    assert client.get(reverse("documents", args=["mine"])).status_code == 404
    assert (
        report.filename not in client.get(reverse("documents", args=[other_workspace.slug])).content.decode()
    )
    rows = client.get(reverse("documents_progress", args=[other_workspace.slug]), {"ids": report.pk})
    assert report.filename not in rows.content.decode()


def test_a_document_is_found_only_in_its_own_workspace(signed_in, user, report):
    second = factories.MembershipFactory(user=user, workspace__slug="second").workspace
    for name, *rest in (("document",), ("evidence", 1), ("page_image", 1)):
        assert signed_in.get(reverse(name, args=[second.slug, report.pk, *rest])).status_code == 404


@pytest.mark.parametrize("count", [1, 30])
def test_a_long_list_costs_no_more_queries(signed_in, workspace, django_assert_max_num_queries, count):
    for document in factories.DocumentFactory.create_batch(count, workspace=workspace):
        factories.MetricFactory(document=document)
    with django_assert_max_num_queries(16):
        signed_in.get("/w/mine/documents/")
