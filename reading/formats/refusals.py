"""Files that are known and not read: what they are, and what to do instead."""

from __future__ import annotations

import re
from collections.abc import Collection

from reading.model import UnreadableDocument

_PICTURES = (
    re.compile(rb"GIF8[79]a"),
    re.compile(rb"RIFF.{4}WEBP", re.DOTALL),
    re.compile(rb"BM.{4}\0{4}", re.DOTALL),  # a bitmap of Windows: its size, then four zeros
    re.compile(rb".{4}ftyp(?:hei[cfsx]|avif|mif1)", re.DOTALL),
    re.compile(rb"8BPS"),
)
_ARCHIVES = (
    re.compile(rb"7z\xbc\xaf\x27\x1c"),
    re.compile(rb"Rar!\x1a\x07"),
    re.compile(rb"\x1f\x8b"),
    re.compile(rb"BZh[1-9]1AY&SY"),
    re.compile(rb"\xfd7zXZ\0"),
    re.compile(rb".{257}ustar", re.DOTALL),
)
_SAVED_AS = {".pages": ".docx", ".numbers": ".xlsx", ".key": ".pptx"}


def protected(filename: str) -> UnreadableDocument:
    return UnreadableDocument(
        f"“{filename}” is protected by a password: remove it in the program that made the file, "
        "save it and upload the new file.",
        reason="wrong_type",
    )


def refused_by_its_mark(head: bytes, filename: str) -> UnreadableDocument | None:
    """Why a file that begins so is not read; None where its beginning tells nothing."""
    if any(mark.match(head) for mark in _PICTURES):
        return UnreadableDocument(
            f"“{filename}” is a picture of a kind that is not read: save it as PNG or JPEG and upload that.",
            reason="wrong_type",
        )
    return _archive(filename) if any(mark.match(head) for mark in _ARCHIVES) else None


def refused_archive(filename: str, names: Collection[str]) -> UnreadableDocument:
    """Why an archive of these parts is not read."""
    suffix = next((each for each in _SAVED_AS if filename.lower().endswith(each)), "")
    if suffix or any(name.endswith(".iwa") for name in names):
        other = _SAVED_AS.get(suffix, ".docx")
        return UnreadableDocument(
            f"“{filename}” is a file of iWork: export it as {other} or PDF and upload the new file.",
            reason="wrong_type",
        )
    return _archive(filename)


def _archive(filename: str) -> UnreadableDocument:
    return UnreadableDocument(
        f"“{filename}” is an archive: unpack it and upload the files that are in it.", reason="wrong_type"
    )
