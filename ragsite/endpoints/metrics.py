"""`GET /metrics`: numbers for Prometheus, for administrators and their keys alone."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET
from ninja.errors import HttpError
from prometheus_client import CONTENT_TYPE_LATEST

from agentic.observation.metrics import metrics_text
from documents.api.auth import KeyAuth
from documents.configuration import require_administrator
from documents.models import Scope
from ragsite.gate.limits import count_key, count_stranger
from ragsite.gate.refusals import Refused

SIGN_IN = "Send “Authorization: Bearer <key>” with an administrator's key, or sign in as one."


@require_GET
def metrics(request: HttpRequest) -> HttpResponse:
    """In Prometheus' text format. A key needs the scope `manage`."""
    try:
        require_administrator(_visitor(request))
    except Refused as refusal:
        return refusal.response(request)
    except PermissionDenied as error:
        return Refused(403, str(error)).response(request)
    return HttpResponse(metrics_text(), content_type=CONTENT_TYPE_LATEST)


def _visitor(request: HttpRequest) -> Any:
    try:
        user = KeyAuth().known(request)
    except HttpError as error:
        count_stranger(request)
        raise Refused(401, error.message) from None
    if user is not None:
        count_key(request, user)
        user.api_key.require(Scope.MANAGE)
        return user
    if not request.user.is_authenticated:
        raise Refused(401, SIGN_IN)
    return request.user
