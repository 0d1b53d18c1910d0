"""What a handler of the facts route gives back, and the few ways to build it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from agentic.citations.marks import mark_among
from agentic.evidence import ResultTable, Span
from agentic.sql.execution import run_select
from agentic.trace import Trace
from documents.models import Workspace
from retrieval.sheets.asked import Request
from retrieval.sheets.model import Sheet


@dataclass
class Workings:
    """The statements that were run for an answer, and how to run another. Nothing else is shared."""

    workspace: Workspace
    trace: Trace
    documents: Collection[int] | None = None  # the only ones that may be looked at; None for all
    tables: list[ResultTable] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    cited: set[int] = field(default_factory=set)  # figures that an answer takes
    sheets: dict[tuple[object, ...], list[Sheet]] = field(default_factory=dict)  # by documents, read once
    likeliest: dict[tuple[object, ...], list[int]] = field(default_factory=dict)  # documents, by question
    requests: dict[tuple[str, int], Request | None] = field(default_factory=dict)  # by question and sheet
    _known: dict[str, ResultTable] = field(default_factory=dict)

    def select(self, sql: str, why: str) -> ResultTable:
        """Run one statement as a step of the trace; what it gave, where it ran for the question before."""
        if table := self._known.get(sql):
            return table
        with self.trace.step("sql", why) as step:
            step.sql = sql
            table = run_select(
                sql, workspace=self.workspace, documents=self.documents, is_template=True, explanation=why
            )
            step.sql, step.rows = table.sql, len(table.rows)
        self.tables.append(table)
        self._known[sql] = table
        return table

    def cite(self, span: Span) -> str:
        """The mark of a span; the same words on the same page share one."""
        if span.kind == "metric" and span.fact_id is not None:
            self.cited.add(span.fact_id)
        return mark_among(self.spans, span)


def shown(
    columns: Sequence[str], rows: Sequence[tuple[Sequence[object], Span | None]], sql: str
) -> ResultTable:
    """A table to show: rows with the places that they come from."""
    return ResultTable(
        columns=tuple(columns),
        rows=tuple(tuple(cells) for cells, _ in rows),
        spans=tuple(span for _, span in rows),
        sql=sql,
    )
