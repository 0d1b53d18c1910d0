"""A plan's answer: the value of each period and company with its figures, and what follows from them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agentic.evidence import Draft, Evidence, Figure
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.queries import FigureRow
from agentic.outcome import Outcome, coverage
from agentic.plans.evaluate import NotComputable
from agentic.plans.figures.lookup import as_named, figure_of, rows_of, value_of, years_before
from agentic.plans.figures.spans import in_span, span_told
from agentic.plans.figures.stated import stated_growth
from agentic.plans.planner import plan_of
from agentic.plans.telling import (
    average_figure,
    averaged,
    change_figure,
    is_bounded,
    listed,
    made_of,
    moved,
    sign_claimed,
    tested,
    told,
    told_apart,
)
from agentic.plans.values import Computed, Failed, rounded, when
from reading.values.legal_forms import without_legal_form
from reading.values.periods import Period
from retrieval.question.plans.model import Apply, Growth, Leaf, Plan, grown_measure, inputs, leaves
from retrieval.question.ratios.named import ratios

AS_SHARE = " as a share of "
SHARE_OF = re.compile(
    r"\b(?:what|which)\s+(?:percentage|per\s?cent|share|proportion|fraction)\s+of\b", re.IGNORECASE
)


def answer_computed(case: Case) -> Outcome | None:
    """What the question wants computed; None where it asks for something else, or for more.

    Where an input is not stored, the answer says which.
    """
    plan = plan_of(case)
    if plan is None or _is_stated(case, plan):
        return None
    if SHARE_OF.search(case.question) and isinstance(plan.expression, Leaf) and plan.unit != "%":
        return None  # the part of a whole is no figure of its own
    with case.workings.trace.step("plan", f"Plan to compute {plan.words}") as step:
        step.output = {"plan": plan.as_json()}
    return answer_plan(case, plan)


def answer_plan(case: Case, plan: Plan) -> Outcome | None:
    """The plan's values with their inputs, or which of these are not stored; whoever made the plan."""
    found, failed = compute(case, plan)
    if failed and (not found or len(plan.whose) < 2):
        return lacking(case, plan, failed[0])
    if plan.test and any(not is_bounded(plan, plan.test, each) for each in found):
        return None
    return _answered(case, plan, found, [name for name, _, _ in failed])


def compute(case: Case, plan: Plan) -> tuple[list[Computed], list[Failed]]:
    """The value in each period of each company, and where there is none, in any document about it."""
    found, failed = _computed(case, plan)
    if not failed or not case.scope.is_likely:
        return found, failed
    wide = case.looking_everywhere(
        "The documents that match the question's filters lack figures of it; all are looked at"
    )
    further, still_failed = _computed(wide, plan)
    if len(further) <= len(found):
        return found, failed
    wide.tell_widening(case)
    return further, still_failed


def _computed(case: Case, plan: Plan) -> tuple[list[Computed], list[Failed]]:
    found: list[Computed] = []
    failed: list[Failed] = []
    for name, own in _sides(case.asking(kind="ratio")):
        for period in as_named(own, plan.expression, plan.periods):
            try:
                expression = in_span(own, plan.expression, period)
                found.append(Computed(period, value_of(own, expression, period), name))
            except NotComputable as error:
                failed.append((name, period, error))
    return found, failed


def _sides(case: Case) -> list[tuple[str, Case]]:
    """Each company that the question names, with the question about it alone."""
    named = {without_legal_form(each.name): each for each in case.analysis.organizations}
    if len(named) < 2:
        return [("", case)]
    return [(name, case.asking(organizations=(mention,))) for name, mention in named.items()]


def _is_stated(case: Case, plan: Plan) -> bool:
    """Whether a table gives what is asked for itself, and the question defines it no other way."""
    ours = {each.expression for each in ratios().values()}
    first = next(leaves(plan.expression))
    if plan.test or plan.expression not in ours or first.measure == "effective_tax_rate":
        return False
    if plan.unit == "money":
        is_own = plan.words.lower().replace(" ", "_") == first.measure and plan.fold == "each"
        return is_own and any(rows_of(case, first.measure, (period,)) for period in plan.periods)
    if plan.unit != "%":
        return False
    return any(row.unit == "%" for row in rows_of(case, first.measure, plan.periods))


def _answered(case: Case, plan: Plan, found: Sequence[Computed], missing: Sequence[str]) -> Outcome | None:
    sides = {each.whose for each in found}
    for side in sides:
        rows = [row for each in found if each.whose == side for row in each.value.rows]
        if len({without_legal_form(row.entity_name).casefold() for row in rows}) > 1:
            return None
    lines, results = told(case, plan, found)
    text = lines[0] if len(lines) == 1 else listed(lines)
    if plan.fold == "average":
        text, results = (
            f"{averaged(case, plan, found)}\n\n{text}",
            (average_figure(case, plan, found), *results),
        )
    elif plan.fold == "change":
        text = f"{moved(case, plan, found)}\n\n{text}"
        if found[0].value.value != found[1].value.value:
            results = (*results, change_figure(case, plan, found))
    elif plan.test:
        text = f"{tested(plan.test, found)}{chr(10) * 2 if len(lines) > 1 else ''}{text}"
    elif len(sides) > 1 and len(plan.periods) == 1:
        text = f"{told_apart(case, plan, found)}\n\n{text}"
    elif len(found) == 1:
        stated, own = as_stated(case, plan, found[0])
        text, results = f"{sign_claimed(case, found[0])}{stated}{text}", (*results, *own)
    if missing:
        names = wording.joined(list(dict.fromkeys(missing)))
        text += f"\n\nThese documents do not give all that it is made of for {names}."
    if of_parts := _computed_sides(case, plan, found):
        text += f"\n\n{' '.join(line for lines, _ in of_parts for line in lines)}"
        results = (*results, *(figure for _, figures in of_parts for figure in figures))
    words = found[-1].value.words
    if not isinstance(plan.expression, Leaf) and words.casefold() != plan.words.casefold():
        text += f"\n\nComputed as {words}."
    if span := span_told(plan.expression, found[-1].value.rows):
        text += f" The span has {span[0]}"
        results = (*results, span[1])
    absent = tuple(dict.fromkeys(missing))
    return Draft(text=text, plan=plan.as_json(), absent=absent), made_of(case, found, results)


