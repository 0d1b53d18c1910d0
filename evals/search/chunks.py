"""Which way of cutting documents into chunks lets search find the page of the answer."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from documents.ingestion.chunks.chunk_settings import PRESETS, ChunkSettings
from documents.ingestion.chunks.chunking import ChunkDraft, embedded_text, split_into_chunks
from documents.models import Chunk, ChunkUnit, Document, Status, Workspace
from documents.providers import get_embedder
from evals.answer_sets.filings import ReferenceQuestion, finance_questions
from evals.report import Report
from evals.workspace import temporary_workspace
from llm.types import Embedder
from reading.formats.media_types import PDF
from reading.model import ParsedDocument
from reading.parse import parse_document
from reading.tables.read import read_tables
from retrieval.search.search import Hit, Method, retrieve

CUTOFFS = (1, 5, 10)
PROMPT_TOKENS = 2048  # of passages: a share that the local model reads in half a minute
DEPTH = 30  # hits looked at; enough short ones to fill the prompt
COLUMNS = (
    "cut by", "section embedded", "search", "chunks", "mean tokens", "document hit@1",
    *(f"page hit@{k}" for k in CUTOFFS), f"page hit in {PROMPT_TOKENS:,} tokens", "s to embed",
)  # fmt: skip


@dataclass(frozen=True)
class Variant:
    settings: ChunkSettings
    with_section: bool = True


VARIANTS = (
    *(Variant(preset.settings) for preset in PRESETS),
    Variant(ChunkSettings(), with_section=False),
    Variant(ChunkSettings(overlap=48)),
    Variant(ChunkSettings(size=192, minimum=30)),
    Variant(ChunkSettings(unit=ChunkUnit.WORDS, size=200, minimum=30)),
)


@dataclass
class RememberingEmbedder:
    """`embedder`, which embeds each text once; `seconds` it has worked."""

    embedder: Embedder
    seconds: float = 0.0
    known: dict[str, np.ndarray] = field(default_factory=dict)

    def embed(self, texts: Sequence[str]) -> list[np.ndarray]:
        new = [text for text in dict.fromkeys(texts) if text not in self.known]
        started = time.perf_counter()
        self.known.update(zip(new, self.embedder.embed(new), strict=True))
        self.seconds += time.perf_counter() - started
        return [self.known[text] for text in texts]


def run(*, data: Path, limit: int | None, only: str = "") -> Report:
    """Ask for the pages of reference answers in one store of filings, cut in several ways.

    `limit`: so many documents, the smallest files first. `only`: a part of the way's name.
    """
    folder = data / "financebench"
    files = sorted(folder.glob("*.pdf"), key=lambda file: file.stat().st_size)[:limit]
    names = {file.stem for file in files}
    questions = [q for q in finance_questions(folder / "questions.jsonl") if q.document in names]
    documents = {file.name: parse_document(file, media_type=PDF) for file in files}
    embedder = RememberingEmbedder(get_embedder())
    variants = [variant for variant in VARIANTS if only in str(variant.settings)]
    rows = [row for variant in variants for row in _measured(variant, documents, questions, embedder)]
    pages = sum(len(parsed.pages) for parsed in documents.values())
    return Report(
        title=f"Ways to cut {len(files)} filings into chunks, {len(questions)} questions",
        columns=COLUMNS,
        rows=tuple(rows),
        notes=(
            f"{pages:,} pages in one store, no document is given. Larger chunks cover more pages, so that "
            "equal numbers of hits flatter them; the column in tokens gives each way the same room.",
            "Seconds to embed leave out texts that a way above had already.",
        ),
    )


def _measured(
    variant: Variant,
    documents: dict[str, ParsedDocument],
    questions: Sequence[ReferenceQuestion],
    embedder: RememberingEmbedder,
) -> list[tuple[Any, ...]]:
    before = embedder.seconds
    with temporary_workspace() as (_, workspace):
        for filename, parsed in documents.items():
            _store(filename, parsed, variant, workspace, embedder)
        tokens = list(workspace.documents.values_list("chunks__token_count", flat=True))
        return [
            (
                str(variant.settings),
                "yes" if variant.with_section else "no",
                method,
                len(tokens),
                round(sum(tokens) / len(tokens)),
                *_found(workspace, questions, method),
                round(embedder.seconds - before),
            )
            for method in ("semantic", "hybrid")
        ]


def _store(
    filename: str,
    parsed: ParsedDocument,
    variant: Variant,
    workspace: Workspace,
    embedder: RememberingEmbedder,
) -> None:
    drafts = split_into_chunks(parsed, read_tables(parsed), embedder.embedder, variant.settings)
    vectors = embedder.embed([_text(draft, variant) for draft in drafts])
    document = Document.objects.create(
        workspace=workspace,
        filename=filename,
        sha256=filename,
        file=f"evaluation/{filename}",
        media_type=PDF,
        bytes=0,
        status=Status.READY,
    )
    Chunk.objects.bulk_create(
        (
            Chunk(
                workspace=workspace,
                document=document,
                embedding=vector,
                embedding_model=embedder.embedder.name,
                **vars(draft),
            )
            for draft, vector in zip(drafts, vectors, strict=True)
        ),
        batch_size=500,
    )


def _text(draft: ChunkDraft, variant: Variant) -> str:
    return embedded_text(draft) if variant.with_section else draft.text


def _found(workspace: Workspace, questions: Sequence[ReferenceQuestion], method: Method) -> tuple[float, ...]:
    """The shares of questions: document hit@1, page hit at each cut-off, page hit in the prompt's tokens."""
    embedder = get_embedder()
    shares = np.array(
        [
            _hits(
                question,
                retrieve(
                    question.text,
                    workspace=workspace,
                    embedder=embedder,
                    top_k=DEPTH,
                    method=method,
                    use_prefilter=False,
                ).hits,
                embedder,
            )
            for question in questions
        ]
    )
    return tuple(round(float(share), 3) for share in shares.mean(axis=0))


def _hits(question: ReferenceQuestion, hits: Sequence[Hit], embedder: Embedder) -> list[bool]:
    right = [any((Path(hit.filename).stem, page) in question.pages for page in _pages(hit)) for hit in hits]
    used = np.cumsum(embedder.count_tokens([hit.text for hit in hits]))
    in_prompt = any(good for good, tokens in zip(right, used, strict=True) if tokens <= PROMPT_TOKENS)
    first = bool(hits) and Path(hits[0].filename).stem == question.document
    return [first, *(any(right[:k]) for k in CUTOFFS), in_prompt]


def _pages(hit: Hit) -> range:
    return range(hit.page_start, hit.page_end + 1)
