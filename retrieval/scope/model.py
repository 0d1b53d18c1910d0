"""Where an answer may stand: the documents that a question is asked of."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from django.db.models import QuerySet

from documents.models import Document, Status, Workspace
from retrieval.search.keyword.keywords import Terms
from retrieval.search.results import Ranked, Size
from retrieval.sql import among


@dataclass(frozen=True, kw_only=True)
class Wording:
    """`question`: the words looked for in a scope of `size`, as `terms`; `ranked`: by them, best first.

    Kept with its scope, so that widening and search read the passages once. `asked`: what it was made for.
    """

    question: str
    terms: Terms
    size: Size
    ranked: tuple[Ranked, ...]
    asked: tuple[object, ...]

    @property
    def best_score(self) -> float:
        return self.ranked[0].score if self.ranked else 0.0


@dataclass(frozen=True, kw_only=True)
class Scope:
    """The documents to look at, or to look at first. `document_ids` is None where all are alike.

    `is_chosen`: the user named them, so that nothing else may be looked at. `lead`: what else a passage of
    them is ahead of the others' by in a search, whose best passages have about 1.
    `passages`: SQL on documents_chunk that their passages must meet, where only some may be looked at.
    `filters`: condition → what it asked for; `note`: why all documents are searched, where they are.
    `ahead`: those that are likeliest to hold all that is asked: of several years the last one's report.
    `wording`: what its passages say of a question, where they were looked at.
    """

    workspace: Workspace
    total: int
    document_ids: tuple[int, ...] | None = None
    is_chosen: bool = False
    lead: float = 0.0
    filters: dict[str, object] = field(default_factory=dict)
    note: str = ""
    passages: tuple[str, ...] = ()
    ahead: frozenset[int] = frozenset()
    wording: Wording | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of(cls, workspace: Workspace) -> Scope:
        """All documents of the workspace."""
        return cls(workspace=workspace, total=workspace.documents.filter(status=Status.READY).count())

    @cached_property
    def naming_offset(self) -> int:
        """Added to the year in which a fiscal year ends, gives its name here; 0 where documents differ."""
        offsets = self.documents().order_by().values_list("fiscal_year_offset", flat=True).distinct()[:2]
        return offsets[0] if len(offsets) == 1 else 0

    @property
    def candidates(self) -> int:
        return self.total if self.document_ids is None else len(self.document_ids)

    @property
    def chosen(self) -> tuple[int, ...] | None:
        """The documents that the user named; None where any may be looked at."""
        return self.document_ids if self.is_chosen else None

    @property
    def is_likely(self) -> bool:
        """Whether its documents are only likelier than others, which may hold the answer all the same."""
        return self.document_ids is not None and not self.is_chosen and bool(self.filters)

    @property
    def opened(self) -> Scope:
        """All documents, where nobody chose some."""
        return replace(self, document_ids=None, wording=None) if self.is_likely else self

    @property
    def is_whole(self) -> bool:
        """Whether all passages of the workspace may be looked at."""
        return self.document_ids is None and not self.passages

    def documents(self) -> QuerySet[Document]:
        ready = self.workspace.documents.filter(status=Status.READY)
        if self.document_ids is None:
            return ready
        return ready.filter(among("pk", self.document_ids))
