"""The MCP server by streamable HTTP, as an ASGI application at one address.

Stateless: each request is whole in itself, so that any of the web processes can answer it.
"""

from __future__ import annotations

from functools import cache, partial
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from asgiref.sync import ThreadSensitiveContext
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.db import Error as DatabaseError
from django.http import HttpRequest
from ninja.errors import HttpError

from documents.api.auth import KeyAuth
from documents.ingestion.priority.cpu_priority import going_first
from ragsite.gate.limits import count_key, count_stranger
from ragsite.gate.refusals import Refused, send_refusal
from ragsite.storage.database import database_trouble, in_passing

PATH = "/mcp"
USER = "ragsite.user"  # in the scope: whom the key let in
SIGN_IN = (
    "Send “Authorization: Bearer <key>”: make a key on the settings page or by `manage.py create_api_key`."
)
POST_ONLY = "Send a POST request: this server keeps no sessions and no stream of its own."


class WithTools:
    """The application, and the tools for other agents at `PATH`."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["path"].rstrip("/") != PATH:
            return await self._application(scope, receive, send)
        request = ASGIRequest(scope, BytesIO())
        async with ThreadSensitiveContext():
            try:
                check_request(request)
                user = await in_passing(user_of)(request)
            except Refused as refusal:
                return await send_refusal(refusal, request, send)
            with going_first():
                await _serve({**scope, USER: user}, receive, send)


async def _serve(scope: dict[str, Any], receive: Any, send: Any) -> None:
    # Imported by the first who calls: it takes time and memory that pages do not need.
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

    manager = StreamableHTTPSessionManager(_server(), stateless=True)
    async with manager.run():
        await manager.handle_request(scope, receive, send)


@cache
def _server() -> Any:
    from agentic.mcp.caller import Caller, QueueDesk
    from agentic.mcp.server import make_server

    def caller_of(context: Any) -> Caller:
        scope = context.request.scope
        request = ASGIRequest(scope, BytesIO())
        user = scope[USER]
        return Caller(user, QueueDesk(), admit=partial(_admit, request, user))

    return make_server(caller_of)


def _admit(request: HttpRequest, user: Any, kind: str) -> None:
    count_key(request, user, kind=kind)


def check_request(request: HttpRequest) -> None:
    """Raises `Refused` for what no agent sends: another method, a foreign page's request, plain HTTP."""
    if request.method != "POST":
        raise Refused(405, POST_ONLY)
    try:
        host = request.get_host()
    except DisallowedHost:
        raise Refused(400, "This server does not go by this name: set RAGSITE_ALLOWED_HOSTS.") from None
    origin = request.headers.get("Origin", "")
    if origin and urlsplit(origin).netloc != host and origin not in settings.RAGSITE_CORS_ORIGINS:
        raise Refused(403, "Pages of other sites may not call the tools: set RAGSITE_CORS_ORIGINS.")
    if settings.SECURE_SSL_REDIRECT and not request.is_secure():
        raise Refused(403, "Use https: a key must not be sent in plain words.")


def user_of(request: HttpRequest) -> Any:
    """Whom the key lets in. Raises `Refused`: whoever sits at this machine needs a key, too."""
    try:
        user = KeyAuth().known(request)
        if user is not None:
            return user
    except HttpError as error:
        count_stranger(request)
        raise Refused(401, error.message) from None
    except DatabaseError as error:
        raise Refused(503, database_trouble(error) or "Try again in a moment.", retry_after=5) from error
    count_stranger(request)
    raise Refused(401, SIGN_IN)
