"""An encrypted PDF, saved again without its password."""

from __future__ import annotations

from pathlib import Path

from documents.ingestion.limits import reading_limits
from documents.library.staging import RefusedUpload
from reading.model import UnreadableDocument
from reading.sandbox.pdf import decrypt_pdf


def decrypt(source: Path, password: str, target: Path) -> None:
    """Write the PDF to `target` without its password. Raises `RefusedUpload` where it does not open.

    It is opened in a child process with the limits of reading: a hostile file stops no web process.
    """
    try:
        decrypt_pdf(source, target, password=password, limits=reading_limits())
    except UnreadableDocument as error:
        raise RefusedUpload(str(error), reason=error.reason) from error
