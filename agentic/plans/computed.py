"""A plan's answer: the value of each period and company with its figures, and what follows from them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

from agentic.evidence import Draft, Evidence, Figure
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.comparisons.compare import LOWER
from agentic.facts.evidence import figures_evidence
from agentic.facts.queries import YEAR_DAYS, FigureRow
from agentic.outcome import Outcome, coverage
from agentic.plans.evaluate import NotComputable, Value
from agentic.plans.figures.lookup import as_named, rows_of, value_of, years_before
from agentic.plans.figures.stated import stated_growth
from agentic.plans.planner import CLAIM, EITHER, plan_of
from reading.values.legal_forms import without_legal_form
from reading.values.periods import Period
from reading.values.quantities import find_quantities
from retrieval.question.plans.bounds import holds
from retrieval.question.plans.model import Apply, Growth, Leaf, Plan, Test, grown_measure, inputs, leaves
from retrieval.question.ratios.named import ratios

BETTER = re.compile(r"\b(?:improv\w+|better)\b", re.IGNORECASE)
WORSE = re.compile(r"\b(?:worsen\w*|deteriorat\w+|worse)\b", re.IGNORECASE)
UP = re.compile(r"\b(?:increas\w+|grow\w*|grew|rose|risen?|rising|higher|gone up|go up)\b", re.IGNORECASE)
DOWN = re.compile(
    r"\b(?:declin\w+|decreas\w+|fell|fall(?:en)?|drop\w*|shrunk|shrink|lower|gone down|go down)\b",
    re.IGNORECASE,
)
AS_SHARE = " as a share of "
CODE = 3  # letters of a currency's code
SHARE_OF = re.compile(
    r"\b(?:what|which)\s+(?:percentage|per\s?cent|share|proportion|fraction)\s+of\b", re.IGNORECASE
)
PER_CENT = re.compile(r"%|\bper\s?cent", re.IGNORECASE)
POSITIVE = re.compile(r"\b(?:(?P<plus>positive)|negative)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Computed:
    """The value of one company's period, with the figures that it was made of."""

    period: Period
    value: Value
    whose: str = ""

    @property
    def newest(self) -> FigureRow:
        return max(self.value.rows, key=lambda row: (row.period_end is not None, row.period_end, row.days))


Failed = tuple[str, Period, NotComputable]  # whose, when and why


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
                found.append(Computed(period, value_of(own, plan.expression, period), name))
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
            f"{_averaged(case, plan, found)}\n\n{text}",
            (_average_figure(case, plan, found), *results),
        )
    elif plan.fold == "change":
        text = f"{moved(case, plan, found)}\n\n{text}"
        if found[0].value.value != found[1].value.value:
            results = (*results, change_figure(case, plan, found))
    elif plan.test:
        text = f"{_tested(plan.test, found)}{chr(10) * 2 if len(lines) > 1 else ''}{text}"
    elif len(sides) > 1 and len(plan.periods) == 1:
        text = f"{told_apart(case, plan, found)}\n\n{text}"
    elif len(found) == 1:
        stated, own = as_stated(case, plan, found[0])
        text, results = f"{_sign_claimed(case, found[0])}{stated}{text}", (*results, *own)
    if missing:
        names = wording.joined(list(dict.fromkeys(missing)))
        text += f"\n\nThese documents do not give all that it is made of for {names}."
    if of_parts := _computed_sides(case, plan, found):
        text += f"\n\n{' '.join(line for lines, _ in of_parts for line in lines)}"
        results = (*results, *(figure for _, figures in of_parts for figure in figures))
    words = found[-1].value.words
    if not isinstance(plan.expression, Leaf) and words.casefold() != plan.words.casefold():
        text += f"\n\nComputed as {words}."
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


