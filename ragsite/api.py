"""The JSON API: mounts the routers and says every error in one sentence."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

from django.core.exceptions import (
    ObjectDoesNotExist,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFilesSent,
)
from django.db import Error as DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from ninja import NinjaAPI, Router
from ninja.errors import HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.parser import Parser
from ninja.renderers import JSONRenderer

from agentic.annotations.api import router as rows_router
from agentic.api.analysis import router as analysis_router
from agentic.api.drafts import router as drafts_router
from agentic.api.matches import router as matches_router
from agentic.api.runs import router as questions_router
from agentic.api.search import router as search_router
from agentic.runs import BadQuestion
from agentic.sources.api import router as sources_router
from agentic.sources.questions.api import router as source_questions_router
from agentic.sql.execution import SQLFailed
from chat.api import router as chat_router
from documents.api.auth import AUTH
from documents.api.bodies import UNKNOWN, with_known_names
from documents.api.documents import router as documents_router
from documents.api.errors import describe_errors
from documents.api.sharing import router as sharing_router
from documents.api.tables import router as tables_router
from documents.api.workspaces import router as workspaces_router
from documents.library.staging import RefusedUpload
from documents.refusals import RefusedChange
from ragsite.endpoints.health import router as health_router
from ragsite.endpoints.settings_api import router as settings_router
from ragsite.gate.error_pages import too_many_files
from ragsite.gate.middleware import RETRY_SECONDS
from ragsite.gate.refusals import Refused
from ragsite.release import release
from ragsite.storage.database import database_trouble
from retrieval.scope.filters import BadSearch

logger = logging.getLogger(__name__)

SIGN_IN = "Sign in, or send “Authorization: Bearer <key>”."
NO_TOKEN = (
    "Send “Authorization: Bearer <key>” (`manage.py create_api_key NAME` makes a key); a browser sends its"
    " CSRF token as “X-CSRFToken”."
)
NOT_THERE = "There is nothing at this address."
BROKEN_OFF = "The upload broke off: send the files again."
NAME_TOO_LONG = "The name of a file is too long: shorten it to 255 characters."
OF_NINJA = {"Unauthorized": SIGN_IN, "CSRF check Failed": NO_TOKEN}  # its words, which do not say what to do
NUL = "NUL (0x00)"  # in what psycopg says of a text that PostgreSQL cannot hold
OUR_FAULT = "Something went wrong here; it has been logged."
REFUSAL_STATUS = {
    "too_large": 413,
    "too_many": 413,
    "quota": 413,
    "wrong_type": 415,
    "no_space": 507,
    "busy": 409,
}
CHANGE_STATUS = {"taken": 409, "last_owner": 409, "too_many": 409, "no_account": 404}

DESCRIPTION = """
Answers questions over your own documents and proves every number.

Send `Authorization: Bearer <key>` (make a key on the settings page, on a workspace's page, or with
`manage.py create_api_key NAME`), or use a signed-in browser with its CSRF token.
A key has scopes: `read` asks and reads, `write` uploads, changes and deletes documents, `manage` changes
workspaces, members, keys and settings. Errors are `{"error": "one sentence"}`.
"""


class WholeText(Parser):
    """JSON whose strings can be stored: halves of surrogate pairs are no characters."""

    def parse_body(self, request: HttpRequest) -> Any:
        try:
            body = super().parse_body(request)
            json.dumps(body, ensure_ascii=False).encode()
        except (UnicodeEncodeError, RecursionError):
            raise ValueError("no text") from None
        return body


class ReadableJson(JSONRenderer):
    """Words in any language stay readable to whoever looks at an answer with curl."""

    json_dumps_params = {"ensure_ascii": False}


class DescribedOnce(NinjaAPI):
    """An API whose description is made at its first use: it takes most of a second and never changes."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._descriptions: dict[str, OpenAPISchema] = {}

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        prefix = self.get_root_path(path_params or {}) if path_prefix is None else path_prefix
        if prefix not in self._descriptions:
            self._descriptions[prefix] = super().get_openapi_schema(path_prefix=prefix)
            describe_errors(self._descriptions[prefix])
        return self._descriptions[prefix]


