"""“The latest quarter” of a company: its own, since others close their books on other days."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date

from agentic.facts.case import Case
from agentic.facts.figures.fetching import Found, fetch_all, fetcher
from agentic.facts.figures.target import Target
from agentic.facts.queries import DAYS_OFF, FigureRow, lasting
from reading.values.fiscal import FiscalCalendar
from reading.values.legal_forms import without_legal_form
from reading.values.periods import Period
from retrieval.question.analyse import periods_by
from retrieval.question.model import QueryAnalysis
from retrieval.question.naming.mentions import Mention
from retrieval.question.periods.times import NEWEST


def figures_asked_for(case: Case, target: Target) -> Found:
    """The figures of each period that the question names, one entry at least; its rows may be none."""
    own = newest_of_each(case, target)
    own = own or _by_own_calendars(case, target)
    return own or fetch_all(case.analysis.periods, fetcher(case, target), case.scope)


def newest_of_each(case: Case, target: Target) -> Found | None:
    """The figures of each organization's own newest quarter or year, where that is asked for.

    Of a workspace's only organization, which the question need not name, its reading makes that: None here.
    """
    if (
        len(case.analysis.periods) != 1
        or not NEWEST.fullmatch(case.analysis.periods[0].text)
        or target.is_total
    ):
        return None
    period = case.analysis.periods[0]
    sides = [newest(rows) for rows in _sides(case, target, period) if rows]
    if not any(sides) or not (case.analysis.organizations or len(sides) > 1):
        return None
    return {period: [row for side in sides for row in side]}


def _by_own_calendars(case: Case, target: Target) -> Found | None:
    """Of several organizations with other fiscal years, the figures of each by its own; None for others."""
    named = {mention.name: mention for mention in case.analysis.organizations}
    calendars = {name: _calendar(mention, case.analysis) for name, mention in named.items()}
    if not case.analysis.periods or target.is_total or len({*calendars.values()} - {None}) < 2:
        return None
    found: dict[Period, dict[int, FigureRow]] = {period: {} for period in case.analysis.periods}
    for name, mention in named.items():
        alone, calendar = case.asking(organizations=(mention,)), calendars[name]
        periods = periods_by(calendar, case.analysis) if calendar else case.analysis.periods
        side = fetch_all(periods, fetcher(alone, target), case.scope)
        for period, rows in zip(case.analysis.periods, side.values(), strict=True):
            found[period].update({row.id: row for row in _of(mention, rows)})
    return {period: list(rows.values()) for period, rows in found.items()}


def _calendar(mention: Mention, analysis: QueryAnalysis) -> FiscalCalendar | None:
    subjects = analysis.names.subjects
    about = set().union(*(subjects.get(name, ()) for name in mention.names))
    return analysis.names.usual_calendar(about)


def _of(mention: Mention, rows: Sequence[FigureRow]) -> Sequence[FigureRow]:
    """Those of the organization itself; all where none is said to be."""
    names = {without_legal_form(name).casefold() for name in mention.names}
    return [row for row in rows if _subject(row) in names] or rows


def _sides(case: Case, target: Target, period: Period) -> Iterator[list[FigureRow]]:
    """The figures of each organization that the question names, else of each that has some."""
    named = {mention.name: mention for mention in case.analysis.organizations}
    for mention in named.values():
        alone = case.asking(organizations=(mention,))
        yield list(_of(mention, fetcher(alone, target, also=lasting(period))(None)))
    if not named:
        of_each: dict[str, list[FigureRow]] = defaultdict(list)
        for row in fetcher(case, target, also=lasting(period))(None):
            if row.entity_name:
                of_each[_subject(row)].append(row)
        yield from of_each.values()


def _subject(row: FigureRow) -> str:
    return without_legal_form(row.entity_name).casefold()


def newest(rows: Sequence[FigureRow]) -> list[FigureRow]:
    """Those of the last period that had come to pass when its document was written."""
    past = [row for row in rows if row.period_end and not row.is_forecast]
    last = max((row.period_end or date.min for row in past), default=date.min)
    return [row for row in past if row.period_end and row.period_end >= last - DAYS_OFF]
