"""A question as a plan, by rules: None where a word of it has no place in what would be computed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import cast

from agentic.facts.case import Case
from agentic.facts.figures.target import ASKING, known_spans, without
from agentic.plans.definitions import Definition, without_inputs
from agentic.plans.figures.lookup import is_year, newest_year, years_before
from reading.measures.catalogue import MEASURES
from reading.values.legal_forms import without_legal_form
from reading.values.periods import Period
from retrieval.question.measures import measures_in
from retrieval.question.plans.bounds import Bound, find_bound, find_sign, fits
from retrieval.question.plans.model import Apply, Expression, Fold, Growth, Leaf, Operator, Plan, Unit, leaves
from retrieval.question.ratios.balances import at_year_end, without_balances
from retrieval.question.ratios.named import Ratio, find_ratios, ratios
from retrieval.question.wording.manner import without_statement
from retrieval.question.wording.words import OF_COMPUTING
from retrieval.stems import stems

MOVES = re.compile(
    r"\b(?:chang\w+|develop(?:ed|s)?|evolv\w*|improv\w+|declin\w+|increas\w+|decreas\w+|grow\w*|grew|f[ae]ll|fallen|rose|risen?|drop\w*|shr[aiu]nk|g(?:o|oes|one)\s+(?:up|down)|"
    r"g[eo]t(?:s|ten|ting)?\s+(?:better|worse|stronger|weaker)|"
    r"went\s+(?:up|down)|compare\w*|"
    r"differ\w+|mov(?:e[ds]?|ing)|worsen\w*|deteriorat\w+)\b",
    re.IGNORECASE,
)
CLAIM = re.compile(r"^\W*(?:is|are|was|were|does|do|did|has|have|had)\b", re.IGNORECASE)
EDGES = 2  # of a span of times that something moved over
EITHER = re.compile(r"\bor\b", re.IGNORECASE)
GROWN = re.compile(r"increas\w+|grow\w*|grew|rose|risen", re.IGNORECASE)
PER_CENT_BEFORE = re.compile(r"\s(?:%|per\s?cent)(?=\s*margin)", re.IGNORECASE)
FOLD = re.compile(r"(?<=\d)\s?x(?!\w)")  # “1.5x”
# What these ask for, a look at one ratio in the periods named does not give.
DEMANDS = re.compile(
    r"\b(?:each|every|all|any|by|per|quarterly|monthly|annually|quarters?|months?|years|highest|lowest|largest|"
    r"smallest|most|least|best|worst|which|who|whose|list|count|sum|over time|than|not|without|except\w*)\b",
    re.IGNORECASE,
)
AVERAGE = re.compile(r"\b(?:(?P<many>two|three|four|five|\d)[- ]years?[- ])?average\b", re.IGNORECASE)
BY_HOW_MUCH = re.compile(r"\b(?:by\s+)?how\s+(?:much|many)\b(?:\s+percentage\s+points?\b)?", re.IGNORECASE)
WORD = re.compile(r"\w[\w&’'-]*")
NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5}
_SHARE = r"(?:%|per\s?cent(?:age)?|share|proportion|portion|fraction)"
SHARE_OF = re.compile(
    rf"\s+as\s+(?:an?\s+)?{_SHARE}\s+of\s+(?:the\s+|its\s+)?(?:total\s+)?",
    re.IGNORECASE,
)
RATIO_OF = re.compile(r"\b(?:ratio|proportion)\s+of\s+(?:the\s+|its\s+)?(?:total\s+)?$", re.IGNORECASE)
RATIO_TO = re.compile(r"\s+to\s+(?:the\s+|its\s+|their\s+)?(?:total\s+|overall\s+)?", re.IGNORECASE)
COMPARED_WITH = re.compile(
    r"\s+(?:compared?|measured?\s+up|stack(?:ed)?\s+up|stood|stand)\s+(?:to|with|against)\s+"
    r"(?:the\s+|its\s+|their\s+)?(?:total\s+|overall\s+)?",
    re.IGNORECASE,
)
OF_SHARES = re.compile(
    r"\b(?:rate|margin|share|yield|intensity|per\s?cent(?:age)?|return|growth|proportion)\b|%", re.IGNORECASE
)
LESS_OR_PLUS = re.compile(
    r"\s+(?:(?P<less>minus|less)|plus)\s+(?:the\s+|its\s+|their\s+)?(?:total\s+)?", re.IGNORECASE
)
SAME_TIME = re.compile(
    r"\b(?:for|in|of|during|over)\s+the\s+same\s+(?:quarter|period|year|time)\b", re.IGNORECASE
)
_COMPOUND = r"(?:CAGR|compound(?:ed)?\s+annual(?:\s+growth)?(?:\s+rate)?)"
CAGR = re.compile(rf"\b{_COMPOUND}\b", re.IGNORECASE)
YEARS_OF = re.compile(
    r"\b(?P<many>two|three|four|five|\d)[- ](?:(?:fiscal|financial|reported)\s+)?years?\b", re.IGNORECASE
)
GROWTH_RATE = re.compile(
    r"\bgrowth rate\b|(?:%|\bper\s?cent(?:age)?)\s+(?:growth|change|increase|decrease)\b|"
    r"\bby (?:how many|how much|what) (?:per\s?cent\b|percentage\b|%)(?!\s*points?)",
    re.IGNORECASE,
)
# By how much two growths differ is no growth: “how does growth in 2022 differ from that in 2021?”
GROWTHS_APART = re.compile(
    r"\b(?:growth|increase|rise)\b.*\bdiffer\w*\b|\bdifference\b.*\b(?:growth|increase|rise)\b", re.IGNORECASE
)
GROWTH = re.compile(r"\b(?:growth|increase|rise)(?:\s+rate)?\b", re.IGNORECASE)
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
            rf"\b(?:(?:what|which) {_SHARE} of|how much of (?:each|every) (?:dollar|euro|pound) of) "
            r"(?:its |their |the )?(?P<whole>[\w ]+?) (?:did|does|do|has|have) (?P<who>.+?) "
            r"(?:put into|spen[dt] on|devoted? to|invest(?:ed)? in|pa(?:y|id)(?: out)? (?:as|in)) "
            r"(?P<part>[\w &-]+?)(?=\s+(?:in|for|during|over)\s+(?:the\b|fiscal|FY|Q\d|\d{4})|\s*[?.]|$)",
            r"what was \g<part> as a share of \g<whole> of \g<who>",
        ),
        (
            rf"\b(?:what|which)\s+{_SHARE}\s+of\s+(?:(?P<who>[\w&.-]+(?:\s+[\w&.-]+){{0,3}})['’]s?\s+)?(?:total\s+)?"
            r"(?P<whole>[\w ]+?)\s+(?:was|were|is|are)\s+(?:spent\s+on\s+)?(?P<part>[\w &-]+?)"
            r"(?=\s+(?:in|for|during|over|at)\s+"
            r"(?:the\b|(?:quarter|year|\w+ months) ended|fiscal|FY|Q\d|\d{4})|\s*[?.]|$)",
            r"what was \g<part> as a share of \g<whole> of \g<who>",
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


@dataclass(frozen=True)
class _Asked:
    """What is to be computed, before it is known when. `rest`: the question's words that it leaves."""

    words: str
    expression: Expression
    unit: Unit
    rest: str
    better: str = ""
    years: int = 0  # of how many years the average is asked for; 0 for each year's own


