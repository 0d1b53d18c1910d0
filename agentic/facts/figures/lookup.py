"""Figures: looked up for each period that is asked for, with what disagrees."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal

from agentic.evidence import Draft, Evidence
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.comparisons.compare import between, lacking
from agentic.facts.comparisons.compare_periods import which_time
from agentic.facts.comparisons.growth import asks_for_growth, asks_for_sides, compared_growth
from agentic.facts.comparisons.margins import asks_for_margins, compared_margins
from agentic.facts.comparisons.spans import figures_of_length, length_asked, no_such_spans
from agentic.facts.evidence import LISTED, figures_evidence
from agentic.facts.figures.aggregates import (
    AGGREGATES,
    asks_for_loss_of_part,
    asks_for_part,
    compared,
    largest_part,
    parts_at_a_loss,
    ratio,
    share_of,
)
from agentic.facts.figures.cases import Choice, cases, latest, latest_of_each
from agentic.facts.figures.conflicts import NOTHING_TELLS, settled
from agentic.facts.figures.fetching import Fetch, Found, fetcher, with_year_before
from agentic.facts.figures.newest import figures_asked_for
from agentic.facts.figures.target import Target, find_target, names_compound, parts_named
from agentic.facts.queries import DAYS_OFF, YEAR_DAYS, FigureRow
from agentic.outcome import Outcome, coverage
from agentic.plans.figures.lookup import standing_for
from agentic.properties.questions.guard import unbound
from agentic.running.widening import tell_widened
from reading.measures.catalogue import MEASURES
from reading.values.legal_forms import without_legal_form
from reading.values.periods import Period
from retrieval.question.grouping import find_grouping
from retrieval.question.model import QueryAnalysis

SAID = re.compile(r"\b(?:dilut\w+|basic)\b", re.IGNORECASE)
DILUTED, BASIC = "eps_diluted", "eps_basic"


def asks_for_either(analysis: QueryAnalysis, target: Target) -> bool:
    """Whether the question speaks of earnings per share and says neither of which shares."""
    return target.canonical == (DILUTED,) and not SAID.search(analysis.question)


def diluted_else_basic(target: Target, fetch: Callable[[Target], Found]) -> Found:
    """The diluted figures; the basic ones where these are of more periods or companies."""
    diluted = fetch(target)
    basic = fetch(replace(target, canonical=(BASIC,)))
    return basic if _reach(basic) > _reach(diluted) else diluted


def _reach(found: Found) -> int:
    """Of how many companies' periods there are figures."""
    pairs = {(period, without_legal_form(row.entity_name)) for period, rows in found.items() for row in rows}
    return len(pairs)


def with_kind(outcome: Outcome, found: Found) -> Outcome:
    """The answer with which earnings per share it gives, where labels as written may not say it."""
    names = {row.canonical_name for rows in found.values() for row in rows}
    draft, evidence = outcome
    if names == {BASIC}:
        note = "These are basic: no diluted earnings per share were found for all that is asked."
    elif all("dilut" in row.metric_name.lower() for rows in found.values() for row in rows):
        note = "Earnings per share are taken as diluted."
    else:
        return outcome
    between = "\n\n" if "\n" in draft.text else " "  # behind a list, not in its last line
    return replace(draft, text=f"{draft.text}{between}{note}"), evidence


ASKED = re.compile(
    r"^\W*(?:did|was|were|is|are|has|have|does|do)\b.*?\b(?:(?P<loss>loss(?:es)?|unprofitable)|profits?|profitable)\b",
    re.IGNORECASE,
)


THERE_WAS = re.compile(
    r"^\W*(?:(?:did|has|have|had|does|do)\b.*?\b(?:report\w*|undert[ao]\w+|engag\w+|ma[dk]e|conduct\w*|record\w*|"
    r"incur\w*|pa(?:y|id)|carr(?:y|ied) out|declared?|have|had)\b|(?:was|were|is|are) there any\b)",
    re.IGNORECASE,
)


