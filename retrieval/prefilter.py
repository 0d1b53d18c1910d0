"""Which documents can hold the answer, by their metadata. Conditions add up; none excludes alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import Case, IntegerField, Q, QuerySet, Value, When

from documents.models import Document, Status, Workspace
from retrieval.analysis import DOCUMENT_NOUNS, QueryAnalysis, short_name

FILTER_FROM = 10  # documents; below, searching all of them costs nothing
MAX_CANDIDATES = 200  # documents kept at most, the best matching first


@dataclass(frozen=True, kw_only=True)
class Scope:
    """The documents to look at. `document_ids` is None where nothing was filtered out.

    `filters`: condition → what it asked for; `note`: why all documents are searched, where they are.
    """

    workspace: Workspace
    total: int
    document_ids: tuple[int, ...] | None = None
    filters: dict[str, object] = field(default_factory=dict)
    note: str = ""

    @property
    def candidates(self) -> int:
        return self.total if self.document_ids is None else len(self.document_ids)

    def documents(self) -> QuerySet[Document]:
        ready = self.workspace.documents.filter(status=Status.READY)
        return ready if self.document_ids is None else ready.filter(pk__in=self.document_ids)


def prefilter(
    analysis: QueryAnalysis, *, workspace: Workspace, document_ids: Sequence[int] = (), enabled: bool = True
) -> Scope:
    """The documents that match most conditions; all of them where none matches or there are few.

    `document_ids`: the user's own choice, which nothing widens.
    """
    ready = workspace.documents.filter(status=Status.READY)
    if document_ids:
        chosen = tuple(ready.filter(pk__in=document_ids).values_list("pk", flat=True))
        return Scope(
            workspace=workspace, total=ready.count(), document_ids=chosen, note="The documents you chose"
        )
    total = ready.count()
    conditions = _conditions(analysis)
    if not enabled or total < FILTER_FROM or not conditions:
        return Scope(workspace=workspace, total=total)
    matching = [
        Case(When(q, then=Value(1)), default=Value(0), output_field=IntegerField())
        for _, q in conditions.values()
    ]
    scored = ready.annotate(matches=sum(matching[1:], start=matching[0])).filter(matches__gt=0)
    ranked = list(
        scored.order_by("-matches", "-document_date", "pk").values_list("pk", "matches")[:MAX_CANDIDATES]
    )
    filters = {name: asked for name, (asked, _) in conditions.items()}
    if not ranked:
        return Scope(
            workspace=workspace, total=total, filters=filters, note="No document matches; all are searched"
        )
    best = ranked[0][1]
    kept = tuple(pk for pk, matches in ranked if matches == best)
    return Scope(workspace=workspace, total=total, document_ids=kept, filters=filters)


def _conditions(analysis: QueryAnalysis) -> dict[str, tuple[object, Q]]:
    """Condition → what it asks for and how to ask it."""
    conditions: dict[str, tuple[object, Q]] = {}
    if analysis.organizations:
        names = [m.name for m in analysis.organizations]
        asked = Q(organizations__overlap=names)
        for name in names:
            asked |= Q(title__icontains=short_name(name)) | Q(filename__icontains=short_name(name))
        conditions["organizations"] = (names, asked)
    if analysis.people:
        people = [m.name for m in analysis.people]
        conditions["people"] = (people, Q(people__overlap=people))
    nouns = [m.name for m in analysis.document_nouns if m.name not in ("document", "file")]
    if nouns:
        conditions["document_types"] = (nouns, documents_called(nouns))
    if analysis.date_from and analysis.date_to:
        asked = Q(period_end__gte=analysis.date_from, period_start__lte=analysis.date_to)
        asked |= Q(period_end=None, document_date__range=(analysis.date_from, analysis.date_to))
        conditions["dates"] = (f"{analysis.date_from} – {analysis.date_to}", asked)
    return conditions


def documents_called(nouns: Sequence[str]) -> Q:
    """Documents that go by a noun: by bucket, file name or title, or by type where no name says otherwise."""
    asked = Q()
    for noun in nouns:
        stem = noun.rstrip("y")
        asked |= Q(bucket__icontains=stem) | Q(filename__icontains=stem) | Q(title__icontains=stem)
        asked |= Q(document_type__in=DOCUMENT_NOUNS.get(noun, ()))
    return asked
