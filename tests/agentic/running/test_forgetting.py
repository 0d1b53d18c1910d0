"""Answers that drew on a deleted document are forgotten with it."""

import threading

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from agentic.models import Run
from agentic.running.forgetting import forget_if_gone
from documents.library.deletion import remove_documents
from documents.library.services import delete_document
from documents.models import Claim, DeletionReceipt, Document, Page
from tests.factories import (
    ClaimFactory,
    DocumentFactory,
    MembershipFactory,
    PageFactory,
    RunFactory,
    RunStepFactory,
    UploadTaskFactory,
)

SECRET = "Zanzibar paid 77 quokkas"


@pytest.fixture
def document(workspace):
    return DocumentFactory(workspace=workspace, filename="treaty “A”.txt")


def cites(document: Document) -> dict:
    return {"text": SECRET, "citations": [{"number": 1, "document_id": document.pk, "quote": SECRET}]}


def test_an_answer_that_cites_the_document_becomes_a_note(user, workspace, document):
    run = RunFactory(
        workspace=workspace,
        status="done",
        answer=SECRET,
        answered=True,
        result=cites(document),
        partial="Zan",
    )
    RunStepFactory(run=run, output={"rows": [SECRET]}, sql=f"SELECT '{SECRET}'")
    receipt = delete_document(user=user, document=document)
    run.refresh_from_db()
    assert run.question == "What was revenue in 2024?"
    assert run.answer.startswith("This answer drew on a document deleted on ")
    assert (run.answered, run.result, run.partial, run.steps.count()) == (False, {"text": run.answer}, "", 0)
    assert receipt.rows["answers"] == 1


def test_a_stopped_run_is_known_by_the_name_of_the_file(user, workspace, document):
    run = RunFactory(workspace=workspace, status="stopped", answer=SECRET)
    RunStepFactory(run=run, kind="search", output={"best": [f"{document.filename}, p. 1"]})
    delete_document(user=user, document=document)
    run.refresh_from_db()
    assert SECRET not in run.answer


def test_later_questions_forget_what_was_said(user, workspace, document):
    RunFactory(workspace=workspace, status="done", answer=SECRET, result=cites(document))
    said = [{"role": "user", "text": "Who paid?"}, {"role": "assistant", "text": SECRET}]
    later = RunFactory(workspace=workspace, status="done", answer="I do not know.", history=said)
    delete_document(user=user, document=document)
    later.refresh_from_db()
    assert (later.history, later.answer) == (said[:1], "I do not know.")


def test_answers_from_other_documents_stay(user, workspace, document):
    other = DocumentFactory(workspace=workspace, filename="other.txt")
    kept = RunFactory(workspace=workspace, status="done", answer="Kept", result=cites(other))
    same_name_elsewhere = RunFactory(status="done", answer=f"See {document.filename}")
    delete_document(user=user, document=document)
    kept.refresh_from_db()
    same_name_elsewhere.refresh_from_db()
    assert (kept.answer, kept.result) == ("Kept", cites(other))
    assert same_name_elsewhere.answer == f"See {document.filename}"


def test_a_copy_under_the_same_name_keeps_its_answers(user, workspace, document):
    copy = DocumentFactory(workspace=workspace, filename=document.filename, sha256="c" * 64)
    result = {"citations": [{"document_id": copy.pk, "document": copy.filename}]}
    run = RunFactory(workspace=workspace, status="done", answer="Kept", result=result)
    delete_document(user=user, document=document)
    run.refresh_from_db()
    assert run.answer == "Kept"


def test_an_answer_stored_after_the_deletion_is_forgotten_too(user, workspace, document):
    result = cites(document)
    delete_document(user=user, document=document)
    run = RunFactory(workspace=workspace, status="done", answer=SECRET, result=result)
    forget_if_gone(run, run.steps.all())
    run.refresh_from_db()
    assert SECRET not in f"{run.answer}{run.result}"


def test_an_answer_from_documents_that_are_there_is_not_forgotten(workspace, document):
    run = RunFactory(workspace=workspace, status="done", answer=SECRET, result=cites(document))
    forget_if_gone(run, run.steps.all())
    run.refresh_from_db()
    assert run.answer == SECRET


def test_maps_uploads_and_the_admins_log_name_it_no_more(user, workspace, document):
    link = {"document_id": document.pk, "type": "contradicts", "description": SECRET}
    kept = {"document_id": 999_999, "type": "related", "description": ""}
    other = DocumentFactory(workspace=workspace, map_entry={"relationships": [link, kept], "topics": 1})
    task = UploadTaskFactory(workspace=workspace, duplicates=[{"filename": "a", "document": document.pk}])
    claim = ClaimFactory(document=document, claim_text=SECRET)
    LogEntry.objects.create(
        user=user,
        content_type=ContentType.objects.get_for_model(Claim),
        object_id=str(claim.pk),
        object_repr=str(claim),
        action_flag=CHANGE,
    )
    delete_document(user=user, document=document)
    other.refresh_from_db()
    task.refresh_from_db()
    assert other.map_entry == {"relationships": [kept], "topics": 1}
    assert task.duplicates == [{"filename": "a", "document": None}]
    assert LogEntry.objects.get().object_repr == "(deleted)"


def test_the_receipt_is_stored(user, workspace, document):
    PageFactory(document=document, text=SECRET)
    delete_document(user=user, document=document)
    receipt = DeletionReceipt.objects.get()
    assert (receipt.filename, receipt.deleted_by, receipt.workspace) == (document.filename, user, workspace)
    assert receipt.rows == {"documents": 1, "pages": 1}
    with pytest.raises(Document.DoesNotExist, match="deleted already"):
        delete_document(user=user, document=document)


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_writes_pages_meanwhile_does_not_hinder_the_deletion():
    """Its insert waits for the deletion at the document's row, and then finds no document."""
    document = DocumentFactory(workspace=MembershipFactory(role="owner").workspace)
    errors: list[str] = []

    def write_pages() -> None:
        number = 0
        try:
            while True:
                number += 1
                Page.objects.create(
                    workspace_id=document.workspace_id, document_id=document.pk, number=number
                )
        except Exception as error:
            errors.append(type(error).__name__)
        finally:
            connection.close()

    writer = threading.Thread(target=write_pages)
    writer.start()
    while Page.objects.count() < 20:
        pass
    remove_documents([Document.objects.get(pk=document.pk)], name="x")
    writer.join(timeout=30)
    assert errors == ["IntegrityError"]
    assert not Page.objects.exists()


def test_runs_are_forgotten_even_while_they_wait(user, workspace, document):
    run = RunFactory(workspace=workspace, status="queued", document_ids=[document.pk])
    delete_document(user=user, document=document)
    assert Run.objects.get(pk=run.pk).document_ids == [document.pk]  # a question of it alone finds nothing
