"""The document that is read next: begun while the vectors of the one before it are still made.

Embedding keeps every processor busy, but has nothing to do while a file is opened and while the last of its
parts are stored. With several files in the queue, the next one's passages are there by then. Nothing of it is
stored before its turn, so that a worker that ends here leaves no trace of it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from documents.ingestion.chunks.chunk_settings import ChunkSettings
from documents.ingestion.chunks.chunking import embedded_text
from documents.ingestion.chunks.embedding import Embedding, embedding
from documents.ingestion.file_reading import FileParts, read_file
from documents.models import Document
from documents.providers import embedder_of
from llm.types import Embedder

logger = logging.getLogger(__name__)

Following = Callable[[], Document | None]


@dataclass(frozen=True)
class _Opened:
    """A document in reading. `key`: what it was read from and how; otherwise it must be read anew."""

    key: tuple[object, ...]
    begun: Embedding
    parts: FileParts
    is_new: bool  # of others, most vectors are there
    stack: ExitStack


class ReadAhead:
    """Reads at most one document before its turn: the one that `following` gives, none where that is None."""

    def __init__(self, embedder: Embedder, following: Following = lambda: None) -> None:
        self._embedder = embedder
        self._following = following
        self._next: _Opened | None = None

    @contextmanager
    def opened(self, document: Document, password: str = "") -> Iterator[tuple[Embedding, FileParts]]:
        """The document's parts and what is embedded of them, begun before or now."""
        ours, self._next = self._next, None
        if ours and (password or ours.key != _key(document)):
            ours.stack.close()
            ours = None
        ours = ours or self._open(document, password)
        with ours.stack:
            yield ours.begun, ours.parts

    def begin(self) -> None:
        """Begin with the document that follows, if there is one and it is not begun."""
        document = self._following()
        if self._next and (document is None or self._next.key != _key(document)):
            self._drop()
        if document and not self._next:
            try:
                self._next = self._open(document, is_ahead=True)
            except Exception:  # no memory for another process, or no file: its own turn will tell
                logger.info("Document %s is not read ahead.", document.pk, exc_info=True)

    @property
    def begun_id(self) -> int | None:
        """The document that is read before its turn, by its number."""
        return self._next.key[0] if self._next else None  # type: ignore[return-value]

    def go_on(self) -> None:
        """Embed what has been read of it, behind all that waits already. Costs no time where nothing is."""
        if self._next is None or not self._next.is_new:
            return
        try:
            if self._next.parts.have_chunks():
                self._next.begun.begin(map(embedded_text, self._next.parts.wait_for_chunks()))
        except Exception:  # in its own turn it is read again, and fails with its reason
            logger.info("What was read ahead is dropped.", exc_info=True)
            self._drop()

    def forget(self, document_id: int) -> None:
        """End what was begun of the document: its turn is over."""
        if self._next and self._next.key[0] == document_id:
            self._drop()

    def _drop(self) -> None:
        if self._next:
            self._next.stack.close()
        self._next = None

    def _open(self, document: Document, password: str = "", *, is_ahead: bool = False) -> _Opened:
        """Its beginning is embedded only where nothing else is: it is read twice for it."""
        is_new = not document.chunks.exists()
        embedder = embedder_of(document.workspace, self._embedder)
        with ExitStack() as stack:
            begun = stack.enter_context(embedding(embedder))
            parts = stack.enter_context(
                read_file(
                    document,
                    cut=(ChunkSettings.of(document.workspace), embedder),
                    password=password,
                    on_beginning=begun.begin if is_new and not is_ahead else None,
                )
            )
            return _Opened(_key(document), begun, parts, is_new, stack.pop_all())


def _key(document: Document) -> tuple[object, ...]:
    file = (document.file.name, document.sha256, document.media_type)
    return document.pk, *file, ChunkSettings.of(document.workspace)
