"""Figures: looked up for each period that is asked for, with what disagrees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agentic.evidence import Draft, Evidence
from agentic.facts import wording
from agentic.facts.aggregates import AGGREGATES, compared, ratio
from agentic.facts.between import between, lacking
from agentic.facts.cases import cases, latest_of_each
from agentic.facts.choice import Choice
from agentic.facts.disputes import NOTHING_TELLS, settled
from agentic.facts.fetching import Fetch, Found, fetcher, with_year_before
from agentic.facts.growth import asks_for_growth, compared_growth
from agentic.facts.growth_sides import asks_for_sides
from agentic.facts.margins import asks_for_margin, asks_for_margins, compared_margins, own_margins
from agentic.facts.newest import figures_asked_for
from agentic.facts.parts import asks_for_part, largest_part
from agentic.facts.per_share import asks_for_either, diluted_else_basic, with_kind
from agentic.facts.profit import profit_or_loss
from agentic.facts.queries import YEAR_DAYS, FigureRow
from agentic.facts.result import Outcome, Workings, coverage
from agentic.facts.shown import LISTED, figures_evidence
from agentic.facts.spans import figures_of_length, length_asked, no_such_spans
from agentic.facts.target import Target, find_target, names_compound, part_named
from agentic.facts.which_time import which_time
from agentic.widened import tell_widened
from documents.periods import Period
from retrieval.analysis import QueryAnalysis
from retrieval.prefilter import Scope

NEAREST = 3  # periods named where the one asked for has no figure


def answer_figures(
    analysis: QueryAnalysis, scope: Scope, workings: Workings, *, insist: bool
) -> Outcome | None:
    """The figures that the question names; None where it names none, or more than is understood."""
    if asks_for_growth(analysis) and (outcome := compared_growth(analysis, scope, workings)):
        return outcome
    if asks_for_growth(analysis) and asks_for_sides(analysis):
        return None  # how large they are does not say which grew more
    if asks_for_part(analysis):
        return largest_part(analysis, scope, workings)
    if asks_for_margins(analysis):
        return compared_margins(analysis, scope, workings)
    if asks_for_margin(analysis) and (outcome := own_margins(analysis, scope, workings)):
        return outcome
    target = None if names_compound(analysis) else find_target(analysis, scope)
    if target is None:
        return None
    if asks_for_either(analysis, target):
        found = diluted_else_basic(target, lambda kind: _found(analysis, kind, scope, workings))
        outcome = _answered(analysis, target, found, scope, workings, insist=insist)
        return with_kind(outcome, found) if outcome and outcome[0].answered else outcome
    part = part_named(target, analysis, scope)
    of_part = _found(analysis, part, scope, workings) if part else {}
    if part and any(of_part.values()):
        return _answered(analysis, part, of_part, scope, workings, insist=insist)
    found = _found(analysis, target, scope, workings)
    return _answered(analysis, target, found, scope, workings, insist=insist)


def _found(analysis: QueryAnalysis, target: Target, scope: Scope, workings: Workings) -> Found:
    if months := length_asked(analysis, target):
        return figures_of_length(analysis, target, scope, workings, months)
    return figures_asked_for(analysis, target, scope, workings)


def _of_all_times(
    analysis: QueryAnalysis, target: Target, found: Found, scope: Scope, workings: Workings
) -> tuple[Found, Scope]:
    """The figures with those of times that the documents chosen do not tell of, and where these stand."""
    if len(found) < 2 or all(found.values()) or not any(found.values()) or not scope.filters:
        return found, scope
    note = (
        "The documents that match the question's filters lack figures of some of its times; all are looked at"
    )
    wide = replace(scope, document_ids=None, note=note)
    further = figures_asked_for(analysis, target, wide, workings)
    if sum(map(bool, further.values())) <= sum(map(bool, found.values())):
        return found, scope
    tell_widened(workings.trace, scope, wide)
    return further, wide


def _answered(
    analysis: QueryAnalysis, target: Target, found: Found, scope: Scope, workings: Workings, *, insist: bool
) -> Outcome | None:
    if insist and target.left and not any(found.values()):
        found = _found(analysis, replace(target, left=frozenset()), scope, workings)
    found, scope = _of_all_times(analysis, target, found, scope, workings)
    rows = [row for figures in found.values() for row in figures]
    if not rows:
        if months := length_asked(analysis, target):
            return None if target.left else no_such_spans(analysis, target, scope, workings, months)
        fetch = fetcher(analysis, target, scope, workings)
        return None if target.left else _not_for_that_period(analysis, fetch, scope, workings)
    if len(target.canonical) > 1 and analysis.kind != "ratio":
        return (
            None
            if analysis.kind in AGGREGATES
            else _of_each_measure(analysis, target, found, scope, workings)
        )
    if analysis.kind in AGGREGATES:
        if not target.is_total:
            rows = [row for period, figures in found.items() for row in _fitting(figures, period)]
        return AGGREGATES[analysis.kind](analysis, rows, scope, workings)
    return _of_one_measure(analysis, target, found, scope, workings)


def _of_one_measure(
    analysis: QueryAnalysis, target: Target, found: Found, scope: Scope, workings: Workings
) -> Outcome:
    outcome = None
    if analysis.kind == "ratio":
        outcome = ratio(target, found, scope, workings)
    if analysis.kind == "compare":
        outcome = _compared(analysis, target, found, scope, workings)
    every = analysis.kind == "list" or bool(analysis.periods)
    return outcome or _looked_up(analysis, found, scope, workings, latest_only=not every)


def _of_each_measure(
    analysis: QueryAnalysis, target: Target, found: Found, scope: Scope, workings: Workings
) -> Outcome:
    """The answer for each of several measures, one after the other, and of which there is none."""
    outcomes, missing = [], []
    for name in target.canonical:
        own = {period: [row for row in rows if row.canonical_name == name] for period, rows in found.items()}
        if any(own.values()):
            alone = Target(canonical=(name,), left=target.left)
            outcomes.append(_of_one_measure(analysis, alone, own, scope, workings))
        else:
            missing += [analysis.question[m.start : m.end] for m in analysis.measures if m.name == name][:1]
    texts = [draft.text for draft, _ in outcomes]
    texts += [f"These documents give no {wording.joined(missing)} for that."] if missing else []
    lines = [line.removeprefix("- ") for text in texts for line in text.split("\n")]
    evidence = replace(
        outcomes[-1][1],
        figures=tuple(figure for _, each in outcomes for figure in each.figures),
        tables=tuple(table for _, each in outcomes for table in each.tables),
    )
    return Draft(text=lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)), evidence


def _compared(
    analysis: QueryAnalysis, target: Target, found: Found, scope: Scope, workings: Workings
) -> Outcome | None:
    """One period with another; where several organizations are named, they with each other.

    None for several of both: each figure is said then.
    """
    if len({mention.name for mention in analysis.organizations}) < 2:
        fetch = fetcher(analysis, target, scope, workings)
        return which_time(analysis, found, scope, workings) or compared(
            analysis, with_year_before(found, fetch), scope, workings
        )
    if len(found) > 1:
        return None
    rows = next(iter(found.values()))
    if scope.filters and lacking(analysis, rows):  # a quarter in a file's name may be another to its company
        note = "The documents that match the question's filters have no figure of one side; all are looked at"
        chosen, scope = scope, replace(scope, document_ids=None, note=note)
        tell_widened(workings.trace, chosen, scope)
        rows = next(iter(figures_asked_for(analysis, target, scope, workings).values()))
    return between(analysis, rows, scope, workings)


def _not_for_that_period(
    analysis: QueryAnalysis, fetch: Fetch, scope: Scope, workings: Workings
) -> Outcome | None:
    """That the measure is known, but not for the period asked; None where it is not known at all."""
    if not analysis.periods:
        return None
    known = cases(fetch(None))
    if not known:
        return None
    periods = wording.joined(list(dict.fromkeys(wording.when(choice.best) for choice in known))[:NEAREST])
    asked = wording.joined([wording.asked_for(period) for period in analysis.periods])
    label = wording.label(known[0].best)
    text = f"These documents give no {label} for {asked}. They give it {periods}."
    evidence = Evidence(
        coverage=coverage(scope),
        tried=tuple(f"{table.explanation}: {len(table.rows)} figures" for table in workings.tables),
        nearest=tuple(choice.best.span for choice in known[:NEAREST]),
    )
    return Draft(text=text, answered=False), evidence


def _looked_up(
    analysis: QueryAnalysis, found: Found, scope: Scope, workings: Workings, *, latest_only: bool
) -> Outcome:
    """A sentence for each entity and period asked for, and what disagrees."""
    choices: list[Choice] = []
    for period, rows in found.items():
        found_cases = cases(_fitting(rows, period))
        choices += latest_of_each(found_cases) if latest_only or period is not None else found_cases
    choices, found = settled(choices, found, workings)
    sentences = [_sentence(choice, workings) for choice in choices[:LISTED]]
    text = sentences[0] if len(sentences) == 1 else "\n".join(f"- {sentence}" for sentence in sentences)
    text = f"{profit_or_loss(analysis, [c.best for c in choices])}{_not_all_of(found)}{text}"
    return Draft(text=text), figures_evidence([c.best for c in choices], found, scope, workings)


def _not_all_of(found: Found) -> str:
    """That there is no figure of a whole year that is asked for, where only a part of it is told."""
    (period, rows), *more = found.items()
    if more or period is None or period.start_date is None or not rows:
        return ""
    is_whole = (period.end_date - period.start_date).days > YEAR_DAYS
    if not is_whole or any(row.days > YEAR_DAYS or not row.days for row in rows):
        return ""
    return f"These documents give no {wording.label(rows[0])} for all of {period.text}. "


def is_year(period: Period | None) -> bool:
    return period is not None and period.fiscal_quarter is None and period.fiscal_year is not None


def _fitting(rows: Sequence[FigureRow], period: Period | None) -> list[FigureRow]:
    """For a whole year: its longest spans, not the months to date that share its name."""
    if not is_year(period):
        return list(rows)
    years = [row for row in rows if row.days > YEAR_DAYS]
    return years or list(rows)


def _sentence(choice: Choice, workings: Workings) -> str:
    best = wording.as_paid(choice.best)
    said = f"{wording.subject(best)}{wording.label(best)} {wording.when(best)}".strip()
    text = f"{wording.capital(said)} {wording.verb(best)} {wording.amount(best)} {workings.cite(best.span)}."
    if best.superseded:
        text += f" {best.filename} is superseded by a newer edition."
    for other in choice.others:
        said = f"{wording.amount(wording.as_paid(other))} {workings.cite(other.span)}"
        if other.superseded and not best.superseded:
            text += f" The superseded edition {other.filename} gives {said}."
        else:
            why = f"the first is preferred because {choice.reason}" if choice.reason else NOTHING_TELLS
            text += f" Sources disagree: {other.filename} gives {said}; {why}."
    return text
