"""Reads PDF files in a child process with limits on time and memory, so that no file stops the caller.

A page that crashes the child or takes too long is skipped with its reason, and a new child goes on
behind it. The child is a program of its own (`child.py`) rather than a fork: it works from threads
and from daemonic workers alike, and carries none of the parent's memory.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Literal

from documents.parsing.text import check_page_count
from documents.parsing.types import DocumentInfo, ParsedDocument, ParsedPage, SkippedPage, UnreadableDocument

# A scan's file name, date or page numbers are not text that a question could be about.
LEAST_CHARACTERS = 100
PROJECT_ROOT = Path(__file__).resolve().parents[2]

OnPage = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a file may cost. Ordinary pages take 0.01 s and 1,600 of them 0.3 GB of address space."""

    start_seconds: float = 15.0
    page_seconds: float = 10.0
    file_seconds: float = 50.0
    seconds_per_page: float = 0.5  # added to `file_seconds` for each page of the file
    memory_bytes: int = 1_500_000_000
    lost_pages: int = 3  # crashes or time-outs after which the rest of the file is given up


@dataclass(frozen=True, slots=True)
class Request:
    """What a child is to do. `first`: the page to begin with. `numbers`: pages for pypdf, all if empty."""

    path: Path
    task: Literal["pages", "pypdf", "page", "picture"]
    password: str = ""
    first: int = 1
    numbers: tuple[int, ...] = ()
    width: int = 0
    limits: Limits = Limits()


@dataclass(frozen=True, slots=True)
class Failure:
    message: str
    reason: str


@dataclass(frozen=True, slots=True)
class Finished:
    pass


Message = DocumentInfo | ParsedPage | SkippedPage | bytes | Failure | Finished


class ChildLost(Exception):
    """The child crashed or took too long. The message says which, as part of a sentence."""


@dataclass
class _Progress:
    """What is known of a file so far."""

    info: DocumentInfo | None = None
    pages: dict[int, ParsedPage] = field(default_factory=dict)
    skipped: dict[int, str] = field(default_factory=dict)

    @property
    def next_page(self) -> int:
        return max((*self.pages, *self.skipped), default=0) + 1

    @property
    def characters(self) -> int:
        return sum(len(page.text.strip()) for page in self.pages.values())

    def take(self, message: Message) -> None:
        if isinstance(message, DocumentInfo):
            self.info = self.info or message
        elif isinstance(message, ParsedPage):
            self.pages[message.number] = message
            self.skipped.pop(message.number, None)
        elif isinstance(message, SkippedPage):
            self.skipped.setdefault(message.number, message.reason)


def parse_pdf(
    path: Path,
    *,
    password: str = "",
    max_pages: int | None = None,
    on_page: OnPage | None = None,
    limits: Limits | None = None,
) -> ParsedDocument:
    """The pages that can be read, with the reasons for the others. Raises `UnreadableDocument`."""
    request = Request(path, "pages", password, limits=limits or Limits())
    progress, started = _Progress(), time.monotonic()
    failure = _read_by_pdfium(request, progress, started, max_pages, on_page)
    if failure or progress.skipped or progress.characters < LEAST_CHARACTERS:
        _read_by_pypdf(request, progress, started, max_pages)
    if failure and not progress.characters:
        raise failure
    if progress.characters < LEAST_CHARACTERS:
        raise _no_text(progress)
    return _document(progress)


def one_answer(request: Request) -> Message:
    """The first message of a child. Raises `UnreadableDocument`."""
    with _child(request) as connection:
        try:
            message = _receive(connection, request.limits.start_seconds)
        except ChildLost as error:
            raise UnreadableDocument(f"Page {request.first} {error}.", reason="broken") from error
    if isinstance(message, Failure):
        raise UnreadableDocument(message.message, reason=message.reason)
    return message


