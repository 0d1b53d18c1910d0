"""The figures of a workspace over all its documents: narrowed, sorted, read page by page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, QuerySet
from django.db.models.functions import Coalesce, ExtractYear

from documents.document_map.retrieval_profile import measure_words
from documents.library.catalogue.fact_tables import COLUMNS, SEARCHED, Column, FactTable, any_holds, table_of
from documents.library.selectors import facts_of
from documents.models import Metric, Workspace

MOST_CHOICES = 300  # of companies and measures, the most frequent; the text filter finds the rest
PERIOD = re.compile(r"(\d{4})(?:-Q([1-4]))?")
YEAR = Coalesce(F("fiscal_year"), ExtractYear("period_end"))
FIGURE_COLUMNS = (
    Column("Company", lambda fact: fact.entity_name, "entity_name"),
    Column("Figure", lambda fact: fact.metric_name, "metric_name", "wide", lambda fact: fact.context),
    *COLUMNS["figures"][1:],
)
Choice = tuple[str, str]  # what the address says, what the page says


@dataclass(frozen=True)
class FigureFilter:
    """`measure`: a canonical name. `period`: “2025” with all in it, or “2025-Q3”. Empty: all."""

    q: str = ""
    company: str = ""
    measure: str = ""
    period: str = ""


@dataclass(frozen=True)
class FigureChoices:
    """What the figures of the workspace can be narrowed to, each in the order of its list."""

    company: list[Choice]
    measure: list[Choice]
    period: list[Choice]


def figure_table(
    user: Any, workspace: Workspace, wanted: FigureFilter, *, sort: str = "", number: str = "1"
) -> FactTable:
    """The page of figures asked for. An unknown period, sort or number is as if none were given."""
    figures = facts_of(user, workspace)
    if wanted.company:
        figures = figures.filter(entity_name=wanted.company)
    if wanted.measure:
        figures = figures.filter(canonical_name=wanted.measure)
    if period := PERIOD.fullmatch(wanted.period):
        figures = figures.alias(year=YEAR).filter(year=int(period[1]))
        figures = figures.filter(fiscal_quarter=int(period[2])) if period[2] else figures
    for word in wanted.q.split():
        figures = figures.filter(any_holds((*SEARCHED["figures"], "document__filename__icontains"), word))
    return table_of(figures, FIGURE_COLUMNS, tab="figures", matching=wanted.q, sort=sort, number=number)


def figure_choices(user: Any, workspace: Workspace, wanted: FigureFilter) -> FigureChoices:
    """The most frequent companies and measures by name, and the periods, latest first; what is chosen too."""
    figures = facts_of(user, workspace).order_by()
    companies = {name: name for name in [*_most(figures, "entity_name"), wanted.company]}
    measures = {name: measure_words(name) for name in [*_most(figures, "canonical_name"), wanted.measure]}
    return FigureChoices(_by_words(companies), _by_words(measures), _periods(figures))


def _by_words(words: dict[str, str]) -> list[Choice]:
    known = [(value, text[:1].upper() + text[1:]) for value, text in words.items() if value]
    return sorted(known, key=lambda choice: choice[1].casefold())


def _most(figures: QuerySet[Metric], field: str) -> list[str]:
    counted = figures.exclude(**{field: ""}).values_list(field).annotate(n=Count("pk")).order_by("-n", field)
    return [name for name, _ in counted[:MOST_CHOICES]]


def _periods(figures: QuerySet[Metric]) -> list[Choice]:
    """Each year and, below it, its quarters."""
    known = figures.annotate(year=YEAR).exclude(year=None).values_list("year", "fiscal_quarter").distinct()
    years = {(year, quarter or 5) for year, quarter in known} | {(year, 5) for year, _ in known}
    return [
        (str(year), str(year)) if quarter == 5 else (f"{year}-Q{quarter}", f"Q{quarter} {year}")
        for year, quarter in sorted(years, reverse=True)
    ]
