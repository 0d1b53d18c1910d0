"""Pages as pictures, and the words that an answer rests on shown on them."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from documents.library.selectors import document_in
from documents.library.stored_files import local_file
from documents.models import Document, Page
from documents.models.document import COLUMN_GAP
from documents.views.evidence.highlights import Highlights, highlights_of
from documents.views.evidence.marking import marked_rows, marked_text
from documents.views.web import Request, members_only
from reading.formats.media_types import IMAGES, PDF
from reading.model import Box, UnreadableDocument
from reading.sandbox.pdf import page_picture

WIDTHS = (400, 1000, 1800)  # pixels: a preview, a page on a screen, a page zoomed in
PICTURED = IMAGES | {PDF}  # types whose pages are shown as pictures
MARGIN = 4.0  # points between a table or a quote and what is drawn round it


@dataclass(frozen=True)
class Outline:
    """A recognised table on a page. `index`: that of its rows."""

    index: int
    title: str
    rows: int
    box: Box


@members_only
@require_GET
def page_image(request: Request, slug: str, document_id: int, number: int) -> HttpResponse:
    """The page as a PNG. `?width=`: one of `WIDTHS`."""
    document = _pdf(request, slug, document_id, number)
    width = _width(request.GET.get("width", ""))
    turns = document.pages.filter(number=number).values_list("turns", flat=True).first() or 0
    etag = f'"{document.sha256[:20]}-{number}-{width}-{turns}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        try:
            with local_file(document, keep=True) as path:
                picture = page_picture(path, number, width=width, media_type=document.media_type, turns=turns)
        except UnreadableDocument as error:
            raise Http404(str(error)) from error
        response = HttpResponse(picture, content_type="image/png")
    response["ETag"] = etag
    # A browser asks each time, and by the tag is sent no picture twice: none is shown of a deleted document.
    response["Cache-Control"] = "private, no-cache"
    return response


@members_only
@require_GET
def evidence(request: Request, slug: str, document_id: int, number: int) -> HttpResponse:
    """One page for the evidence pane, the words of `?quote=` highlighted and in them `?figure=`."""
    document = document_in(request.user, slug, document_id)
    page = _page(document, number)
    quote, figure = request.GET.get("quote", ""), request.GET.get("figure", "")
    context = sheet(document, page, number, quote, figure) | {"slug": slug}
    return render(request, "documents/facts/_evidence.html", context)


def sheet(
    document: Document, page: Page | None, number: int, quote: str, figure: str = ""
) -> dict[str, object]:
    """What a template needs to show one page: its picture with boxes, or its text with a mark."""
    has_picture = document.media_type in PICTURED and page is not None
    found = highlights_of(document, page, quote, figure) if page and has_picture else Highlights()
    return {
        "document": document,
        "number": number,
        "page": page,
        "quote": quote,
        "boxes": found.quote,
        "figure_boxes": found.figure,
        "around": page and found.around and _within(page, found.around),
        "text": _text(page, quote, figure) if page else "",
        "has_picture": has_picture,
        "outlines": _outlines(page) if page else [],
    }


def _text(page: Page, quote: str, figure: str) -> SafeString:
    if page.has_columns:
        return marked_rows(page.text, quote, figure, gap=COLUMN_GAP)
    return marked_text(page.text, quote, figure)


def _pdf(request: Request, slug: str, document_id: int, number: int) -> Document:
    document = document_in(request.user, slug, document_id)
    if document.media_type not in PICTURED or not 1 <= number <= max(document.page_count, 1):
        raise Http404(f"“{document}” has no picture of a page {number}.")
    return document


def _page(document: Document, number: int) -> Page | None:
    """None for a page that could not be read."""
    return document.pages.filter(number=number).first()


def _width(text: str) -> int:
    """The smallest width on offer that is not below the one asked for."""
    wanted = int(text) if text.isdigit() else WIDTHS[1]
    return next((width for width in WIDTHS if width >= wanted), WIDTHS[-1])


def _outlines(page: Page) -> list[Outline]:
    """A box round each table that was recognised on the page, within it."""
    return [
        Outline(
            index=table["index"],
            title=table["title"],
            rows=table["rows"],
            box=_within(page, Box(*table["box"])),
        )
        for table in page.tables
    ]


def _within(page: Page, box: Box) -> Box:
    return widened(box, MARGIN, width=page.width, height=page.height)


def widened(box: Box, margin: float, *, width: float, height: float) -> Box:
    """The box with `margin` points more on each side, as far as the page goes."""
    return Box(
        max(box.x0 - margin, 0.0),
        max(box.top - margin, 0.0),
        min(box.x1 + margin, width),
        min(box.bottom + margin, height),
    )
