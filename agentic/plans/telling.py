"""The sentences that tell computed values: each with what it is made of, and how they lie to one another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from agentic.evidence import Evidence, Figure
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.comparisons.compare import LOWER
from agentic.facts.evidence import figures_evidence
from agentic.facts.queries import FigureRow
from agentic.plans.evaluate import Value
from agentic.plans.planner import CLAIM, EITHER
from agentic.plans.values import (
    Computed,
    bound_figure,
    decimals_of,
    figure_of,
    figures_told,
    rounded,
    when,
    written,
)
from reading.values.legal_forms import without_legal_form
from retrieval.question.plans.bounds import holds
from retrieval.question.plans.model import Leaf, Plan, Test

BETTER = re.compile(r"\b(?:improv\w+|better)\b", re.IGNORECASE)
WORSE = re.compile(r"\b(?:worsen\w*|deteriorat\w+|worse)\b", re.IGNORECASE)
UP = re.compile(r"\b(?:increas\w+|grow\w*|grew|rose|risen?|rising|higher|gone up|go up)\b", re.IGNORECASE)
DOWN = re.compile(
    r"\b(?:declin\w+|decreas\w+|fell|fall(?:en)?|drop\w*|shrunk|shrink|lower|gone down|go down)\b",
    re.IGNORECASE,
)
CODE = 3  # letters of a currency's code
LARGE = 1000  # from which on a bound without a unit is one of money
POSITIVE = re.compile(r"\b(?:(?P<plus>positive)|negative)\b", re.IGNORECASE)


def told(case: Case, plan: Plan, found: Sequence[Computed]) -> tuple[list[str], tuple[Figure, ...]]:
    """A line for each value, with what it is made of and how it lies to the bound; the numbers said."""
    results = [figure for each in found for figure in figures_told(case, plan, each)]
    if plan.test:
        results += [bound_figure(plan, plan.test, each) for each in found]
    return [_stated(case, plan, each) for each in found], tuple(results)


def listed(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def made_of(case: Case, found: Sequence[Computed], results: Sequence[Figure]) -> Evidence:
    """The figures behind the values, with the `results` computed of them."""
    rows = [row for each in found for row in each.value.rows]
    evidence = figures_evidence(list(dict.fromkeys(rows)), {None: rows}, case)
    return replace(evidence, figures=(*results, *evidence.figures))


def _stated(case: Case, plan: Plan, computed: Computed) -> str:
    row = computed.newest
    what = wording.capital(f"{wording.subject(row)}{plan.words}")
    made_of = list(dict.fromkeys(computed.value.rows))
    bound = f", {_beside_bound(plan.test, computed)}" if plan.test else ""
    if isinstance(plan.expression, Leaf) or _is_own(plan, made_of):
        what = wording.capital(f"{wording.subject(row)}{wording.label(row)}")
        amount = f"{wording.amount(row)} {case.cite(row.span)}"
        return f"{what} {when(computed)} {wording.verb(row)} {amount}{bound}."
    inputs = "; ".join(
        f"{wording.label(each)} {wording.when(each)}, {wording.amount(each)} {case.cite(each.span)}"
        for each in made_of
    )
    return f"{what} {when(computed)} was {written(case, plan, computed.value)}{bound}. Of {inputs}."


def _is_own(plan: Plan, rows: Sequence[FigureRow]) -> bool:
    """Whether the one figure is what is asked for itself, as a document states it."""
    return len(rows) == 1 and wording.label(rows[0]).casefold() == plan.words.casefold()


def is_bounded(plan: Plan, test: Test, computed: Computed) -> bool:
    """Whether the bound is in the value's own unit: “$5 million” of dollars, “2” of dollars per share."""
    if plan.unit != "money":
        return True
    unit = computed.value.unit
    currency = unit.partition("/")[0]
    is_money = currency.isupper() and len(currency) == CODE
    if is_money and "/" not in unit:
        # “Above 1 billion” is of each amount's own currency.
        return test.unit == unit or not test.value or (not test.unit and abs(test.value) >= LARGE)
    return test.unit in ("", unit, currency)


def tested(test: Test, found: Sequence[Computed]) -> str:
    """“Yes. ” where each value is as asked, “No. ” where one is not."""
    return "Yes. " if all(holds(test, each.value.value) for each in found) else "No. "


def _beside_bound(test: Test, computed: Computed) -> str:
    """“above the bound of 30%”: how it lies to it."""
    if computed.value.value == test.value:
        return f"exactly the bound of {test.written}"
    return f"{'above' if computed.value.value > test.value else 'below'} the bound of {test.written}"


