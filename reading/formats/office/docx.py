"""Word files. Pages end where Word last broke them; a file that no program laid out is one page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import docx
from docx.oxml import parse_xml
from docx.oxml.ns import qn

from reading.formats.flow import (
    MAX_COLUMNS,
    PAGE_END,
    Block,
    Heading,
    Paragraph,
    TableBlock,
    TableCell,
    flow_page,
    in_pages,
)
from reading.model import DocumentInfo, OutlineItem, ParsedPage

_PARAGRAPH, _TABLE, _ROW, _CELL = qn("w:p"), qn("w:tbl"), qn("w:tr"), qn("w:tc")
_SPAN_PATH = f"{qn('w:tcPr')}/{qn('w:gridSpan')}"
_STYLE_PATH = f"{qn('w:pPr')}/{qn('w:pStyle')}"
_LEVEL_PATH = f"{qn('w:pPr')}/{qn('w:outlineLvl')}"
_INDENT_PATH = f"{qn('w:pPr')}/{qn('w:ind')}"
_NUMBER_PATH = f"{qn('w:pPr')}/{qn('w:numPr')}"
_VALUE = qn("w:val")
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_BLANKS = {qn("w:tab"): "\t", qn("w:cr"): "\n", qn("w:noBreakHyphen"): "-"}
_HEADING_STYLE = re.compile(r"heading (\d)", re.IGNORECASE)
_NOTES = ("footnotes", "endnotes")


def read_docx(path: Path) -> Iterator[DocumentInfo | ParsedPage]:
    """The file's properties, then its pages."""
    file = docx.Document(str(path))
    styles = {style.style_id: str(style.name or "") for style in file.styles}
    pages: list[ParsedPage] = []
    outline: list[OutlineItem] = []
    body = _blocks(file.element.body, styles)
    for blocks in in_pages([*_around(file, "header"), *body, *_ends(file)]):
        page, headings = flow_page(len(pages) + 1, blocks)
        pages.append(page)
        outline.extend(headings)
    core = file.core_properties
    created = core.modified or core.created
    title = core.title or next((item.title for item in outline if item.level == 0), "")
    yield DocumentInfo(
        page_count=len(pages),
        title=title,
        created=created.date() if isinstance(created, datetime) else None,
        outline=tuple(outline),
    )
    yield from pages


def _ends(file: Any) -> list[Block]:
    """What stands in no page's flow: footnotes and the running foot, read once at the end."""
    notes: list[Block] = []
    for relation in file.part.rels.values():
        if not relation.is_external and relation.reltype.endswith(_NOTES):
            root = parse_xml(relation.target_part.blob)
            notes.extend(block for block in _blocks(root, {}) if not isinstance(block, str))
    return [*notes, *_around(file, "footer")]


def _around(file: Any, which: str) -> list[Block]:
    """The running heads or feet of the sections, each once: of all pages, of first and of even ones."""
    texts: dict[str, None] = {}
    for section in file.sections:
        first = [f"first_page_{which}"] * section.different_first_page_header_footer
        even = [f"even_page_{which}"] * file.settings.odd_and_even_pages_header_footer
        for part in (getattr(section, name) for name in (*first, which, *even)):
            if not part.is_linked_to_previous:
                paragraphs = part._element.iter(_PARAGRAPH)
                texts.update(dict.fromkeys(text for each in paragraphs if (text := _text(each))))
    return [Paragraph(text.replace("\f", " ")) for text in texts]


def _blocks(parent: Any, styles: dict[str, str]) -> Iterator[Block | str]:
    """Headings, paragraphs and tables in order; `PAGE_END` where a page ends."""
    for element in parent:
        if element.tag == _PARAGRAPH:
            yield from _of_paragraph(element, styles)
        elif element.tag == _TABLE:
            yield from _of_table(element, styles)
        elif isinstance(element.tag, str):  # content controls and the like hold blocks of their own
            yield from _blocks(element, styles)


def _of_paragraph(element: Any, styles: dict[str, str]) -> Iterator[Block | str]:
    level = _heading_level(element, styles)
    mark = "• " if level is None and element.find(_NUMBER_PATH) is not None else ""
    for at, part in enumerate(_text(element).split("\f")):
        if at:
            yield PAGE_END
        text = part.strip()
        if text:
            yield Heading(" ".join(text.split()), level) if level is not None else Paragraph(mark + text)


def _heading_level(element: Any, styles: dict[str, str]) -> int | None:
    level = element.find(_LEVEL_PATH)
    if level is not None and level.get(_VALUE, "9") < "9":
        return int(level.get(_VALUE))
    style = element.find(_STYLE_PATH)
    name = styles.get(style.get(_VALUE), "") if style is not None else ""
    if name.lower() == "title":
        return 0
    match = _HEADING_STYLE.match(name)
    return int(match[1]) - 1 if match else None


def _of_table(table: Any, styles: dict[str, str]) -> Iterator[Block | str]:
    """The table; where it holds others, it arranges the page, and its cells are read one after another."""
    if next(table.iterdescendants(_TABLE), None) is None:
        yield TableBlock(tuple(_cells(row) for row in table.iterchildren(_ROW)))
        return
    for cell in table.iterdescendants(_CELL):
        if next(cell.iterancestors(_TABLE)) is table:
            yield from _blocks(cell, styles)


def _cells(row: Any) -> tuple[TableCell, ...]:
    cells = []
    for cell in row.iter(_CELL):
        span = cell.find(_SPAN_PATH)
        texts = (_text(paragraph) for paragraph in cell.iter(_PARAGRAPH))
        width = min(int(span.get(_VALUE, 1)), MAX_COLUMNS) if span is not None else 1
        words = "\n".join(text for text in texts if text).replace("\f", " ")
        cells.append(TableCell(words, width, _indent(cell)))
    return tuple(cells)


def _indent(cell: Any) -> float:
    """Points by which the cell's first words are set in."""
    first = next((each for each in cell.iter(_PARAGRAPH) if _text(each)), None)
    set_in = first.find(_INDENT_PATH) if first is not None else None
    if set_in is None:
        return 0.0
    left, start, line, hanging = (
        _twentieths(set_in, side) for side in ("left", "start", "firstLine", "hanging")
    )
    return max((left or start) + line - hanging, 0) / 20


def _twentieths(set_in: Any, side: str) -> int:
    written = set_in.get(qn(f"w:{side}"), "0")
    return int(written) if written.lstrip("-").isdecimal() else 0


def _text(paragraph: Any) -> str:
    """The words as they stand now: insertions are in, deletions are not."""
    parts: list[str] = []
    for element in paragraph.iter():
        if any(ancestor.tag == _FALLBACK for ancestor in element.iterancestors()):
            continue
        if element.tag == qn("w:t"):
            parts.append(element.text or "")
        elif element.tag == qn("w:lastRenderedPageBreak"):
            parts.append("\f")
        elif element.tag == qn("w:br"):
            parts.append("\f" if element.get(qn("w:type")) == "page" else "\n")
        else:
            parts.append(_BLANKS.get(element.tag, "") if element.getparent().tag == qn("w:r") else "")
    return "".join(parts).strip(" \t\n")
