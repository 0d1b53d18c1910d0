"""The part of a document that a model reads, in numbered sentences that it can refer to."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from documents.quantities import find_quantities
from documents.sentences import sentence_spans

FIRST_SHARE, LAST_SHARE = 0.6, 0.2  # of a context that is too small for the whole document
TELLING_SECTION = re.compile(
    r"summary|conclusion|result|highlight|overview|abstract|introduction|purpose|scope|outlook|key|finding"
    r"|recommend|decision|resolution|agree|term|general|discussion",
    re.IGNORECASE,
)
CELL = re.compile(r"[($€£-]*(?:\d[\d.,]*|[-–—])[)%]*")
LEAST_TOKENS = 20  # of a chunk; one that is all table says nothing without it
LEAST_PROSE = 0.25  # of the budget, below which tables are read too
CURRENCY_MARKS = frozenset("$€£")
LETTER = re.compile(r"[^\W\d_]")
DIGIT = re.compile(r"\d")
MARK = re.compile(r"[^\w\s]")
PROSE_SHARE = 0.7  # of letters among a passage's characters; tables have less, and small models mangle them


@dataclass(frozen=True)
class ChunkText:
    """A chunk as the model reader sees it."""

    index: int
    page_start: int
    page_end: int
    section: str
    text: str


@dataclass(frozen=True)
class NumberedSentence:
    number: int
    text: str
    chunk: ChunkText


@dataclass(frozen=True)
class Excerpt:
    """Chunks in reading order. `whole`: none was left out. `tables`: lines of figures are kept."""

    chunks: tuple[ChunkText, ...]
    whole: bool
    tables: bool = True

    @cached_property
    def sentences(self) -> tuple[NumberedSentence, ...]:
        texts = [
            (chunk, text) for chunk in self.chunks for text in split_text(chunk.text, tables=self.tables)
        ]
        return tuple(NumberedSentence(number, text, chunk) for number, (chunk, text) in enumerate(texts, 1))

    def render(self) -> str:
        """The passages with their headings and with numbers before their sentences."""
        lines: list[str] = []
        last: tuple[str, int] | None = None
        for sentence in self.sentences:
            head = (sentence.chunk.section, sentence.chunk.page_start)
            if head != last:
                lines.append(f"# {head[0] or 'Text'} (page {head[1]})")
                last = head
            lines.append(f"[{sentence.number}] {' '.join(sentence.text.split())}")
        return "\n".join(lines)


def split_text(text: str, *, tables: bool) -> Iterator[str]:
    """Sentences, each a piece of `text`; lines of figures are pieces of their own, or left out."""
    for is_table, lines in groupby(text.splitlines(keepends=True), key=is_table_line):
        if not is_table:
            yield from sentences_of("".join(lines))
        elif tables:
            yield from (line.strip() for line in lines)


def is_table_line(line: str) -> bool:
    """Whether it ends in at least two figures, which may be negative, per cent, money or missing."""
    words = [word for word in line.split() if word not in CURRENCY_MARKS]
    return len(words) > 1 and all(CELL.fullmatch(word) for word in words[-2:])


def sentences_of(text: str) -> list[str]:
    return [text[first:last] for first, last in sentence_spans(text)]


def telling_excerpt(chunks: Sequence[ChunkText], topics: Collection[str], *, tokens: int) -> Excerpt:
    """The chunks that tell most, as many as fit into `tokens`.

    Lines of figures are left out where there is prose enough: an invoice has little else.
    """
    prose = sum(cost_of(chunk, tables=False) for chunk in chunks)
    tables = prose < tokens * LEAST_PROSE
    chosen: list[ChunkText] = []
    left = tokens
    for chunk in sorted(chunks, key=lambda chunk: (-telling(chunk, topics), chunk.index)):
        cost = cost_of(chunk, tables=tables)
        if LEAST_TOKENS <= cost <= left or not chosen:
            chosen.append(chunk)
            left -= cost
    chosen.sort(key=lambda chunk: chunk.index)
    return Excerpt(tuple(chosen), whole=len(chosen) == len(chunks), tables=tables)


def cost_of(chunk: ChunkText, *, tables: bool) -> int:
    return sum(map(token_estimate, split_text(chunk.text, tables=tables)))


def long_excerpt(chunks: Sequence[ChunkText], *, tokens: int) -> Excerpt:
    """The whole document where it fits; else its beginning and its end, 60% and 20% of `tokens`."""
    costs = [token_estimate(chunk.text) for chunk in chunks]
    if sum(costs) <= tokens * (FIRST_SHARE + LAST_SHARE):
        return Excerpt(tuple(chunks), whole=True)
    first = fitting(costs, tokens * FIRST_SHARE)
    last = min(fitting(costs[::-1], tokens * LAST_SHARE), len(chunks) - first)
    return Excerpt((*chunks[:first], *chunks[len(chunks) - last :]), whole=False)


def fitting(costs: Sequence[int], limit: float) -> int:
    """How many of the first costs stay within the limit, at least one."""
    spent = 0
    for count, cost in enumerate(costs):
        spent += cost
        if spent > limit:
            return max(count, 1)
    return len(costs)


def telling(chunk: ChunkText, topics: Collection[str]) -> float:
    """How much a chunk says about its document; higher is more."""
    text = chunk.text.lower()
    words = max(len(text.split()), 1)
    score = 3.0 if chunk.index == 0 else 2.0 if chunk.index < 4 else 0.0
    score += 1.0 if chunk.page_start <= 2 else 0.0
    score += 2.5 if TELLING_SECTION.search(chunk.section) else 0.0
    score += min(1.5, 20 * len(find_quantities(chunk.text)) / words)
    score += min(1.5, 0.5 * sum(topic.lower() in text for topic in topics))
    return score - (3.0 if prose_share(chunk.text) < PROSE_SHARE else 0.0)


def prose_share(text: str) -> float:
    return len(LETTER.findall(text)) / max(len("".join(text.split())), 1)


def token_estimate(text: str) -> int:
    """A language model's tokens, within a tenth on English prose: digits and marks are one each."""
    return len(LETTER.findall(text)) // 4 + len(DIGIT.findall(text)) + len(MARK.findall(text)) + 4
