"""E-mails: who wrote to whom and when, the message, and what is attached, read as further pages."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser
from email.policy import EmailPolicy
from email.utils import parsedate_to_datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image

from reading.formats.flow import Block, Heading, Paragraph, flow_page, table_of
from reading.formats.media_types import (
    CSV,
    DOCX,
    HTML,
    IMAGES,
    MARKDOWN,
    PDF,
    PPTX,
    TEXT,
    XLSX,
    sniff_media_type,
)
from reading.formats.office import docx, pptx, spreadsheets
from reading.formats.office.archives import ZIPPED, check_archive
from reading.formats.pdf import pdf_pages
from reading.formats.plain_text import parse_text
from reading.formats.scratch import scratch
from reading.formats.web.html import blocks_of_html, read_html
from reading.model import DocumentInfo, ParsedPage, SkippedPage, UnreadableDocument

_SHOWN = ("From", "To", "Cc", "Date", "Subject")
MESSAGE = "message/rfc822"
MAX_MESSAGES = 2000  # of a mailbox
MAX_ATTACHMENTS = 20  # whose text is read; the others are only named
ATTACHED_ROWS = 2000  # of a sheet
MAX_HEADER = 8000  # characters: a few hundred addresses
LEAST_SIDE = 100  # pixels; logos and signs in signatures have fewer, and a few lines of print need more
PICTURES = ("PNG", "JPEG", "TIFF")

_MAILBOX_LINE = re.compile(
    rb"^From \S+ +(?:[A-Z][a-z]{2} ){2}[ \d]\d \d\d:\d\d(?::\d\d)?(?: \S+)? \d{4}.*\r?\n(?=[\w-]+:)",
    re.MULTILINE,
)

Recognise = Callable[..., Iterator[ParsedPage]]  # file, numbers of its pages, is_pdf


class _Forgiving(EmailPolicy):
    """Takes a header that cannot be parsed as the words it is, and no more of its message is lost."""

    def header_fetch_parse(self, name: str, value: str) -> Any:
        try:
            # A parser of theirs calls itself for each word: of some thousands it needs gigabytes.
            return super().header_fetch_parse(name, value[:MAX_HEADER])
        except Exception:  # the standard library's parser fails in many ways: IndexError, OverflowError, …
            told_apart = name.lower().startswith("content-")  # what it means is asked for, not what it says
            return self.header_factory(name, "") if told_apart else " ".join(str(value).split())


def read_mail(path: Path) -> Iterator[DocumentInfo | ParsedPage | SkippedPage]:
    """Subject and date of the first message, then each message with the text of what is attached to it."""
    messages = _messages(path)
    pages: list[ParsedPage | SkippedPage] = []
    for message in messages:
        attachments = _attachments(message)
        pages.append(replace(_page(message, attachments), number=len(pages) + 1))
        pages.extend(_attached(attachments, len(pages) + 1))
    first = messages[0]
    yield DocumentInfo(page_count=len(pages), title=_header(first, "Subject"), created=_sent(first))
    yield from pages


def _messages(path: Path) -> list[EmailMessage]:
    """The message; of a mailbox, whose messages a line parts that begins with “From ”, each."""
    content = path.read_bytes()
    starts = [match.start() for match in _MAILBOX_LINE.finditer(content)][:MAX_MESSAGES]
    is_mailbox = bool(starts) and not content[: starts[0]].strip()
    parts = [content[start:end] for start, end in pairwise([*starts, None])] if is_mailbox else [content]
    parser = BytesParser(policy=_Forgiving())
    return [message for part in parts if isinstance(message := parser.parsebytes(part), EmailMessage)]


def _attachments(message: EmailMessage) -> list[EmailMessage]:
    """What is attached; a message that is nothing but the envelope of another has that one attached."""
    if _is_envelope(message) or (message.is_attachment() and not message.is_multipart()):
        return [message]
    if not message.is_multipart():
        return []
    body = message.get_body(("html", "plain"))
    leaves = (leaf for part in message.iter_attachments() for leaf in _leaves(part))
    return [leaf for leaf in leaves if leaf is not body and isinstance(leaf, EmailMessage)]


def _leaves(part: MIMEPart) -> Iterator[MIMEPart]:
    """The part; in place of one that only holds others, those."""
    if part.get_content_maintype() != "multipart" or not part.is_multipart():
        yield part
        return
    for inner in part.iter_parts():
        yield from _leaves(inner)


def _is_envelope(part: EmailMessage) -> bool:
    return part.get_content_type() == MESSAGE and part.is_multipart()


def _page(message: EmailMessage, attachments: list[EmailMessage]) -> ParsedPage:
    body = [] if _is_envelope(message) else _body(message)
    return flow_page(1, [*_head(message), *body, *_names(attachments)])[0]


def _header(message: EmailMessage, name: str) -> str:
    return " ".join(str(message.get(name, "")).split())


def _sent(message: EmailMessage) -> date | None:
    try:
        return parsedate_to_datetime(_header(message, "Date")).date()
    except (ValueError, TypeError, OverflowError):
        return None


def _head(message: EmailMessage) -> Iterator[Block]:
    fields = [[f"{name}:", text] for name in _SHOWN if (text := _header(message, name))]
    if fields:
        yield table_of(fields)


def _body(message: EmailMessage) -> list[Block]:
    """The message as HTML, which keeps its tables, else as text; so is one whose parts nothing parts."""
    part = message.get_body(("html", "plain"))
    if part is None and message.get_content_maintype() == "multipart" and not message.is_multipart():
        message.replace_header("Content-Type", "text/plain")
        part = message
    if part is None:
        return []
    text = _content(part)
    if part.get_content_type() == "text/html":
        return [block for block in blocks_of_html(text)[1] if not isinstance(block, str)]
    return [
        Paragraph(paragraph) for paragraph in text.replace("\r\n", "\n").split("\n\n") if paragraph.strip()
    ]


def _content(part: MIMEPart) -> str:
    try:
        return str(part.get_content())
    except (LookupError, UnicodeError):  # a charset that nobody knows
        payload = part.get_payload(decode=True)
        return payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""


def _names(attachments: list[EmailMessage]) -> list[Block]:
    names = [_name(part) for part in attachments]
    return [Heading("Attachments", 1), *(Paragraph(f"• {name}") for name in names)] if names else []


def _name(part: EmailMessage) -> str:
    """The attachment's file name; that of an attached message is its subject."""
    inner = part.get_payload(0) if _is_envelope(part) else None
    subject = _header(inner, "Subject") if isinstance(inner, EmailMessage) else ""
    return part.get_filename() or subject or "unnamed"


