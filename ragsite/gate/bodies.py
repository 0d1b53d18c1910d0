"""What a request may send, in front of Django, which keeps a whole body before it looks at who sent it.

A small body passes. A larger one is read only from somebody who is known, as far as its kind may be large,
as long as it keeps moving, and a few at a time. What is refused is answered before it was read.
"""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import IO, Any
from weakref import WeakValueDictionary

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.core.exceptions import PermissionDenied, RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.db import Error as DatabaseError
from django.db import connections
from django.http import HttpRequest
from django.utils.module_loading import import_string
from ninja.errors import HttpError

from documents.api.auth import KeyAuth
from documents.models import Scope as KeyScope
from ragsite.gate.refusals import Refused, send_refusal
from ragsite.gate.visitors import may_be_local_user, signed_in_or_local
from ragsite.storage.database import database_trouble

ANONYMOUS_BYTES = 262_144  # a form to sign in has some hundred
ROUND_FILES_BYTES = 65_536  # what a form says about its files
LEAST_BYTES_PER_SECOND = 8192  # a poor mobile line
LINGER_SECONDS = 5.0  # for a client that reads the answer only once it has sent everything
PAUSE_SECONDS = 1.0  # without a byte, after which such a client is taken to have read it
TURN_SECONDS = 20.0  # to wait for one of the same sender's uploads to end
MOST_WAITING = 20  # of one sender, for their turn
COPIES = 2  # of what is sent: as it came, and its files
STEP_BYTES = 32_000_000  # for which room is made at a time where the size is not told
SPARE_BYTES = 100_000_000  # of the disk, left to the database and its log

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Scope = dict[str, Any]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

SIGN_IN = "Sign in before you send this much: the page or the key that it came with is not signed in."
TRY_AGAIN = "The database did not answer: try again in a moment."
TOO_SLOW = "The request came too slowly and was given up: send it again over a better line."
NO_ROOM = "The disk is full: free some space and try again."
TOO_MANY = "You are sending too many files at the same time: let some of them finish first."


class BodyLimits:
    """The ASGI application behind limits on what is sent to it."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._turns = Turns(settings.RAGSITE_PARALLEL_UPLOADS)
        self._room = Room()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope.get("headers", ()))
        declared = int(headers.get(b"content-length", 0))
        if scope["type"] != "http" or not (declared or b"transfer-encoding" in headers):
            return await self._application(scope, receive, send)
        async with AsyncExitStack() as held:
            body = Body(scope, receive, send, Shared(self._turns, self._room, held))
            try:
                await body.admit(declared)
                await self._application(scope, body.receive, body.send)
            except Refused as refusal:
                await body.refuse(refusal)
            except OSError as error:
                if error.errno not in (errno.ENOSPC, errno.EDQUOT) or body.is_answered:
                    raise
                await body.refuse(Refused(507, NO_ROOM))


@dataclass(frozen=True)
class Shared:
    """What bodies share. `held`: what one of them gives back when its request is over."""

    turns: Turns
    room: Room
    held: AsyncExitStack


class Body:
    """A request's body on its way in."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, shared: Shared) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._shared = shared
        self._request = ASGIRequest(scope, BytesIO())
        self._allowed = ANONYMOUS_BYTES
        self._is_known = False
        self._received = self._promised = 0
        self._began_at: float | None = None
        self._is_whole = False
        self.is_answered = False

    async def admit(self, size: int) -> None:
        """Raises `Refused` unless so many bytes may come from whoever sends them."""
        if size <= ANONYMOUS_BYTES:
            return
        if not self._is_known:
            sender = await known_sender(self._request)
            self._is_known, self._allowed = True, most_bytes(self._request)
            self._check_size(size)
            await self._shared.held.enter_async_context(self._shared.turns.of(sender))
            self._began_at = time.monotonic()  # the wait was not the sender's
        self._check_size(size)
        self._make_room(size)

    def _make_room(self, size: int) -> None:
        """What is declared has its room at once, what is not as it comes."""
        if size > self._promised:
            more = size - self._promised if not self._promised and not self._received else STEP_BYTES
            self._shared.held.enter_context(self._shared.room.of(more))
            self._promised += more

    def _check_size(self, size: int) -> None:
        if size > self._allowed:
            megabytes = self._allowed / 1_000_000
            raise Refused(
                413, f"This is more than {megabytes:,.0f} MB at once: send fewer or smaller files at a time."
            )

    async def receive(self) -> Message:
        """What the application is given to read: to it a refusal is a client that has gone."""
        if self._is_whole:
            return await self._receive()
        try:
            message = await self._next()
            self._received += len(message.get("body", b""))
            self._is_whole = not message.get("more_body", False)
            await self.admit(self._received)
        except Refused as refusal:
            await self.refuse(refusal)
            return {"type": "http.disconnect"}
        return message

    async def _next(self) -> Message:
        self._began_at = self._began_at or time.monotonic()
        may_take = settings.RAGSITE_REQUEST_SECONDS + self._received / LEAST_BYTES_PER_SECOND
        try:
            async with asyncio.timeout(self._began_at + may_take - time.monotonic()):
                return await self._receive()
        except TimeoutError:
            raise Refused(408, TOO_SLOW) from None

    async def send(self, message: Message) -> None:
        self.is_answered = True
        await self._send(message)

    async def refuse(self, refusal: Refused) -> None:
        """Answer, and close the connection only once the client has had the time to read it."""
        await send_refusal(refusal, self._request, self.send, is_last=False)
        if "Expect" not in self._request.headers:  # who asks first has not begun to send
            await self._let_go_by()
        await self.send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _let_go_by(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER_SECONDS):
                more = True
                while more:
                    async with asyncio.timeout(PAUSE_SECONDS):
                        more = (await self._receive()).get("more_body", False)


