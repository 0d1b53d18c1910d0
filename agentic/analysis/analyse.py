"""The analysis of a document or of a company, from the figures to what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from agentic.analysis.book import Book
from agentic.analysis.cells import Cell, cell_of
from agentic.analysis.figures import Company, companies_of, company_called, material_of, subject_of
from agentic.analysis.insights import Insight, insights_of
from agentic.analysis.items import FIELDS, item_called, ratios_called
from agentic.analysis.spans import Span
from agentic.analysis.steps import steps_of_material, steps_of_span
from documents.models import Document, Workspace
from retrieval.question.ratios.named import Ratio

NOTHING_READ = "No figures of a company that an analysis could begin with were read from this document."
NO_PERIOD = "Of no period is there a figure that an analysis could begin with."
MOST_SPANS = 12  # of one length, the latest


@dataclass(frozen=True)
class SpanAnalysis:
    """One span: its fields and ratios, and how they came about."""

    span: Span
    fields: tuple[Cell, ...]
    ratios: tuple[Cell, ...]
    steps: tuple[str, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        return (*self.fields, *self.ratios)


@dataclass(frozen=True)
class Analysis:
    """`refused`: why there is none, as a sentence. `companies`: all that could be asked for, this one too.

    `spans`: in the order of their lengths, the latest first. `document`: None where it is of all of them.
    """

    workspace: Workspace
    company: Company | None = None
    companies: tuple[Company, ...] = ()
    document: Document | None = None
    spans: tuple[SpanAnalysis, ...] = ()
    ratios: tuple[Ratio, ...] = ()
    insights: tuple[Insight, ...] = ()
    steps: tuple[str, ...] = ()
    refused: str = ""

    @property
    def newest(self) -> SpanAnalysis | None:
        """The latest year; where there is none, the latest span of the first length."""
        return self.spans[0] if self.spans else None

    @property
    def kinds(self) -> list[str]:
        return list(dict.fromkeys(each.span.kind for each in self.spans))

    def of_kind(self, kind: str) -> list[SpanAnalysis]:
        return [each for each in self.spans if each.span.kind == kind]

    @cached_property
    def documents(self) -> dict[int, str]:
        """Number → file name of those that its figures stand in."""
        rows = (row for each in self.spans for cell in each.cells for _, row in cell.inputs)
        return {row.document_id: row.filename for row in rows}


def analyse_document(
    user: Any, document: Document, *, company: str = "", ratios: Sequence[str] = ()
) -> Analysis:
    """What one document tells of the company that it is about, or of the one that is named.

    `ratios`: names beside the five, or “all”. Raises `UnknownCompany`, and `RefusedChange` for other ratios.
    """
    wanted = ratios_called(ratios)
    companies = companies_of(user, document.workspace, document=document)
    chosen = company_called(companies, company) if company else subject_of(document, companies)
    known = Analysis(document.workspace, companies=tuple(companies), document=document, ratios=wanted)
    if chosen is None:
        return _refused(known)
    return _analysed(user, chosen, known)


def analyse_company(user: Any, workspace: Workspace, name: str, *, ratios: Sequence[str] = ()) -> Analysis:
    """What all documents of the workspace tell of a company. Raises as `analyse_document`."""
    wanted = ratios_called(ratios)
    companies = companies_of(user, workspace)
    known = Analysis(workspace, companies=tuple(companies), ratios=wanted)
    return _analysed(user, company_called(companies, name), known)


def _refused(known: Analysis) -> Analysis:
    names = [company.name for company in known.companies if company.name]
    told = NOTHING_READ
    if names:
        listed = ", ".join(names[:10]) + (" and others" if len(names) > 10 else "")
        told = f"This document has figures of several companies, {listed}: choose one of them."
    return replace(known, steps=(told,), refused=told)


def _analysed(user: Any, company: Company, known: Analysis) -> Analysis:
    material = material_of(user, known.workspace, company, document=known.document)
    maker = _Maker(Book(material), known.ratios)
    spans = maker.spans()
    insights: list[Insight] = []
    if spans:
        newest = spans[0].span
        before = next((each.span for each in spans if _is_year_before(each.span, newest)), None)
        insights = insights_of(maker.cell, newest, before)
    return replace(
        known,
        company=company,
        spans=tuple(spans),
        insights=tuple(insights),
        steps=tuple(steps_of_material(company.name, material, [each.span for each in spans])),
        refused="" if spans else NO_PERIOD,
    )


def _is_year_before(span: Span, newest: Span) -> bool:
    return span.kind == newest.kind and 350 <= (newest.end - span.end).days <= 380


@dataclass
class _Maker:
    """Each cell of one company's book once."""

    book: Book
    ratios: tuple[Ratio, ...]
    _cells: dict[tuple[str, Span], Cell] = field(default_factory=dict)

    def cell(self, name: str, span: Span) -> Cell:
        if (name, span) not in self._cells:
            self._cells[name, span] = cell_of(self.book, item_called(name), span)
        return self._cells[name, span]

    def spans(self) -> list[SpanAnalysis]:
        """The latest of each length that give at least one field."""
        found: list[SpanAnalysis] = []
        for span in self.book.spans:
            if sum(each.span.kind == span.kind for each in found) == MOST_SPANS:
                continue
            fields = tuple(self.cell(item.name, span) for item in FIELDS)
            if any(cell.value is not None for cell in fields):
                ratios = tuple(self.cell(item.name, span) for item in self.ratios)
                steps = tuple(steps_of_span(self.book, (*fields, *ratios)))
                found.append(SpanAnalysis(span, fields, ratios, steps))
        return found
