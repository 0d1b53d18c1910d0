"""What a chunk says, by rules: topic, figures and statements, what to look it up for, where it stands."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields

from django.db import connection

from documents.document_map.entry import SECTION_BREAK
from documents.ingestion.chunks.chunking import ChunkDraft
from documents.ingestion.rows.column_limits import held
from documents.models import Chunk, Document
from documents.page_names import page_titles, place_of
from reading.model import ContextDraft, MetricDraft, Place, Reading
from reading.profile.claims import own_phrases, telling_sentence
from reading.profile.document_type import TYPE_NAMES
from reading.values.fiscal import FiscalCalendar
from reading.values.formatting import amount_of, folded
from reading.values.period_words import span_words

MOST_FIGURES = 4  # told of one chunk in full
MOST_STATEMENTS = 2
MOST_NAMES = 6  # measures, periods or topics in a hint
STATEMENT_CHARACTERS = 240
QUOTE_CHARACTERS = 80  # of a fact's words, enough to find them in a chunk
NUMBERING = re.compile(
    r"^(?:(?:item|part|note|section|article)\s+)?(?:\d+(?:\.\d+)*[A-Z]?|[IVX]+)[.):]?\s*[-–—]?\s+", re.I
)
UPDATE = """
UPDATE documents_chunk AS c
SET section_topic = new.topic, key_information = new.information, retrieval_hint = new.hint,
    contextual_note = new.note
FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::text[], %s::text[])
    AS new(id, topic, information, hint, note)
WHERE c.id = new.id
  AND (c.section_topic, c.key_information, c.retrieval_hint, c.contextual_note)
      IS DISTINCT FROM (new.topic, new.information, new.hint, new.note)"""


@dataclass(frozen=True)
class ChunkContext:
    """The columns of `Chunk` that say what it is about."""

    section_topic: str = ""
    key_information: str = ""
    retrieval_hint: str = ""
    contextual_note: str = ""


NAMES = tuple(field.name for field in fields(ChunkContext))


def contexts_of(chunks: Sequence[Chunk | ChunkDraft], reading: Reading) -> dict[int, ContextDraft]:
    """What each chunk's heading and the facts that stand in it say of it, by the chunk's index."""
    facts = _Facts.of(reading)
    return {chunk.index: _context(chunk, facts.inside(chunk)) for chunk in chunks}


def set_context(document: Document, chunks: Sequence[Chunk], reading: Reading) -> None:
    """Give each chunk its context, and the place where it stands; none is saved.

    What `contexts_of` says is taken from the reading, if that has it.
    """
    contexts = reading.contexts or contexts_of(chunks, reading)
    titles = page_titles((document.pk, page) for each in chunks for page in (each.page_start, each.page_end))
    for chunk in chunks:
        told, note = contexts[chunk.index], _note(document, chunk, reading, place_of(chunk, document, titles))
        fill(chunk, ChunkContext(told.topic, told.key_information, told.retrieval_hint, note), anew=True)


def fill(chunk: Chunk, context: ChunkContext, *, anew: bool = False) -> None:
    """Set those of the chunk's columns for which `context` has words, or all of them. It is not saved."""
    for name, text in held(Chunk, vars(context)).items():
        if text or anew:
            setattr(chunk, name, text)


def store_context(chunks: Sequence[Chunk]) -> None:
    """Save the contexts of stored chunks in one statement; rows that have them already are left alone."""
    stored = [chunk for chunk in chunks if not chunk._state.adding]
    columns = [[getattr(chunk, name) for chunk in stored] for name in ("pk", *NAMES)]
    with connection.cursor() as cursor:
        cursor.execute(UPDATE, columns)


@dataclass(frozen=True)
class _Inside:
    """The facts that stand in one chunk. `calendar`: the document's fiscal years."""

    metrics: list[MetricDraft]
    claims: list[str]
    topics: list[str]
    calendar: FiscalCalendar


