"""Pages of documents, ranked by all that speaks for them: words, meaning, and the figures they show."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import connection

from reading.measures.catalogue import MEASURES
from retrieval.question.model import QueryAnalysis
from retrieval.scope.model import Scope
from retrieval.search.called import called_scores
from retrieval.search.chunks import chunks_in
from retrieval.search.keyword.concepts import wanted_measures
from retrieval.search.keyword.figure_labels import row_scores
from retrieval.search.keyword.keywords import Term
from retrieval.search.results import Ranked

Page = tuple[int, int]  # document, page
# Chosen on `evaluate pages`, where anything from 0.6 to 1.5, and from 0.1 to 0.3, does within 0.06.
FIGURES_WEIGHT = 1.5  # of the page that shows most of the measures asked for; the best page by words has 1
MEASURE_WEIGHT = 0.5  # the same where one measure is asked for: many pages show it, and rows tell them apart
ROWS_WEIGHT = 1.0  # of a page with a row whose label is the question; 0.7 to 1.3 does as well
AHEAD_WEIGHT = 0.5  # of a page of the report that goes ahead; 0.3 leaves one of 48 first documents wrong
NEIGHBOURS_WEIGHT = 0.2  # of a page's second and third chunk
FIGURE_DOCUMENTS = 10  # whose figures are compared, those with the best passages: some 3,000 rows each
BEST_OF = 3  # passages of a document that speak for it
STATEMENT = 8  # different measures on a page that make it a statement rather than a mention of a figure
MENTION_SHARE = 0.3  # what a page is worth that mentions a measure among none other
MEASURES_SHOWN = """
SELECT document_id, page, array_agg(DISTINCT canonical_name) FROM documents_metric
WHERE workspace_id = %(workspace)s AND anchored AND NOT kept_out AND page IS NOT NULL
    AND canonical_name = ANY (%(measures)s::text[])
    AND (%(documents)s::bigint[] IS NULL OR document_id = ANY (%(documents)s::bigint[]))
GROUP BY document_id, page"""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is looked for and where. `terms`: the question's, without what all pages have."""

    terms: Sequence[Term]
    analysis: QueryAnalysis
    scope: Scope


def best_chunks(
    scores: Mapping[int, float], ranked: Iterable[Ranked], asked: Asked, *, limit: int
) -> dict[int, float]:
    """One chunk for each of the best pages, with the page's score, best first. `scores`: chunk → 0–1.

    `ranked`: where the chunks stand.
    """
    places = {each.chunk: each for each in ranked}
    on_page: dict[Page, list[tuple[float, int]]] = defaultdict(list)
    for chunk, score in scores.items():
        for page in places[chunk].pages:
            on_page[page].append((score, chunk))
    totals = {page: _joined(sorted(found, reverse=True)) for page, found in on_page.items()}
    for page, score in figure_scores(asked, _documents_to_compare(scores, places, asked.scope)).items():
        totals[page] = totals.get(page, 0.0) + score
    documents = {document for document, _ in totals}
    called = called_scores(asked.analysis.transformed_query, asked.terms, documents)
    for page in totals:
        totals[page] += called.get(page[0], 0.0)
        totals[page] += AHEAD_WEIGHT if page[0] in asked.scope.ahead else 0.0
    in_order = sorted(totals, key=lambda page: (-totals[page], page))
    chosen, best = _covering(in_order, asked.scope, limit), dict[int, float]()
    # A page seldom shows nothing: the first few are looked up, and more only where they are not enough.
    for first in range(0, len(chosen), 2 * limit):
        some = chosen[first : first + 2 * limit]
        unread = _first_chunks([page for page in some if page not in on_page], asked.scope)
        for page in some:
            shown = max(on_page[page])[1] if page in on_page else unread.get(page)
            if shown is not None:
                best.setdefault(shown, totals[page])
        if len(best) >= limit:
            break
    return dict(list(best.items())[:limit])


