"""How far the reading of a document is, on one line of a terminal."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Any

from django.db import connection

from documents.models import Document

LOOK_SECONDS = 0.5  # between two looks at the document's row
WIDTH = 100  # characters
CLEAR_LINE = "\r\x1b[K"


class ProgressLine:
    """Shows what is being done with a file while it is done, and clears the line afterwards.

    On a terminal the line is rewritten; into a file or a pipe only the first one is written.
    """

    def __init__(self, out: Any, title: str) -> None:
        self.out, self.title = out, title
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> ProgressLine:
        self._write(self.title, ending="" if self.out.isatty() else "\n")
        return self

    def follow(self, document_id: int) -> None:
        """Show the document's progress from now on."""
        if self.out.isatty():
            self._thread = threading.Thread(target=self._show, args=[document_id], daemon=True)
            self._thread.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        if self._thread is not None:
            self._thread.join()
        if self.out.isatty():
            self._write(CLEAR_LINE, ending="")

    def _show(self, document_id: int) -> None:
        try:
            while not self._over.wait(LOOK_SECONDS):
                row = Document.objects.filter(pk=document_id).values_list("progress", "stage").first()
                if row is not None:
                    self._write(f"{CLEAR_LINE}{f'{self.title} {row[0]}% {row[1]}'[:WIDTH]}", ending="")
        finally:
            connection.close()

    def _write(self, text: str, *, ending: str) -> None:
        self.out.write(text, style_func=str, ending=ending)  # standard error would be red
        self.out.flush()
