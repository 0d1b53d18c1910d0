"""Definitions that a question brings along: “Define unadjusted EBITDA as operating income + D&A”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from retrieval.question.measures import measures_in
from retrieval.question.plans.model import Expression, leaves
from retrieval.question.ratios.formulas import BadFormula, parse_formula
from retrieval.question.ratios.named import find_ratios, ratios

_FIRST = r"(?:^|(?<=[.?!;]\s))\s*"
# A definition ends with its sentence, or where the question begins behind a comma.
_END = r"(?=\s*(?:[.;?]|$|,\s*(?:and\s+)?(?:then\s+)?(?:what|how|which|compute|calculate|give|tell)\b))"
_HOW = rf":?\s+(?P<how>[^.;?]+?){_END}"
NONE: Mapping[str, Expression] = {}
_USING = re.compile(
    rf"{_FIRST}(?:calculate|compute)\s+(?P<what>[^.:;]+?)\s+(?:as|using){_HOW}", re.IGNORECASE
)
_SAYS = (
    re.compile(
        rf"{_FIRST}(?:(?:suppose|say|if)\s+)?(?:(?:we|you|i|one|let\s+us|let['’]s)\s+)?(?:please\s+)?"
        rf"define\s+(?P<what>[^.:;]+?)\s+as{_HOW}",
        re.IGNORECASE,
    ),
    re.compile(rf"{_FIRST}by\s+(?P<what>[^.:;]+?)[\s,]+(?:i|we)\s+mean{_HOW}", re.IGNORECASE),
    re.compile(
        rf"{_FIRST}(?:(?:we|i|let\s+us|let['’]s)\s+)?(?:call|name)\s+[\"“'‘](?P<what>[^\"”'’]+)[\"”'’]{_HOW}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_FIRST}(?:(?:with|where|given|using|if)\s+)?(?P<what>[a-z][\w&%()’' -]*?)\s*="
        rf"\s*(?P<how>[^.;?=]+?){_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_FIRST}let\s+(?P<what>[^.:;]+?)\s+(?:mean|be|denote|stand\s+for|equal){_HOW}", re.IGNORECASE
    ),
    re.compile(
        rf"(?P<what>[\w&%’' -]+?)(?P<all>,\s+(?:which\s+is\s+|here\s+)?"
        rf"(?:defined|calculated|computed)\s+as{_HOW})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<what>[\w&%()’' -]+?)\s+(?:is|are)\s+(?:here\s+)?(?:defined|calculated|computed)\s+as{_HOW}",
        re.IGNORECASE,
    ),
    _USING,
)
_IT = re.compile(
    r"\b(?P<asks>(?:what|how (?:high|low|large))\s+(?:is|was|were)|calculate|compute|determine|derive|find|"
    r"give|show)\s+(?:it|this)\b",
    re.IGNORECASE,
)
# “What was Acme’s in 2022?”, of what is defined.
_WHOSE = re.compile(
    r"\b(?P<who>[\w&.-]+(?:\s[A-Z][\w&.-]*)*['’]s)(?=\s+(?:at|in|for|on|as\s+of|during|by)\b|\s*(?:[?.!,]|$))"
)
_WORK_OUT = re.compile(r"\bwork\s+(?:it|this)\s+out\b", re.IGNORECASE)
_HUNDREDFOLD = re.compile(r"\s*(?:[*x×]|\btimes|\bmultiplied\s+by)\s*100\s*%?\s*$", re.IGNORECASE)
_ASIDE = re.compile(r"\(\s*(?:using\s+)?(?P<how>[^()]*)\)", re.IGNORECASE)
_WORDS = (
    (re.compile(r"\bdivided by\b|\bover\b|÷", re.IGNORECASE), "/"),
    (re.compile(r"\bplus\b", re.IGNORECASE), "+"),
    (re.compile(r"\b(?:less|minus)\b|[–−]", re.IGNORECASE), "-"),
    (re.compile(r"\b(?:times|multiplied by)\b|[×x](?=\s)", re.IGNORECASE), "*"),
)
# Where a figure stands, when it is of, and what the book-keeper did not do with it: no part of the formula.
_BESIDE = re.compile(
    r"\[[^\]]*\]|\((?:from|in|per|as shown in)\b[^)]*\)"
    r"|\b(?:from|in|on|per)\s+(?:the\s+)?(?:statements?\s+of\s+\w+(?:\s+\w+)?"
    r"|(?:cash flow|income|p&l|balance sheet)(?:\s+statements?)?)\b"
    r"|\b(?:the|total|unadjusted|company['’]s|its)\b",
    re.IGNORECASE,
)
_YEAR = r"(?:FY|fiscal(?:\s+year)?)\s?(\d{4}|\d\d)\b"
_BETWEEN = re.compile(rf"\b(?:between|from)\s+{_YEAR}\s+(?:and|to)\s+{_YEAR}", re.IGNORECASE)
_YEAR_BEFORE = re.compile(rf"\b{_YEAR}\s+([a-z_]+)", re.IGNORECASE)
_YEAR_BEHIND = re.compile(rf"\b([a-z_]+)\s+(?:in|for|of|at(?:\s+the)?\s+end\s+of)\s+{_YEAR}", re.IGNORECASE)
_AVERAGE = re.compile(r"\baverage(?:\s+of)?\b", re.IGNORECASE)
_CHANGE = re.compile(r"\bchanges? (?:in|of)\b", re.IGNORECASE)
_TOKEN = re.compile(r"\s*(?:(?P<name>[a-z_]+)|(?P<number>\d+(?:\.\d+)?)|(?P<sign>[-+*/()]))")


@dataclass(frozen=True)
class Definition:
    """`what` is called so; `start`, `end`: the characters of the sentence in the question.

    `percent`: whether it is multiplied by a hundred.
    """

    what: str
    expression: Expression
    start: int
    end: int
    percent: bool = False


def find_definitions(question: str) -> list[Definition]:
    """The definitions whose every word is understood, in the order of the question.

    One may be made of others: “CCC is defined as DIO + DSO - DPO. DIO is defined as …”.
    """
    own: dict[str, Expression] = {}
    while True:
        found = list(_read_all(question, own))
        named = {ratio.name: each.expression for each in found for ratio, _, _ in find_ratios(each.what)}
        if named == own:
            return sorted(found, key=lambda each: each.start)
        own = named


def without_definitions(question: str, definitions: Sequence[Definition]) -> str:
    """The question alone; where it asks what “it” was, for what is defined."""
    for each in sorted(definitions, key=lambda each: each.start, reverse=True):
        question = f"{question[: each.start]} {question[each.end :]}"
    if len(definitions) == 1:
        question = _WORK_OUT.sub("compute it", question)
        what = definitions[0].what
        question = _IT.sub(lambda found: f"{found['asks']} the {what}", question)
        if what.casefold() not in question.casefold():
            question = _WHOSE.sub(lambda found: f"{found['who']} {what}", question, count=1)
    return re.sub(r"\s+([?.!,;:])", r"\1", " ".join(question.split())).lstrip(" .,;:")


def _read_all(question: str, own: Mapping[str, Expression]) -> Iterator[Definition]:
    taken: list[tuple[int, int]] = []
    for pattern in _SAYS:
        for match in pattern.finditer(question):
            start, end = match.span("all") if "all" in pattern.groupindex else match.span()
            if any(low < end and start < high for low, high in taken):
                continue
            expression = read_definition(match["how"], own)
            if expression is not None:
                taken.append((start, end))
                percent = _HUNDREDFOLD.search(match["how"]) is not None
                yield Definition(match["what"].strip(" “”\"'"), expression, start, end, percent)


def without_inputs(question: str, expression: Expression) -> str:
    """The question without sentences that only name what the expression is made of anyway."""
    measures = {leaf.measure for leaf in leaves(expression)}
    asides = [*_USING.finditer(question), *_ASIDE.finditer(question)]
    for match in sorted(asides, key=lambda each: each.start(), reverse=True):
        named = {name for name, _, _ in measures_in(match["how"])}
        if named and named <= measures:
            question = f"{question[: match.start()]} {question[match.end() :]}"
    return question


def _with_years(text: str) -> str | None:
    """Measures of the year before the latest one that is named as `before(…)`; None for years further off.

    Averages and changes are between a year and the one before it in any case.
    """
    years = [int(year[-2:]) for year in re.findall(_YEAR, text, re.IGNORECASE)]
    if not years:
        return text
    latest = max(years)
    if any({int(one[-2:]), int(other[-2:])} != {latest, latest - 1} for one, other in _BETWEEN.findall(text)):
        return None

    def dated(name: str, year: str) -> str:
        return f" {name} " if int(year[-2:]) == latest else f" before({name}) "

    text = _BETWEEN.sub(" ", text)
    text = _YEAR_BEFORE.sub(lambda found: dated(found[2], found[1]), text)
    text = _YEAR_BEHIND.sub(lambda found: dated(found[1], found[2]), text)
    return None if min(years) < latest - 1 or re.search(_YEAR, text, re.IGNORECASE) else text


def read_definition(how: str, own: Mapping[str, Expression] = NONE) -> Expression | None:
    """The expression that the words of a definition say; None where one of them is not understood.

    `own`: what names of ratios stand for in this question, where that is not what they usually do.
    """
    text = how = _HUNDREDFOLD.sub("", how)
    names = [(ratio.name, start, end) for ratio, start, end in find_ratios(how)]
    taken = [(start, end) for _, start, end in names]
    names += [
        each for each in measures_in(how) if not any(low < each[2] and each[1] < high for low, high in taken)
    ]
    for name, start, end in sorted(names, key=lambda each: each[1], reverse=True):
        text = f"{text[:start]} {name} {text[end:]}"
    dated = _with_years(_BESIDE.sub(" ", text))
    if dated is None:
        return None
    text = dated
    for words, sign in _WORDS:
        text = words.sub(f" {sign} ", text)
    text = re.sub(rf"{_AVERAGE.pattern}\s+([a-z_]+)", r" average(\1) ", text, flags=re.IGNORECASE)
    text = re.sub(rf"{_CHANGE.pattern}\s+([a-z_]+)", r" (\1 - before(\1)) ", text, flags=re.IGNORECASE)
    known = {name for name, _, _ in names} | {"average", "before"}
    tokens = [match[0].strip() for match in _TOKEN.finditer(text)]
    used = {token for token in tokens if token[0].isalpha() or token[0] == "_"}
    if "".join(tokens) != "".join(text.split()) or not used <= known or not names:
        return None
    of = {name: ratio.expression for name, ratio in ratios().items()} | dict(own)
    try:
        return parse_formula(" ".join(tokens), named=of)
    except BadFormula:
        return None
