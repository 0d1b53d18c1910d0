"""An answer as it is pasted into a memo: its text, its tables, its sources; as HTML and as plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bs4 import BeautifulSoup, NavigableString, Tag
from django.template.loader import render_to_string

from agentic.models import Run
from chat.presentation.answers import AnswerView
from chat.presentation.rendering import CITATION, Finding, render_markdown
from documents.library.spreadsheets import guarded

BLOCKS = ("p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote")
UNPROVEN = " (unproven)"  # in place of the line under the figure


def as_html(run: Run) -> str:
    """Paragraphs, tables and numbered sources, without the page's styles."""
    view = AnswerView(run, run.workspace.slug)
    text = view.result.get("text") or run.answer
    html = render_markdown(_with_readable_marks(_with_doubts(text, view.result.get("numbers") or ())))
    return render_to_string("chat/memo.html", {"answer": view, "html": html}).strip() + "\n"


def as_text(run: Run) -> str:
    """The same as plain text: cells parted by tabs, which word processors and sheets take for tables."""
    soup = BeautifulSoup(as_html(run), "lxml")
    return "\n\n".join(part for part in _blocks(soup) if part) + "\n"


def _with_doubts(text: str, numbers: tuple[Finding, ...] | list[Finding]) -> str:
    """The text with the word “unproven” after each figure that is."""
    ends = [int(number["end"]) for number in numbers if number.get("status") == "unsupported"]
    for end in sorted(ends, reverse=True):
        text = text[:end] + UNPROVEN + text[end:]
    return text


def _with_readable_marks(text: str) -> str:
    """Each [n] stands apart from the word before it."""
    return CITATION.sub(lambda match: f" [{match[1]}]", text)


def _blocks(parent: Tag) -> Iterator[str]:
    for child in parent.find_all(True, recursive=False):
        if child.name in BLOCKS:
            yield _words(child)
        elif child.name in ("ul", "ol"):
            yield "\n".join(_items(child))
        elif child.name == "table":
            yield "\n".join(map(_row, child.find_all("tr")))
        else:
            yield from _blocks(child)


def _items(listing: Tag) -> Iterator[str]:
    for number, item in enumerate(listing.find_all("li", recursive=False), start=1):
        if "value" in item.attrs:  # a source keeps the number of its mark
            yield f"[{item['value']}] {_words(item)}"
        else:
            yield f"{'-' if listing.name == 'ul' else f'{number}.'} {_words(item)}"


def _row(row: Tag) -> str:
    """Cells parted by tabs; a minus is one that spreadsheets read."""
    return "\t".join(guarded(_words(cell).replace("−", "-")) for cell in row.find_all(["th", "td"]))


def _words(element: Tag) -> str:
    """Its text; lines end where the element breaks them, whatever its source looks like."""
    if element.name == "pre":
        return element.get_text().rstrip()
    pieces = [
        "\n" if isinstance(node, Tag) else re.sub(r"\s+", " ", node)
        for node in element.descendants
        if isinstance(node, NavigableString) or (isinstance(node, Tag) and node.name == "br")
    ]
    return re.sub(r" ?\n ?", "\n", "".join(pieces)).strip()
