"""Headings of a document: from its outline, from Markdown, from fonts and from how they are numbered."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise, takewhile
from typing import Protocol

from reading.layout.layout import body_size, is_page_number, running_heads
from reading.layout.spans import Covered
from reading.lexicon import ANY_MONTH_NAME
from reading.model import Line, ParsedDocument, ParsedPage, once_for_document

BIG = 1.12  # a heading's size, by the body's; 12 points over 10.5 and more
MAX_WORDS = 16
MAX_TITLE = 120  # characters of a heading that are kept
MAX_LINES = 3  # of one heading
MOST_STACKED = 5  # headings of one look under one another; a list of thousands is none of sections
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
    rf"\b(?:weeks?|months?|quarters?|years?|fiscal|ended|ending|as of|at|and|{ANY_MONTH_NAME})\b|[\d,.$%()]+",
    re.IGNORECASE,
)
WIDE_GAP = 1.5  # line heights between words, from which on a line has several columns
APART = 0.6  # line heights above and below a line of plain capitals that is a heading
FULL = 0.95  # of the width of a page's text, that a line takes up where the next word did not fit
LONGEST_ABBREVIATION = 5  # letters
SIZE_STEP = 0.5  # points: sizes of one look differ by less
INDENT = 12.0  # points by which lines of one margin begin apart
CENTRED = 24.0  # points, twice by how much the middle of a centred line may be off
BESIDE = 4  # lines that begin where a heading does, itself counted
LEAST_CAPITALS = 8  # letters of such a heading

_LEVEL_OF_DECIMAL = 2
_LEVEL_OF_CAPITALS = 3
_LEVEL_OF_BOLD = 4
_MARKDOWN_MARKS = re.compile(r"^#{1,6}\s+|\s+#+$|(?<!\w)[*_`]{1,3}|[*_`]{1,3}(?!\w)")  # not in some_name
_BOX = re.compile("[☐☑☒□]")  # a form's “Yes ☐ No ☒” is no heading, however bold
_ENDS_IN_PAGE = re.compile(r"(?:\.{2,}|…|\s)\s*\d{1,3}$")


@dataclass(frozen=True, slots=True)
class Heading:
    """`level` counts from 0, the outermost. Offsets in the text of its page.

    `depth`: how many headings of its own look it stands under.
    """

    title: str
    level: int
    page: int
    start: int
    end: int
    is_numbered: bool = False
    depth: int = 0


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
        covered = Covered((tables or {}).get(page.number, ()))
        on_page = [
            (line, heading) for line, heading in judged if line not in covered or _stands_over_table(heading)
        ]
        if not _lists_contents([heading for _, heading in on_page]):
            found.extend(_joined(on_page, page))
    return nested(found)


@once_for_document
def _judged(parsed: ParsedDocument) -> list[list[tuple[Line, Heading]]]:
    """By page the lines that look like headings."""
    judge = _Judge(parsed)
    return [
        [
            (line, heading)
            for at, line in enumerate(page.lines)
            if (heading := judge.heading(page, at)) and (heading.is_numbered or margins.have_in_place(line))
        ]
        for page in parsed.pages
        for margins in [_Margins(page)]
    ]


def _stands_apart(lines: Sequence[Line], at: int) -> bool:
    """Whether a line has room above and below it."""
    line = lines[at]
    room = APART * (line.box.bottom - line.box.top)
    above = line.box.top - lines[at - 1].box.bottom if at else room
    below = lines[at + 1].box.top - line.box.bottom if at + 1 < len(lines) else room
    return not -room < above < room and not -room < below < room


class _Margins:
    """Where the lines of a page begin, and where the last of them ends."""

    def __init__(self, page: ParsedPage) -> None:
        self._starts = sorted(line.box.x0 for line in page.lines)
        self._right = max((line.box.x1 for line in page.lines), default=0.0)

    def have_in_place(self, line: Line) -> bool:
        """Whether a line begins where others do or stands in the middle; what heads a column does neither."""
        if not line.words:
            return True
        x0, _, x1, _ = line.box
        left = self._starts[0]
        if x0 - left <= INDENT or abs(x0 + x1 - left - self._right) <= CENTRED:
            return True
        return bisect_right(self._starts, x0 + INDENT) - bisect_left(self._starts, x0 - INDENT) > BESIDE


def _stands_over_table(heading: Heading) -> bool:
    """Whether a line inside a table's span heads it, as "Exhibit 3" does; a line of contents does not."""
    is_listed = len(heading.title.split()) > 2 and _ENDS_IN_PAGE.search(heading.title)
    return heading.is_numbered and not is_listed


