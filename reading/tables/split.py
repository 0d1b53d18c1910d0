"""One line of a page, split into its label and the cells to the right of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, pairwise

from reading.lexicon import A_YEAR, MONTH_COUNTS
from reading.model import Box, Line, Word
from reading.values.dates import DATE, MONTH, YEAR

# In parts of the line's height. A blank is some 0.25 of it; justified prose stretches it to 0.6 or so.
CELL_GAP = 0.75
SEGMENT_GAP = 0.55
FOOTNOTE_GAP = 0.52  # a blank of a page set like a typewriter is 0.5

_MONEY_SIGN = r"(?:US\$|C\$|CA\$|A\$|HK\$|NZ\$|R\$|\$|€|£|¥|₹|₩|Ps\.|EUR|USD|GBP|CHF|JPY)"
_NUMBER = re.compile(
    rf"(?!\(?{_MONEY_SIGN}000\b)[(\[]?{_MONEY_SIGN}?[(\[]?[-−–+]?(?:\d{{1,3}}(?:[,.’']\d{{3}})+(?:[.,]\d+)?|\d{{1,2}}(?:,\d\d)+,\d{{3}}(?:\.\d+)?|\d+(?:[.,]\d+)?|\.\d+)"
    rf"(?:[-−]|[)\]]?(?:%|x|pts?|bps|p|¢|(?<=\.\d)c|(?<=\.\d\d)c)?[)\]]?(?:\(\w{{1,2}}\)|\*+|†|‡)*)"
)
_SIGN = re.compile(rf"[(\[]?{_MONEY_SIGN}[(\[]?")
_DASH = re.compile(
    rf"[(\[]?{_MONEY_SIGN}?[—–‒―-]{{1,3}}%?[)\]]?|nil|n\.?/?[ams]\.?|\*{{1,3}}|#%?", re.IGNORECASE
)
_CLOSING = re.compile(r"[)\]]?%?[)\]]?|pts\.?|bps")
_FOOTNOTE = re.compile(r"\(\w{1,2}\)|[*†‡§]+")
_LEADER = re.compile(r"[.…·_]{2,}|\.")
_SHORTENED = re.compile(r"\b(?:Inc|Corp|Co|Cos|Ltd|Bros|[A-Z](?:\.[A-Z])+)\.$")  # its dot is no leader
_MARK = re.compile(r"\d{1,2}(?:,\d)?\)?")
_NOTE_BEFORE, _NOTE_NUMBER = re.compile(r"\d{1,2},"), re.compile(r"\d{1,2},?")
_MAY_BE_MARK = re.compile(r"\s\d{1,2}(?:,\d)?\)?(?!\S)")
_POWER_OF = re.compile(r"[cmk]?m|ft|CO|H")  # what a raised digit belongs to: m², ft²
_YEARS = re.compile(rf"{YEAR}\s?[-–—/]\s?(?:{YEAR}|\d\d)")
_LIFE = r"(?:\d{1,3}(?:\.\d+)?\+?|indefinite)"
_TERM = re.compile(
    rf"(?:(?:up to|over|approximately)\s)?{_LIFE}(?:\s?(?:[-–—]|to|or)\s?{_LIFE})?"
    r"(?:\s?(?:years?|yrs?\.?|months))?|(?:shorter|lesser) of\b.*"
    r"|(?:remaining\s)?(?:lease (?:term|life)|useful life|(?:term|life) of (?:the )?lease)"
    rf"|{MONTH}[\s-]?{YEAR}|{YEAR}\s?(?:[-–—]|to)\s?{YEAR}",
    re.IGNORECASE,
)
_LIFE_UNIT = re.compile(r"(?:years?|yrs?\.?|months)", re.IGNORECASE)
# Of the last two words of a line: few lines of numbers end so.
_MAY_END_TERM = re.compile(
    rf"(?:years?|yrs?\.?|months|indefinite|lease|term|li[fv]es?|\d[-–—]\d+|(?:\s|^)(?:[-–—]|to)\s\d+|{MONTH}[\s-]?{YEAR})$",
    re.IGNORECASE,
)
MOST_WORDS = 1000  # of a line of a table: of its 200 columns, with labels and signs
LEAST_WITH_TERM = 3  # words: a label, a number and a term
RAISED = 0.8  # of its line's height, and less: a mark of a note
_LEADING = frozenset(".…·_")  # what a leader begins with, told in a tenth of the time
_MAY_BE_LEADER = re.compile(r"[.…·_](?<!\S.)")  # at the beginning of a word of a line
_GROUP, _GROUPS = re.compile(r"[(\[]?[-−–]?\d{1,3}"), re.compile(r"\d{3}(?:[.,]\d{1,2})?[)\]]?")
# Headings of one form, which may stand side by side with hardly more than a blank between them.
_TIMES = tuple(
    (re.compile(form, re.IGNORECASE), re.compile(rf"(?:{form})(?:\s(?:{form}))+", re.IGNORECASE))
    for form in (
        DATE,
        rf"{MONTH}\s\d{{1,2}},?(?!\d)",
        rf"(?:FY|fiscal|Q[1-4]|H[12])\s{YEAR}",
        rf"(?:(?:two|{MONTH_COUNTS}|\d{{1,2}})\s(?:months|weeks|quarters)|quarter)\s(?:ended|ending)"
        rf"(?:\s{MONTH}\s\d{{1,2}},?(?!\d))?",
    )
)
_ENDS_TIME = frozenset("0123456789,dgDG")  # a year, a day, “ended”, “ending”
LEAST_HEADINGS = 2
LEAST_OF_TWO_TIMES = 4  # words


@dataclass(frozen=True)
class Piece:
    """Words that belong together: a cell, or a stretch of text."""

    words: tuple[Word, ...]

    @cached_property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def x0(self) -> float:
        return self.words[0].box.x0

    @property
    def x1(self) -> float:
        return self.words[-1].box.x1

    @property
    def number_x0(self) -> float:
        """Where the number begins, behind a currency sign that stands apart."""
        return self.words[1 if len(self.words) > 1 and _SIGN.fullmatch(self.words[0].text) else 0].box.x0

    @property
    def middle(self) -> float:
        return (self.x0 + self.x1) / 2

    @cached_property
    def box(self) -> Box:
        if len(self.words) == 1:  # most cells
            return self.words[0].box
        boxes = [word.box for word in self.words]
        return Box(self.x0, min(b.top for b in boxes), self.x1, max(b.bottom for b in boxes))

    @property
    def is_year(self) -> bool:
        """Whether it is a year over a column, or “2003–04”; a “%” set apart from it heads the next one."""
        words = self.words[:-1] if len(self.words) > 1 and self.words[-1].text == "%" else self.words
        text = _FOOTNOTE.sub("", " ".join(word.text for word in words)).strip()
        return bool(A_YEAR.fullmatch(text) or _YEARS.fullmatch(text))


@dataclass(frozen=True)
class SplitLine:
    """`label`: the words before the cells. `cells`: numbers and dashes, left to right.

    `height`: of the line, in points. `parts`: all its words, parted where there is more than a blank between
    them. `is_marked`: whether the file marks a table there; None where it marks none. `units`: what a
    line among the rows above it says that they count.
    """

    line: Line
    label: tuple[Word, ...]
    cells: tuple[Piece, ...]
    height: float
    parts: list[Piece] = field(compare=False)
    is_marked: bool | None = None
    units: str = ""

    @cached_property
    def label_text(self) -> str:
        text = " ".join(word.text for word in self.label if not _is_leader(word.text))
        return text if text[-1:] == "." and _SHORTENED.search(text) else text.rstrip(" .…_")

    @property
    def label_x0(self) -> float:
        return self.label[0].box.x0 if self.label else self.line.box.x0

    @property
    def label_x1(self) -> float:
        return self.label[-1].box.x1 if self.label else self.line.box.x0

    @property
    def has_only_years(self) -> bool:
        return bool(self.cells) and all(cell.is_year for cell in self.cells)

    def relabelled(self) -> SplitLine:
        """The same line with its first cell as its label: “2024   1,234” under a heading “Year”."""
        return replace(self, label=(*self.label, *self.cells[0].words), cells=self.cells[1:])


def split_line(line: Line) -> SplitLine:
    """The line's label and cells. Numbers at its right end are cells where a gap parts them from words."""
    height = max(line.font_size or line.box.bottom - line.box.top, 1.0)
    words = line.words
    if len(words) > MOST_WORDS:
        return SplitLine(line, words, (), height, [Piece(words)])
    if _MAY_BE_LEADER.search(line.text):
        words = tuple(word for word in words if not _is_leader(word.text)) or words
    if _MAY_BE_MARK.search(line.text):
        words = _without_marks(words, height)
    term = _term_at_end(words, height)
    start, pieces = _cells_at_end(words, height) if term is None or not _is_range(term) else (len(words), [])
    if term and not pieces:
        before, cells = _cells_at_end(words[: -len(term.words)], height)
        if any(not cell.is_year for cell in cells):
            start, pieces = before, [*cells, term]
    return SplitLine(line, words[:start], tuple(pieces), height, segments(line.words, height))


