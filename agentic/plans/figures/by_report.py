"""What each report itself gives of a measure: “How many of the reports show revenue above 1 billion?”."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.figures.cases import latest
from agentic.facts.queries import YEAR_DAYS, FigureRow
from agentic.plans.evaluate import Value
from agentic.plans.figures.lookup import as_charged, rows_of
from agentic.plans.values import Computed
from documents.models import Document
from reading.values.periods import Period
from retrieval.question.plans.model import Leaf, Plan

REPORTS = r"(?:(?P<length>annual|yearly|quarterly|interim)\s+)?(?:reports?|filings?|accounts|statements)"
OF_YEARS = re.compile(r"annual|yearly", re.IGNORECASE)
MOST = 40  # reports
QUARTER_DAYS = 100  # no span of a quarter is longer


def values_by_report(case: Case, plan: Plan, length: str) -> tuple[list[Computed], list[str]]:
    """Each financial report's newest own value, and the names of the reports that give none.

    `length`: “annual” or “quarterly” where only such are meant; those of another length are left out.
    """
    assert isinstance(plan.expression, Leaf)
    reports = Document.objects.filter(
        workspace=case.scope.workspace, document_type=Document.Type.FINANCIAL_REPORT, superseded_by=None
    )
    if case.scope.is_chosen:
        reports = reports.filter(pk__in=case.scope.document_ids or ())
    found, absent = [], []
    for report in reports.order_by("filename")[: MOST + 1]:
        own = case.looking_in(replace(case.scope, document_ids=(report.pk,), is_chosen=True))
        rows = [
            row for row in rows_of(own, plan.expression.measure, plan.periods) if row.document_id == report.pk
        ]
        row = _newest(rows, report)
        if row is None:
            absent.append(report.filename)
        elif _is_of_length(row, length):
            found.append(_value(row, report.filename, plan))
    return found, absent


def _newest(rows: Sequence[FigureRow], report: Document) -> FigureRow | None:
    """Of the latest day the span of the report itself, else the longest."""
    rows = [row for row in rows if row.period_end and not row.is_forecast]
    end = max((row.period_end for row in rows if row.period_end), default=None)
    rows = [row for row in rows if row.period_end == end]
    own = [row for row in rows if row.period_start == report.period_start]
    days = max((row.days for row in rows), default=0)
    choice = latest(own or [row for row in rows if row.days == days])
    return as_charged(wording.as_paid(choice.best)) if choice else None


def _is_of_length(row: FigureRow, length: str) -> bool:
    if not length or not row.days:
        return True
    return row.days > YEAR_DAYS if OF_YEARS.match(length) else row.days <= QUARTER_DAYS


def _value(row: FigureRow, filename: str, plan: Plan) -> Computed:
    value = Value(row.numeric_value, row.unit, wording.amount(row), (row,), words=plan.words)
    assert row.period_end is not None
    period = Period(row.period, row.period_start, row.period_end, row.fiscal_year, row.fiscal_quarter)
    return Computed(period, value, filename)