def told(case: Case, plan: Plan, found: Sequence[Computed]) -> tuple[list[str], tuple[Figure, ...]]:
    """A line for each value, with what it is made of and how it lies to the bound; the numbers said."""
    results = [figure for each in found for figure in _figures(case, plan, each)]
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
        return test.unit == unit or not test.value
    return test.unit in ("", unit, currency)


def _tested(test: Test, found: Sequence[Computed]) -> str:
    """“Yes. ” where each value is as asked, “No. ” where one is not."""
    return "Yes. " if all(holds(test, each.value.value) for each in found) else "No. "


def _beside_bound(test: Test, computed: Computed) -> str:
    """“above the bound of 30%”: how it lies to it."""
    if computed.value.value == test.value:
        return f"exactly the bound of {test.written}"
    return f"{'above' if computed.value.value > test.value else 'below'} the bound of {test.written}"


def bound_figure(plan: Plan, test: Test, computed: Computed) -> Figure:
    """The bound as a number that the question, or whoever is named, has set."""
    row = computed.newest
    quantity = find_quantities(test.written)[0]
    return Figure(
        value=test.value,
        text=test.written,
        unit=test.unit,
        scale=quantity.scale,
        label=plan.words,
        entity=row.entity_name,
        period=test.source,
        period_start=computed.period.start_date,
        period_end=row.period_end,
        fiscal_year=row.fiscal_year,
        formula=test.source or "as the question sets it",
    )


def when(computed: Computed) -> str:
    row = computed.newest
    spans = [each for each in computed.value.rows if each.days > YEAR_DAYS]
    return wording.when(spans[0] if spans and spans[0].period_end == row.period_end else row)


def _sign_claimed(case: Case, computed: Computed) -> str:
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


def _averaged(case: Case, plan: Plan, found: Sequence[Computed]) -> str:
    """The average over the periods."""
    whose = wording.subject(found[0].newest)
    years = wording.joined([when(each).partition(" (")[0].removeprefix("in ") for each in found])
    average = written(case, plan, _mean(found))
    return f"{wording.capital(f'{whose}{plan.words}')} was {average} on average over {years}."


def _average_figure(case: Case, plan: Plan, found: Sequence[Computed]) -> Figure:
    terms = " + ".join(written(case, plan, each.value) for each in found)
    newest = max(found, key=lambda each: each.period.end_date)
    whole = _figure(case, plan, replace(newest, value=_mean(found)))
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
        return f"{_rounded(change * 100, _decimals(case, 1))} percentage points"
    return written(case, plan, Value(change, new.unit, rows=new.rows))


def change_figure(case: Case, plan: Plan, found: Sequence[Computed]) -> Figure:
    """The same as a figure, with how it follows."""
    old, new = sorted(found, key=lambda each: each.period.end_date)
    change = new.value.value - old.value.value
    whole = _figure(case, plan, replace(new, value=replace(new.value, value=abs(change))))
    text = difference(case, plan, old.value, new.value)
    before, after = (written(case, plan, each.value) for each in (new, old))
    unit = "pp" if plan.unit == "%" else whole.unit
    return replace(whole, text=text, unit=unit, formula=f"{before} − {after}")


def written(case: Case, plan: Plan, value: Value) -> str:
    number = value.value
    if plan.unit == "money" and value.rows:
        return wording.plain_amount(
            number, wording.in_scale(value.rows[0], case.manner.scale, case.manner.decimals)
        )
    if plan.unit == "%" and _as_number(case, plan):
        return f"{_rounded(number, _decimals(case, 2))} ({_rounded(number * 100, 1)}%)"
    if plan.unit == "%":
        return f"{_rounded(number * 100, _decimals(case, 1))}%"
    if plan.unit == "days":
        return f"{_rounded(number, _decimals(case, 1))} days"
    return f"{_rounded(number, _decimals(case, 2))} times"


