"""Office files as archives: refused where they unpack to more than is taken."""

from __future__ import annotations

import zipfile
from pathlib import Path

from reading.formats.media_types import DOCX, EPUB, ODP, ODS, ODT, PPTX, XLSX
from reading.model import UnreadableDocument

# Bytes. The largest office file of a few hundred pages unpacks to some 50 MB; a bomb to gigabytes.
MAX_UNPACKED = 400_000_000
MAX_PARTS = 20_000
BROKEN = "The file is broken and cannot be opened. Save or export it again and upload the new file."
ZIPPED = frozenset({DOCX, PPTX, XLSX, ODS, ODT, ODP, EPUB})


def check_archive(path: Path) -> None:
    """Raise `UnreadableDocument` for an archive that is broken, or unpacks to more than is taken."""
    try:
        with zipfile.ZipFile(path) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise UnreadableDocument(BROKEN, reason="broken") from error
    if sum(part.file_size for part in parts) > MAX_UNPACKED or len(parts) > MAX_PARTS:
        raise UnreadableDocument(
            f"The file unpacks to more than {MAX_UNPACKED // 1_000_000} MB: split it and upload the parts.",
            reason="broken",
        )
