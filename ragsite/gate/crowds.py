"""How much of one caller is answered at the same time, so that nobody takes every connection of the database.

A page that follows a question, or a program that waits for its answer, holds one for as long as that takes.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from io import BytesIO

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest

from ragsite.gate.bodies import Application, Receive, Scope, Send
from ragsite.gate.refusals import Refused, send_refusal
from ragsite.gate.visitors import is_at_home

RETRY_SECONDS = 5
TOO_MANY = "Too much is being answered for you at the same time: close some pages, or wait for some answers."


class CrowdLimits:
    """The ASGI application for at most `RAGSITE_PARALLEL_REQUESTS` requests of one caller at a time.

    A caller is whoever sends the same session or key, right or wrong, so that nothing is looked up; those who
    send neither are answered with what takes no time. Counted in each web process by itself.
    """

    def __init__(self, application: Application) -> None:
        self._application = application
        self._present: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = ASGIRequest(scope, BytesIO())
        caller = caller_of(request)
        if not caller or is_at_home(request):
            return await self._application(scope, receive, send)
        if self._present[caller] >= settings.RAGSITE_PARALLEL_REQUESTS > 0:
            return await send_refusal(Refused(429, TOO_MANY, retry_after=RETRY_SECONDS), request, send)
        self._present[caller] += 1
        try:
            await self._application(scope, receive, send)
        finally:
            self._present[caller] -= 1
            if not self._present[caller]:
                del self._present[caller]


def caller_of(request: HttpRequest) -> str:
    """A digest of the key or session that the request comes with; empty without one."""
    said = request.headers.get("Authorization") or request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    return hashlib.sha256(said.encode()).hexdigest() if said else ""
