"""Saves an encrypted PDF without its password. What is here runs in a child process (see `isolated.py`)."""

from __future__ import annotations

from pathlib import Path
from typing import IO

from pypdf import PasswordType, PdfReader, PdfWriter

from reading.formats.pdf.pdf_pypdf import BROKEN_FILE_ERRORS
from reading.model import UnreadableDocument


def write_open(source: Path, target: IO[bytes], password: str) -> None:
    """Raises `UnreadableDocument` where the password is wrong or the file is broken."""
    try:
        reader = PdfReader(source)
        if reader.is_encrypted and reader.decrypt(password) == PasswordType.NOT_DECRYPTED:
            raise UnreadableDocument(
                "The password does not open this file: try another.", reason="bad_password"
            )
        PdfWriter(clone_from=reader).write(target)
    except BROKEN_FILE_ERRORS as error:
        raise UnreadableDocument(
            "The file is broken and cannot be opened with its password. "
            "Save it without one and upload the new file.",
            reason="broken",
        ) from error
