"""An answer's Markdown as safe HTML, its figures and citations marked. Pure: no rows are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.html import conditional_escape, escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

Finding = Mapping[str, Any]
"""A number, citation or nearest place of a run's result, as JSON holds it."""


@dataclass(frozen=True)
class Place:
    """Where a mark leads: `href` is the document's page, `fragment` the evidence pane's content."""

    href: str
    fragment: str


PlaceOf = Callable[[Finding], Place | None]

STATUS_WORDS = {
    "exact": "Stands in the document",
    "rounded": "Rounded from the document",
    "computed": "Computed from the documents",
    "curated": "Set by a curator",
    "unsupported": "Unproven: no source was found for this figure",
}
WRITTEN_THERE = ("exact", "rounded")
PLACE_KEYS = ("document_id", "page", "quote")
DETAILS = {"computed": "formula", "curated": "note"}  # what tells more of a number than its source's words
MAX_TIP_CHARS = 400  # of the source's words in a hover; the evidence pane shows them all

# Marks travel through Markdown as private-use characters round an index; those that the text
# itself holds are replaced first, so that no text can forge one.
OPEN, CLOSE = "\ue000", "\ue001"
PLACEHOLDER = re.compile(f"{OPEN}(\\d+){CLOSE}")
CITATION = re.compile(r" ?(?<!\\)\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]")


@dataclass(frozen=True)
class Mark:
    start: int
    end: int
    text: str
    html: SafeString


def render_answer(
    text: str, *, numbers: Sequence[Finding], citations: Sequence[Finding], place_of: PlaceOf
) -> SafeString:
    """`text` as HTML. Numbers carry their status and source, known citations become links.

    Offsets count characters of `text`. Of marks that overlap, the one that begins first stays.
    """
    marks = _apart(
        [*_number_marks(text, numbers, place_of), *_citation_marks(text, numbers, citations, place_of)],
        len(text),
    )
    pieces, end = [], 0
    for index, mark in enumerate(marks):
        pieces += [_plain(text[end : mark.start]), f"{OPEN}{index}{CLOSE}"]
        end = mark.end
    pieces.append(_plain(text[end:]))
    return mark_safe(_markdown().render("".join(pieces), {"marks": marks}))  # every token is escaped below


def render_markdown(text: str) -> SafeString:
    """`text` as HTML without marks: for an answer that is still being written."""
    return render_answer(text, numbers=(), citations=(), place_of=lambda finding: None)


def source_words(finding: Finding) -> str:
    """“report.pdf, page 4”, “deck.pptx, Slide 4”, or the file alone where no page is known."""
    name = document_of(finding)
    return f"{name}, {place_words(finding)}" if name and finding.get("page") else name


def document_of(finding: Finding) -> str:
    """The file's name; places of table rows have it under another key."""
    return str(finding.get("document") or finding.get("filename") or "")


def place_words(finding: Finding) -> str:
    """What the page is called; answers of before it was noted say “page 4”."""
    return str(finding.get("place") or f"page {finding['page']}")


def citation_mark(finding: Finding, place: Place | None, label: str = "") -> SafeString:
    """A small numbered mark that leads to the words on their page."""
    number = finding.get("number", "")
    if place is None:
        return format_html('<span class="cite">{}</span>', label or number)
    return format_html(
        '<a class="cite" href="{}" data-evidence="{}" data-tip-source="{}" data-tip-quote="{}"'
        ' aria-label="{}: {}">{}</a>',
        place.href,
        place.fragment,
        source_words(finding),
        _short(finding.get("quote")),
        label or f"Source {number}",
        source_words(finding),
        label or number,
    )


def _number_marks(text: str, numbers: Sequence[Finding], place_of: PlaceOf) -> list[Mark]:
    marks = []
    for number in numbers:
        start, end = int(number.get("start", -1)), int(number.get("end", -1))
        if 0 <= start < end <= len(text):
            shown = text[start:end]
            marks.append(Mark(start, end, shown, _number_html(shown, number, place_of(number))))
    return marks


