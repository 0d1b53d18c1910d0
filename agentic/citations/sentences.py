"""Passages as evidence: chunks become spans, and citations are narrowed to the words that carry them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from agentic.evidence import Evidence, Figure, Span
from agentic.verification.sentences.statements import MARK, marked
from documents.models import Page
from reading.anchoring import PageIndex, anchor
from reading.model import Place
from reading.text.sentences import CELLS_AT_END, sentence_spans
from reading.values.quantities import find_quantities
from retrieval.scope.subject_of_passage import Whose
from retrieval.search.search import Hit

SHORT_LINE = 0.6  # of the longest line: a shorter one that ends without a stop ends its paragraph
WORD = re.compile(r"\w[\w.,%-]*\w|\w")
LEAST_WORDS = 3  # a shorter sentence says nothing by itself
ITEM = re.compile(r"\s*(?:\d{1,2}[.)]|[-•*·])\s+\S")  # of a list
LABELLED = re.compile(r"[A-Z][\w .]{1,30}:\s")  # a line that gives a value
CARRIED = 0.6  # of a statement's long words, in the passage that it comes from


def sentences(text: str) -> list[str]:
    """The text's sentences, line breaks inside them closed up. A row of a table or an item of a list counts
    as one, and so does what heads a list."""
    found = []
    for block in _blocks(text.split("\n")):
        found += [" ".join(block[start:end].split()) for start, end in sentence_spans(block)]
    return [
        each
        for each, following in zip(found, [*found[1:], ""], strict=True)
        if len(each.split()) >= LEAST_WORDS or ITEM.match(each) or ITEM.match(following)
    ]


def _blocks(lines: Sequence[str]) -> Iterator[str]:
    """Paragraphs of prose, headings, items of lists and rows of tables, each by itself."""
    longest = max((len(line) for line in lines), default=0)
    block: list[str] = []
    for line in lines:
        if CELLS_AT_END.search(line) or not line.strip():
            yield from ("\n".join(block), line)
            block = []
            continue
        is_next = bool(ITEM.match(line) or (block and ITEM.match(block[0]) and LABELLED.match(line)))
        if block and (is_next or (line[:1].isupper() and _ends_early(block[-1], longest))):
            yield "\n".join(block)
            block = []
        block.append(line)
    yield "\n".join(block)


def _ends_early(line: str, longest: int) -> bool:
    return len(line) < SHORT_LINE * longest and not line.rstrip().endswith((",", ";", "-"))


def span_of(hit: Hit, quote: str | None = None) -> Span:
    return Span(
        document_id=hit.document_id,
        filename=hit.filename,
        page=hit.page_start,
        quote=hit.text if quote is None else quote,
        kind="chunk",
        fact_id=hit.chunk_id,
        section=hit.section,
    )


def figures_in(span: Span) -> list[Figure]:
    """The numbers that a passage holds, each with the sentence round it."""
    return [
        Figure(
            value=q.value,
            text=q.text,
            unit=q.unit,
            scale=q.scale,
            label=sentence,
            span=replace(span, quote=sentence, around=span.around or span.quote),
        )
        for sentence in sentences(span.quote)
        for q in find_quantities(sentence)
    ]


def narrowed(text: str, evidence: Evidence) -> Evidence:
    """`evidence` with each cited passage cut to its sentence nearest to the statement that cites it."""
    spans = list(evidence.spans)
    for statement in sentences(text) or [text]:
        for index in (number - 1 for match in MARK.finditer(statement) for number in marked(match)):
            if 0 <= index < len(spans) and spans[index] is evidence.spans[index]:
                passage = spans[index].quote
                spans[index] = placed(
                    replace(spans[index], quote=_nearest(statement, passage), around=passage)
                )
    return replace(evidence, spans=tuple(spans))


def with_marks(text: str, spans: Sequence[Span]) -> str:
    """`text` with a mark on each statement that has none but whose words and numbers one passage carries.

    Small models forget their marks. A statement that no passage carries stays bare.
    """
    for start, end in reversed(list(sentence_spans(text))):
        statement = text[start:end].rstrip()
        source = None if MARK.search(statement) else _source(statement, spans)
        if source is not None:
            body = statement.rstrip(".!?")
            text = f"{text[:start]}{body} [{source}]{statement[len(body) :]}{text[start + len(statement) :]}"
    return text


def _source(statement: str, spans: Sequence[Span]) -> int | None:
    """The number, from 1, of the passage that carries the most of the statement."""
    said = {word for word in _words(statement) if len(word) > 3 or word[0].isdigit()}
    if len(said) < LEAST_WORDS:
        return None
    numbers = {word for word in said if word[0].isdigit()}
    shares = [
        (len(said & words) / len(said), -number)
        for number, span in enumerate(spans, start=1)
        if numbers <= (words := _words(span.quote))
    ]
    share, number = max(shares, default=(0.0, 0))
    return -number if share >= CARRIED else None


def _nearest(statement: str, passage: str) -> str:
    said = _words(statement)
    return max(sentences(passage) or [passage], key=lambda s: _overlap(said, _words(s)))


def _words(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(MARK.sub("", text))}


def _overlap(one: set[str], other: set[str]) -> float:
    """Shared words, numbers counting three times, against the length of both."""
    shared = one & other
    weight = len(shared) + 2 * sum(word[0].isdigit() for word in shared)
    return weight / (len(one) + len(other) + 1)


def placed(span: Span) -> Span:
    """The span on the page that has its words: a chunk may cross pages."""
    pages = Page.objects.filter(document=span.document_id, number__in=_near(span.page))
    place, found = anchor(
        Place(page=span.page, quote=span.quote), PageIndex({p.number: p.text for p in pages})
    )
    return replace(span, page=place.page, quote=place.quote) if found else span


def _near(page: int | None) -> Sequence[int]:
    return (page, page + 1, page + 2) if page else ()


def told_of(hits: Sequence[Hit], about: Whose) -> tuple[Hit, ...]:
    """The passages that a model may answer from: its own documents', and others' as far as they name them.

    Where a figure of theirs is asked for, a passage from a document about others is cut to the sentences that
    name them: the figures beside these are the others'.
    """
    return tuple(cut for hit in hits if (cut := _cut(hit, about)) is not None)


def _cut(hit: Hit, about: Whose) -> Hit | None:
    if hit.document_id not in about.others:
        return hit
    if not about.strict:
        return hit if about.allows("", hit.text, hit.document_id) else None
    kept = [text for text in sentences(hit.text) if about.allows(text, hit.text, hit.document_id)]
    return replace(hit, text="\n\n".join(kept)) if kept else None


def only_mentioned(about: Whose, further: str) -> str:
    """That no document is about them, where a figure of theirs is asked for; else nothing."""
    if not about.is_only_mentioned or not about.strict:
        return ""
    return f"No document here is about {about.called}: others only mention it. {further}"