def _attached(attachments: list[EmailMessage], first: int) -> Iterator[ParsedPage | SkippedPage]:
    """The pages of what is attached, and of what is attached to messages among that."""
    number = first
    for part in _parts(attachments):
        for page in _pages(part, _name(part)):
            if isinstance(page, ParsedPage):
                yield replace(page, number=number, title=_title(part, page.title))
            else:
                yield replace(page, number=number)
            number += 1


def pictures_of(path: Path, numbers: Sequence[int], recognise: Recognise) -> Iterator[ParsedPage]:
    """The pages of `numbers`, which are attached pictures or scans, with the words on them."""
    first = 1
    for part in _messages_and_parts(path):
        if part is None:
            first += 1
            continue
        count = len(_pages(part, _name(part)))
        wanted = {number - first + 1: number for number in numbers if first <= number < first + count}
        first += count
        if not wanted:
            continue
        with _file_of(part) as file:
            is_pdf = sniff_media_type(file, _name(part)) == PDF
            for page in recognise(file, [*wanted], is_pdf=is_pdf):
                yield replace(page, number=wanted[page.number], title=_title(part))


def _messages_and_parts(path: Path) -> Iterator[EmailMessage | None]:
    """None for the page of each message, and what is attached to it, in the order of their pages."""
    for message in _messages(path):
        yield None
        yield from _parts(_attachments(message))


def _parts(attachments: list[EmailMessage]) -> Iterator[EmailMessage]:
    """What is attached, and what is attached to messages among that, as far as it is read."""
    waiting = deque(attachments)
    for _ in range(MAX_ATTACHMENTS):
        if not waiting:
            return
        part = waiting.popleft()
        yield part
        inner = part.get_payload(0) if _is_envelope(part) else None
        if isinstance(inner, EmailMessage):
            waiting.extendleft(reversed(_attachments(inner)))


def _title(part: EmailMessage, page: str = "") -> str:
    return f"Attachment “{_name(part)}”" + (f", {page}" if page else "")


def _pages(part: EmailMessage, name: str) -> list[ParsedPage | SkippedPage]:
    inner = part.get_payload(0) if _is_envelope(part) else None
    if isinstance(inner, EmailMessage):
        return [_page(inner, _attachments(inner))]
    if not isinstance(part.get_payload(decode=True), bytes):
        return [SkippedPage(0, f"The attachment “{name}” holds no file: it is left out.")]
    with _file_of(part) as file:
        try:
            return _read(file, name)
        except Exception:  # whatever a library raises over it, the message itself must be read
            return [SkippedPage(0, f"The attachment “{name}” cannot be read: upload it by itself.")]


@contextmanager
def _file_of(part: EmailMessage) -> Iterator[Path]:
    """What is attached, as a file."""
    with scratch() as (number, path):
        with open(number, "wb", closefd=False) as file:
            file.write(part.get_payload(decode=True))  # type: ignore[arg-type]
        yield path


def _read(path: Path, name: str) -> list[ParsedPage | SkippedPage]:
    media_type = sniff_media_type(path, name)
    if media_type in IMAGES:
        return _pictures(path, name)
    if media_type == PDF:
        with pdf_pages.open_pdf(path) as document:
            return [*pdf_pages.pages_of(document)]
    if media_type in (TEXT, MARKDOWN):
        return list(parse_text(path, is_markdown=media_type == MARKDOWN).pages)
    if media_type in ZIPPED:
        check_archive(path)
    readers = {
        DOCX: lambda: docx.read_docx(path),
        PPTX: lambda: pptx.read_pptx(path),
        HTML: lambda: read_html(path),
        CSV: lambda: spreadsheets.read_csv(path, max_rows=ATTACHED_ROWS),
        XLSX: lambda: spreadsheets.read_xlsx(path, max_rows=ATTACHED_ROWS),
    }
    if media_type not in readers:
        raise UnreadableDocument(f"“{name}” is not read.", reason="wrong_type")
    return [page for page in readers[media_type]() if not isinstance(page, DocumentInfo)]


def _pictures(path: Path, name: str) -> list[ParsedPage | SkippedPage]:
    """A page for each picture of the file; its words are recognised later."""
    with Image.open(path, formats=PICTURES) as picture:
        if min(picture.size) < LEAST_SIDE:
            return [SkippedPage(0, f"“{name}” is too small a picture to hold a text: it is left out.")]
        frames = getattr(picture, "n_frames", 1)
    return [ParsedPage(number, "", is_picture=True) for number in range(1, frames + 1)]
