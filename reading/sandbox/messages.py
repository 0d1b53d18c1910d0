"""What a process that reads a file is asked, and what it answers: data of known types, nothing that is run.

A file may take its reader over. What comes from there is decoded against the types below, within bounds, and
never unpickled.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Literal

import msgspec

from reading.formats.encodings import storable
from reading.formats.media_types import PDF
from reading.model import DocumentInfo, ParsedPage, SkippedPage

MOST_BYTES = 64_000_000  # of one message: a page of a million words, or its picture
Task = Literal[
    "pages", "pypdf", "page", "picture", "convert", "ocr", "image", "image_picture", "decrypt", "walls"
]


class NoMessage(ValueError):
    """Bytes that are none of the messages."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a file may cost, in bytes and in seconds as `processes.counted` has them.

    Ordinary pages take 0.01 s and 1,600 of them 0.3 GB of address space.
    """

    start_seconds: float = 15.0
    page_seconds: float = 10.0
    file_seconds: float = 50.0
    seconds_per_page: float = 0.5  # added to `file_seconds` for each page of the file
    memory_bytes: int = 1_500_000_000
    lost_pages: int = 3  # crashes or time-outs after which the rest of the file is given up
    sheet_rows: int = 20_000  # of one workbook or CSV file
    ocr_pages: int = 50  # of one file, on whose pictures words are recognised; 0: none
    ocr_page_seconds: float = 30.0  # a dense page takes 3 to 8 s on two cores
    ocr_first_seconds: float = 20.0  # after which recognition ends where it has found hardly any words
    ocr_memory_bytes: int = 3_000_000_000  # address space; 0.7 GB of it are used


@dataclass(frozen=True, slots=True)
class Request:
    """What a child is to do. `first`: the page to begin with. `numbers`: pages for pypdf or OCR.

    Without `numbers` pypdf reads all pages. “walls” asks which walls stand round the child.
    """

    path: Path
    task: Task
    password: str = ""
    first: int = 1
    numbers: tuple[int, ...] = ()
    width: int = 0
    turns: int = 0  # of a picture, clockwise by quarters
    limits: Limits = Limits()
    media_type: str = PDF
    target: Path | None = None  # where "decrypt" writes


@dataclass(frozen=True, slots=True)
class Failure:
    """`cause`: what a library raised, for the log."""

    message: str
    reason: str
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Finished:
    pass


@dataclass(frozen=True, slots=True)
class Walls:
    """Which walls stand round a child, and why others do not: see `walls.py`."""

    standing: tuple[str, ...]
    missing: tuple[str, ...]


Message = DocumentInfo | ParsedPage | SkippedPage | bytes | Failure | Finished | Walls


def _to_path(kind: type, value: Any) -> Any:
    if kind is Path:
        return Path(value)
    raise NotImplementedError(kind)


_KINDS: tuple[type, ...] = (DocumentInfo, ParsedPage, SkippedPage, bytes, Failure, Finished, Walls, Request)
_NUMBERS = {kind: number for number, kind in enumerate(_KINDS)}
_ENCODER = msgspec.msgpack.Encoder(enc_hook=str)  # of paths
_DECODERS: tuple[msgspec.msgpack.Decoder[Any], ...] = tuple(
    msgspec.msgpack.Decoder(kind, dec_hook=_to_path) for kind in _KINDS
)


def encode(message: Message | Request) -> bytes:
    """The number of the message's kind, and its content."""
    try:
        content = _ENCODER.encode(message)
    except UnicodeEncodeError:  # halves of surrogate pairs
        plain = msgspec.to_builtins(message, builtin_types=(bytes,), enc_hook=str)
        content = _ENCODER.encode(_storable(plain))
    return bytes([_NUMBERS[type(message)]]) + content


def decode(sent: bytes) -> Message | Request:
    """The message. Raises `NoMessage` where it is none, or says of places what is no number."""
    try:
        message: Message | Request = _DECODERS[sent[0]].decode(memoryview(sent)[1:])
    except (msgspec.MsgspecError, IndexError, RecursionError, UnicodeError) as error:
        raise NoMessage(str(error)) from error
    if isinstance(message, ParsedPage) and not _is_finite(message):
        raise NoMessage("a place on a page is no number")
    return message


def _is_finite(page: ParsedPage) -> bool:
    edges = chain.from_iterable(chain(line.box, *(word.box for word in line.words)) for line in page.lines)
    others = (
        page.width,
        page.height,
        page.ocr_confidence or 0.0,
        *chain.from_iterable((*page.rules, *page.drawn)),
    )
    return all(map(math.isfinite, edges)) and all(map(math.isfinite, others))


def _storable(value: Any) -> Any:
    """The value with its texts made storable, at whatever depth."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {_storable(key): _storable(each) for key, each in value.items()}
    return [_storable(each) for each in value] if isinstance(value, list | tuple) else value
