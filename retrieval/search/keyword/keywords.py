"""Keyword search: BM25 inside the database, over the weights that each chunk carries."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from django.db import connection
from django.db.models import BooleanField, FloatField, QuerySet
from django.db.models.expressions import RawSQL

from documents.models import Chunk, Workspace
from retrieval.search.results import RANKED, Ranked, Size
from retrieval.stems import CONFIGURATIONS

SATURATION = 2.2  # what the weight of a word in a chunk tends to, the more often it stands there: k1 + 1
DIMENSIONS = 1_000_000_000  # of the sparse vectors; sql/term_weights.sql numbers stems by it
# Chunks weighed for each one wanted, by expectation. On SciFact this finds 99% of the first 200 that weighing
# every chunk with any word of the question finds, 99.9% of the first 10, and the same nDCG@10.
CANDIDATES_FOR_EACH = 10
LEAST_CANDIDATES = 500
MORE = 8  # times as many, where the first find too few
MOST_COMBINED, MOST_TOGETHER = 12, 3  # words of a question, and of one combination
TOGETHER = 2.0  # how much likelier a chunk holds a word that holds another of the question
# Times a workspace's chunks that all chunks may be for its mark not to be looked up: of a million entries, it
# takes longer to read than all rare words.
MOSTLY = 2
READ_ALL = 8  # times dearer to weigh a chunk than to read one entry of the word index
FURTHER_WEIGHT = 0.4  # of a word that the question does not have but reports use; 0.3 to 0.5 does as well
# What is no small word in English is looked for by the stems of the languages, too, that passages are in.
COUNTS = """
WITH spoken AS (
    SELECT language FROM unnest(%(languages)s::text[]) AS language
    WHERE 0 < (
        SELECT sum(chunks) FROM documents_termcount
        WHERE workspace_id = %(workspace)s AND term = documents_term('@l' || language)
    )
), told AS (
    SELECT language, (
        SELECT coalesce(string_agg(word, ' '), '') FROM regexp_split_to_table(%(question)s, '\\s+') AS word
        WHERE to_tsvector('english', word) <> ''::tsvector
    ) AS words
    FROM spoken
), asked AS (
    SELECT unnest(tsvector_to_array(documents_stems('', %(question)s))) AS stem
    UNION
    SELECT unnest(tsvector_to_array(documents_stems(language, words))) FROM told
)
SELECT stem, documents_term(stem), coalesce(sum(chunks), 0)::bigint, asked
FROM (
    SELECT stem, true AS asked FROM asked
    UNION ALL
    SELECT stem, false FROM (
        (
            SELECT unnest(tsvector_to_array(documents_stems('', %(further)s))) AS stem
            UNION
            SELECT unnest(tsvector_to_array(documents_stems(language, %(abroad)s::jsonb ->> language)))
            FROM spoken WHERE %(abroad)s::jsonb ? language
        )
        EXCEPT SELECT stem FROM asked
    ) AS more
) AS stems
    LEFT JOIN documents_termcount ON workspace_id = %(workspace)s AND term = documents_term(stem)
GROUP BY stem, asked
UNION ALL
SELECT '', 0, coalesce(sum(chunks), 0)::bigint, true
FROM documents_termcount WHERE workspace_id = %(workspace)s AND term = 0"""

STANDING = """
SELECT name FROM unnest(%(names)s::text[]) AS name
WHERE 0 < ALL (
    SELECT coalesce(sum(chunks), 0) FROM unnest(tsvector_to_array(documents_stems('', name))) AS stem
        LEFT JOIN documents_termcount ON workspace_id = %(workspace)s AND term = documents_term(stem)
    GROUP BY stem
)"""


@dataclass(frozen=True)
class Term:
    """A stem of the question. `chunks`: of the workspace's that hold it; `weight`: what it is worth.

    `asked`: whether the question has it, rather than `further` words.
    """

    stem: str
    number: int
    chunks: int
    weight: float
    asked: bool = True


@dataclass(frozen=True)
class Terms:
    """What a question asks for, the rarest first. `chunks`: how many the workspace has."""

    found: tuple[Term, ...]
    chunks: int

    @property
    def asked(self) -> tuple[Term, ...]:
        return tuple(term for term in self.found if term.asked)

    @property
    def highest_score(self) -> float:
        """What no chunk's score can pass: all words, each as often as counts."""
        return SATURATION * sum(term.weight for term in self.found)

    @property
    def vector(self) -> str:
        pairs = sorted((term.number, term.weight) for term in self.found)
        return "{" + ",".join(f"{number}:{weight:.5f}" for number, weight in pairs) + f"}}/{DIMENSIONS}"


def terms_of(
    question: str, workspace: Workspace, *, further: str = "", abroad: Mapping[str, str] | None = None
) -> Terms:
    """The stems of a question that the workspace's chunks hold, weighted by BM25's inverse frequency.

    `further`: words that mean the same, which weigh less, as do those of other languages in `abroad`.
    """
    texts = {
        "question": question.replace("\x00", " "),
        "further": further,
        "abroad": json.dumps(abroad or {}),
    }
    languages = [language for language in CONFIGURATIONS if language != "en"]
    with connection.cursor() as cursor:
        cursor.execute(COUNTS, {**texts, "languages": languages, "workspace": workspace.pk})
        rows = cursor.fetchall()
    total = next(count for stem, _, count, _ in rows if not stem)
    found = [
        Term(stem, number, count, _rarity(count, total) * (1 if asked else FURTHER_WEIGHT), asked)
        for stem, number, count, asked in rows
        if stem and 0 < count <= total
    ]
    return Terms(tuple(sorted(found, key=lambda term: (term.chunks, term.stem))), total)


