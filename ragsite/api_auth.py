"""Who calls the API: a program with a key, or a signed-in browser with its CSRF token."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja.errors import AuthenticationError
from ninja.security import HttpBearer, SessionAuth

from documents.models import ApiKey


class KeyAuth(HttpBearer):
    """`Authorization: Bearer <key>`. A key that is wrong or revoked is refused even beside a session."""

    def __call__(self, request: HttpRequest) -> Any:
        if "Authorization" not in request.headers:
            return None
        user = super().__call__(request)
        if user is None:
            raise AuthenticationError(
                message="This API key is not valid: send “Authorization: Bearer <key>” with a key in use."
            )
        return user

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        return ApiKey.user_of(token.strip())


class BrowserAuth(SessionAuth):
    """The session cookie; requests that change something must carry the CSRF token."""


AUTH = [KeyAuth(), BrowserAuth()]


def user_of(request: HttpRequest) -> Any:
    """The user whom `AUTH` let in; with a key this is not the browser's `request.user`."""
    return request.auth  # type: ignore[attr-defined]
