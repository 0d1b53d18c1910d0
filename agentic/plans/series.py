"""One measure or ratio in each of its periods, or of each part: “by quarter”, “over time”, “by segment”."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from agentic.evidence import Draft
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.evidence import figures_evidence
from agentic.facts.figures.cases import Choice, choose
from agentic.facts.figures.fetching import fetcher
from agentic.facts.figures.tables import grouped, is_of_period, tables_by_part
from agentic.facts.figures.target import ASKING, Target, as_written, find_target, names_compound, parts_named
from agentic.facts.queries import DAYS_OFF, FigureRow
from agentic.outcome import Outcome
from reading.measures.catalogue import MEASURES
from reading.values.legal_forms import without_legal_form
from reading.values.period_words import YEAR
from retrieval.question.grouping import Grouping, find_grouping
from retrieval.question.wording.words import OF_SERIES
from retrieval.stems import stems

OTHERS = ("highest", "lowest", "sum", "count", "average", "conflict", "version")  # kinds that fold the values
FEWEST = 2  # values of a series
QUARTER_MONTHS = 3
QUARTERS = ("first", "second", "third", "fourth")
MOST = 24  # that are said
NAMES = {1: "month", 3: "quarter", 6: "half-year", 9: "nine months", 12: "year", 0: "date"}
PARTS = ("segment", "region", "division", "countr", "product", "categor", "market", "channel", "geograph")
KINDRED = {
    "offering": ("offering", "service", "product"),
    "line": ("line", "product"),
}  # what tables call them
LISTED_PARTS = re.compile(
    r"(?P<names>(?:[\w&-]+,\s+)*[\w&-]+,?\s+and\s+[A-Z][\w&-]*)\s+(?P<part>segment|division|region)s\b"
)
SPAN_OFF = 1  # months by which spans of weeks miss those of the calendar


@dataclass(frozen=True)
class Point:
    """The figure of one period, or part, with what others say of it."""

    choice: Choice

    @property
    def row(self) -> FigureRow:
        return wording.as_paid(self.choice.best)


def answer_series(case: Case) -> Outcome | None:
    """A figure for each period, or part, where the question groups by it; None where it asks otherwise."""
    grouping = find_grouping(case.question) or _parts_listed(case.question)
    if grouping is None or case.analysis.kind in OTHERS or names_compound(case.analysis):
        return None
    for target in targets(case, grouping):
        with case.workings.trace.step("plan", f"Plan to list {target.name} by {grouping.by}") as step:
            step.output = {"plan": _plan(case, target, grouping)}
        answer = _by_part if grouping.by == "part" else _by_period
        if outcome := answer(case, target, grouping):
            return outcome
    return None


def _parts_listed(question: str) -> Grouping | None:
    """“The revenue of the A and B segments” is told by segment."""
    found = LISTED_PARTS.search(question)
    return Grouping("part", found["part"].lower(), 0, found.start("names"), found.end()) if found else None


def _plan(case: Case, target: Target, grouping: Grouping) -> dict[str, object]:
    whose = [without_legal_form(each.name) for each in case.analysis.organizations]
    by = grouping.noun or grouping.by
    return {
        "text": "; ".join(part for part in (target.name, ", ".join(whose), f"by {by}") if part),
        "expression": {"figure": target.name},
        "of": whose,
        "periods": [period.text for period in case.analysis.periods],
        "group_by": by,
        "planner": "rules",
    }


def targets(case: Case, grouping: Grouping) -> list[Target]:
    """What may be listed, surest first; nothing where a word of the question has no place."""
    own = (
        case.question[: grouping.start]
        + " " * (grouping.end - grouping.start)
        + case.question[grouping.end :]
    )
    analysis = replace(case.analysis, question=own)
    target = find_target(analysis, case.scope)
    if target is None or len(target.canonical) > 1 or target.is_total:
        return []
    target = replace(target, left=frozenset(target.left - stems(OF_SERIES) - stems(ASKING)))
    if target.left:
        return parts_named(target, analysis, case.scope)
    written = as_written(target, case.scope)
    return [target, written] if written else [target]


def _by_period(case: Case, target: Target, grouping: Grouping) -> Outcome | None:
    everything = case.asking(periods=(), time_references=())
    rows = [row for row in fetcher(everything, target)(None) if row.period_end and not row.is_forecast]
    rows = [row for row in rows if grouping.is_past or _is_in_time(case, row)]
    rows = _of_length(rows, grouping.months, is_balance=_is_balance(target))
    sides = grouped(rows, lambda row: without_legal_form(row.entity_name).casefold())
    fewest = 1 if _year_in_quarters(case, grouping) else FEWEST
    told = {name: points for name, own in sides.items() if len(points := _points(own)) >= fewest}
    if not told or (len(told) > 1 and not case.analysis.organizations):
        told = dict(sorted(told.items(), key=lambda side: -len(side[1]))[:MOST])
    if not told:
        return None
    return _listed(case, target, grouping, list(told.values()), rows)


def _year_in_quarters(case: Case, grouping: Grouping) -> bool:
    """Whether the quarters of one year are asked for, each of which is told or named as missing."""
    spans = [(time.date_from, time.date_to) for time in case.analysis.time_references]
    is_year = len(spans) == 1 and spans[0][0] and spans[0][1] and (spans[0][1] - spans[0][0]).days in YEAR
    return bool(is_year) and grouping.months == QUARTER_MONTHS and not grouping.is_past


def _quarters_missing(points: Sequence[Point]) -> list[str]:
    """“the fourth quarter”: those of the year of which no figure is; none where figures are of two years."""
    years = {point.row.fiscal_year for point in points}
    told = {point.row.fiscal_quarter for point in points}
    if len(years) != 1 or None in years or None in told:
        return []
    return [f"the {QUARTERS[each - 1]} quarter" for each in range(1, 5) if each not in told]


def _is_balance(target: Target) -> bool:
    measure = MEASURES.get(target.canonical[0]) if target.canonical else None
    return measure is not None and measure.is_instant


def _is_in_time(case: Case, row: FigureRow) -> bool:
    """Whether its period lies in a time that the question names; every one does where it names none."""
    end = row.period_end
    assert end is not None
    start = row.period_start or end
    return not case.analysis.time_references or any(
        (time.date_from or start) - DAYS_OFF <= start and end <= (time.date_to or end) + DAYS_OFF
        for time in case.analysis.time_references
    )


def _of_length(rows: Sequence[FigureRow], months: int, *, is_balance: bool) -> list[FigureRow]:
    """Those of spans so long, else of the length of which there are most; balances are of days."""
    if is_balance or all(row.period_start is None for row in rows):
        return [row for row in rows if row.period_start is None]
    spans = [row for row in rows if row.period_start is not None]
    if not months:
        ends: Counter[int] = Counter()
        for length, _ in {(row.months, row.period_end) for row in spans}:
            ends[length] += 1
        months = max(ends, key=lambda length: (ends[length], length), default=0)
    return [row for row in spans if abs(row.months - months) < SPAN_OFF]


def _points(rows: Sequence[FigureRow]) -> list[Point]:
    """One figure of each period, the earliest first."""
    points: list[Point] = []
    own: list[FigureRow] = []
    for row in [*sorted(rows, key=lambda each: each.period_end), None]:  # type: ignore[arg-type, return-value]
        if own and (row is None or _apart(own[0], row)):
            if choice := choose(own):
                points.append(Point(choice))
            own = []
        if row is not None:
            own.append(row)
    return points


def _apart(one: FigureRow, other: FigureRow) -> bool:
    assert one.period_end is not None
    assert other.period_end is not None
    return other.period_end - one.period_end > DAYS_OFF + timedelta(days=3)


def _by_part(case: Case, target: Target, grouping: Grouping) -> Outcome | None:
    rows = rows_by_part(case, target, grouping)
    if not rows:
        return None
    what = _name(case, target, rows[0])
    head = f"{wording.subject(rows[0])}{what} by {grouping.noun} {wording.when(rows[0])}:"
    lines = [f"- {row.metric_name}: {wording.amount(row)} {case.cite(row.span)}" for row in rows[:MOST]]
    text = "\n".join([wording.capital(head), "", *lines])
    return Draft(text=text, plan=_plan(case, target, grouping)), figures_evidence(rows, {None: rows}, case)


def rows_by_part(case: Case, target: Target, grouping: Grouping) -> list[FigureRow]:
    """The figure of each part, the largest first, of the period asked for, else of the latest."""
    tables = [
        table
        for noun in KINDRED.get(grouping.noun, (grouping.noun,))
        for table in tables_by_part(case, target, noun)
    ]
    periods = case.analysis.periods
    told: list[list[FigureRow]] = []
    for table in tables:
        rows = [row for row in table if not row.is_forecast and row.period_end]
        if periods:
            rows = [row for row in rows if is_of_period(row, periods[0])]
        spans = grouped(rows, lambda row: (row.period_end, row.days))
        if spans:
            newest = spans[max(spans)]
            told.append(list({row.metric_name: row for row in newest}.values()))
    told = [rows for rows in told if len(rows) >= FEWEST and len({row.unit for row in rows}) == 1]
    if not told:
        return []
    others = [noun for noun in PARTS if noun not in grouping.noun]

    def rank(own: Sequence[FigureRow]) -> tuple[object, ...]:
        """The latest, the longest, of tables of such parts and no others, the one with most rows."""
        named = sum(noun in own[0].context.lower() for noun in others)
        return own[0].period_end, own[0].days, -named, len(own)

    rows = max(told, key=rank)
    rows.sort(key=lambda row: row.numeric_value, reverse=True)
    return rows


def _name(case: Case, target: Target, row: FigureRow) -> str:
    """What is listed; in the document's words where the question names no measure."""
    asked = [*target.canonical, *(mention.name for mention in case.analysis.measures)]
    return asked[0].replace("_", " ") if asked else wording.label(row)


