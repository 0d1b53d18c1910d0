"""Which of several figures grew more: by per cent, with the figures that this follows from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from decimal import Decimal

from agentic.evidence import Draft
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.comparisons.compare import YES_OR_NO, alike, is_of, no_or_yes
from agentic.facts.evidence import figures_evidence
from agentic.facts.figures.cases import Choice, cases, latest, recency
from agentic.facts.figures.fetching import fetcher
from agentic.facts.figures.newest import figures_asked_for
from agentic.facts.figures.tables import grouped, heading, is_of_period, tables_by_part
from agentic.facts.figures.target import ASKING, Target, find_target, known_spans, without
from agentic.facts.queries import DAYS_LONGER, FigureRow
from agentic.facts.telling.conflicts import disagreements, settled
from agentic.facts.workings import Workings
from agentic.outcome import Outcome
from agentic.plans.figures.resolved import resolved, together
from reading.values.legal_forms import without_legal_form
from reading.values.periods import Period
from retrieval.question.kinds import DOWN, LESS, PART, WHOSE, WORDS, compares_growth, months_asked
from retrieval.question.model import QueryAnalysis
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
    tables = tables_by_part(case, target, part)
    told = [sides for own in tables if len((sides := _of_table(case.analysis, own)).pairs) > 1]
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


MOST_SIDES = 8  # said one by one


@dataclass(frozen=True)
class Growth:
    """From one figure to another of a side. `what`: as the side is called where its times stand beside it."""

    name: str
    what: str
    old: FigureRow
    new: FigureRow

    @property
    def rate(self) -> Decimal:
        return (self.new.numeric_value - self.old.numeric_value) / self.old.numeric_value * 100


def asks_for_growth(analysis: QueryAnalysis) -> bool:
    return analysis.kind in ("compare", "highest", "lowest", "list", "lookup") and compares_growth(
        analysis.question
    )


def compared_growth(case: Case) -> Outcome | None:
    """Which of those that the question compares grew more; None where it compares none with figures."""
    sides = sides_of(case)
    if sides is None or not sides.pairs:
        return None
    choices = [choice for pair in sides.pairs.values() for choice in pair]
    after, found = settled(choices, {None: sides.rows}, case.workings)
    if len(after) == len(choices):
        sides = replace(sides, pairs=_paired(list(sides.pairs), after))
    growths = [
        Growth(name, sides.whats.get(name, name), old.best, new.best)
        for name, (old, new) in sides.pairs.items()
    ]
    told = [growth for growth in growths if growth.old.numeric_value > 0]
    said = (_verdict(case.analysis, sides, told), _parts(told, case.workings), _lacking(sides, growths))
    text = " ".join(filter(None, said)) + disagreements(after, case.workings)
    if sides.where:
        text = f"{sides.where}{text[:1].lower() if text.startswith('None ') else text[:1]}{text[1:]}"
    figures = [row for growth in growths for row in (growth.old, growth.new)]
    plan = together([resolved([growth.old, growth.new], "change") for growth in growths])
    draft = Draft(text=wording.capital(text.strip()), looked_up=plan)
    return draft, figures_evidence(figures, found, case)


def _paired(names: Sequence[str], choices: Sequence) -> dict[str, Pair]:
    return {name: (choices[2 * i], choices[2 * i + 1]) for i, name in enumerate(names)}


def _of_like_spans(growths: Sequence[Growth]) -> bool:
    """Whether they grew over times of one length: of a balance, from one day to another as far apart."""
    lengths = {growth.new.months for growth in growths}
    if len(lengths) == 1:
        return True
    if len(lengths - {0}) > 1:
        return False
    ends = [(growth.old.period_end, growth.new.period_end) for growth in growths]
    apart = [(after - before).days for before, after in ends if before and after]
    return len(apart) == len(ends) and max(apart) - min(apart) <= DAYS_LONGER


def _verdict(analysis: QueryAnalysis, sides: Sides, growths: Sequence[Growth]) -> str:
    """Which grew, or fell, most or least: as is asked; nothing where fewer than two can be told."""
    if len(growths) < 2:
        return "" if sides.missing else "Only this can be told:"
    if not _of_like_spans(growths):
        return "None is said to have grown more, since they are told of spans of different length:"
    ranked = sorted(growths, key=lambda growth: growth.rate, reverse=True)
    if round(ranked[0].rate, 1) == round(ranked[-1].rate, 1):
        return "They grew alike."
    down, less = bool(DOWN.search(analysis.question)), bool(LESS.search(analysis.question))
    best = ranked[0] if down == less else ranked[-1]
    several = len(growths) > 2
    if down and best.rate >= 0:
        return f"None fell. {_grew(best, less=not less, several=several)}:"
    if not down and not less and best.rate <= 0:
        return f"None grew. {best.name} fell {'least' if several else 'less'}:"
    if down or best.rate < 0:
        fell = sum(growth.rate < 0 for growth in growths) > 1
        said = f"{best.name} fell" + (f" {_degree(down and less, several)}" if fell or down else "")
    else:
        said = _grew(best, less=less, several=several)
    return f"{_answered(analysis, sides, best)}{wording.capital(said)}:"


def _grew(growth: Growth, *, less: bool, several: bool) -> str:
    return f"{growth.name} grew {_degree(less, several) if less else 'fastest' if several else 'faster'}"


def _degree(less: bool, several: bool) -> str:
    return ("least" if several else "less") if less else ("most" if several else "more")


def _answered(analysis: QueryAnalysis, sides: Sides, best: Growth) -> str:
    """“Yes. ” or “No. ” where the question claims it of the side that it names first."""
    if not YES_OR_NO.search(analysis.question):
        return ""
    if len(analysis.organizations) > 1:
        return no_or_yes(analysis, best.new.entity_name)
    return "Yes. " if best.name == next(iter(sides.pairs)) else "No. "


def _parts(growths: Sequence[Growth], workings: Workings) -> str:
    ranked = sorted(growths, key=lambda growth: growth.rate, reverse=True)
    told = "; ".join(_made_of(growth, workings) for growth in ranked[:MOST_SIDES])
    return f"{told}." if told else ""


def _made_of(growth: Growth, workings: Workings) -> str:
    """“Acme's revenue rose 5.0%, from … [1] to … [2] (4,200 ÷ 4,000 − 1 = 5.0%)”."""
    old, new, rate = growth.old, growth.new, growth.rate
    moved = "rose" if rate > 0 else "fell"
    by = f"{moved} {abs(rate):.1f}%" if rate else "did not change"
    return (
        f"{growth.what} {by}, from {wording.amount(old)} {wording.when(old)} {workings.cite(old.span)} "
        f"to {wording.amount(new)} {wording.when(new)} {workings.cite(new.span)} "
        f"({_digits(new, new)} ÷ {_digits(old, new)} − 1 = {'−' if rate < 0 else ''}{abs(rate):.1f}%)"
    )


def _digits(row: FigureRow, like: FigureRow) -> str:
    text = f"{row.numeric_value / like.scale:,f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text).replace("-", "−")


def _lacking(sides: Sides, growths: Sequence[Growth]) -> str:
    """Of whom no growth can be told, and why."""
    from_less = [growth for growth in growths if growth.old.numeric_value <= 0]
    told = [
        f"No growth in per cent follows for {growth.name}, which started from {wording.amount(growth.old)} "
        f"{wording.when(growth.old)}."
        for growth in from_less
    ]
    if sides.missing:
        names = wording.joined([without_legal_form(name) for name in sides.missing])
        told.append(f"These documents give no two figures a year apart to compare for {names}.")
    return " ".join(told)
