"""A question as a plan, by rules: None where a word of it has no place in what would be computed."""

from __future__ import annotations

import re
from dataclasses import replace

from agentic.facts.case import Case
from agentic.facts.figures.target import ASKING, known_spans, without
from agentic.plans.asked.subjects import (
    AVERAGE,
    EDGES,
    MOVES,
    SHARE,
    Subject,
    defined,
    growths_apart,
    named_ratios,
    share_asked,
    subject_of,
    subjects_in,
    tested,
)
from agentic.plans.figures.lookup import is_year, newest_year, years_before
from agentic.plans.figures.spans import ratio_of
from reading.values.legal_forms import without_legal_form
from reading.values.periods import Period
from retrieval.question.measures import measures_in
from retrieval.question.plans.bounds import find_bound, find_sign
from retrieval.question.plans.model import Expression, Fold, Growth, Plan, leaves
from retrieval.question.ratios.named import Ratio, find_ratios
from retrieval.question.wording.manner import without_statement
from retrieval.question.wording.words import OF_COMPUTING
from retrieval.stems import stems

CLAIM = re.compile(r"^\W*(?:is|are|was|were|does|do|did|has|have|had)\b", re.IGNORECASE)
EITHER = re.compile(r"\bor\b", re.IGNORECASE)
PER_CENT_BEFORE = re.compile(r"\s(?:%|per\s?cent)(?=\s*margin)", re.IGNORECASE)
FOLD = re.compile(r"(?<=\d)\s?x(?!\w)")  # “1.5x”
# What these ask for, a look at one ratio in the periods named does not give.
DEMANDS = re.compile(
    r"\b(?:each|every|all|any|by|per|quarterly|monthly|annually|quarters?|months?|years|highest|lowest|largest|"
    r"smallest|most|least|best|worst|which|who|whose|list|count|sum|over time|than|not|without|except\w*)\b",
    re.IGNORECASE,
)
BY_HOW_MUCH = re.compile(r"\b(?:by\s+)?how\s+(?:much|many)\b(?:\s+percentage\s+points?\b)?", re.IGNORECASE)
WORD = re.compile(r"\w[\w&’'-]*")
# Ways to ask for a ratio that do not call it by name.
SPOKEN = tuple(
    (re.compile(pattern, re.IGNORECASE), named)
    for pattern, named in (
        (
            r"\bhow many times (?:has|have|did|does|do)\s+(?P<who>.+?)\s+"
            r"(?:sold|sell|turn(?:ed)?(?:\s+over)?)\s+"
            r"(?:its|their|the)\s+(?:whole\s+|entire\s+)?(?:inventor(?:y|ies)|stock)\b",
            r"what is the inventory turnover of \g<who>",
        ),
        (
            r"\bhow (?:many days|long) (?:does|did|do) (?:it take )?(?P<who>.+?)\s+(?:to )?(?:take to )?"
            r"(?:collect|collects|collected) (?:its|their|the|from) (?:receivables|customers)\b",
            r"what is the days sales outstanding of \g<who>",
        ),
        (
            r"\bhow many days(?:['’]? worth)? of (?:sales|revenue) (?:are|is|were|was) "
            r"(?:tied|locked|caught) up in (?P<who>.+?)(?:['’]s?)?\s+(?:accounts |trade )?receivables?\b",
            r"what is the days sales outstanding of \g<who>",
        ),
        (
            r"\b(?:is|are|was|were) (?P<who>.+?)(?:['’]s?) dividends? (?:fully |well )?covered by "
            r"(?:its |their |the )?(?P<by>free cash flow|operating cash flow|net income|earnings)\b",
            r"is the ratio of \g<by> to dividends paid of \g<who> at least 100%",
        ),
        (
            r"\bhow many times (?:over )?(?:did|does|do|could|can|would) (?P<who>.+?)['’]s?\s+"
            r"(?:operating (?:income|profit)|ebit|earnings) cover (?:its|their|the) interest"
            r"(?:\s+(?:expenses?|costs?|payments?))?",
            r"what is the interest coverage of \g<who>",
        ),
        (
            r"\b(?:does|do|did|can|could|would)\s+(?P<who>.+?)(?:['’]s)?\s+(?:(?:have|earn)\s+)?(?:(?:enough|sufficient)\s+)?"
            r"(?:operating (?:income|profit)|ebit|earnings)\s+(?:to\s+)?cover\s+(?:its|their|the)\s+interest"
            r"(?:\s+(?:expenses?|costs?|payments?))?\s+(?P<many>\w+)\s+times(?:\s+over)?",
            r"is the interest coverage of \g<who> at least \g<many> times",
        ),
        (
            rf"\b(?:(?:what|which) {SHARE} of|how much of (?:each|every) (?:dollar|euro|pound) of) "
            r"(?:its |their |the )?(?P<whole>[\w ]+?) (?:did|does|do|has|have) (?P<who>.+?) "
            r"(?:put into|spen[dt] on|devoted? to|invest(?:ed)? in|pa(?:y|id)(?: out)? (?:as|in)) "
            r"(?P<part>[\w &-]+?)(?=\s+(?:in|for|during|over)\s+(?:the\b|fiscal|FY|Q\d|\d{4})|\s*[?.]|$)",
            r"what was \g<part> as a share of \g<whole> of \g<who>",
        ),
        (
            rf"\b(?:what|which)\s+{SHARE}\s+of\s+(?:(?P<who>[\w&.-]+(?:\s+[\w&.-]+){{0,3}})['’]s?\s+)?(?:total\s+)?"
            r"(?P<whole>[\w ]+?)\s+(?:was|were|is|are)\s+(?:spent\s+on\s+)?(?P<part>[\w &-]+?)"
            r"(?=\s+(?:in|for|during|over|at)\s+"
            r"(?:the\b|(?:quarter|year|\w+ months) ended|fiscal|FY|Q\d|\d{4})|\s*[?.]|$)",
            r"what was \g<part> as a share of \g<whole> of \g<who>",
        ),
        (
            rf"\b(?:what|which)\s+{SHARE}\s+of\s+(?:its|their|the)\s+(?:earnings|profits?|net\s+income)\s+"
            r"(?:does|did|do|has|have)\s+(?P<who>.+?)\s+(?:pa(?:y|id)|distribute[ds]?)(?:\s+out)?\s+"
            r"(?:as|in)\s+dividends",
            r"what is the payout ratio of \g<who>",
        ),
        (
            r"\bhow many days(?:['’]? worth)? of inventory (?:did|do|does|has|have|are|were|is|was) "
            r"(?P<who>.+?) (?:hold|holding|held|have|carry|carried|keep)\b",
            r"what is the days inventory outstanding of \g<who>",
        ),
        (
            r"\b(?:its|their|much|more|less|overall)\s+debt\b(?!\s*(?:to|and|or|/|-|\w*-to|securit|ratio|obligat|"
            r"maturit|issu|instrument|service))",
            "total debt",
        ),
        (
            r"\b(?P<how>most|least|more|less|much)\s+cash\b(?!\s*(?:flow|and\b|&|equivalent|from|used|paid|div|tax|gen))(?!.*\b(?:pa(?:y|ys|id)|spen[dt]|return\w*|distribut\w+)\b)",
            r"\g<how> cash and cash equivalents",
        ),
    )
)
IN_BRACKETS = re.compile(r"\(\s*(?P<of>[^()]*?)\s*\)")
WHICH_COMPANY = re.compile(
    r"\b(?:which|what|whose)\s+(?:company|companies|one|of\s+(?:the|these|those)\s+(?:\w+\s+)?(?:companies|firms)|"
    r"of (?:them|these|those|the))\b",
    re.I,
)
COMPARES = re.compile(
    r"\b(?:which|who|whose|higher|lower|highest|lowest|larger|largest|smaller|smallest|greater|greatest|better|best|"
    r"worse|worst|than|or|between)\b",
    re.IGNORECASE,
)


