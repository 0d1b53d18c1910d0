"""What every page needs: a signed-in user, a 404 for what is not theirs, notices, places' addresses."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import reverse
from django_htmx.middleware import HtmxDetails

MAX_QUOTE_CHARS = 1500  # of an address; servers commonly cut off requests at 8 kB


class Request(HttpRequest):
    """A request as the middleware of django-htmx leaves it."""

    htmx: HtmxDetails


# Scripts, styles and pictures come from this server alone; nothing inline runs, whatever a document holds.
CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)

View = Callable[..., HttpResponseBase]


def members_only(view: View) -> View:
    """A view for signed-in users, to whom what they may not see does not exist."""

    @login_required
    @wraps(view)
    def guarded(request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            response = view(request, *args, **kwargs)
        except ObjectDoesNotExist as error:
            raise Http404(str(error)) from error
        response.headers.setdefault("Content-Security-Policy", CONTENT_POLICY)
        return response

    return guarded


def with_notice(response: Any, text: str, kind: str = "info") -> Any:
    """The response, telling the page to show `text`. `kind`: info | good | bad."""
    response["HX-Trigger"] = json.dumps({"notice": {"text": text, "kind": kind}})
    return response


def document_url(slug: str, document_id: int, *, page: int | None = None, quote: str = "") -> str:
    """The document's page, opened at the words where they are given."""
    query = {"page": page or "", "quote": quote[:MAX_QUOTE_CHARS]}
    return _with_query(reverse("document", args=[slug, document_id]), query)


def evidence_url(slug: str, document_id: int, *, page: int | None, quote: str = "") -> str:
    """The fragment that shows one page with the words of the quote highlighted."""
    address = reverse("evidence", args=[slug, document_id, page or 1])
    return _with_query(address, {"quote": quote[:MAX_QUOTE_CHARS]})


def _with_query(address: str, query: dict[str, Any]) -> str:
    encoded = urlencode({name: value for name, value in query.items() if value != ""})
    return f"{address}?{encoded}" if encoded else address
