"""The pages of financial analyses: the companies of a workspace, one of them, and one document."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header, urlencode
from django.views.decorators.http import require_GET

from agentic.analysis.analyse import Analysis, analyse_company, analyse_document
from agentic.analysis.figures import Company, UnknownCompany, companies_of
from agentic.analysis.items import ALL
from agentic.analysis.workbook import workbook_of
from agentic.facts.queries import FigureRow
from chat.pages.companies import page_of
from documents.library.selectors import document_in, workspace_for
from documents.models import Workspace
from documents.views.web import Request, document_url, members_only
from ragsite.gate.headers import FILE_POLICY
from retrieval.question.ratios.named import ratios

MOST_CHARS = 200  # of a company's name
MOST_QUOTE = 400  # characters in a workbook's link, which Excel takes 2,079 of, each up to nine when encoded
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@members_only
@require_GET
def companies(request: Request, slug: str) -> HttpResponse:
    """All companies of which the workspace has figures."""
    workspace = workspace_for(request.user, slug)
    return _list(request, workspace, companies_of(request.user, workspace))


@members_only
@require_GET
def company(request: Request, slug: str) -> HttpResponse:
    """`?name=`: over all documents. `?by=`: the length of period. `?more=1`: all ratios."""
    workspace = workspace_for(request.user, slug)
    try:
        analysis = _of_company(request, workspace)
    except UnknownCompany as error:
        known = companies_of(request.user, workspace)
        return _list(request, workspace, known, sentence=str(error), status=404)
    return _page(request, analysis)


@members_only
@require_GET
def document_analysis(request: Request, slug: str, document_id: int) -> HttpResponse:
    """The same of one document. `?name=`: the company, where it tells of several."""
    return _page(request, _of_document(request, slug, document_id))


@members_only
@require_GET
def company_workbook(request: Request, slug: str) -> HttpResponse:
    return _workbook(request, _of_company(request, workspace_for(request.user, slug)))


@members_only
@require_GET
def document_workbook(request: Request, slug: str, document_id: int) -> HttpResponse:
    return _workbook(request, _of_document(request, slug, document_id))


def _of_company(request: Request, workspace: Workspace) -> Analysis:
    return analyse_company(request.user, workspace, _name(request), ratios=_more(request))


def _of_document(request: Request, slug: str, document_id: int) -> Analysis:
    document = document_in(request.user, slug, document_id)
    return analyse_document(request.user, document, company=_name(request), ratios=_more(request))


def _name(request: Request) -> str:
    return request.GET.get("name", "").strip()[:MOST_CHARS]


def _more(request: Request) -> list[str]:
    return [ALL] if request.GET.get("more") else []


def _list(
    request: Request, workspace: Workspace, known: list[Company], *, sentence: str = "", status: int = 200
) -> HttpResponse:
    context = {"workspace": workspace, "slug": workspace.slug, "companies": known, "sentence": sentence}
    return render(request, "companies/list.html", context, status=status)


def _page(request: Request, analysis: Analysis) -> HttpResponse:
    page = page_of(analysis, request.GET.get("by", ""))
    slug, document = analysis.workspace.slug, analysis.document
    name = analysis.company.name if analysis.company else ""
    query = {"name": name} if name and not (document and len(analysis.companies) == 1) else {}
    more = {"more": "1"} if request.GET.get("more") else {}
    place = [slug, document.pk] if document else [slug]
    context = {
        "workspace": analysis.workspace,
        "slug": slug,
        "document": document,
        "analysis": analysis,
        "page": page,
        "name": name,
        "has_more": bool(more),
        "ratio_count": len(ratios()),
        "query": urlencode({**query, **more}),
        "plain_query": urlencode(query),
        "workbook": reverse("document_workbook" if document else "company_workbook", args=place),
    }
    return render(request, "companies/company.html", context)


def _workbook(request: Request, analysis: Analysis) -> HttpResponse:
    def link(row: FigureRow) -> str:
        """The figure's page, with as much of its words as the address of a cell may have."""
        quote = row.quote if len(row.quote) <= MOST_QUOTE else ""
        address = document_url(analysis.workspace.slug, row.document_id, page=row.page, quote=quote)
        return request.build_absolute_uri(address)

    named = analysis.company.key.replace(" ", "-") if analysis.company else "analysis"
    response = HttpResponse(workbook_of(analysis, link), content_type=XLSX)
    response["Content-Disposition"] = content_disposition_header(True, f"{named}.xlsx")
    response["Content-Security-Policy"] = FILE_POLICY
    return response