def yes_where_told(analysis: QueryAnalysis, figures: Sequence[FigureRow]) -> str:
    """“Yes. ” where it is asked whether something was paid, or spent, of which the figures are."""
    if not THERE_WAS.search(analysis.question) or not figures or analysis.kind not in ("lookup", "list"):
        return ""
    of_flows = all(
        (measure := MEASURES.get(row.canonical_name)) and measure.statement == "cash_flow" for row in figures
    )
    is_some = any(row.numeric_value and not row.is_forecast for row in figures)
    return "Yes. " if of_flows and is_some else ""


def profit_or_loss(analysis: QueryAnalysis, figures: Sequence[FigureRow]) -> str:
    """“Yes. ” or “No. ” where one figure tells whether there was the loss, or profit, asked about."""
    asked = ASKED.search(analysis.question)
    if asked is None or len(figures) != 1 or not figures[0].canonical_name.startswith("net_income"):
        return ""
    value = figures[0].numeric_value
    return "Yes. " if (value < 0 if asked["loss"] else value > 0) else "No. "


MARGIN_RATE = re.compile(r"\bmargins?\s+(?:percentages?|per\s?cent|rates?|ratios?|%)", re.IGNORECASE)
QUARTER, TO_DATE = (80, 100), 300  # days of a quarter, and of three at most
NONE_ALONE = "These documents give none for that quarter alone."
NEAREST = 3  # periods named where the one asked for has no figure


def answer_figures(case: Case) -> Outcome | None:
    """The figures that the question names; None where it names none, or more than is understood."""
    if unbound(case.analysis):
        return None
    if asks_for_growth(case.analysis) and (outcome := compared_growth(case)):
        return outcome
    if asks_for_growth(case.analysis) and asks_for_sides(case.analysis):
        return None  # how large they are does not say which grew more
    if asks_for_part(case.analysis):
        return largest_part(case)
    if asks_for_margins(case.analysis):
        return compared_margins(case)
    case = _without_sum_of_one(case)
    if loss := parts_at_a_loss(case):
        return loss
    target = None if names_compound(case.analysis) else find_target(case.analysis, case.scope)
    if target is None or asks_for_loss_of_part(case.analysis):
        return None
    if asks_for_either(case.analysis, target):
        found = diluted_else_basic(target, lambda kind: _found(case, kind))
        outcome = _answered(case, target, found)
        return with_kind(outcome, found) if outcome and outcome[0].answered else outcome
    if case.analysis.kind == "ratio" and (outcome := _share_of_part(case, target)):
        return outcome
    for part in parts_named(target, case.analysis, case.scope):
        of_part = _found(case, part)
        if any(of_part.values()):
            return _answered(case, part, of_part)
    found = _found(case, target)
    return _answered(case, target, found)


def _share_of_part(case: Case, target: Target) -> Outcome | None:
    """“What percentage of revenue did the services segment contribute?”: a part's figure over the whole's."""
    if MARGIN_RATE.search(case.question):
        return None
    whole = latest([row for rows in _found(case, replace(target, left=frozenset())).values() for row in rows])
    for part in parts_named(target, case.analysis, case.scope):
        rows = [row for rows in _found(case, part).values() for row in rows]
        own = latest([row for row in rows if whole and _is_of_same_time(row, whole.best)])
        if whole and own and whole.best.numeric_value:
            return share_of([own, whole], case)
    return None


def _is_of_same_time(row: FigureRow, other: FigureRow) -> bool:
    same = (row.period_start, row.period_end, row.unit) == (other.period_start, other.period_end, other.unit)
    return same and row.numeric_value != other.numeric_value


def _without_sum_of_one(case: Case) -> Case:
    """“The total amount of inventories at year end” of one company and time is no sum, but a look-up."""
    analysis = case.analysis
    is_one = len(analysis.periods) == 1 and len({each.name for each in analysis.organizations}) == 1
    if analysis.kind != "sum" or not is_one or analysis.document_nouns or not analysis.measures:
        return case
    return case.asking(kind="lookup")


def _found(case: Case, target: Target) -> Found:
    if months := length_asked(case.analysis, target):
        return figures_of_length(case, target, months)
    return figures_asked_for(case, target)


