"""Endpoints for documents and for the knowledge base as a whole."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import HttpRequest
from ninja import Field, File, Form, Query, Router, Status
from ninja.files import UploadedFile

from documents.api.auth import user_of
from documents.api.bodies import Body, FormBody
from documents.ingestion.priority.queues import Queues
from documents.library import selectors, services
from documents.library.catalogue.presentation import document_detail_json, document_json, receipt_json
from documents.library.catalogue.schemas import (
    DocumentDetailOut,
    DocumentOut,
    DocumentsOut,
    KnowledgeBaseOut,
    ReceiptOut,
    ReceiptsOut,
    UploadOut,
    UploadStatusOut,
    UploadTaskOut,
)
from documents.library.catalogue.statistics import statistics_by_mode
from documents.library.near_duplicates import near_duplicates
from documents.library.staging import RefusedUpload
from documents.models import Document, Workspace
from documents.models import Status as DocumentStatus
from documents.workspaces import sessions

router = Router(tags=["Documents"])
MAX_LISTED = 500  # documents in one answer


class UploadOptions(FormBody):
    workspace: str = Field("default", description="Its slug; “session” makes one that only you see.")
    session_id: str = Field(
        "", description="A session workspace of yours, as an earlier upload gave it; goes before `workspace`."
    )
    bucket: str = "generic"
    mode: str = Document.ExtractionMode.BOTH
    on_duplicate: str = Field(
        services.OnDuplicate.KEEP,
        description="Where the same bytes are here already: keep the one there, store a new version of it, "
        "or keep both.",
    )
    version_of: int | None = Field(
        None, description="The document that the file supersedes, whether or not its bytes are here already."
    )

    def for_upload(self, user: Any) -> dict[str, Any]:
        """What the services take. Raises `Document.DoesNotExist`."""
        return {
            "user": user,
            "bucket": self.bucket,
            "mode": self.mode,
            "on_duplicate": self.on_duplicate,
            "version_of": selectors.document_for(user, self.version_of) if self.version_of else None,
            "workspace": self._workspace(user),  # the last, since it may be made here
        }

    @property
    def makes_session(self) -> bool:
        return not self.session_id and self.workspace == sessions.SESSION

    def _workspace(self, user: Any) -> Workspace:
        if self.session_id:
            return selectors.session_workspace_for(user, self.session_id)
        if self.workspace == sessions.SESSION:
            return sessions.open_session(user)
        return selectors.workspace_for(user, self.workspace)


class CopyIn(Body):
    on_duplicate: str = Field(description="version or both.")
    version_of: int | None = Field(None, description="The document that it supersedes, if not this one.")
    filename: str = Field("", description="The name that the file came with, if another.")


class ReprocessIn(Body):
    mode: str = Field("", description="Another extraction mode from now on: both, map_only or sql_only.")
    password: str = Field("", description="Opens an encrypted PDF that failed; used once and never kept.")


@router.post("/documents/upload", response={(200, 201): UploadOut}, summary="Upload a document")
def upload(request: HttpRequest, options: Form[UploadOptions], file: File[UploadedFile]) -> Any:
    """Store one file and queue it for reading. The same bytes again give 200 and the document there was,
    unless `on_duplicate` says otherwise; POST /documents/{id}/copies changes one's mind."""
    with transaction.atomic():  # a file that is refused leaves no session workspace behind
        upload = services.upload_document(file=file, **options.for_upload(user_of(request)))
    return Status(200 if upload.is_duplicate else 201, _upload_json(upload))


def _upload_json(upload: services.Upload) -> dict[str, Any]:
    name = upload.document.filename
    message = f"“{name}” was here already." if upload.is_duplicate else f"“{name}” is being read."
    if upload.is_restored:
        message = f"“{name}” was here already; its missing file is stored again."
    return {
        "document": document_json(upload.document),
        "is_duplicate": upload.is_duplicate,
        "message": message,
    }


@router.post("/documents/{int:document_id}/copies", response={201: UploadOut}, summary="Keep a duplicate")
def copy_document(request: HttpRequest, document_id: int, choice: CopyIn) -> Any:
    """Store the document's bytes once more, as its new version or beside it: for a file that was here
    already when it came, without sending it again."""
    user = user_of(request)
    if choice.on_duplicate == services.OnDuplicate.KEEP:
        raise RefusedUpload("The document is there already: choose version or both.", reason="bad_option")
    upload = services.copy_document(
        user=user,
        document=selectors.document_for(user, document_id),
        on_duplicate=choice.on_duplicate,
        filename=choice.filename,
        version_of=selectors.document_for(user, choice.version_of) if choice.version_of else None,
    )
    return Status(201, _upload_json(upload))


@router.get("/documents", response=DocumentsOut, summary="List documents")
def list_documents(
    request: HttpRequest,
    workspace: str = "default",
    status: str = "",
    bucket: str = "",
    search: str = "",
    limit: int = Query(100, ge=1, le=MAX_LISTED),
    offset: int = Query(0, ge=0),
) -> Any:
    """The workspace's documents, newest first. `search`: part of the file name or title."""
    user = user_of(request)
    documents = selectors.documents_of(user, selectors.workspace_for(user, workspace))
    if status and status not in DocumentStatus.values:
        choices = ", ".join(DocumentStatus.values)
        raise RefusedUpload(f"There is no status “{status[:40]}”: choose {choices}.", reason="bad_option")
    documents = selectors.narrowed(documents, status=status, bucket=bucket, search=search)
    page = documents[offset : offset + limit]
    queues = Queues()
    return {"documents": [document_json(document, queues) for document in page], "total": documents.count()}


