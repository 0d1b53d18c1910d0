"""Kinds of periods by their length: only figures of one kind stand side by side."""

from __future__ import annotations

from datetime import date

SPANS = {  # name → days from the first to the last, both counted, with 52- and 53-week years in mind
    "month": range(27, 36),
    "quarter": range(77, 101),
    "half-year": range(175, 190),
    "nine months": range(266, 282),
    "year": range(350, 379),
}
INSTANT = "date"


def span_of(start: date | None, end: date) -> str:
    """The kind of period, so that quarters stand beside quarters alone; "" for other lengths."""
    if start is None:
        return INSTANT
    days = (end - start).days + 1
    return next((name for name, lengths in SPANS.items() if days in lengths), "")
