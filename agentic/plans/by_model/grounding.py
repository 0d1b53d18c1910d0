"""What a model's plan says, as far as the workspace holds it and the question asks for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, WithJsonSchema, create_model

from agentic.facts.case import Case
from agentic.plans.asked.subjects import named_ratios
from agentic.plans.by_model.offered import Offered, key_of
from agentic.plans.figures.lookup import is_year, newest_year
from llm.fencing import one_line
from reading.values.legal_forms import without_legal_form
from reading.values.periods import Period
from retrieval.question.measures import measures_in
from retrieval.question.naming.mentions import Mention, mentions_in
from retrieval.question.naming.names import names_of
from retrieval.question.naming.phrases import words_of
from retrieval.question.naming.subjects import plain_name
from retrieval.question.plans.bounds import find_bound, fits
from retrieval.question.plans.model import (
    Apply,
    Average,
    Beside,
    Expression,
    First,
    Fold,
    Growth,
    Leaf,
    Number,
    Plan,
    Several,
    Test,
    Unit,
    leaves,
)
from retrieval.question.ratios.formulas import BadFormula, parse_formula
from retrieval.question.ratios.named import ratios

CONSTANTS = frozenset(map(Decimal, (1, 2, 4, 12, 360, 365)))  # of formulas: days and parts of a year
TIME = re.compile(
    r"(?:\bQ(?P<before>[1-4])\b)?\D{0,12}(?P<year>(?:19|20)\d\d)(?:\D{0,3}\bQ(?P<after>[1-4])\b)?"
)
MOST_TERMS = 8  # of a formula
SERIES = ("year", "quarter")
YEARS = re.compile(r"\byears?\b", re.IGNORECASE)


class PlanReply(BaseModel):
    """What the model fills in; see prompts/plan.md."""

    formula: str = Field(default="", max_length=300)
    organizations: list[str] = Field(default_factory=list, max_length=4)
    periods: list[str] = Field(default_factory=list, max_length=6)
    fold: Literal["each", "average", "change", "highest", "lowest", "list"] = "each"
    by: Literal["", "year", "quarter", "company"] = ""
    test: bool = False
    format: Literal["money", "%", "times", "days"] = "money"
    cannot: list[str] = Field(default_factory=list, max_length=4)


def reply_among(offered: Offered, tier: str) -> type[PlanReply]:
    """The reply with the measures, organizations and periods that are offered as all that it may name."""
    some = {"organizations": (offered.names, 4), "periods": (offered.times, 6)}
    fields: dict[str, Any] = {
        field: (list[_one_of(names)], Field(default_factory=list, max_length=most))  # type: ignore[misc]
        for field, (names, most) in some.items()
        if names
    }
    formula = {"type": "string", "pattern": _formulas_of([*offered.first_measures(tier), *ratios()])}
    fields["formula"] = (Annotated[str, WithJsonSchema(formula)], Field(default=""))
    return create_model("PlanReply", __base__=PlanReply, __doc__=PlanReply.__doc__, **fields)


def _formulas_of(names: Sequence[str]) -> str:
    """A pattern of the formulas over these names, their brackets left to be closed; none is one as well."""
    opened = r"(\(|average\(|before\(|growth\()"
    term = rf"{opened}{{0,3}}({'|'.join(map(re.escape, dict.fromkeys(names)))}|\d{{1,4}})\){{0,3}}"
    return rf"^({term}( [-+*/] {term}){{0,{MOST_TERMS - 1}}})?$"


def _one_of(names: Sequence[str]) -> Any:
    """A text for which the schema allows these alone; what a model says beside them is said, not an error."""
    return Annotated[str, WithJsonSchema({"type": "string", "enum": list(names)})]


class Ungrounded(ValueError):
    """Why a plan is not taken, as a sentence."""


def grounded(reply: PlanReply, offered: Offered, case: Case) -> tuple[Plan, Case]:
    """The plan and the case that it answers. Raises `Ungrounded`."""
    if reply.cannot or not reply.formula.strip():
        words = ", ".join(f"“{one_line(word)}”" for word in reply.cannot)
        raise Ungrounded(f"The model has no place for {words or 'what is asked'}.")
    expression = _expression(reply.formula, offered, case)
    case = _about(reply.organizations, case)
    by = _grouping(reply, case)
    periods = () if by in SERIES and not case.analysis.periods else _times(reply, expression, offered, case)
    whose = tuple(dict.fromkeys(without_legal_form(each.name) for each in case.analysis.organizations))
    known = next((ratio for ratio in ratios().values() if ratio.expression == expression), None)
    unit = known.unit if known else _unit(expression, reply, case)
    plan = Plan(
        words=known.words if known else str(expression),
        expression=expression,
        unit=unit,
        better=known.better if known else "",
        periods=periods,
        whose=whose,
        fold=_fold(reply, by, periods, whose),
        planner="model",
        test=_test(reply, unit, case),
        by=by,
    )
    return plan, case


def _grouping(reply: PlanReply, case: Case) -> str:
    """What the plan goes by: “” where each value is one of its own. Raises `Ungrounded`."""
    if reply.fold not in ("highest", "lowest", "list"):
        return ""
    if reply.by != "company":
        if len(case.analysis.organizations) > 1:
            raise Ungrounded("Of several companies no plan tells years or quarters apart.")
        return reply.by or "year"
    if reply.fold == "list":
        raise Ungrounded("No plan lists companies.")
    return reply.by


def _fold(reply: PlanReply, by: str, periods: Sequence[Period], whose: Sequence[str]) -> Fold:
    if by:
        return reply.fold
    if len(whose) > 1 or len(periods) < 2 or (reply.fold == "change" and len(periods) != 2):
        return "each"
    return reply.fold


def _test(reply: PlanReply, unit: Unit, case: Case) -> Test | None:
    """The bound that the question sets, where the model finds that it asks whether that is so."""
    if not reply.test:
        return None
    bound = find_bound(case.question)
    if bound is None or not fits(bound.test, unit) or reply.fold != "each":
        raise Ungrounded("The question sets no bound for it.")
    return bound.test


def _expression(formula: str, offered: Offered, case: Case) -> Expression:
    own = {
        ratio.name: each.expression for each in case.definitions for ratio, _, _ in named_ratios(each.what)
    }
    named = {name: ratio.expression for name, ratio in ratios().items()} | own
    named = {name: each for name, each in named.items() if name not in offered.measures or name in own}
    try:
        expression = parse_formula(formula, named=named)
    except (BadFormula, ArithmeticError, RecursionError, ValueError) as error:
        raise Ungrounded(str(error) or f"“{formula}” is no formula.") from error
    used = {leaf.measure for leaf in leaves(expression)}
    within = {leaf.measure for each in named.values() for leaf in leaves(each)}
    if not used:
        raise Ungrounded(f"“{formula}” is of no figure.")
    if foreign := sorted(used - {*offered.measures} - within):
        raise Ungrounded(f"No figure of these documents is called “{foreign[0]}”.")
    said = {Decimal(digits) for digits in re.findall(r"\d+(?:\.\d+)?", case.question)}
    if invented := sorted(set(_numbers(expression)) - said - CONSTANTS):
        raise Ungrounded(f"The question does not say {invented[0]}.")
    spans = [(start, end) for _, start, end in named_ratios(case.question)]
    for name, start, end in measures_in(case.question):
        if name not in used and not any(low <= start and end <= high for low, high in spans):
            raise Ungrounded(f"It leaves out “{case.question[start:end]}”.")
    for ratio in named_ratios(case.question):
        of_it = {leaf.measure for leaf in leaves(named.get(ratio[0].name, ratio[0].expression))}
        if not used & {ratio[0].name, *of_it}:
            raise Ungrounded(f"It leaves out “{case.question[ratio[1] : ratio[2]]}”.")
    return expression


def _numbers(expression: Expression) -> Iterator[Decimal]:
    if isinstance(expression, Number):
        yield expression.value
    elif isinstance(expression, Apply):
        yield from _numbers(expression.left)
        yield from _numbers(expression.right)
    elif isinstance(expression, First):
        for each in expression.of:
            yield from _numbers(each)
    elif isinstance(expression, Growth):
        yield from _numbers(expression.of)


def _about(said: Sequence[str], case: Case) -> Case:
    """The question about whom it names, and whom the model names that it can mean. Raises `Ungrounded`."""
    names, own = names_of(case.scope.workspace), case.analysis.organizations
    known = {name for mention in own for name in mention.names}
    meant: list[Mention] = []
    for name in filter(str.strip, said):
        found = [each for each in mentions_in(name, names)["organization"] if each.start == 0]
        if not found:
            raise Ungrounded(f"No document names “{one_line(name)}”.")
        words = {word for each in found[0].names for word in words_of(plain_name(each))}
        if not (known & set(found[0].names) or (not own and words & {*words_of(case.question)})):
            raise Ungrounded(f"Nothing in the question stands for “{one_line(name)}”.")
        meant.append(replace(found[0], start=0, end=0))
    if own:
        told = {name for each in meant for name in each.names}
        for each in own if meant else ():
            if not told & set(each.names):
                raise Ungrounded(f"It leaves out “{each.name}”.")
        return case
    return case.asking(organizations=tuple(meant)) if meant else case


def _times(reply: PlanReply, expression: Expression, offered: Offered, case: Case) -> tuple[Period, ...]:
    """The periods of the plan, the oldest first; those of the question are all in it. Raises `Ungrounded`."""
    asked, periods = case.analysis.periods, list[Period]()
    for text in filter(str.strip, reply.periods):
        match = TIME.search(text)
        quarter = match and (match["before"] or match["after"])
        key = (int(match["year"]), int(quarter) if quarter else None) if match else None
        if key is None or key not in offered.periods:
            raise Ungrounded(f"These documents have no figures for “{one_line(text)}”.")
        if asked and key not in {key_of(each) for each in asked}:
            raise Ungrounded(f"The question does not ask for “{one_line(text)}”.")
        periods.append(offered.periods[key])
    if not periods and asked:
        periods = list(asked)
    elif not periods or not (asked or case.analysis.is_temporal or YEARS.search(case.question)):
        newest = newest_year(case, next(leaves(expression)).measure)
        if newest is None:
            raise Ungrounded("No year has all its figures.")
        periods = [newest]
    years = {leaf.years for leaf in leaves(expression)}
    if any(years) and not all(map(is_year, periods)):
        raise Ungrounded("What is of the year before can be told of whole years only.")
    reached = {
        (each.fiscal_year - back, each.fiscal_quarter)
        for each in periods
        if each.fiscal_year
        for back in years
    }
    for each in asked:
        if each.fiscal_year and key_of(each) not in reached:
            raise Ungrounded(f"It leaves out “{each.text}”.")
    return tuple(sorted(dict.fromkeys(periods), key=lambda each: each.end_date))


def _unit(expression: Expression, reply: PlanReply, case: Case) -> Unit:
    """How it is said: an amount as one, what amounts are divided by each other as the model says."""
    of = _dimension(expression)
    if of == 1:
        return "money"
    if of != 0:
        raise Ungrounded("Its parts do not fit each other.")
    if case.manner.percent or (reply.format == "money" and isinstance(expression, Growth)):
        return "%"
    return "times" if reply.format == "money" else reply.format


def _dimension(expression: Expression) -> int:
    """1 of amounts, 0 of pure numbers."""
    if isinstance(expression, Leaf | Average | Beside | Several):
        return 1
    if isinstance(expression, Number | Growth):
        return 0
    if isinstance(expression, First):
        return _dimension(expression.of[0])
    left, right = _dimension(expression.left), _dimension(expression.right)
    if expression.operator in ("add", "subtract"):
        if left != right:
            raise Ungrounded("Its parts do not fit each other.")
        return left
    return left + right if expression.operator == "multiply" else left - right
