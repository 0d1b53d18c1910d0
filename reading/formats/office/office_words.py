"""The bare words of a Word or PowerPoint file whose structure a library cannot make sense of.

Word and PowerPoint repair such files silently; their readers stop at the first thing that they do not expect:
a part that is missing, a number that is none, more levels than an XML tree may have. Here the XML is read
as a stream, without a tree.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.parsers import expat

from reading.formats.flow import Paragraph, flow_page
from reading.formats.media_types import DOCX, PPTX
from reading.model import DocumentInfo, ParsedPage, UnreadableDocument

_PARTS = {DOCX: re.compile(r"word/(document)\.xml"), PPTX: re.compile(r"ppt/slides/slide(\d+)\.xml")}
_BLANKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_BLOCK_BYTES = 1 << 20
_MOST_CHARACTERS = 20_000_000  # of a part; a book has one million


def read_bare(path: Path, media_type: str) -> Iterator[DocumentInfo | ParsedPage]:
    """A page for each slide, or one. Raises `UnreadableDocument`, and what libraries raise."""
    with zipfile.ZipFile(path) as archive:
        named = [(name, _PARTS[media_type].fullmatch(name)) for name in archive.namelist()]
        parts = sorted((_place(match[1]), name) for name, match in named if match)
        texts = [list(_paragraphs(archive, name)) for _, name in parts]
    yield DocumentInfo(page_count=len(texts))
    for number, paragraphs in enumerate(texts, 1):
        title = f"Slide {number}" if media_type == PPTX else ""
        yield flow_page(number, map(Paragraph, paragraphs), title=title)[0]


def _place(number: str) -> int:
    return int(number) if number.isdigit() else 0


def _paragraphs(archive: zipfile.ZipFile, name: str) -> Iterator[str]:
    words = _Words()
    with archive.open(name) as part:
        while block := part.read(_BLOCK_BYTES):
            words.parser.Parse(block, False)
    words.parser.Parse(b"", True)
    return filter(None, (paragraph.strip() for paragraph in "".join(words.found).split("\f")))


class _Words:
    """What the elements for text hold, with a form feed behind each paragraph."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._inside = False
        self._characters = 0
        self.parser = expat.ParserCreate(namespace_separator="}")
        self.parser.StartDoctypeDeclHandler = self._refuse  # only a hostile file declares entities
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._take

    def _refuse(self, *_: object) -> None:
        raise UnreadableDocument("The file declares entities, which no office program does.", reason="broken")

    def _start(self, name: str, _: object) -> None:
        local = name.rpartition("}")[2]
        self._inside = local == "t"
        if local in _BLANKS:
            self.found.append(_BLANKS[local])

    def _end(self, name: str) -> None:
        self._inside = False
        if name.rpartition("}")[2] == "p":
            self.found.append("\f")

    def _take(self, text: str) -> None:
        if self._inside:
            self._characters += len(text)
            if self._characters > _MOST_CHARACTERS:
                raise UnreadableDocument("The file holds too much text: split it.", reason="broken")
            self.found.append(text)
