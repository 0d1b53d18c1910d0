"""What a document of a kind comes to: the total of an invoice, whatever its label calls it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from agentic.facts.queries import FigureRow
from documents.models import Document, Metric
from retrieval.question.model import QueryAnalysis
from retrieval.question.totals import total_rank
from retrieval.scope.conditions import documents_called
from retrieval.scope.model import Scope
from retrieval.stems import stems

KINDS = ("sum", "average", "highest", "lowest")
DUE = "due payable pay paid owe owed"
ASKED = f"total amount {DUE} bill billed charge charged worth value cost costs price gross"
MOST_LABELS = 500


def nouns_of(analysis: QueryAnalysis) -> list[str]:
    """The kinds of documents that the question names, without “document” itself."""
    return [mention.name for mention in analysis.document_nouns if mention.name not in ("document", "file")]


def total_labels(analysis: QueryAnalysis, scope: Scope, left: Iterable[str]) -> tuple[str, ...]:
    """The labels of the totals of a kind of documents, where nothing else is asked for.

    `left`: the stems of the question's words that neither ask nor name anything.
    """
    nouns = nouns_of(analysis)
    if analysis.kind not in KINDS or analysis.measures or not nouns or set(left) - stems(ASKED):
        return ()
    called = Document.objects.filter(documents_called(nouns), pk__in=scope.documents())
    known = Metric.objects.answering().filter(document__in=called, anchored=True).order_by()
    about = known.filter(label_stems__overlap=sorted(stems(f"{ASKED} {' '.join(nouns)}")))
    labels = about.values_list("metric_name", flat=True).distinct()[:MOST_LABELS]
    return tuple(label for label in labels if total_rank(label, nouns) is not None)


def of_each_document(rows: Sequence[FigureRow], analysis: QueryAnalysis) -> list[FigureRow]:
    """Of each document the figures whose label is most surely its total's."""
    nouns = nouns_of(analysis)
    documents: dict[int, list[tuple[int, FigureRow]]] = defaultdict(list)
    for row in rows:
        if (rank := total_rank(row.metric_name, nouns)) is not None:
            documents[row.document_id].append((rank, row))
    best = {document: min(rank for rank, _ in ranked) for document, ranked in documents.items()}
    return [row for document, ranked in documents.items() for rank, row in ranked if rank == best[document]]
