"""Reads files in a child process with limits on time and memory, so that no file stops the caller.

A page that crashes the child or takes too long is skipped with its reason, and a new child goes on
behind it. The child is a program of its own (`child.py`) rather than a fork: it works from threads
and from daemonic workers alike, and carries none of the parent's memory.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from reading.formats.plain_text import check_page_count
from reading.model import DocumentInfo, ParsedDocument, ParsedPage, SkippedPage, UnreadableDocument
from reading.sandbox.messages import Failure, Finished, Limits, Message, Request, Walls
from reading.sandbox.processes import ChildEnded, ChildLost, counted, reader
from reading.text.garbled import is_garbled

# A scan's file name, date or page numbers are not text that a question could be about.
LEAST_CHARACTERS = 100

LONG = 16  # pages, from which on a beginning is worth telling before the end
BEGINNINGS = (16, 4)  # parts of the pages: embedding each takes as long as reading up to the next, or the end

OnPage = Callable[[int, int], None]
OnBeginning = Callable[[ParsedDocument], None]


@dataclass
class Progress:
    """What is known so far of a file that a child reads."""

    info: DocumentInfo | None = None
    pages: dict[int, ParsedPage] = field(default_factory=dict)
    skipped: dict[int, str] = field(default_factory=dict)
    worked: float = 0.0  # seconds of a processor, of the children that have ended

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
    on_beginning: OnBeginning | None = None,
    limits: Limits | None = None,
    recognised: Mapping[int, ParsedPage] | None = None,
) -> ParsedDocument:
    """The pages that can be read, with the reasons for the others. Raises `UnreadableDocument`.

    `on_beginning` gets the first pages of a long file while the others are still read, later more of them.
    `recognised`: pages known from an earlier reading, which need not be recognised again.
    """
    request = Request(path, "pages", password, limits=limits or Limits())
    progress, started = Progress(), time.monotonic()
    failure = _read_by_pdfium(
        request, progress, started, max_pages, _telling(progress, on_page, on_beginning)
    )
    if failure or progress.skipped or progress.characters < LEAST_CHARACTERS:
        _read_by_pypdf(request, progress, started, max_pages)
    if failure and not progress.characters:
        raise failure
    numbers = [number for number, page in progress.pages.items() if page.is_picture]
    recognise(request, progress, numbers, recognised or {}, on_page)
    if progress.characters < LEAST_CHARACTERS:
        raise no_text(progress)
    return document_of(progress)


def one_answer(request: Request, *, what: str = "") -> Message:
    """The first message of a child. `what`: it is asked for, if not a page. Raises `UnreadableDocument`."""
    with reader(request) as child:
        try:
            message = child.receive(request.limits.start_seconds)
        except ChildLost as error:
            called = what or f"Page {request.first}"
            raise UnreadableDocument(f"{called} {error}.", reason="broken") from error
    if isinstance(message, Failure):
        raise UnreadableDocument(message.message, reason=message.reason)
    return message


def file_readers_walls() -> Walls:
    """Which walls stand round a child here. Raises `UnreadableDocument` where none can be started."""
    answer = one_answer(Request(Path(__file__), "walls"), what="A process that reads files")
    assert isinstance(answer, Walls)
    return answer


def _read_by_pdfium(
    request: Request, progress: Progress, started: float, max_pages: int | None, on_page: OnPage
) -> UnreadableDocument | None:
    """Fill `progress`, a new child after each lost page. Returns why the file cannot be opened.

    A page at which a child ended is tried once more: what ended it need not be the page.
    """
    lost, tried_again = 0, set[int]()
    while lost < request.limits.lost_pages:
        try:
            for message in messages_of(replace(request, first=progress.next_page), progress, started):
                progress.take(message)
                if isinstance(message, DocumentInfo):
                    check_page_count(message.page_count, max_pages)
                elif progress.info:
                    on_page(progress.next_page - 1, progress.info.page_count)
                if isinstance(message, Failure):
                    return UnreadableDocument(message.message, reason=message.reason)
        except ChildLost as error:
            if isinstance(error, ChildEnded) and progress.next_page not in tried_again:
                tried_again.add(progress.next_page)
                continue
            if progress.info is None:
                return UnreadableDocument(f"The PDF {error} when it was opened.", reason="broken")
            progress.take(SkippedPage(progress.next_page, f"The page {error}."))
        lost += 1
        if progress.info and progress.next_page > progress.info.page_count:
            break
    _skip_the_rest(progress)
    return None


def _telling(progress: Progress, on_page: OnPage | None, on_beginning: OnBeginning | None) -> OnPage:
    """Tells of each page, and of each beginning once it is there."""

    def told(done: int, of: int) -> None:
        if on_page:
            on_page(done, of)
        if on_beginning and of >= LONG and done in [of // part for part in BEGINNINGS]:
            on_beginning(document_of(progress))

    return told


def _skip_the_rest(progress: Progress) -> None:
    for number in range(progress.next_page, progress.info.page_count + 1 if progress.info else 0):
        progress.take(SkippedPage(number, "The file takes too long to read; this page was left out."))


def _read_by_pypdf(request: Request, progress: Progress, started: float, max_pages: int | None) -> None:
    """Try what pdfium could not read, in the time that is left; what pypdf cannot read stays as it is."""
    missing = tuple(progress.skipped) if progress.characters >= LEAST_CHARACTERS else ()
    try:
        for message in messages_of(replace(request, task="pypdf", numbers=missing), progress, started):
            if isinstance(message, DocumentInfo):
                check_page_count(message.page_count, max_pages)
            known = progress.pages.get(message.number) if isinstance(message, ParsedPage) else None
            if known is None:
                progress.take(message)
            elif isinstance(message, ParsedPage) and len(message.text.strip()) > len(known.text.strip()):
                progress.take(replace(message, is_picture=known.is_picture))
    except ChildLost:
        return


def recognise(
    request: Request,
    progress: Progress,
    numbers: Sequence[int],
    known: Mapping[int, ParsedPage],
    on_page: OnPage | None = None,
) -> None:
    """Recognise the words on the pictures of the pages of `numbers`, as far as the limits go.

    What is left out is skipped with its reason. `known`: pages recognised before. A new child goes on
    behind a page that is lost.
    """
    limits = request.limits
    left = [number for number in sorted(numbers)[: limits.ocr_pages] if number not in known]
    for number in numbers:
        if number in known:
            progress.take(known[number])
    asked = replace(
        request, task="image" if request.task == "image" else "ocr", limits=_for_ocr(limits, len(left))
    )
    started = time.monotonic()
    lost, tried_again = 0, set[int]()
    while left and lost < limits.lost_pages:
        lost += 1
        try:
            for message in messages_of(replace(asked, numbers=tuple(left)), progress, started):
                if isinstance(message, ParsedPage):
                    left.remove(message.number)
                    _take_recognised(message, progress)
                    if on_page and progress.info:
                        on_page(message.number, progress.info.page_count)
                if isinstance(message, Failure):
                    _skip_pictures(progress, [left.pop(0)], message.message)
                if _finds_nothing(progress, started, limits) or isinstance(message, Failure):
                    break
        except ChildLost as error:
            if isinstance(error, ChildEnded) and left[0] not in tried_again:
                tried_again.add(left[0])
                lost -= 1
                continue
            _skip_pictures(progress, [left.pop(0)], f"The picture of the page {error}.")
        if not left or _finds_nothing(progress, started, limits):
            break
    _skip_pictures(progress, left, "The page is a picture, and the file takes too long to read.")
    if limits.ocr_pages:
        beyond = (
            f"The page is a picture: at most {limits.ocr_pages} of a file are recognised (RAGSITE_OCR_PAGES)."
        )
        more = [number for number in sorted(numbers)[limits.ocr_pages :] if number not in known]
        _skip_pictures(progress, more, beyond)


def _for_ocr(limits: Limits, pages: int) -> Limits:
    return replace(
        limits,
        start_seconds=limits.start_seconds + limits.ocr_page_seconds,
        page_seconds=limits.ocr_page_seconds,
        file_seconds=limits.ocr_first_seconds + limits.ocr_page_seconds * pages,
        memory_bytes=max(limits.memory_bytes, limits.ocr_memory_bytes),
    )


def _take_recognised(page: ParsedPage, progress: Progress) -> None:
    """What the file says of a page counts where its picture says less, unless it is garbled."""
    known = progress.pages.get(page.number)
    said = "" if known is None or (is_garbled(known.text) and not is_garbled(page.text)) else known.text
    if known is None or len(page.text.strip()) > len(said.strip()):
        progress.take(page)


def _finds_nothing(progress: Progress, started: float, limits: Limits) -> bool:
    waited = time.monotonic() - started
    return progress.characters < LEAST_CHARACTERS and waited > limits.ocr_first_seconds


def _skip_pictures(progress: Progress, numbers: Iterable[int], why: str) -> None:
    """Note why nothing was recognised on the pages; what little text they have is kept."""
    for number in numbers:
        if not (number in progress.pages and progress.pages[number].text.strip()):
            progress.pages.pop(number, None)
            progress.take(SkippedPage(number, why))


def messages_of(request: Request, progress: Progress, started: float) -> Iterator[Message]:
    """What a child sends until it has finished. Raises `ChildLost`."""
    limits = request.limits
    with reader(request) as child:
        wait = limits.start_seconds
        try:
            while not isinstance(message := child.receive(wait), Finished):
                yield message
                pages = progress.info.page_count if progress.info else 0
                spent = counted(time.monotonic() - started, progress.worked + child.worked)
                left = limits.file_seconds + limits.seconds_per_page * pages - spent
                wait = min(limits.page_seconds, left)
        finally:
            progress.worked += child.worked


def no_text(progress: Progress, what: str = "PDF") -> UnreadableDocument:
    """Why a file with too little text is not taken. `what`: what the sentence calls it."""
    if progress.skipped and not progress.pages:
        first = min(progress.skipped)
        if what == "picture":
            return UnreadableDocument(progress.skipped[first], reason="broken")
        return UnreadableDocument(
            f"No page of the {what} can be read. Page {first}: {progress.skipped[first]}", reason="broken"
        )
    found = " ".join(" ".join(page.text for page in progress.pages.values()).split())
    if not found and what == "file":
        return UnreadableDocument("The file holds no text: upload one that has content.", reason="no_text")
    shown = f" (“{found}”)" if found else ""
    advice = " If its pages are scanned, scan them anew, sharper and upright, and upload the result."
    return UnreadableDocument(
        f"No text: the {what} holds only {progress.characters} characters of it{shown}; "
        f"at least {LEAST_CHARACTERS} are needed.{advice if what == 'PDF' else ''}",
        reason="no_text",
    )


def require_text(parsed: ParsedDocument) -> None:
    """Raise `UnreadableDocument` where a file of text holds too little of it to be worth reading."""
    progress = Progress(DocumentInfo(len(parsed.pages)), {page.number: page for page in parsed.pages})
    if progress.characters < LEAST_CHARACTERS:
        raise no_text(progress, "file")


def document_of(progress: Progress) -> ParsedDocument:
    """The pages that were read, and the reasons for the others."""
    info = progress.info or DocumentInfo(len(progress.pages))
    return ParsedDocument(
        pages=tuple(progress.pages[number] for number in sorted(progress.pages)),
        title=info.title,
        created=info.created,
        outline=info.outline,
        skipped=tuple(SkippedPage(number, reason) for number, reason in sorted(progress.skipped.items())),
        metadata=info.metadata,
    )