def _cells_at_end(words: tuple[Word, ...], height: float) -> tuple[int, list[Piece]]:
    """How many words stand before the numbers at the end, and these."""
    start = len(words)
    pieces: list[Piece] = []
    while start > 0:
        piece = _cell_ending_at(words, start, height) or _life_ending_at(words, start, height)
        if piece is None:
            break
        start -= len(piece.words)
        if pieces and _is_one_number(piece, pieces[0], height):
            piece = Piece((*piece.words, *pieces.pop(0).words))
        pieces.insert(0, piece)
    if len(pieces) == 1 and start > 0 and _is_told_by(words[start - 1], pieces[0], height):
        return len(words), []
    while pieces and start > 0 and not _stands_apart(words[start - 1], pieces[0], height):
        start += len(pieces.pop(0).words)
    if all(map(_is_life, pieces)):
        are_headings = any(map(_says_life, words[:start])) or _grow(pieces)
        return (len(words), []) if are_headings else (start, pieces)
    while _is_life(pieces[0]):  # “Buildings  40 years  $ 1,200”: of a label
        start += len(pieces.pop(0).words)
    return start, pieces


def _grow(lives: Sequence[Piece]) -> bool:
    """Whether each is whole and longer than the one before it, as headings are: “1 year  3 years”."""
    numbers = [life.words[0].text for life in lives]
    if len(numbers) < LEAST_HEADINGS or not all(map(str.isdecimal, numbers)):
        return False
    return all(int(one) < int(other) for one, other in pairwise(numbers))


