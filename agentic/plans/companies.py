"""Which of several companies has the highest or lowest ratio or measure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agentic.evidence import Draft
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.comparisons.compare import LOWER
from agentic.outcome import Outcome
from agentic.plans.computed import compute
from agentic.plans.figures.lookup import is_year
from agentic.plans.planner import WHICH_COMPANY, called_by_names, newest_of, one_subject, words_left
from agentic.plans.ratio_series import MOST_OF_ALL, nameless, periods_of
from agentic.plans.telling import listed, made_of, told, told_apart
from agentic.plans.values import Computed
from reading.values.legal_forms import without_legal_form
from retrieval.question.naming.mentions import Mention
from retrieval.question.plans.model import Growth, Leaf, Plan
from retrieval.question.wording.manner import without_statement

FEWEST, MOST = 2, 40  # companies
SHORTEST_YEAR = 300  # days
NEWEST = 2  # years that are tried, since the newest may be told of a part alone
# “Which grew revenue the most” asks for its growth.
GREW = re.compile(r"\b(?:grew|grow(?:n|s|ing)?|increas\w+|rose|risen?|rising)\b", re.IGNORECASE)
SHRANK = re.compile(
    r"\b(?:declin\w+|decreas\w+|fell|fall(?:en|s|ing)?|dropp\w+|shr[au]nk|shrink\w*)\b", re.IGNORECASE
)
QUOTED = re.compile(r"[\"“](?P<name>[^\"“”]+)[\"”]")
OF_REPORTS = re.compile(
    r"\b(?:listed|stated|given|reported|shown)\s+in\s+(?:the|its|their|each)\s+(?:latest\s+)?"
    r"(?:annual|quarterly)?\s*(?:reports?|filings?)\b",
    re.IGNORECASE,
)


def answer_companies(case: Case) -> Outcome | None:
    """Whose is the highest, or lowest, of the time named, else of each one's newest year."""
    if case.scope.filters and not case.analysis.organizations:
        case = case.looking_everywhere("Each company's own reports are looked at, whatever year they are of")
    question = called_by_names(without_statement(case.question))
    which = WHICH_COMPANY.search(question)
    bare = nameless(case, question)
    most = MOST_OF_ALL.search(bare)
    if which is None or most is None or len(case.analysis.periods) > 1:
        return None
    rest = without_reports(bare[: most.start()] + bare[most.end() :])
    asked = one_subject(case, WHICH_COMPANY.sub(" ", rest))
    mentions = companies_of(case)
    if asked is None or not FEWEST <= len(mentions) <= MOST or words_left(case, asked.rest):
        return None
    if isinstance(asked.expression, Leaf) and len(mentions) == FEWEST:
        return None  # of two, figures of like spans are compared
    fold = "lowest" if LOWER.search(bare) else "highest"
    if (moved := GREW.search(rest) or SHRANK.search(rest)) and not isinstance(asked.expression, Growth):
        if asked.unit != "money":
            return None
        asked = replace(
            asked, words=f"growth of {asked.words}", expression=Growth(asked.expression), unit="%"
        )
        fold = "lowest" if (fold == "lowest") != bool(SHRANK.match(moved[0])) else "highest"
    whose = tuple(without_legal_form(each.name) for each in mentions)
    plan = Plan(asked.words, asked.expression, asked.unit, asked.better, case.analysis.periods, whose)
    plan = replace(plan, fold=fold, by="company")  # type: ignore[arg-type]
    with case.workings.trace.step("plan", f"Plan to compare {plan.words} of companies") as step:
        step.output = {"plan": plan.as_json()}
    return answer_companies_plan(case, plan)


def answer_companies_plan(case: Case, plan: Plan) -> Outcome | None:
    """Which company has most or least, of those that the question names, else of all; None of one alone."""
    mentions = companies_of(case)
    if not FEWEST <= len(mentions) <= MOST:
        return None
    whose = tuple(without_legal_form(each.name) for each in mentions)
    plan = replace(plan, whose=whose)
    found, absent = values_of(case, plan, mentions)
    absent += _strangers(case)
    return _answered(case, plan, found, absent) if len(found) >= FEWEST else None


