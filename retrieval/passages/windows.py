"""Passages cut into what can be quoted: sentences of a paragraph, a label with its value, a row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from reading.text.sentences import CELLS_AT_END, sentence_spans

MOST_SENTENCES = 4  # of a window
MOST_HEADING_WORDS = 12
LEAST_OF_COPY = 12  # lines of a page that may be a copy of another
ON_PAGES = 3  # from which on a line is one that runs through a document
LONGEST = 900  # characters of a window: more than that is no answer
SHORT_LINE = 0.75  # of the longest line of a block: a shorter one ends what it says
ROW_LINE = 0.5  # of that line: two shorter ones after each other are rows
HEADING_MARK = re.compile(r"^\s*#{1,6}\s+")
_DIVISION = r"art(?:icle|ikel|ículo)?|section|sec|abschnitt|item|clause"
NUMBERED = re.compile(
    rf"^\s*(?:§+\s*\d+\w?|(?:{_DIVISION})\.?\s*[\dIVX]+[.):]?|\d+(?:\.\d+)*[.)]?)\s+(?=\S)", re.IGNORECASE
)
_MARK = r"\d{1,3}[a-zA-Z]?|[a-zA-Z]\d{0,2}|[ivx]{2,4}|[IVX]{2,4}"  # no word, such as “mm.”
BULLET = re.compile(rf"^\s*(?:[•◦▪‣·●○*–—-]|\(?(?:{_MARK})[.)])\s+")
LABEL = re.compile(r"^\s*(?:[-*•]\s+)?(?P<label>[^\W\d_][^:|]{0,70}?)\s*:(?:\*\*|__)?\s+(?P<value>\S.*)$")
LEAST_OF_CLAUSE = 5  # words before a colon in a sentence: labels are shorter
OPEN_LINE = re.compile(r"\s(?:than|of|the|to|and|or|for|in|on|at|with|by|an?)\s*$")
MOST_TITLE_WORDS = 7  # of a heading within a block
TITLE_LINE = 0.7  # of the block's longest line: a heading is shorter
CLAUSE = re.compile(
    r"^\d{1,2}\.\d{1,2}(?:\.\d{1,2})*\.?\s+[A-ZÀ-ÖØ-Þ“\"]"
)  # what it says ends where the next begins
MOST_ASKING = 25  # words of a question that stands over its answer
QUESTION = re.compile(r"^\s*(?:Q(?:uestion)?\s?\d*[.:)]\s+)?[¿“\"*]*[^\W_a-zß-öø-ÿ].*\?[”\"*]*\s*$")
TITLE_NUMBER = re.compile(r"^\s*\d{1,2}(?:\.\d{1,2})*[.)]?\s+(?=[^\W\d_])")
STOPS = re.compile(r"[.!?][\"'”’)\]]*\s*$")
WORD = re.compile(r"[^\W\d_]+")
LEAST_NAMING = 3  # words of a heading that a question may name
LEAST_ITEMS, MOST_ITEMS = 2, 30  # of a list
LONGEST_ITEM = 160  # characters of what an item is called
INNER_ITEM = re.compile(r"(?=[①-⑳•◦▪‣●])")  # within a line: where one too long to quote is cut
ENDS = re.compile(r"[.!?;,][\"'”’)\]]*$")


@dataclass(frozen=True)
class Unit:
    """A sentence, heading, row or item. `heading`: those over it; `lead`: the line that introduces its list.

    `paragraph`: units with the same number stand in one. `start`: its place in the text. `opens`: it stands
    right below its heading.
    """

    text: str
    start: int
    end: int
    heading: str
    lead: str
    paragraph: int
    kind: str  # sentence | heading | label | row | item
    opens: bool = False


@dataclass(frozen=True)
class Window:
    """Units next to one another, as they are quoted. `text`: with line breaks closed up.

    `items`: of the list that the window introduces, with what they are called in `members`. `is_list`: it
    is a whole list with what leads up to it. `columns`: of a row under the line of its columns, what each is
    called and its cell.
    """

    units: tuple[Unit, ...]
    items: tuple[Unit, ...] = ()
    members: tuple[str, ...] = ()
    is_list: bool = False
    columns: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        return " ".join(unit.text for unit in self.units)

    @property
    def whole(self) -> str:
        """Its words with those of its list."""
        return " ".join(unit.text for unit in (*self.units, *self.items))

    @property
    def heading(self) -> str:
        return self.units[0].heading

    @property
    def around(self) -> str:
        """The words over it that say what it is about."""
        return f"{self.units[0].heading} {self.units[0].lead}".strip()


def windows_of(units: Sequence[Unit], *, most: int = MOST_SENTENCES) -> Iterator[Window]:
    """Each unit by itself, and with up to three that follow it in its paragraph or list."""
    for at, unit in enumerate(units):
        for until in range(at + 1, min(len(units), at + most) + 1):
            chosen = tuple(units[at:until])
            if chosen[-1].paragraph != unit.paragraph or sum(len(each.text) for each in chosen) > LONGEST:
                break
            yield Window(chosen)


def listings_of(units: Sequence[Unit]) -> Iterator[Window]:
    """Each line that introduces a list, with the list's items; lists within an item are its own."""
    for at, lead in enumerate(units):
        if not lead.text.endswith(":") or lead.kind not in ("sentence", "item"):
            continue
        held: list[Unit] = []
        for unit in units[at + 1 :]:
            if unit.lead != lead.text:
                break
            held.append(unit)
        names = [name for unit in held if (name := _called(unit.text))]
        if LEAST_ITEMS <= len(names) <= MOST_ITEMS:
            yield Window((lead,), tuple(held), tuple(names))


