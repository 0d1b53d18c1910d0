"""The part of a document that a model reads, in numbered sentences that it can refer to."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from documents.ingestion.chunks.chunking import SECTION_BREAK
from llm.fencing import one_line, without_citations
from reading.lexicon import SIGNS
from reading.model import Reading
from reading.profile.running_text import MOST_WORDS, is_boilerplate
from reading.text.sentences import sentence_spans
from reading.values.formatting import folded
from reading.values.quantities import find_quantities

FIRST_SHARE, LAST_SHARE = 0.6, 0.2  # of a context that is too small for the whole document
TELLING_SECTION = re.compile(
    r"\b(?:summary|conclusions?|results|highlights?|overview|abstract|introduction|purpose|scope|business|outlook"
    r"|findings?|recommend\w*|decisions?|resolutions?|agree\w*|terms?|obligations|discussion|key)\b",
    re.IGNORECASE,
)
FORM = re.compile(r"[☐☒☑□]|indicate by check mark|aggregate market value", re.IGNORECASE)
CONTENTS_LINE = re.compile(r"\S.*[\s.]\d{1,3}\s*")  # a title and its page
LEAST_CONTENTS = 5  # such lines in a chunk that is a table of contents
CELL = re.compile(rf"[({SIGNS}-]*(?:\d[\d.,]*|[-–—])[)%]*")
LEAST_TOKENS = 40  # of a chunk of a longer document; one that is all table says nothing without it
LONG_DOCUMENT = 60  # chunks, from which on the first pages are a cover and a table of contents
HEAD_CHARACTERS = 80  # of a heading as a small model reads it
CLAIM_CHARACTERS = 60  # of a claim's words, enough to find it in a chunk
LEAST_PROSE = 0.25  # of the budget, below which tables are read too
MARKS_ALONE = frozenset(("$", "€", "£", "%", ")%", "%)", ")"))  # of a figure, parted from it by a blank
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
    """Chunks in reading order. `whole`: none was left out. `tables`: lines of figures are kept.

    `forms`: what every document of its kind holds is kept too.
    """

    chunks: tuple[ChunkText, ...]
    whole: bool
    tables: bool = True
    forms: bool = True

    @cached_property
    def sentences(self) -> tuple[NumberedSentence, ...]:
        texts = [
            (chunk, text)
            for chunk in self.chunks
            for text in split_text(body_of(chunk), tables=self.tables, forms=self.forms)
        ]
        return tuple(NumberedSentence(number, text, chunk) for number, (chunk, text) in enumerate(texts, 1))

    def render(self) -> str:
        """The passages, each with its number and heading, and with numbers before their sentences."""
        lines: list[str] = []
        numbers = {chunk.index: number for number, chunk in enumerate(self.chunks, 1)}
        for chunk, sentences in groupby(self.sentences, key=lambda sentence: sentence.chunk):
            lines.append(f"## {numbers[chunk.index]}: {self._head(chunk)} (page {chunk.page_start})")
            lines += [f"[{each.number}] {without_citations(one_line(each.text))}" for each in sentences]
        return "\n".join(lines)

    def _head(self, chunk: ChunkText) -> str:
        """The path of headings; a small model gets the innermost, since each token is paid for."""
        innermost = chunk.section.rpartition(SECTION_BREAK)[-1][:HEAD_CHARACTERS]
        return one_line(chunk.section if self.forms else innermost) or "Text"


def body_of(chunk: ChunkText) -> str:
    """The chunk's text without the heading in its first line, which stands above the passage already."""
    first, _, rest = chunk.text.lstrip().partition("\n")
    heading = chunk.section.rpartition(SECTION_BREAK)[-1]
    return rest if rest.strip() and folded(first).lstrip("# ") == folded(heading) else chunk.text


def split_text(text: str, *, tables: bool, forms: bool = True) -> Iterator[str]:
    """Sentences, each a piece of `text`; lines of figures are pieces of their own, or left out."""
    for is_table, lines in groupby(text.splitlines(keepends=True), key=is_table_line):
        if not is_table:
            sentences = (each for each in sentences_of("".join(lines)) if LETTER.search(each))
            yield from (each for each in sentences if forms or not is_form(each))
        elif tables:
            yield from (line.strip() for line in lines)


def is_form(sentence: str) -> bool:
    """Whether it is of the document's form. Where full stops are missing, one such phrase is not enough."""
    if len(sentence.split()) > MOST_WORDS:
        return FORM.search(sentence) is not None
    return is_boilerplate(sentence)


def is_table_line(line: str) -> bool:
    """Whether it ends in at least two figures, which may be negative, per cent, money or missing."""
    words = [word for word in line.split() if word not in MARKS_ALONE]
    return len(words) > 1 and all(CELL.fullmatch(word) for word in words[-2:])


def sentences_of(text: str) -> list[str]:
    return [text[first:last] for first, last in sentence_spans(text)]


