"""Who calls the API: a program with a key, or a signed-in browser with its CSRF token."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja.errors import AuthenticationError
from ninja.security import HttpBearer, SessionAuth

from documents.models import ApiKey, KeyRefused, Scope
from ragsite.gate.limits import count_key, count_stranger

NO_KEY = "This API key is not valid: send “Authorization: Bearer <key>” with a key in use."
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class KeyAuth(HttpBearer):
    """`Authorization: Bearer <key>`. A key that is wrong or revoked is refused even beside a session.

    `scope`: what the key must have; if not given, read where nothing is changed and write elsewhere.
    """

    def __init__(self, scope: Scope | None = None) -> None:
        super().__init__()
        self.scope = scope

    def __call__(self, request: HttpRequest) -> Any:
        try:
            user = self.known(request)
        except AuthenticationError:
            count_stranger(request)
            raise
        if user is not None:
            count_key(request, user)
            user.api_key.require(self.scope or _usual_scope(request))
        return user

    def known(self, request: HttpRequest) -> Any:
        """The key's user, not counted; None without a key. Raises `AuthenticationError`."""
        if "Authorization" not in request.headers:
            return None
        user = super().__call__(request)
        if user is None:
            raise AuthenticationError(message=NO_KEY)
        return user

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        try:
            return ApiKey.user_of(token.strip())
        except KeyRefused as error:
            raise AuthenticationError(message=str(error)) from None


def _usual_scope(request: HttpRequest) -> Scope:
    return Scope.READ if request.method in SAFE_METHODS else Scope.WRITE


class BrowserAuth(SessionAuth):
    """The session cookie; requests that change something must carry the CSRF token."""


AUTH = [KeyAuth(), BrowserAuth()]


def needs(scope: Scope) -> list[Any]:
    """The `auth` of an endpoint whose keys need another scope than its method tells."""
    return [KeyAuth(scope), BrowserAuth()]


def user_of(request: HttpRequest) -> Any:
    """The user whom `AUTH` let in; with a key this is not the browser's `request.user`."""
    return request.auth  # type: ignore[attr-defined]
