"""The child processes that touch files, and the nursery that they are forked from.

`python -m reading.sandbox.child FD`, where FD is the nursery's end of a socket (see `processes.py`).
"""

from __future__ import annotations

import gc
import importlib
import os
import resource
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import repeat
from multiprocessing.connection import Connection
from pathlib import Path

from pypdfium2 import PdfiumError

from reading.formats.media_types import EML
from reading.formats.pdf import pdf_pages
from reading.model import ParsedPage, UnreadableDocument
from reading.sandbox import walls
from reading.sandbox.forkserver import end_with, serve
from reading.sandbox.messages import (
    MOST_BYTES,
    Failure,
    Finished,
    Limits,
    Message,
    NoMessage,
    Request,
    decode,
    encode,
)

WRITTEN = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC


def main() -> None:
    asked = socket.socket(fileno=int(sys.argv[1]))
    gc.set_threshold(100_000, 20, 100)  # pages leave few cycles, and looking takes a tenth of the time
    walls.prepare()
    serve(asked, work, before=partial(next, _loading()), watched=False)


def _loading() -> Iterator[None]:
    """What is done before each fork: the libraries of all formats but PDF are loaded before the second.

    One PDF is read in less time than they take to load; every further file would load them for itself.
    """
    yield
    with suppress(Exception):  # without them reading only takes longer
        importlib.import_module("reading.formats.convert")
    gc.freeze()
    yield from repeat(None)


def work(connection: Connection) -> None:
    """Do what is asked for through the connection, behind the walls."""
    request = decode(connection.recv_bytes(MOST_BYTES))
    if not isinstance(request, Request):
        raise NoMessage("this asks for nothing")
    _limit(request.limits)
    try:
        file, path = walls.open_in(request.path)
    except OSError as error:
        _send(connection, Failure("The file cannot be opened.", "broken", repr(error)))
        return
    target = os.open(request.target, WRITTEN, 0o600) if request.target else -1
    standing = walls.close_in(file, most_bytes=request.limits.memory_bytes)
    end_with(connection)
    if request.task == "walls":
        _send(connection, standing)
        return
    try:
        for message in _answer(replace(request, path=path), target):
            _send(connection, message)
    except UnreadableDocument as error:
        cause = repr(error.__cause__) if error.__cause__ else ""
        _send(connection, Failure(str(error), error.reason, cause))
    except PdfiumError:
        _send(connection, Failure(f"Page {request.first} is broken.", "broken"))
    _send(connection, Finished())


def _send(connection: Connection, message: Message) -> None:
    connection.send_bytes(encode(message))


def _limit(limits: Limits) -> None:
    """Bound memory, and processor time too: a child whose parent was killed must not run on."""
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory_bytes, limits.memory_bytes))
    seconds = resource.getrlimit(resource.RLIMIT_CPU)[1]
    longest = int(limits.file_seconds) + 3600
    resource.setrlimit(resource.RLIMIT_CPU, (longest if seconds < 0 else min(longest, seconds), seconds))


def _answer(request: Request, target: int) -> Iterator[Message]:
    """What is asked for. Libraries are loaded where they are needed (see `_loading`).

    `target`: the number of the open file that "decrypt" writes.
    """
    if request.task == "pypdf":
        from reading.formats.pdf import pdf_pypdf

        yield from pdf_pypdf.read_pages(request.path, request.password, numbers=request.numbers)
        return
    if request.task == "convert":
        from reading.formats.convert import convert

        yield from convert(request.path, request.media_type, max_rows=request.limits.sheet_rows)
        return
    if request.task == "decrypt":
        from reading.formats.pdf.pdf_decrypt import write_open

        with open(target, "wb") as written:
            write_open(request.path, written, request.password)
        yield b""
        return
    if request.task in ("ocr", "image", "image_picture"):
        yield from _from_pictures(request)
        return
    with pdf_pages.open_pdf(request.path, request.password) as document:
        if request.task == "page":
            yield pdf_pages.page_of(document, request.first)
        elif request.task == "picture":
            yield pdf_pages.picture_of(document, request.first, width=request.width, turns=request.turns)
        else:
            yield pdf_pages.info_of(document)
            yield from pdf_pages.pages_of(document, first=request.first)


def _from_pictures(request: Request) -> Iterator[Message]:
    from reading.formats import ocr

    if request.task == "ocr" and request.media_type == EML:
        from reading.formats.web.email_message import pictures_of

        yield from pictures_of(request.path, request.numbers, _attached_pictures)
    elif request.task == "ocr":
        yield from ocr.pages_of_pdf(request.path, request.password, request.numbers)
    elif request.task == "image":
        yield from ocr.pages_of_image(request.path, request.numbers)
    else:
        yield ocr.picture_of_image(request.path, request.first, width=request.width, turns=request.turns)


def _attached_pictures(path: Path, numbers: Sequence[int], *, is_pdf: bool) -> Iterator[ParsedPage]:
    from reading.formats import ocr

    pages = ocr.pages_of_pdf(path, "", numbers) if is_pdf else ocr.pages_of_image(path, numbers)
    return (page for page in pages if isinstance(page, ParsedPage))


if __name__ == "__main__":
    main()
