"""The endpoint that checks the numbers of a text that somebody else wrote."""

from __future__ import annotations

from dataclasses import asdict
from decimal import Decimal
from typing import Any

from django.http import HttpRequest
from ninja import Field, Router, Schema

from agentic.mcp.places import places_of
from agentic.verification.drafts import DraftCheck, Verdict, check_draft
from documents.api.auth import needs, user_of
from documents.api.bodies import Body
from documents.library.selectors import workspace_for
from documents.models import Scope, Workspace

router = Router(tags=["Questions"])
VERDICTS: tuple[Verdict, ...] = ("proven", "contradicted", "unknown")


class DraftIn(Body):
    draft: str = Field(
        description="The text whose numbers are to be checked; 20,000 characters at most.",
        examples=["Acme's revenue rose to $120 million in 2024."],
    )
    workspace: str = Field("default", description="The workspace's slug.", examples=["default"])
    boxes: bool = Field(True, description="Whether the places of the words on their pages are given too.")


class SourceOut(Schema):
    document_id: int
    document: str
    page: int | None
    place: str = Field(description="What its page is called.")
    quote: str
    check: str = Field(description="found | not found | curated | verbatim")
    address: str = Field(description="Where this site shows it.")
    boxes: list[list[float]] = Field(description="[x0, top, x1, bottom] in points, a line each.")


class DraftNumberOut(Schema):
    text: str
    value: Decimal
    start: int
    end: int
    verdict: str = Field(description="proven | contradicted | unknown")
    status: str = Field(description="exact | rounded | computed | curated, where it is proven.")
    stated: str = Field(description="What the documents say in its place, of one that is contradicted.")
    formula: str
    note: str
    source: SourceOut | None


class CountsOut(Schema):
    proven: int
    contradicted: int
    unknown: int


class DraftOut(Schema):
    numbers: list[DraftNumberOut]
    counts: CountsOut
    considered: int = Field(description="Documents that could prove or contradict.")
    read: int = Field(description="Those in which something was found.")


@router.post(
    "/agentic/check_numbers",
    auth=needs(Scope.READ),
    response=DraftOut,
    summary="Check the numbers of a text",
)
def check_numbers(request: HttpRequest, asked: DraftIn) -> Any:
    """Each number of the text: proven, contradicted or unknown, with where the documents say so. No model is
    asked."""
    workspace = workspace_for(user_of(request), asked.workspace)
    check = check_draft(asked.draft, workspace=workspace)
    return {
        **check_json(check, workspace, boxes=asked.boxes),
        "considered": check.considered,
        "read": check.read,
    }


def check_json(check: DraftCheck, workspace: Workspace, *, boxes: bool) -> dict[str, Any]:
    """Its numbers with their sources, and how many there are of each verdict."""
    places = places_of([number.span for number in check.numbers], workspace, boxes=boxes)
    numbers = []
    for number, place in zip(check.numbers, places, strict=True):
        told = asdict(number)
        del told["span"]
        numbers.append({**told, "source": place})
    return {"numbers": numbers, "counts": {verdict: check.count(verdict) for verdict in VERDICTS}}
