"""The sides whose growth is compared, each with the two figures that it is told by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from agentic.facts import wording
from agentic.facts.between import alike, is_of
from agentic.facts.cases import cases, latest, recency
from agentic.facts.choice import Choice
from agentic.facts.fetching import fetcher
from agentic.facts.newest import figures_asked_for
from agentic.facts.queries import FigureRow
from agentic.facts.result import Workings
from agentic.facts.tables import grouped, heading, is_of_period, tables_by_part
from agentic.facts.target import ASKING, Target, find_target, known_spans, without
from documents.legal_forms import without_legal_form
from documents.periods import Period
from retrieval.analysis import QueryAnalysis, stems
from retrieval.growth import PART, WHOSE, WORDS
from retrieval.kinds import months_asked
from retrieval.prefilter import Scope

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


def sides_of(analysis: QueryAnalysis, scope: Scope, workings: Workings) -> Sides | None:
    """The sides that the question compares; None where it compares none, or is not understood."""
    target = _target(analysis, scope)
    if target is None:
        return None
    if part := PART.search(analysis.question):
        return _of_parts(analysis, target, part["part"], scope, workings)
    if len({mention.name for mention in analysis.organizations}) > 1:
        return _of_organizations(analysis, target, scope, workings)
    rows = [row for row in fetcher(analysis, target, scope, workings)(None) if not row.is_forecast]
    if len(target.canonical) > 1:
        return _of_measures(analysis, target, rows)
    if (months := months_asked(analysis.question)) and len(analysis.periods) < 2:
        return _of_spans(analysis, [row for row in rows if row.months == months])
    if len([time for time in analysis.time_references if time.periods]) > 1:
        return _of_times(analysis, target, rows, scope, workings)
    if WHOSE.search(analysis.question) and not analysis.organizations:
        return _of_anybody(analysis, rows)
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


def _of_organizations(analysis: QueryAnalysis, target: Target, scope: Scope, workings: Workings) -> Sides:
    named = {mention.name: mention for mention in analysis.organizations}
    all_times: dict[str, list[FigureRow]] = {}
    for name, mention in named.items():
        alone = replace(analysis, organizations=(mention,), periods=())
        rows = fetcher(alone, target, scope, workings)(None)
        all_times[name] = [row for row in rows if is_of(row, mention.names) and not row.is_forecast]
    pairs = _chosen({name: _year_pairs(rows) for name, rows in all_times.items()})
    if analysis.periods:
        found = figures_asked_for(analysis, target, scope, workings)
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


def _of_times(
    analysis: QueryAnalysis, target: Target, rows: Sequence[FigureRow], scope: Scope, workings: Workings
) -> Sides:
    """Of each period, from the year before it."""
    found = figures_asked_for(analysis, target, scope, workings)
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


def _of_parts(
    analysis: QueryAnalysis, target: Target, part: str, scope: Scope, workings: Workings
) -> Sides | None:
    """Of the rows of a table that breaks the measure down by such parts; None where no table is sure to."""
    tables = tables_by_part(analysis, target, part, scope, workings)
    told = [sides for own in tables if len((sides := _of_table(analysis, own)).pairs) > 1]
    return max(told, key=_newest, default=None)


def _of_table(analysis: QueryAnalysis, rows: Sequence[FigureRow]) -> Sides:
    """Of each label of a table."""
    own = grouped(rows, lambda row: row.metric_name)
    if analysis.periods:
        pairs = {name: pair for name, mine in own.items() if (pair := _asked(_of(analysis, mine), mine))}
    else:
        pairs = _chosen({name: _year_pairs(mine) for name, mine in own.items()})
    return Sides(pairs, list(rows), where=heading(rows[0]))


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