def sign_claimed(case: Case, computed: Computed) -> str:
    """“Yes. ” or “No. ” where the question is whether it is positive, or negative."""
    claimed = POSITIVE.search(case.question)
    if claimed is None or not CLAIM.search(case.question) or EITHER.search(case.question):
        return ""
    holds = computed.value.value > 0 if claimed["plus"] else computed.value.value < 0
    return "Yes. " if holds else "No. "


def _move_claimed(case: Case, plan: Plan, change: Decimal) -> str:
    """“Yes. ” or “No. ” where the question is whether it improved, rose, fell."""
    if not CLAIM.search(case.question) or EITHER.search(case.question):
        return ""
    sign = {"higher": 1, "lower": -1}.get(plan.better, 0)
    for pattern, wanted in ((BETTER, sign), (WORSE, -sign), (UP, 1), (DOWN, -1)):
        if pattern.search(case.question):
            return "" if not wanted else "Yes. " if change * wanted > 0 else "No. "
    return ""


def told_apart(case: Case, plan: Plan, found: Sequence[Computed]) -> str:
    """Whose is the higher, or the lower, as is asked."""
    is_low = plan.fold == "lowest" or (plan.fold != "highest" and LOWER.search(case.question) is not None)
    ranked = sorted(found, key=lambda each: each.value.value, reverse=not is_low)
    word = "lower" if is_low else "higher"
    word = f"{word[:-2]}est" if len(found) > 2 else word
    best = ranked[0]
    if best.value.value == ranked[1].value.value:
        return f"{wording.capital(plan.words)} was the same."
    whose = wording.capital(f"{wording.subject(best.newest)}{plan.words}")
    others = wording.joined(
        [
            f"{written(case, plan, each.value)} of {without_legal_form(each.newest.entity_name)}"
            for each in ranked[1:]
        ]
    )
    verb = "were" if isinstance(plan.expression, Leaf) and plan.words.endswith("s") else "was"
    return f"{whose} {verb} {word}: {written(case, plan, best.value)}, against {others}."


def _mean(found: Sequence[Computed]) -> Value:
    total = sum((each.value.value for each in found), Decimal(0))
    newest = max(found, key=lambda each: each.period.end_date).value
    return replace(newest, value=total / len(found))


def averaged(case: Case, plan: Plan, found: Sequence[Computed]) -> str:
    """The average over the periods."""
    whose = wording.subject(found[0].newest)
    years = wording.joined([when(each).partition(" (")[0].removeprefix("in ") for each in found])
    average = written(case, plan, _mean(found))
    return f"{wording.capital(f'{whose}{plan.words}')} was {average} on average over {years}."


def average_figure(case: Case, plan: Plan, found: Sequence[Computed]) -> Figure:
    terms = " + ".join(written(case, plan, each.value) for each in found)
    newest = max(found, key=lambda each: each.period.end_date)
    whole = figure_of(case, plan, replace(newest, value=_mean(found)))
    return replace(
        whole, formula=f"({terms}) ÷ {len(found)}", period_start=None, period_end=None, fiscal_year=None
    )


def moved(case: Case, plan: Plan, found: Sequence[Computed]) -> str:
    """Whether it rose or fell between two periods."""
    old, new = sorted(found, key=lambda each: each.period.end_date)
    change = new.value.value - old.value.value
    verb = "rose" if change > 0 else "fell" if change < 0 else "did not change"
    whose = wording.capital(f"{wording.subject(new.newest)}{plan.words}")
    before, after = (written(case, plan, each.value) for each in (old, new))
    said = f"{whose} {verb} from {before} {when(old)} to {after} {when(new)}"
    claimed = _move_claimed(case, plan, change)
    by = difference(case, plan, old.value, new.value)
    return f"{claimed}{said}, by {by}." if by else f"{claimed}{said}."


def difference(case: Case, plan: Plan, old: Value, new: Value) -> str:
    """How far it moved: of per cents in percentage points."""
    change = abs(new.value - old.value)
    if not change:
        return ""
    if plan.unit == "%":
        return f"{rounded(change * 100, decimals_of(case, 1))} percentage points"
    return written(case, plan, Value(change, new.unit, rows=new.rows))


def change_figure(case: Case, plan: Plan, found: Sequence[Computed]) -> Figure:
    """The same as a figure, with how it follows."""
    old, new = sorted(found, key=lambda each: each.period.end_date)
    change = new.value.value - old.value.value
    whole = figure_of(case, plan, replace(new, value=replace(new.value, value=abs(change))))
    text = difference(case, plan, old.value, new.value)
    before, after = (written(case, plan, each.value) for each in (new, old))
    unit = "pp" if plan.unit == "%" else whole.unit
    return replace(whole, text=text, unit=unit, formula=f"{before} − {after}")
