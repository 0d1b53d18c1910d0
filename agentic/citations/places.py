"""What an answer calls the places that it rests on: “page 3”, “Slide 3”, “Sheet “Q2””."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from documents.page_names import long_name, page_titles

Finding = dict[str, Any]


def with_places(result: Finding) -> Finding:
    """The answer's JSON, in which each citation, number and table row with a page has its `place`.

    Kept with the answer, which then names its places even when the document has changed.
    """
    findings = [each for each in _findings(result) if each.get("document_id") and each.get("page")]
    titles = page_titles((finding["document_id"], finding["page"]) for finding in findings)
    for finding in findings:
        title = titles.get((finding["document_id"], finding["page"]), "")
        finding["place"] = long_name(finding["page"], title)
    return result


def _findings(result: Finding) -> Iterator[Finding]:
    for name in ("citations", "nearest", "numbers"):
        yield from result.get(name, ())
    for table in result.get("tables", ()):
        yield from (span for span in table.get("spans", ()) if span)
