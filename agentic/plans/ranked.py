"""Companies in the order of a measure, and those, or the years, of which something holds: a loss, a bound."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from agentic.evidence import Draft, Figure
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.outcome import Outcome
from agentic.plans.companies import companies_of, values_of, without_reports
from agentic.plans.computed import compute
from agentic.plans.figures.by_report import REPORTS, values_by_report
from agentic.plans.figures.lookup import is_year
from agentic.plans.planner import called_by_names, one_subject, whose_of, words_left
from agentic.plans.ratio_series import MOST_OF_ALL, nameless, periods_of
from agentic.plans.telling import is_bounded, listed, made_of, told
from agentic.plans.values import Computed
from reading.values.legal_forms import without_legal_form
from retrieval.question.plans.bounds import find_bound, fits, holds
from retrieval.question.plans.model import Apply, Growth, Leaf, Plan, Relation, Test
from retrieval.question.wording.manner import without_statement

FEWEST, MOST = 2, 40  # companies, or periods
COMPANIES = r"(?:compan(?:y|ies)|firms?|issuers?|registrants?|corporations?)"
_ASKS = r"(?:which|what|how\s+many|list|name|show|give|find)"
_THE = r"(?:\s+(?:all|every|me|of|are|were|the|these|those))*"
WHICH = re.compile(
    rf"\b{_ASKS}{_THE}\s+(?P<noun>{COMPANIES}|{REPORTS}|(?:(?:fiscal|financial|calendar)\s+)?(?:years?|quarters?))\b"
    r"(?:\s+(?:that|which|whose|with)\b)?(?:\s+(?:show|state|report|give|record|post)(?:s|ed|ing)?\b)?",
    re.IGNORECASE,
)
EACH = re.compile(
    rf"\b(?:by|per|for|of|in|across|among)\s+(?:(?:each|every|all|the|these|those|of)\s+)*{COMPANIES}\b|"
    rf"\b(?:each|every|all(?:\s+the)?)\s+{COMPANIES}\b",
    re.IGNORECASE,
)
RANK = re.compile(
    rf"\b(?:rank(?:ed|ing|s)?|order|sort)(?:\s+of)?(?:\s+(?:all|the|these|those))*(?:\s+{COMPANIES})?"
    rf"(?:\s+(?:by|on|according\s+to))?\b|\b{COMPANIES}\s+(?:ranked|sorted|ordered)?\s*by\b|\b(?:ranked|sorted|ordered)\s+by\b",
    re.IGNORECASE,
)
ORDER = re.compile(
    r"\b(?:from\s+)?(?:the\s+)?(?P<first>highest|largest|lowest|smallest|most|least|best|worst)\s+"
    r"(?:to|first)\b(?:\s+(?:the\s+)?(?:highest|largest|lowest|smallest|most|least|best|worst))?|"
    r"\bin\s+(?P<way>descending|ascending)\s+order\b",
    re.IGNORECASE,
)
BY = re.compile(r"\b(?:by|on|according\s+to)\b", re.IGNORECASE)
RISING = frozenset({"lowest", "smallest", "least", "worst", "ascending"})
NEGATIVE = re.compile(r"\bnegative\b", re.IGNORECASE)
LOSS = re.compile(r"\b(?:loss(?:es)?|negative)\b", re.IGNORECASE)
AT_A_LOSS = re.compile(
    r"\b(?:(?:a|any)\s+loss|losses|at\s+a\s+loss|loss[- ]making|lost\s+money|(?:un|not\s+)profitable|"
    r"in\s+the\s+red)\b",
    re.IGNORECASE,
)
IN_PROFIT = re.compile(r"\b(?:(?:a|any)\s+profit|profits|profitable|in\s+the\s+black)\b", re.IGNORECASE)
POSITIVE = re.compile(r"\bpositive\b", re.IGNORECASE)
FELL = re.compile(
    r"\b(?:f[ae]ll(?:en)?|declin(?:e[ds]?|ing)|decreas(?:e[ds]?|ing)|dropp?(?:ed|ing|s)?|shrank|shr[iu]nk)\b",
    re.IGNORECASE,
)
GREW = re.compile(
    r"\b(?:gr[oe]w(?:n|s|ing|th)?|increas(?:e[ds]?|ing)|r[oi]se[ns]?|rising|gone?\s+up|went\s+up)\b",
    re.IGNORECASE,
)
HIGHER_THAN = re.compile(
    r"\b(?:(?P<more>higher|more|greater|larger|better)|lower|less|smaller|worse)\b(?=.*\bthan\b)|"
    r"(?<=\s)than\b",
    re.IGNORECASE,
)
TWO_YEARS = 2
NOTHING = Decimal(0)


@dataclass(frozen=True)
class _Asked:
    """`rest`: the question without what is said here. `said`: what holds, “a loss”; "" of an order."""

    by: str
    rest: str
    test: Test | None = None
    grows: bool = False
    said: str = ""
    rising: bool = False
    length: str = ""  # of the reports that are meant


def answer_ranked(case: Case) -> Outcome | None:
    """The companies in order, or those, or the times, of which it holds; None where else is asked."""
    if case.analysis.kind in ("sum", "average"):
        return None
    question = called_by_names(without_statement(case.question))
    asked = _asked(question, nameless(case, question))
    if asked is None:
        return None
    if len(case.analysis.periods) > 1:
        return _between(case, asked)
    if asked.by == "company" and case.scope.filters and not case.analysis.organizations:
        case = case.looking_everywhere("Each company's own reports are looked at, whatever year they are of")
    subject = one_subject(case, without_reports(asked.rest))
    if subject is None or words_left(case, subject.rest):
        return None
    if asked.test and not fits(asked.test, "%" if asked.grows else subject.unit) and asked.test.value:
        return None
    expression = Growth(subject.expression) if asked.grows else subject.expression
    words = f"growth of {subject.words}" if asked.grows else subject.words
    unit = "%" if asked.grows else subject.unit
    plan = Plan(words, expression, unit, subject.better, case.analysis.periods, fold="list")
    plan = replace(plan, by=asked.by, test=asked.test)
    of = {"company": _of_companies, "report": _of_reports}.get(asked.by, _of_times)
    return of(case, plan, asked)


def _between(case: Case, asked: _Asked) -> Outcome | None:
    """Those that have more, or less, in one year than in the year before; None where else is asked."""
    periods = sorted(case.analysis.periods, key=lambda each: each.end_date)
    compared = HIGHER_THAN.search(asked.rest)
    if asked.by != "company" or compared is None or len(periods) != TWO_YEARS or asked.test:
        return None
    if not all(map(is_year, periods)) or periods[0].fiscal_year is None or periods[1].fiscal_year is None:
        return None
    subject = one_subject(case, without_reports(HIGHER_THAN.sub(" ", asked.rest)))
    if periods[1].fiscal_year - periods[0].fiscal_year != 1 or subject is None:
        return None
    if not isinstance(subject.expression, Leaf) or words_left(case, subject.rest):
        return None
    first = case.analysis.periods[0] == periods[0]  # “lower in 2022 than in 2023”
    relation: Relation = "above" if (compared["more"] is not None) != first else "below"
    change = Apply("subtract", subject.expression, replace(subject.expression, years=1))
    said = f"{'higher' if relation == 'above' else 'lower'} than the year before"
    plan = Plan(f"change of {subject.words}", change, subject.unit, "", (periods[1],), fold="list")
    plan = replace(plan, by="company", test=Test(relation, NOTHING, "", "0"))
    if case.scope.filters and not case.analysis.organizations:
        case = case.looking_everywhere("Each company's own reports are looked at, whatever year they are of")
    return _of_companies(case, plan, replace(asked, test=plan.test, said=said))


def _of_reports(case: Case, plan: Plan, asked: _Asked) -> Outcome | None:
    """The reports that give such a value themselves, each of its own newest time."""
    if not isinstance(plan.expression, Leaf) or plan.test is None or case.analysis.organizations:
        return None
    with case.workings.trace.step("plan", f"Plan to list {plan.words} of reports") as step:
        step.output = {"plan": plan.as_json()}
    found, absent = values_by_report(case, plan, asked.length)
    found = [each for each in found if is_bounded(plan, plan.test, each)]
    if not FEWEST <= len(found) <= MOST:
        return None
    noun = f"{asked.length} reports".strip()
    draft, evidence = _told(case, plan, asked, found, noun)
    notes = [f"These do not give it: {wording.joined(absent)}."] if absent else []
    return replace(draft, text="\n\n".join([draft.text, *notes, *_own_currencies(plan, found)])), evidence


def _own_currencies(plan: Plan, found: Sequence[Computed]) -> list[str]:
    """That the bound names no currency, where the amounts are in several."""
    units = sorted({each.value.unit for each in found})
    is_open = plan.test is not None and plan.test.value and not plan.test.unit and plan.unit == "money"
    told = f"The bound names no currency; it is taken in each amount's own ({wording.joined(units)})."
    return [told] if is_open and len(units) > 1 else []


def _asked(question: str, bare: str) -> _Asked | None:
    """`bare`: the question without names, in place."""
    order = ORDER.search(bare)
    rising = order is not None and (order["first"] or order["way"]).lower() in RISING
    rest = ORDER.sub(" ", question)
    if MOST_OF_ALL.search(ORDER.sub(" ", bare)):
        return None
    which = WHICH.search(rest)
    if which is None:
        ranks = RANK.search(rest)
        if ranks is None and not EACH.search(rest):
            return None
        rest = EACH.sub(" ", RANK.sub(" ", rest))
        return _Asked("company", BY.sub(" ", rest) if ranks else rest, rising=rising)
    noun = which["noun"].lower()
    kinds = (("report", REPORTS), ("company", COMPANIES), ("year", ".*year.*"), ("quarter", ".*"))
    by = next(kind for kind, pattern in kinds if re.fullmatch(pattern, noun))
    bare = f"{rest[: which.start()]} {rest[which.end() :]}"
    if HIGHER_THAN.search(bare) and find_bound(bare) is None:
        return _Asked(by, bare)
    asked = _tested(by, bare)
    return asked and replace(asked, length=(which["length"] or "").lower())


def _tested(by: str, rest: str) -> _Asked | None:
    """What is to hold, and how that is said; None where nothing is."""
    if bound := find_bound(rest):
        rest = f"{rest[: bound.start]} {rest[bound.end :]}"
        moves = GREW.search(rest) if bound.test.unit == "%" else None
        if moves:
            rest = GREW.sub(" ", rest)
        return _Asked(by, rest, bound.test, bool(moves), str(bound.test))
    below, above = Test("below", NOTHING, "", "0"), Test("above", NOTHING, "", "0")
    if AT_A_LOSS.search(rest):
        return _Asked(by, AT_A_LOSS.sub(" net income ", rest), below, said="a loss")
    if LOSS.search(rest):
        said = "a loss" if "loss" in rest.lower() else "below zero"
        return _Asked(by, NEGATIVE.sub(" ", rest), below, said=said)
    if IN_PROFIT.search(rest):
        return _Asked(by, IN_PROFIT.sub(" net income ", rest), above, said="a profit")
    if POSITIVE.search(rest):
        return _Asked(by, POSITIVE.sub(" ", rest), above, said="above zero")
    if FELL.search(rest):
        return _Asked(by, FELL.sub(" ", rest), below, grows=True, said="a fall")
    if GREW.search(rest):
        return _Asked(by, GREW.sub(" ", rest), above, grows=True, said="a rise")
    return None


def _of_companies(case: Case, plan: Plan, asked: _Asked) -> Outcome | None:
    mentions = companies_of(case)
    if not FEWEST <= len(mentions) <= MOST:
        return None
    plan = replace(plan, whose=tuple(without_legal_form(each.name) for each in mentions))
    with case.workings.trace.step("plan", f"Plan to list {plan.words} of companies") as step:
        step.output = {"plan": plan.as_json()}
    found, absent = values_of(case, plan, mentions)
    test = plan.test if plan.test and plan.test.value else None
    beside = [each.whose for each in found if test and not is_bounded(plan, test, each)]
    found = [each for each in found if each.whose not in beside]
    if not found:
        return None
    draft, evidence = _told(case, plan, asked, found, "companies")
    notes = [f"These documents do not give it for {wording.joined(absent)}."] if absent else []
    notes += [f"Left out, since told in another unit: {wording.joined(beside)}."] if beside else []
    notes += _own_currencies(plan, found)
    return replace(draft, text="\n\n".join([draft.text, *notes])), evidence


def _of_times(case: Case, plan: Plan, asked: _Asked) -> Outcome | None:
    if len(whose_of(case)) > 1:
        return None
    own = case.asking(kind="ratio")
    plan = replace(plan, whose=whose_of(case), periods=periods_of(own, plan, plan.by)[-MOST:])
    with case.workings.trace.step("plan", f"Plan to list {plan.words} by {plan.by}") as step:
        step.output = {"plan": plan.as_json()}
    found, _ = compute(case, plan)
    if len(found) < FEWEST or len({each.newest.entity_name for each in found}) > 1:
        return None
    return _told(case, plan, asked, found, f"{plan.by}s")


def _told(case: Case, plan: Plan, asked: _Asked, found: Sequence[Computed], noun: str) -> Outcome:
    """Those that hold, or all in order, with how many they are of."""
    ranked = sorted(found, key=lambda each: each.value.value, reverse=not asked.rising)
    if plan.by not in ("company", "report"):
        ranked = list(found)
    test = plan.test
    kept = [each for each in ranked if test is None or holds(test, each.value.value)]
    shown = kept or ranked
    lines, results = told(case, replace(plan, test=test if test and test.value else None), shown)
    counts = [_counted(len(found), f"{noun} with {plan.words}")]
    if test is None:
        units = list(dict.fromkeys(each.value.unit for each in ranked))
        order = "the lowest first" if asked.rising else "the highest first"
        order = f"in {wording.joined(units)}, so in no order" if len(units) > 1 else order
        head = f"{wording.capital(plan.words)} of {len(found)} {noun}, {order}:"
    else:
        counts.append(_counted(len(kept), f"{noun} with {plan.words} {asked.said}"))
        head = _head(plan, asked, kept, found, noun)
    text = f"{head}\n\n{listed(lines)}"
    if not isinstance(plan.expression, Leaf):
        text += f"\n\nComputed as {shown[-1].value.words}."
    return Draft(text=text, plan=plan.as_json()), made_of(case, shown, (*counts, *results))


def _head(plan: Plan, asked: _Asked, kept: Sequence[Computed], found: Sequence[Computed], noun: str) -> str:
    """“1 of 9 companies had a loss: Boeing.”"""
    many = f"{len(kept)} of {len(found)} {noun}" if kept else f"None of {len(found)} {noun}"
    of = plan.words.removeprefix("growth of ").removeprefix("change of ")
    had = {
        "a loss": f"had a loss ({of} below zero)",
        "a profit": f"made a profit ({of} above zero)",
        "a fall": f"had a fall of {of}",
    }
    had |= {"a rise": f"had a rise of {of}"}
    if "than the year before" in asked.said:
        had[asked.said] = f"had {asked.said.split()[0]} {of} than the year before"
    names = [
        each.whose or without_legal_form(each.newest.entity_name)
        if plan.by in ("company", "report")
        else wording.when(each.newest).partition(" (")[0].removeprefix("in ")
        for each in kept
    ]
    verb = had.get(asked.said, f"had {plan.words} {asked.said}")
    return f"{many} {verb}{f': {wording.joined(names)}' if names else ''}."


def _counted(count: int, of: str) -> Figure:
    return Figure(value=Decimal(count), text=str(count), label=of, formula=f"counted: {of}")
