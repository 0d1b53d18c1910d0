"""Figures: looked up, compared, listed, summed, ranked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from agentic.evidence import Draft, Evidence, ResultTable
from agentic.facts import wording
from agentic.facts.choice import Choice, choose, of_one_kind
from agentic.facts.queries import (
    YEAR_DAYS,
    FigureRow,
    by_dates,
    figure_rows,
    figures_sql,
    in_period,
    named,
    of_documents,
    of_entities,
    with_words,
)
from agentic.facts.result import Outcome, Workings, coverage, shown
from agentic.facts.target import Target, find_target
from documents.models import Document
from documents.periods import Period
from retrieval.analysis import QueryAnalysis
from retrieval.prefilter import Scope, documents_called

PERCENT_WORDS = ("percent", "per cent", "%", "percentage", "margin", "rate", "share of")
LISTED = 50  # figures shown at most


def answer_figures(
    analysis: QueryAnalysis, scope: Scope, workings: Workings, *, insist: bool
) -> Outcome | None:
    """The figures that the question names; None where it names none, or more than is understood."""
    target = find_target(analysis, scope.workspace)
    if target is None:
        return None
    fetch = _fetcher(analysis, target, scope, workings)
    found = _fetch_all(analysis.periods, fetch, scope)
    if insist and target.left and not any(found.values()):
        fetch = _fetcher(analysis, replace(target, left=frozenset()), scope, workings)
        found = _fetch_all(analysis.periods, fetch, scope)
    rows = [row for figures in found.values() for row in figures]
    if not rows:
        return None
    if analysis.kind == "ratio":
        return _ratio(analysis, target, found, scope, workings)
    if analysis.kind in AGGREGATES:
        return AGGREGATES[analysis.kind](analysis, rows, scope, workings)
    if analysis.kind == "compare":
        return _compared(_with_year_before(found, fetch), scope, workings)
    return _looked_up(found, scope, workings, latest_only=not analysis.periods and analysis.kind != "list")


Fetch = Callable[[Period | None], list[FigureRow]]
Found = dict[Period | None, list[FigureRow]]


def _fetch_all(periods: Sequence[Period], fetch: Fetch, scope: Scope) -> Found:
    """The figures of each period; of all time where none is asked for.

    Where a fiscal year has no figures under its own name, all years are read as the ones that end in
    the year named: “FY2023” may be what the company itself calls fiscal 2022.
    """
    found: Found = {period: fetch(period) for period in periods} or {None: fetch(None)}
    offset = _naming_offset(scope)
    if offset and any(period is not None and not _has_actual(rows) for period, rows in found.items()):
        shifted: Found = {
            period: fetch(period) for period in (_renamed(period, offset) for period in periods)
        }
        if all(_has_actual(rows) for rows in shifted.values()):
            return shifted
    return found


def _has_actual(rows: Sequence[FigureRow]) -> bool:
    return any(not row.is_forecast for row in rows)


def _naming_offset(scope: Scope) -> int:
    """Added to the year in which a fiscal year ends, gives its name in these documents; 0 if they differ."""
    offsets = set(scope.documents().values_list("fiscal_year_offset", flat=True))
    return offsets.pop() if len(offsets) == 1 else 0


def _renamed(period: Period, offset: int) -> Period:
    if period.fiscal_year is None:
        return period
    year = period.fiscal_year + offset
    return replace(period, fiscal_year=year, text=f"{period.text} (named fiscal {year} by its company)")


def _fetcher(analysis: QueryAnalysis, target: Target, scope: Scope, workings: Workings) -> Fetch:
    """A function from a period to the figures of it."""
    nouns = [mention.name for mention in analysis.document_nouns if mention.name not in ("document", "file")]
    conditions = [
        named(target.canonical, target.labels),
        of_entities([mention.name for mention in analysis.organizations]),
        of_documents(_documents(scope, nouns)),
        with_words(target.left),
    ]
    wants_percent = analysis.kind != "ratio" and any(w in analysis.question.lower() for w in PERCENT_WORDS)

    def fetch(period: Period | None) -> list[FigureRow]:
        when = in_period(period) if period else ""
        why = f"Find {target.name}" + (f", {period.text}" if period else "")
        rows = figure_rows(workings.select(figures_sql([*conditions, when]), why))
        if not rows and period is not None and by_dates(period) != when:
            why = f"{why}: none under that fiscal name, so by calendar dates"
            rows = figure_rows(workings.select(figures_sql([*conditions, by_dates(period)]), why))
        return of_one_kind(rows, wants_percent=wants_percent)

    return fetch


def _documents(scope: Scope, nouns: Sequence[str]) -> list[int] | None:
    """The documents that the question names by kind, else those of the scope; None for all."""
    if nouns:
        called = Document.objects.filter(documents_called(nouns), pk__in=scope.documents())
        if ids := list(called.values_list("pk", flat=True)):
            return ids
    return list(scope.document_ids) if scope.document_ids is not None else None


def _with_year_before(found: Found, fetch: Fetch) -> Found:
    """A comparison that names one period, or none, is with the same period of the year before."""
    if len(found) > 1:
        return found
    (period, rows), *_ = found.items()
    now = _latest(rows)
    if now is None or now.best.period_end is None:
        return found
    before = _before(now.best)
    return {before: fetch(before), period: list(now.agree)}


def _before(row: FigureRow) -> Period:
    """The period a year before the figure's, by dates."""
    assert row.period_end is not None
    start = row.period_start - timedelta(days=364) if row.period_start else None
    end = row.period_end - timedelta(days=364)
    return Period(f"the year before {row.period_end}", start, end, None, None)


