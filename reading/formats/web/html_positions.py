"""Web pages whose words have places, as programs write them that turn a PDF's pages into a web page.

Annual reports of European companies are filed so. The file marks no tables: rows and columns are told by
where words stand, as in the PDF.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from bs4 import BeautifulSoup, NavigableString, Tag
from bs4.element import PreformattedString

from reading.layout.lines import PlacedWord, build_lines
from reading.model import Box, ParsedPage, Word

MOST_PLACED = 0.5  # of the characters of a file that is read by their places
MOST_WORDS = 20_000  # of a page: a printed one has some 600
MAX_DEPTH = 100  # levels of elements on a page; real ones have some ten
POINTS = {"px": 0.75, "pt": 1.0}
ABOVE, BELOW = 0.8, 0.2  # of the font's size, from the line on which letters stand
NARROW, DIGIT, LETTER = 0.28, 0.556, 0.52  # of the font's size: widths in Arial
LEAST_GAP = 0.2  # of the font's size, between words
DEFAULT_SIZE = 12.0  # points
_CLASS = re.compile(r"\.([\w-]+)")
_LENGTH = re.compile(
    r"(?<![\w-])(left|top|bottom|width|height|font-size|margin-left)\s*:\s*(-?\d+(?:\.\d*)?|-?\.\d+)(px|pt)?\s*(?=[;!]|$)"
)
_MATRIX = re.compile(r"(?<![\w-])transform\s*:\s*matrix\(\s*(\d*\.?\d+)")
_POSITION = re.compile(r"(?<![\w-])position\s*:\s*(absolute|relative)")
_HIDDEN = re.compile(r"(?<![\w-])display\s*:\s*none")

Styles = Mapping[str, "Style"]


@dataclass(frozen=True)
class Style:
    """What a class or an element says. `lengths`: in points, by name. `scale`: by which it makes smaller."""

    lengths: Mapping[str, float] = field(default_factory=dict)
    position: str = ""
    scale: float = 1.0
    is_hidden: bool = False

    def over(self, below: Style) -> Style:
        return Style(
            {**below.lengths, **self.lengths},
            self.position or below.position,
            self.scale if self.scale != 1.0 else below.scale,
            self.is_hidden or below.is_hidden,
        )


@dataclass(frozen=True)
class Frame:
    """The box to which places within it refer, in points of its page, and how much smaller all is in it."""

    left: float
    top: float
    bottom: float
    scale: float = 1.0
    size: float = DEFAULT_SIZE  # of its font, before it is made smaller


@dataclass
class Pen:
    """Where the next word of a line is written; `base`: the line on which its letters stand."""

    x: float
    base: float
    word: str = ""
    start: float = 0.0
    size: float = 0.0  # points


def read_placed(soup: BeautifulSoup) -> list[ParsedPage]:
    """The file's pages, where most of its words have places; none of other files."""
    styles = _styles(soup)
    if not styles or soup.body is None:
        return []
    texts = [len(text.strip()) for text in soup.body.find_all(string=True) if _is_text(text)]
    sheets = [(list(_words_of(each, style, styles)), style) for each, style in _sheets(soup.body, styles, 0)]
    sheets = [(words, style) for words, style in sheets if words]
    placed = sum(len(word.text) for words, _ in sheets for word in words)
    if placed <= MOST_PLACED * sum(texts) or any(len(words) > MOST_WORDS for words, _ in sheets):
        return []
    return [_page(number, words, style) for number, (words, style) in enumerate(sheets, 1)]


def _is_text(text: object) -> bool:
    return isinstance(text, NavigableString) and not isinstance(text, PreformattedString)


def _styles(soup: BeautifulSoup) -> dict[str, Style]:
    """What the file's own styles say of each class."""
    styles: dict[str, Style] = {}
    for sheet in soup.find_all("style"):
        for names, body in _rules(sheet.get_text()):
            for name in names.split(","):
                found = _CLASS.fullmatch(name.strip())
                if found:
                    styles[found[1]] = _style(body).over(styles.get(found[1], Style()))
    return styles


def _rules(sheet: str) -> Iterator[tuple[str, str]]:
    """What each rule is for and what it says, without those for print or narrow screens."""
    depth = 0
    for part in sheet.split("}"):
        opened = part.count("{")
        if depth == 0 and opened == 1:
            names, _, body = part.partition("{")
            yield names, body
        depth = max(depth + opened - 1, 0)