class _Judge:
    """What the whole document says about how its headings look."""

    def __init__(self, parsed: ParsedDocument) -> None:
        lines = [line for page in parsed.pages for line in page.lines]
        self.body = body_size(parsed)
        self.heads = running_heads(parsed)
        self.bold_tells = sum(line.bold for line in lines) < BOLD_SHARE * max(len(lines), 1)
        big = [line for line in lines if self.body and line.font_size >= self.body]
        self.sizes = sorted(
            {size_of(line) for line in big if _is_of_size(line, BIG * self.body)}, reverse=True
        )
        self.outline: dict[int, dict[str, int]] = defaultdict(dict)
        for item in parsed.outline:
            self.outline[item.page][_key(item.title)] = item.level

    def heading(self, page: ParsedPage, at: int) -> Heading | None:
        """The heading that line number `at` of a page is, if it is one."""
        line = page.lines[at]
        numbered, level = False, self._level_in_outline(page.number, line)
        if level is None:
            numbered, level = self._level(page.lines, at)
            if level is None or not self._may_be(line):  # asked last: few lines come so far
                return None
        title = _MARKDOWN_MARKS.sub("", line.text).strip()[:MAX_TITLE]
        return Heading(title, level, page.number, line.char_start, line.char_start + len(line.text), numbered)

    def _level_in_outline(self, page: int, line: Line) -> int | None:
        return self.outline[page].get(_key(line.text)) if page in self.outline else None

    def _level(self, lines: Sequence[Line], at: int) -> tuple[bool, int | None]:
        """Whether a line is numbered as headings are, and its level by that or by its look."""
        line = lines[at]
        stands_out = self._stands_out(line)
        if (level := _numbered_level(line, stands_out=stands_out)) is not None:
            return True, level
        if stands_out and not _has_columns(line):
            return False, self._look(line)
        is_capitals = self.body and line.text.isupper() and _stands_apart(lines, at)
        is_heading = is_capitals and not _has_columns(line) and _has_words(line.text)
        return False, _LEVEL_OF_CAPITALS if is_heading else None

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
        return bool(self.sizes) and _is_of_size(line, self.sizes[0])

    def _stands_out(self, line: Line) -> bool:
        if not self.body:  # plain text: capitals are all there is
            return line.text.isupper() and len(line.text) > 3
        is_bold = line.bold and self.bold_tells and not line.text.endswith(".")
        return _is_of_size(line, (0.9 if is_bold else BIG) * self.body)

    def _look(self, line: Line) -> int:
        size = size_of(line)
        if size in self.sizes:
            return min(self.sizes.index(size), 2)
        return _LEVEL_OF_CAPITALS if _is_in_capitals(line.text) else _LEVEL_OF_BOLD


