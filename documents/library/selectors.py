"""What a user may read. Every function takes the user and gives nothing that belongs to others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet, Sum

from documents.ingestion.priority.queues import Queues
from documents.library.near_duplicates import near_duplicate_count
from documents.models import (
    FACT_MODELS,
    Chunk,
    DeletionReceipt,
    Document,
    Status,
    UploadTask,
    Workspace,
)

REASONS_TOLD = 5  # of files sent together, in one sentence; the others are counted


def workspaces_of(user: Any) -> QuerySet[Workspace]:
    return Workspace.objects.visible_to(user)


def workspace_for(user: Any, slug: str) -> Workspace:
    """Raises `Workspace.DoesNotExist`, the same for a missing one and one of others."""
    try:
        return workspaces_of(user).get(slug=slug)
    except Workspace.DoesNotExist:
        raise Workspace.DoesNotExist(f"There is no workspace “{slug[:80]}”.") from None


def session_workspace_for(user: Any, slug: str) -> Workspace:
    """Raises `Workspace.DoesNotExist` for a shared workspace too."""
    workspace = workspace_for(user, slug)
    if not workspace.is_session:
        raise Workspace.DoesNotExist(f"“{slug[:80]}” is no session workspace.")
    return workspace


def documents_of(user: Any, workspace: Workspace) -> QuerySet[Document]:
    """The workspace's documents, newest first, without their map entries, which are long."""
    documents = Document.objects.visible_to(user).filter(workspace=workspace)
    return documents.select_related("workspace").defer("map_entry")


def document_for(user: Any, pk: int) -> Document:
    """Raises `Document.DoesNotExist`, the same for a missing one and one of others."""
    try:
        return Document.objects.visible_to(user).select_related("workspace", "supersedes").get(pk=pk)
    except Document.DoesNotExist:
        raise Document.DoesNotExist(f"There is no document {pk}.") from None


def document_in(user: Any, slug: str, pk: int) -> Document:
    """The document of the workspace in an address. Raises `Document.DoesNotExist` for any other."""
    document = document_for(user, pk)
    if document.workspace.slug != slug:
        raise Document.DoesNotExist(f"There is no document {pk} in “{slug[:80]}”.")
    return document


def narrowed(
    documents: QuerySet[Document], *, status: str = "", bucket: str = "", search: str = ""
) -> QuerySet[Document]:
    """Those of the documents that fit each filter that is not empty."""
    if status:
        documents = documents.filter(status=status)
    if bucket:
        documents = documents.filter(bucket__iexact=bucket.strip())
    if search:
        documents = documents.filter(Q(filename__icontains=search) | Q(title__icontains=search))
    return documents


def reading_counts(document: Document) -> dict[str, int]:
    """How many chunks and facts of each kind were read from a document that the user may see."""
    counts = {
        kind: model._default_manager.filter(document=document).count() for kind, model in FACT_MODELS.items()
    }
    return {"chunk": document.chunks.count(), **counts}


def facts_of(
    user: Any, workspace: Workspace, kind: str = "metric", *, document: Document | None = None
) -> QuerySet[Any]:
    """The facts of one kind (metric | claim | entity | topic | row), by document and page."""
    facts = FACT_MODELS[kind]._default_manager.filter(workspace=workspace, workspace__in=workspaces_of(user))
    if document is not None:
        facts = facts.filter(document=document)
    # A map entry of a long document is 200 kB, which would be read and decoded once for each of its facts.
    known = facts.select_related("document").defer("document__map_entry")
    return known.order_by("document_id", "page", "pk")


def upload_task_for(user: Any, pk: UUID) -> UploadTask:
    """The user's own task. Raises `UploadTask.DoesNotExist`."""
    tasks = UploadTask.objects.filter(user=user, workspace__in=workspaces_of(user))
    try:
        return tasks.select_related("workspace").get(pk=pk)
    except UploadTask.DoesNotExist:
        raise UploadTask.DoesNotExist(f"There is no upload {pk}.") from None


def receipts_of(user: Any) -> QuerySet[DeletionReceipt]:
    """Receipts of the user's workspaces; of workspaces that are gone, those of the user's own deletions."""
    mine = Q(workspace__in=workspaces_of(user)) | Q(workspace=None, deleted_by__pk=user.pk)
    return DeletionReceipt.objects.filter(mine).select_related("workspace", "deleted_by")


@dataclass(frozen=True)
class UploadStatus:
    """How far the files sent together are. `status`: processing | completed | error (none was taken in).

    `progress`: per cent over all files. `files_processed`: ready, failed, refused and duplicate ones.
    """

    status: str
    progress: int
    message: str
    files_processed: int
    total_files: int


def upload_status(task: UploadTask) -> UploadStatus:
    documents = list(task.documents.only("filename", "status", "progress", "stage", "error"))
    busy = [document for document in documents if document.is_busy]
    done = task.total_files - len(busy)
    failed = [document for document in documents if document.status == Status.FAILED]
    progress = (100 * done + sum(document.progress for document in busy)) // task.total_files
    if busy:
        return UploadStatus("processing", min(progress, 99), _progress(busy, task), done, task.total_files)
    nothing_came_in = len(failed) + len(task.refused) == task.total_files
    status = "error" if nothing_came_in else "completed"
    return UploadStatus(status, 100, _outcome(task, failed), done, task.total_files)


