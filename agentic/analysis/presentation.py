"""An analysis as JSON: the same for the API and for `manage.py analyse`."""

from __future__ import annotations

from typing import Any

from agentic.analysis.analyse import Analysis, SpanAnalysis
from agentic.analysis.cells import Cell
from agentic.analysis.figures import Company
from agentic.analysis.insights import Insight
from agentic.analysis.spans import Span
from agentic.facts import wording
from agentic.facts.queries import FigureRow
from documents.library.catalogue.presentation import plain
from retrieval.question.plans.model import Leaf


def analysis_json(analysis: Analysis) -> dict[str, Any]:
    """`fields`, `ratios` and `reasoning_log` are of the newest period; `periods` has all of them."""
    newest = analysis.newest
    name = analysis.company.name if analysis.company else ""
    document = analysis.document
    return {
        "workspace": analysis.workspace.slug,
        "document": {"id": document.pk, "filename": document.filename} if document else None,
        "company": name,
        "companies": [each.name for each in analysis.companies if each.name] if document else [name],
        "documents": [{"id": pk, "filename": filename} for pk, filename in analysis.documents.items()],
        "period": _span(newest.span) if newest else None,
        "fields": {"company": name, **(_cells(newest.fields) if newest else {})},
        "ratios": _cells(newest.ratios) if newest else {},
        "insights": [_insight(each) for each in analysis.insights],
        "reasoning_log": [*analysis.steps, *(newest.steps if newest else ())],
        "periods": [_period(each) for each in analysis.spans],
        "refused": analysis.refused,
    }


def companies_json(companies: list[Company]) -> list[dict[str, Any]]:
    return [
        {
            "company": company.name,
            "figures": company.figures,
            "documents": company.documents,
            "latest": plain(company.latest),
        }
        for company in companies
    ]


def _period(each: SpanAnalysis) -> dict[str, Any]:
    return {
        **_span(each.span),
        "fields": _cells(each.fields),
        "ratios": _cells(each.ratios),
        "reasoning_log": list(each.steps),
    }


def _span(span: Span) -> dict[str, Any]:
    return {
        "label": span.label,
        "kind": span.kind,
        "start": plain(span.start),
        "end": plain(span.end),
        "fiscal_year": span.fiscal_year,
        "fiscal_quarter": span.fiscal_quarter,
    }


def _cells(cells: tuple[Cell, ...]) -> dict[str, Any]:
    return {cell.item.name: cell_json(cell) for cell in cells}


def cell_json(cell: Cell) -> dict[str, Any]:
    """`value` in base units, per cent as a fraction; null where `refused` says why."""
    return {
        "label": cell.label,
        "value": plain(cell.value),
        "text": cell.text,
        "unit": cell.currency or cell.item.unit,
        "formula": cell.formula,
        "computed": "" if cell.is_read else cell.computed,
        "definition": cell.item.source,
        "inputs": [_input(leaf, row) for leaf, row in cell.inputs],
        "refused": cell.refused,
        "note": cell.note,
    }


def _input(leaf: Leaf, row: FigureRow) -> dict[str, Any]:
    return {
        "measure": leaf.measure,
        "label": row.metric_name,
        "value": plain(row.numeric_value),
        "text": wording.amount(row),
        "unit": row.unit,
        "period_start": plain(row.period_start),
        "period_end": plain(row.period_end),
        "document": row.filename,
        "document_id": row.document_id,
        "page": row.page,
        "quote": row.quote,
    }


def _insight(insight: Insight) -> dict[str, Any]:
    return {
        "name": insight.name,
        "of": insight.cell.item.name,
        "period": insight.cell.span.label,
        "value": plain(insight.cell.value),
        "text": insight.cell.text,
        "says": insight.says,
        "threshold": insight.threshold,
        "source": insight.source,
        "sentence": insight.sentence,
    }