def companies_of(case: Case) -> list[Mention]:
    """The companies that the question names, else all that documents are about."""
    named = {without_legal_form(each.name).casefold(): each for each in case.analysis.organizations}
    if named or _strangers(case):
        return list(named.values())
    subjects = case.analysis.names.subjects
    chosen = case.scope.document_ids
    alike: dict[str, list[str]] = {}
    for name in subjects:
        if chosen is None or subjects[name] & set(chosen):
            alike.setdefault(without_legal_form(name).casefold(), []).append(name)
    own = [Mention(name=names[0], start=0, end=0, others=tuple(names[1:])) for names in alike.values()]
    return [each for each in own if not _is_short_for_another(each, own)]


def _is_short_for_another(one: Mention, others: Sequence[Mention]) -> bool:
    short = without_legal_form(one.name).casefold()
    return any(without_legal_form(each.name).casefold().startswith(f"{short} ") for each in others)


def _strangers(case: Case) -> list[str]:
    """The names in quotation marks that are no company's of these documents."""
    known = [(each.start, each.end) for each in case.analysis.organizations]
    quoted = QUOTED.finditer(case.question)
    return [
        match["name"]
        for match in quoted
        if not any(low < match.end() and match.start() < high for low, high in known)
    ]


def without_reports(question: str) -> str:
    """The question without names in quotes and words for where figures stand."""
    return OF_REPORTS.sub(" ", QUOTED.sub(" ", question))


def values_of(case: Case, plan: Plan, mentions: Sequence[Mention]) -> tuple[list[Computed], list[str]]:
    """Each company's value, of a whole year or a day; and the companies of which none is stored.

    Without a time in the plan it is each one's newest. What goes by several names is there once.
    """
    found: dict[str, Computed] = {}
    absent: list[str] = []
    for mention in mentions:
        if value := _value(case.asking(organizations=(mention,), kind="ratio"), plan):
            name = without_legal_form(value.newest.entity_name)
            found.setdefault(name.casefold(), replace(value, whose=name))
        else:
            absent.append(without_legal_form(mention.name))
    known = [name.split() for name in found]
    return list(found.values()), [name for name in absent if name.casefold().split() not in known]


def _value(own: Case, plan: Plan) -> Computed | None:
    newest = newest_of(own, plan.expression)
    years = tuple(reversed(periods_of(own, plan, "year")[-NEWEST:]))
    for period in plan.periods or years or ((newest,) if newest else ()):
        values, _ = compute(own, replace(plan, periods=(period,)))
        if values and (not is_year(period) or _is_whole(values[0])):
            return values[0]
    return None


def _is_whole(each: Computed) -> bool:
    """Whether none of its figures is of a part of the year."""
    return all(not row.days or row.days > SHORTEST_YEAR for row in each.value.rows)


def _answered(case: Case, plan: Plan, found: Sequence[Computed], absent: Sequence[str]) -> Outcome:
    units = list(dict.fromkeys(each.value.unit for each in found))
    lines, results = told(case, plan, found)
    if len(units) > 1:
        head = f"No company is called {plan.fold}: their amounts are in {wording.joined(units)}."
    else:
        head = told_apart(case, plan, found)
    text = f"{head}\n\n{listed(lines)}"
    if absent:
        text += f"\n\nThese documents do not give it for {wording.joined(list(dict.fromkeys(absent)))}."
    if not isinstance(plan.expression, Leaf):
        text += f"\n\nComputed as {found[-1].value.words}."
    named = tuple(dict.fromkeys(absent)) if case.analysis.organizations else ()
    return Draft(text=text, plan=plan.as_json(), absent=named), made_of(case, found, results)
