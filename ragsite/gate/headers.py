"""The headers that every answer carries, whoever made it: what a page may load, run and be shown in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

# Scripts, styles and pictures come from this server alone; nothing inline runs, whatever a document holds.
CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)

# Of a file that is taken along: what it holds may do nothing even where it is opened in the browser.
FILE_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"


def with_headers(response: HttpResponse) -> HttpResponse:
    """The response; a view that has set a stricter policy of its own keeps it."""
    response.headers.setdefault("Content-Security-Policy", CONTENT_POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    return response


class HeadersMiddleware(MiddlewareMixin):
    """Stands outermost, so that pages, errors, downloads, static files and the admin all have them."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        return with_headers(response)
