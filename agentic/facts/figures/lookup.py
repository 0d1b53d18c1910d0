"""Figures: looked up for each period that is asked for, with what disagrees."""

from __future__ import annotations

import re
from dataclasses import replace

from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.comparisons.compare import between, lacking
from agentic.facts.comparisons.compare_periods import which_time
from agentic.facts.comparisons.sides import compared_sides
from agentic.facts.comparisons.spans import found_for, length_asked, no_such_spans
from agentic.facts.figures.aggregates import (
    AGGREGATES,
    asks_for_loss_of_part,
    compared,
    parts_at_a_loss,
    ratio,
    share_of_part,
)
from agentic.facts.figures.fetching import Found, fetcher, with_year_before
from agentic.facts.figures.parts import alike, of_parts, with_alike
from agentic.facts.figures.per_share import asks_for_either, diluted_else_basic, with_kind
from agentic.facts.figures.target import Target, asks_for_names, find_target, names_compound
from agentic.facts.telling.figures import fitting, side_by_side, tell_figures
from agentic.facts.telling.other_periods import not_for_that_period
from agentic.outcome import Outcome
from agentic.plans.figures.lookup import standing_for
from agentic.plans.figures.statements import answer_from_statements
from reading.measures.catalogue import MEASURES
from retrieval.properties.guard import unbound
from retrieval.question.grouping import find_grouping

SHARE_OF = re.compile(
    r"\b(?:what|which)\s+(?:percentage|per\s?cent|share|proportion|portion|fraction)\s+of\b", re.IGNORECASE
)
OVER_TIMES = re.compile(
    r"\b(?:total|cumulative(?:ly)?|overall|aggregate|combined)\b"
    r".*(?:\b(?:over|across|throughout|between|during)\b|\bfrom\b.*\bto\b)|"
    r"\d.*\b(?:altogether|together|in total|in all|overall|combined|taken together|added up)\W*$",
    re.IGNORECASE,
)


def answer_figures(case: Case) -> Outcome | None:
    """The figures that the question names; None where it names none, or more than is understood."""
    if unbound(case.analysis):
        return None
    if handled := compared_sides(case):
        return handled.outcome
    case = _as_sum_over_times(_without_sum_of_one(case))
    if loss := parts_at_a_loss(case):
        return loss
    target = None if names_compound(case.analysis) else find_target(case.analysis, case.scope)
    if target is None or asks_for_loss_of_part(case.analysis) or asks_for_names(case.analysis, target):
        return None
    if target.left and target.labels and (outcome := answer_from_statements(case)):
        return outcome
    if asks_for_either(case.analysis, target):
        found = diluted_else_basic(target, lambda kind: found_for(case, kind))
        outcome = _answered(case, target, found)
        return with_kind(outcome, found) if outcome and outcome[0].answered else outcome
    if case.analysis.kind == "ratio" and (outcome := share_of_part(case, target, found_for)):
        return outcome
    for part, of_part in of_parts(case, target, found_for):
        return with_alike(_answered(case, part, of_part), case, alike(case, target, part, of_part, found_for))
    found = found_for(case, target)
    return _answered(case, target, found)


def _without_sum_of_one(case: Case) -> Case:
    """“The total amount of inventories at year end” of one company and time is no sum, but a look-up."""
    analysis = case.analysis
    is_one = len(analysis.periods) == 1 and len({each.name for each in analysis.organizations}) == 1
    if analysis.kind != "sum" or not is_one or analysis.document_nouns or not analysis.measures:
        return case
    return case.asking(kind="lookup")


def _as_sum_over_times(case: Case) -> Case:
    """“Total dividends paid over 2020 to 2022” is a sum of what flowed, where it is one company's."""
    analysis = case.analysis
    names = {mention.name for mention in analysis.measures}
    is_of_one = len(names) == 1 and len({each.name for each in analysis.organizations}) < 2
    if not is_of_one or analysis.kind not in ("lookup", "list") or len(analysis.periods) < 2:
        return case
    measure = MEASURES.get(names.pop())
    if measure is None or measure.is_instant or measure.kind != "money":
        return case
    return case.asking(kind="sum") if OVER_TIMES.search(case.question) else case


def _of_all_times(case: Case, target: Target, found: Found) -> tuple[Found, Case]:
    """The figures with those of times that the documents chosen do not tell of, and where these stand."""
    if len(found) < 2 or all(found.values()) or not any(found.values()) or not case.scope.filters:
        return found, case
    note = (
        "The documents that match the question's filters lack figures of some of its times; all are looked at"
    )
    wide = case.looking_everywhere(note)
    further = found_for(wide, target)
    if sum(map(bool, further.values())) <= sum(map(bool, found.values())):
        return found, case
    wide.tell_widening(case)
    return further, wide