def standing_in_text(names: Sequence[str], workspace: Workspace) -> set[str]:
    """Those of the names each of whose words stands in a passage: search by words finds them."""
    with connection.cursor() as cursor:
        cursor.execute(STANDING, {"names": list(names), "workspace": workspace.pk})
        return {name for (name,) in cursor.fetchall()}


def _rarity(count: int, total: int) -> float:
    return math.log(1 + (total - count + 0.5) / (count + 0.5))


def best_by_words(
    chunks: QuerySet[Chunk], terms: Terms, *, workspace: Workspace, size: Size, whole: bool, limit: int
) -> list[Ranked]:
    """The chunks with their BM25 scores, best first.

    `chunks`: those of the workspace if `whole`, else some of them, in number as `size` tells.
    """
    count = None if whole else size.chunks
    if not terms.found or count == 0:
        return []
    if count is not None and count * READ_ALL <= sum(term.chunks for term in terms.found):
        return _weighed(chunks, terms, "", limit)
    ranked: list[Ranked] = []
    share = 1.0 if count is None else min(1.0, count / terms.chunks)
    for candidates in candidate_queries(terms, share=share, limit=limit):
        among_others = count is None and size.indexed > MOSTLY * terms.chunks
        within = f"'@w{workspace.pk}' & ({candidates})" if among_others else candidates
        ranked = _weighed(chunks, terms, within, limit)
        if len(ranked) == limit:
            break
    return ranked


def candidate_queries(terms: Terms, *, share: float, limit: int) -> list[str]:
    """Which chunks to weigh, as queries of the word index; a later one is for when the one before finds few.

    A chunk is weighed if the words that it holds are worth so much together: the least that leaves an
    affordable number. Weighing is exact, so that only chunks that hold little of the question are missed.
    `share`: of the workspace's chunks, those in scope.
    """
    words = [_quoted(term.stem) for term in terms.found]
    affordable = max(CANDIDATES_FOR_EACH * limit, LEAST_CANDIDATES) / share
    if sum(term.chunks for term in terms.found) <= affordable:
        return [" | ".join(words)]
    together = _combinations(terms)
    queries = [_joined(together, words, affordable * more) for more in (1, MORE)]
    return list(dict.fromkeys(queries))


@dataclass(frozen=True)
class _Combination:
    """Words of a question by their places. `worth`: of all; `less`: without the least; `chunks`: expected."""

    words: tuple[int, ...]
    worth: float
    less: float
    chunks: float


def _combinations(terms: Terms) -> list[_Combination]:
    """One, two or three of the rarest words. A long question has too many more."""
    return [
        _combination(words, terms)
        for size in range(1, MOST_TOGETHER + 1)
        for words in combinations(range(min(len(terms.found), MOST_COMBINED)), size)
    ]


def _combination(words: tuple[int, ...], terms: Terms) -> _Combination:
    chosen = [terms.found[word] for word in words]
    weights = [term.weight for term in chosen]
    expected = terms.chunks * TOGETHER ** (len(words) - 1)
    for term in chosen:
        expected *= term.chunks / terms.chunks
    return _Combination(words, sum(weights), sum(weights) - min(weights), min(expected, chosen[0].chunks))


def _joined(together: Sequence[_Combination], words: Sequence[str], affordable: float) -> str:
    """The smallest combinations worth at least as much as is affordable; the dearest where none is."""
    worths = sorted({combination.worth for combination in together})
    low, high = 0, len(worths) - 1
    while low < high:
        middle = (low + high) // 2
        chosen = _worth(together, worths[middle])
        low, high = (low, middle) if sum(each.chunks for each in chosen) <= affordable else (middle + 1, high)
    return _factored([each.words for each in _worth(together, worths[low])], words)


def _factored(chosen: Sequence[tuple[int, ...]], words: Sequence[str]) -> str:
    """Any of the combinations, each word written once for all that begin with it.

    The index of words tests the query for each entry that it reads: half as long where it is half as short.
    """
    alternatives = []
    for first, group in groupby(sorted(chosen), key=lambda each: each[0]):
        rests = [each[1:] for each in group]
        alone = () in rests  # the word alone is enough
        alternatives.append(words[first] if alone else f"{words[first]} & {_bracketed(rests, words)}")
    return " | ".join(alternatives)


def _bracketed(chosen: Sequence[tuple[int, ...]], words: Sequence[str]) -> str:
    written = _factored(chosen, words)
    return f"({written})" if " | " in written else written


def _worth(together: Sequence[_Combination], least: float) -> list[_Combination]:
    return [each for each in together if each.less < least <= each.worth]


def _weighed(chunks: QuerySet[Chunk], terms: Terms, query: str, limit: int) -> list[Ranked]:
    """`query`: empty to weigh them all."""
    distance = RawSQL("documents_chunk.terms <#> %s::sparsevec", [terms.vector], output_field=FloatField())
    if query:
        chunks = chunks.filter(
            RawSQL("documents_chunk.search @@ %s::tsquery", [query], output_field=BooleanField())
        )
    ranked = chunks.annotate(distance=distance).order_by("distance", "pk")
    found = ranked.values_list("distance", *RANKED)[:limit]
    return [Ranked(-distance, *row) for distance, *row in found if distance < 0]


def _quoted(stem: str) -> str:
    return "'" + stem.replace("\\", "\\\\").replace("'", "''") + "'"
