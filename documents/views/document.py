"""A document's page: what it is on the left, its pages and what was read from it on the right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from documents.document_map.entry import TURNED_ROUND
from documents.ingestion.priority.queues import Queues
from documents.library.catalogue.fact_tables import KINDS, chunk_page, fact_table
from documents.library.catalogue.listing import listed_conflicts, listed_documents
from documents.library.catalogue.statistics import statistics_of
from documents.library.near_duplicates import near_duplicates
from documents.library.selectors import document_in, documents_of, reading_counts
from documents.library.services import may_edit
from documents.library.staging import RefusedUpload
from documents.library.versions import editions, mark_newer
from documents.models import Document, Relationship
from documents.page_names import name_pages, page_noun
from documents.views.charts import chosen, series_of
from documents.views.evidence.pictures import sheet
from documents.views.web import Request, document_url, members_only

TABS = {
    "pages": "Pages",
    "figures": "Figures",
    "chart": "Chart",
    "claims": "Claims",
    "entities": "Entities",
    "topics": "Topics",
    "rows": "Table rows",
    "chunks": "Passages",
    "conflicts": "Conflicts",
    "history": "History",
}
COUNTED = {**KINDS, "chunks": "chunk"}
STAGES = (
    "parse",
    "tables",
    "chunks",
    "embed",
    "rules",
    "facts",
    "map",
    "model",
)  # as run; JSON keeps no order
EDITIONS = (Relationship.Type.SUPERSEDES, Relationship.Type.SUPERSEDED_BY)
OFFERED_EDITIONS = 200  # documents to choose the earlier edition from
EDITS_SHOWN = 100


@members_only
@require_GET
def document(request: Request, slug: str, document_id: int) -> HttpResponse:
    """The page, or for htmx only the tab or the badges asked for.

    `?page=` and `?quote=` open the pages at the words.
    """
    found = document_in(request.user, slug, document_id)
    tab = request.GET.get("tab", "pages")
    tab = tab if tab in TABS else "pages"
    context = {
        "workspace": found.workspace,
        "slug": slug,
        "document": found,
        "tab": tab,
        "at_tab": bool(request.GET),
        "may_edit": may_edit(request.user, found.workspace),
    }
    if request.htmx and request.htmx.target == "badges":
        return _badges(request, context)
    conflicts = listed_conflicts(request.user, found.workspace, document=found)
    context |= {"tabs": _tabs(found, conflicts.count())} | _tab_context(request, found, tab)
    if request.htmx and request.htmx.target == "tab":
        return render(request, "documents/document/_tab.html", context)
    return render(request, "documents/document/document.html", context | _essence(request, found))


def _badges(request: Request, context: dict[str, Any]) -> HttpResponse:
    """How far the reading is; once it is over, the page is told to ask for what was read.

    `?answers=`: the page shows what rules read, and asks again only when the model has read it too.
    """
    response = render(request, "documents/facts/_badges.html", context)
    document = context["document"]
    is_shown = "answers" in request.GET and Queues().words(document)
    if not document.is_busy and not is_shown:
        response["HX-Trigger"] = "document-read"
    return response


@members_only
@require_POST
def supersede(request: Request, slug: str, document_id: int) -> HttpResponse:
    """Takes `older`, the document of which this is a new version; empty for none. Back to the page."""
    found = document_in(request.user, slug, document_id)
    older = request.POST.get("older", "")
    earlier = document_in(request.user, slug, int(older)) if older.isdecimal() and len(older) < 18 else None
    try:
        mark_newer(found, earlier, user=request.user)
    except RefusedUpload as refusal:
        messages.error(request, str(refusal))
    return redirect(document_url(slug, document_id))


def _tabs(document: Document, conflicts: int) -> list[tuple[str, str, int | None]]:
    """(name, label, how many rows it holds) of each tab."""
    counts = reading_counts(document)
    held = {tab: counts[kind] for tab, kind in COUNTED.items()} | {"conflicts": conflicts}
    return [(name, label, held.get(name)) for name, label in TABS.items()]


def _tab_context(request: Request, document: Document, tab: str) -> dict[str, Any]:
    words, number = request.GET.get("q", "").strip(), request.GET.get("p", "1")
    if tab in KINDS:
        sort, only = request.GET.get("sort", ""), request.GET.get("table", "")
        table = fact_table(request.user, document, tab, matching=words, sort=sort, number=number, table=only)
        return {"table": table}
    if tab == "chunks":
        return {"chunks": chunk_page(document, matching=words, number=number), "searched": words}
    if tab == "chart":
        series = series_of(request.user, document)
        index, chart = chosen(series, request.GET.get("series", ""))
        name_pages([bar.metric for bar in chart.bars] if chart else [])
        return {"series": series, "chosen": index, "chart": chart}
    if tab == "conflicts":
        conflicts = list(listed_conflicts(request.user, document.workspace, document=document))
        name_pages([side for conflict in conflicts for side in (conflict.winner, conflict.loser)])
        return {"conflicts": conflicts}
    if tab == "history":
        return _history(document)
    return _pages(request, document)


def _history(document: Document) -> dict[str, Any]:
    longest = max(document.timings.values(), default=0) or 1
    in_order = sorted(document.timings.items(), key=lambda timing: _place(timing[0]))
    return {
        "timings": [(step, seconds, 100 * seconds / longest) for step, seconds in in_order],
        "edits": document.edits.select_related("user")[:EDITS_SHOWN],
        "recognised": document.pages.exclude(ocr_confidence=None).only("number", "title", "ocr_confidence"),
        "page_word": page_noun(document).capitalize(),
    }


def _place(stage: str) -> int:
    return STAGES.index(stage) if stage in STAGES else len(STAGES)


def _pages(request: Request, document: Document) -> dict[str, Any]:
    asked = request.GET.get("page", "1")
    last = max(document.page_count, 1)
    number = min(max(int(asked), 1), last) if asked.isdigit() and len(asked) < 8 else 1
    page = document.pages.filter(number=number).first()
    skipped = {entry["page"]: entry["reason"] for entry in document.skipped_pages}
    return sheet(document, page, number, request.GET.get("quote", "")) | {
        "last": last,
        "page_word": page_noun(document).capitalize(),
        "before": number - 1 if number > 1 else None,
        "after": number + 1 if number < last else None,
        "skipped_reason": skipped.get(number, ""),
    }


def _essence(request: Request, document: Document) -> dict[str, Any]:
    related = Relationship.objects.filter(Q(source=document) | Q(target=document))
    others = documents_of(request.user, document.workspace).exclude(pk=document.pk)
    return {
        "listed": listed_documents(request.user, document.workspace).get(pk=document.pk),
        "statistics": statistics_of(document, reading_counts(document)),
        "profile": document.map_entry.get("retrieval_profile") or {},
        "newer": list(document.superseded_by.all()),
        "editions": editions(document),
        "others": others.only("filename", "title", "workspace")[:OFFERED_EDITIONS],
        "same_words": near_duplicates(request.user, document),
        "relationships": _links(document, related.select_related("source", "target").order_by("pk")),
    }


def _links(document: Document, related: Iterable[Relationship]) -> list[tuple[str, Document, str]]:
    """(what the other is to this one, the other, why). Editions are told apart from these."""
    found = []
    for link in related:
        if link.relationship_type in EDITIONS:
            continue
        is_ours = link.source_id == document.pk
        said = Relationship.Type(link.relationship_type)
        kind = said if is_ours else Relationship.Type(TURNED_ROUND.get(said, said))
        found.append((kind.label.capitalize(), link.target if is_ours else link.source, link.description))
    return found