api = DescribedOnce(
    title="ragsite",
    version=release(),
    description=DESCRIPTION,
    auth=AUTH,
    renderer=ReadableJson(),
    parser=WholeText(),
    urls_namespace="api",
)
api.add_decorator(with_known_names, mode="operation")
api.add_router("", documents_router)
api.add_router("", workspaces_router)
api.add_router("", tables_router)
api.add_router("", sharing_router)
api.add_router("", questions_router)
api.add_router("", sources_router)
api.add_router("", source_questions_router)
api.add_router("", search_router)
api.add_router("", matches_router)
api.add_router("", drafts_router)
api.add_router("", rows_router)
api.add_router("", analysis_router)
api.add_router("", chat_router)
api.add_router("", settings_router)
api.add_router("", health_router)
elsewhere = Router()
api.add_router("", elsewhere)  # last: it takes every address that is left


@elsewhere.api_operation(
    ["GET", "POST", "PUT", "PATCH", "DELETE"], "/{path:address}", auth=None, include_in_schema=False
)
def nothing_here(request: HttpRequest, address: str) -> None:
    raise Http404


def _error(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    return api.create_response(request, {"error": sentence}, status=status)


def _answers(status: int, sentence: str = "") -> Callable[[HttpRequest, Any], HttpResponse]:
    """A handler that answers with the sentence, or with the exception's own where none is given."""
    return lambda request, error: _error(request, sentence or str(error), status)


for exception, handler in {
    ObjectDoesNotExist: _answers(404),
    Http404: _answers(404, NOT_THERE),
    PermissionDenied: _answers(403),
    Refused: lambda request, error: error.response(request),
    BadQuestion: _answers(422),
    BadSearch: _answers(422),
    SQLFailed: _answers(422),
    RequestDataTooBig: _answers(413, "The request is too large: shorten the question."),
    TooManyFilesSent: lambda request, error: _error(request, too_many_files(), 413),
    SuspiciousOperation: _answers(400, "The request could not be understood."),
    MultiPartParserError: lambda request, error: _error(request, _why_not_parsed(error), 400),
}.items():
    api.add_exception_handler(exception, handler)


@api.exception_handler(RefusedUpload)
def refused_upload(request: HttpRequest, error: RefusedUpload) -> HttpResponse:
    return _error(request, str(error), REFUSAL_STATUS.get(error.reason, 422))


@api.exception_handler(RefusedChange)
def refused_change(request: HttpRequest, error: RefusedChange) -> HttpResponse:
    return _error(request, str(error), CHANGE_STATUS.get(error.reason, 422))


@api.exception_handler(HttpError)
def http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    said = OF_NINJA.get(error.message, f"{error.message.rstrip('.')}.")
    return _error(request, said, error.status_code)


@api.exception_handler(ValidationError)
def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    return _error(request, _sentence(error.errors[0]), 422)


@api.exception_handler(DatabaseError)
def database_error(request: HttpRequest, error: DatabaseError) -> HttpResponse:
    if NUL in str(error):
        return _error(request, "The request has a NUL character in it: leave it out.", 422)
    sentence = database_trouble(error)
    if not sentence:
        return unexpected(request, error)
    return Refused(503, sentence, retry_after=RETRY_SECONDS).response(request)


@api.exception_handler(Exception)
def unexpected(request: HttpRequest, error: Exception) -> HttpResponse:
    logger.error("%s %s failed", request.method, request.path, exc_info=error)
    return _error(request, OUR_FAULT, 500)


def _why_not_parsed(error: MultiPartParserError) -> str:
    return NAME_TOO_LONG if "header size" in str(error) else BROKEN_OFF


def _sentence(problem: dict) -> str:
    """The first thing that is wrong with a request: ("body", "query", "wait") → “wait”: …"""
    names = [part for part in problem["loc"][1:] if isinstance(part, str) and "[" not in part]
    name = names[-1] if names else "The body"
    if problem["type"] == "extra_forbidden":
        return UNKNOWN.format(name=name)
    if problem["type"] == "missing":
        return f"“{name}” is missing: send it."
    reason = problem["msg"].removeprefix("Value error, ")
    return f"“{name}” is not right: {reason[:1].lower()}{reason[1:].rstrip('.')}."
