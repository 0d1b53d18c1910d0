from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser

from documents.library import selectors
from documents.models import FACT_MODELS, Document, Status, UploadTask, Workspace
from tests.factories import (
    ChunkFactory,
    ClaimFactory,
    DocumentFactory,
    EntityFactory,
    MetricFactory,
    TableRowFactory,
    TopicFactory,
    UploadTaskFactory,
    UserFactory,
)

FACTORIES = {
    "metric": MetricFactory,
    "claim": ClaimFactory,
    "entity": EntityFactory,
    "topic": TopicFactory,
    "row": TableRowFactory,
}


def test_workspaces_are_seen_by_members_only(user, workspace, other_workspace):
    assert list(selectors.workspaces_of(user)) == [workspace]
    assert selectors.workspace_for(user, "mine") == workspace
    with pytest.raises(Workspace.DoesNotExist, match="There is no workspace “theirs”"):
        selectors.workspace_for(user, "theirs")
    with pytest.raises(Workspace.DoesNotExist, match="There is no workspace “nowhere”"):
        selectors.workspace_for(user, "nowhere")
    assert not selectors.workspaces_of(AnonymousUser()).exists()


def test_session_workspaces_are_hidden_even_from_superusers(workspace):
    Workspace.objects.filter(pk=workspace.pk).update(kind=Workspace.Kind.SESSION)
    assert not selectors.workspaces_of(UserFactory(is_superuser=True)).exists()


def test_documents_are_seen_by_members_only(user, workspace, other_workspace):
    mine, theirs = DocumentFactory(workspace=workspace), DocumentFactory(workspace=other_workspace)
    assert list(selectors.documents_of(user, workspace)) == [mine]
    assert list(selectors.documents_of(user, other_workspace)) == []
    assert selectors.document_for(user, mine.pk) == mine
    with pytest.raises(Document.DoesNotExist, match=f"There is no document {theirs.pk}"):
        selectors.document_for(user, theirs.pk)


def test_documents_are_narrowed_by_each_filter(user, workspace):
    wanted = DocumentFactory(workspace=workspace, bucket="invoices", title="Bill of May")
    DocumentFactory(workspace=workspace, status=Status.FAILED)
    documents = selectors.documents_of(user, workspace)
    assert list(selectors.narrowed(documents, status="ready")) == [wanted]
    assert list(selectors.narrowed(documents, bucket="invoices")) == [wanted]
    assert list(selectors.narrowed(documents, bucket="Invoices")) == [wanted]
    assert list(selectors.narrowed(documents, search="of may")) == [wanted]
    assert selectors.narrowed(documents).count() == 2


def test_a_list_of_documents_takes_one_query(user, workspace, django_assert_num_queries):
    DocumentFactory.create_batch(5, workspace=workspace)
    with django_assert_num_queries(1):
        assert len({document.workspace.slug for document in selectors.documents_of(user, workspace)}) == 1


@pytest.mark.parametrize("kind", FACT_MODELS)
def test_facts_are_seen_by_members_only(user, workspace, other_workspace, kind):
    mine = FACTORIES[kind](document__workspace=workspace)
    FACTORIES[kind](document__workspace=other_workspace)
    assert list(selectors.facts_of(user, workspace, kind)) == [mine]
    assert list(selectors.facts_of(user, other_workspace, kind)) == []
    assert (
        list(selectors.facts_of(user, workspace, kind, document=DocumentFactory(workspace=workspace))) == []
    )


def test_upload_tasks_are_their_senders_own(user, workspace, other_user):
    task = UploadTaskFactory(user=user, workspace=workspace)
    assert selectors.upload_task_for(user, task.pk) == task
    with pytest.raises(UploadTask.DoesNotExist):
        selectors.upload_task_for(other_user, task.pk)
    with pytest.raises(UploadTask.DoesNotExist):
        selectors.upload_task_for(user, uuid4())


