"""A page's text as safe HTML with the words of a quote marked. Pure."""

from __future__ import annotations

import re

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

MAX_QUOTE_WORDS = 400  # keeps the pattern small
DIGITS = re.compile(r"\d[\d.,]*\d|\d")


def marked_text(text: str, quote: str, figure: str = "") -> SafeString:
    """`text` escaped, the first place where the quote stands inside `<mark>`, in it the figure.

    White space and line-end hyphens may differ between the two.
    """
    found = find_quote(text, quote)
    if found is None:
        return escape(text)
    start, end = found
    marked = format_html('<mark id="quote">{}</mark>', with_figure(text[start:end], figure))
    return mark_safe(f"{escape(text[:start])}{marked}{escape(text[end:])}")  # every part is escaped


def marked_rows(text: str, quote: str, figure: str = "", *, gap: str) -> SafeString:
    """As `marked_text`, each line in a span: class `row` where cells stand apart by `gap`, else `running`."""
    start, end = find_quote(text, quote) or (0, 0)
    lines, at, first_mark = [], 0, '<mark id="quote">{}</mark>'
    for line in text.split("\n"):
        first, last = (min(max(place - at, 0), len(line)) for place in (start, end))
        parts: tuple[str, ...] = (line, "", "")
        if first < last:
            parts = (line[:first], line[first:last], line[last:])
        marked = with_figure(parts[1], figure)
        words = format_html(first_mark if at <= start else "<mark>{}</mark>", marked) if parts[1] else ""
        kind = "row" if gap in line else "running"
        lines.append(format_html('<span class="{}">{}{}{}\n</span>', kind, parts[0], words, parts[2]))
        at += len(line) + 1
    return mark_safe("".join(lines))  # every line is escaped


def with_figure(words: str, figure: str) -> SafeString:
    """`words` escaped, the figure in them told apart."""
    found = find_figure(words, figure)
    if found is None:
        return escape(words)
    start, end = found
    return format_html('{}<b class="proven">{}</b>{}', words[:start], words[start:end], words[end:])


def find_figure(words: str, figure: str) -> tuple[int, int] | None:
    """Where the figure stands in the words, as it is written or else its digits alone: (start, end)."""
    for written in (figure, *DIGITS.findall(figure)[:1]):
        pattern = r"\s*".join(map(re.escape, written.split()))
        if pattern and (match := re.search(rf"(?<![\d.,]){pattern}(?!\d|[.,]\d)", words)):
            return match.span()
    return None


def find_quote(text: str, quote: str) -> tuple[int, int] | None:
    """Where the words of the quote stand in the text, as (start, end)."""
    words = quote.split()[:MAX_QUOTE_WORDS]
    if not words:
        return None
    match = re.search(r"[\s­]+".join(map(re.escape, words)), text, re.IGNORECASE)
    return match.span() if match else None
