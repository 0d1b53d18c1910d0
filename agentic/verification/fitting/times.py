"""Whether the times that were asked for are those of the answer's figures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

from agentic.evidence import Figure
from agentic.verification.fitting.told import Told, days_of
from agentic.verification.sentences.statements import periods_in, same_time
from reading.values.periods import Period

QUARTER_DAYS, YEAR_DAYS = (80, 100), (350, 380)
DAYS_OFF = timedelta(days=10)


def is_told_of(period: Period, told: Told) -> bool:
    for f in told.figures:
        if f.period_end is None and f.fiscal_year is None:
            return True
        if same_time(period, f.period_start, f.period_end, f.fiscal_year, f.fiscal_quarter):
            return True
        if _ends_with(period, f) or _is_named_otherwise(period, f):
            return True
    if _is_spanned(period, told.figures):
        return True
    said = periods_in(told.text)
    if any((p.fiscal_year, p.fiscal_quarter) == (period.fiscal_year, period.fiscal_quarter) for p in said):
        return True
    # A year ends with its fourth quarter, and is not of it.
    of_quarter = period.fiscal_quarter is not None and any(days_of(f) > QUARTER_DAYS[1] for f in told.figures)
    return not of_quarter and any(abs(p.end_date - period.end_date) <= DAYS_OFF for p in said)


def _is_spanned(period: Period, figures: Sequence[Figure]) -> bool:
    """Whether the first and the last of the figures are of the first and the last year of a longer time."""
    if period.start_date is None or (period.end_date - period.start_date).days <= YEAR_DAYS[1]:
        return False
    years = {f.fiscal_year or (f.period_end.year if f.period_end else None) for f in figures}
    return {period.start_date.year, period.end_date.year} <= years


def _ends_with(period: Period, figure: Figure) -> bool:
    """A balance at the period's end, or a year that others call by the year in which it ends."""
    if figure.period_end is None:
        return False
    if abs(figure.period_end - period.end_date) <= DAYS_OFF:
        return figure.period_start is None or period.start_date is None or days_of(figure) in _like(period)
    is_year = period.fiscal_year is not None and period.fiscal_quarter is None and not _names_a_day(period)
    length = days_of(figure)
    return is_year and period.fiscal_year == figure.period_end.year and (not length or length > YEAR_DAYS[0])


def _is_named_otherwise(period: Period, figure: Figure) -> bool:
    """A fourth quarter of a year that the question calls by the year in which it ends, as others do."""
    if period.fiscal_quarter != 4 or figure.fiscal_quarter != 4 or figure.period_end is None:
        return False
    return period.fiscal_year == figure.period_end.year


def _names_a_day(period: Period) -> bool:
    return bool(re.search(r"\b\d{1,2},? ?(?:19|20)\d\d\b", period.text)) and "Q" not in period.text


def _like(period: Period) -> range:
    assert period.start_date is not None
    days = (period.end_date - period.start_date).days + 1
    return range(days - DAYS_OFF.days, days + DAYS_OFF.days + 1)