def _cases(rows: Sequence[FigureRow]) -> list[Choice]:
    """One choice per entity and period, the latest and longest first."""
    cases: dict[tuple, list[FigureRow]] = defaultdict(list)
    for row in rows:
        cases[(row.entity_name.casefold(), row.period_end, row.period_start)].append(row)
    choices = [choice for figures in cases.values() if (choice := choose(figures)) is not None]
    return sorted(choices, key=_recency, reverse=True)


def _recency(choice: Choice) -> tuple:
    best = choice.best
    return (
        best.period_end is not None,
        best.period_end or best.document_date or "",
        best.days,
        len(choice.agree),
    )


def _latest(rows: Sequence[FigureRow]) -> Choice | None:
    cases = _cases([row for row in rows if row.period_end]) or _cases(rows)
    return cases[0] if cases else None


def _looked_up(found: Found, scope: Scope, workings: Workings, *, latest_only: bool) -> Outcome:
    """A sentence for each entity and period asked for, and what disagrees."""
    choices: list[Choice] = []
    for period, rows in found.items():
        cases = _cases(_fitting(rows, period))
        choices += _latest_of_each(cases) if latest_only or period is not None else cases
    sentences = [_sentence(choice, workings) for choice in choices[:LISTED]]
    text = sentences[0] if len(sentences) == 1 else "\n".join(f"- {sentence}" for sentence in sentences)
    return Draft(text=text), _evidence([c.best for c in choices], found, scope, workings)


def _fitting(rows: Sequence[FigureRow], period: Period | None) -> list[FigureRow]:
    """For a whole year: its longest spans, not the months to date that share its name."""
    if period is None or period.fiscal_quarter is not None or period.fiscal_year is None:
        return list(rows)
    years = [row for row in rows if row.days > YEAR_DAYS]
    return years or list(rows)


def _latest_of_each(cases: Sequence[Choice]) -> list[Choice]:
    """The first case of each entity."""
    first: dict[str, Choice] = {}
    for choice in cases:
        first.setdefault(choice.best.entity_name.casefold(), choice)
    return list(first.values())


def _sentence(choice: Choice, workings: Workings) -> str:
    best = choice.best
    said = f"{wording.subject(best)}{wording.label(best)} {wording.when(best)}".strip()
    text = f"{wording.capital(said)} {wording.verb(best)} {wording.amount(best)} {workings.cite(best.span)}."
    if best.superseded:
        text += f" {best.filename} is superseded by a newer edition."
    for other in choice.others:
        text += (
            f" Sources disagree: {other.filename} gives {wording.amount(other)} {workings.cite(other.span)};"
            f" the first is preferred because {choice.reason}."
        )
    return text


def _compared(found: Found, scope: Scope, workings: Workings) -> Outcome | None:
    """How the figure moved between the first and the last period, in value and per cent."""
    choices = [choice for rows in found.values() if (choice := _latest(rows)) is not None]
    if len(choices) < 2:
        return _looked_up(found, scope, workings, latest_only=True)
    old, new = sorted(choices, key=_recency)[0].best, sorted(choices, key=_recency)[-1].best
    like = new if new.scale >= old.scale else old
    change = new.numeric_value - old.numeric_value
    moved = "rose" if change > 0 else "fell" if change < 0 else "did not change"
    text = f"{wording.capital(wording.subject(new) + wording.label(new))} {moved}"
    if change:
        text += f" by {wording.plain_amount(abs(change), like)}"
        if old.numeric_value and new.unit != "%":
            text += f" ({abs(change / old.numeric_value) * 100:.1f}%)"
    text += (
        f", from {wording.amount(old)} {wording.when(old)} {workings.cite(old.span)}"
        f" to {wording.amount(new)} {wording.when(new)} {workings.cite(new.span)}."
    )
    return Draft(text=text), _evidence([old, new], found, scope, workings)


def _ratio(
    analysis: QueryAnalysis, target: Target, found: Found, scope: Scope, workings: Workings
) -> Outcome | None:
    """One measure as a share of another, or one period's of a longer one; for neither, the figure itself."""
    sides = _sides(target, found)
    if sides is None:
        return _looked_up(found, scope, workings, latest_only=not analysis.periods)
    part, whole = sides
    share = abs(part.numeric_value / whole.numeric_value) * 100
    text = (
        f"{wording.capital(wording.subject(part) + wording.label(part))} {wording.when(part)}, "
        f"{wording.amount(part)} {workings.cite(part.span)}, {wording.verb(part)} {share:.1f}% of "
        f"{wording.label(whole)} {wording.when(whole)}, {wording.amount(whole)} {workings.cite(whole.span)}."
    )
    return Draft(text=text), _evidence([part, whole], found, scope, workings)


