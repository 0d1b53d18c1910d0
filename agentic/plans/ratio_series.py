"""A ratio over the periods that are stored: year by year, in which it was highest, whether it was stable."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from agentic.evidence import Draft, Figure
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.comparisons.compare import LOWER
from agentic.facts.queries import DAYS_OFF, FigureRow
from agentic.outcome import Outcome
from agentic.plans.computed import compute
from agentic.plans.figures.lookup import is_year, rows_of, year_of
from agentic.plans.judgements.thresholds import STABLE, threshold_called
from agentic.plans.planner import CLAIM, EITHER, called_by_names, one_ratio, whose_of, words_left
from agentic.plans.telling import change_figure, difference, listed, made_of, moved, told
from agentic.plans.values import Computed, bound_figure, when, written
from reading.values.periods import Period
from retrieval.question.grouping import find_grouping
from retrieval.question.plans.bounds import find_bound, holds
from retrieval.question.plans.model import Fold, Plan, Test, leaves
from retrieval.question.wording.manner import apart, without_statement
from retrieval.question.wording.words import OF_SERIES
from retrieval.stems import stems

FEWEST, MOST = 2, 24  # periods
QUARTER = 3  # months
WHICH_TIME = re.compile(
    r"\b(?:in\s+)?(?:which|what)\s+(?:of\s+(?:the|these|those)\s+)?(?:(?:fiscal|financial|calendar)\s+)?"
    r"(?P<noun>year|quarter)(?:(?<=r)s)?\b",
    re.IGNORECASE,
)
MOST_OF_ALL = re.compile(
    r"\b(?:most(?!\s+recent)|highest|largest|biggest|greatest|best|strongest|lowest|smallest|least|worst|weakest|peak(?:ed)?)\b",
    re.IGNORECASE,
)
UNSTEADY = r"fluctuat\w+|var(?:y|ied|ying)|chang\w+|mov\w+|swing\w*"
STEADY = re.compile(
    rf"\b(?:(?:historically\s+)?(?:consistent|stable|steady|constant)(?:ly)?|not\s+(?:{UNSTEADY}))\b",
    re.IGNORECASE,
)
HISTORICALLY = re.compile(r"^historically\s+")
WHY = re.compile(r"\bwhy\b", re.IGNORECASE)
ASIDE = re.compile(rf"\(?\s*\bnot\s+(?:{UNSTEADY})[^()?.]*\)?", re.IGNORECASE)
EACH_YEAR = re.compile(
    r"\b(?:(?:each|every|per|a|from)\s+(?:fiscal\s+)?year(?:\s+to\s+year)?|year[- ](?:to|over|on)[- ]year|"
    r"annually|over (?:the )?(?:time|years)|roughly|approximately|about)\b",
    re.IGNORECASE,
)
BY = {"year": 12, "quarter": QUARTER, "": 0}


@dataclass(frozen=True)
class _Asked:
    """What is made of the ratio's values, `fold`, and the rest of the question.

    `steady`: how it is said that they do not change: “consistent”, “not fluctuating”.
    """

    fold: Fold
    by: str
    rest: str
    test: Test | None = None
    steady: str = ""


def answer_over(case: Case) -> Outcome | None:
    """The values of all periods with what is asked of them; None where something else is asked, or more."""
    question, left_open = apart(called_by_names(without_statement(case.question)))
    asked = _asked(question, nameless(case, question))
    ratio = one_ratio(case, asked.rest) if asked else None
    if asked is None or ratio is None or len(whose_of(case)) > 1:
        return None
    if not case.insist and words_left(case, ratio.rest) - stems(OF_SERIES):
        return None
    plan = Plan(ratio.words, ratio.expression, ratio.unit, ratio.better, (), whose_of(case), asked.fold)
    plan = replace(
        plan, by=asked.by, test=asked.test, periods=periods_of(case.asking(kind="ratio"), plan, asked.by)
    )
    if len(plan.periods) < FEWEST:
        return None
    with case.workings.trace.step("plan", f"Plan to compute {plan.words} by {plan.by}") as step:
        step.output = {"plan": plan.as_json()}
    outcome = answer_series_plan(case, plan, asked.steady)
    return (replace(outcome[0], left_open=left_open), outcome[1]) if outcome else None


def answer_series_plan(case: Case, plan: Plan, steady: str = "") -> Outcome | None:
    """The values of the plan's years or quarters, and what is made of them; None of fewer than two.

    Of a plan that names no periods, those that have figures in the time that the question names.
    """
    if not plan.periods:
        plan = replace(plan, periods=periods_of(case.asking(kind="ratio"), plan, plan.by))
    found, _ = compute(case, plan)
    if len(found) < FEWEST or len({each.newest.entity_name for each in found}) > 1:
        return None
    if plan.fold == "list" and any(len(each.value.rows) == 1 for each in found):
        return None  # documents state it themselves: listed as it stands
    return _answered(case, plan, found, steady)


def nameless(case: Case, question: str) -> str:
    """The question with blanks for the companies' names, which may be words: “Best Buy”."""
    names = [case.question[each.start : each.end] for each in case.analysis.organizations]
    for name in filter(None, names):
        question = question.replace(name, " " * len(name))
    return question


