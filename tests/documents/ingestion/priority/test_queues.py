"""What waits says behind what."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from django_q.models import OrmQ
from django_q.tasks import async_task

from documents.ingestion.borrowed_calendar import REREAD_TASK
from documents.ingestion.priority.queues import Queues
from documents.ingestion.progress import AWAITS_MODEL
from documents.ingestion.rerun_requests import DEEPEN_TASK
from documents.library.services import INGEST_TASK
from documents.models import Document
from tests.factories import DocumentFactory, UploadTaskFactory

pytestmark = pytest.mark.django_db


def queued(*documents, task=INGEST_TASK, cluster="ingestion"):
    for document in documents:
        async_task(task, document.pk, cluster=cluster)
    return documents


def waiting_files(count, **fields):
    return queued(*(DocumentFactory(status="queued", **fields) for _ in range(count)))


def for_the_model(count, **fields):
    ready = [DocumentFactory(status="ready", stage=AWAITS_MODEL, **fields) for _ in range(count)]
    return queued(*ready, task=DEEPEN_TASK, cluster="reading")


@pytest.fixture
def with_model(settings):
    settings.RAGSITE_LLM = "openai"


def test_a_file_says_how_many_go_before_it():
    first, second, third = waiting_files(3)
    assert Queues().words(first) == "Waiting to be read"
    assert Queues().words(second) == "Waiting behind 1 file"
    assert (Queues().words(third), Queues().behind(third)) == ("Waiting behind 2 files", 2)


def test_what_is_in_hand_goes_before_whatever_its_number():
    first, _ = waiting_files(2)
    OrmQ.objects.filter(pk=OrmQ.objects.latest("pk").pk).update(lock=timezone.now() + timedelta(hours=6))
    assert Queues().words(first) == "Waiting behind 1 file"


def test_a_file_that_waits_behind_other_work_says_so():
    queued(DocumentFactory(status="ready"), task=REREAD_TASK)
    waiting_files(1)
    [_, last] = waiting_files(2)
    assert Queues().words(last) == "Waiting behind 2 files and 1 document that is read again"


def test_a_file_that_no_queue_holds_promises_no_place():
    document = DocumentFactory(status="queued")
    assert (Queues().words(document), Queues().behind(document)) == ("Waiting to be read", None)


def test_a_new_file_does_not_wait_behind_the_model(with_model):
    for_the_model(4)
    [new] = waiting_files(1)
    assert Queues().words(new) == "Waiting to be read"


def test_a_document_that_awaits_the_model_answers_and_says_behind_how_many(with_model):
    first, _, _, _, last = for_the_model(5)
    assert Queues().words(first) == "Answers questions; the model will read it next"
    assert Queues().words(last) == "Answers questions; the model will read it after 4 other documents"
    last.stage = "Ready; reading for the summary"
    assert Queues().words(last) == "Answers questions; the model is reading for the summary"
    lost = DocumentFactory(status="ready", stage=AWAITS_MODEL)
    assert Queues().words(lost) == "Answers questions; the model will read it later"


def test_without_a_model_nothing_is_promised(settings):
    settings.RAGSITE_LLM = "none"
    [document] = for_the_model(1)
    assert (Queues().words(document), Queues().behind(document)) == ("", None)


def test_a_list_asks_the_queues_once(with_model, django_assert_num_queries):
    documents = [*waiting_files(5), *for_the_model(5)]
    Queues().words(documents[0]), Queues().words(documents[-1])  # what entries hold is known from here on
    with django_assert_num_queries(2):
        queues = Queues()
        assert [queues.behind(document) for document in documents] == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4]


def test_the_page_and_the_api_tell_it(with_model, client, user, workspace):
    _, waiting = waiting_files(2, workspace=workspace)
    _, ready = for_the_model(2, workspace=workspace)
    client.force_login(user)
    page = client.get(reverse("documents", args=[workspace.slug])).content.decode()
    assert "Waiting behind 1 file" in page
    assert "Answers questions; the model will read it after 1 other document" in page
    assert f'data-deepens="{ready.pk}"' in page
    listed = client.get("/api/documents", {"workspace": workspace.slug}).json()["documents"]
    told = {document["id"]: (document["waiting"], document["waits_behind"]) for document in listed}
    assert told[waiting.pk] == ("Waiting behind 1 file", 1)
    assert told[ready.pk] == ("Answers questions; the model will read it after 1 other document", 1)


def test_files_sent_together_tell_behind_what_they_wait(client, user, workspace):
    waiting_files(3)
    task = UploadTaskFactory(workspace=workspace, user=user, total_files=1)
    task.documents.add(*waiting_files(1, workspace=workspace))
    client.force_login(user)
    assert "Waiting behind 3 files" in client.get(f"/api/kb/status/{task.pk}").json()["message"]


def test_a_page_that_answers_is_asked_for_again_once_the_model_has_read(with_model, client, user, workspace):
    [document] = for_the_model(1, workspace=workspace)
    client.force_login(user)
    address = reverse("document", args=[workspace.slug, document.pk])
    htmx = {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "badges"}
    assert "document-read" in client.get(address).content.decode(), "the page listens"
    assert client.get(address, **htmx)["HX-Trigger"] == "document-read", "rules have just read it"
    reply = client.get(address, {"answers": 1}, **htmx)
    assert "HX-Trigger" not in reply
    assert "the model will read it next" in reply.content.decode()
    Document.objects.update(stage="Ready")
    assert client.get(address, {"answers": 1}, **htmx)["HX-Trigger"] == "document-read"


def test_nobody_sees_what_others_wait_for(with_model, client, other_user, workspace):
    waiting_files(2, workspace=workspace)
    client.force_login(other_user)
    assert client.get("/api/documents", {"workspace": workspace.slug}).status_code == 404
