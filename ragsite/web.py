"""`python -m ragsite.web FD`: the web server, on a socket that its parent has bound.

The parent keeps the socket: while the server starts again after a crash, browsers wait instead of failing.
"""

from __future__ import annotations

import socket
import sys

import uvicorn

GRACE_SECONDS = 2  # for answers in flight; a browser that follows a run comes back by itself


def main(descriptor: int) -> None:
    config = uvicorn.Config(
        "ragsite.asgi:application",
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        # A forwarded address would let anyone claim to sit at this machine.
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=descriptor)])


if __name__ == "__main__":
    main(int(sys.argv[1]))