def _asked(question: str, bare: str) -> _Asked | None:
    """`bare`: the question without names, in place."""
    most = MOST_OF_ALL.search(bare)
    if WHY.search(question):
        return None
    if most and (which := WHICH_TIME.search(question)):
        fold: Fold = "lowest" if LOWER.search(bare) else "highest"
        return _Asked(fold, which["noun"].lower(), _without(question, which, most))
    if CLAIM.search(question) and not EITHER.search(question) and (steady := STEADY.search(question)):
        bound = find_bound(question)
        if bound and bound.test.unit not in ("%", "pp"):
            return None
        limit = threshold_called(STABLE)
        test = replace(bound.test, relation="at most") if bound else limit.as_test("%")
        rest = EACH_YEAR.sub(" ", STEADY.sub(" ", ASIDE.sub(" ", question) if bound else question))
        return _Asked("stable", "year", rest, test, HISTORICALLY.sub("", steady[0].lower()))
    grouping = find_grouping(question)
    if grouping and grouping.by == "period" and not grouping.is_past and grouping.noun in BY and not most:
        rest = f"{question[: grouping.start]} {question[grouping.end :]}"
        return _Asked("list", grouping.noun or "year", rest)
    return _Asked("list", "year", question) if SEVERAL_YEARS.search(question) and not most else None


SEVERAL_YEARS = re.compile(
    r"\b(?:last|past|latest|previous|recent)\s+(?:\w+\s+)?(?:(?:fiscal|financial|reported)\s+)?years\b",
    re.IGNORECASE,
)


def _without(question: str, *found: re.Match[str]) -> str:
    for match in sorted(found, key=lambda each: each.start(), reverse=True):
        question = f"{question[: match.start()]} {question[match.end() :]}"
    return question


def periods_of(case: Case, plan: Plan, by: str) -> tuple[Period, ...]:
    """Those of which figures are stored, within the times that the question names; the earliest first."""
    everything = case.asking(periods=(), time_references=())
    found: dict[tuple[int, int | None], Period] = {}
    for measure in dict.fromkeys(leaf.measure for leaf in leaves(plan.expression)):
        for row in rows_of(everything, measure, ()):
            period = _period(row, by)
            if period and _is_in_time(case, period):
                found.setdefault((period.fiscal_year or 0, period.fiscal_quarter), period)
    return tuple(sorted(found.values(), key=lambda each: each.end_date))[-MOST:]


def _period(row: FigureRow, by: str) -> Period | None:
    """The year, or quarter, that a row is of; None of others."""
    if row.is_forecast or not row.fiscal_year or not row.period_end:
        return None
    if by == "quarter":
        if not row.fiscal_quarter or row.months not in (0, QUARTER):
            return None
        name = f"Q{row.fiscal_quarter} of fiscal {row.fiscal_year}"
        start = row.period_start or row.period_end
        return Period(name, start, row.period_end, row.fiscal_year, row.fiscal_quarter)
    return year_of(row) if not row.fiscal_quarter and is_year(year_of(row)) else None


def _is_in_time(case: Case, period: Period) -> bool:
    start = period.start_date or period.end_date
    return not case.analysis.time_references or any(
        (time.date_from or start) - DAYS_OFF <= start
        and period.end_date <= (time.date_to or period.end_date) + DAYS_OFF
        for time in case.analysis.time_references
    )


def _answered(case: Case, plan: Plan, found: Sequence[Computed], steady: str) -> Outcome:
    bare = replace(plan, test=None)
    lines, results = told(case, bare, found)
    whose = wording.capital(f"{wording.subject(found[-1].newest)}{plan.words}")
    if plan.fold == "stable" and plan.test:
        head, more = _stable(case, plan, plan.test, found)
        said = steady if head.startswith("Yes") else f"not {steady}".replace("not not ", "")
        head = head.replace(". ", f". {whose} was {said}. ", 1)
    else:
        head, more = _head(case, plan, found)
    text = f"{head}\n\n{listed(lines)}\n\nComputed as {found[-1].value.words}."
    return Draft(text=text, plan=plan.as_json()), made_of(case, found, (*results, *more))


def _head(case: Case, plan: Plan, found: Sequence[Computed]) -> tuple[str, list[Figure]]:
    """What the values come to, and the numbers in it that stand in no line."""
    whose = wording.capital(f"{wording.subject(found[-1].newest)}{plan.words}")
    if plan.fold in ("highest", "lowest"):
        sign = 1 if plan.fold == "highest" else -1
        best = max(found, key=lambda each: each.value.value * sign)
        head = f"{whose} was {plan.fold} {when(best)}: {written(case, plan, best.value)}."
        return f"{head} Of {len(found)} {plan.by}s:", []
    ends = [found[0], found[-1]]
    is_same = ends[0].value.value == ends[1].value.value
    return moved(case, plan, ends), [] if is_same else [change_figure(case, plan, ends)]


def _stable(case: Case, plan: Plan, test: Test, found: Sequence[Computed]) -> tuple[str, list[Figure]]:
    """Whether the greatest change from one year to the next keeps within the bound."""
    pairs = list(pairwise(found))
    old, new = max(pairs, key=lambda pair: _change(plan, *pair))
    change = _change(plan, old, new)
    is_so = holds(test, change)
    by = difference(case, plan, old.value, new.value) or "nothing"
    source = f" ({test.source})" if test.source else ""
    what = f"greatest change of {wording.subject(new.newest)}{plan.words} from year to year"
    kept = f"the bound of {test.written}{source} is {'kept' if is_so else 'exceeded'}"
    head = f"{'Yes' if is_so else 'No'}. The {what} was {by}, {when(new)}; {kept}."
    figures = [change_figure(case, plan, [old, new])] if old.value.value != new.value.value else []
    return head, [*figures, bound_figure(plan, test, new)]


def _change(plan: Plan, old: Computed, new: Computed) -> Decimal:
    """Of per cents in points; of other values as a part of what it was."""
    change = abs(new.value.value - old.value.value)
    if plan.unit == "%" or not old.value.value:
        return change
    return change / abs(old.value.value)
