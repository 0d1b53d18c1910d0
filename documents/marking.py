"""A page's text as safe HTML with the words of a quote marked. Pure."""

from __future__ import annotations

import re

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

MAX_QUOTE_WORDS = 400  # keeps the pattern small


def marked_text(text: str, quote: str) -> SafeString:
    """`text` escaped, the first place where the quote stands inside `<mark>`.

    White space and line-end hyphens may differ between the two.
    """
    found = find_quote(text, quote)
    if found is None:
        return escape(text)
    start, end = found
    marked = format_html('<mark id="quote">{}</mark>', text[start:end])
    return mark_safe(f"{escape(text[:start])}{marked}{escape(text[end:])}")  # every part is escaped


def marked_rows(text: str, quote: str, *, gap: str) -> SafeString:
    """As `marked_text`, each line in a span: class `row` where cells stand apart by `gap`, else `running`."""
    start, end = find_quote(text, quote) or (0, 0)
    lines, at, first_mark = [], 0, '<mark id="quote">{}</mark>'
    for line in text.split("\n"):
        first, last = (min(max(place - at, 0), len(line)) for place in (start, end))
        parts: tuple[str, ...] = (line, "", "")
        if first < last:
            parts = (line[:first], line[first:last], line[last:])
        words = format_html(first_mark if at <= start else "<mark>{}</mark>", parts[1]) if parts[1] else ""
        kind = "row" if gap in line else "running"
        lines.append(format_html('<span class="{}">{}{}{}\n</span>', kind, parts[0], words, parts[2]))
        at += len(line) + 1
    return mark_safe("".join(lines))  # every line is escaped


def find_quote(text: str, quote: str) -> tuple[int, int] | None:
    """Where the words of the quote stand in the text, as (start, end)."""
    words = quote.split()[:MAX_QUOTE_WORDS]
    if not words:
        return None
    match = re.search(r"[\s­]+".join(map(re.escape, words)), text, re.IGNORECASE)
    return match.span() if match else None
