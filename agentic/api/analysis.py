"""Endpoints of financial analysis: of a document, and of a company over all documents of a workspace."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Field, Query, Router, Schema

from agentic.analysis.analyse import analyse_company, analyse_document
from agentic.analysis.figures import companies_of
from agentic.analysis.presentation import analysis_json, companies_json
from documents.api.auth import user_of
from documents.library.selectors import document_for, workspace_for

router = Router(tags=["Financial analysis"])
RATIOS = Query("", description="More ratios beside the five: names, comma-separated, or “all”.")


class AnalysisDocument(Schema):
    id: int
    filename: str


class PeriodOut(Schema):
    label: str = Field(examples=["fiscal 2023", "Q3 of fiscal 2023"])
    kind: str = Field(description="year, quarter, half-year, nine months, twelve months, month or date.")
    start: str | None = Field(description="Empty for a day.")
    end: str
    fiscal_year: int | None
    fiscal_quarter: int | None


class InputOut(Schema):
    measure: str = Field(description="The canonical name.", examples=["net_income"])
    label: str = Field(description="As written.")
    value: float | int
    text: str = Field(examples=["$5,777 million"])
    unit: str
    period_start: str | None
    period_end: str | None
    document: str
    document_id: int
    page: int | None
    quote: str


class CellOut(Schema):
    label: str = Field(examples=["Net margin"])
    value: float | int | None = Field(description="In base units, per cent as a fraction; null if refused.")
    text: str = Field(examples=["16.9%"])
    unit: str = Field(description="A currency, or %, times, days.")
    formula: str = Field(examples=["net income ÷ revenue"])
    computed: str = Field(description="The formula with its figures; empty of what stands on a page.")
    definition: str
    inputs: list[InputOut]
    refused: str = Field(description="Why there is no value.")
    note: str


class PeriodAnalysisOut(PeriodOut):
    fields: dict[str, CellOut]
    ratios: dict[str, CellOut]
    reasoning_log: list[str]


class InsightOut(Schema):
    name: str = Field(description="The threshold's name, or “change_” and what changed.")
    of: str
    period: str
    value: float | int | None
    text: str
    says: str = Field(examples=["highly leveraged"])
    threshold: str = Field(examples=["2 or more"])
    source: str = Field(description="Whose threshold it is.")
    sentence: str


class AnalysisOut(Schema):
    workspace: str
    document: AnalysisDocument | None = Field(description="Null where it is of all documents.")
    company: str
    companies: list[str] = Field(description="All of which the document has figures.")
    documents: list[AnalysisDocument] = Field(description="In which the figures stand that were taken.")
    period: PeriodOut | None = Field(
        description="Of `fields` and `ratios`: the newest year, if there is one."
    )
    fields: dict[str, CellOut | str]
    ratios: dict[str, CellOut]
    insights: list[InsightOut]
    reasoning_log: list[str]
    periods: list[PeriodAnalysisOut] = Field(description="All, by length and the latest first.")
    refused: str = Field(description="Why there is no analysis, as a sentence; else empty.")


class CompanyOut(Schema):
    company: str
    figures: int
    documents: int
    latest: str | None


class CompaniesOut(Schema):
    companies: list[CompanyOut]


@router.get(
    "/documents/{int:document_id}/analysis",
    response=AnalysisOut,
    summary="Financial analysis of a document",
)
def get_document_analysis(
    request: HttpRequest, document_id: int, company: str = "", ratios: str = RATIOS
) -> Any:
    """Eight fields, five ratios or more, insights and how all came about, from this document alone.
    `company`: which one, of a document with figures of several."""
    user = user_of(request)
    document = document_for(user, document_id)
    return analysis_json(analyse_document(user, document, company=company.strip(), ratios=ratios.split(",")))


@router.get("/companies", response=CompaniesOut, summary="Companies that can be analysed")
def list_companies(request: HttpRequest, workspace: str = "default") -> Any:
    """Those of which the workspace's documents have figures, most figures first."""
    user = user_of(request)
    return {"companies": companies_json(companies_of(user, workspace_for(user, workspace)))}


@router.get("/companies/analysis", response=AnalysisOut, summary="Financial analysis of a company")
def get_company_analysis(
    request: HttpRequest, company: str, workspace: str = "default", ratios: str = RATIOS
) -> Any:
    """The same over all documents of the workspace, period by period."""
    user = user_of(request)
    place = workspace_for(user, workspace)
    return analysis_json(analyse_company(user, place, company, ratios=ratios.split(",")))
