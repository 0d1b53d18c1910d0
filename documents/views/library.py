"""The list of a workspace's documents: uploading, following, reading again, deleting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from documents.library.catalogue.listing import listed_conflicts, listed_documents, reading_progress
from documents.library.catalogue.statistics import statistics_by_mode
from documents.library.selectors import document_for, documents_of, workspace_for
from documents.library.services import (
    OnDuplicate,
    copy_document,
    delete_document,
    may_edit,
    reprocess_document,
    retry_document,
    upload_document,
)
from documents.library.staging import RefusedUpload
from documents.models import Document, Status, Workspace
from documents.views.web import Request, document_url, members_only, with_notice

DOCUMENTS_PER_PAGE = 100
STATE_NAMES = {"": "All", "ready": "Ready", "busy": "Being read", "failed": "Failed"}
MAX_OLDER = 300  # documents offered as the one that a file is a new version of, newest first


@dataclass(frozen=True)
class Arrival:
    """What became of one sent file: a document, the one that was there already, or a refusal."""

    filename: str
    document: Document | None = None
    is_duplicate: bool = False
    refusal: str = ""


@members_only
@require_GET
def documents(request: Request, slug: str) -> HttpResponse:
    """The page, or for htmx only its list. `?q=` and `?state=` narrow it."""
    workspace = workspace_for(request.user, slug)
    words, state = request.GET.get("q", "").strip(), request.GET.get("state", "")
    found = listed_documents(request.user, workspace, matching=words, state=state)
    context = {
        "workspace": workspace,
        "slug": slug,
        "page": Paginator(found, DOCUMENTS_PER_PAGE).get_page(request.GET.get("p")),
        "searched": words,
        "state": state if state in STATE_NAMES else "",
        "states": STATE_NAMES,
        "may_edit": may_edit(request.user, workspace),
        "by_mode": statistics_by_mode(request.user, workspace),
    } | _above(request, workspace)
    template = "documents/library/list.html"
    if request.htmx and not request.htmx.boosted and request.htmx.target == "documents":
        template = "documents/library/_list_again.html"  # the line above the list, too
    return render(request, template, context)


@members_only
@require_POST
def upload(request: Request, slug: str) -> HttpResponse:
    """Takes the files sent; a row or a sentence for each. Without script: back to the list.

    `version_of`: the document that the one file sent supersedes. `mode`, `bucket`: as the API's.
    """
    workspace = workspace_for(request.user, slug)
    older = _older(request, slug)
    arrivals = [_arrival(request, workspace, file, older) for file in request.FILES.getlist("files")]
    if not request.htmx and "fetch" not in request.headers.get("X-Requested-With", ""):
        for arrival in arrivals:
            messages.info(request, _sentence(arrival))
        return redirect("documents", slug)
    return _arrived(request, workspace, arrivals, superseded=older)


@members_only
@require_POST
def copy(request: Request, slug: str, document_id: int) -> HttpResponse:
    """What a user decides of a file that was here already: its rows as they then are."""
    document = _document(request, slug, document_id)
    choice = request.POST.get("on_duplicate", "")
    if choice == OnDuplicate.KEEP:
        return _row(request, document)
    try:
        upload = copy_document(
            user=request.user,
            document=document,
            on_duplicate=choice,
            filename=request.POST.get("filename", ""),
            version_of=_older(request, slug),
        )
    except RefusedUpload as refusal:
        return with_notice(_row(request, document), str(refusal), "bad")
    both = _listed(request, upload.document, document)
    return _arrived(request, document.workspace, [Arrival(each.filename, each) for each in both])


def _above(request: Request, workspace: Workspace) -> dict[str, Any]:
    """What the lines above the list say."""
    return {
        "reading": reading_progress(request.user, workspace),
        "conflict_count": listed_conflicts(request.user, workspace).count(),
    }


def _listed(request: Request, *documents: Document) -> list[Document]:
    """The documents as lists show them, newest first."""
    keys = [document.pk for document in documents]
    return list(listed_documents(request.user, documents[0].workspace).filter(pk__in=keys))


def _arrived(
    request: Request, workspace: Workspace, arrivals: list[Arrival], superseded: Document | None = None
) -> HttpResponse:
    """Their rows; that of the document that one of them supersedes is put anew where it stands."""
    context: dict[str, Any] = {"arrivals": arrivals, "workspace": workspace, "slug": workspace.slug}
    context |= {"may_edit": True, "superseded": superseded and _listed(request, superseded)[0]}
    if any(arrival.is_duplicate for arrival in arrivals):
        context["older"] = documents_of(request.user, workspace)[:MAX_OLDER]
    return render(request, "documents/library/_arrivals.html", context)


def _older(request: Request, slug: str) -> Document | None:
    """The document that the form names as superseded. Raises `Document.DoesNotExist`."""
    named = request.POST.get("version_of", "")
    return _document(request, slug, int(named)) if named.isdigit() and len(named) < 18 else None


@members_only
@require_GET
def progress(request: Request, slug: str) -> HttpResponse:
    """The rows of `?ids=`, to replace those on the page, and how far the whole is."""
    workspace = workspace_for(request.user, slug)
    ids = [int(pk) for pk in request.GET.get("ids", "").split(",") if pk.isdigit() and len(pk) < 18]
    context = {
        "workspace": workspace,
        "slug": slug,
        "documents": listed_documents(request.user, workspace).filter(pk__in=ids),
        "may_edit": may_edit(request.user, workspace),
    } | _above(request, workspace)
    return render(request, "documents/library/_progress.html", context)


@members_only
@require_POST
def retry(request: Request, slug: str, document_id: int) -> HttpResponse:
    """Read again: a failed document, with a password where one is given, or a finished one.

    To htmx its row; to others its page.
    """
    document = _document(request, slug, document_id)
    try:
        if document.status == Status.FAILED:
            retry_document(user=request.user, document=document, password=request.POST.get("password", ""))
        else:
            reprocess_document(user=request.user, document=document)
    except RefusedUpload as refusal:
        if request.htmx:
            return with_notice(_row(request, document), str(refusal), "bad")
        messages.error(request, str(refusal))
    return _row(request, document) if request.htmx else redirect(document_url(slug, document_id))


@members_only
@require_POST
def delete(request: Request, slug: str, document_id: int) -> HttpResponse:
    """Removes the document; the receipt says what is gone."""
    document = _document(request, slug, document_id)
    receipt = delete_document(user=request.user, document=document)
    if not request.htmx or request.POST.get("then") == "list":
        messages.success(request, str(receipt))
        response = HttpResponse(status=204) if request.htmx else redirect("documents", slug)
        if request.htmx:
            response["HX-Redirect"] = redirect("documents", slug).url
        return response
    context = {"slug": slug, "again": True} | _above(request, document.workspace)
    return with_notice(render(request, "documents/document/_above.html", context), str(receipt), "good")


def _document(request: Request, slug: str, document_id: int) -> Document:
    """Raises `Document.DoesNotExist` for one of another workspace too."""
    document = document_for(request.user, document_id)
    if document.workspace.slug != slug:
        raise Document.DoesNotExist(f"There is no document {document_id} in “{slug}”.")
    return document


def _row(request: Request, document: Document) -> HttpResponse:
    workspace = document.workspace
    listed = listed_documents(request.user, workspace).get(pk=document.pk)
    context = {"document": listed, "workspace": workspace, "slug": workspace.slug, "may_edit": True}
    return render(request, "documents/library/_row.html", context)


def _arrival(
    request: Request, workspace: Workspace, file: UploadedFile, version_of: Document | None
) -> Arrival:
    name = file.name or "file"
    try:
        upload = upload_document(
            user=request.user,
            workspace=workspace,
            file=file,
            bucket=request.POST.get("bucket", ""),
            mode=request.POST.get("mode") or Document.ExtractionMode.BOTH,
            version_of=version_of,
        )
    except (RefusedUpload, PermissionDenied) as refusal:
        return Arrival(name, refusal=str(refusal))
    document = listed_documents(request.user, workspace).get(pk=upload.document.pk)
    return Arrival(name, document, upload.is_duplicate)


def _sentence(arrival: Arrival) -> str:
    if arrival.refusal:
        return f"“{arrival.filename}” was not taken: {arrival.refusal}"
    if arrival.is_duplicate:
        return f"“{arrival.filename}” is already there as “{arrival.document}”."
    return f"“{arrival.filename}” is being read."
