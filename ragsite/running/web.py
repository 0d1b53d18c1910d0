"""`python -m ragsite.running.web FD`: the web server, on a socket that its parent has bound.

The parent keeps the socket: while the server starts again after a crash, browsers wait instead of failing.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from typing import Any

import h11
import uvicorn
from django.conf import settings
from django.db import connections
from uvicorn.protocols.http.h11_impl import H11Protocol

WAITING = 2048  # connections that nobody has taken yet
GRACE_SECONDS = 2  # for answers in flight; a browser that follows a run comes back by itself


class PromptProtocol(H11Protocol):
    """Closes a connection on which the headers of a request do not come soon."""

    _due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._wait()
        else:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._due is None:
            self._due = self.loop.call_later(settings.RAGSITE_REQUEST_SECONDS, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None


class SharingServer(uvicorn.Server):
    """Takes one connection at a time: of many that come at once, the other web processes get theirs.

    The length of the queue is how many connections asyncio takes at once, too.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for shared in sockets or ():
            shared.listen(WAITING)


def server() -> uvicorn.Server:
    """The web server, not yet run."""
    config = uvicorn.Config(
        "ragsite.asgi:application",
        http=PromptProtocol,
        ws="none",
        lifespan="off",
        log_level="error",  # a warning comes with each request that is no HTTP
        access_log=False,
        server_header=False,
        # A forwarded address would let anyone claim to sit at this machine.
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        backlog=1,
    )
    return SharingServer(config)


def share_connections() -> None:
    """Let the requests of this process wait for one of a few connections.

    Each request has a thread of its own, whose kept connection would have no further use.
    """
    database = connections.settings["default"]
    database["CONN_MAX_AGE"] = 0
    database["OPTIONS"]["pool"] = {
        "min_size": 1,
        "max_size": settings.RAGSITE_WEB_CONNECTIONS,
        "timeout": settings.RAGSITE_BUSY_SECONDS,
        "num_workers": 1,
    }


def main(descriptor: int) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ragsite.settings")
    share_connections()
    server().run(sockets=[socket.socket(fileno=descriptor)])


if __name__ == "__main__":
    main(int(sys.argv[1]))
