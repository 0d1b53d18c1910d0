"""What every request passes: its way before reading, the local user, an answer where the database is away."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, cast

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import SimpleLazyObject

from documents.ingestion.priority.cpu_priority import going_first
from ragsite.gate.refusals import Refused
from ragsite.gate.visitors import Visitor, may_be_local_user, signed_in_or_local
from ragsite.storage.database import database_trouble

RETRY_SECONDS = 5

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

    The user is looked up when first asked for, so that a page that needs none costs no query.
    """

    def process_request(self, request: HttpRequest) -> None:
        if may_be_local_user(request):
            visitor: Any = SimpleLazyObject(partial(signed_in_or_local, request.user))
            request.user = visitor
            request.auser = partial(_async_user, request)


async def _async_user(request: HttpRequest) -> Visitor:
    await sync_to_async(bool)(request.user.is_authenticated)
    return request.user


class DatabaseAwayMiddleware(MiddlewareMixin):
    """Turns the error of a view whose database is away into a sentence with status 503.

    As the innermost one it keeps all middleware in the request's thread: an asynchronous one would go to a
    thread and back for each of them.
    """

    async_capable = False

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        sentence = database_trouble(exception)
        return Refused(503, sentence, retry_after=RETRY_SECONDS).response(request) if sentence else None
