"""Web pages: their headings, paragraphs and tables. Nothing that they point to is fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from bs4 import BeautifulSoup, NavigableString, Tag
from bs4.element import PreformattedString

from reading.formats.encodings import decode_page
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
from reading.formats.web.html_indents import indent_of
from reading.formats.web.html_positions import read_placed
from reading.model import DocumentInfo, OutlineItem, ParsedPage

_UNSEEN = (
    "script",
    "style",
    "noscript",
    "template",
    "svg",
    "head",
    "ix:header",
    "select",
    "button",
    "iframe",
)
_LEVELS = {f"h{level}": level - 1 for level in range(1, 7)}
_BLOCKS = frozenset(
    "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form"
    " header hr html li main nav ol p pre section summary table tbody td tfoot th thead tr ul".split()
) | set(_LEVELS)
_PAGE_BREAK = re.compile(  # as reports have them that are laid out for print
    r"(?<![\w-])(?:page-)?break-(before|after)\s*:\s*(?:always|page|left|right)\b", re.IGNORECASE
)
_RAISED = re.compile(r"vertical-align\s*:\s*super|position\s*:\s*relative;.{0,80}?\btop\s*:\s*-", re.I | re.S)
_UNIT_AT_END = re.compile(r"(?<![^\W\d_])[^\W\d_]{1,2}$")
LEAST_PAIRS = 2  # of a list that gives values
MOST_WORDS = 8  # of a term that is given one
LONGEST_VALUE = 120  # characters
MAX_SPAN = 200  # columns or rows
MAX_REACH = 1000  # columns of a table whose cells reach down into rows below
MAX_DEPTH = 200  # levels of elements; real pages have some 30


def read_html(path: Path) -> Iterator[DocumentInfo | ParsedPage]:
    """The file's title, then its pages: one, or more where its styles break it into pages for print."""
    soup = BeautifulSoup(decode_page(path.read_bytes()), "lxml")
    pages, outline = read_placed(soup), list[OutlineItem]()
    title, blocks = _blocks_of(soup) if not pages else (_title(soup), [])
    for number, of_page in enumerate([] if pages else in_pages(blocks), 1):
        page, headings = flow_page(number, of_page)
        pages.append(page)
        outline.extend(headings)
    yield DocumentInfo(
        page_count=len(pages), title=title or next((i.title for i in outline), ""), outline=tuple(outline)
    )
    yield from pages


def blocks_of_html(text: str) -> tuple[str, list[Block | str]]:
    """The title of the file, and what it shows, with `PAGE_END` where a printed page ends."""
    return _blocks_of(BeautifulSoup(text, "lxml"))


def _title(soup: BeautifulSoup) -> str:
    return " ".join(soup.title.get_text().split()) if soup.title else ""


def _blocks_of(soup: BeautifulSoup) -> tuple[str, list[Block | str]]:
    title = _title(soup)
    for element in soup.find_all([*_UNSEEN]):
        element.decompose()
    for element in soup.find_all(style=_is_hidden):
        element.decompose()
    _flatten(soup)
    _part_raised_marks(soup)
    return title, list(_blocks(soup))


def _part_raised_marks(soup: BeautifulSoup) -> None:
    """Part marks of notes from the words before them, so that 1,204 with a raised 1 is not 12,041.

    Two letters go on with what they are raised above, as in “2nd”; so do digits behind a unit, as of m².
    """
    for element in soup.find_all(_is_raised):
        before = str(element.find_previous(string=True) or "")
        mark = element.get_text().strip()
        if not (mark.isalpha() and len(mark) > 1) and not _UNIT_AT_END.search(before):
            element.insert_before(" ")


def _is_raised(element: Tag) -> bool:
    style = str(element.get("style", ""))
    return element.name == "sup" or bool(style and _RAISED.search(style))


def _flatten(soup: BeautifulSoup) -> None:
    """Leave of elements that lie too deep to be read level by level their words, block by block."""
    depths = {id(soup): 0}
    deepest: list[Tag] = []
    for element in soup.find_all(True):
        depths[id(element)] = depths[id(element.parent)] + 1
        if depths[id(element)] == MAX_DEPTH:
            deepest.append(element)
    for element in deepest:
        lines = _text(element).split("\n")
        element.clear(decompose=True)
        for line in lines:
            element.append(line)
            element.append(soup.new_tag("br"))


def _text(element: Tag) -> str:
    """The words in the element, a line for each block in it."""
    words = []
    for each in element.descendants:
        if isinstance(each, Tag):
            words.append("\n" if each.name in _BLOCKS or each.name == "br" else "")
        elif isinstance(each, NavigableString) and not isinstance(each, PreformattedString):
            words.append(_shown(each))
    return "".join(words)


def _is_hidden(style: str | None) -> bool:
    return bool(style) and "display:none" in str(style).replace(" ", "").lower()


def _blocks(parent: Tag) -> Iterator[Block | str]:
    """Headings, paragraphs and tables in order. Words between blocks are paragraphs too."""
    loose: list[str] = []
    for child in parent.children:
        if isinstance(child, Tag) and (child.name in _BLOCKS or _holds_block(child)):
            yield from _paragraph(loose)
            loose = []
            breaks = set(_PAGE_BREAK.findall(str(child.get("style", "")).lower()))
            yield from [PAGE_END] * ("before" in breaks)
            yield from _of_element(child)
            yield from [PAGE_END] * ("after" in breaks)
        elif isinstance(child, Tag):
            written = child.get_text() if parent.name == "pre" else _text(child)
            loose.append("\n" if child.name == "br" else written)
        elif isinstance(child, NavigableString) and not isinstance(child, PreformattedString):
            loose.append(str(child) if parent.name == "pre" else _shown(child))
    yield from _paragraph(loose)


