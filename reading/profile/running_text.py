"""The sentences of a document's running text, each with its page and its section."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from reading.layout.headings import Heading, TableSpan, find_headings
from reading.layout.layout import Paragraph, is_page_number, paragraphs_of, running_heads
from reading.layout.spans import Covered
from reading.model import ParsedDocument
from reading.text.sentences import sentence_spans

Spans = dict[int, list[tuple[int, int]]]  # of tables, by page

LEAST_WORDS = 5
MOST_WORDS = 80  # beyond that it is a list or a table that lost its shape
ENDS = '.!?”")’'  # of a sentence
LEAST_WORD_SHARE = 0.6  # of a sentence's tokens that must be words rather than numbers

# What forms and law firms put into every document, whatever it says. In small letters, and plain words
# rather than a pattern: to look for each takes a third of the time.
_BOILERPLATE = (
    *(f"forward{dash}looking {what}" for dash in "-‑ " for what in ("statement", "information")),
    *"safe harbor|indicate by check mark|no obligation|does not undertake|securities exchange act".split("|"),
    *"private securities litigation|incorporated by reference|all rights reserved|www.|http:|https:".split(
        "|"
    ),
    *"see accompanying notes|integral part of these|non-gaap measure|non-gaap financial measure".split("|"),
    *"table of contents|conference call|©|aggregate market value|☐|☒|☑|□|registrant had".split("|"),
    *"certify that|certifies that|thereunto duly authorized|sarbanes-oxley".split("|"),
)
_OF_FORM = re.compile(r"\bwebcast\b|^yes\b.{0,6}\bno\b")
_WORD = re.compile(r"[^\W\d_]{2,}")
_PARTED = re.compile(
    r"(?<=\w-)\s*\n\s*(?!(?:and|or|to)\b)(?=[a-z])"
)  # a word with a hyphen, by the line's end


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text` with single blanks; `quote` as it stands on the page. `position`: 0 (start) to 1 (end)."""

    text: str
    quote: str
    page: int
    section: str
    position: float


@dataclass(frozen=True)
class Passages:
    """What rules read of the document: headings, and sentences outside them, tables and boilerplate."""

    headings: list[Heading]
    sentences: list[Sentence]


def read_passages(parsed: ParsedDocument, tables: Sequence[TableSpan] = ()) -> Passages:
    spans: Spans = defaultdict(list)
    for table in tables:
        spans[table.page].append((table.char_start, table.char_end))
    headings = find_headings(parsed, spans)
    return Passages(headings, list(_sentences(parsed, headings, spans)))


def _sentences(parsed: ParsedDocument, headings: list[Heading], tables: Spans) -> Iterator[Sentence]:
    heads = running_heads(parsed)
    titles = {(heading.page, heading.start): heading for heading in headings}
    starts: dict[int, set[int]] = defaultdict(set)
    for title in headings:
        starts[title.page].add(title.start)
    section, count = "", max(len(parsed.pages), 1)
    cut: Sentence | None = None
    for index, page in enumerate(parsed.pages):
        covered = Covered(tables.get(page.number, []))
        alone = starts[page.number] | {line.char_start for line in page.lines if line in covered}
        last: Sentence | None = None  # of the page so far
        for paragraph in paragraphs_of(page, alone):
            heading = titles.get((page.number, paragraph.start))
            if heading:
                section, cut, last = heading.title, None, None
            elif paragraph.lines[0] in covered:
                cut = last = None
            elif not _is_furniture(paragraph, heads):
                text = page.text[paragraph.start : paragraph.end]
                position = (index + paragraph.start / max(len(page.text), 1)) / count
                for start, end in sentence_spans(text):
                    quote = text[start:end]
                    sentence = Sentence(_in_one_line(quote), quote, page.number, section, position)
                    goes_on = last is None and _goes_on(sentence.text)
                    last = _joined(cut, sentence) if goes_on and cut else sentence
                    if is_running_text(last.text) and (cut or not goes_on):
                        yield last
                    cut = None
        cut = last if last and last.text[-1] not in ENDS else None


def _in_one_line(quote: str) -> str:
    return " ".join(_PARTED.sub("", quote).split())


def _goes_on(text: str) -> bool:
    """Whether it begins as the rest of a sentence does; a name such as iPhone has a capital further on."""
    first = text.split(maxsplit=1)[0]
    return first[0].islower() and first.islower()


def _joined(cut: Sentence, rest: Sentence) -> Sentence:
    """A sentence that goes on over the page; it is quoted from where more of it stands."""
    longer = max(cut, rest, key=lambda part: len(part.quote))
    return replace(cut, text=_in_one_line(f"{cut.text}\n{rest.text}"), quote=longer.quote, page=longer.page)


def _is_furniture(paragraph: Paragraph, heads: frozenset[str]) -> bool:
    text = paragraph.lines[0].text
    return len(paragraph.lines) == 1 and (text in heads or is_page_number(text))


@lru_cache(maxsize=4096)  # asked of each sentence for the document and again for its passage
def is_running_text(text: str) -> bool:
    """Whether it is a sentence of its own rather than a list, a table or what every form repeats."""
    tokens = text.split()
    if not LEAST_WORDS <= len(tokens) <= MOST_WORDS or text[-1] not in ENDS:
        return False
    words = _WORD.findall(text)
    lower = sum(map(str.islower, [word[0] for word in words]))
    if len(words) < LEAST_WORD_SHARE * len(tokens) or lower < 0.4 * len(words):
        return False
    return not is_boilerplate(text)


def is_boilerplate(text: str) -> bool:
    """Whether the sentence is one that every document of its kind holds."""
    folded = " ".join(text.lower().split())
    if any(map(folded.__contains__, _BOILERPLATE)):
        return True
    return ("webcast" in folded or folded.startswith("yes")) and _OF_FORM.search(folded) is not None