@router.get("/documents/{int:document_id}", response=DocumentDetailOut, summary="A document")
def get_document(request: HttpRequest, document_id: int) -> Any:
    """The document with what was read from it, in numbers."""
    document = selectors.document_for(user_of(request), document_id)
    same_text = near_duplicates(user_of(request), document)
    return document_detail_json(document, selectors.reading_counts(document), same_text)


@router.delete("/documents/{int:document_id}", response=ReceiptOut, summary="Delete a document")
def delete_document(request: HttpRequest, document_id: int) -> Any:
    """Remove the document, its file and everything read from it; the receipt counts what is gone."""
    document = selectors.document_for(user_of(request), document_id)
    receipt = services.delete_document(user=user_of(request), document=document)
    return {"message": str(receipt), "rows": receipt.rows, "files": receipt.files, "bytes": receipt.bytes}


@router.get("/receipts", response=ReceiptsOut, summary="What was deleted")
def list_receipts(
    request: HttpRequest,
    workspace: str = "",
    limit: int = Query(100, ge=1, le=MAX_LISTED),
    offset: int = Query(0, ge=0),
) -> Any:
    """The receipts of deleted documents, newest first; none of their words. `workspace`: only of this one."""
    user = user_of(request)
    receipts = selectors.receipts_of(user)
    if workspace:
        receipts = receipts.filter(workspace=selectors.workspace_for(user, workspace))
    page = receipts[offset : offset + limit]
    return {"receipts": [receipt_json(receipt) for receipt in page], "total": receipts.count()}


@router.post(
    "/documents/{int:document_id}/reprocess",
    response={202: DocumentOut},
    summary="Read a document again",
)
def reprocess_document(request: HttpRequest, document_id: int, options: ReprocessIn | None = None) -> Any:
    """Queue the document again from the start, in another extraction mode or with its password."""
    user, options = user_of(request), options or ReprocessIn(mode="", password="")
    document = selectors.document_for(user, document_id)
    if options.password:
        services.retry_document(user=user, document=document, password=options.password)
    else:
        services.reprocess_document(user=user, document=document, mode=options.mode)
    return Status(202, document_json(document))


@router.post("/kb/upload", response={202: UploadTaskOut}, tags=["Knowledge base"], summary="Upload files")
def kb_upload(request: HttpRequest, options: Form[UploadOptions], files: File[list[UploadedFile]]) -> Any:
    """Store several files and queue them; follow them at /kb/status/{task_id}. A bad file stops no other.
    With `workspace=session` they go to a new workspace that only you see: ask it by the slug given back,
    and send that as `session_id` with files to add to it; where none of the files is taken, it fails."""
    wanted = options.for_upload(user_of(request))
    with sessions.filled(wanted["workspace"]) if options.makes_session else nullcontext():
        task = services.upload_many(files=files, **wanted)
        if task.workspace.is_session and len(task.refused) == task.total_files:
            task.delete()
            raise RefusedUpload(selectors.upload_message(task), reason="bad_files")
    message = selectors.upload_message(task)
    return Status(
        202,
        {
            "task_id": task.pk,
            "message": message,
            "total_files": task.total_files,
            "workspace": task.workspace.slug,
        },
    )


@router.get(
    "/kb/status/{uuid:task_id}",
    response=UploadStatusOut,
    tags=["Knowledge base"],
    summary="How far an upload is",
)
def kb_status(request: HttpRequest, task_id: UUID) -> Any:
    """How far the files sent together are; `error` where none of them could be read."""
    return asdict(selectors.upload_status(selectors.upload_task_for(user_of(request), task_id)))


@router.get("/kb/info", response=KnowledgeBaseOut, tags=["Knowledge base"], summary="What it holds")
def kb_info(request: HttpRequest, workspace: str = "default") -> Any:
    """The workspace in numbers, and how much each of your others holds."""
    user = user_of(request)
    place = selectors.workspace_for(user, workspace)
    by_mode = {mode: asdict(numbers) for mode, numbers in statistics_by_mode(user, place).items()}
    collections = [asdict(each) for each in selectors.collections_of(user)]
    return asdict(selectors.kb_info(user, place)) | {"by_mode": by_mode, "collections": collections}


@router.delete(
    "/kb/{slug:workspace}",
    response=ReceiptOut,
    tags=["Knowledge base"],
    summary="Remove a session workspace",
)
def delete_session(request: HttpRequest, workspace: str) -> Any:
    """Remove a session workspace of your own with its files, answers and conversations."""
    user = user_of(request)
    receipt = sessions.close_session(user=user, workspace=selectors.workspace_for(user, workspace))
    return {"message": str(receipt), "rows": receipt.rows, "files": receipt.files, "bytes": receipt.bytes}