def _is_life(piece: Piece) -> bool:
    return _says_life(piece.words[-1])


def _says_life(word: Word) -> bool:
    return bool(_LIFE_UNIT.fullmatch(word.text))


def _life_ending_at(words: Sequence[Word], end: int, height: float) -> Piece | None:
    """“6 years” in a column among others."""
    if end < LEAST_WITH_TERM or not _says_life(words[end - 1]):
        return None
    before, number, unit = words[end - 3 : end]
    is_near = unit.box.x0 - number.box.x1 <= FOOTNOTE_GAP * height
    is_apart = number.box.x0 - before.box.x1 >= CELL_GAP * height
    return Piece((number, unit)) if is_near and is_apart and _NUMBER.fullmatch(number.text) else None


def _is_range(term: Piece) -> bool:
    return len(term.words) > 1 and term.words[-2].text in "-–—"


def _term_at_end(words: tuple[Word, ...], height: float) -> Piece | None:
    """The words in a last column of lives and dates: “3 to 5 years”, “20 - Indefinite”, “Nov-2027”."""
    if len(words) < LEAST_WITH_TERM or not _MAY_END_TERM.search(f"{words[-2].text} {words[-1].text}"):
        return None
    start = len(words) - 1
    while start > 0 and words[start].box.x0 - words[start - 1].box.x1 < CELL_GAP * height:
        start -= 1
    term = Piece(words[start:])
    return term if start and _TERM.fullmatch(term.text) else None


def _without_marks(words: tuple[Word, ...], height: float) -> tuple[Word, ...]:
    """The words without digits that are set small and close behind others, as marks of notes are."""
    marks = {
        at
        for at, word in enumerate(words)
        if at
        and word.box[3] - word.box[1] < RAISED * height
        and word.box[0] - words[at - 1].box[2] <= FOOTNOTE_GAP * height
        and _MARK.fullmatch(word.text)
        and not _POWER_OF.fullmatch(words[at - 1].text)
    }
    return tuple(word for at, word in enumerate(words) if at not in marks) if marks else words


def _is_leader(text: str) -> bool:
    return text[:1] in _LEADING and bool(_LEADER.fullmatch(text))


def labelled_year(split: SplitLine) -> SplitLine:
    """The line, in which a year that stands alone is the label of the rows below it."""
    return split.relabelled() if len(split.cells) == 1 and split.has_only_years and not split.label else split


