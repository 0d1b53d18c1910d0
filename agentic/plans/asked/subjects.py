"""What a question asks to have computed: ratios, shares, growth, differences, and bounds for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import cast

from agentic.facts.case import Case
from agentic.facts.figures.target import without
from agentic.plans.definitions import Definition, without_inputs
from reading.measures.catalogue import MEASURES
from retrieval.question.measures import measures_in
from retrieval.question.plans.bounds import Bound, fits
from retrieval.question.plans.model import Apply, Expression, Growth, Leaf, Operator, Unit, leaves
from retrieval.question.ratios.balances import at_year_end, without_balances
from retrieval.question.ratios.named import Ratio, find_ratios, ratios

MOVES = re.compile(
    r"\b(?:chang\w+|develop(?:ed|s)?|evolv\w*|improv\w+|declin\w+|increas\w+|decreas\w+|grow\w*|grew|f[ae]ll|fallen|rose|risen?|drop\w*|shr[aiu]nk|g(?:o|oes|one)\s+(?:up|down)|"
    r"g[eo]t(?:s|ten|ting)?\s+(?:better|worse|stronger|weaker)|"
    r"went\s+(?:up|down)|compare\w*|"
    r"differ\w+|mov(?:e[ds]?|ing)|worsen\w*|deteriorat\w+)\b",
    re.IGNORECASE,
)
EDGES = 2  # of a span of times that something moved over
GROWN = re.compile(r"increas\w+|grow\w*|grew|rose|risen", re.IGNORECASE)
AVERAGE = re.compile(r"\b(?:(?P<many>two|three|four|five|\d)[- ]years?[- ])?average\b", re.IGNORECASE)
NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5}
SHARE = r"(?:%|per\s?cent(?:age)?|share|proportion|portion|fraction)"
SHARE_OF = re.compile(
    rf"\s+as\s+(?:an?\s+)?{SHARE}\s+of\s+(?:the\s+|its\s+)?(?:total\s+)?",
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


@dataclass(frozen=True)
class Subject:
    """What is to be computed, before it is known when. `rest`: the question's words that it leaves."""

    words: str
    expression: Expression
    unit: Unit
    rest: str
    better: str = ""
    years: int = 0  # of how many years the average is asked for; 0 for each year's own


def tested(case: Case, question: str, bound: Bound) -> Subject | None:
    """What is asked to lie above or below a bound: a ratio, a measure, or by how much that grew."""
    bare = f"{question[: bound.start]} {question[bound.end :]}"
    own = defined(case)
    moves, subjects = MOVES.search(bare), subjects_in(bare, own)
    if moves and not (GROWN.fullmatch(moves[0]) and bound.test.unit == "%" and len(subjects) == 1):
        return None
    asked = subject_of(case, bare)
    if moves and asked is None:
        words, expression, start, end = subjects[0]
        rest = without(bare, [(start, end)])
        asked = Subject(f"growth of {words}", Growth(expression), "%", rest, "higher")
    elif asked is None and len(subjects) == 1 and not named_ratios(bare):
        words, expression, start, end = subjects[0]
        asked = Subject(words, expression, "money", without(bare, [(start, end)]))
    if asked is None or asked.years or bool(moves) != isinstance(asked.expression, Growth):
        return None
    return asked if fits(bound.test, asked.unit) else None


def defined(case: Case) -> dict[str, Expression]:
    """The ratios that the question defines, and as what."""
    return {
        ratio.name: each.expression for each in case.definitions for ratio, _, _ in find_ratios(each.what)
    }


def _newly_defined(case: Case, question: str, years: int) -> Subject | None:
    """What the question defines and has no name elsewhere; None of none, and of a formula of one figure."""
    for each in case.definitions:
        named = re.search(rf"\b{re.escape(each.what)}\b", question, re.IGNORECASE)
        if named is None or find_ratios(each.what) or isinstance(each.expression, Leaf):
            continue
        if (unit := _unit_of(case, each)) is None:
            continue
        rest = without(question, [named.span()])
        if not measures_in(rest) and not named_ratios(rest):
            return Subject(each.what.lower(), each.expression, unit, rest, years=years)
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