def plan_of(case: Case) -> Plan | None:
    """The plan for a ratio, a share, a growth rate or a derived measure, with its periods and companies."""
    question = called_by_names(without_statement(case.question))
    bound = find_bound(question) or find_sign(question) if CLAIM.search(question) else None
    asked = tested(case, question, bound) if bound else subject_of(case, question)
    if asked is None:
        return None
    whose = whose_of(case)
    several = len(whose) > 1
    if not case.insist and _left(case, asked.rest, several=several):
        return None
    periods = _periods(case.asking(kind="ratio"), asked)
    needs_a_year = _needs_a_year(asked.expression) and not all(map(is_year, periods))
    # A named ratio of a quarter is computed over its own days, or it is said why not.
    if not periods or (needs_a_year and ratio_of(asked.expression) is None):
        return None
    fold: Fold = "each"
    if asked.years:
        if len(periods) < 2:
            return None
        fold = "average"
    elif len(periods) == 2 and not several and not bound:
        fold = "change"
    plan = Plan(asked.words, asked.expression, asked.unit, asked.better, tuple(periods), whose, fold)
    return replace(plan, test=bound.test) if bound else plan


def planned(case: Case, ratio: Ratio) -> Plan | None:
    """The plan for a ratio in the time that the question names, else the latest year; None of none."""
    asked = Subject(ratio.words, ratio.expression, ratio.unit, "", ratio.better)
    periods = _periods(case.asking(kind="ratio", question=""), asked)
    if not periods or any(_needs_a_year(asked.expression) and not is_year(period) for period in periods):
        return None
    return Plan(ratio.words, ratio.expression, ratio.unit, ratio.better, tuple(periods), whose_of(case))


