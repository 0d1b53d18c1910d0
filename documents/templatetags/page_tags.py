"""Small things that every template uses: icons, times and sizes in words."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from documents.ingestion.priority.queues import Queues
from documents.ingestion.rerun_requests import underway
from documents.models import Document, Metric
from documents.page_names import long_name, page_noun, short_name
from documents.views import web
from documents.views.charts import short_value
from reading.model import Box

register = template.Library()
register.filter("underway", underway)


@register.simple_tag(takes_context=True)
def waiting(context: template.Context, document: Document) -> str:
    """What the document waits for, and behind what; the queues are looked at once for the whole page."""
    request = context["request"]
    request.queues = getattr(request, "queues", None) or Queues()
    words: str = request.queues.words(document)
    return words


MINUTE, HOUR, DAY = 60, 3600, 86400  # seconds


@register.simple_tag
def icon(name: str, css: str = "") -> SafeString:
    """A decorative picture from static/icons.svg; the words beside it carry the meaning."""
    return format_html(
        '<svg class="icon {}" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        css,
        static("icons.svg"),
        name,
    )


@register.filter
def ago(moment: datetime | None) -> SafeString | str:
    """“3 min ago” with the exact time on hover."""
    if moment is None:
        return ""
    exact = timezone.localtime(moment)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        exact.isoformat(timespec="seconds"),
        exact.strftime("%-d %B %Y, %H:%M"),
        _ago_in_words((timezone.now() - moment).total_seconds(), exact),
    )


def _ago_in_words(seconds: float, exact: datetime) -> str:
    if seconds < MINUTE:
        return "just now"
    if seconds < HOUR:
        return f"{int(seconds // MINUTE)} min ago"
    if seconds < DAY:
        return f"{int(seconds // HOUR)} h ago"
    return exact.strftime("%-d %b") if seconds < 300 * DAY else exact.strftime("%-d %b %Y")


@register.filter
def duration(seconds: float | None) -> str:
    """“12 ms”, “1.3 s”, “42 s”, “2 min 5 s”."""
    if seconds is None:
        return ""
    if seconds < 0.9995:
        return f"{max(seconds * 1000, 1):.0f} ms"
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    if seconds < MINUTE - 0.5:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), MINUTE)
    return f"{minutes} min {rest} s"


@register.filter
def in_words(value: Any) -> str:
    """“financial_report” → “Financial report”."""
    return str(value or "").replace("_", " ").capitalize()


@register.simple_tag
def document_link(slug: str, document_id: int, page: int | None = None, quote: str = "") -> str:
    return web.document_url(slug, document_id, page=page, quote=quote)


@register.simple_tag
def evidence_link(
    slug: str, document_id: int, page: int | None = None, quote: str = "", figure: str = ""
) -> str:
    return web.evidence_url(slug, document_id, page=page, quote=quote, figure=figure)


@register.filter
def pages_in_words(document: Document) -> str:
    """“12 pages”, “1 slide”."""
    return _counted(document.page_count, page_noun(document))


@register.filter
def grouped(count: int) -> str:
    """“1,659”."""
    return f"{count:,}"


@register.filter
def what_goes(document: Document) -> str:
    """“The file, its 9 pages, 1 figure and 3 other facts”, of a document as lists have it."""
    figures = _counted(document.metric_count, "figure")  # type: ignore[attr-defined]
    others = _counted(document.fact_count, "other fact")  # type: ignore[attr-defined]
    return f"The file, its {pages_in_words(document)}, {figures} and {others}"


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


@register.filter
def chunk_place(document: Document, chunk: Any) -> str:
    """“p. 3”, “p. 3–4”, “Slide 3”, “slides 3–4”."""
    if chunk.page_end == chunk.page_start:
        return short_name(chunk.page_start, chunk.page_title)
    noun = page_noun(document)
    return f"{'p.' if noun == 'page' else f'{noun}s'} {chunk.page_start}–{chunk.page_end}"


@register.filter
def place(row: Any) -> str:
    """“p. 3” or “Slide 3”, of a fact whose page was named."""
    return short_name(row.page, row.page_title)


@register.filter
def place_in_full(row: Any) -> str:
    """“page 3” or “Slide 3”, of a fact whose page was named."""
    return long_name(row.page, row.page_title)


@register.filter
def box_width(box: Box) -> str:
    return f"{box.x1 - box.x0:.2f}"


@register.filter
def box_height(box: Box) -> str:
    return f"{box.bottom - box.top:.2f}"


@register.filter
def in_short(metric: Metric) -> str:
    """“€18.7M”: the figure in base units, for columns whose scale stands elsewhere on their page."""
    return short_value(metric.numeric_value, metric.unit)


KINDS_IN_WORDS = {
    "document": "the document",
    "chunk": "a passage",
    "metric": "a figure",
    "entity": "an entity",
    "row": "a table row",
}


@register.filter
def kind_in_words(kind: str) -> str:
    """“a figure”, of what an edit changed."""
    return KINDS_IN_WORDS.get(kind, f"a {kind}")


@register.filter
def percent(share: float | None) -> str:
    """“93%” of 0.93; empty for None."""
    return "" if share is None else f"{share:.0%}"