def lists_of(units: Sequence[Unit], *, longest: int = LONGEST) -> Iterator[Window]:
    """Each whole list with the line that introduces it, if one does; none that is too long to quote."""
    at = 0
    while at < len(units):
        first = at
        while at < len(units) and units[at].kind == "item" and units[at].heading == units[first].heading:
            at += 1
        if at == first:
            at += 1
            continue
        lead = units[first - 1 : first] if first and units[first - 1].text.endswith(":") else []
        chosen = (*lead, *units[first:at])
        if at - first >= LEAST_ITEMS and sum(len(unit.text) for unit in chosen) <= longest:
            yield Window(chosen, is_list=True)


def _called(text: str) -> str:
    """What an item is of: the label before its colon, else its words; empty where no mark opens it."""
    mark = BULLET.match(text) or NUMBERED.match(text)
    if mark is None:
        return ""
    bare = text[mark.end() :].strip()
    label = LABEL.match(bare)
    return (label["label"] if label else bare).strip(" *_`.;,")[:LONGEST_ITEM]


def under_named(units: Sequence[Unit], question: str) -> Sequence[Unit]:
    """The units under the headings that the question names whole, “Leek and potato soup”; all with none.

    The first heading may be the title, which is over all of them.
    """
    said = set(WORD.findall(question.casefold()))
    parts = list(dict.fromkeys(part for unit in units for part in unit.heading.split(" › ") if part))[1:]
    own = {part: set(WORD.findall(part.casefold())) for part in parts}
    named = {part for part, words in own.items() if len(words) >= LEAST_NAMING and words <= said}
    if not named:
        return units
    kept = [unit for unit in units if named & set(unit.heading.split(" › "))]
    return kept or units


def question_over(window: Window) -> str:
    """The question that stands right over the window, in a list of them with answers; "" where none does."""
    heading = window.heading.rpartition(" › ")[2]
    return heading if heading.endswith("?") else ""


def running_lines(pages: Sequence[str]) -> frozenset[str]:
    """Lines that several pages have, such as headers, footers and marks of a draft: no words of the text.

    Copies of one page, as of a ticket, have all their lines in common.
    """
    kept: list[set[str]] = []
    for page in pages:
        lines = {line.strip() for line in page.split("\n")}
        is_copy = len(lines) >= LEAST_OF_COPY and any(2 * len(lines & other) > len(lines) for other in kept)
        kept += [] if is_copy else [lines]
    every = Counter(line for lines in kept for line in lines)
    return frozenset(line for line, count in every.items() if count >= ON_PAGES and " " in line)