def test_upload_status_follows_the_documents(user, workspace):
    task = UploadTaskFactory(
        user=user,
        workspace=workspace,
        total_files=4,
        duplicates=[{"filename": "known.pdf", "document": 1}],
        refused=[{"filename": "x.exe", "reason": "“x.exe” is a program: send a PDF."}],
    )
    first = DocumentFactory(workspace=workspace, status=Status.READY, filename="first.pdf")
    second = DocumentFactory(
        workspace=workspace, status=Status.READING, progress=40, stage="Reading tables", filename="second.pdf"
    )
    task.documents.set([first, second])
    assert selectors.upload_status(task) == selectors.UploadStatus(
        "processing", 85, "3 of 4 done; second.pdf: Reading tables", 3, 4
    )
    Document.objects.filter(pk=second.pk).update(status=Status.FAILED, error="The PDF is broken.")
    assert selectors.upload_status(task) == selectors.UploadStatus(
        "completed",
        100,
        "4 files: 1 ready, 1 here already, 1 failed, 1 refused (“x.exe” is a program: send a PDF. "
        "“second.pdf”: The PDF is broken).",
        4,
        4,
    )


def test_of_many_failures_the_first_few_are_told_and_the_others_counted(workspace):
    task = UploadTaskFactory(workspace=workspace, total_files=12)
    failed = {"workspace": workspace, "status": Status.FAILED, "error": "It is broken."}
    task.documents.set(DocumentFactory(filename=f"{number}.pdf", **failed) for number in range(12))
    message = selectors.upload_status(task).message
    assert message.startswith("12 files: 12 failed (“")
    assert message.count("It is broken") == 5
    assert message.endswith("It is broken. And 7 more).")


def test_an_upload_of_which_nothing_came_in_is_an_error(workspace):
    task = UploadTaskFactory(workspace=workspace, total_files=1)
    task.documents.add(DocumentFactory(workspace=workspace, status=Status.FAILED))
    assert selectors.upload_status(task).status == "error"


def test_a_deleted_document_does_not_hold_its_upload_up(workspace):
    task = UploadTaskFactory(workspace=workspace, total_files=1)
    document = DocumentFactory(workspace=workspace, status=Status.QUEUED)
    task.documents.add(document)
    assert selectors.upload_status(task).status == "processing"
    document.delete()
    assert selectors.upload_status(task).status == "completed"


def test_kb_info_counts_one_workspace(user, workspace, other_workspace):
    document = DocumentFactory(workspace=workspace, page_count=3, token_count=70, bytes=100)
    DocumentFactory(workspace=workspace, status=Status.FAILED, bucket="invoices", page_count=0, bytes=11)
    ChunkFactory.create_batch(2, document=document)
    MetricFactory.create_batch(2, document=document)
    ClaimFactory(document=document, anchored=False)
    MetricFactory(document__workspace=other_workspace)
    assert selectors.kb_info(user, workspace) == selectors.KnowledgeBase(
        workspace="mine",
        documents=2,
        by_status={"ready": 1, "failed": 1},
        by_type={"other": 2},
        by_bucket={"generic": 1, "invoices": 1},
        pages=3,
        chunks=2,
        tokens=70,
        bytes=111,
        facts={"metric": 2, "claim": 1, "entity": 0, "topic": 0, "row": 0},
        unanchored=1,
        near_duplicates=0,
    )
    assert selectors.kb_info(user, other_workspace).facts["metric"] == 0
    assert selectors.kb_info(user, other_workspace).documents == 0


def test_kb_info_takes_as_many_queries_for_many_documents(user, workspace, django_assert_num_queries):
    for documents in (1, 5):
        for document in DocumentFactory.create_batch(documents, workspace=workspace):
            MetricFactory(document=document)
            ChunkFactory(document=document)
        with django_assert_num_queries(8):
            selectors.kb_info(user, workspace)


@pytest.mark.parametrize("kind", [*FACT_MODELS])
def test_facts_come_without_the_map_entries_of_their_documents(user, workspace, kind):
    FACTORIES[kind](document=DocumentFactory(workspace=workspace))
    [fact] = selectors.facts_of(user, workspace, kind)
    assert fact.document.get_deferred_fields() == {"map_entry"}
