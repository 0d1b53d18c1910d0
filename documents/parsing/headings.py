"""Headings of a document: from its outline, from Markdown, from fonts and from how they are numbered."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from documents.parsing.layout import body_size, is_page_number, running_heads
from documents.parsing.types import Line, ParsedDocument, ParsedPage, once_for_document

BIG = 1.12  # a heading's size, by the body's; 12 points over 10.5 and more
MAX_WORDS = 16
MAX_TITLE = 120  # characters of a heading that are kept
MAX_LINES = 3  # of one heading
CONTENTS_LINES = 6  # numbered headings on one page from which on it is taken for a table of contents
BOLD_SHARE = 0.3  # of a document's lines, from which on bold type does not mark headings

_NUMBERED = (
    (0, re.compile(r"PART\s+(?:[IVX]+|\d+|[A-Z])\b(?!\s+of\b)", re.IGNORECASE)),
    (
        1,
        re.compile(
            r"(?:ITEM|ARTICLE|CHAPTER|EXHIBIT|ANNEX|APPENDIX|SCHEDULE|ANLAGE)\s+(?:\d+[A-Z]?|[IVX]+|[A-Z])"
            r"(?:[.:—–-]|\s|$)",
            re.IGNORECASE,
        ),
    ),
    (2, re.compile(r"(?:NOTE|SECTION|STEP|§)\s*\d+(?:\.\d+)*\s*(?:[.:—–-]|$)", re.IGNORECASE)),
)
_OPENS = re.compile(r"[\"“(§#*]?\s*[A-ZÀ-ÞĀ-Ž0-9]")
_DECIMAL = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,3})(?:(?<=\.\d)|(?<=\.\d\d)|[.)])\s+[A-ZÄÖÜ]")
# What heads the columns of tables rather than sections.
_PERIOD = re.compile(
    r"\b(?:weeks?|months?|quarters?|years?|fiscal|ended|ending|as of|at|and|january|february|march|april|may"
    r"|june|july|august|september|october|november|december)\b|[\d,.$%()]+",
    re.IGNORECASE,
)
_LEVEL_OF_DECIMAL = 2
_LEVEL_OF_CAPITALS = 3
_LEVEL_OF_BOLD = 4
_MARKDOWN_MARKS = re.compile(r"^#{1,6}\s+|\s+#+$|(?<!\w)[*_`]{1,3}|[*_`]{1,3}(?!\w)")  # not in some_name
_BOX = re.compile("[☐☑☒□]")  # a form's “Yes ☐ No ☒” is no heading, however bold
_ENDS_IN_PAGE = re.compile(r"(?:\.{2,}|…|\s)\s*\d{1,3}$")


@dataclass(frozen=True, slots=True)
class Heading:
    """`level` counts from 0, the outermost. Offsets in the text of its page."""

    title: str
    level: int
    page: int
    start: int
    end: int
    is_numbered: bool = False


class TableSpan(Protocol):
    """What is to be known of a table here: its page, its name and its characters there."""

    @property
    def page(self) -> int: ...
    @property
    def title(self) -> str: ...
    @property
    def char_start(self) -> int: ...
    @property
    def char_end(self) -> int: ...


def find_headings(
    parsed: ParsedDocument, tables: Mapping[int, Collection[tuple[int, int]]] | None = None
) -> list[Heading]:
    """The headings in order.

    `tables`: by page the character spans of tables. In them only numbered headings count, which may
    stand over a caption; bold or big lines there are captions and labels.
    """
    found: list[Heading] = []
    for page, judged in zip(parsed.pages, _judged(parsed), strict=True):
        spans = (tables or {}).get(page.number, ())
        on_page = [
            heading for line, heading in judged if not is_within(line, spans) or _stands_over_table(heading)
        ]
        found.extend(_joined(_without_contents(on_page), page))
    return found


@once_for_document
def _judged(parsed: ParsedDocument) -> list[list[tuple[Line, Heading]]]:
    """By page the lines that look like headings."""
    judge = _Judge(parsed)
    return [
        [(line, heading) for line in page.lines if (heading := judge.heading(page.number, line))]
        for page in parsed.pages
    ]


def _stands_over_table(heading: Heading) -> bool:
    """Whether a line inside a table's span heads it, as "Exhibit 3" does; a line of contents does not."""
    is_listed = len(heading.title.split()) > 2 and _ENDS_IN_PAGE.search(heading.title)
    return heading.is_numbered and not is_listed


def is_within(line: Line, spans: Collection[tuple[int, int]]) -> bool:
    """Whether the line begins inside one of the character spans of its page."""
    return any(start <= line.char_start < end for start, end in spans)