def _read_by_pdfium(
    request: Request, progress: _Progress, started: float, max_pages: int | None, on_page: OnPage | None
) -> UnreadableDocument | None:
    """Fill `progress`, a new child after each lost page. Returns why the file cannot be opened."""
    for _ in range(request.limits.lost_pages):
        try:
            for message in _messages(replace(request, first=progress.next_page), progress, started):
                progress.take(message)
                if isinstance(message, DocumentInfo):
                    check_page_count(message.page_count, max_pages)
                elif on_page and progress.info:
                    on_page(progress.next_page - 1, progress.info.page_count)
                if isinstance(message, Failure):
                    return UnreadableDocument(message.message, reason=message.reason)
        except ChildLost as error:
            if progress.info is None:
                return UnreadableDocument(f"The PDF {error} when it was opened.", reason="broken")
            progress.take(SkippedPage(progress.next_page, f"The page {error}."))
        if progress.info and progress.next_page > progress.info.page_count:
            break
    _skip_the_rest(progress)
    return None


def _skip_the_rest(progress: _Progress) -> None:
    for number in range(progress.next_page, progress.info.page_count + 1 if progress.info else 0):
        progress.take(SkippedPage(number, "The file takes too long to read; this page was left out."))


def _read_by_pypdf(request: Request, progress: _Progress, started: float, max_pages: int | None) -> None:
    """Try what pdfium could not read, in the time that is left; what pypdf cannot read stays as it is."""
    missing = tuple(progress.skipped) if progress.characters >= LEAST_CHARACTERS else ()
    try:
        for message in _messages(replace(request, task="pypdf", numbers=missing), progress, started):
            if isinstance(message, DocumentInfo):
                check_page_count(message.page_count, max_pages)
            known = progress.pages.get(message.number) if isinstance(message, ParsedPage) else None
            if known is None or (isinstance(message, ParsedPage) and len(message.text) > len(known.text)):
                progress.take(message)
    except ChildLost:
        return


def _messages(request: Request, progress: _Progress, started: float) -> Iterator[Message]:
    """What a child sends until it has finished. Raises `ChildLost`."""
    limits = request.limits
    with _child(request) as connection:
        wait = limits.start_seconds
        while not isinstance(message := _receive(connection, wait), Finished):
            yield message
            pages = progress.info.page_count if progress.info else 0
            left = started + limits.file_seconds + limits.seconds_per_page * pages - time.monotonic()
            wait = min(limits.page_seconds, left)


def _receive(connection: Connection, seconds: float) -> Message:
    if seconds <= 0 or not connection.poll(seconds):
        raise ChildLost("takes too long to read")
    try:
        message: Message = connection.recv()
    except (EOFError, ConnectionError) as error:
        raise ChildLost("crashes the reader or needs too much memory") from error
    return message


@contextmanager
def _child(request: Request) -> Iterator[Connection]:
    ours, theirs = Pipe()
    # OpenBLAS would reserve address space for every core, which the memory limit counts.
    environment = {**os.environ, "PYTHONPATH": str(PROJECT_ROOT), "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "documents.parsing.child", str(theirs.fileno())]
    process = subprocess.Popen(
        command,
        env=environment,
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    theirs.close()
    try:
        ours.send(request)
        yield ours
    finally:
        ours.close()
        process.kill()
        process.wait()


def _no_text(progress: _Progress) -> UnreadableDocument:
    if progress.skipped and not progress.pages:
        first = min(progress.skipped)
        return UnreadableDocument(
            f"No page of the PDF can be read. Page {first}: {progress.skipped[first]}", reason="broken"
        )
    found = " ".join(" ".join(page.text for page in progress.pages.values()).split())
    shown = f" (“{found}”)" if found else ""
    return UnreadableDocument(
        f"No text: the PDF holds only {progress.characters} characters of it{shown}. "
        "If its pages are scanned, run text recognition over it and upload the result.",
        reason="no_text",
    )


def _document(progress: _Progress) -> ParsedDocument:
    info = progress.info or DocumentInfo(len(progress.pages))
    return ParsedDocument(
        pages=tuple(progress.pages[number] for number in sorted(progress.pages)),
        title=info.title,
        created=info.created,
        outline=info.outline,
        skipped=tuple(SkippedPage(number, reason) for number, reason in sorted(progress.skipped.items())),
        metadata=info.metadata,
    )
