"""What documents that a sentence names by a number give as properties: “Claim VC-901 was over EUR 480”."""

from __future__ import annotations

import re

from agentic.evidence import Figure, Span
from documents.models import Status, TableRow, Workspace
from reading.values.quantities import find_quantities
from retrieval.stems import stems, stems_of_each

CODE = re.compile(
    r"(?=[\w/.-]*[^\W\d_])(?=[\w/.-]*\d)[^\W_](?:[\w/.-]*[^\W_])?"
)  # “VC-901”: letters and digits
MOST_DOCUMENTS = 5  # that give one number: what more give names none of them


def figures_of_named(sentence: str, workspace: Workspace) -> tuple[Figure, ...]:
    """The numbers of properties whose label the sentence has a word of, of documents it names by a number."""
    codes = {match[0].casefold() for match in CODE.finditer(sentence)}
    rows = TableRow.objects.answering().filter(
        workspace=workspace, anchored=True, table="properties", document__status=Status.READY
    )
    naming = rows.filter(small_value__in=codes) if codes else rows.none()
    named = set(naming.values_list("document", flat=True)[: MOST_DOCUMENTS + 1])
    if not 0 < len(named) <= MOST_DOCUMENTS:
        return ()
    said = stems(sentence)
    given = list(rows.filter(document__in=named).select_related("document").order_by("pk"))
    labels = stems_of_each(row.label for row in given)
    return tuple(figure for row in given if labels[row.label] & said for figure in _figures(row))


def _figures(row: TableRow) -> list[Figure]:
    span = Span(
        document_id=row.document_id,
        filename=row.document.filename,
        page=row.page,
        quote=row.quote,
        kind="row",
        fact_id=row.pk,
    )
    words = row.quote.removeprefix(row.label)
    return [
        Figure(value=q.value, text=q.text, unit=q.unit, scale=q.scale, label=row.label, span=span)
        for q in find_quantities(words)
    ]