def plan_of(case: Case) -> Plan | None:
    """The plan for a ratio, a share, a growth rate or a derived measure, with its periods and companies."""
    question = called_by_names(without_statement(case.question))
    bound = find_bound(question) or find_sign(question) if CLAIM.search(question) else None
    asked = _tested(case, question, bound) if bound else _subject(case, question)
    if asked is None:
        return None
    whose = whose_of(case)
    several = len(whose) > 1
    if not case.insist and _left(case, asked.rest, several=several):
        return None
    periods = _periods(case.asking(kind="ratio"), asked)
    if not periods or any(_needs_a_year(asked.expression) and not is_year(period) for period in periods):
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
    asked = _Asked(ratio.words, ratio.expression, ratio.unit, "", ratio.better)
    periods = _periods(case.asking(kind="ratio", question=""), asked)
    if not periods or any(_needs_a_year(asked.expression) and not is_year(period) for period in periods):
        return None
    return Plan(ratio.words, ratio.expression, ratio.unit, ratio.better, tuple(periods), whose_of(case))


def one_ratio(case: Case, question: str) -> _Asked | None:
    """The one ratio that the question names, with what is left of it; None of none or of several."""
    return _subject(case, question) if find_ratios(question) else None


def one_subject(case: Case, question: str) -> _Asked | None:
    """The ratio, else the one measure, that the question names, with what is left of it."""
    if ratio := one_ratio(case, question):
        return ratio
    if share := _share_asked(question, _defined(case)):
        return share
    subjects = _subjects(question, _defined(case))
    if len(subjects) != 1 or find_ratios(question):
        return None
    words, expression, start, end = subjects[0]
    return _Asked(words, expression, "money", without(question, [(start, end)]))


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