def size_of(line: Line) -> float:
    """The size of most of a line's words: marks that stick out of it make the line higher."""
    heights = sorted(word.box.bottom - word.box.top for word in line.words)
    size = min(line.font_size, heights[len(heights) // 2]) if heights else line.font_size
    return round(size / SIZE_STEP) * SIZE_STEP


def _is_of_size(line: Line, least: float) -> bool:
    """Whether `size_of(line)` is `least` or more; the line's own size, which is no less, tells of most."""
    return line.font_size + SIZE_STEP >= least and size_of(line) >= least


def _has_columns(line: Line) -> bool:
    """Whether its words stand wide apart, as the headings of several columns do."""
    widest = WIDE_GAP * line.font_size
    return bool(widest) and any(
        after.box.x0 - before.box.x1 > widest for before, after in pairwise(line.words)
    )


def _is_in_capitals(text: str) -> bool:
    """Whether it is written in capitals; one short word may be an abbreviation."""
    return text.isupper() and (" " in text or sum(map(str.isalpha, text)) > LONGEST_ABBREVIATION)


def _has_words(text: str) -> bool:
    return sum(map(str.isalpha, text)) >= LEAST_CAPITALS and not any(map(str.isdigit, text))


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


def _lists_contents(headings: Sequence[Heading]) -> bool:
    """Whether they are the lines of a table of contents, which name the sections that follow elsewhere."""
    numbered = [heading for heading in headings if heading.is_numbered]
    listed = sum(_ENDS_IN_PAGE.search(heading.title) is not None for heading in numbered)
    return len(numbered) >= CONTENTS_LINES and listed >= len(numbered) / 2


Lines = list[tuple[Line, Heading]]


def _joined(on_page: Lines, page: ParsedPage) -> Iterator[Heading]:
    """Headings over several lines as one; one right below another of its look stands under it."""
    gathered: Lines = []
    depth = 0
    for line, heading in on_page:
        if gathered and not _goes_on(gathered, line, heading, page):
            yield replace(_as_one(gathered), depth=depth)
            is_stacked = _is_stacked(gathered[-1][1], heading, page.text)
            depth = min(depth + 1, MOST_STACKED) if is_stacked else 0
            gathered = []
        gathered.append((line, heading))
    if gathered:
        yield replace(_as_one(gathered), depth=depth)


def _is_stacked(last: Heading, heading: Heading, text: str) -> bool:
    return (
        heading.level == last.level
        and not heading.is_numbered
        and not last.is_numbered
        and not text[last.end : heading.start].strip()
    )


def _goes_on(gathered: Lines, line: Line, heading: Heading, page: ParsedPage) -> bool:
    """Whether a line is the next one of the heading before it: there was no room for it beside that."""
    before, last = gathered[-1]
    if len(gathered) == MAX_LINES or page.text[last.end : heading.start].strip() or heading.is_numbered:
        return False
    if page.text[last.start : last.end].lstrip().startswith("#"):
        return False
    if last.is_numbered:
        return _looks_like(before, line) and _fills_line(before, line, page)
    is_big = last.level < _LEVEL_OF_CAPITALS  # and broken where it looks well
    return heading.level == last.level and (is_big or not line.words or _fills_line(before, line, page))


def _looks_like(one: Line, other: Line) -> bool:
    return one.bold == other.bold and abs(one.font_size - other.font_size) < 0.05 * one.font_size


def _fills_line(before: Line, line: Line, page: ParsedPage) -> bool:
    """Whether the first word of `line` found no room in the line before it, between the page's margins."""
    if not before.words or not line.words:
        return False
    left, right = min(each.box.x0 for each in page.lines), max(each.box.x1 for each in page.lines)
    word = line.words[0].box
    return before.box.x1 - before.box.x0 + word.x1 - word.x0 >= FULL * (right - left) - before.font_size


def _as_one(parts: Lines) -> Heading:
    title = " ".join(part.title for _, part in parts)[:MAX_TITLE]
    return replace(parts[0][1], title=title, end=parts[-1][1].end)


def nested(headings: Sequence[Heading]) -> list[Heading]:
    """`headings` with those that part several like sections under the names of these.

    “Gear” and “Shoes”, each right over “Overview”, are such names; what comes after an overview belongs to
    the name over it, up to the last heading that other names have too.
    """
    found = list(headings)
    names = _names_of_parts(found)
    often = Counter((heading.title, heading.level) for heading in found)
    for number, at in enumerate(names):
        end = names[number + 1] if number + 1 < len(names) else len(found)
        inside = list(takewhile(partial(_is_below, found[at]), found[at + 1 : end]))
        last = max((i for i, each in enumerate(inside) if often[each.title, each.level] > 1), default=-1)
        for i, each in enumerate(inside[: last + 1], start=at + 1):
            if each.level == found[at].level:
                found[i] = replace(each, depth=found[at].depth + 1)
    return found


def _is_below(name: Heading, heading: Heading) -> bool:
    """Whether a heading may belong to what `name` heads: it is no bigger, and opens no other part."""
    return heading.level >= name.level


def _names_of_parts(headings: Sequence[Heading]) -> list[int]:
    """Where headings stand right over one that stands right below other headings too."""
    over: dict[tuple[str, int], dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for at, (upper, lower) in enumerate(pairwise(headings)):
        if lower.depth > upper.depth and lower.level == upper.level:
            over[lower.title, lower.level][upper.title].append(at)
    return sorted(at for names in over.values() if len(names) > 1 for ats in names.values() for at in ats)


def _key(title: str) -> str:
    return re.sub(r"\W+", "", _MARKDOWN_MARKS.sub("", title)).lower()
