"""What changes documents: uploading, deleting, reading again. Every write checks the user's role."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.core.exceptions import PermissionDenied
from django.core.files import File
from django.db import connection, transaction
from django_q.tasks import async_task

from documents.library.decryption import decrypt
from documents.library.deletion import Receipt, remove_documents
from documents.library.staging import (
    MovableFile,
    RefusedUpload,
    Staged,
    clean_filename,
    staged,
    temporary_path,
)
from documents.library.stored_files import delete_stored, local_file
from documents.models import (
    Document,
    Membership,
    Reader,
    Relationship,
    Role,
    Status,
    UploadTask,
    Workspace,
)
from documents.models.access import opened_workspaces
from documents.workspaces.quotas import require_room
from reading.model import UnreadableDocument

INGEST_TASK = "documents.tasks.ingest_task"
DEFAULT_WORKSPACE = "default"
DEFAULT_WORKSPACE_NAME = "Main workspace"  # not “Documents”, as the page beside it is called
LOCAL_USER = "local"
BUCKET_CHARS = 50  # the width of Document.bucket


class OnDuplicate(StrEnum):
    """What becomes of a file whose bytes the workspace holds already."""

    KEEP = "keep"  # the one there stays the only one
    VERSION = "version"  # it is stored, and supersedes the one there or another that is named
    BOTH = "both"  # it is stored beside the one there


@dataclass(frozen=True)
class Upload:
    """`is_restored`: the document was here already, but its stored file was missing and is there again."""

    document: Document
    is_duplicate: bool
    is_restored: bool = False


def may_edit(user: Any, workspace: Workspace) -> bool:
    """Whether the user may change the workspace's documents: editors, owners, superusers where shared."""
    return _has_role(user, workspace, Role.EDITOR, Role.OWNER)


def may_administer(user: Any, workspace: Workspace) -> bool:
    """Whether the user may change the workspace's own settings: owners, superusers where shared."""
    return _has_role(user, workspace, Role.OWNER)


def _has_role(user: Any, workspace: Workspace, *roles: Role) -> bool:
    opened = opened_workspaces(user)
    if not user.is_authenticated or (opened is not None and workspace.pk not in opened):
        return False
    if user.is_superuser and workspace.kind == Workspace.Kind.SHARED:
        return True
    return Membership.objects.filter(workspace=workspace, user=user, role__in=roles).exists()


def require_editor(user: Any, workspace: Workspace) -> None:
    if not may_edit(user, workspace):
        raise PermissionDenied(
            f"You may read “{workspace}” but not change it: ask its owner to make you an editor."
        )


def require_owner(user: Any, workspace: Workspace) -> None:
    if not may_administer(user, workspace):
        raise PermissionDenied(
            f"You may not change the settings of “{workspace}”: ask an owner to do it or to make you one."
        )


def upload_document(
    *,
    user: Any,
    workspace: Workspace,
    file: File,
    bucket: str = "generic",
    mode: str = Document.ExtractionMode.BOTH,
    on_duplicate: str = OnDuplicate.KEEP,
    version_of: Document | None = None,
    enqueue: bool = True,
) -> Upload:
    """The stored document, queued for reading, or the one with the same bytes that was there already.

    `version_of`: the document that this one supersedes, whether or not its bytes are here already.
    `enqueue=False` leaves the reading to the caller. Raises `RefusedUpload`, `PermissionDenied`.
    """
    require_editor(user, workspace)
    wanted = {"bucket": clean_bucket(bucket), "extraction_mode": clean_mode(mode)}
    on_duplicate = clean_choice(on_duplicate, version_of, workspace)
    with staged(file) as incoming:
        upload = _store(incoming, on_duplicate, version_of, workspace=workspace, uploaded_by=user, **wanted)
    is_unread = not upload.is_duplicate
    if upload.is_restored:
        is_unread = _queue_again(upload.document, from_statuses=[Status.FAILED])
    if enqueue and is_unread:
        enqueue_ingest(upload.document)
    return upload


def _store(
    incoming: Staged, on_duplicate: str, version_of: Document | None, *, workspace: Workspace, **fields: Any
) -> Upload:
    """Row first, file second, both or neither. Of many uploads of the same bytes at once, each waits for
    the one before to commit, so that it sees what is there."""
    with transaction.atomic():
        _wait_for_the_same_bytes(workspace, incoming.sha256)
        there = Document.objects.filter(workspace=workspace, sha256=incoming.sha256).order_by("copy").last()
        if there is not None and on_duplicate == OnDuplicate.KEEP:
            return Upload(there, is_duplicate=True, is_restored=_restore_file(there, incoming))
        require_room(workspace, filename=incoming.filename, size=incoming.bytes)
        document = Document.objects.create(
            workspace=workspace,
            sha256=incoming.sha256,
            copy=there.copy + 1 if there else 0,
            filename=incoming.filename,
            media_type=incoming.media_type,
            bytes=incoming.bytes,
            stage="Waiting to be read",
            **fields,
        )
        _put_file(document, incoming)
        older = version_of or there
        if on_duplicate == OnDuplicate.VERSION and older is not None:
            _supersede(document, older)
    return Upload(document, is_duplicate=False)