def _listed(
    case: Case,
    target: Target,
    grouping: Grouping,
    sides: Sequence[Sequence[Point]],
    rows: Sequence[FigureRow],
) -> Outcome:
    parts = [_side(case, points[-MOST:]) for points in sides]
    figures = [point.row for points in sides for point in points[-MOST:]]
    missing: list[str] = []
    if _year_in_quarters(case, grouping):
        missing = list(dict.fromkeys(each for points in sides for each in _quarters_missing(points)))
    told = "\n\n".join(parts)
    draft = Draft(text=told, plan=_plan(case, target, grouping), claims=told)
    if missing:
        said = wording.joined(missing)
        draft = replace(draft, text=f"{told}\n\nThese documents give none for {said}.", absent=(said,))
    return draft, figures_evidence(figures, {None: [*figures, *rows]}, case)


def _side(case: Case, points: Sequence[Point]) -> str:
    first, last = points[0].row, points[-1].row
    months = 0 if last.period_start is None else last.months
    noun = NAMES.get(months, "period")
    what = f"{wording.subject(last)}{wording.label(last)}"
    said = [f"{wording.amount(point.row)} {case.cite(point.row.span)}" for point in points]
    lines = [
        f"- {wording.capital(wording.when(point.row))}: {amount}"
        for point, amount in zip(points, said, strict=True)
    ]
    moved = _moved(first, last) if len(points) > 1 else ""
    return "\n".join([wording.capital(f"{what}, by {noun}{moved}:"), "", *lines])


def _moved(first: FigureRow, last: FigureRow) -> str:
    """“; it rose from … to …”: between the first and the last of them."""
    if first.unit != last.unit:
        return ""
    change = last.numeric_value - first.numeric_value
    moved = "rose" if change > 0 else "fell" if change < 0 else "was the same"
    return f" ({moved} from {wording.amount(first)} to {wording.amount(last)})" if change else f" ({moved})"
