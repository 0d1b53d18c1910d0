"""How a request is refused that no view sees: in one sentence, as a page or, to programs, as JSON."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string

from ragsite.gate.headers import with_headers

READABLE = {"ensure_ascii": False}
HEADINGS = {
    400: "Not understood",
    401: "Sign in first",
    403: "Not allowed",
    405: "Not this way",
    408: "Too slow",
    413: "Too much at once",
    429: "Too often",
    503: "One moment",
    507: "No room",
}


@dataclass(eq=False)
class Refused(Exception):
    """`sentence`: what is wrong and what to do. `retry_after`: seconds until it may be tried again."""

    status: int
    sentence: str
    retry_after: float | None = None

    def response(self, request: HttpRequest) -> HttpResponse:
        """In the form that the sender of the request reads."""
        response = self._as_json() if wants_json(request) else self._as_page()
        if self.retry_after is not None:
            response["Retry-After"] = str(max(1, math.ceil(self.retry_after)))
        return with_headers(response)

    def _as_json(self) -> HttpResponse:
        return JsonResponse({"error": self.sentence}, status=self.status, json_dumps_params=READABLE)

    def _as_page(self) -> HttpResponse:
        # Rendered without the request: the context processors would ask the database.
        context = {"code": self.status, "heading": HEADINGS[self.status], "sentence": self.sentence}
        return HttpResponse(render_to_string("refused.html", context), status=self.status)


async def send_refusal(refusal: Refused, request: HttpRequest, send: Any, *, is_last: bool = True) -> None:
    """Answer an ASGI request; the connection is closed with it, once the last event has been sent."""
    response = refusal.response(request)
    response["Connection"] = "close"
    response["Content-Length"] = str(len(response.content))
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content, "more_body": not is_last})


def wants_json(request: HttpRequest) -> bool:
    """Whether a program or a page's script reads the answer, and not a browser that shows it."""
    if request.path.startswith(("/api/", "/mcp")) or not request.accepts("text/html"):
        return True
    return "X-Requested-With" in request.headers or "HX-Request" in request.headers