@dataclass(frozen=True)
class _Facts:
    """A reading's facts by page, each with the beginning of its words."""

    metrics: dict[int, list[tuple[str, MetricDraft]]]
    claims: dict[int, list[tuple[str, str]]]
    topics: dict[str, str]  # as written: in small letters
    calendar: FiscalCalendar

    @classmethod
    def of(cls, reading: Reading) -> _Facts:
        topics = {topic.topic_name: topic.topic_name.casefold() for topic in reading.topics}
        facts = cls(defaultdict(list), defaultdict(list), topics, reading.essence.calendar)
        for metric in reading.metrics:
            if metric.place.page is not None:
                facts.metrics[metric.place.page].append((_words(metric.place), metric))
        for claim in reading.claims:
            if claim.place.page is not None:
                facts.claims[claim.place.page].append((_words(claim.place), claim.claim_text))
        return facts

    def inside(self, chunk: Chunk | ChunkDraft) -> _Inside:
        text, pages = folded(chunk.text), range(chunk.page_start, chunk.page_end + 1)
        metrics = [metric for page in pages for words, metric in self.metrics.get(page, ()) if words in text]
        claims = [claim for page in pages for words, claim in self.claims.get(page, ()) if words in text]
        topics = [topic for topic, folded in self.topics.items() if folded in text]
        return _Inside(metrics, claims, topics, self.calendar)


def _words(place: Place) -> str:
    return folded(place.quote)[:QUOTE_CHARACTERS]


def _context(chunk: Chunk | ChunkDraft, inside: _Inside) -> ContextDraft:
    return ContextDraft(
        topic=_topic(chunk, inside),
        key_information=_information(chunk, inside),
        retrieval_hint=_hint(chunk, inside),
    )


def _topic(chunk: Chunk | ChunkDraft, inside: _Inside) -> str:
    """The innermost heading without its number, else the first topic that the chunk names."""
    heading = NUMBERING.sub("", chunk.section.split(SECTION_BREAK)[-1]).strip()
    return heading or next(iter(inside.topics), "")


def _information(chunk: Chunk | ChunkDraft, inside: _Inside) -> str:
    """Its figures and statements; where no fact was read from it, the sentence that tells most."""
    told = [*_figures(inside), *_statements(inside.claims)]
    return "; ".join(told) or telling_sentence(chunk.text)


def _figures(inside: _Inside) -> Iterator[str]:
    """The figures that say most: those with a common name first, then as they stand."""
    ranked = sorted(inside.metrics, key=lambda metric: not metric.canonical_name)
    told = dict.fromkeys(f"{_measure(metric, inside.calendar)}: {amount_of(metric)}" for metric in ranked)
    yield from list(told)[:MOST_FIGURES]


def _measure(metric: MetricDraft, calendar: FiscalCalendar) -> str:
    period = span_words(metric, calendar)
    return f"{metric.metric_name}, {period}" if period else metric.metric_name


def _statements(claims: Sequence[str]) -> list[str]:
    whole = [claim for claim in dict.fromkeys(claims) if len(claim) <= STATEMENT_CHARACTERS]
    return whole[:MOST_STATEMENTS]


def _hint(chunk: Chunk | ChunkDraft, inside: _Inside) -> str:
    """The measures with their periods, then the topics, by which a question can be matched.

    Where it has neither, the phrases that it uses most.
    """
    ranked = sorted(inside.metrics, key=lambda metric: not metric.canonical_name)
    parts = []
    if measures := _few(metric.metric_name for metric in ranked):
        periods = _few(span_words(metric, inside.calendar) for metric in ranked)
        parts.append(f"figures: {', '.join(measures)}" + (f" for {', '.join(periods)}" if periods else ""))
    if topics := _few(inside.topics):
        parts.append(f"topics: {', '.join(topics)}")
    return "; ".join(parts) or _phrases(chunk)


def _phrases(chunk: Chunk | ChunkDraft) -> str:
    phrases = own_phrases(chunk.text)
    return f"about: {', '.join(phrases)}" if phrases else ""


def _few(names: Iterable[str]) -> list[str]:
    return [name for name in dict.fromkeys(names) if name][:MOST_NAMES]


def _note(document: Document, chunk: Chunk, reading: Reading, place: str) -> str:
    """From which document of whom it is, for which time, and where in it."""
    essence = reading.essence
    subject = next((each.entity_name for each in reading.entities if each.role == "subject"), "")
    title = document.title or document.filename
    of = f" of {subject}" if subject and subject.casefold() not in title.casefold() else ""
    days = [f"{day:%-d %B %Y}" for day in (essence.period_start, essence.period_end) if day]
    is_known = document.document_type != Document.Type.OTHER
    facts = [TYPE_NAMES.get(document.document_type, "") if is_known else ""]
    facts.append(f"for {' to '.join(days)}" if days else "")
    facts.append(f"dated {document.document_date:%-d %B %Y}" if document.document_date else "")
    section = f", under “{chunk.section}”" if chunk.section else ""
    told = ", ".join(filter(None, facts))
    return (
        f"From “{title}”{of} ({told}), {place}{section}."
        if told
        else f"From “{title}”{of}, {place}{section}."
    )
