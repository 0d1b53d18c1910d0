"""Which pages of other sites may call the API and the tools: those whose origins a setting names."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest

OPEN = ("/api/", "/mcp")  # what programs call; pages and forms are never open to other sites
METHODS = "GET, POST, PUT, PATCH, DELETE, OPTIONS"
HEADERS = "Authorization, Content-Type, Accept, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name"
KEPT_SECONDS = 3600  # by browsers, that a page may call

Header = tuple[bytes, bytes]


class CrossOrigin:
    """The application, which says to browsers whose pages may read its answers.

    Never with credentials: a foreign page sends a key, and no cookie.
    """

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        origin = _allowed_origin(scope)
        if not origin:
            return await self._application(scope, receive, send)
        allow: list[Header] = [(b"access-control-allow-origin", origin.encode()), (b"vary", b"Origin")]
        if scope["method"] == "OPTIONS":
            return await _answer_preflight(send, allow)

        async def sending(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *allow]}
            await send(message)

        await self._application(scope, receive, sending)


def _allowed_origin(scope: dict[str, Any]) -> str:
    """The origin of the page that asks, where it may; else empty."""
    if scope["type"] != "http" or not settings.RAGSITE_CORS_ORIGINS or not scope["path"].startswith(OPEN):
        return ""
    origin = ASGIRequest(scope, BytesIO()).headers.get("Origin", "")
    return origin if origin in settings.RAGSITE_CORS_ORIGINS else ""


async def _answer_preflight(send: Any, allow: list[Header]) -> None:
    told = {
        "access-control-allow-methods": METHODS,
        "access-control-allow-headers": HEADERS,
        "access-control-max-age": str(KEPT_SECONDS),
        "content-length": "0",
    }
    headers = [*allow, *((name.encode(), value.encode()) for name, value in told.items())]
    await send({"type": "http.response.start", "status": 204, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