def _of_all_times(case: Case, target: Target, found: Found) -> tuple[Found, Case]:
    """The figures with those of times that the documents chosen do not tell of, and where these stand."""
    if len(found) < 2 or all(found.values()) or not any(found.values()) or not case.scope.filters:
        return found, case
    note = (
        "The documents that match the question's filters lack figures of some of its times; all are looked at"
    )
    wide = case.looking_everywhere(note)
    further = figures_asked_for(wide, target)
    if sum(map(bool, further.values())) <= sum(map(bool, found.values())):
        return found, case
    tell_widened(case.workings.trace, case.scope, wide.scope)
    return further, wide


def _answered(case: Case, target: Target, found: Found) -> Outcome | None:
    if case.insist and target.left and not any(found.values()):
        found = _found(case, replace(target, left=frozenset()))
    found, case = _of_all_times(case, target, found)
    rows = [row for figures in found.values() for row in figures]
    if not rows and (stood := _stood_in_for(case, target)):
        return stood
    if not rows:
        if months := length_asked(case.analysis, target):
            return None if target.left else no_such_spans(case, target, months)
        fetch = fetcher(case, target)
        return None if target.left else _not_for_that_period(case, fetch)
    if len(target.canonical) > 1 and case.analysis.kind != "ratio":
        return None if case.analysis.kind in AGGREGATES else _of_each_measure(case, target, found)
    if case.analysis.kind in AGGREGATES:
        if not target.is_total:
            rows = [row for period, figures in found.items() for row in _fitting(figures, period)]
        return AGGREGATES[case.analysis.kind](case, rows)
    return _of_one_measure(case, target, found)


def _stood_in_for(case: Case, target: Target) -> Outcome | None:
    """The figures of rows that stand for the measure where none goes by its name; says which these are."""
    is_one = len(target.canonical) == 1 and not target.left and not find_grouping(case.question)
    if not is_one or fetcher(case, target)(None):
        return None
    labels = standing_for(case, target.canonical[0])
    outcome = _answered(case, Target(labels=labels), _found(case, Target(labels=labels))) if labels else None
    if outcome is None or not outcome[0].answered:
        return outcome
    what = target.canonical[0].replace("_", " ")
    text = (
        f"{outcome[0].text}\n\nTaken for {what}, which no row here is called: {wording.joined(list(labels))}."
    )
    return replace(outcome[0], text=text), outcome[1]


def _of_one_measure(case: Case, target: Target, found: Found) -> Outcome:
    outcome = None
    if case.analysis.kind == "ratio":
        outcome = ratio(case, target, found)
    if case.analysis.kind == "compare":
        outcome = _compared(case, target, found)
    every = case.analysis.kind == "list" or bool(case.analysis.periods)
    return outcome or _looked_up(case, found, latest_only=not every)


def _of_each_measure(case: Case, target: Target, found: Found) -> Outcome:
    """The answer for each of several measures, one after the other, and of which there is none."""
    outcomes, missing = [], []
    for name in target.canonical:
        own = {period: [row for row in rows if row.canonical_name == name] for period, rows in found.items()}
        if any(own.values()):
            alone = Target(canonical=(name,), left=target.left)
            outcomes.append(_of_one_measure(case, alone, own))
        else:
            missing += [case.question[m.start : m.end] for m in case.analysis.measures if m.name == name][:1]
    texts = [draft.text for draft, _ in outcomes]
    texts += [f"These documents give no {wording.joined(missing)} for that."] if missing else []
    lines = [line.removeprefix("- ") for text in texts for line in text.split("\n")]
    evidence = replace(
        outcomes[-1][1],
        figures=tuple(figure for _, each in outcomes for figure in each.figures),
        tables=tuple(table for _, each in outcomes for table in each.tables),
    )
    return Draft(text=lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)), evidence


def _compared(case: Case, target: Target, found: Found) -> Outcome | None:
    """One period with another; where several organizations are named, they with each other.

    None for several of both: each figure is said then.
    """
    if len({mention.name for mention in case.analysis.organizations}) < 2:
        fetch = fetcher(case, target)
        return which_time(case, found) or compared(case, with_year_before(found, fetch))
    if len(found) > 1:
        return None
    rows = next(iter(found.values()))
    if case.scope.filters and lacking(case.analysis, rows):
        # A quarter in a file's name may be another to its company.
        note = "The documents that match the question's filters have no figure of one side; all are looked at"
        chosen, case = case.scope, case.looking_everywhere(note)
        tell_widened(case.workings.trace, chosen, case.scope)
        rows = next(iter(figures_asked_for(case, target).values()))
    return between(case, rows)


