"""The template statements. They run behind the same two walls as a model's, and are shown as they ran."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from agentic.evidence import Figure, ResultTable, Span
from reading.values.periods import Period
from retrieval.sql import literal

DAYS_OFF = timedelta(days=7)  # 52/53-week years end within a week of the date people name
DAYS_LONGER = 10  # a year of 53 weeks, a quarter of 14
MONTH_DAYS = 365.25 / 12
YEAR_DAYS = 300  # a span longer than this is a year's


@dataclass(frozen=True)
class FigureRow:
    """One figure, in the order in which `figures_sql` selects."""

    id: int
    document_id: int
    filename: str
    superseded: bool
    document_date: date | None
    entity_name: str
    metric_name: str
    canonical_name: str
    value: str
    numeric_value: Decimal
    unit: str
    scale: Decimal
    period: str
    period_start: date | None
    period_end: date | None
    fiscal_year: int | None
    fiscal_quarter: int | None
    context: str
    page: int
    quote: str
    reported_until: date | None = None

    @property
    def days(self) -> int:
        """The length of the period; 0 for an instant."""
        if self.period_start is None or self.period_end is None:
            return 0
        return (self.period_end - self.period_start).days + 1

    @property
    def months(self) -> int:
        """The same in months, to whole ones: 52 and 53 weeks are twelve."""
        return round(self.days / MONTH_DAYS)

    @property
    def is_forecast(self) -> bool:
        """Whether the period ends after the one that the document reports on, and after its date."""
        if self.period_end is None or self.reported_until is None:
            return False
        return self.period_end > max(self.reported_until, self.document_date or self.reported_until)

    @property
    def span(self) -> Span:
        return Span(
            document_id=self.document_id,
            filename=self.filename,
            page=self.page,
            quote=self.quote,
            kind="metric",
            fact_id=self.id,
        )

    @property
    def figure(self) -> Figure:
        return Figure(
            value=self.numeric_value,
            text=self.value,
            unit=self.unit,
            scale=self.scale,
            label=self.metric_name,
            measure=self.canonical_name,
            entity=self.entity_name,
            period=self.period,
            period_start=self.period_start,
            period_end=self.period_end,
            fiscal_year=self.fiscal_year,
            fiscal_quarter=self.fiscal_quarter,
            span=self.span,
            heading=self.context,
        )


SELECT_FIGURES = """
SELECT m.id, m.document_id, d.filename, d.superseded, d.document_date, m.entity_name, m.metric_name,
       m.canonical_name, m.value, m.numeric_value, m.unit, m.scale, m.period, m.period_start, m.period_end,
       m.fiscal_year, m.fiscal_quarter, m.context, m.page, m.quote, d.period_end AS reported_until
