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


def find_quote(text: str, quote: str) -> tuple[int, int] | None:
    """Where the words of the quote stand in the text, as (start, end)."""
    words = quote.split()[:MAX_QUOTE_WORDS]
    if not words:
        return None
    match = re.search(r"[\s­]+".join(map(re.escape, words)), text, re.IGNORECASE)
    return match.span() if match else None