def _restore_file(document: Document, incoming: Staged) -> bool:
    """Whether the document's stored file was missing; it is stored anew, as users are told to do."""
    if document.file.storage.exists(str(document.file)):
        return False
    _put_file(document, incoming)
    return True


def _wait_for_the_same_bytes(workspace: Workspace, sha256: str) -> None:
    """A lock that ends with the transaction. The unique constraint alone cannot number copies."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, %s))", [sha256, workspace.pk])


def _supersede(document: Document, older: Document) -> None:
    """Note that a user said so: rules that read other editions later leave it as it is."""
    Document.objects.filter(pk=document.pk).update(supersedes=older, curated_fields=["supersedes"])
    Relationship.objects.create(
        workspace_id=document.workspace_id,
        source=document,
        target=older,
        relationship_type=Relationship.Type.SUPERSEDES,
        description=f"{document.filename} was added as the new version of {older}.",
        reader=Reader.CURATOR,
    )
    document.refresh_from_db()


def copy_document(
    *,
    user: Any,
    document: Document,
    on_duplicate: str,
    filename: str = "",
    version_of: Document | None = None,
) -> Upload:
    """A further document with the bytes of one that is there, as its new version or beside it.

    For a user who learns on arrival that a file was here already: the file need not be sent again.
    Raises `RefusedUpload`.
    """
    if on_duplicate == OnDuplicate.VERSION:
        version_of = version_of or document
    try:
        with document.file.storage.open(str(document.file)) as handle:
            return upload_document(
                user=user,
                workspace=document.workspace,
                file=File(handle, filename or document.filename),
                bucket=document.bucket,
                mode=document.extraction_mode,
                on_duplicate=on_duplicate,
                version_of=version_of,
            )
    except FileNotFoundError:
        raise RefusedUpload(
            f"The stored file of “{document}” is missing: send it again.", reason="missing"
        ) from None


def _put_file(document: Document, incoming: Staged) -> None:
    with incoming.path.open("rb") as handle:
        document.file.save(incoming.storage_name, MovableFile(handle, str(incoming.path)), save=False)
    Document.objects.filter(pk=document.pk).update(file=document.file.name)


def upload_many(
    *,
    user: Any,
    workspace: Workspace,
    files: Sequence[File],
    bucket: str = "generic",
    mode: str = Document.ExtractionMode.BOTH,
    on_duplicate: str = OnDuplicate.KEEP,
    version_of: Document | None = None,
) -> UploadTask:
    """A task that follows the files sent together; one bad file does not stop the others.

    Raises `RefusedUpload` where no file can be taken for a reason that is not a file's own.
    """
    require_editor(user, workspace)
    options: dict[str, Any] = {
        "bucket": clean_bucket(bucket),
        "mode": clean_mode(mode),
        "on_duplicate": clean_choice(on_duplicate, version_of, workspace),
        "version_of": version_of,
    }
    if not files:
        raise RefusedUpload("Choose at least one file.", reason="empty")
    if len(files) > settings.RAGSITE_MAX_FILES:
        raise RefusedUpload(
            f"{len(files):,} files are too many at once: send at most {settings.RAGSITE_MAX_FILES:,}.",
            reason="too_many",
        )
    if version_of is not None and len(files) > 1:
        raise RefusedUpload(
            "Only one file can be the new version of a document: send it alone.", reason="bad_option"
        )
    task = UploadTask.objects.create(workspace=workspace, user=user, total_files=len(files))
    for file in files:
        _upload_one_of_many(task, file, user=user, workspace=workspace, **options)
    task.save(update_fields=["duplicates", "refused"])
    return task


def _upload_one_of_many(task: UploadTask, file: File, **options: Any) -> None:
    try:
        upload = upload_document(file=file, **options)
    except RefusedUpload as refusal:
        task.refused.append({"filename": clean_filename(file.name or ""), "reason": str(refusal)})
        return
    if upload.is_duplicate:
        task.duplicates.append({"filename": clean_filename(file.name or ""), "document": upload.document.pk})
    else:
        task.documents.add(upload.document)


def delete_document(*, user: Any, document: Document) -> Receipt:
    """Remove the document with all that was read and drawn from it; the file goes once the rows are gone.

    Raises `Document.DoesNotExist` where somebody else was quicker.
    """
    require_editor(user, document.workspace)
    receipt = remove_documents([document], name=document.filename, user=user)
    if not receipt.files:
        raise Document.DoesNotExist(f"“{document}” is deleted already.")
    return receipt


def retry_document(*, user: Any, document: Document, password: str = "", enqueue: bool = True) -> None:
    """Queue a failed document again. `password` opens an encrypted PDF: it is used once, never kept.

    `enqueue=False` leaves the reading to the caller. Raises `RefusedUpload` where the document has
    not failed or the password is wrong.
    """
    require_editor(user, document.workspace)
    if document.status != Status.FAILED:
        raise RefusedUpload(f"“{document}” has not failed: there is nothing to retry.", reason="not_failed")
    if password:
        _store_decrypted(document, password)
    if _queue_again(document, from_statuses=[Status.FAILED]) and enqueue:
        enqueue_ingest(document)


def reprocess_document(*, user: Any, document: Document, mode: str = "") -> None:
    """Read a finished document again from the start; what a curator edited is kept.

    `mode`: another extraction mode from now on. Raises `RefusedUpload` while it is being read.
    """
    require_editor(user, document.workspace)
    changes: dict[str, Any] = {"steps_done": {}}
    if mode:
        changes["extraction_mode"] = clean_mode(mode)
    if not _queue_again(document, from_statuses=[Status.READY, Status.FAILED], **changes):
        raise RefusedUpload(f"“{document}” is being read: wait until it is done.", reason="busy")
    enqueue_ingest(document)


def _queue_again(document: Document, *, from_statuses: Sequence[str], **changes: Any) -> bool:
    """True where this call moved the row: of two clicks only one queues the document."""
    changes |= {"status": Status.QUEUED, "progress": 0, "error": "", "stage": "Waiting to be read"}
    moved = Document.objects.filter(pk=document.pk, status__in=from_statuses).update(**changes)
    document.refresh_from_db()
    return moved == 1


def _store_decrypted(document: Document, password: str) -> None:
    """Replace the file by one without a password, so that its pages can be shown later too."""
    locked = str(document.file)
    with temporary_path() as path:
        _decrypt(document, password, path)
        with transaction.atomic(), path.open("rb") as handle:
            document.file.save("file.pdf", MovableFile(handle, str(path)), save=False)
            Document.objects.filter(pk=document.pk).update(file=document.file.name)
            transaction.on_commit(partial(delete_stored, document.file.storage, locked))


def _decrypt(document: Document, password: str, target: Path) -> None:
    try:
        with local_file(document) as source:
            decrypt(source, password, target)
    except UnreadableDocument as error:
        raise RefusedUpload(str(error), reason=error.reason) from None


def enqueue_ingest(document: Document) -> None:
    """Hand the document to the ingestion workers, once the transaction round it commits."""
    transaction.on_commit(partial(async_task, INGEST_TASK, document.pk, cluster="ingestion"))


def ensure_default_workspace() -> tuple[Any, Workspace]:
    """The one local user and the shared workspace that this user owns; made where missing."""
    user, _ = get_user_model().objects.get_or_create(
        username=LOCAL_USER,
        defaults={"is_staff": True, "is_superuser": True, "password": make_password(None)},
    )
    workspace, _ = Workspace.objects.get_or_create(
        slug=DEFAULT_WORKSPACE, defaults={"name": DEFAULT_WORKSPACE_NAME}
    )
    Membership.objects.get_or_create(workspace=workspace, user=user, defaults={"role": Role.OWNER})
    return user, workspace


def clean_mode(mode: str) -> str:
    if mode not in Document.ExtractionMode.values:
        choices = ", ".join(Document.ExtractionMode.values)
        raise RefusedUpload(f"There is no mode “{mode[:40]}”: choose {choices}.", reason="bad_option")
    return mode


def clean_choice(on_duplicate: str, version_of: Document | None, workspace: Workspace) -> str:
    """The choice; naming a document to supersede is one too. Raises `RefusedUpload`."""
    if on_duplicate not in [*OnDuplicate]:
        raise RefusedUpload(
            f"There is no choice “{on_duplicate[:40]}”: choose {', '.join(OnDuplicate)}.", reason="bad_option"
        )
    if version_of is None:
        return on_duplicate
    if version_of.workspace_id != workspace.pk:
        raise RefusedUpload(
            f"“{version_of}” is in another workspace: choose one of “{workspace}”.", reason="bad_option"
        )
    return OnDuplicate.VERSION


def clean_bucket(bucket: str) -> str:
    bucket = bucket.strip().lower() or "generic"
    if len(bucket) > BUCKET_CHARS:
        raise RefusedUpload(
            f"The bucket's name is longer than {BUCKET_CHARS} characters: shorten it.", reason="bad_option"
        )
    return bucket