def _tested(case: Case, question: str, bound: Bound) -> _Asked | None:
    """What is asked to lie above or below a bound: a ratio, a measure, or by how much that grew."""
    bare = f"{question[: bound.start]} {question[bound.end :]}"
    own = _defined(case)
    moves, subjects = MOVES.search(bare), _subjects(bare, own)
    if moves and not (GROWN.fullmatch(moves[0]) and bound.test.unit == "%" and len(subjects) == 1):
        return None
    asked = _subject(case, bare)
    if moves and asked is None:
        words, expression, start, end = subjects[0]
        rest = without(bare, [(start, end)])
        asked = _Asked(f"growth of {words}", Growth(expression), "%", rest, "higher")
    elif asked is None and len(subjects) == 1 and not named_ratios(bare):
        words, expression, start, end = subjects[0]
        asked = _Asked(words, expression, "money", without(bare, [(start, end)]))
    if asked is None or asked.years or bool(moves) != isinstance(asked.expression, Growth):
        return None
    return asked if fits(bound.test, asked.unit) else None


def _defined(case: Case) -> dict[str, Expression]:
    """The ratios that the question defines, and as what."""
    return {
        ratio.name: each.expression for each in case.definitions for ratio, _, _ in find_ratios(each.what)
    }


def _newly_defined(case: Case, question: str, years: int) -> _Asked | None:
    """What the question defines and has no name elsewhere; None of none, and of a formula of one figure."""
    for each in case.definitions:
        named = re.search(rf"\b{re.escape(each.what)}\b", question, re.IGNORECASE)
        if named is None or find_ratios(each.what) or isinstance(each.expression, Leaf):
            continue
        if (unit := _unit_of(case, each)) is None:
            continue
        rest = without(question, [named.span()])
        if not measures_in(rest) and not named_ratios(rest):
            return _Asked(each.what.lower(), each.expression, unit, rest, years=years)
    return None


def _unit_of(case: Case, defined: Definition) -> Unit | None:
    """What a formula of amounts of money is told in; None where it is of other things too."""
    kinds = {MEASURES[leaf.measure].kind for leaf in leaves(defined.expression) if leaf.measure in MEASURES}
    if kinds != {"money"}:
        return None
    if not (isinstance(defined.expression, Apply) and defined.expression.operator == "divide"):
        return "money"
    is_share = defined.percent or case.manner.percent or OF_SHARES.search(f"{defined.what} {case.question}")
    return "%" if is_share else "times"


def _subject(case: Case, question: str) -> _Asked | None:
    own = _defined(case)
    question, at_end = without_balances(question)
    years = _years_averaged(question)
    if asked := _newly_defined(case, question, years):
        return asked
    if grown := _growth_asked(case, question, own):
        return grown
    if share := (
        _share_asked(question, own) or _compared_with(case, question, own) or _less_or_plus(question, own)
    ):
        return replace(share, years=years)
    for ratio in dict.fromkeys(ratio for ratio, _, _ in named_ratios(question)):
        expression = own.get(ratio.name, at_year_end(ratio.expression) if at_end else ratio.expression)
        rest = without_inputs(question, expression)
        named = named_ratios(rest)
        bare = without(rest, [(start, end) for _, start, end in named])
        if {found for found, _, _ in named} == {ratio} and not measures_in(bare):
            return _Asked(ratio.words, expression, ratio.unit, bare, ratio.better, years)
    return None


def named_ratios(question: str) -> list[tuple[Ratio, int, int]]:
    """The ratios that are named, without those inside the longer name of a measure: “adjusted EBITDA”."""
    measured = [(start, end) for _, start, end in measures_in(question)]
    return [
        (ratio, start, end)
        for ratio, start, end in find_ratios(question)
        if not any(low <= start and end <= high and high - low > end - start for low, high in measured)
    ]


def _subjects(question: str, own: Mapping[str, Expression]) -> list[tuple[str, Expression, int, int]]:
    """The measures and the derived amounts that are named, in order: words, expression, characters."""
    found = [
        (ratio.words, own.get(ratio.name, ratio.expression), start, end)
        for ratio, start, end in named_ratios(question)
        if ratio.unit == "money"
    ]
    taken = [(start, end) for _, _, start, end in found]
    for name, start, end in measures_in(question):
        if not any(low < end and start < high for low, high in taken):
            found.append((name.replace("_", " "), Leaf(name), start, end))
    return sorted(found, key=lambda each: each[2])


