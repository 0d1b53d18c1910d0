"""Files made to stop their reader: each ends with text or with a reason."""

from __future__ import annotations

import io
import zipfile
from email.message import EmailMessage

import docx
import pytest

from documents.parsing import parse_document
from documents.parsing.archives import MAX_UNPACKED
from documents.parsing.media import EML, TEXT
from documents.parsing.text import PAGE_CHARACTERS
from documents.parsing.types import UnreadableDocument
from tests.documents.writing import FILLER


def test_an_archive_attached_to_a_mail_is_no_bomb(tmp_path):
    """It unpacks to more than is taken: it is left out, and the message is read."""
    bomb = io.BytesIO()
    written = docx.Document()
    written.add_paragraph(FILLER)
    written.save(bomb)
    with (
        zipfile.ZipFile(bomb, "a", zipfile.ZIP_DEFLATED) as archive,
        archive.open("word/media/picture.bin", "w") as part,
    ):
        for _ in range(MAX_UNPACKED // 1_000_000):
            part.write(b" " * 1_000_000)
    message = EmailMessage()
    message["From"], message["Subject"] = "a@example.org", "Bomb"
    message["Date"] = "Mon, 01 Jan 2024 10:00:00 +0000"
    message.set_content(FILLER * 3)
    message.add_attachment(
        bomb.getvalue(), maintype="application", subtype="octet-stream", filename="bomb.docx"
    )
    path = tmp_path / "m.eml"
    path.write_bytes(bytes(message))
    parsed = parse_document(path, media_type=EML)
    assert FILLER in parsed.pages[0].text
    assert [page.reason for page in parsed.skipped] == [
        "The attachment “bomb.docx” cannot be read: upload it by itself."
    ]


def test_a_text_without_pages_is_measured_by_its_characters(tmp_path):
    path = tmp_path / "long.txt"
    path.write_text("a " * PAGE_CHARACTERS)
    assert len(parse_document(path, media_type=TEXT, max_pages=2).pages) == 1
    with pytest.raises(UnreadableDocument, match="2 pages; at most 1 are read") as caught:
        parse_document(path, media_type=TEXT, max_pages=1)
    assert caught.value.reason == "too_many_pages"