def _number_html(shown: str, number: Finding, place: Place | None) -> SafeString:
    status = str(number.get("status"))
    if status not in STATUS_WORDS:
        status = "unsupported"
    detail = number.get(DETAILS.get(status, "quote"))
    attributes = format_html(
        'class="figure figure-{}" data-tip-status="{}" data-tip-source="{}" data-tip-quote="{}"',
        status,
        STATUS_WORDS[status],
        source_words(number),
        _short(detail),
    )
    if status == "unsupported":
        return format_html(
            '<span tabindex="0" {}>{}<span class="sr-only"> (unproven)</span></span>', attributes, shown
        )
    if place is None:
        return format_html('<span tabindex="0" {}>{}</span>', attributes, shown)
    return format_html(
        '<a href="{}" data-evidence="{}" {}>{}</a>', place.href, place.fragment, attributes, shown
    )


def _citation_marks(
    text: str, numbers: Sequence[Finding], citations: Sequence[Finding], place_of: PlaceOf
) -> list[Mark]:
    """One mark for each [n] or [n, m] whose numbers are all known; others stay as they are written."""
    known = {int(citation["number"]): citation for citation in citations}
    marks, since = [], 0
    for match in CITATION.finditer(text):
        cited = [known.get(int(number)) for number in match[1].split(",")]
        if all(cited):
            told = [number for number in numbers if since <= int(number.get("start", -1)) < match.start()]
            links = format_html_join(
                "", "{}", ((citation_mark(c, place_of(_cell_of(c, told))),) for c in cited if c)
            )
            html = format_html("\u00a0{}", links)  # a mark never begins a line
            marks.append(Mark(match.start(), match.end(), match[0], html))
            since = match.end()
    return marks


def _cell_of(citation: Finding, numbers: Sequence[Finding]) -> Finding:
    """The one number among those before the mark that stands in the citation's words, else the citation."""
    place = [citation.get(key) for key in PLACE_KEYS]
    there = [number for number in numbers if [number.get(key) for key in PLACE_KEYS] == place]
    return there[0] if len(there) == 1 and there[0].get("status") in WRITTEN_THERE else citation


def _apart(marks: list[Mark], length: int) -> list[Mark]:
    kept: list[Mark] = []
    for mark in sorted(marks, key=lambda mark: (mark.start, -mark.end)):
        if mark.end <= length and (not kept or mark.start >= kept[-1].end):
            kept.append(mark)
    return kept


def _plain(text: str) -> str:
    return text.replace(OPEN, "�").replace(CLOSE, "�")


def _short(text: object) -> str:
    words = " ".join(str(text or "").split())
    return words if len(words) <= MAX_TIP_CHARS else f"{words[:MAX_TIP_CHARS].rstrip()}…"


Env = Mapping[str, Any]


@cache
def _markdown() -> MarkdownIt:
    """Markdown without HTML, links and pictures: an answer has no business with other addresses."""
    parser = MarkdownIt("commonmark", {"html": False, "breaks": True, "xhtmlOut": False}).enable("table")
    parser.disable(["html_block", "html_inline", "link", "image", "autolink", "reference", "entity", "code"])
    parser.add_render_rule("text", _render_text)
    parser.add_render_rule("code_inline", _render_code)
    parser.add_render_rule("fence", _render_fence)
    parser.add_render_rule("table_open", lambda *_: '<div class="scroll"><table>')
    parser.add_render_rule("table_close", lambda *_: "</table></div>")
    return parser


def _render_text(
    renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Mapping[str, Any]
) -> str:
    return _with_marks(tokens[index].content, env, lambda mark: mark.html)


def _render_code(
    renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Mapping[str, Any]
) -> str:
    return f"<code>{_with_marks(tokens[index].content, env, lambda mark: mark.text)}</code>"


def _render_fence(
    renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Mapping[str, Any]
) -> str:
    return f"<pre><code>{_with_marks(tokens[index].content, env, lambda mark: mark.text)}</code></pre>"


def _with_marks(content: str, env: Env, shown: Callable[[Mark], str]) -> str:
    """`content` escaped, each placeholder replaced by what `shown` gives (escaped unless it is safe)."""
    pieces, end = [], 0
    for match in PLACEHOLDER.finditer(content):
        pieces += [
            escape(content[end : match.start()]),
            conditional_escape(shown(env["marks"][int(match[1])])),
        ]
        end = match.end()
    return "".join([*pieces, escape(content[end:])])