def _as_number(case: Case, plan: Plan) -> bool:
    """Whether a share is to be told as a number too: “Round the payout ratio to two decimal places”."""
    if case.manner.percent or (case.manner.decimals or 0) < 2 or isinstance(plan.expression, Growth):
        return False
    return not PER_CENT.search(case.question)


def _decimals(case: Case, usual: int) -> int:
    return usual if case.manner.decimals is None else case.manner.decimals


def _rounded(number: Decimal, decimals: int) -> Decimal:
    return number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)


def _as_written(text: str, scale: Decimal, value: Decimal) -> Decimal:
    """The value to the digits that are written."""
    digits = wording.DIGITS.search(text.rpartition("(")[2])
    assert digits is not None, "a value is written in digits"
    size = Decimal(digits[0].replace(",", "")) * scale
    return -size if value < 0 else size


def as_stated(case: Case, plan: Plan, computed: Computed) -> tuple[str, tuple[Figure, ...]]:
    """What a document says itself where its growth, of figures that it need not round, is another."""
    measure = grown_measure(plan.expression)
    row = stated_growth(case, measure, computed.period, computed.value.value) if measure else None
    if row is None or _rounded(row.numeric_value * 100, 1) == _rounded(computed.value.value * 100, 1):
        return "", ()
    whose = wording.capital(f"{wording.subject(computed.newest)}{plan.words}")
    said = f"{_rounded(row.numeric_value * 100, 1).normalize():f}%"
    return f"{whose} {when(computed)} is stated as {said} {case.cite(row.span)}, before rounding. ", (
        row.figure,
    )


def _figures(case: Case, plan: Plan, computed: Computed) -> list[Figure]:
    """The value as a figure; of a share that is told in both ways, both."""
    whole = _figure(case, plan, computed)
    if plan.unit != "%" or not _as_number(case, plan):
        return [whole]
    number = whole.text.partition(" ")[0]
    return [
        whole,
        replace(whole, value=Decimal(number.replace("−", "-")), text=number, unit="", scale=Decimal(1)),
    ]


def _scale(case: Case, plan: Plan, value: Value) -> Decimal:
    """What the value is written in."""
    if plan.unit == "money":
        return wording.in_scale(value.rows[0], case.manner.scale).scale
    return Decimal("0.01") if plan.unit == "%" else Decimal(1)


def _figure(case: Case, plan: Plan, computed: Computed) -> Figure:
    value, row = computed.value, computed.newest
    text = written(case, plan, value)
    scale = _scale(case, plan, value)
    unit = {"%": "%", "money": value.unit, "times": "times", "days": "days"}[plan.unit]
    return Figure(
        value=_as_written(text, scale, value.value),
        text=text,
        unit=unit,
        scale=scale,
        label=plan.words,
        entity=row.entity_name,
        period_start=computed.period.start_date,
        period_end=row.period_end,
        fiscal_year=row.fiscal_year,
        formula=value.formula,
    )


def lacking(case: Case, plan: Plan, failed: Failed) -> Outcome:
    """That it cannot be computed, and which figure is missing for it.

    Where nothing of it is stored for that time, the text may give the value itself: that is tentative.
    """
    _, period, error = failed
    if lacks_all := _lacks_all(plan, error):
        text = _nothing_of(case, plan, period)
    elif not error.missing:
        text = f"{wording.capital(plan.words)} cannot be computed: {str(error)[:1].lower()}{str(error)[1:]}"
    else:
        names = wording.joined(list(dict.fromkeys(str(Leaf(leaf.measure)) for leaf in error.missing)))
        time = wording.asked_for(years_before(period, max(leaf.years for leaf in error.missing)))
        text = f"These documents do not give all that {plan.words} is made of: {names} for {time} is missing."
    tried = tuple(f"{table.explanation}: {len(table.rows)} figures" for table in case.workings.tables)
    draft = Draft(text=text, answered=False, plan=plan.as_json(), tentative=lacks_all)
    return draft, Evidence(coverage=coverage(case.scope), tried=tried)


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