def _computed_sides(
    case: Case, plan: Plan, found: Sequence[Computed]
) -> list[tuple[list[str], tuple[Figure, ...]]]:
    """Of “A as a share of B” what A was, where that is computed itself."""
    expression = plan.expression
    if AS_SHARE not in plan.words or not isinstance(expression, Apply) or len(found) != 1:
        return []
    value = value_of(case, expression.left, found[0].period)
    if len(value.rows) < 2:
        return []
    side = replace(plan, words=plan.words.partition(AS_SHARE)[0], expression=expression.left, unit="money")
    return [told(case, side, [replace(found[0], value=value)])]


def as_stated(case: Case, plan: Plan, computed: Computed) -> tuple[str, tuple[Figure, ...]]:
    """What a document says itself where its growth, of figures that it need not round, is another."""
    measure = grown_measure(plan.expression)
    row = stated_growth(case, measure, computed.period, computed.value.value) if measure else None
    if row is None or rounded(row.numeric_value * 100, 1) == rounded(computed.value.value * 100, 1):
        return "", ()
    whose = wording.capital(f"{wording.subject(computed.newest)}{plan.words}")
    said = f"{rounded(row.numeric_value * 100, 1).normalize():f}%"
    return f"{whose} {when(computed)} is stated as {said} {case.cite(row.span)}, before rounding. ", (
        row.figure,
    )


def lacking(case: Case, plan: Plan, failed: Failed) -> Outcome:
    """That it cannot be computed, and which figure is missing for it.

    Where nothing of it is stored for that time, the text may give the value itself: that is tentative.
    """
    _, period, error = failed
    given: list[FigureRow] = []
    if lacks_all := _lacks_all(plan, error):
        text = _nothing_of(case, plan, period)
    elif not error.missing:
        text = f"{wording.capital(plan.words)} cannot be computed: {str(error)[:1].lower()}{str(error)[1:]}"
    else:
        names = wording.joined(list(dict.fromkeys(str(Leaf(leaf.measure)) for leaf in error.missing)))
        time = wording.asked_for(years_before(period, max(leaf.years for leaf in error.missing)))
        text = f"These documents do not give all that {plan.words} is made of: {names} for {time} is missing."
        given = _given(case, plan, period, error)
        if given:
            told = [
                f"{wording.label(r)} {wording.when(r)}, {wording.amount(r)} {case.cite(r.span)}"
                for r in given
            ]
            text += f" They give {wording.joined(told)}."
    tried = tuple(f"{table.explanation}: {len(table.rows)} figures" for table in case.workings.tables)
    draft = Draft(text=text, answered=False, plan=plan.as_json(), tentative=lacks_all)
    figures = tuple(row.figure for row in given)
    spans = tuple(case.workings.spans) if given else ()
    return draft, Evidence(spans=spans, figures=figures, coverage=coverage(case.scope), tried=tried)


def _given(case: Case, plan: Plan, period: Period, error: NotComputable) -> list[FigureRow]:
    """Of a sum the parts that are there: “They give long-term debt at …”."""
    if plan.unit != "money" or isinstance(plan.expression, Leaf):
        return []
    lacking = {leaf.measure for leaf in error.missing}
    wanted = dict.fromkeys(leaf.measure for leaf in leaves(plan.expression) if not leaf.years)
    own = _sides(case.asking(kind="ratio"))[0][1]
    chosen = [figure_of(own, Leaf(measure), period) for measure in wanted if measure not in lacking]
    return list(dict.fromkeys(choice.best for choice in chosen if choice))


def _lacks_all(plan: Plan, error: NotComputable) -> bool:
    every = {leaf.measure for leaf in leaves(plan.expression)}
    is_growth = isinstance(plan.expression, Growth)
    return bool(error.missing) and {leaf.measure for leaf in error.missing} == every and not is_growth


def _nothing_of(case: Case, plan: Plan, period: Period) -> str:
    """“Boeing's net income and average total assets of 2012 are not in these documents, so …”"""
    named = {without_legal_form(each.name).removeprefix("The ") for each in case.analysis.organizations}
    whose = "".join(f"{name}'{'' if name.endswith('s') else 's'} " for name in named if len(named) == 1)
    names = list(dict.fromkeys(map(str, inputs(plan.expression))))
    verb = "is" if len(names) == 1 and not names[0].endswith("s") else "are"
    said = f"{whose}{wording.joined(names)} of {wording.asked_for(period)} {verb} not in these documents"
    so = "" if isinstance(plan.expression, Leaf) else f", so {plan.words} cannot be computed"
    return f"{wording.capital(said)}{so}."
