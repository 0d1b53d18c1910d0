"""Which kind of file it is, told by what it holds."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from reading.formats.encodings import decode
from reading.formats.refusals import protected, refused_archive, refused_by_its_mark
from reading.model import UnreadableDocument

PDF = "application/pdf"
TEXT = "text/plain"
MARKDOWN = "text/markdown"
HTML = "text/html"
CSV = "text/csv"
JSON = "application/json"
EML = "message/rfc822"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
XLS = "application/vnd.ms-excel"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
ODT = "application/vnd.oasis.opendocument.text"
ODP = "application/vnd.oasis.opendocument.presentation"
EPUB = "application/epub+zip"
RTF = "application/rtf"
PNG = "image/png"
JPEG = "image/jpeg"
TIFF = "image/tiff"

# What a file of each type is stored as.
SUFFIXES = {
    PDF: ".pdf",
    TEXT: ".txt",
    MARKDOWN: ".md",
    HTML: ".html",
    CSV: ".csv",
    JSON: ".json",
    EML: ".eml",
    DOCX: ".docx",
    PPTX: ".pptx",
    XLSX: ".xlsx",
    XLS: ".xls",
    ODS: ".ods",
    ODT: ".odt",
    ODP: ".odp",
    EPUB: ".epub",
    RTF: ".rtf",
    PNG: ".png",
    JPEG: ".jpg",
    TIFF: ".tif",
}
IMAGES = frozenset({PNG, JPEG, TIFF})
CONVERTED = frozenset({DOCX, PPTX, XLSX, CSV, HTML, EML, JSON, XLS, ODS, ODT, ODP, EPUB, RTF})
READABLE = (
    "PDF, Word, PowerPoint, Excel, OpenDocument, RTF, EPUB, CSV, JSON, HTML, e-mail, image (PNG, JPEG, "
    "TIFF), plain text or Markdown"
)

SNIFFED_BYTES = 65_536
BLANK = b"\0 \t\r\n\f"
MOST_CONTROLS = 0.02  # of the characters of a text; of machine code and packed data it is a tenth and more
# Readers of PDF look for its mark in the first 1,024 bytes: mail programs put lines before it. Where the name
# says PDF too, it may stand behind whatever a broken download left before it.
PDF_MARK_WITHIN = 1024
_TOLD_BY_NAME = {
    ".md": MARKDOWN,
    ".markdown": MARKDOWN,
    ".csv": CSV,
    ".tsv": CSV,
    ".json": JSON,
    ".jsonl": JSON,
    ".ndjson": JSON,
    # Parts of web pages begin with any element.
    ".html": HTML,
    ".htm": HTML,
    ".xhtml": HTML,
}
_IMAGE_MARKS = {b"\x89PNG\r\n\x1a\n": PNG, b"\xff\xd8\xff": JPEG, b"II*\0": TIFF, b"MM\0*": TIFF}
_OFFICE_PARTS = {"word/document.xml": DOCX, "ppt/presentation.xml": PPTX, "xl/workbook.xml": XLSX}
OFFICE_SUFFIXES = frozenset(SUFFIXES[kind] for kind in _OFFICE_PARTS.values())
_OLE_MARK = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_WORKBOOK_PARTS = ("Workbook".encode("utf-16-le"), "\5Book".encode("utf-16-le"), "Book\0".encode("utf-16-le"))
_IN_ARCHIVES = frozenset({ODS, ODT, ODP, EPUB})
_TYPE_IN_ARCHIVE = "mimetype"  # the part that says what an OpenDocument file or an e-book is
_MANIFEST = "META-INF/manifest.xml"
MOST_OF_MANIFEST = 1_000_000  # bytes
_ENCRYPTED_PART = "EncryptedPackage".encode("utf-16-le")

_HTML = re.compile(
    # Possessive: of thousands of comments each would otherwise be tried to the end of every later one.
    r"\s*+(?:<\?xml[^>]*+>\s*+)?+(?:(?><!--.*?-->)\s*+)*+<(?:!doctype\s+html|html|head|body)\b",
    re.I | re.S,
)
_OTHER_MARKUP = re.compile(r"\s*(<\?xml|\{\\rtf)", re.IGNORECASE)
_MAIL_HEADER = re.compile(
    r"(from|to|cc|date|subject|message-id|received|return-path|mime-version|delivered-to|content-type"
    r"|reply-to|x-[\w-]+|dkim-signature|arc-[\w-]+):(?:[ \t]|$)",
    re.IGNORECASE,
)
_MAILBOX_LINE = re.compile(r"From \S{1,300}\s.{0,40}\d\d:\d\d")  # before each message of a mailbox
_VENDORS_HEADER = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+:(?:\s|$)")
_TEXT_SUFFIXES = frozenset({*_TOLD_BY_NAME, SUFFIXES[TEXT], SUFFIXES[EML]})
MOST_COMPARED, LEAST_COMPARED = 30, 3  # lines
_ZEROS = re.compile(rb"\0{32,}")  # what a crash or a broken disk leaves in the place of text
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]")


def sniff_media_type(path: Path, filename: str) -> str:
    """The file's type by what it holds; Markdown, CSV, JSON and parts of web pages are told by `filename`.

    Raises `UnreadableDocument` (reason "empty", "broken" or "wrong_type").
    """
    head = _head(path)
    if not head:
        raise UnreadableDocument(f"“{filename}” is empty.", reason="empty")
    for mark, image in _IMAGE_MARKS.items():
        if head.startswith(mark):
            return image
    named_office = Path(filename).suffix.lower() in OFFICE_SUFFIXES
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")) or (named_office and zipfile.is_zipfile(path)):
        return _office_type(path, filename)
    if head.startswith(_OLE_MARK):
        if _is_old_workbook(path, filename):
            return XLS
        raise _old_office(path, filename)
    if head.startswith(b"{\\rtf"):
        return RTF
    if refused := refused_by_its_mark(head, filename):
        raise refused
    if _is_pdf(head if filename.lower().endswith(SUFFIXES[PDF]) else head[:PDF_MARK_WITHIN]):
        return PDF
    return _text_type(head, filename)


def _head(path: Path) -> bytes:
    """The first bytes of the file, or the first that hold anything."""
    with path.open("rb") as file:
        while head := file.read(SNIFFED_BYTES):
            if head.strip(BLANK):
                break
    return head


def _office_type(path: Path, filename: str) -> str:
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        names = set()
        if Path(filename).suffix.lower() in OFFICE_SUFFIXES:
            raise _cut_off(filename) from None
    for part, media_type in _OFFICE_PARTS.items():
        if part in names:
            return media_type
    if _TYPE_IN_ARCHIVE in names:
        with zipfile.ZipFile(path) as archive, archive.open(_TYPE_IN_ARCHIVE) as told:
            media_type = told.read(200).decode("ascii", "ignore").strip().removesuffix("-template")
        if media_type in _IN_ARCHIVES:
            if media_type != EPUB and _is_encrypted(path, names):
                raise protected(filename)
            return media_type
    raise refused_archive(filename, names)


def _is_encrypted(path: Path, names: set[str]) -> bool:
    """Whether an OpenDocument file has parts that only its password opens."""
    if _MANIFEST not in names:
        return False
    with zipfile.ZipFile(path) as archive, archive.open(_MANIFEST) as told:
        return b"encryption-data" in told.read(MOST_OF_MANIFEST)


def _is_old_workbook(path: Path, filename: str) -> bool:
    """Whether an old Office file holds sheets, and no password."""
    data = path.read_bytes()
    named = not filename.lower().endswith((".doc", ".ppt", ".dot", ".pps", ".msg"))
    return named and _ENCRYPTED_PART not in data and any(part in data for part in _WORKBOOK_PARTS)


def _cut_off(filename: str) -> UnreadableDocument:
    return UnreadableDocument(
        f"“{filename}” is broken, perhaps cut off: save or export it again and upload the new file.",
        reason="broken",
    )


def _old_office(path: Path, filename: str) -> UnreadableDocument:
    if _ENCRYPTED_PART in path.read_bytes():
        return protected(filename)
    if filename.lower().endswith(".msg"):
        return UnreadableDocument(
            f"“{filename}” is a message of Outlook: save it as .eml or PDF and upload the new file.",
            reason="wrong_type",
        )
    return UnreadableDocument(
        f"“{filename}” is in an old Office format: save it as .docx, .xlsx or .pptx and upload the new file.",
        reason="wrong_type",
    )


def _text_type(head: bytes, filename: str) -> str:
    if Path(filename).suffix.lower() in _TEXT_SUFFIXES:  # of other files zeros tell that they are no text
        head = _ZEROS.sub(b"", head)
    # A character cut at the sample's end must not count against it.
    text = decode(head[: len(head) // 4 * 4 - 4] if len(head) == SNIFFED_BYTES else head)
    if len(_CONTROLS.findall(text)) > len(text) * MOST_CONTROLS:
        raise _wrong_type(filename)
    if _HTML.match(text):
        return HTML
    if _OTHER_MARKUP.match(text):
        raise _wrong_type(filename)
    if _is_mail(text):
        return EML
    told = _TOLD_BY_NAME.get(Path(filename).suffix.lower(), TEXT)
    return CSV if told == TEXT and _is_table(text) else told


def _is_table(text: str) -> bool:
    """Whether every line has as many tabs, bars or semicolons as the first, two at least."""
    lines = [line for line in text.splitlines() if line.strip()][:-1][:MOST_COMPARED]  # the last may be cut
    if len(lines) < LEAST_COMPARED or lines[0].startswith("|"):
        return False
    return any(len({line.count(sign) for line in lines}) == 1 and lines[0].count(sign) > 1 for sign in "\t|;")


def _is_mail(text: str) -> bool:
    """Whether the text begins with the header of an e-mail: a sender and two more fields, no other lines."""
    names = set()
    for at, line in enumerate(re.split(r"\r\n?|\n", text.lstrip("\ufeff"))):
        match = _MAIL_HEADER.match(line)
        if match:
            names.add(match[1].lower())
        elif (at == 0 and _MAILBOX_LINE.match(line)) or _VENDORS_HEADER.match(line):
            continue
        elif not (names and line[:1] in (" ", "\t") and line.strip()):
            break
    return len(names) >= 3 and "from" in names and bool(names & {"date", "message-id", "mime-version"})


def _wrong_type(filename: str) -> UnreadableDocument:
    return UnreadableDocument(
        f"“{filename}” is not a {READABLE} file; only these can be read.", reason="wrong_type"
    )


def _is_pdf(head: bytes) -> bool:
    """Also true of a PDF whose first line is damaged but whose objects are there."""
    return b"%PDF-" in head or re.search(rb"(?<!\d)\d{1,10} \d{1,5} obj\b", head) is not None
