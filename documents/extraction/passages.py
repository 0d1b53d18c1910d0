"""The sentences of a document's running text, each with its page and its section."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from documents.parsing.headings import Heading, find_headings
from documents.parsing.layout import is_page_number, paragraphs_of, running_heads
from documents.parsing.types import ParsedDocument
from documents.sentences import sentence_spans

LEAST_WORDS = 5
MOST_WORDS = 80  # beyond that it is a list or a table that lost its shape
LEAST_WORD_SHARE = 0.6  # of a sentence's tokens that must be words rather than numbers

# What forms and law firms put into every document, whatever it says.
_BOILERPLATE = re.compile(
    r"forward[-‑ ]looking (?:statement|information)|safe harbor|indicate by check mark|undertakes? no obligation"
    r"|does not undertake|securities exchange act|private securities litigation|incorporated by reference"
    r"|all rights reserved|see accompanying notes|integral part of these|non-gaap (?:financial )?measures?"
    r"|table of contents|\bwebcast\b|www\.|https?:|conference call|©",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text` with single blanks; `quote` as it stands on the page. `position`: 0 at the start, 1 at the end."""

    text: str
    quote: str
    page: int
    section: str
    position: float

    @property
    def is_boilerplate(self) -> bool:
        return _BOILERPLATE.search(self.text) is not None


@dataclass(frozen=True)
class Passages:
    """The document as its rules read it: headings, and sentences outside headings and tables."""

    headings: list[Heading]
    sentences: list[Sentence]


def read_passages(parsed: ParsedDocument) -> Passages:
    headings = find_headings(parsed)
    return Passages(headings, list(_sentences(parsed, headings)))


def _sentences(parsed: ParsedDocument, headings: list[Heading]) -> Iterator[Sentence]:
    heads = running_heads(parsed)
    titles = {(heading.page, heading.start): heading for heading in headings}
    section, count = "", max(len(parsed.pages), 1)
    for index, page in enumerate(parsed.pages):
        alone = {start for number, start in titles if number == page.number}
        for paragraph in paragraphs_of(page, alone):
            heading = titles.get((page.number, paragraph.start))
            if heading:
                section = heading.title
            elif not (len(paragraph.lines) == 1 and _is_furniture(paragraph.lines[0].text, heads)):
                text = page.text[paragraph.start : paragraph.end]
                position = (index + paragraph.start / max(len(page.text), 1)) / count
                for start, end in sentence_spans(text):
                    quote = text[start:end]
                    if _is_running_text(quote):
                        yield Sentence(" ".join(quote.split()), quote, page.number, section, position)


def _is_furniture(text: str, heads: frozenset[str]) -> bool:
    return text in heads or is_page_number(text)


def _is_running_text(text: str) -> bool:
    tokens = text.split()
    if not LEAST_WORDS <= len(tokens) <= MOST_WORDS or text[-1] not in '.!?”")’':
        return False
    words = _WORD.findall(text)
    lower = sum(word[0].islower() for word in words)
    return len(words) >= LEAST_WORD_SHARE * len(tokens) and lower >= 0.4 * len(words)
