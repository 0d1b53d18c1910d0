"""The child processes that touch files, and the nursery that they are forked from.

`python -m documents.parsing.child FD`, where FD is the nursery's end of a socket (see `processes.py`).
"""

from __future__ import annotations

import gc
import resource
import socket
import sys
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path

from pypdfium2 import PdfiumError

from documents.nurseries import serve
from documents.parsing import pdfium
from documents.parsing.isolated import Failure, Finished, Limits, Message, Request
from documents.parsing.media import EML
from documents.parsing.packed import PackedPage, pack
from documents.parsing.types import ParsedPage, UnreadableDocument

REFUSED = frozenset(
    {
        "socket.__new__",
        "socket.getaddrinfo",
        "socket.gethostbyname",
        "subprocess.Popen",
        "os.system",
        "os.exec",
        "os.posix_spawn",
    }
)


def main() -> None:
    asked = socket.socket(fileno=int(sys.argv[1]))
    gc.set_threshold(100_000, 20, 100)  # pages leave few cycles, and looking takes a tenth of the time
    serve(asked, work)


def work(connection: Connection) -> None:
    """Do what is asked for through the connection."""
    request: Request = connection.recv()
    _limit(request.limits)
    sys.addaudithook(_refuse_network)
    try:
        for message in _answer(request):
            connection.send(message)
    except UnreadableDocument as error:
        cause = repr(error.__cause__) if error.__cause__ else ""
        connection.send(Failure(str(error), error.reason, cause))
    except PdfiumError:
        connection.send(Failure(f"Page {request.first} is broken.", "broken"))
    connection.send(Finished())


def _limit(limits: Limits) -> None:
    """Bound memory, and processor time too: a child whose parent was killed must not run on."""
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory_bytes, limits.memory_bytes))
    seconds = resource.getrlimit(resource.RLIMIT_CPU)[1]
    longest = int(limits.file_seconds) + 3600
    resource.setrlimit(resource.RLIMIT_CPU, (longest if seconds < 0 else min(longest, seconds), seconds))


def _refuse_network(event: str, _: object) -> None:
    """No file may make its reader fetch what it points to, nor run a program that could."""
    if event in REFUSED:
        raise PermissionError(f"A file's reader has no network and starts no programs ({event}).")


def _answer(request: Request) -> Iterator[Message | PackedPage]:
    """What is asked for. Most PDFs are read in less time than the libraries for the rest take to load."""
    if request.task == "pypdf":
        from documents.parsing import pypdf_text

        yield from pypdf_text.read_pages(request.path, request.password, numbers=request.numbers)
        return
    if request.task == "convert":
        from documents.parsing.converting import convert

        yield from convert(request.path, request.media_type, max_rows=request.limits.sheet_rows)
        return
    if request.task == "decrypt":
        from documents.parsing.decrypting import write_open

        assert request.target is not None
        write_open(request.path, request.target, request.password)
        yield b""
        return
    if request.task in ("ocr", "image", "image_picture"):
        yield from _from_pictures(request)
        return
    with pdfium.open_pdf(request.path, request.password) as document:
        if request.task == "page":
            yield pack(pdfium.page_of(document, request.first))
        elif request.task == "picture":
            yield pdfium.picture_of(document, request.first, width=request.width, turns=request.turns)
        else:
            yield pdfium.info_of(document)
            for page in pdfium.pages_of(document, first=request.first):
                yield pack(page) if isinstance(page, ParsedPage) else page


def _from_pictures(request: Request) -> Iterator[Message]:
    from documents.parsing import ocr  # its models take a second to load

    if request.task == "ocr" and request.media_type == EML:
        from documents.parsing.mail import pictures_of

        yield from pictures_of(request.path, request.numbers, _attached_pictures)
    elif request.task == "ocr":
        yield from ocr.pages_of_pdf(request.path, request.password, request.numbers)
    elif request.task == "image":
        yield from ocr.pages_of_image(request.path, request.numbers)
    else:
        yield ocr.picture_of_image(request.path, request.first, width=request.width, turns=request.turns)


def _attached_pictures(path: Path, numbers: Sequence[int], *, is_pdf: bool) -> Iterator[ParsedPage]:
    from documents.parsing import ocr

    pages = ocr.pages_of_pdf(path, "", numbers) if is_pdf else ocr.pages_of_image(path, numbers)
    return (page for page in pages if isinstance(page, ParsedPage))


if __name__ == "__main__":
    main()