def without_lines(text: str, lines: Collection[str]) -> str:
    """The text without these lines, so that a sentence that goes on behind one is whole."""
    return "\n".join(line for line in text.split("\n") if line.strip() not in lines)


def units_of(text: str) -> list[Unit]:
    """The text's units in their order."""
    found: list[Unit] = []
    headings: list[str] = []
    lead, paragraph, start = "", 0, 0
    for block_start, lines in _blocks(text):
        paragraph += 1
        for start, kind, words in _parts(block_start, lines):
            bare = " ".join(words.split())
            if not bare:
                continue
            if kind == "heading":
                headings = _entered(headings, bare, words)
                lead = ""
            is_item = kind in ("item", "label", "row")
            paragraph += kind == "heading" or CLAUSE.match(bare) is not None
            over = " › ".join(headings[:-1] if kind == "heading" else headings)
            opens = bool(found) and found[-1].kind == "heading"
            place = (start, start + len(words))
            found.append(Unit(bare, *place, over, lead if is_item else "", paragraph, kind, opens))
            paragraph += kind == "heading"
            if kind == "sentence":
                lead = bare if bare.endswith(":") else ("" if not is_item else lead)
    return found


def _entered(headings: list[str], bare: str, raw: str) -> list[str]:
    """The path with this heading: under those with fewer marks or a shorter number, in place of its like."""
    marks = HEADING_MARK.match(raw)
    level, over = _level(bare), list(headings)
    if marks:
        over = over[: max(0, len(marks[0].strip()) - 1)]
    else:
        over = [each for each in over if _level(each) < level] if level else over
        over = over[:1] if not level or len(over) < 2 else over[:2]
    return [*over, HEADING_MARK.sub("", bare)][-3:]


def _level(heading: str) -> int:
    """How many numbers one is numbered with, “7.1 Powers” with two; 0 of one without."""
    number = TITLE_NUMBER.match(HEADING_MARK.sub("", heading))
    return len(re.findall(r"\d+", number[0])) if number else 0


def _blocks(text: str) -> Iterator[tuple[int, list[tuple[int, str]]]]:
    """Lines between blank ones, with where each begins."""
    lines: list[tuple[int, str]] = []
    offset = 0
    for line in text.split("\n"):
        if line.strip():
            lines.append((offset, line))
        elif lines:
            yield lines[0][0], lines
            lines = []
        offset += len(line) + 1
    if lines:
        yield lines[0][0], lines