def _documents_to_compare(scores: Mapping[int, float], places: Mapping[int, Ranked], scope: Scope) -> Scope:
    """The scope, cut to the documents whose passages fit best where there are more than a few.

    All reports show revenue: which of them is meant, words and meaning tell.
    """
    if scope.candidates <= FIGURE_DOCUMENTS:
        return scope
    found: dict[int, list[float]] = defaultdict(list)
    for chunk, score in scores.items():
        found[places[chunk].document_id].append(score)
    sums = {document: sum(sorted(each, reverse=True)[:BEST_OF]) for document, each in found.items()}
    best = sorted(sums, key=lambda document: (-sums[document], document))[:FIGURE_DOCUMENTS]
    return replace(scope, document_ids=tuple(best))


def _joined(found: Sequence[tuple[float, int]]) -> float:
    return found[0][0] + NEIGHBOURS_WEIGHT * sum(score for score, _ in found[1:3])


def _covering(ranked: Sequence[Page], scope: Scope, limit: int) -> list[Page]:
    """The pages in order; where the filter chose a few documents, the first `limit` hold each of them.

    A question on how something changed from report to report needs them all.
    """
    first = list(ranked[:limit])
    if 1 < len(scope.document_ids or ()) <= limit:
        held = Counter(document for document, _ in first)
        for page in ranked[limit:]:
            if not held[page[0]]:
                spare = next(other for other in reversed(first) if held[other[0]] > 1)
                first[first.index(spare) :] = [*first[first.index(spare) + 1 :], page]
                held.update({page[0]: 1, spare[0]: -1})
    return [*first, *(page for page in ranked if page not in set(first))]


def _first_chunks(pages: Sequence[Page], scope: Scope) -> dict[Page, int]:
    """The chunk that begins on each page, or reaches into it, for pages that only their figures found."""
    found: dict[Page, int] = {}
    if not pages:
        return found
    wanted, documents = set(pages), {document for document, _ in pages}
    rows = chunks_in(scope).filter(document__in=documents, page_end__in={number for _, number in pages})
    for pk, document, first, last in rows.order_by("document", "index").values_list(
        "pk", "document_id", "page_start", "page_end"
    ):
        for page in ((document, last), (document, first)):
            if page in wanted:
                found.setdefault(page, pk)
    return found


def figure_scores(asked: Asked, scope: Scope) -> dict[Page, float]:
    """What the figures on each page of `scope` say of the question."""
    scores = measure_scores(asked.analysis, scope)
    for page, score in row_scores(asked.terms, scope, asked.analysis.periods).items():
        scores[page] = scores.get(page, 0.0) + ROWS_WEIGHT * score
    return scores


def measure_scores(analysis: QueryAnalysis, scope: Scope) -> dict[Page, float]:
    """Pages that show the measures the question is answered from: 0–`FIGURES_WEIGHT`, the best has all.

    A page with many measures, such as a financial statement, is worth more than one that mentions a figure.
    """
    wanted = wanted_measures(analysis)
    if not wanted:
        return {}
    shown = _shown(scope)
    scores = {page: _shares(names, wanted) for page, names in shown.items()}
    best = max(scores.values(), default=0.0)
    weight = FIGURES_WEIGHT if len(wanted) > 1 else MEASURE_WEIGHT
    return {page: weight * score / best for page, score in scores.items() if score}


def _shares(names: Sequence[str], wanted: Sequence[str]) -> float:
    density = min(1.0, len(names) / STATEMENT)
    return len(set(names) & set(wanted)) / len(wanted) * (MENTION_SHARE + (1 - MENTION_SHARE) * density)


def _shown(scope: Scope) -> dict[Page, list[str]]:
    """Page → the measures that it shows, of the documents in scope."""
    documents = None if scope.document_ids is None else list(scope.document_ids)
    values = {"workspace": scope.workspace.pk, "documents": documents, "measures": list(MEASURES)}
    with connection.cursor() as cursor:
        cursor.execute(MEASURES_SHOWN, values)
        return {(document, page): names for document, page, names in cursor.fetchall()}