def one_ratio(case: Case, question: str) -> Subject | None:
    """The one ratio that the question names, with what is left of it; None of none or of several."""
    return subject_of(case, question) if find_ratios(question) else None


def one_subject(case: Case, question: str) -> Subject | None:
    """The ratio, else the one measure, that the question names, with what is left of it."""
    if ratio := one_ratio(case, question):
        return ratio
    if share := share_asked(question, defined(case)):
        return share
    subjects = subjects_in(question, defined(case))
    if len(subjects) != 1 or find_ratios(question):
        return None
    words, expression, start, end = subjects[0]
    return Subject(words, expression, "money", without(question, [(start, end)]))


def newest_of(case: Case, expression: Expression) -> Period | None:
    """The latest fiscal year of which something that the expression is made of is stored."""
    measures = dict.fromkeys(leaf.measure for leaf in leaves(expression))
    return next(filter(None, (newest_year(case, measure) for measure in measures)), None)


def whose_of(case: Case) -> tuple[str, ...]:
    return tuple(dict.fromkeys(without_legal_form(each.name) for each in case.analysis.organizations))


def words_left(case: Case, rest: str) -> set[str]:
    """The stems of words of `rest` that name neither whom nor when, nor only ask."""
    return _left(case, rest, several=len(whose_of(case)) > 1)


def called_by_names(question: str) -> str:
    """The question with ratios called by their names, and no name twice: “depreciation (D&A) % margin”."""
    for pattern, named in SPOKEN:
        question = pattern.sub(named, question)
    for match in reversed(list(IN_BRACKETS.finditer(question))):
        before = [name for name, _, end in measures_in(question[: match.start()].rstrip()) if end]
        inside = [name for name, start, end in measures_in(match["of"]) if end - start == len(match["of"])]
        if len(inside) == 1 and before[-1:] == inside:
            question = f"{question[: match.start()].rstrip()}{question[match.end() :]}"
    return FOLD.sub(" times", PER_CENT_BEFORE.sub(" ", question))


def _left(case: Case, rest: str, *, several: bool) -> set[str]:
    """The stems of words that have no place in the plan."""
    spans = [case.question[start:end] for start, end in known_spans(case.analysis)]
    known = " ".join(spans)
    for span in spans:
        rest = rest.replace(span, " ")
    rest = BY_HOW_MUCH.sub(" ", AVERAGE.sub(" ", rest))
    if several:
        rest = COMPARES.sub(" ", WHICH_COMPANY.sub(" ", rest))
    if demand := DEMANDS.search(rest):
        return {demand[0]}
    return stems(rest) - stems(known) - stems(ASKING) - stems(OF_COMPUTING)


def unplaced(case: Case) -> tuple[str, ...]:
    """The words of the question that rules have no place for in a plan, in its order."""
    question = called_by_names(without_statement(case.question))
    named = [(start, end) for _, start, end in (*named_ratios(question), *measures_in(question))]
    spans = " ".join(case.question[start:end] for start, end in known_spans(case.analysis))
    known = stems(spans) | stems(ASKING) | stems(OF_COMPUTING)
    words = WORD.findall(without(question, named))
    return tuple(dict.fromkeys(w for w in words if DEMANDS.fullmatch(w) or stems(w) - known))


def _needs_a_year(expression: Expression) -> bool:
    return not isinstance(expression, Growth) and any(leaf.years for leaf in leaves(expression))


def _periods(case: Case, asked: Subject) -> list[Period]:
    """Those that the question names, or the latest year; with the year before where a change is asked for."""
    periods = list({(each.fiscal_year, each.end_date): each for each in case.analysis.periods}.values())
    if not periods:
        newest = newest_of(case, asked.expression)
        if newest is None:
            return []
        periods = [newest]
    if isinstance(asked.expression, Growth) and growths_apart(case):
        return sorted(periods, key=lambda each: each.end_date)
    if isinstance(asked.expression, Growth):
        return [max(periods, key=lambda each: each.end_date)]
    if asked.years > 1 and len(periods) < asked.years and is_year(periods[-1]):
        return [years_before(periods[-1], years) for years in reversed(range(asked.years))]
    is_span = len(periods) > EDGES and sum(bool(time.periods) for time in case.analysis.time_references) == 1
    if is_span and _moves(case):
        return [periods[0], periods[-1]]
    if len(periods) == 1 and _moves(case) and is_year(periods[0]):
        return [years_before(periods[0], 1), *periods]
    return periods


def _moves(case: Case) -> bool:
    """Whether a change over time is asked for; to “compare” several companies sets them side by side."""
    words = [match[0].lower() for match in MOVES.finditer(case.question)]
    several = len(whose_of(case)) > 1
    return any(not (several and word.startswith(("compar", "differ"))) for word in words)