def _of_all_sides(case: Case, target: Target, found: Found) -> tuple[Found, Case]:
    """The figures of each organization that is named, wherever its own documents tell them.

    A quarter in a file's name may be another to its company.
    """
    several = len({mention.name for mention in case.analysis.organizations}) > 1
    rows = [row for figures in found.values() for row in figures]
    if not several or not rows or not case.scope.is_likely or not lacking(case.analysis, rows):
        return found, case
    note = "The documents that match the question's filters have no figure of one side; all are looked at"
    wide = case.looking_everywhere(note)
    wide.tell_widening(case)
    return found_for(wide, target), wide


def _answered(case: Case, target: Target, found: Found) -> Outcome | None:
    if case.insist and target.left and not any(found.values()):
        found = found_for(case, replace(target, left=frozenset()))
    found, case = _of_all_times(case, target, found)
    found, case = _of_all_sides(case, target, found)
    rows = [row for figures in found.values() for row in figures]
    if not rows and (stood := _stood_in_for(case, target)):
        return stood
    if not rows:
        if months := length_asked(case.analysis, target):
            return None if target.left else no_such_spans(case, target, months)
        fetch = fetcher(case, target)
        return not_for_that_period(case, fetch, target.left)
    if len(target.canonical) > 1 and case.analysis.kind != "ratio":
        return None if case.analysis.kind in AGGREGATES else _of_each_measure(case, target, found)
    if case.analysis.kind in AGGREGATES:
        if not target.is_total:
            rows = [row for period, figures in found.items() for row in fitting(figures, period)]
        return AGGREGATES[case.analysis.kind](case, rows)
    return _of_one_measure(case, target, found)


def _stood_in_for(case: Case, target: Target) -> Outcome | None:
    """The figures of rows that stand for the measure where none goes by its name; says which these are."""
    is_one = len(target.canonical) == 1 and not target.left and not find_grouping(case.question)
    if not is_one or fetcher(case, target)(None):
        return None
    measure = target.canonical[0]
    labels = standing_for(case, measure)
    rows = found_for(case, Target(labels=labels)) if labels else {}
    found = {when: [replace(row, canonical_name=measure) for row in own] for when, own in rows.items()}
    outcome = _answered(case, Target(labels=labels), found) if labels else None
    if outcome is None or not outcome[0].answered:
        return outcome
    what = measure.replace("_", " ")
    text = (
        f"{outcome[0].text}\n\nTaken for {what}, which no row here is called: {wording.joined(list(labels))}."
    )
    return replace(outcome[0], text=text), outcome[1]


def _of_one_measure(case: Case, target: Target, found: Found) -> Outcome | None:
    outcome = None
    if case.analysis.kind == "ratio":
        outcome = ratio(case, target, found)
        if not outcome and target.labels and SHARE_OF.search(case.question) and not _has_shares(found):
            return None  # an amount is no share
    if case.analysis.kind == "compare":
        outcome = _compared(case, target, found)
    every = case.analysis.kind == "list" or bool(case.analysis.periods)
    return outcome or tell_figures(case, found, latest_only=not every)


def _has_shares(found: Found) -> bool:
    return any(row.unit == "%" for rows in found.values() for row in rows)


def _of_each_measure(case: Case, target: Target, found: Found) -> Outcome | None:
    """The answer for each of several measures, one after the other, and of which there is none."""
    outcomes, missing = [], []
    for name in target.canonical:
        own = {period: [row for row in rows if row.canonical_name == name] for period, rows in found.items()}
        if any(own.values()):
            alone = Target(canonical=(name,), left=target.left)
            told = _of_one_measure(case, alone, own)
            outcomes += [told] if told else []
        else:
            missing += [case.question[m.start : m.end] for m in case.analysis.measures if m.name == name][:1]
    none = [f"These documents give no {wording.joined(missing)} for that."] if missing else []
    return side_by_side(outcomes, none) if outcomes else None


def _compared(case: Case, target: Target, found: Found) -> Outcome | None:
    """One period with another; where several organizations are named, they with each other.

    None for several of both: each figure is said then.
    """
    if len({mention.name for mention in case.analysis.organizations}) < 2:
        fetch = fetcher(case, target)
        return which_time(case, found) or compared(case, with_year_before(found, fetch))
    if len(found) > 1:
        return None
    return between(case, next(iter(found.values())))


def looked_up(case: Case, target: Target) -> Outcome | None:
    """The figures of a target that is known; None where there are none."""
    found = found_for(case, target)
    return tell_figures(case, found, latest_only=False) if any(found.values()) else None
