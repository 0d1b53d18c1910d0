"""What every page needs: a signed-in user, a 404 for what is not theirs, notices, places' addresses."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from ragsite.gate.refusals import Refused, wants_json

MAX_QUOTE_CHARS = 1500  # of an address; servers commonly cut off requests at 8 kB
SIGNED_OUT = "You are signed out: load the page again and sign in."
MAX_FIGURE_CHARS = 100  # as many as a figure's value as written has


class Request(HttpRequest):
    """A request as the middleware of django-htmx leaves it."""

    htmx: HtmxDetails


View = Callable[..., HttpResponseBase]


def members_only(view: View) -> View:
    """A view for signed-in users, to whom what they may not see does not exist."""

    @wraps(view)
    def guarded(request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _sent_to_sign_in(request)
        try:
            return view(request, *args, **kwargs)
        except ObjectDoesNotExist as error:
            raise Http404(str(error)) from error

    return guarded


def _sent_to_sign_in(request: Request) -> HttpResponseBase:
    """Back to the page that they are on; a script is told so, and gets no page to put into its own."""
    if request.htmx:
        page = request.htmx.current_url_abs_path or reverse("home")
        return HttpResponseClientRedirect(redirect_to_login(page)["Location"])
    if wants_json(request):
        return Refused(401, SIGNED_OUT).response(request)
    return redirect_to_login(request.get_full_path())


def with_notice(response: Any, text: str, kind: str = "info") -> Any:
    """The response, telling the page to show `text`. `kind`: info | good | bad."""
    response["HX-Trigger"] = json.dumps({"notice": {"text": text, "kind": kind}})
    return response


def document_url(slug: str, document_id: int, *, page: int | None = None, quote: str = "") -> str:
    """The document's page, opened at the words where they are given."""
    query = {"page": page or "", "quote": quote[:MAX_QUOTE_CHARS]}
    return _with_query(reverse("document", args=[slug, document_id]), query)


def evidence_url(slug: str, document_id: int, *, page: int | None, quote: str = "", figure: str = "") -> str:
    """The fragment that shows one page with the words of the quote highlighted, in them the figure."""
    address = reverse("evidence", args=[slug, document_id, page or 1])
    return _with_query(address, {"quote": quote[:MAX_QUOTE_CHARS], "figure": figure[:MAX_FIGURE_CHARS]})


def _with_query(address: str, query: dict[str, Any]) -> str:
    encoded = urlencode({name: value for name, value in query.items() if value != ""})
    return f"{address}?{encoded}" if encoded else address
