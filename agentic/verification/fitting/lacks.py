"""The parts of a question that its answer leaves out, each with a sentence on it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from agentic.evidence import COMES_NEAREST, Figure
from agentic.plans.figures.statement_names import statements_in
from agentic.verification.fitting.asked import Asked
from agentic.verification.fitting.told import Told, days_of, times_of
from agentic.verification.fitting.words import words_of
from agentic.verification.sentences.statements import periods_in, same_time
from reading.values.dates import find_dates
from reading.values.legal_forms import without_legal_form
from reading.values.periods import Period
from retrieval.question.naming.subjects import abbreviates
from retrieval.question.ratios.named import find_ratios
from retrieval.stems import stems

# “The same quarter of 2022” asks for no whole year.
SAME_SPAN = re.compile(
    r"\bsame\s+(?:quarter|period|time|months?|half(?:-year)?)\s+(?:of|in)\s+(?:fiscal\s+|FY\s?)?(?P<year>\d{4})\b",
    re.IGNORECASE,
)

QUARTER_DAYS, YEAR_DAYS = (80, 100), (350, 380)
DAYS_OFF = timedelta(days=10)
IN_PARTS = re.compile(
    r"\b(?:quarterly|monthly|half-yearly|(?:by|per|each|every|all)\s+(?:the\s+)?(?:quarter|month))", re.I
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
    if told.draft.is_nearest:
        yield Lack(COMES_NEAREST, "")
    if told.draft.unseen:
        yield Lack(told.draft.unseen, "")
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
        in_parts = IN_PARTS.search(asked.bare) and _is_told_in_parts(period, told)
        if not _is_told_of(period, told) and not in_parts:
            other = f"; the answer is of {times}" if (times := times_of(told)) else ""
            yield Lack(f"You asked for {period.text}{other}.", period.text)


def _is_told_of(period: Period, told: Told) -> bool:
    """Whether the time that was asked for is that of a figure, or of all of them, or is said."""
    for f in told.figures:
        if f.period_end is None and f.fiscal_year is None:
            return True
        if same_time(period, f.period_start, f.period_end, f.fiscal_year, f.fiscal_quarter):
            return True
        if _ends_with(period, f) or _is_named_otherwise(period, f):
            return True
    if _is_spanned(period, told.figures):
        return True
    said = periods_in(told.text)
    if any((p.fiscal_year, p.fiscal_quarter) == (period.fiscal_year, period.fiscal_quarter) for p in said):
        return True
    # A year ends with its fourth quarter, and is not of it.
    of_quarter = period.fiscal_quarter is not None and any(days_of(f) > QUARTER_DAYS[1] for f in told.figures)
    return not of_quarter and any(abs(p.end_date - period.end_date) <= DAYS_OFF for p in said)


def _is_told_in_parts(period: Period, told: Told) -> bool:
    """Whether each of several figures is of a part of the time."""
    spans = {(f.period_start, f.period_end) for f in told.figures}
    first, last = period.start_date, period.end_date + DAYS_OFF
    return len(spans) > 1 and all(
        start and end and (first is None or first - DAYS_OFF <= start) and end <= last for start, end in spans
    )


def _is_spanned(period: Period, figures: Sequence[Figure]) -> bool:
    """Whether the first and the last of the figures are of the first and the last year of a longer time."""
    if period.start_date is None or (period.end_date - period.start_date).days <= YEAR_DAYS[1]:
        return False
    years = {f.fiscal_year or (f.period_end.year if f.period_end else None) for f in figures}
    return {period.start_date.year, period.end_date.year} <= years


def _ends_with(period: Period, figure: Figure) -> bool:
    """A balance at the period's end, or a year that others call by the year in which it ends."""
    if figure.period_end is None:
        return False
    if abs(figure.period_end - period.end_date) <= DAYS_OFF:
        return figure.period_start is None or period.start_date is None or days_of(figure) in _like(period)
    is_year = period.fiscal_year is not None and period.fiscal_quarter is None and not _names_a_day(period)
    length = days_of(figure)
    return is_year and period.fiscal_year == figure.period_end.year and (not length or length > YEAR_DAYS[0])


def _is_named_otherwise(period: Period, figure: Figure) -> bool:
    """A fourth quarter of a year that the question calls by the year in which it ends, as others do."""
    if period.fiscal_quarter != 4 or figure.fiscal_quarter != 4 or figure.period_end is None:
        return False
    return period.fiscal_year == figure.period_end.year


def _names_a_day(period: Period) -> bool:
    return bool(re.search(r"\b\d{1,2},? ?(?:19|20)\d\d\b", period.text)) and "Q" not in period.text


def _like(period: Period) -> range:
    assert period.start_date is not None
    days = (period.end_date - period.start_date).days + 1
    return range(days - DAYS_OFF.days, days + DAYS_OFF.days + 1)
