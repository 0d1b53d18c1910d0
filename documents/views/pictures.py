"""Pages as pictures, and the words that an answer rests on shown on them."""

from __future__ import annotations

from pathlib import Path

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_GET

from documents.highlights import boxes_on_page, quote_boxes
from documents.marking import marked_text
from documents.models import Document, Page, TableRow
from documents.parsing.pdf import page_picture, read_page
from documents.parsing.types import Box, UnreadableDocument
from documents.selectors import document_for
from documents.web import Request, members_only

PDF = "application/pdf"
WIDTHS = (400, 1000, 1800)  # pixels: a preview, a page on a screen, a page zoomed in
CACHE_SECONDS = 7 * 24 * 3600  # a document's file never changes, so neither do its pictures
MAX_TABLES = 20  # outlined on one page
MARGIN = 4.0  # points between a table and its outline


@members_only
@require_GET
def page_image(request: Request, slug: str, document_id: int, number: int) -> HttpResponse:
    """The page as a PNG. `?width=`: one of `WIDTHS`."""
    document = _pdf(request, slug, document_id, number)
    width = _width(request.GET.get("width", ""))
    etag = f'"{document.sha256[:20]}-{number}-{width}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        try:
            picture = page_picture(Path(document.file.path), number, width=width)
        except UnreadableDocument as error:
            raise Http404(str(error)) from error
        response = HttpResponse(picture, content_type="image/png")
    response["ETag"] = etag
    response["Cache-Control"] = f"private, max-age={CACHE_SECONDS}"
    return response


@members_only
@require_GET
def evidence(request: Request, slug: str, document_id: int, number: int) -> HttpResponse:
    """One page with the words of `?quote=` highlighted, as a fragment for the evidence pane."""
    document = _of(request, slug, document_id)
    page = _page(document, number)
    quote = request.GET.get("quote", "")
    context = sheet(document, page, number, quote) | {"slug": slug}
    return render(request, "documents/_evidence.html", context)


@members_only
@require_GET
def table_outlines(request: Request, slug: str, document_id: int, number: int) -> HttpResponse:
    """The frames of the tables recognised on the page, as an SVG to lie over its picture."""
    document = _pdf(request, slug, document_id, number)
    page = _page(document, number)
    context = {"page": page, "outlines": _outlines(document, number) if page else []}
    return render(request, "documents/_outlines.html", context)


def sheet(document: Document, page: Page | None, number: int, quote: str) -> dict[str, object]:
    """What a template needs to show one page: its picture with boxes, or its text with a mark."""
    is_pdf = document.media_type == PDF
    return {
        "document": document,
        "number": number,
        "page": page,
        "quote": quote,
        "boxes": _boxes(document, number, quote) if is_pdf and page else [],
        "text": marked_text(page.text if page else "", quote),
        "has_picture": is_pdf and page is not None,
    }


def _of(request: Request, slug: str, document_id: int) -> Document:
    document = document_for(request.user, document_id)
    if document.workspace.slug != slug:
        raise Document.DoesNotExist(f"There is no document {document_id} in “{slug}”.")
    return document


def _pdf(request: Request, slug: str, document_id: int, number: int) -> Document:
    document = _of(request, slug, document_id)
    if document.media_type != PDF or not 1 <= number <= max(document.page_count, 1):
        raise Http404(f"“{document}” has no picture of a page {number}.")
    return document


def _page(document: Document, number: int) -> Page | None:
    """None for a page that could not be read."""
    return document.pages.filter(number=number).first()


def _width(text: str) -> int:
    """The smallest width on offer that is not below the one asked for."""
    wanted = int(text) if text.isdigit() else WIDTHS[1]
    return next((width for width in WIDTHS if width >= wanted), WIDTHS[-1])


def _boxes(document: Document, number: int, quote: str) -> list[Box]:
    """Where the words stand; none where the file cannot be read any more."""
    if not quote:
        return []
    path = Path(document.file.path)
    try:
        return quote_boxes(path, media_type=document.media_type, page=number, quote=quote)
    except (UnreadableDocument, OSError):
        return []


def _outlines(document: Document, number: int) -> list[dict[str, object]]:
    """A box round the rows of each table that was read from the page, which is opened once."""
    rows = TableRow.objects.filter(document=document, page=number).exclude(quote="")
    by_table: dict[int, list[TableRow]] = {}
    for row in rows.order_by("table_index", "row"):
        by_table.setdefault(row.table_index, []).append(row)
    if not by_table:
        return []
    try:
        page = read_page(Path(document.file.path), number)
    except (UnreadableDocument, OSError):
        return []
    outlines = []
    for members in list(by_table.values())[:MAX_TABLES]:
        boxes = downwards([box for row in members for box in boxes_on_page(page, row.quote)])
        if boxes:
            outlines.append({"title": members[0].table, "box": around(boxes, margin=MARGIN)})
    return outlines


def downwards(boxes: list[Box]) -> list[Box]:
    """Without those above the first: a row that stands word for word in an earlier table is found there."""
    return [box for box in boxes if box.top >= boxes[0].top]


def around(boxes: list[Box], *, margin: float = 0.0) -> Box:
    """The smallest box that holds all, widened by `margin` points on each side."""
    return Box(
        min(box.x0 for box in boxes) - margin,
        min(box.top for box in boxes) - margin,
        max(box.x1 for box in boxes) + margin,
        max(box.bottom for box in boxes) + margin,
    )