def _not_for_that_period(case: Case, fetch: Fetch) -> Outcome | None:
    """That the measure is known, but not for the period asked; None where it is not known at all."""
    if not case.analysis.periods:
        return None
    known = cases(fetch(None))
    if not known:
        return None
    if to_date := _to_date(case, known):
        return to_date
    periods = wording.joined(list(dict.fromkeys(wording.when(choice.best) for choice in known))[:NEAREST])
    asked = wording.joined([wording.asked_for(period) for period in case.analysis.periods])
    label = wording.label(known[0].best)
    text = f"These documents give no {label} for {asked}. They give it {periods}."
    evidence = Evidence(
        coverage=coverage(case.scope),
        tried=tuple(f"{table.explanation}: {len(table.rows)} figures" for table in case.workings.tables),
        nearest=tuple(choice.best.span for choice in known[:NEAREST]),
    )
    return Draft(text=text, answered=False), evidence


def _to_date(case: Case, known: Sequence[Choice]) -> Outcome | None:
    """What flowed from the year's start to the end of the quarter asked for, where none is told of it alone.

    Reports on quarters state cash flows so. The answer says that it is more than the quarter's.
    """
    period, *more = case.analysis.periods
    if more or period.start_date is None or case.analysis.kind != "lookup":
        return None
    if not QUARTER[0] <= (period.end_date - period.start_date).days <= QUARTER[1]:
        return None
    for choice in known:
        row = choice.best
        measure = MEASURES.get(row.canonical_name)
        if measure is None or measure.statement != "cash_flow" or row.period_end is None or row.is_forecast:
            continue
        is_its_end = abs(row.period_end - period.end_date) <= DAYS_OFF
        if is_its_end and QUARTER[1] < row.days <= TO_DATE:
            draft, evidence = _looked_up(case, {None: [*choice.agree]}, latest_only=True)
            return replace(draft, text=f"{draft.text} {NONE_ALONE}", left_open=period.text), evidence
    return None


def _looked_up(case: Case, found: Found, *, latest_only: bool) -> Outcome:
    """A sentence for each entity and period asked for, and what disagrees."""
    choices: list[Choice] = []
    for period, rows in found.items():
        found_cases = cases(_fitting(rows, period))
        choices += latest_of_each(found_cases) if latest_only or period is not None else found_cases
    choices, found = settled(choices, found, case.workings)
    sentences = [_sentence(choice, case) for choice in choices[:LISTED]]
    text = sentences[0] if len(sentences) == 1 else "\n".join(f"- {sentence}" for sentence in sentences)
    figures = [choice.best for choice in choices]
    said = profit_or_loss(case.analysis, figures) or yes_where_told(case.analysis, figures)
    text = f"{said}{_not_all_of(found)}{text}"
    return Draft(text=text), figures_evidence([c.best for c in choices], found, case)


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


def _in_asked_scale(row: FigureRow, scale: Decimal | None) -> str:
    """“ ($3,226.773 million)” beside an amount that stands in thousands on its page."""
    asked = wording.in_scale(row, scale)
    return f" ({wording.amount(asked)})" if asked is not row else ""


def _sentence(choice: Choice, case: Case) -> str:
    workings, scale = case.workings, case.manner.scale
    best = wording.as_paid(choice.best)
    said = f"{wording.subject(best)}{wording.label(best)} {wording.when(best)}".strip()
    amount = f"{wording.amount(best)}{_in_asked_scale(best, scale)}"
    text = f"{wording.capital(said)} {wording.verb(best)} {amount} {workings.cite(best.span)}."
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


def looked_up(case: Case, target: Target) -> Outcome | None:
    """The figures of a target that is known; None where there are none."""
    found = _found(case, target)
    return _looked_up(case, found, latest_only=False) if any(found.values()) else None
