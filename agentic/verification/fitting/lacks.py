"""The parts of a question that its answer leaves out, each with a sentence on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agentic.plans.figures.statement_names import statements_in
from agentic.verification.fitting.asked import Asked
from agentic.verification.fitting.times import is_told_of
from agentic.verification.fitting.told import Told, times_of
from agentic.verification.fitting.words import words_of
from agentic.verification.sentences.statements import periods_in
from reading.values.dates import find_dates
from reading.values.legal_forms import without_legal_form
from retrieval.question.naming.subjects import abbreviates
from retrieval.question.ratios.named import find_ratios
from retrieval.stems import stems

# “The same quarter of 2022” asks for no whole year.
SAME_SPAN = re.compile(
    r"\bsame\s+(?:quarter|period|time|months?|half(?:-year)?)\s+(?:of|in)\s+(?:fiscal\s+|FY\s?)?(?P<year>\d{4})\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Lack:
    """A part of the question that the answer leaves out: a sentence on it, and the question's words."""

    sentence: str
    words: str


def lacks_of(asked: Asked, told: Told) -> Iterator[Lack]:
    if told.draft.left_open:
        rest = told.draft.left_open.rstrip("?. ")
        telling = words_of(stems(rest), rest)
        yield Lack(f"Not answered: “{rest}”.", " ".join(telling))
    if told.draft.is_unpicked:
        yield Lack("Words of a table or a form are quoted; which of them answers is not said.", "")
    for other in told.draft.may_mean:
        yield Lack(f"You may have meant {other}.", "")
    for name in told.draft.absent:
        yield Lack(f"You asked about {name}; these documents give nothing of it to compare.", name)
    yield from _of_measures(asked, told)
    yield from _of_whom(asked, told)
    yield from _of_when(asked, told)
    yield from _of_statement(asked, told)


def _of_measures(asked: Asked, told: Told) -> Iterator[Lack]:
    families = {_family(name, said=asked.bare) for name in told.measures}
    for name, start, end in asked.measures:
        if _family(name, said=asked.bare) not in families and not stems(asked.bare[start:end]) <= told.stems:
            yield _not_given(asked.bare[start:end])
    named = {ratio.name for ratio, _, _ in find_ratios(f"{told.text} ; {told.plan.get('text', '')}")}
    labels = {figure.label for figure in told.figures}
    for name, words, start, end in asked.ratios:
        if name not in named and words not in labels and not stems(words) <= stems(told.text):
            yield _not_given(asked.bare[start:end])


def _not_given(words: str) -> Lack:
    return Lack(f"You asked for {words}; the answer gives none.", words)


def _family(name: str, *, said: str = "") -> str:
    """Measures that questions do not tell apart, where they do not say which."""
    if name.startswith("net_income"):
        return "net_income"
    if name.startswith("eps") and not re.search(r"\b(?:dilut\w+|basic)\b", said, re.IGNORECASE):
        return "eps"
    return name


def _of_whom(asked: Asked, told: Told) -> Iterator[Lack]:
    entities = {f.entity for f in told.figures if f.entity}
    for words, names in asked.whose:
        every = [words, *names]
        if any(_is_named(name, told.said) for name in every):
            continue
        if any(_is_same(name, entity) for name in every for entity in entities):
            continue
        yield Lack(f"You asked about {words}; the answer is not about it.", words)


def _is_named(name: str, text: str) -> bool:
    short = without_legal_form(name).removeprefix("The ").strip()
    return bool(short) and re.search(rf"(?<!\w){re.escape(short)}", text, re.IGNORECASE) is not None


def _is_same(name: str, entity: str) -> bool:
    one, other = without_legal_form(name).casefold(), without_legal_form(entity).casefold()
    return one == other or abbreviates(name, entity)


def _of_statement(asked: Asked, told: Told) -> Iterator[Lack]:
    wanted = set() if told.plan.get("judgement") else statements_in(asked.question)  # “balance sheet healthy”
    given = {name for figure in told.figures for name in statements_in(figure.heading)}
    if wanted and given and not wanted & given:
        of, other = " and ".join(sorted(wanted)), " and ".join(sorted(given))
        yield Lack(f"You asked for the {of} statement; the answer is from the {other} statement.", "")


def _of_days(asked: Asked, told: Told) -> Iterator[Lack]:
    """Days of the question that the words quoted do not speak of."""
    said = {day for day, _, _ in find_dates(told.said)}
    for day, start, end in find_dates(asked.bare):
        if day not in said:
            words = asked.bare[start:end]
            yield Lack(f"You asked about {words}; the words quoted do not speak of that day.", words)


def _of_when(asked: Asked, told: Told) -> Iterator[Lack]:
    if not told.figures and not told.plan:
        yield from _of_days(asked, told)
    if not told.figures and not periods_in(told.text):
        return
    same = {int(match["year"]) for match in SAME_SPAN.finditer(asked.bare)}
    for period in asked.periods:
        if period.fiscal_year in same and any(f.fiscal_year == period.fiscal_year for f in told.figures):
            continue
        if not is_told_of(period, told):
            other = f"; the answer is of {times}" if (times := times_of(told)) else ""
            yield Lack(f"You asked for {period.text}{other}.", period.text)
