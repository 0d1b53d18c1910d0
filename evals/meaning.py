"""What a model writes while it reads: how much of it says something, is borne out, is kept."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from pydantic import BaseModel

from documents.ingestion.chunks.chunking import split_into_chunks
from documents.model_reading.ground import Ground, is_generic
from documents.model_reading.grounded import known, subject_of
from documents.model_reading.read import ChunkText, read_by_model
from documents.providers import get_chat_model, get_embedder
from evals.report import Report
from llm.types import ChatModel, ChatReply, ChatRequest, Embedder
from llm.usage import Usage
from reading.anchoring import PageIndex, anchor
from reading.formats.media_types import sniff_media_type
from reading.model import Reading
from reading.parse import parse_document
from reading.pipeline import read_by_rules
from reading.tables.read import read_tables
from samples.generate import write_samples

CODED = frozenset(("type", "role", "document_type", "document_date", "title"))  # no open text
COLUMNS = (
    "document", "written", "generic", "not borne out", "repeated", "kept", "claims", "anchored",
    "passages described", "read by", "tokens read", "tokens written", "s",
)  # fmt: skip


@dataclass
class Listening:
    """`chat`, whose replies are kept."""

    chat: ChatModel
    replies: list[BaseModel] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)

    def __post_init__(self) -> None:
        self.tier, self.name, self.context_tokens = self.chat.tier, self.chat.name, self.chat.context_tokens

    def complete(self, request: ChatRequest) -> ChatReply:
        reply = self.chat.complete(request)
        self.usage += reply.usage
        if reply.parsed is not None:
            self.replies.append(reply.parsed)
        return reply


def run(*, data: Path, limit: int | None, tier: str = "local", files: str = "") -> Report:
    """Let a model read the sample documents, or `files` of the data (names of PDFs, by commas).

    `limit`: so many documents. What is generic or borne out is judged by the reader's own rules.
    """
    with TemporaryDirectory(prefix="ragsite-meaning-") as folder:
        samples = [sample.path for sample in write_samples(Path(folder))]
        chosen = [data / name for name in files.split(",")] if files else samples
        rows = [measured(path, get_chat_model(tier), get_embedder()) for path in chosen[:limit]]
    return Report(
        title=f"What a model writes of {len(rows)} documents, tier {tier}",
        columns=COLUMNS,
        rows=tuple(rows),
        notes=(
            f"At most {settings.RAGSITE_EXTRACTION_TOKENS} tokens of each are read in the local tier.",
            "“Kept” counts texts of summary, topics, claims, names and passages after what is generic, not "
            "borne out, repeated or known to the rules was left out.",
        ),
    )


def measured(path: Path, chat: ChatModel, embedder: Embedder) -> tuple[Any, ...]:
    """One row of the report."""
    parsed = parse_document(path, media_type=sniff_media_type(path, path.name))
    tables = read_tables(parsed)
    chunks = [
        ChunkText(chunk.index, chunk.page_start, chunk.page_end, chunk.section, chunk.text)
        for chunk in split_into_chunks(parsed, tables, embedder)
    ]
    rules = read_by_rules(parsed, tables, filename=path.name)
    listening, began = Listening(chat), time.perf_counter()
    reading = read_by_model(
        rules,
        chunks,
        listening,
        budget_tokens=settings.RAGSITE_EXTRACTION_TOKENS,
        wants={"map", "facts", "context"},
        on_progress=lambda stage, fraction: None,
    )
    seconds = time.perf_counter() - began
    pages = PageIndex({page.number: page.text for page in parsed.pages})
    anchored = [anchor(claim.place, pages)[1] for claim in reading.claims]
    judged = judge(list(texts_of(listening.replies)), chunks, rules)
    return (
        path.name,
        sum(judged.values()),
        *(judged[name] for name in ("generic", "not borne out", "repeated")),
        len(list(kept_of(reading))),
        len(anchored),
        sum(anchored),
        f"{len(reading.contexts)} of {len(chunks)}",
        "rules alone" if reading.is_empty else "the model too",
        listening.usage.input_tokens,
        listening.usage.output_tokens,
        f"{seconds:.0f}",
    )


def texts_of(replies: Sequence[BaseModel]) -> Iterator[str]:
    """The open texts of the replies, as they were written."""
    for reply in replies:
        for name, value in reply:
            if isinstance(value, str):
                yield from [value] * (name not in CODED and bool(value.strip()))
            elif isinstance(value, list):
                yield from (each for each in value if isinstance(each, str))
                yield from texts_of([each for each in value if isinstance(each, BaseModel)])


def judge(texts: Sequence[str], chunks: Sequence[ChunkText], rules: Reading) -> Counter[str]:
    """How many texts are generic, not borne out, repeated, or none of these (“sound”)."""
    ground = Ground([chunk.text for chunk in chunks], known=known(rules))
    subject = subject_of(rules)
    seen: set[str] = set()
    counts: Counter[str] = Counter()
    for text in texts:
        if text.casefold() in seen:
            counts["repeated"] += 1
        elif is_generic(text, subject=subject):
            counts["generic"] += 1
        else:
            told = ground.has_marks_of(text) and ground.touches(text)
            counts["sound" if told else "not borne out"] += 1
        seen.add(text.casefold())
    return counts


def kept_of(reading: Reading) -> Iterator[str]:
    essence = reading.essence
    lists = (essence.answers_questions_about, essence.use_when, essence.do_not_use_for)
    told = [essence.summary, essence.purpose, essence.key_conclusion]
    told += [text for each in lists for text in each]
    told += [topic.topic_name for topic in reading.topics]
    told += [claim.claim_text for claim in reading.claims]
    told += [entity.entity_name for entity in reading.entities]
    for context in reading.contexts.values():
        told += [context.topic, context.key_information, context.retrieval_hint]
    return (text for text in dict.fromkeys(told) if text)