def _holds_block(element: Tag) -> bool:
    return any(isinstance(each, Tag) and each.name in _BLOCKS for each in element.descendants)


def _shown(words: str) -> str:
    """The words on one line, with a blank at each end where there was one or more."""
    return " ".join(f"|{words}|".split())[1:-1]


def _paragraph(parts: list[str]) -> Iterator[Block]:
    if text := _lines("".join(parts)):
        yield Paragraph(text)


def _lines(text: str) -> str:
    """The lines that hold words, each without the blanks around and between them."""
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def _of_element(element: Tag) -> Iterator[Block | str]:
    if element.name in _LEVELS:
        text = " ".join(element.get_text(" ").split())
        if text:
            yield Heading(text, _LEVELS[element.name])
    elif element.name == "table" and (pairs := _pairs_in_rows(element)):
        yield from _lines_of(pairs)
    elif element.name == "table" and not _is_layout(element):
        yield from _of_table(element)
    elif element.name == "dl" and (pairs := _pairs_of(element)):
        yield from _lines_of(pairs)
    elif element.name == "li":
        for at, block in enumerate(_blocks(element)):
            if at == 0 and isinstance(block, Paragraph):
                block = Paragraph(f"{_mark(element)} {block.text}")
            yield block
    else:
        yield from _blocks(element)


def _pairs_of(listing: Tag) -> list[tuple[str, str]]:
    """What a list of terms gives each, where that is short; none of a glossary, or of several for one."""
    parts = [each for each in listing.find_all(["dt", "dd"]) if each.find_parent("dl") is listing]
    names = [each.name for each in parts]
    if len(parts) < 2 * LEAST_PAIRS or names != ["dt", "dd"] * (len(parts) // 2):
        return []
    return _short_pairs([_lines(_text(each)) for each in parts])


def _pairs_in_rows(table: Tag) -> list[tuple[str, str]]:
    """What each row gives its heading, where every row has a heading and one cell, and cells of words are
    among them; none of a statement of numbers."""
    rows = [list(row.find_all(["th", "td"])) for row in table.find_all("tr")]
    if len(rows) <= LEAST_PAIRS or any([each.name for each in row] != ["th", "td"] for row in rows):
        return []
    pairs = _short_pairs([_lines(_text(each)) for row in rows for each in row])
    return pairs if sum(any(map(str.isalpha, given)) for _, given in pairs) >= LEAST_PAIRS else []


def _short_pairs(texts: Sequence[str]) -> list[tuple[str, str]]:
    """The texts as pairs, where all of them are short."""
    pairs = list(zip(texts[::2], texts[1::2], strict=True))
    is_short = all(
        0 < len(term.split()) <= MOST_WORDS and ":" not in term.rstrip(":") and len(given) <= LONGEST_VALUE
        for term, given in pairs
    )
    is_short = is_short and not any("\n" in text for text in texts)
    return [(term.rstrip(": "), given) for term, given in pairs] if is_short else []


def _lines_of(pairs: Sequence[tuple[str, str]]) -> Iterator[Block]:
    """A line for each, as forms have them: in columns a day among them would head the others."""
    yield from _paragraph(["\n".join(f"{term}: {given}" for term, given in pairs)])


def _mark(item: Tag) -> str:
    """What stands before an item of a list: its number where it is of an ordered one."""
    if item.parent is None or item.parent.name != "ol":
        return "•"
    before = item.find_previous_siblings("li")
    first = str(item.parent.get("start", "1"))
    return f"{len(before) + (int(first) if first.isdecimal() else 1)}."


def _is_layout(table: Tag) -> bool:
    """Whether a table arranges the page rather than data: it holds tables or headings, or one column."""
    if table.find(["table", *_LEVELS]):
        return True
    return all(len(row.find_all(["td", "th"])) < 2 for row in table.find_all("tr"))


def _of_table(table: Tag) -> Iterator[Block]:
    caption = table.find("caption")
    if caption:
        yield from _paragraph([caption.get_text()])
    rows = table.find_all("tr")
    yield TableBlock(tuple(row for row in _rows(rows) if row), joins=caption is not None)


def _rows(rows: Sequence[Tag]) -> Iterator[tuple[TableCell, ...]]:
    """The cells of each row, with empty ones where cells of rows above reach down into it."""
    reaching: dict[int, int] = {}  # column → how many more rows it is taken in
    for row in rows:
        cells: list[TableCell] = []
        column, taken, reaching = 0, reaching, {at: left - 1 for at, left in reaching.items() if left > 1}
        for element in row.find_all(["td", "th"], limit=MAX_COLUMNS):
            while column in taken:
                cells.append(TableCell(""))
                column += 1
            width, height = _span(element, "colspan"), _span(element, "rowspan")
            cells.append(TableCell(_lines(_text(element)), width, indent_of(element)))
            if height > 1 and column < MAX_REACH:
                reaching |= dict.fromkeys(range(column, column + width), height - 1)
            column += width
        yield tuple(cells)


def _span(cell: Tag, name: str) -> int:
    """Over how many columns or rows the cell reaches."""
    span = str(cell.get(name, "1"))
    return max(min(int(span), MAX_SPAN), 1) if span.isdecimal() else 1