def telling_excerpt(chunks: Sequence[ChunkText], rules: Reading, *, tokens: int) -> Excerpt:
    """The chunks that tell most, as many as fit into `tokens`, from as many sections as there are.

    `rules`: what they found, which says where to look. Lines of figures are left out where there is prose
    enough: an invoice has little else.
    """
    tables = sum(cost_of(chunk, tables=False) for chunk in chunks) < tokens * LEAST_PROSE
    costs = {chunk.index: cost_of(chunk, tables=tables) for chunk in chunks}
    if sum(costs.values()) <= tokens:
        return Excerpt(tuple(chunks), whole=True, tables=tables, forms=False)
    chosen: list[ChunkText] = []
    left, taken = tokens, Counter[str]()
    scores = scores_of([chunk for chunk in chunks if costs[chunk.index] >= LEAST_TOKENS], rules)
    while open_to := [chunk for chunk in scores if costs[chunk.index] <= left or not chosen]:
        best = max(open_to, key=lambda chunk: scores[chunk] - repeated(chunk, taken))
        chosen.append(best)
        left -= costs[best.index]
        taken.update(headings_of(best))
        del scores[best]
    chosen.sort(key=lambda chunk: chunk.index)
    return Excerpt(tuple(chosen or chunks[:1]), whole=False, tables=tables, forms=False)


def scores_of(chunks: Sequence[ChunkText], rules: Reading) -> dict[ChunkText, float]:
    found = Found.of(rules)
    return {chunk: telling(chunk, found) + early(place, len(chunks)) for place, chunk in enumerate(chunks)}


@dataclass(frozen=True)
class Found:
    """What rules found, ready to be looked up in chunks. `stated`: page → what its claims begin with."""

    topics: tuple[str, ...]
    stated: Mapping[int, Sequence[str]]
    defines: re.Pattern[str] | None

    @classmethod
    def of(cls, rules: Reading) -> Found:
        stated: dict[int, list[str]] = defaultdict(list)
        for claim in rules.claims:
            stated[claim.place.page or 0].append(folded(claim.place.quote)[:CLAIM_CHARACTERS])
        subject = next((entity.entity_name for entity in rules.entities if entity.role == "subject"), "")
        name = re.escape(folded(subject).partition(" ")[0])
        pattern = rf"\b{name}\b[^.]{{0,40}}? (?:is|are) (?:an?|the|one of) " if name else ""
        topics = tuple(topic.topic_name.lower() for topic in rules.topics)
        return cls(topics, stated, re.compile(pattern) if pattern else None)


def early(place: int, count: int) -> float:
    """What the place among the chunks with prose is worth.

    A long document begins with forms and ends with exhibits.
    """
    first = 3.0 if place == 0 else 2.0 if place < 4 else 0.0
    return first / 2 - place / count if count >= LONG_DOCUMENT else first


def headings_of(chunk: ChunkText) -> list[str]:
    """The outermost and the whole path of headings; none for a text without headings."""
    return [chunk.section.split(SECTION_BREAK)[0], f"{chunk.section}{SECTION_BREAK}"] * bool(chunk.section)


def repeated(chunk: ChunkText, taken: Counter[str]) -> float:
    """What a chunk loses because others of its section are taken."""
    return sum(weight * taken[head] for weight, head in zip((0.3, 1.0), headings_of(chunk), strict=False))


def cost_of(chunk: ChunkText, *, tables: bool) -> int:
    return sum(map(token_estimate, split_text(body_of(chunk), tables=tables, forms=False)))


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


def telling(chunk: ChunkText, found: Found) -> float:
    """How much a chunk says about its document; higher is more."""
    text = folded(chunk.text)
    words = max(len(text.split()), 1)
    pages = range(chunk.page_start, chunk.page_end + 1)
    claims = sum(claim in text for page in pages for claim in found.stated.get(page, ()))
    outer, _, inner = chunk.section.rpartition(SECTION_BREAK)
    score = 2.5 if TELLING_SECTION.search(inner) else 1.0 if TELLING_SECTION.search(outer) else 0.0
    score += 2.0 if found.defines and found.defines.search(text) else 0.0
    score += min(2.5, 0.5 * claims)
    score += min(1.5, 20 * len(find_quantities(chunk.text)) / words)
    score += min(1.5, 0.5 * sum(topic in text for topic in found.topics))
    score -= 5.0 if is_contents(chunk.text) else 0.0
    return score - (3.0 if prose_share(chunk.text) < PROSE_SHARE else 0.0)


def is_contents(text: str) -> bool:
    """Whether most of its lines are titles with their pages."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    titled = sum(CONTENTS_LINE.fullmatch(line) is not None for line in lines)
    return titled >= max(LEAST_CONTENTS, len(lines) / 2)


def prose_share(text: str) -> float:
    return len(LETTER.findall(text)) / max(len("".join(text.split())), 1)


def token_estimate(text: str) -> int:
    """A language model's tokens, within a tenth on English prose: digits and marks are one each."""
    return len(LETTER.findall(text)) // 4 + len(DIGIT.findall(text)) + len(MARK.findall(text)) + 4
