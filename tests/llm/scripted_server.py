"""A real HTTP server on loopback that gives scripted replies and records what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Reply:
    """`body`: JSON, or a list of events for a server-sent stream. `pause`: seconds before it is sent."""

    body: Any = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    pause: threading.Event | None = None


@dataclass
class Asked:
    """`headers`: by their names in lower case."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


class ScriptedServer:
    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.asked: list[Asked] = []
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), handler_for(self))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.http.server_port}"


@contextmanager
def serving(*replies: Reply) -> Iterator[ScriptedServer]:
    """A running server that must have given all its replies at the end."""
    server = ScriptedServer(*replies)
    thread = threading.Thread(target=server.http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.http.shutdown()
        server.http.server_close()
        thread.join()
    assert not server.replies, "replies were not asked for"


def handler_for(server: ScriptedServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.asked.append(
                Asked(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            )
            reply = server.replies.pop(0)
            if reply.pause:
                reply.pause.wait(10)
            self.send_response(reply.status)
            stream = isinstance(reply.body, list)
            content = events(reply.body) if stream else json.dumps(reply.body).encode()
            self.send_header("Content-Type", "text/event-stream" if stream else "application/json")
            self.send_header("Content-Length", str(len(content)))
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def events(bodies: list[Any]) -> bytes:
    lines = [body if isinstance(body, str) else json.dumps(body) for body in bodies]
    return "".join(f"data: {line}\r\n\r\n" for line in lines).encode()
