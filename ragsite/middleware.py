"""What every request passes: its way before reading, the local user, an answer where the database is away."""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, cast

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import split_domain_port
from django.template.loader import render_to_string
from django.utils.decorators import sync_and_async_middleware
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import SimpleLazyObject

from documents.precedence import going_first
from documents.services import LOCAL_USER, ensure_default_workspace
from ragsite.database import database_trouble

PROXY_HEADERS = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")
RETRY_SECONDS = 5

Visitor = User | AnonymousUser
Answer = Callable[[HttpRequest], HttpResponse]


@sync_and_async_middleware
def requests_go_first(get_response: Any) -> Any:
    """Reading rests while a view answers; not while a response streams, which may take for ever."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponse:
            with going_first():
                return await cast(Awaitable[HttpResponse], get_response(request))

        return answer_async

    def answer(request: HttpRequest) -> HttpResponse:
        with going_first():
            return cast(Answer, get_response)(request)

    return answer


class LocalUserMiddleware(MiddlewareMixin):
    """Makes the one local user of whoever sits at this machine, without a session to forget.

    A program that sends a key, right or wrong, is judged by its key. The user is looked up when first asked
    for, so that a page that needs none costs no query.
    """

    def process_request(self, request: HttpRequest) -> None:
        if settings.RAGSITE_AUTO_LOGIN and is_local(request) and "Authorization" not in request.headers:
            visitor: Any = SimpleLazyObject(partial(_signed_in_or_local, request.user))
            request.user = visitor
            request.auser = partial(_async_user, request)


def _signed_in_or_local(user: Visitor) -> Visitor:
    if user.is_authenticated:
        return user
    local = User.objects.filter(username=LOCAL_USER).first()
    return local or ensure_default_workspace()[0]


async def _async_user(request: HttpRequest) -> Visitor:
    await sync_to_async(bool)(request.user.is_authenticated)
    return request.user


def is_local(request: HttpRequest) -> bool:
    """Whether the request comes straight from this machine.

    The Host is checked too: a page on the internet may have its own name resolve to 127.0.0.1.
    """
    if any(header in request.headers for header in PROXY_HEADERS):
        return False
    host = split_domain_port(request.headers.get("Host", ""))[0].strip("[]")
    return _is_loopback(request.META.get("REMOTE_ADDR", "")) and (host == "localhost" or _is_loopback(host))


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


class DatabaseAwayMiddleware(MiddlewareMixin):
    """Turns the error of a view whose database is away into a page, or JSON for programs, with status 503."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        sentence = database_trouble(exception)
        if not sentence:
            return None
        return _unavailable(request, sentence)


def _unavailable(request: HttpRequest, sentence: str) -> HttpResponse:
    headers = {"Retry-After": str(RETRY_SECONDS)}
    if request.path.startswith("/api/") or not request.accepts("text/html"):
        return JsonResponse({"error": sentence}, status=503, headers=headers)
    # Rendered without the request: the context processors would ask the database.
    page = render_to_string("503.html", {"sentence": sentence})
    return HttpResponse(page, status=503, headers=headers)
