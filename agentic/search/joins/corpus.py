"""What may be joined: the documents of a workspace or those chosen, their properties and passages."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce

from django.db.models import Q, QuerySet

from documents.models import Chunk, Document, Status, TableRow, Workspace

MOST = 50  # documents that have a value; one that more have tells nothing
MOST_FOUND = 1_000  # rows that are looked at for several values
CODE = re.compile(r"(?=.*\d)[^\W_](?:[\w/.-]*[^\W_])?")  # “C-1007”
MOST_SECONDS = 3.0  # after which no further way is tried


@dataclass(frozen=True)
class Corpus:
    """`chosen`: only these documents; None for all."""

    workspace: Workspace
    chosen: Sequence[int] | None = None
    began: float = field(default_factory=time.monotonic)

    @property
    def is_late(self) -> bool:
        return time.monotonic() - self.began > MOST_SECONDS

    def documents(self) -> QuerySet[Document]:
        found = self.workspace.documents.filter(status=Status.READY, superseded_by=None)
        return found if self.chosen is None else found.filter(pk__in=self.chosen)

    def properties(self) -> QuerySet[TableRow]:
        """The “Label: value” lines, in whatever order."""
        rows = TableRow.objects.answering().filter(
            workspace=self.workspace, anchored=True, table="properties",
            document__status=Status.READY, document__superseded_by=None,
        )  # fmt: skip
        rows = rows if self.chosen is None else rows.filter(document__in=self.chosen)
        return rows.select_related("document").order_by()

    def passages(self) -> QuerySet[Chunk]:
        found = Chunk.objects.filter(
            workspace=self.workspace, excluded=False,
            document__status=Status.READY, document__superseded_by=None,
        )  # fmt: skip
        found = found if self.chosen is None else found.filter(document__in=self.chosen)
        return found.select_related("document").order_by()

    def giving(self, values: Sequence[str]) -> list[TableRow]:
        """The properties that have one of the values, in small letters, but for values that many have."""
        if not values:
            return []
        rows = list(self.properties().filter(small_value__in=list(values))[: MOST_FOUND + 1])
        if len(rows) > MOST_FOUND:
            return []
        count = Counter(value_of(row).casefold() for row in rows)
        telling = {value for value in values if 0 < count[value] <= MOST}
        kept = [row for row in rows if value_of(row).casefold() in telling]
        return sorted(kept, key=lambda row: (row.document_id, row.pk))


def value_of(row: TableRow) -> str:
    return str(row.properties.get(row.label) or "")


def any_has(names: Sequence[str], column: str) -> Q:
    """Rows whose column has one of the names, as far as letters tell."""
    return reduce(Q.__or__, (Q(**{f"{column}__icontains": name}) for name in names))