def subject_of(case: Case, question: str) -> Subject | None:
    own = defined(case)
    question, at_end = without_balances(question)
    years = _years_averaged(question)
    if asked := _newly_defined(case, question, years):
        return asked
    if grown := _growth_asked(case, question, own):
        return grown
    if share := (
        share_asked(question, own) or _compared_with(case, question, own) or _less_or_plus(question, own)
    ):
        return replace(share, years=years)
    for ratio in dict.fromkeys(ratio for ratio, _, _ in named_ratios(question)):
        expression = own.get(ratio.name, at_year_end(ratio.expression) if at_end else ratio.expression)
        rest = without_inputs(question, expression)
        named = named_ratios(rest)
        bare = without(rest, [(start, end) for _, start, end in named])
        if {found for found, _, _ in named} == {ratio} and not measures_in(bare):
            return Subject(ratio.words, expression, ratio.unit, bare, ratio.better, years)
    return None


def named_ratios(question: str) -> list[tuple[Ratio, int, int]]:
    """The ratios that are named, without those inside the longer name of a measure: “adjusted EBITDA”."""
    measured = [(start, end) for _, start, end in measures_in(question)]
    return [
        (ratio, start, end)
        for ratio, start, end in find_ratios(question)
        if not any(low <= start and end <= high and high - low > end - start for low, high in measured)
    ]


def subjects_in(question: str, own: Mapping[str, Expression]) -> list[tuple[str, Expression, int, int]]:
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


def _growth_asked(case: Case, question: str, own: Mapping[str, Expression]) -> Subject | None:
    """“Year-over-year change in X” to be told in per cent, “2 year CAGR of X”, “by how many per cent”."""
    compound = CAGR.search(question)
    apart = growths_apart(case)
    is_rate = apart or GROWTH_RATE.search(question) or (case.manner.percent and MOVES.search(question))
    if not compound and not is_rate:
        return None
    subjects = subjects_in(question, own)
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
    return Subject(said, Growth(expression, years), "%", bare, "higher")


def growths_apart(case: Case) -> bool:
    return len(case.analysis.periods) == EDGES and bool(GROWTHS_APART.search(case.question))


def share_asked(question: str, own: Mapping[str, Expression]) -> Subject | None:
    """One amount as a share of another: “capex as a % of revenue”."""
    for (part, of, start, middle), (whole, base, after, end) in pairwise(subjects_in(question, own)):
        is_ratio = RATIO_OF.search(question[:start]) and RATIO_TO.fullmatch(question[middle:after])
        if is_ratio or SHARE_OF.fullmatch(question[middle:after]):
            bare = RATIO_OF.sub(" ", without(question, [(start, end)]))
            if measures_in(bare) or named_ratios(bare):
                return None
            return Subject(f"{part} as a share of {whole}", Apply("divide", of, base), "%", bare)
    return None


def _less_or_plus(question: str, own: Mapping[str, Expression]) -> Subject | None:
    """“Cash from operations minus capex”, “long-term debt plus short-term debt”."""
    subjects = subjects_in(question, own)
    if len(subjects) != 2:
        return None
    (one, first, start, middle), (two, second, after, end) = subjects
    sign = LESS_OR_PLUS.fullmatch(question[middle:after])
    bare = without(question, [(start, end)])
    if sign is None or named_ratios(bare):
        return None
    word, operator = ("less", "subtract") if sign["less"] else ("plus", "add")
    return Subject(f"{one} {word} {two}", Apply(cast(Operator, operator), first, second), "money", bare)


def _compared_with(case: Case, question: str, own: Mapping[str, Expression]) -> Subject | None:
    """“How did its operating expenses for Q1 compare to its revenue?”: as a share of that."""
    if len(case.analysis.periods) > 1:
        return None
    for period in dict.fromkeys(case.question[start:end] for start, end in case.analysis.period_spans):
        question = re.sub(rf"(?:\b(?:for|in|of|during)\s+)?{re.escape(period)}", "", question)
    question = " ".join(SAME_TIME.sub(" ", question).split())
    subjects = subjects_in(question, own)
    if len(subjects) != 2:
        return None
    (part, of, start, middle), (whole, base, after, end) = subjects
    if base != Leaf("revenue") or not COMPARED_WITH.fullmatch(question[middle:after]):
        return None
    if of == Leaf("operating_expenses"):
        of = ratios()["operating_costs"].expression
    return Subject(
        f"{part} as a share of {whole}", Apply("divide", of, base), "%", without(question, [(start, end)])
    )


def _number(many: str) -> int:
    return NUMBERS.get(many.lower()) or int(many)


def _years_averaged(question: str) -> int:
    """Of “three-year average” 3; of an average that tells no number of years 1, of none 0."""
    asked = AVERAGE.search(question)
    return _number(asked["many"] or "1") if asked else 0