def _style(text: str) -> Style:
    lengths = {
        name: float(number) * POINTS.get(unit, 1.0)
        for name, number, unit in _LENGTH.findall(text)
        if unit or not float(number)
    }
    position, matrix = _POSITION.search(text), _MATRIX.search(text)
    return Style(
        lengths,
        position[1] if position else "",
        float(matrix[1]) if matrix and float(matrix[1]) else 1.0,
        bool(_HIDDEN.search(text)),
    )


def _style_of(element: Tag, styles: Styles) -> Style:
    style = Style()
    for name in element.get_attribute_list("class"):
        style = styles[name].over(style) if name in styles else style
    own = element.get("style")
    return _style(str(own)).over(style) if own else style


def _sheets(parent: Tag, styles: Styles, depth: int) -> Iterator[tuple[Tag, Style]]:
    """The elements that are pages: the outermost with a size of their own."""
    for child in parent.find_all(True, recursive=False):
        style = _style_of(child, styles)
        if style.is_hidden:
            continue
        if style.position and {"width", "height"} <= style.lengths.keys():
            yield child, style
        elif depth < MAX_DEPTH:
            yield from _sheets(child, styles, depth + 1)


def _words_of(sheet: Tag, style: Style, styles: Styles) -> Iterator[Word]:
    frame = Frame(0.0, 0.0, style.lengths["height"])
    yield from _in_frame(sheet, frame, Pen(0.0, 0.0), styles, 0)


def _in_frame(element: Tag, frame: Frame, pen: Pen, styles: Styles, depth: int) -> Iterator[Word]:
    """The words in an element, whose lines `pen` writes."""
    for child in element.children:
        if isinstance(child, Tag):
            style = _style_of(child, styles)
            if style.is_hidden or depth > MAX_DEPTH:
                continue
            size = style.lengths.get("font-size", frame.size)
            if style.position == "absolute":
                yield from _ended(pen)
                own = _placed(replace(frame, size=size), style)
                begun = Pen(own.left, own.bottom if "bottom" in style.lengths else _first_base(own))
                yield from _in_frame(child, own, begun, styles, depth + 1)
                yield from _ended(begun)
            elif next(child.stripped_strings, None) is None:
                yield from _gap(pen, style, frame)
            else:
                yield from _in_frame(child, replace(frame, size=size), pen, styles, depth + 1)
        elif _is_text(child):
            yield from _written(str(child), pen, frame.size * frame.scale)


def _placed(frame: Frame, style: Style) -> Frame:
    lengths = style.lengths
    left = frame.left + lengths.get("left", 0.0) * frame.scale
    scale = frame.scale * style.scale
    height = lengths.get("height", 0.0) * scale
    if "bottom" in lengths:
        bottom = frame.bottom - lengths["bottom"] * frame.scale
        top = bottom - height if height else frame.top
    else:
        top = frame.top + lengths.get("top", 0.0) * frame.scale
        bottom = top + height if height else frame.bottom
    return Frame(left, top, bottom, scale, frame.size)


def _first_base(frame: Frame) -> float:
    return frame.top + (ABOVE + BELOW / 2) * frame.size * frame.scale


def _gap(pen: Pen, style: Style, frame: Frame) -> Iterator[Word]:
    """A gap that an element without words makes: between words, or of the letters of one."""
    width = style.lengths.get("width", style.lengths.get("margin-left", 0.0)) * frame.scale
    if width > LEAST_GAP * frame.size * frame.scale:
        yield from _ended(pen)
    pen.x += width


def _written(text: str, pen: Pen, size: float) -> Iterator[Word]:
    for letter in text:
        if letter.isspace():
            had = bool(pen.word)
            yield from _ended(pen)
            pen.x += NARROW * size * had
            continue
        if not pen.word:
            pen.start, pen.size = pen.x, size
        pen.word += letter
        pen.x += _width(letter) * size


def _width(letter: str) -> float:
    if letter.isdigit():
        return DIGIT
    return NARROW if letter in ".,:;'’|!ilIjft-()" else LETTER


def _ended(pen: Pen) -> Iterator[Word]:
    if pen.word:
        box = Box(pen.start, pen.base - ABOVE * pen.size, pen.x, pen.base + BELOW * pen.size)
        yield Word(pen.word, box)
        pen.word = ""


def _page(number: int, words: list[Word], style: Style) -> ParsedPage:
    placed = [PlacedWord(word, at) for at, word in enumerate(words)]
    lines = build_lines(placed, lambda _: False, from_top=True)
    return ParsedPage(
        number,
        "\n".join(line.text for line in lines),
        lines,
        width=style.lengths["width"],
        height=style.lengths["height"],
    )