def _parts(start: int, lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    """(start, kind, words) of each heading, label, row, item and sentence of a block."""
    longest = max(len(line) for _, line in lines)
    prose: list[tuple[int, str]] = []
    for at, (offset, line) in enumerate(lines):
        kind = _kind(line, longest, is_first=at == 0, is_last=at == len(lines) - 1, after_prose=bool(prose))
        ended = at == 0 or STOPS.search(lines[at - 1][1]) is not None
        if ended and at + 1 < len(lines) and QUESTION.match(line) and len(line.split()) <= MOST_ASKING:
            kind = "heading"
        if kind == "label" and at + 1 < len(lines) and _wraps(line, lines[at + 1][1], longest):
            kind = "sentence"
        if kind in ("sentence", "item") and at and at + 1 < len(lines):
            is_title = _is_title(lines[at - 1][1], line, lines[at + 1][1], longest)
            kind = "heading" if is_title else kind
        if kind in ("label", "row", "heading"):
            yield from _sentences(prose)
            prose = []
            yield offset, kind, line
            continue
        if kind == "item" or (prose and _breaks_off(prose[-1][1], line, longest)):
            yield from _sentences(prose)
            prose = []
        prose.append((offset, line))
    yield from _sentences(prose)


def _kind(line: str, longest: int, *, is_first: bool, is_last: bool, after_prose: bool) -> str:
    if HEADING_MARK.match(line):
        return "heading"
    if CELLS_AT_END.search(line) or "\t" in line or line.count("|") > 2:
        return "row"
    label = LABEL.match(line)
    wraps = BULLET.match(line) is not None and not is_last and len(line) >= SHORT_LINE * longest
    if label and not after_prose:
        return "item" if wraps else "label"
    bare = NUMBERED.sub("", line)
    if (
        is_first
        and len(bare.split()) <= MOST_HEADING_WORDS
        and not ENDS.search(line)
        and not line.rstrip().endswith(":")
        and line.strip()[:1] not in "•-*"
        and (is_last or len(line) < 0.7 * longest)
        and bare[:1].isupper()
    ):
        return "heading"
    return "item" if BULLET.match(line) else "sentence"


def _wraps(line: str, behind: str, longest: int) -> bool:
    """Whether a long line with a colon goes on in the next, as a sentence does: “… cannot travel: its scale
    has”."""
    label = LABEL.match(line)
    is_open = len(line) >= SHORT_LINE * longest and not STOPS.search(line)
    begun = label["label"].split() if label else []
    is_clause = len(begun) >= LEAST_OF_CLAUSE and behind.lstrip()[:1].islower()
    return is_open and (is_clause or OPEN_LINE.search(line) is not None)


def _is_title(before: str, line: str, behind: str, longest: int) -> bool:
    """Whether a short line stands between the end of what was said and a sentence: “Warranty”, “3. Staff”.

    Words by themselves have capitals, and follow a sentence; one alone or one with a number may follow any
    line that ended early.
    """
    mark = TITLE_NUMBER.match(line)
    bare = line[mark.end() :] if mark else line
    words = bare.split()
    if ENDS.search(line) or line.rstrip().endswith(":") or not bare[:1].isupper():
        return False
    if not (1 <= len(words) <= MOST_TITLE_WORDS) or len(line) >= TITLE_LINE * longest:
        return False
    is_long = len(behind) > (1.5 if len(words) > 1 else 3) * len(line)
    below = TITLE_NUMBER.match(behind) if mark else None
    if not is_long or behind.lstrip()[:1].islower() or (mark and below and not _is_part(below[0], mark[0])):
        return False
    if mark or len(words) == 1:
        has_ended = STOPS.search(before) is not None or len(before) < SHORT_LINE * longest
        return has_ended and (mark is not None or bare.strip().isalpha())
    capital = all(word[:1].isupper() for word in words if len(word) > 3)
    return capital and STOPS.search(before) is not None and behind.lstrip()[:1].isupper()


def _is_part(number: str, of: str) -> bool:
    """Whether a clause is numbered as one of a section: “2.1” of “2.”."""
    return number.strip().startswith(f"{of.strip().rstrip('.)')}.") and number.strip(" .)") != of.strip(" .)")


def _breaks_off(before: str, line: str, longest: int) -> bool:
    """Whether a line ended early and the next begins anew: the lines of a form are no sentence together.

    One that ended much earlier is a row of a table, however the next begins.
    """
    is_short, is_row = len(before) < SHORT_LINE * longest, len(before) < ROW_LINE * longest
    if not is_short or before.rstrip().endswith((",", ";", "-", ":")):
        return False
    if not line.lstrip()[:1].islower():
        return True
    if BULLET.match(before):
        return False  # an item goes on in a small letter, however narrow its lines are
    is_row = is_row and len(line) < ROW_LINE * longest and OPEN_LINE.search(f"{before} ") is None
    return is_row and any(map(str.isdigit, before + line))


def _sentences(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    if not lines:
        return
    start = lines[0][0]
    text = "\n".join(line for _, line in lines)
    kind = "item" if BULLET.match(text) else "sentence"
    for low, high in sentence_spans(text):
        inner = [m.start() for m in INNER_ITEM.finditer(text, low + 1, high)] if high - low > LONGEST else []
        for begin, end in zip([low, *inner], [*inner, high], strict=True):
            yield start + begin, kind, text[begin:end]
