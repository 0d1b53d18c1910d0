"""The part of a document that a model reads, in numbered sentences that it can refer to."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from documents.quantities import find_quantities
from documents.sentences import sentence_spans

FIRST_SHARE, LAST_SHARE = 0.6, 0.2  # of a context that is too small for the whole document
TELLING_SECTION = re.compile(
    r"summary|conclusion|result|highlight|overview|abstract|introduction|purpose|scope|outlook|key|finding"
    r"|recommend|decision|resolution|agree|term|general|discussion",
    re.IGNORECASE,
)
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
    """Chunks in reading order. `whole`: nothing of the document was left out."""

    chunks: tuple[ChunkText, ...]
    whole: bool

    @cached_property
    def sentences(self) -> tuple[NumberedSentence, ...]:
        texts = [(chunk, chunk.text[a:b]) for chunk in self.chunks for a, b in sentence_spans(chunk.text)]
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


def telling_excerpt(chunks: Sequence[ChunkText], topics: Collection[str], *, tokens: int) -> Excerpt:
    """The chunks that tell most, as many as fit into `tokens`."""
    ranked = sorted(chunks, key=lambda chunk: (-telling(chunk, topics), chunk.index))
    chosen: list[ChunkText] = []
    left = tokens
    for chunk in ranked:
        cost = token_estimate(chunk.text)
        if cost <= left or not chosen:
            chosen.append(chunk)
            left -= cost
    ordered = sorted(chosen, key=lambda chunk: chunk.index)
    return Excerpt(tuple(ordered), whole=len(chosen) == len(chunks))


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
    score += 1.5 if TELLING_SECTION.search(chunk.section) else 0.0
    score += min(1.5, 20 * len(find_quantities(chunk.text)) / words)
    score += min(1.5, 0.5 * sum(topic.lower() in text for topic in topics))
    return score - (3.0 if prose_share(chunk.text) < PROSE_SHARE else 0.0)


def prose_share(text: str) -> float:
    return len(LETTER.findall(text)) / max(len("".join(text.split())), 1)


def token_estimate(text: str) -> int:
    """A language model's tokens, within a tenth on English prose: digits and marks are one each."""
    return len(LETTER.findall(text)) // 4 + len(DIGIT.findall(text)) + len(MARK.findall(text)) + 4
