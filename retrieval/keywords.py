"""Keyword search: BM25 inside the database, over the weights that each chunk carries."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.models import BooleanField, FloatField, QuerySet
from django.db.models.expressions import RawSQL

from documents.models import Chunk, Workspace

DIMENSIONS = 1_000_000_000  # of the sparse vectors; sql/term_weights.sql numbers stems by it
CANDIDATES = 20_000  # chunks weighed for one question at most, by expectation; some 40 ms
COUNTS = """
SELECT stem, documents_term(stem), coalesce(sum(chunks), 0)::bigint
FROM unnest(tsvector_to_array(to_tsvector('english', %(question)s))) AS stem
    LEFT JOIN documents_termcount ON workspace_id = %(workspace)s AND term = documents_term(stem)
GROUP BY stem
UNION ALL
SELECT '', 0, coalesce(sum(chunks), 0)::bigint
FROM documents_termcount WHERE workspace_id = %(workspace)s AND term = 0"""


@dataclass(frozen=True)
class Term:
    """A stem of the question. `chunks`: of the workspace's that hold it; `weight`: what it is worth."""

    stem: str
    number: int
    chunks: int
    weight: float


@dataclass(frozen=True)
class Terms:
    """What a question asks for, the rarest first. `chunks`: how many the workspace has."""

    found: tuple[Term, ...]
    chunks: int

    @property
    def vector(self) -> str:
        pairs = sorted((term.number, term.weight) for term in self.found)
        return "{" + ",".join(f"{number}:{weight:.5f}" for number, weight in pairs) + f"}}/{DIMENSIONS}"


def terms_of(question: str, workspace: Workspace) -> Terms:
    """The stems of a question that the workspace's chunks hold, weighted by BM25's inverse frequency."""
    with connection.cursor() as cursor:
        cursor.execute(COUNTS, {"question": question.replace("\x00", " "), "workspace": workspace.pk})
        rows = cursor.fetchall()
    total = next(count for stem, _, count in rows if not stem)
    found = [
        Term(stem, number, count, math.log(1 + (total - count + 0.5) / (count + 0.5)))
        for stem, number, count in rows
        if stem and 0 < count <= total
    ]
    return Terms(tuple(sorted(found, key=lambda term: (term.chunks, term.stem))), total)


def best_by_words(
    chunks: QuerySet[Chunk],
    question: str,
    *,
    workspace: Workspace,
    document_ids: Sequence[int] | None,
    limit: int,
) -> list[tuple[int, float]]:
    """The chunks' numbers and BM25 scores, best first. `document_ids`: None for the whole workspace."""
    terms = terms_of(question, workspace)
    if not terms.found or (document_ids is not None and not document_ids):
        return []
    ranked: list[tuple[int, float]] = []
    for candidates in candidate_queries(terms):
        ranked = _weighed(chunks, terms, f"{_place(workspace, document_ids)} & ({candidates})", limit)
        if len(ranked) == limit:
            break
    return ranked


def candidate_queries(terms: Terms) -> list[str]:
    """Which chunks to weigh, as queries of the word index; a later one is for when the one before finds few.

    Weighing is exact, so that only chunks without any rare word of the question can be missed: the words
    that many chunks hold say little, and reading all of those would cost most of the time.
    """
    words = [_quoted(term.stem) for term in terms.found]
    affordable, total = 0, 0
    for term in terms.found:
        total += term.chunks
        affordable += total <= CANDIDATES
    if affordable == len(words):
        return [" | ".join(words)]
    if affordable:
        return [" | ".join(words[:affordable]), " | ".join(words[: affordable + 1])]
    return [*_conjunctions(terms, words), words[0]]


def _conjunctions(terms: Terms, words: Sequence[str]) -> list[str]:
    """The rarest words together, as many as leave an affordable number if they were independent."""
    expected = float(terms.chunks)
    for count, term in enumerate(terms.found, start=1):
        expected *= term.chunks / terms.chunks
        if expected <= CANDIDATES:
            return [" & ".join(words[:count])]
    return [" & ".join(words)] if len(words) > 1 else []


def _weighed(chunks: QuerySet[Chunk], terms: Terms, query: str, limit: int) -> list[tuple[int, float]]:
    holds = RawSQL("documents_chunk.search @@ %s::tsquery", [query], output_field=BooleanField())
    distance = RawSQL("documents_chunk.terms <#> %s::sparsevec", [terms.vector], output_field=FloatField())
    ranked = chunks.filter(holds).annotate(distance=distance).order_by("distance", "pk")
    return [(pk, -distance) for pk, distance in ranked.values_list("pk", "distance")[:limit]]


def _place(workspace: Workspace, document_ids: Sequence[int] | None) -> str:
    """The marks that keep the index to the workspace's chunks, or to those of the documents."""
    if document_ids is None:
        return f"'@w{workspace.pk}'"
    return f"'@w{workspace.pk}' & (" + " | ".join(f"'@d{pk}'" for pk in document_ids) + ")"


def _quoted(stem: str) -> str:
    return "'" + stem.replace("\\", "\\\\").replace("'", "''") + "'"