def _growth_asked(case: Case, question: str, own: Mapping[str, Expression]) -> _Asked | None:
    """“Year-over-year change in X” to be told in per cent, “2 year CAGR of X”, “by how many per cent”."""
    compound = CAGR.search(question)
    apart = _growths_apart(case)
    is_rate = apart or GROWTH_RATE.search(question) or (case.manner.percent and MOVES.search(question))
    if not compound and not is_rate:
        return None
    subjects = _subjects(question, own)
    if len(subjects) != 1 or any(ratio.unit != "money" for ratio, _, _ in named_ratios(question)):
        return None
    words, expression, start, end = subjects[0]
    named = sorted({each.fiscal_year or each.end_date.year for each in case.analysis.periods})
    years = named[-1] - named[0] if len(named) > 1 and not apart else 0
    if compound and not years:
        many = YEARS_OF.search(question)
        years = _number(many["many"]) if many else 0
    if compound and not years:
        return None
    bare = without(question, [(start, end)])
    bare = GROWTH_RATE.sub(" ", CAGR.sub(" ", YEARS_OF.sub(" ", bare) if compound else bare))
    bare = GROWTH.sub(" ", bare) if apart else bare
    years = max(years, 1)
    said = f"yearly growth of {words} over {years} years (CAGR)" if years > 1 else f"growth of {words}"
    return _Asked(said, Growth(expression, years), "%", bare, "higher")


def _growths_apart(case: Case) -> bool:
    return len(case.analysis.periods) == EDGES and bool(GROWTHS_APART.search(case.question))


def _share_asked(question: str, own: Mapping[str, Expression]) -> _Asked | None:
    """One amount as a share of another: “capex as a % of revenue”."""
    for (part, of, start, middle), (whole, base, after, end) in pairwise(_subjects(question, own)):
        is_ratio = RATIO_OF.search(question[:start]) and RATIO_TO.fullmatch(question[middle:after])
        if is_ratio or SHARE_OF.fullmatch(question[middle:after]):
            bare = RATIO_OF.sub(" ", without(question, [(start, end)]))
            if measures_in(bare) or named_ratios(bare):
                return None
            return _Asked(f"{part} as a share of {whole}", Apply("divide", of, base), "%", bare)
    return None


def _less_or_plus(question: str, own: Mapping[str, Expression]) -> _Asked | None:
    """“Cash from operations minus capex”, “long-term debt plus short-term debt”."""
    subjects = _subjects(question, own)
    if len(subjects) != 2:
        return None
    (one, first, start, middle), (two, second, after, end) = subjects
    sign = LESS_OR_PLUS.fullmatch(question[middle:after])
    bare = without(question, [(start, end)])
    if sign is None or named_ratios(bare):
        return None
    word, operator = ("less", "subtract") if sign["less"] else ("plus", "add")
    return _Asked(f"{one} {word} {two}", Apply(cast(Operator, operator), first, second), "money", bare)


def _compared_with(case: Case, question: str, own: Mapping[str, Expression]) -> _Asked | None:
    """“How did its operating expenses for Q1 compare to its revenue?”: as a share of that."""
    if len(case.analysis.periods) > 1:
        return None
    for period in dict.fromkeys(case.question[start:end] for start, end in case.analysis.period_spans):
        question = re.sub(rf"(?:\b(?:for|in|of|during)\s+)?{re.escape(period)}", "", question)
    question = " ".join(SAME_TIME.sub(" ", question).split())
    subjects = _subjects(question, own)
    if len(subjects) != 2:
        return None
    (part, of, start, middle), (whole, base, after, end) = subjects
    if base != Leaf("revenue") or not COMPARED_WITH.fullmatch(question[middle:after]):
        return None
    if of == Leaf("operating_expenses"):
        of = ratios()["operating_costs"].expression
    return _Asked(
        f"{part} as a share of {whole}", Apply("divide", of, base), "%", without(question, [(start, end)])
    )


def _number(many: str) -> int:
    return NUMBERS.get(many.lower()) or int(many)


def _years_averaged(question: str) -> int:
    """Of “three-year average” 3; of an average that tells no number of years 1, of none 0."""
    asked = AVERAGE.search(question)
    return _number(asked["many"] or "1") if asked else 0


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


def _periods(case: Case, asked: _Asked) -> list[Period]:
    """Those that the question names, or the latest year; with the year before where a change is asked for."""
    periods = list({(each.fiscal_year, each.end_date): each for each in case.analysis.periods}.values())
    if not periods:
        newest = newest_of(case, asked.expression)
        if newest is None:
            return []
        periods = [newest]
    if isinstance(asked.expression, Growth) and _growths_apart(case):
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
