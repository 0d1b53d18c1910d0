"""What reading a file may cost, as the settings have it."""

from __future__ import annotations

from django.conf import settings

from reading.sandbox.limited import Limits


def reading_limits() -> Limits:
    return Limits(
        page_seconds=settings.RAGSITE_PAGE_SECONDS,
        file_seconds=settings.RAGSITE_FILE_SECONDS,
        memory_bytes=settings.RAGSITE_PARSER_MB * 1_000_000,
        sheet_rows=settings.RAGSITE_SHEET_ROWS,
        ocr_pages=settings.RAGSITE_OCR_PAGES if settings.RAGSITE_OCR else 0,
    )