def upload_message(task: UploadTask) -> str:
    """What became of the files on arrival, in one sentence."""
    known, refused, why = len(task.duplicates), len(task.refused), _reasons(task)
    new = task.total_files - known - refused
    if known == task.total_files:
        return "This file was here already." if known == 1 else f"All {known} files were here already."
    parts = [
        f"{_files(new)} {'is' if new == 1 else 'are'} being read" if new else "",
        f"{_files(known)} {'was' if known == 1 else 'were'} here already" if known else "",
        f"{_files(refused)} {'was' if refused == 1 else 'were'} refused: {why}" if refused else "",
    ]
    return "; ".join(part for part in parts if part).removesuffix(".") + "."


def _progress(busy: Sequence[Document], task: UploadTask) -> str:
    current = max(busy, key=lambda document: document.progress)
    told = Queues().words(current) or current.stage
    stage = f": {told}" if told else ""
    return f"{task.total_files - len(busy)} of {task.total_files} done; {current.filename}{stage}"


def _outcome(task: UploadTask, failed: Sequence[Document]) -> str:
    known, refused = len(task.duplicates), len(task.refused)
    counts = {
        "ready": task.total_files - known - refused - len(failed),
        "here already": known,
        "failed": len(failed),
        "refused": refused,
    }
    parts = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
    return f"{_files(task.total_files)}: {parts}{f' ({why})' if (why := _reasons(task, failed)) else ''}."


def _reasons(task: UploadTask, failed: Sequence[Document] = ()) -> str:
    """Why files were refused or could not be read, of the first few."""
    failures = [f"“{document}”: {document.error}" for document in failed if document.error]
    reasons = [*dict.fromkeys([*(refusal["reason"] for refusal in task.refused), *failures])]
    more = len(reasons) - REASONS_TOLD
    told = reasons[:REASONS_TOLD] + ([f"And {more} more."] if more > 0 else [])
    return " ".join(told).removesuffix(".")


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count} files"


@dataclass(frozen=True)
class KnowledgeBase:
    """What a workspace holds, in numbers. `facts`: kind → count."""

    workspace: str
    documents: int
    by_status: dict[str, int]
    by_type: dict[str, int]
    by_bucket: dict[str, int]
    pages: int
    chunks: int
    tokens: int
    bytes: int
    facts: dict[str, int]
    unanchored: int
    near_duplicates: int


def kb_info(user: Any, workspace: Workspace) -> KnowledgeBase:
    """The numbers of a workspace, by a number of queries that does not grow with it."""
    groups = list(
        documents_of(user, workspace)
        .order_by()
        .values("status", "document_type", "bucket")
        .annotate(
            n=Count("pk"),
            page_sum=Sum("page_count"),
            token_sum=Sum("token_count"),
            byte_sum=Sum("bytes"),
        )
    )
    visible = {"workspace": workspace, "workspace__in": workspaces_of(user)}
    facts = {
        kind: model._default_manager.filter(**visible).order_by().values("anchored").annotate(n=Count("pk"))
        for kind, model in FACT_MODELS.items()
    }
    counted = {kind: {row["anchored"]: row["n"] for row in rows} for kind, rows in facts.items()}
    return KnowledgeBase(
        workspace=workspace.slug,
        documents=sum(group["n"] for group in groups),
        by_status=_tally(groups, "status"),
        by_type=_tally(groups, "document_type"),
        by_bucket=_tally(groups, "bucket"),
        pages=sum(group["page_sum"] for group in groups),
        chunks=Chunk.objects.filter(**visible).count(),
        tokens=sum(group["token_sum"] for group in groups),
        bytes=sum(group["byte_sum"] for group in groups),
        facts={kind: sum(counts.values()) for kind, counts in counted.items()},
        unanchored=sum(counts.get(False, 0) for counts in counted.values()),
        near_duplicates=near_duplicate_count(user, workspace),
    )


@dataclass(frozen=True)
class Collection:
    """A workspace in numbers. `kind`: shared | session, which its owner alone sees. `facts`: of all kinds."""

    workspace: str
    name: str
    kind: str
    documents: int
    pages: int
    bytes: int
    chunks: int
    facts: int


def collections_of(user: Any) -> list[Collection]:
    """What each of the user's workspaces holds, shared ones first, by a fixed number of queries."""
    workspaces = list(workspaces_of(user).order_by("name", "pk"))
    own = {"workspace__in": workspaces}

    def summed(model: Any, what: Any) -> Counter[int]:
        rows = model._default_manager.filter(**own).order_by().values("workspace").annotate(n=what)
        return Counter({row["workspace"]: row["n"] for row in rows})

    documents, pages = summed(Document, Count("pk")), summed(Document, Sum("page_count"))
    size, chunks = summed(Document, Sum("bytes")), summed(Chunk, Count("pk"))
    facts = sum((summed(model, Count("pk")) for model in FACT_MODELS.values()), Counter[int]())
    return [
        Collection(
            workspace=each.slug,
            name=each.name,
            kind=each.kind,
            documents=documents[each.pk],
            pages=pages[each.pk],
            bytes=size[each.pk],
            chunks=chunks[each.pk],
            facts=facts[each.pk],
        )
        for each in sorted(workspaces, key=lambda each: each.is_session)
    ]


def _tally(groups: Sequence[Mapping[str, Any]], key: str) -> dict[str, int]:
    tally: Counter[str] = Counter()
    for group in groups:
        tally[group[key]] += group["n"]
    return dict(tally.most_common())
