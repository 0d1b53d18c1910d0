"""All matches of a run as a file, the same for programs and pages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from itertools import chain
from uuid import UUID

from asgiref.sync import sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from ninja import Router

from agentic.models import Run
from agentic.search.answers.export import MEDIA_TYPES, NoMatches, matches_file
from agentic.selectors import run_for
from documents.api.auth import user_of
from documents.views.web import document_url
from ragsite.gate.headers import FILE_POLICY

router = Router(tags=["Runs"])


@router.get("/runs/{uuid:run_id}/matches.{form}", summary="All matches as a file")
def get_matches(request: HttpRequest, run_id: UUID, form: str) -> StreamingHttpResponse:
    """All rows or documents that the search agent found, with document, page and link, as csv or xlsx."""
    return matches_response(request, run_for(user_of(request), run_id), form)


async def _sent(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Piece by piece; the server would gather a plain iterator before it sends anything."""
    while (piece := await sync_to_async(lambda: next(pieces, None))()) is not None:
        yield piece


def matches_response(request: HttpRequest, run: Run, form: str) -> StreamingHttpResponse:
    """Raises `NoMatches` where there is nothing to take, or no such form."""
    if form not in MEDIA_TYPES:
        raise NoMatches(f"Matches are given as {', '.join(MEDIA_TYPES)}.")

    def link(document: int, page: int | None) -> str:
        return request.build_absolute_uri(document_url(run.workspace.slug, document, page=page or 1))

    pieces = matches_file(run, form, link)
    first = next(pieces, b"")  # what cannot be read is told before anything is sent
    response = StreamingHttpResponse(_sent(chain([first], pieces)), content_type=MEDIA_TYPES[form])
    response["Content-Security-Policy"] = FILE_POLICY
    response["Content-Disposition"] = f'attachment; filename="matches-{run.created_at:%Y-%m-%d-%H%M}.{form}"'
    return response
