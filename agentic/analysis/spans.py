"""The periods of which a company's figures tell, by length: a year never shares a row with a quarter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from agentic.facts.queries import DAYS_OFF, FigureRow
from documents.library.catalogue.spans import INSTANT, span_of
from reading.values.fiscal import FiscalCalendar
from reading.values.period_words import span_words

YEAR, TWELVE_MONTHS = "year", "twelve months"
KINDS = (YEAR, "quarter", "half-year", "nine months", TWELVE_MONTHS, "month", INSTANT)  # as they are shown
PLURALS = {
    YEAR: "Years",
    "quarter": "Quarters",
    "half-year": "Half-years",
    "nine months": "Nine months",
    TWELVE_MONTHS: "Twelve months",
    "month": "Months",
    INSTANT: "Days",
}
A_YEAR = timedelta(days=365)
YEAR_OFF = timedelta(days=9)  # a year of 53 weeks is six days longer, and books close within a week

Calendars = Mapping[int, FiscalCalendar]  # document → its company's, where it is told


@dataclass(frozen=True)
class Span:
    """`label`: “fiscal 2023”, “Q3 of fiscal 2023”, “30 June 2025”; `short`: “2023”, “Q3 2023”."""

    kind: str
    end: date
    start: date | None
    label: str
    fiscal_year: int | None = None
    fiscal_quarter: int | None = None

    @property
    def is_named(self) -> bool:
        """Whether it goes by its fiscal year's or quarter's name, rather than by its last day."""
        return bool(self.fiscal_year) and (
            self.kind == YEAR or (self.kind == "quarter" and bool(self.fiscal_quarter))
        )

    @property
    def short(self) -> str:
        if not self.is_named:
            return f"{self.end:%-d %b %Y}"
        return str(self.fiscal_year) if self.kind == YEAR else f"Q{self.fiscal_quarter} {self.fiscal_year}"

    @property
    def is_year(self) -> bool:
        return self.kind in (YEAR, TWELVE_MONTHS)

    def ends(self, *, a_year_before: bool = False) -> list[date]:
        """The days on which figures of it, or of the same span a year before, may end, the latest first."""
        end, off = (self.end - A_YEAR, YEAR_OFF) if a_year_before else (self.end, DAYS_OFF)
        return [end + timedelta(days=days) for days in range(off.days, -off.days - 1, -1)]


def _near(day: date | None, end: date) -> bool:
    return day is not None and abs(day - end) <= DAYS_OFF


def kind_of(row: FigureRow, calendars: Calendars) -> str:
    """Of what length it is. Twelve months that end within a fiscal year are no year of the company."""
    if row.period_end is None:
        return ""
    kind = span_of(row.period_start, row.period_end)
    calendar = calendars.get(row.document_id)
    if kind == YEAR and calendar and calendar.months_into_year(row.period_end) != 12:
        return TWELVE_MONTHS
    return kind


def spans_of(rows: Iterable[FigureRow], kind: Callable[[FigureRow], str]) -> list[Span]:
    """The spans, in the order of `KINDS` and the latest first.

    Balances belong to the spans that end with them; days on which nothing else ends have spans of their own.
    """
    spans: list[Span] = []
    of_kind: dict[str, list[FigureRow]] = {}
    for row in rows:
        of_kind.setdefault(kind(row), []).append(row)
    for name in KINDS:
        for group in _by_end(of_kind.get(name, ())):
            span = _span(name, group)
            if name != INSTANT or not any(_near(span.end, other.end) for other in spans):
                spans.append(span)
    return spans


def _by_end(rows: Iterable[FigureRow]) -> list[list[FigureRow]]:
    """Figures whose periods end within a week of each other, the latest first."""
    groups: list[list[FigureRow]] = []
    for row in sorted(rows, key=lambda row: row.period_end or date.min, reverse=True):
        if groups and _near(row.period_end, groups[-1][0].period_end or date.min):
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def _span(kind: str, rows: Sequence[FigureRow]) -> Span:
    """As most of the figures have it."""
    told = Counter(map(_times, rows))
    row = max(rows, key=lambda row: told[_times(row)])
    assert row.period_end is not None
    label = _label(kind, row)
    return Span(kind, row.period_end, row.period_start, label, row.fiscal_year, row.fiscal_quarter)


def _times(row: FigureRow) -> tuple[date | None, date | None, int | None, int | None]:
    return row.period_start, row.period_end, row.fiscal_year, row.fiscal_quarter


def _label(kind: str, row: FigureRow) -> str:
    if kind == TWELVE_MONTHS:
        return f"the twelve months to {row.period_end:%-d %B %Y}"
    return f"{row.period_end:%-d %B %Y}" if kind == INSTANT else span_words(row)