def _sides(target: Target, found: Found) -> tuple[FigureRow, FigureRow] | None:
    """The part and the whole, in one unit: the smaller of two measures, the shorter of two periods."""
    if len(target.canonical) == 2:
        rows = [row for figures in found.values() for row in figures]
        cases = [_latest([row for row in rows if row.canonical_name == name]) for name in target.canonical]
    elif len(found) == 2:
        cases = [_latest(rows) for rows in found.values()]
    else:
        return None
    sides = [case.best for case in cases if case is not None]
    if len(sides) != 2 or sides[0].unit != sides[1].unit:
        return None
    sides.sort(key=lambda row: (row.days, abs(row.numeric_value)))
    return (sides[0], sides[1]) if sides[1].numeric_value else None


def _per_document(rows: Sequence[FigureRow]) -> list[FigureRow]:
    """One figure a document: that of its latest period, which most places give."""
    documents: dict[int, list[FigureRow]] = defaultdict(list)
    for row in rows:
        if not row.superseded:
            documents[row.document_id].append(row)
    choices = [_latest(figures) for figures in documents.values()]
    return [choice.best for choice in choices if choice is not None]


def _distinct_cases(rows: Sequence[FigureRow]) -> list[FigureRow]:
    """One figure per entity and period where figures have periods, else one per document."""
    if all(row.period_end for row in rows):
        return [choice.best for choice in _cases([row for row in rows if not row.superseded])]
    return _per_document(rows)


def _sum(analysis: QueryAnalysis, rows: list[FigureRow], scope: Scope, workings: Workings) -> Outcome | None:
    figures = _per_document(rows) if analysis.document_nouns else _distinct_cases(rows)
    if not _addable(figures):
        return None
    total = sum((row.numeric_value for row in figures), Decimal(0))
    return _aggregate("The sum of", total, figures, scope, workings)


def _average(
    analysis: QueryAnalysis, rows: list[FigureRow], scope: Scope, workings: Workings
) -> Outcome | None:
    figures = _per_document(rows) if analysis.document_nouns else _distinct_cases(rows)
    if not _addable(figures):
        return None
    total = sum((row.numeric_value for row in figures), Decimal(0))
    return _aggregate("The average of", total / len(figures), figures, scope, workings)


def _addable(figures: Sequence[FigureRow]) -> bool:
    """Whether the figures are of one unit, and more than one."""
    return len(figures) > 1 and len({row.unit for row in figures}) == 1


def _aggregate(
    said: str, value: Decimal, figures: Sequence[FigureRow], scope: Scope, workings: Workings
) -> Outcome:
    like = replace(max(figures, key=lambda row: len(row.value.partition(".")[2])), scale=figures[0].scale)
    parts = [f"{wording.amount(row)} {workings.cite(row.span)}" for row in figures[:LISTED]]
    of = f"{len(figures)} figures ({wording.label(figures[0])})"
    text = f"{said} {of} is {wording.plain_amount(value, like)}: {wording.joined(parts)}."
    return Draft(text=text), _evidence(figures, {None: figures}, scope, workings)


def _extreme(*, highest: bool) -> Callable[..., Outcome | None]:
    def handler(
        analysis: QueryAnalysis, rows: list[FigureRow], scope: Scope, workings: Workings
    ) -> Outcome | None:
        figures = _distinct_cases(rows)
        if len(figures) < 2:
            return None
        figures.sort(key=lambda row: row.numeric_value, reverse=highest)
        best = figures[0]
        text = (
            f"The {'highest' if highest else 'lowest'} {wording.label(best)} of {len(figures)} is "
            f"{wording.amount(best)} {workings.cite(best.span)}"
            f"{', ' + wording.subject(best).strip() if best.entity_name else ''} {wording.when(best)} "
            f"({best.filename})."
        )
        return Draft(text=text), _evidence(figures, {None: figures}, scope, workings)

    return handler


AGGREGATES = {
    "sum": _sum,
    "average": _average,
    "highest": _extreme(highest=True),
    "lowest": _extreme(highest=False),
}


def _evidence(figures: Sequence[FigureRow], found: Found, scope: Scope, workings: Workings) -> Evidence:
    """The figures answered with, a table of them, and all figures that were found as the check's ground."""
    for row in figures:
        workings.cite(row.span)
    table = shown(
        ("Figure", "Of", "Period", "Value", "Document", "Page"),
        [
            ((r.metric_name, r.entity_name, wording.when(r), wording.amount(r), r.filename, r.page), r.span)
            for r in figures[:LISTED]
        ],
        workings.tables[-1].sql if workings.tables else "",
    )
    tables: tuple[ResultTable, ...] = (table,) if len(figures) > 1 else ()
    return Evidence(
        spans=tuple(workings.spans),
        figures=tuple(row.figure for rows in found.values() for row in rows),
        tables=tables,
        coverage=coverage(scope),
        tried=tuple(f"{table.explanation}: {len(table.rows)} figures" for table in workings.tables),
    )
