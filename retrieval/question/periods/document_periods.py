"""“Q3 2023” where documents are called so: the quarter that these report on, however their company counts."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from documents.models import Document, Workspace
from reading.values.dates import MONTH
from reading.values.periods import Period
from retrieval.question.model import QueryAnalysis

QUARTER = timedelta(days=91)
# Words that settle which quarter is meant, whatever documents are called: a fiscal one, or one by its months.
SETTLED = re.compile(rf"\bfiscal\b|\bFY|\b{MONTH}", re.IGNORECASE)


def as_documents_are_called(analysis: QueryAnalysis, workspace: Workspace) -> QueryAnalysis:
    """The question with each quarter that stands in the names of one company's documents as these mean it."""
    names = [name for mention in analysis.organizations for name in mention.names]
    if len({mention.name for mention in analysis.organizations}) != 1:
        return analysis
    periods = tuple(_meant(period, names, workspace) for period in analysis.periods)
    return analysis if periods == analysis.periods else replace(analysis, periods=periods)


def _meant(period: Period, names: list[str], workspace: Workspace) -> Period:
    year, quarter = period.fiscal_year, period.fiscal_quarter
    if year is None or quarter is None or SETTLED.search(period.text):
        return period
    called = rf"(^|[^0-9])(Q{quarter}[ _-]*{year}|{year}[ _-]*Q{quarter})([^0-9]|$)"
    known = Document.objects.filter(workspace=workspace, filename__iregex=called, period_end__isnull=False)
    own = known.filter(organizations__overlap=names).values_list("period_end", flat=True)
    ends = {end for end in own if end is not None}
    if len(ends) != 1:
        return period
    end = ends.pop()
    return Period(period.text, end - QUARTER, end, None, None)
