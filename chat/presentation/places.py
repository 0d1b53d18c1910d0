"""Where the marks of an answer lead: pages of the workspace that was asked."""

from __future__ import annotations

from chat.presentation.rendering import Finding, Place, PlaceOf
from documents.views.web import document_url, evidence_url


def places_in(slug: str) -> PlaceOf:
    """A function from a citation or number to its place, None where no document is known."""

    def place_of(finding: Finding) -> Place | None:
        if not finding.get("document_id"):
            return None
        document_id, page = int(finding["document_id"]), finding.get("page")
        quote = " ".join(str(finding.get("quote") or "").split())
        return Place(
            href=document_url(slug, document_id, page=page or 1, quote=quote),
            fragment=evidence_url(
                slug,
                document_id,
                page=page,
                quote=quote,
                figure=str(finding.get("as_written") or finding.get("text") or ""),
            ),
        )

    return place_of
