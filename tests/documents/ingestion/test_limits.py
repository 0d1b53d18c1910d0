"""What a file may cost is a setting, and a file that costs more ends with a reason."""

import pytest
from pypdf import PdfReader, PdfWriter

from documents.ingestion.file_reading import parse_pages
from documents.library.decryption import decrypt
from documents.library.staging import RefusedUpload
from reading.model import UnreadableDocument
from tests.factories import DocumentFactory
from tests.reading.writing import FILLER, lines, write_pdf

PAGES = [lines(FILLER, FILLER)] * 3


@pytest.fixture
def document(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    write_pdf(tmp_path / "three-pages.pdf", PAGES)
    return DocumentFactory.build(file="three-pages.pdf", media_type="application/pdf")


def test_a_page_may_take_so_many_seconds(settings, document):
    assert len(parse_pages(document).pages) == 3
    settings.RAGSITE_PAGE_SECONDS = 0
    with pytest.raises(UnreadableDocument, match="Page 1: The page takes too long to read"):
        parse_pages(document)


def test_a_file_may_take_so_many_seconds(settings, document):
    settings.RAGSITE_FILE_SECONDS = -10
    with pytest.raises(UnreadableDocument, match="takes too long to read"):
        parse_pages(document)


def test_a_file_may_need_so_much_memory(settings, document, tmp_path):
    dense = [line for top in range(700) for line in lines(FILLER * 4, top=top)]
    write_pdf(tmp_path / "three-pages.pdf", [dense])
    settings.RAGSITE_PARSER_MB = 1
    with pytest.raises(UnreadableDocument, match="too much memory"):
        parse_pages(document)


@pytest.fixture
def locked(tmp_path):
    path = tmp_path / "locked.pdf"
    writer = PdfWriter()
    writer.add_blank_page(200, 200)
    writer.encrypt("open sesame", algorithm="AES-256")
    writer.write(path)
    return path


def test_opening_with_a_password_may_take_so_many_seconds(settings, locked, tmp_path):
    decrypt(locked, "open sesame", tmp_path / "open.pdf")
    assert not PdfReader(tmp_path / "open.pdf").is_encrypted
    settings.RAGSITE_FILE_SECONDS = -20
    with pytest.raises(RefusedUpload, match=r"The PDF takes too long to read\."):
        decrypt(locked, "open sesame", tmp_path / "open.pdf")


def test_opening_with_a_password_may_need_so_much_memory(settings, locked, tmp_path):
    settings.RAGSITE_PARSER_MB = 1
    with pytest.raises(RefusedUpload, match="needs too much memory"):
        decrypt(locked, "open sesame", tmp_path / "open.pdf")


def test_a_broken_file_is_not_opened_by_any_password(locked, tmp_path):
    locked.write_bytes(b"%PDF-1.7\nnothing else")
    with pytest.raises(RefusedUpload, match="Save it without one") as refusal:
        decrypt(locked, "open sesame", tmp_path / "open.pdf")
    assert refusal.value.reason == "broken"