class _Judge:
    """What the whole document says about how its headings look."""

    def __init__(self, parsed: ParsedDocument) -> None:
        lines = [line for page in parsed.pages for line in page.lines]
        self.body = body_size(parsed)
        self.heads = running_heads(parsed)
        self.bold_tells = sum(line.bold for line in lines) < BOLD_SHARE * max(len(lines), 1)
        sizes = Counter(line.font_size for line in lines if self.body and line.font_size >= BIG * self.body)
        self.sizes = sorted(sizes, reverse=True)
        self.outline: dict[int, dict[str, int]] = defaultdict(dict)
        for item in parsed.outline:
            self.outline[item.page][_key(item.title)] = item.level

    def heading(self, page: int, line: Line) -> Heading | None:
        level, numbered = self._level(page, line)
        if level is None:
            return None
        title = _MARKDOWN_MARKS.sub("", line.text).strip()[:MAX_TITLE]
        return Heading(title, level, page, line.char_start, line.char_start + len(line.text), numbered)

    def _level(self, page: int, line: Line) -> tuple[int | None, bool]:
        if (level := self.outline[page].get(_key(line.text)) if page in self.outline else None) is not None:
            return level, False
        if not self._may_be(line):
            return None, False
        stands_out = self._stands_out(line)
        if (level := _numbered_level(line, stands_out=stands_out)) is not None:
            return level, True
        return (self._look(line) if stands_out else None), False

    def _may_be(self, line: Line) -> bool:
        text = line.text
        words = text.split()
        if len(words) > MAX_WORDS or text in self.heads or is_page_number(text):
            return False
        if _BOX.search(text) or text.endswith((",", ";")) or not _OPENS.match(text):
            return False
        digits = sum(any(map(str.isdigit, word)) for word in words)
        letters = sum(map(str.isalpha, text))
        few_digits = digits <= len(words) / 3 or digits == 1 or self._is_biggest(line)
        return few_digits and letters >= 3 and bool(_PERIOD.sub("", text).split())

    def _is_biggest(self, line: Line) -> bool:
        return bool(self.sizes) and line.font_size >= self.sizes[0]

    def _stands_out(self, line: Line) -> bool:
        if not self.body:  # plain text: capitals are all there is
            return line.text.isupper() and len(line.text) > 3
        return line.font_size >= BIG * self.body or (
            line.bold
            and self.bold_tells
            and not line.text.endswith(".")
            and line.font_size >= 0.9 * self.body
        )

    def _look(self, line: Line) -> int:
        if line.font_size in self.sizes:
            return min(self.sizes.index(line.font_size), 2)
        return _LEVEL_OF_CAPITALS if line.text.isupper() else _LEVEL_OF_BOLD


def _numbered_level(line: Line, *, stands_out: bool) -> int | None:
    for level, pattern in _NUMBERED:
        match = pattern.match(line.text)
        # Without emphasis a line such as "Item 7 describes …" is a sentence.
        if match and (
            stands_out or line.text.isupper() or len(line.text) == match.end() or _is_title(line.text)
        ):
            return level
    match = _DECIMAL.match(line.text)
    if match and (stands_out or (_is_title(line.text) and not line.text.endswith("."))):
        return _LEVEL_OF_DECIMAL + match[1].count(".")
    return None


def _is_title(text: str) -> bool:
    """Whether the longer words are capitalised and no sentence is in sight."""
    words = [word for word in re.findall(r"[^\W\d_]{4,}", text) if word.islower() or word[0].isupper()]
    return len(text.split()) <= 10 and sum(word[0].isupper() for word in words) >= 0.6 * len(words)


def _without_contents(headings: list[Heading]) -> list[Heading]:
    """Without the lines of a table of contents, which name the sections that follow elsewhere."""
    numbered = [heading for heading in headings if heading.is_numbered]
    listed = sum(_ENDS_IN_PAGE.search(heading.title) is not None for heading in numbered)
    if len(numbered) >= CONTENTS_LINES and listed >= len(numbered) / 2:
        return []
    return headings


def _joined(headings: list[Heading], page: ParsedPage) -> Iterator[Heading]:
    """Headings over several lines as one: same level, nothing but blanks between."""
    gathered: list[Heading] = []
    for heading in headings:
        if gathered and not _continues(gathered, heading, page.text):
            yield _as_one(gathered)
            gathered = []
        gathered.append(heading)
    if gathered:
        yield _as_one(gathered)


def _continues(gathered: list[Heading], heading: Heading, text: str) -> bool:
    last = gathered[-1]
    return (
        heading.level == last.level
        and not heading.is_numbered
        and not last.is_numbered
        and len(gathered) < MAX_LINES
        and not text[last.end : heading.start].strip()
        and not text[last.start : last.end].lstrip().startswith("#")
    )


def _as_one(parts: list[Heading]) -> Heading:
    title = " ".join(part.title for part in parts)[:MAX_TITLE]
    first = parts[0]
    return Heading(title, first.level, first.page, first.start, parts[-1].end, first.is_numbered)


def _key(title: str) -> str:
    return re.sub(r"\W+", "", _MARKDOWN_MARKS.sub("", title)).lower()
