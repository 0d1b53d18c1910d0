"""The tables of a workspace, and each to browse, sort, narrow and see as a chart."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from documents.library.catalogue.tables import Table, TableColumn, cell, heads, is_total, table_for, tables_of
from documents.library.selectors import document_in, workspace_for
from documents.models import TableRow
from documents.page_names import page_titles
from documents.views.charts import Picture, Point, picture_of, short_value
from documents.views.web import Request, members_only
from reading.model import unit_key

PER_PAGE = 100
MOST_CHARS = 200  # of a filter
MOST_BARS = 12  # more have no room
LEAST_BARS = 2
LONGEST_NAME = 10  # characters under a bar


@members_only
@require_GET
def tables(request: Request, slug: str) -> HttpResponse:
    """All tables of the workspace, or for htmx only the list. `?q=` narrows it by words."""
    workspace = workspace_for(request.user, slug)
    words = request.GET.get("q", "").strip()[:MOST_CHARS]
    found = Paginator(tables_of(request.user, workspace, search=words), PER_PAGE)
    page = found.get_page(request.GET.get("p", "1"))
    shown = heads(page.object_list)
    titles = page_titles({(head.document_id, head.page) for head in shown if head.page})
    context = {
        "workspace": workspace,
        "slug": slug,
        "words": words,
        "page": page,
        "tables": [
            replace(head, page_title=titles.get((head.document_id, head.page or 0), "")) for head in shown
        ],
        "query": urlencode({"q": words} if words else {}),
    }
    is_part = request.htmx and request.htmx.target == "tables"
    return render(request, f"documents/tables/{'_list' if is_part else 'list'}.html", context)


@members_only
@require_GET
def table(request: Request, slug: str, document_id: int, number: int) -> HttpResponse:
    """One table. `?q=` keeps rows by their words, `?sort=` puts them in order, `?chart=` draws a column."""
    document = document_in(request.user, slug, document_id)
    words = request.GET.get("q", "").strip()[:MOST_CHARS]
    found = table_for(request.user, document, number, matching=words, sort=request.GET.get("sort", ""))
    chart = request.GET.get("chart", "")
    column = _column(found, chart)
    page = Paginator(found.rows, PER_PAGE).get_page(request.GET.get("p", "1"))
    asked = {"q": words, "sort": found.sort, "chart": chart if column else ""}
    context = {
        "workspace": document.workspace,
        "slug": slug,
        "document": document,
        "table": found,
        "words": words,
        "page": page,
        "heads": _heads(found, asked),
        "rows": [(row, _shown(found, row)) for row in page],
        "charted": chart if column else "",
        "choices": [(str(at), each.name) for at, each in enumerate(found.columns) if each.kind == "number"],
        "kinds": [(each.name, each.categories) for each in found.columns if each.categories],
        "picture": _picture(found, column) if column else None,
        "query": urlencode({name: value for name, value in asked.items() if value}),
    }
    is_part = request.htmx and request.htmx.target == "table"
    return render(request, f"documents/tables/{'_table' if is_part else 'table'}.html", context)


def _column(found: Table, number: str) -> TableColumn | None:
    if not number.isdecimal() or len(number) > 4 or int(number) >= len(found.columns):
        return None
    column = found.columns[int(number)]
    return column if column.kind == "number" else None


def _heads(found: Table, asked: dict[str, str]) -> list[tuple[TableColumn, str, str]]:
    """(column, the address of a click, aria-sort)."""
    told = []
    for at, column in enumerate(found.columns):
        ways = {str(at): ("ascending", f"-{at}"), f"-{at}": ("descending", str(at))}
        first = f"-{at}" if column.kind == "number" else str(at)
        direction, following = ways.get(found.sort, ("none", first))
        query = {**asked, "sort": following}
        told.append((column, urlencode({name: value for name, value in query.items() if value}), direction))
    return told


def _shown(found: Table, row: TableRow) -> list[tuple[str, str, str]]:
    """(text, unit, css class) of each cell."""
    told = []
    for column in found.columns:
        content = cell(row, column.name)
        unit = row.properties.get(unit_key(column.name), "")
        if isinstance(content, int | float) and not isinstance(content, bool):
            told.append((_written(content, unit), "" if unit == "%" else unit, "number"))
        else:
            told.append((str(content) if content is not None else "", "", ""))
    return told


def _written(value: int | float, unit: str) -> str:
    if unit == "%":
        text = f"{value * 100:,.4f}".rstrip("0").rstrip(".")
        return f"{text}%".replace("-", "−")
    return (f"{value:,}" if isinstance(value, int) else f"{value:,.10f}".rstrip("0").rstrip(".")).replace(
        "-", "−"
    )


def _picture(found: Table, column: TableColumn) -> Picture | None:
    """Bars of the first rows as they are sorted and narrowed, totals left out."""
    rows = [row for row in found.rows if not is_total(row)]
    held = [row for row in rows if isinstance(cell(row, column.name), int | float)][:MOST_BARS]
    if len(held) < LEAST_BARS:
        return None
    points = [Point(_short(row.label), _in_short(row, column), cell(row, column.name)) for row in held]
    return picture_of(f"{column.name} of {found.head.title}", points, width=max(640.0, 64.0 * len(held)))


def _in_short(row: TableRow, column: TableColumn) -> str:
    return short_value(Decimal(str(cell(row, column.name))), column.unit)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1].rstrip()}…"