FROM metrics m
JOIN documents d ON d.id = m.document_id
WHERE m.anchored AND m.numeric_value IS NOT NULL""".strip()


def figures_sql(conditions: Iterable[str], *, limit: int = 500) -> str:
    """All anchored figures that meet every condition, the latest first."""
    where = "".join(f"\n  AND {condition}" for condition in conditions if condition)
    order = "m.period_end DESC NULLS LAST, m.document_id, m.page, m.id"
    return f"{SELECT_FIGURES}{where}\nORDER BY {order}\nLIMIT {limit}"


def figure_rows(table: ResultTable) -> list[FigureRow]:
    return [FigureRow(*row[:21]) for row in table.rows]


def named(canonical: Sequence[str], labels: Sequence[str]) -> str:
    """The figure goes by one of these canonical names, or one of these written labels."""
    if canonical:
        return f"m.canonical_name IN ({_list(canonical)})"
    return f"m.metric_name IN ({_list(labels)})"


def of_entities(names: Sequence[str], subjects: Sequence[str] = ()) -> str:
    """The figure is of one of these organizations, or stands in a document about one of them.

    `subjects`: the names by which documents are about them. A document about others that only names them
    holds others' figures; one that is about nobody may hold theirs.
    """
    if not names:
        return ""
    lowered = _list([name.lower() for name in names])
    subject = "EXISTS (SELECT 1 FROM entities s WHERE s.document_id = d.id AND s.role = 'subject'"
    about = f"{subject} AND s.entity_name IN ({_list(sorted(subjects))}))" if subjects else ""
    nobody = f"NOT {subject} AND s.entity_type = 'organization')"
    whose = f"({about} OR {nobody})" if about else nobody
    told_of = f"d.organizations && ARRAY[{_list(names)}]::text[] AND {whose}"
    return f"(lower(m.entity_name) IN ({lowered}) OR ({told_of}))"


def of_documents(ids: Collection[int] | None, column: str = "m.document_id") -> str:
    """One quoted value for all of them: a list of 200 takes the parser longer than the database, and
    numbers outside of quotes make each statement another one to it."""
    if ids is None:
        return ""
    return f"{column} = ANY('{{{', '.join(str(int(pk)) for pk in sorted(ids))}}}'::bigint[])"


def with_words(words: Collection[str]) -> str:
    """Every stem stands in the figure's context, label or entity."""
    if not words:
        return ""
    query = " & ".join("'" + word.replace("'", "''") + "'" for word in sorted(words))
    text = "m.metric_name || ' ' || m.context || ' ' || m.entity_name || ' ' || d.filename"
    return f"to_tsvector('english', {text}) @@ to_tsquery('simple', {literal(query)})"


def in_period(period: Period) -> str:
    """The figure's period is this one, by the fiscal names where the question uses them, else by dates."""
    if period.fiscal_year is None or _names_a_day(period):
        return by_dates(period)
    year = f"m.fiscal_year = {period.fiscal_year}"
    if period.fiscal_quarter == 4:
        # A year's end closes its fourth quarter, but instants there go by the year's name.
        return f"{year} AND (m.fiscal_quarter = 4 OR (m.fiscal_quarter IS NULL AND m.period_start IS NULL))"
    if period.fiscal_quarter is not None:
        return f"{year} AND m.fiscal_quarter = {period.fiscal_quarter}"
    if period.start_date is None or (period.end_date - period.start_date).days > YEAR_DAYS:
        return f"{year} AND m.fiscal_quarter IS NULL"
    return by_dates(period)


def by_dates(period: Period) -> str:
    """The figure's period ends when this one does, give or take a week, and is as long where both say so."""
    ends = _between("m.period_end", period.end_date)
    if period.start_date is None:
        return ends
    return f"{ends} AND (m.period_start IS NULL OR {_between('m.period_start', period.start_date)})"


def lasting(period: Period) -> str:
    """The figure's period is as long as this one, whenever it was; or it is of a day."""
    if period.start_date is None:
        return "m.period_start IS NULL"
    days = (period.end_date - period.start_date).days
    low, high = days - DAYS_LONGER, days + DAYS_LONGER
    return f"(m.period_start IS NULL OR m.period_end - m.period_start BETWEEN {low} AND {high})"


def lasting_months(months: int) -> str:
    """The figure's period is as long as so many months, whenever it was."""
    days = round(months * MONTH_DAYS)
    return f"m.period_end - m.period_start BETWEEN {days - DAYS_LONGER} AND {days + DAYS_LONGER}"


def of_documents_from(period: Period) -> str:
    """The figure stands in a document of that time, whatever its own."""
    first = period.start_date or period.end_date
    return f"d.document_date BETWEEN {literal(first)} AND {literal(period.end_date)}"


def _between(column: str, day: date) -> str:
    return f"{column} BETWEEN {literal(day - DAYS_OFF)} AND {literal(day + DAYS_OFF)}"


def _names_a_day(period: Period) -> bool:
    """Whether the words name a day, as in “January 28, 2023”."""
    return any(part.strip(",.").isdigit() and int(part.strip(",.")) <= 31 for part in period.text.split())


def _list(values: Iterable[Any]) -> str:
    return ", ".join(literal(value) for value in values)
