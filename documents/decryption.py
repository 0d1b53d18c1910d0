"""An encrypted PDF, saved again without its password."""

from __future__ import annotations

from pathlib import Path
from typing import IO

from pypdf import PasswordType, PdfReader, PdfWriter
from pypdf.errors import PyPdfError

from documents.staging import RefusedUpload


def decrypt(source: IO[bytes], password: str, target: Path) -> None:
    """Write the PDF to `target` without its password. Raises `RefusedUpload` where it does not open."""
    try:
        reader = PdfReader(source)
        if reader.is_encrypted and reader.decrypt(password) == PasswordType.NOT_DECRYPTED:
            raise RefusedUpload("The password does not open this file: try another.", reason="bad_password")
        PdfWriter(clone_from=reader).write(target)
    except (PyPdfError, NotImplementedError) as error:
        raise RefusedUpload(f"The file could not be opened: {error}", reason="broken") from error