class Handler(ASGIHandler):
    """Django's, keeping what is sent on the disk whose room is looked after."""

    async def read_body(self, receive: Receive) -> IO[bytes]:
        with ExitStack() as closing:
            limit, folder = settings.FILE_UPLOAD_MAX_MEMORY_SIZE, str(settings.FILE_UPLOAD_TEMP_DIR)
            body = closing.enter_context(tempfile.SpooledTemporaryFile(limit, dir=folder))
            while (message := await receive())["type"] != "http.disconnect":
                body.write(message.get("body", b""))
                if not message.get("more_body", False):
                    body.seek(0)
                    closing.pop_all()
                    return body
            raise RequestAborted

    def create_request(self, scope: Mapping[str, Any], body_file: IO[bytes]) -> Any:
        """Django reads no form whose length it is not told, which a sender of chunks does not know."""
        if any(name == b"transfer-encoding" for name, _ in scope["headers"]):
            length = str(body_file.seek(0, os.SEEK_END)).encode()
            body_file.seek(0)
            scope = {**scope, "headers": [*scope["headers"], (b"content-length", length)]}
        return super().create_request(scope, body_file)


class Turns:
    """At most `most` bodies of one sender at a time, in each web process; others wait a moment."""

    def __init__(self, most: int, *, waiting: int = MOST_WAITING) -> None:
        self._most, self._waiting = most, waiting
        self._gates: WeakValueDictionary[Any, asyncio.Semaphore] = WeakValueDictionary()
        self._present: Counter[Any] = Counter()

    @asynccontextmanager
    async def of(self, sender: Any) -> AsyncIterator[None]:
        """Raises `Refused` where the sender's turn does not come soon."""
        if self._present[sender] >= self._most + self._waiting:
            raise Refused(429, TOO_MANY, retry_after=TURN_SECONDS)
        gate = self._gates.setdefault(sender, asyncio.Semaphore(self._most))
        self._present[sender] += 1
        try:
            await self._enter(gate)
            try:
                yield
            finally:
                gate.release()
        finally:
            self._present[sender] -= 1
            self._present += Counter()  # forgets who is no longer there

    async def _enter(self, gate: asyncio.Semaphore) -> None:
        try:
            async with asyncio.timeout(TURN_SECONDS):
                await gate.acquire()
        except TimeoutError:
            raise Refused(429, TOO_MANY, retry_after=TURN_SECONDS) from None


class Room:
    """The disk that bodies are kept on: all that are on their way in must fit together."""

    def __init__(self) -> None:
        self._promised = 0

    @contextmanager
    def of(self, size: int) -> Iterator[None]:
        """Raises `Refused` where there is no room for `size` bytes more."""
        folder = Path(settings.FILE_UPLOAD_TEMP_DIR)
        folder.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(folder).free < COPIES * (self._promised + size) + SPARE_BYTES:
            raise Refused(507, NO_ROOM)
        self._promised += size
        try:
            yield
        finally:
            self._promised -= size


def most_bytes(request: HttpRequest) -> int:
    """How much somebody who is known may send at once: files, or else what is kept in memory."""
    if request.content_type != "multipart/form-data":
        return settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    return max(settings.RAGSITE_MAX_UPLOAD_MB, settings.RAGSITE_MAX_FILE_MB) * 1_000_000 + ROUND_FILES_BYTES


async def known_sender(request: HttpRequest) -> Any:
    """The key of the user whose session, key or machine the request comes from. Raises `Refused`."""
    async with ThreadSensitiveContext():
        return await sync_to_async(_known_sender)(request)


def _known_sender(request: HttpRequest) -> Any:
    try:
        user = KeyAuth().known(request)
        if user is not None:
            user.api_key.require(KeyScope.WRITE)  # whatever is so large changes something
        else:
            user = _user_of_session(request)
    except HttpError as error:
        raise Refused(error.status_code, error.message) from None
    except PermissionDenied as error:
        raise Refused(403, str(error)) from None
    except DatabaseError as error:
        raise Refused(503, database_trouble(error) or TRY_AGAIN, retry_after=5) from error
    finally:
        connections.close_all()  # this thread ends with the look-up
    if not user.is_authenticated:
        raise Refused(401, SIGN_IN)
    return user.pk


def _user_of_session(request: HttpRequest) -> Any:
    sessions = import_string(f"{settings.SESSION_ENGINE}.SessionStore")
    request.session = sessions(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    user = get_user(request)
    return signed_in_or_local(user) if may_be_local_user(request) else user
