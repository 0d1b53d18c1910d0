"""What a model is told of the views, and of what one workspace holds in them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.db.models import Count, Max, Min, QuerySet

from agentic.running.prompts import prompt
from documents.models import Metric
from reading.measures.catalogue import find_measures
from reading.values.periods import FiscalCalendar, find_periods
from retrieval.scope.model import Scope

MOST_NAMES = 25  # of measures: a longer list costs the local model a second per 70 tokens
MOST_LABELS = 15
MOST_ENTITIES = 8
MOST_VALUES = 500  # looked for in a question
_VIEWS_BEGIN, _VIEWS_END = "Views", "\n\n"
_PATTERNS_BEGIN = "More statements of the kind you write:"


def schema_text(scope: Scope) -> str:
    """The views with the meaning of their columns, then what is in them here."""
    text = prompt("sql_agent").text
    begin = text.index(_VIEWS_BEGIN)
    return f"{text[begin : text.index(_VIEWS_END, begin)]}\n{present(scope)}"


def schema_guide() -> str:
    """The views with the meaning of their columns, and statements of the kind that they are asked by."""
    text = prompt("sql_agent").text
    begin, patterns = text.index(_VIEWS_BEGIN), text.index(_PATTERNS_BEGIN)
    return f"{text[begin : text.index(_VIEWS_END, begin)].strip()}\n\n{text[patterns:].strip()}"


def conditions_for(question: str, scope: Scope) -> str:
    """What rules make of the question's words, as conditions on figures: a small model guesses them badly."""
    figures = _figures(scope)
    measures = dict.fromkeys(name for name, _, _ in find_measures(question))
    known = set(figures.filter(canonical_name__in=measures).values_list("canonical_name", flat=True))
    found = [f"measure = {literal(name)}" for name in measures if name in known]
    found += [f"entity_name = {literal(name)}" for name in _named(question, figures, "entity_name")]
    found += [f"bucket = {literal(name)}" for name in _named(question, scope.documents(), "bucket")]
    found += _period_conditions(question)
    return f"In SQL: {'; '.join(found)}" if found else ""


def _named(question: str, rows: QuerySet, column: str) -> list[str]:
    """The values of `column` that the question names, in the plural or not."""
    values = (
        rows.exclude(**{column: ""}).order_by(column).values_list(column, flat=True).distinct()[:MOST_VALUES]
    )
    asked = question.casefold()
    return [value for value in values if re.search(rf"\b{re.escape(value.casefold().rstrip('s'))}", asked)]


def _period_conditions(question: str) -> list[str]:
    periods = [period for period, _, _ in find_periods(question, FiscalCalendar()) if period.fiscal_year]
    if not periods:
        return [f"fiscal_quarter = {quarter}" for quarter in re.findall(r"\bQ([1-4])\b", question)]
    return [
        f"fiscal_year = {period.fiscal_year} AND fiscal_quarter "
        + (f"= {period.fiscal_quarter}" if period.fiscal_quarter else "IS NULL")
        for period in periods
    ]


def literal(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def hint(sql: str, error: str) -> str:
    """What may mend a statement that PostgreSQL refused; "" where nothing is known."""
    if "operator does not exist: date" in error:
        return " Choose periods with fiscal_year and fiscal_quarter, or compare dates with DATE '2020-12-31'."
    if "does not exist" not in error:
        return ""
    lines = (line.split(" -- ")[0] for line in prompt("sql_agent").text.splitlines())
    views = (line for line in lines if re.search(rf"\b{line.split('(')[0]}\b", sql) and line.endswith(")"))
    return " ".join(("", *(f"The columns are {view}." for view in views)))


def _figures(scope: Scope) -> QuerySet:
    figures = Metric.objects.answering().filter(workspace=scope.workspace)
    return figures if scope.chosen is None else figures.filter(document__in=scope.chosen)


def present(scope: Scope) -> str:
    """The names, units, years and kinds of documents that occur in the scope, a line each."""
    figures = _figures(scope).filter(anchored=True, numeric_value__isnull=False)
    documents = scope.documents()
    years = figures.aggregate(first=Min("fiscal_year"), last=Max("fiscal_year"))
    measures = _most_frequent(figures.exclude(canonical_name=""), "canonical_name")
    labels = _most_frequent(figures.filter(canonical_name=""), "metric_name", MOST_LABELS)
    lines = {
        "measure": [*measures, *labels],
        "entity_name": _most_frequent(figures.exclude(entity_name=""), "entity_name", MOST_ENTITIES),
        "unit": _most_frequent(figures.exclude(unit=""), "unit", MOST_ENTITIES),
        "fiscal_year": [f"{years['first']} to {years['last']}"] if years["first"] else [],
        "document_type": _counted(documents, "document_type"),
        "bucket": _counted(documents, "bucket"),
    }
    told = [f"{name}: {', '.join(values)}" for name, values in lines.items() if values]
    return "\n".join(["What occurs here:", *told])


def _most_frequent(rows: QuerySet, column: str, most: int = MOST_NAMES) -> list[str]:
    counted = rows.values(column).annotate(n=Count("pk")).order_by("-n", column)[:most]
    return [_short(row[column]) for row in counted]


def _counted(rows: QuerySet, column: str) -> list[str]:
    counted: Iterable[dict] = (
        rows.values(column).annotate(n=Count("pk")).order_by("-n", column)[:MOST_ENTITIES]
    )
    return [f"{row[column]} ({row['n']})" for row in counted if row[column]]


def _short(name: str, most: int = 40) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"
