"""The figures of an answer as its evidence and table."""

from __future__ import annotations

from collections.abc import Sequence

from agentic.evidence import Evidence, ResultTable
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.figures.fetching import Found
from agentic.facts.queries import FigureRow
from agentic.facts.workings import shown
from agentic.outcome import coverage

LISTED = 50  # figures shown at most


def figures_evidence(figures: Sequence[FigureRow], found: Found, case: Case) -> Evidence:
    """The figures answered with, a table of them, and all figures that were found as the check's ground."""
    for row in figures:
        case.cite(row.span)
    table = shown(
        ("Figure", "Of", "Period", "Value", "Document", "Page"),
        [
            ((r.metric_name, r.entity_name, wording.when(r), wording.amount(r), r.filename, r.page), r.span)
            for r in figures[:LISTED]
        ],
        case.workings.tables[-1].sql if case.workings.tables else "",
    )
    tables: tuple[ResultTable, ...] = (table,) if len(figures) > 1 else ()
    return Evidence(
        spans=tuple(case.workings.spans),
        figures=tuple(row.figure for rows in found.values() for row in rows),
        tables=tables,
        coverage=coverage(case.scope),
        tried=tuple(f"{table.explanation}: {len(table.rows)} figures" for table in case.workings.tables),
    )
