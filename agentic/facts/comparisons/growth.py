"""Between which figures something grew, of each side that a question compares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from decimal import Decimal

from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.comparisons.compare import alike, is_of
from agentic.facts.figures.cases import Choice, cases, latest, recency
from agentic.facts.figures.fetching import fetcher
from agentic.facts.figures.newest import figures_asked_for
from agentic.facts.figures.tables import grouped, heading, is_of_period
from agentic.facts.figures.target import ASKING, Target, find_target, known_spans, without
from agentic.facts.parts.called import measure_asked, parts_called, shared_places, words_beside
from agentic.facts.parts.tables import tables_told_by
from agentic.facts.queries import FigureRow
from reading.measures.catalogue import find_measures
from reading.values.legal_forms import without_legal_form
from reading.values.periods import Period
from retrieval.question.kinds import PART, SETS_GROWTHS, WHOSE, WORDS, compares_growth, months_asked
from retrieval.question.model import QueryAnalysis
from retrieval.question.wording.words import OF_CHANGE
from retrieval.scope.model import Scope
from retrieval.stems import stems

YEAR = timedelta(days=365)
DAYS_OFF = timedelta(days=10)  # of a year between the ends of two spans: some have 52 weeks, some 53
REVENUE = Target(canonical=("revenue",))  # what “grew faster” is about where nothing is said

Pair = tuple[Choice, Choice]


@dataclass(frozen=True)
class Sides:
    """Name of each side → its earlier and its later figure. `rows`: all that was found.

    `missing`: sides without. `whats`: what a side is called where its times are said beside it. `where`: the
    beginning of an answer.
    """

    pairs: dict[str, Pair]
    rows: list[FigureRow]
    missing: tuple[str, ...] = ()
    whats: dict[str, str] = field(default_factory=dict)
    where: str = ""


def sides_of(case: Case) -> Sides | None:
    """The sides that the question compares; None where it compares none, or is not understood."""
    if called := sides_called(case):
        return called
    target = _target(case.analysis, case.scope)
    if target is None:
        return None
    if part := PART.search(case.question):
        return _of_parts(case, target, part["part"])
    if len({mention.name for mention in case.analysis.organizations}) > 1:
        return _of_organizations(case, target)
    rows = [row for row in fetcher(case, target)(None) if not row.is_forecast]
    if len(target.canonical) > 1:
        return _of_measures(case.analysis, target, rows)
    if (months := months_asked(case.question)) and len(case.analysis.periods) < 2:
        return _of_spans(case.analysis, [row for row in rows if row.months == months])
    if len([time for time in case.analysis.time_references if time.periods]) > 1:
        return _of_times(case, target, rows)
    if WHOSE.search(case.question) and not case.analysis.organizations:
        return _of_anybody(case.analysis, rows)
    return None


def asks_for_sides(analysis: QueryAnalysis) -> bool:
    """Whether the question wants one of several organizations or parts, whatever is known of them."""
    several = len({mention.name for mention in analysis.organizations}) > 1
    return several or bool(PART.search(analysis.question) or WHOSE.search(analysis.question))


def _target(analysis: QueryAnalysis, scope: Scope) -> Target | None:
    """What grew; None where a word of the question is not understood."""
    target = find_target(analysis, scope)
    words = stems(WORDS) | stems(ASKING)
    if target is not None and analysis.measures:
        return None if target.left - words else replace(target, left=frozenset())
    left = stems(without(analysis.question, known_spans(analysis))) - words
    return None if left or analysis.measures else REVENUE


def _of_organizations(case: Case, target: Target) -> Sides:
    named = {mention.name: mention for mention in case.analysis.organizations}
    all_times: dict[str, list[FigureRow]] = {}
    for name, mention in named.items():
        rows = fetcher(case.asking(organizations=(mention,), periods=()), target)(None)
        all_times[name] = [row for row in rows if is_of(row, mention.names) and not row.is_forecast]
    pairs = _chosen({name: _year_pairs(rows) for name, rows in all_times.items()})
    if case.analysis.periods:
        found = figures_asked_for(case, target)
        of_each = {
            name: {p: [row for row in rows if is_of(row, m.names)] for p, rows in found.items()}
            for name, m in named.items()
        }
        pairs = {name: pair for name, own in of_each.items() if (pair := _asked(own, all_times[name]))}
    every = [row for rows in all_times.values() for row in rows]
    missing = tuple(name for name in named if name not in pairs)
    return Sides({_called(pair): pair for pair in pairs.values()}, every, missing)


def _of_anybody(analysis: QueryAnalysis, rows: Sequence[FigureRow]) -> Sides:
    """Of each organization that has figures of the times asked for."""
    of_each = grouped(rows, lambda row: without_legal_form(row.entity_name).casefold())
    if analysis.periods:
        pairs = {name: pair for name, own in of_each.items() if (pair := _asked(_of(analysis, own), own))}
    else:
        pairs = _chosen({name: _year_pairs(own) for name, own in of_each.items() if name})
    return Sides({_called(pair): pair for pair in pairs.values()}, list(rows))


def _of_measures(analysis: QueryAnalysis, target: Target, rows: Sequence[FigureRow]) -> Sides:
    """Of each measure of one organization."""
    own = {name: [row for row in rows if row.canonical_name == name] for name in target.canonical}
    if analysis.periods:
        pairs = {name: pair for name, mine in own.items() if (pair := _asked(_of(analysis, mine), mine))}
    else:
        pairs = _chosen({name: _year_pairs(mine) for name, mine in own.items()})
    missing = tuple(name.replace("_", " ") for name in own if name not in pairs)
    return Sides({_called(pair): pair for pair in pairs.values()}, list(rows), missing)


def _of_times(case: Case, target: Target, rows: Sequence[FigureRow]) -> Sides:
    """Of each period, from the year before it."""
    found = figures_asked_for(case, target)
    own = {period: _asked({period: figures}, rows) for period, figures in found.items()}
    missing = tuple(period.text for period, pair in own.items() if period and pair is None)
    return _by_time([pair for pair in own.values() if pair], rows, missing)


def _of_spans(analysis: QueryAnalysis, rows: Sequence[FigureRow]) -> Sides | None:
    """Of each span of the length that the question asks for, within the year it names if it names one."""
    pairs = _year_pairs(rows)
    within = [
        p for p in pairs if not analysis.periods or any(_is_within(p[1].best, t) for t in analysis.periods)
    ]
    names = {without_legal_form(pair[1].best.entity_name).casefold() for pair in within}
    return _by_time(within, rows) if len(names) == 1 else None


def _is_within(row: FigureRow, period: Period) -> bool:
    start, end = row.period_start, row.period_end
    if start is None or end is None or period.start_date is None:
        return False
    return period.start_date - DAYS_OFF <= start and end <= period.end_date + DAYS_OFF


def _by_time(pairs: Sequence[Pair], rows: Sequence[FigureRow], missing: tuple[str, ...] = ()) -> Sides:
    named = {f"{_called(pair)} {wording.when(pair[1].best)}": pair for pair in pairs}
    return Sides(named, list(rows), missing, {name: _called(pair) for name, pair in named.items()})


def _of_parts(case: Case, target: Target, part: str) -> Sides | None:
    """Of the rows of a table that breaks the measure down by such parts; None where no table is sure to."""
    names = {mention.name for mention in case.analysis.measures}
    if len(names) == 1:  # a row's own label, “Segment revenue”, may have more of the question's words
        target = Target(canonical=tuple(names))
    tables = tables_told_by(case, target, part)
    told = [sides for own in tables if len((sides := _of_table(case.analysis, own, target)).pairs) > 1]
    return max(told, key=_newest, default=None)


def sides_called(case: Case) -> Sides | None:
    """Of the parts that the question calls by their names; None where it calls fewer than two, or says more.

    Two tables that tell the same parts, one by region and one by segment, must give the same.
    """
    asks = compares_growth(case.question) or SETS_GROWTHS.search(case.question)
    if not asks or len(case.analysis.organizations) > 1:
        return None
    measure = measure_asked(case, otherwise="revenue")
    parts = parts_called(case, measure) if measure else []
    if len(parts) < 2 or words_beside(case, parts, f"{OF_CHANGE} outgrow outgrew outgrown compare between"):
        return None
    told: list[Sides] = []
    for place in shared_places(parts):
        rows = [row for part in parts for row in part.of(place)]
        sides = _of_table(case.analysis, rows, Target(canonical=(measure,)))
        if len(sides.pairs) == len(parts):
            told.append(sides)
    newest = [sides for sides in told if _newest(sides)[0] == max(_newest(each)[0] for each in told)]
    return newest[0] if newest and all(_gives_same(newest[0], other) for other in newest[1:]) else None


def _gives_same(one: Sides, other: Sides) -> bool:
    def values(sides: Sides) -> list[tuple[Decimal, Decimal]]:
        return [(old.best.numeric_value, new.best.numeric_value) for old, new in sides.pairs.values()]

    return values(one) == values(other)


def _of_table(analysis: QueryAnalysis, rows: Sequence[FigureRow], target: Target) -> Sides:
    """Of each label of a table; the measure is said where its heading does not."""
    own = grouped(rows, lambda row: row.metric_name)
    if analysis.periods:
        pairs = {name: pair for name, mine in own.items() if (pair := _asked(_of(analysis, mine), mine))}
    else:
        pairs = _chosen({name: _year_pairs(mine) for name, mine in own.items()})
    where, measures = heading(rows[0]), {name for name, _, _ in find_measures(rows[0].context)}
    if measures.isdisjoint(target.canonical):
        where = f"{where}by {target.name}, " if where else f"By {target.name}, "
    return Sides(pairs, list(rows), where=where)


def _newest(sides: Sides) -> tuple:
    last = max(pair[1].best.period_end for pair in sides.pairs.values() if pair[1].best.period_end)
    return last, len(sides.pairs)


def _of(analysis: QueryAnalysis, rows: Sequence[FigureRow]) -> dict[Period | None, list[FigureRow]]:
    """The rows of each period that is asked for, by its fiscal name or its dates."""
    return {p: [row for row in rows if is_of_period(row, p)] for p in analysis.periods}


def _asked(found: Mapping[Period | None, Sequence[FigureRow]], rows: Sequence[FigureRow]) -> Pair | None:
    """The figures of the first and the last period asked for; of one, and of the year before it."""
    own = [choice for figures in found.values() if (choice := latest(figures)) is not None]
    own.sort(key=recency)
    if len(found) == 1 and own:
        pairs = _year_pairs([*rows, *own[0].agree])
        return next((pair for pair in pairs if _same_span(pair[1].best, own[0].best)), None)
    if len(own) < 2 or not _comparable(own[0].best, own[-1].best):
        return None
    return own[0], own[-1]


def _year_pairs(rows: Sequence[FigureRow]) -> list[Pair]:
    """The figures that another of a span as long, a year before, stands beside; the latest first."""
    known = [choice for choice in cases(_unique(rows)) if choice.best.period_end]
    return [
        (old, new)
        for new in known
        for old in known
        if _comparable(old.best, new.best) and _is_year_before(old.best, new.best)
    ]


def _unique(rows: Sequence[FigureRow]) -> list[FigureRow]:
    return list({row.id: row for row in rows}.values())


def _comparable(old: FigureRow, new: FigureRow) -> bool:
    return old.unit == new.unit and old.months == new.months


def _is_year_before(old: FigureRow, new: FigureRow) -> bool:
    assert old.period_end is not None
    assert new.period_end is not None
    return abs(new.period_end - old.period_end - YEAR) <= DAYS_OFF


def _same_span(one: FigureRow, other: FigureRow) -> bool:
    return (one.period_start, one.period_end) == (other.period_start, other.period_end)


def _chosen(pairs: Mapping[str, Sequence[Pair]]) -> dict[str, Pair]:
    """Each side's newest pair, of spans of a length that all sides have."""
    known = {name: {new.best.id: (old, new) for old, new in own} for name, own in pairs.items() if own}
    newest = alike({name: [new.best for _, new in own.values()] for name, own in known.items()})
    return {name: known[name][choice.best.id] for name, choice in newest.items() if choice}


def _called(pair: Pair) -> str:
    new = pair[1].best
    return f"{wording.subject(new)}{wording.label(new)}"