def segments(words: Sequence[Word], height: float) -> list[Piece]:
    """The words of a heading line, parted where there is more than a blank between them."""
    if not words:
        return []
    widest = SEGMENT_GAP * height
    boxes = (box for _, box in words)
    inner = [at for at, (left, right) in enumerate(pairwise(boxes), start=1) if right[0] - left[2] > widest]
    ends = [*inner, len(words)]
    pieces = [Piece(tuple(words[start:end])) for start, end in zip([0, *inner], ends, strict=True)]
    return [part for piece in pieces for part in _parted_times(piece)]


def _parted_times(piece: Piece) -> list[Piece]:
    """“June 28, 2025 June 29, 2024”: of nothing but times each is a heading, however near they stand."""
    if len(piece.words) < LEAST_OF_TWO_TIMES or piece.text[-1] not in _ENDS_TIME:
        return [piece]
    one = next((one for one, several in _TIMES if several.fullmatch(piece.text)), None)
    if one is None:
        return [piece]
    starts = {found.start() for found in one.finditer(piece.text)}
    offsets = accumulate((len(word.text) + 1 for word in piece.words), initial=0)
    cuts = [at for at, offset in zip(range(len(piece.words)), offsets, strict=False) if offset in starts]
    return [Piece(piece.words[start:end]) for start, end in pairwise([*cuts, len(piece.words)])]


def _cell_ending_at(words: Sequence[Word], end: int, height: float) -> Piece | None:
    """The number or dash whose last word is `words[end - 1]`, with its sign, brackets and marks."""
    start = end - 1
    while start > 0 and _is_mark_of(words[start - 1], words[start], height):
        start -= 1
    while start > 0 and _CLOSING.fullmatch(words[start].text) and words[start].text:
        start -= 1
    if not (_NUMBER.fullmatch(words[start].text) or _DASH.fullmatch(words[start].text)):
        return None
    while start > 0 and _is_listed_before(words[start - 1], words[start], height):
        start -= 1
    if start > 0 and _opens(words[start - 1], words[start], height):
        start -= 1
    return Piece(tuple(words[start:end]))


def _is_listed_before(before: Word, word: Word, height: float) -> bool:
    """Whether two words are of one list of notes: “3, 9”."""
    is_near = word.box.x0 - before.box.x1 <= FOOTNOTE_GAP * height
    return is_near and bool(_NOTE_BEFORE.fullmatch(before.text) and _NOTE_NUMBER.fullmatch(word.text))


def _is_one_number(left: Piece, right: Piece, height: float) -> bool:
    """“24 118”: groups of digits with a blank between them, which is less than there is between cells."""
    is_near = right.x0 - left.x1 <= FOOTNOTE_GAP * height
    return is_near and bool(_GROUP.fullmatch(left.text) and _GROUPS.match(right.text))


def _opens(before: Word, number: Word, height: float) -> bool:
    """Whether `before` is the currency sign, or a bracket or minus set close, of the number."""
    if _SIGN.fullmatch(before.text):
        is_apart = number.box.x0 - before.box.x1 >= CELL_GAP * height
        may_head = before.text.isalpha() or is_apart
        is_heading = may_head and A_YEAR.fullmatch(number.text)  # “Mio. EUR    2022”
        return "$" not in number.text and not is_heading
    return before.text in ("(", "-", "−") and number.box.x0 - before.box.x1 < height * SEGMENT_GAP


def _is_mark_of(before: Word, word: Word, height: float) -> bool:
    """Whether `word` is a footnote mark set close to the number before it."""
    if not _FOOTNOTE.fullmatch(word.text) or word.box.x0 - before.box.x1 > FOOTNOTE_GAP * height:
        return False
    return bool(_NUMBER.fullmatch(before.text) or _CLOSING.fullmatch(before.text))


def _stands_apart(before: Word, cell: Piece, height: float) -> bool:
    return cell.x0 - before.box.x1 >= CELL_GAP * height or bool(_SIGN.fullmatch(cell.words[0].text))


def _is_told_by(before: Word, cell: Piece, height: float) -> bool:
    """“Total amount: EUR 305.00”: an amount right behind a colon stands in no column."""
    return before.text.endswith(":") and cell.x0 - before.box.x1 < CELL_GAP * height
