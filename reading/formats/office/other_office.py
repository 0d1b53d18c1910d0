"""Old Excel workbooks, OpenDocument files, rich text and e-books."""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from lxml import etree
from python_calamine import load_workbook
from striprtf.striprtf import rtf_to_text

from reading.formats.encodings import decode
from reading.formats.flow import Block, Heading, Paragraph, flow_page, in_pages, table_of
from reading.formats.office.spreadsheets import pages_of_sheets
from reading.formats.web.html import blocks_of_html
from reading.model import DocumentInfo, OutlineItem, ParsedPage, SkippedPage, UnreadableDocument

MOST_REPEATS = 50  # of a cell or row that stands for many like it; sheets fill themselves to the last column
MAX_CHAPTERS = 2000
_NAMES = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "draw": "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0",
    "dc": "http://purl.org/dc/elements/1.1/",
    "opf": "http://www.idpf.org/2007/opf",
    "container": "urn:oasis:names:tc:opendocument:xmlns:container",
}
_LOCAL = re.compile(r"\{[^}]*\}")


def read_sheets(path: Path, *, max_rows: int) -> Iterator[DocumentInfo | ParsedPage | SkippedPage]:
    """The sheets of an old workbook or of one in OpenDocument format, formulas by their stored values."""
    with path.open("rb") as file:
        book = load_workbook(file)
        sheets = [
            (
                name,
                [
                    [_shown(value) for value in row]
                    for row in book.get_sheet_by_name(name).to_python(nrows=max_rows + 1)
                ],
            )
            for name in book.sheet_names
        ]
    pages, outline, skipped = pages_of_sheets(sheets, max_rows)
    yield DocumentInfo(page_count=len(pages) + len(skipped), outline=tuple(outline))
    yield from pages
    yield from skipped


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(round(value, 10))
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == datetime.min.time() else value.isoformat(" ")
    return value.isoformat() if isinstance(value, date) else " ".join(str(value).split())


def read_rich_text(path: Path) -> Iterator[DocumentInfo | ParsedPage]:
    """The paragraphs of a file in rich text; rows of tables keep “|” between their cells."""
    text = rtf_to_text(decode(path.read_bytes()), errors="ignore")
    yield from _flowing("", list(_paragraphs(text.split("\n"))))


def _paragraphs(lines: list[str]) -> Iterator[Block]:
    rows: list[list[str]] = []
    for line in [*lines, ""]:
        if "|" in line:
            rows.append([cell.strip() for cell in line.strip().strip("|").split("|")])
            continue
        if rows:
            yield table_of(rows)
            rows = []
        if line.strip():
            yield Paragraph(" ".join(line.split()))


def read_open_document(path: Path) -> Iterator[DocumentInfo | ParsedPage]:
    """A text or a presentation in OpenDocument format; each slide is a page."""
    with zipfile.ZipFile(path) as archive:
        content = _xml(archive.read("content.xml"))
        meta = _xml(archive.read("meta.xml")) if "meta.xml" in archive.namelist() else None
    title = _first(meta, "//dc:title")
    written = _day(_first(meta, "//dc:date"))
    slides = content.xpath("//draw:page", namespaces=_NAMES)
    if not slides:
        body = next(iter(content.xpath("//office:text", namespaces=_NAMES)), content)
        yield from _flowing(title, list(_blocks(body)), written)
        return
    pages: list[ParsedPage] = []
    outline: list[OutlineItem] = []
    for number, slide in enumerate(slides, 1):
        blocks = list(_blocks(slide))
        if blocks and isinstance(blocks[0], Paragraph):
            blocks[0] = Heading(blocks[0].text)
        page, headings = flow_page(number, blocks, title=f"Slide {number}")
        pages.append(page)
        outline.extend(headings)
    title = title or next((item.title for item in outline), "")
    yield DocumentInfo(page_count=len(pages), title=title, created=written, outline=tuple(outline))
    yield from pages


def _blocks(parent: Any) -> Iterator[Block]:
    for element in parent:
        name = _LOCAL.sub("", element.tag) if isinstance(element.tag, str) else ""
        if name == "h" and (words := _words(element)):
            yield Heading(words, max(int(element.get(f"{{{_NAMES['text']}}}outline-level") or 1) - 1, 0))
        elif name == "p" and (words := _words(element)):
            yield Paragraph(words)
        elif name == "table":
            if rows := list(_rows(element)):
                yield table_of(rows)
        elif name in ("notes", "annotation", "tracked-changes"):
            continue
        elif name not in ("h", "p"):
            yield from _blocks(element)


def _rows(table: Any) -> Iterator[list[str]]:
    for row in table.iter(f"{{{_NAMES['table']}}}table-row"):
        cells: list[str] = []
        for cell in row:
            if not isinstance(cell.tag, str) or not cell.tag.endswith("}table-cell"):
                continue
            times = int(cell.get(f"{{{_NAMES['table']}}}number-columns-repeated") or 1)
            cells += [" ".join(_words(part) for part in cell)] * min(times, MOST_REPEATS)
        if any(cells):
            yield cells


def _words(element: Any) -> str:
    """All words in the element; tabs, breaks and blanks that stand as elements are blanks."""
    parts = [element.text or ""]
    for child in element:
        name = _LOCAL.sub("", child.tag) if isinstance(child.tag, str) else ""
        parts.append(" " if name in ("s", "tab", "line-break") else "" if name == "note" else _words(child))
        parts.append(child.tail or "")
    return " ".join("".join(parts).split())


def read_book(path: Path) -> Iterator[DocumentInfo | ParsedPage]:
    """The chapters of an e-book in the order in which it is read."""
    with zipfile.ZipFile(path) as archive:
        container = _xml(archive.read("META-INF/container.xml"))
        where = container.xpath("//*[local-name()='rootfile']/@full-path")[0]
        package = _xml(archive.read(where))
        items = {item.get("id"): item.get("href") for item in package.xpath("//*[local-name()='item']")}
        order = [ref.get("idref") for ref in package.xpath("//*[local-name()='itemref']")][:MAX_CHAPTERS]
        names = set(archive.namelist())
        blocks: list[Block] = []
        for each in order:
            name = posixpath.normpath(
                posixpath.join(posixpath.dirname(where), unquote(items.get(each) or ""))
            )
            if name in names:
                blocks += [b for b in blocks_of_html(decode(archive.read(name)))[1] if not isinstance(b, str)]
    written = _day(_first(package, "//dc:date"))
    yield from _flowing(_first(package, "//dc:title"), blocks, written)


def _flowing(
    title: str, blocks: list[Block], written: date | None = None
) -> Iterator[DocumentInfo | ParsedPage]:
    pages: list[ParsedPage] = []
    outline: list[OutlineItem] = []
    for of_page in in_pages(blocks):
        page, headings = flow_page(len(pages) + 1, of_page)
        pages.append(page)
        outline.extend(headings)
    title = title or next((item.title for item in outline if item.level == 0), "")
    yield DocumentInfo(page_count=len(pages), title=title, created=written, outline=tuple(outline))
    yield from pages


def _xml(data: bytes) -> Any:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False, recover=True)
    root = etree.fromstring(data, parser)
    if root is None:
        raise UnreadableDocument(
            "The file is broken: save it again and upload the new file.", reason="broken"
        )
    return root


def _first(root: Any, path: str) -> str:
    found = root.xpath(path, namespaces=_NAMES) if root is not None else []
    return " ".join((found[0].text or "").split()) if found else ""


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None
