"""How many births in May 2020, in three months together or on average, how many more in one month than in
another, and which month of a year had most.

Each word of the question is of what a document calls itself, or of the page on which its figures stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

from agentic.evidence import Draft, Evidence, Figure
from agentic.facts.case import Case
from agentic.facts.wording import joined
from agentic.outcome import Outcome, coverage
from agentic.tables.loading import documents_for
from agentic.tables.months.question import (
    QUANTITY,
    YEAR_MONTHS,
    Asked,
    counted_in,
    happens,
    is_said,
    read_asked,
    words_in,
)
from agentic.tables.months.series import Count, Month, Series, series_of
from documents.models import Page
from reading.lexicon import MONTHS
from retrieval.sheets.assembly import stored_rows

MOST_MONTHS = 24  # of one sum
PAGE_CHARACTERS = 4_000  # of a page, in which it says what its table counts
CENT = Decimal("0.01")
LEAST_MONTHS = 6  # of a year, one of which has most


def answer_months(case: Case) -> Outcome | None:
    """The figure of a month, of several together or by how much two differ, where one document alone gives
    it and has all words of the question; else None."""
    if not QUANTITY.search(case.question):
        return None
    asked = read_asked(case.question)
    if asked is None or len(asked.months) > MOST_MONTHS:
        return None
    found = []
    for series in series_of(stored_rows(documents_for(case))):
        given, counts = _counts(series, asked)
        if counts and _is_about(series, asked, counts):
            found.append((series, given, counts))
    if len(found) != 1:
        return None
    series, given, counts = found[0]
    return _told(case, given, series, counts)


def _counts(series: Series, asked: Asked) -> tuple[Asked, list[Count]]:
    """The figure of each month asked for; none where one is missing.

    A year without a figure of its own is its months together. Of a year whose end is not told yet the month
    with most is one of those that are.
    """
    titles = {count.table for each in series.counts.values() for count in each}
    thing = [word for word in asked.words if counted_in(word)]
    own = {title for title in titles if thing and all(is_said(word, words_in(title)) for word in thing)}
    is_year = asked.ask == "value" and not asked.months[0][1] and not series.counts.get(asked.months[0])
    if is_year and happens(asked.words):
        year = asked.months[0][0]
        asked = replace(asked, ask="sum", months=tuple((year, month) for month in YEAR_MONTHS))
    counts = [series.of(month, own) for month in asked.months]
    if asked.ask in ("most", "fewest"):
        known = [(month, each) for month, each in zip(asked.months, counts, strict=True) if each]
        if len(known) >= LEAST_MONTHS:
            return replace(asked, months=tuple(month for month, _ in known)), [each for _, each in known]
    return asked, [count for count in counts if count] if all(counts) else []


def _is_about(series: Series, asked: Asked, counts: Sequence[Count]) -> bool:
    """Whether document, tables and pages have all words of the question, what is counted among them."""
    pages = Page.objects.filter(
        document=series.document, number__in={count.span.page for count in counts if count.span.page}
    )
    texts = [text[:PAGE_CHARACTERS] for text in pages.values_list("text", flat=True)]
    said = words_in(" ".join([series.filename, series.title, *(count.table for count in counts), *texts]))
    return all(is_said(word, said) for word in asked.words)


def _told(case: Case, asked: Asked, series: Series, counts: Sequence[Count]) -> Outcome:
    figures = [
        Figure(
            value=each.value,
            text=_said(each.value),
            label=f"{_month(month)}: {each.span.quote[:80]}",
            span=each.span,
        )
        for month, each in zip(asked.months, counts, strict=True)
    ]
    marks = [case.cite(count.span) for count in counts]
    text, computed = _worded(asked, series, [each.value for each in counts], marks)
    figures += computed
    evidence = Evidence(
        spans=tuple(case.workings.spans),
        figures=tuple(figures),
        coverage=coverage(case.scope),
        tried=("Tables by month and year",),
    )
    plan = {
        "ask": asked.ask,
        "text": f"{asked.ask} of {joined([_month(each) for each in asked.months])} in {series.filename}",
    }
    return Draft(text=text, about=f"{case.question} {text}", plan=plan), evidence


def _worded(
    asked: Asked, series: Series, values: Sequence[Decimal], marks: Sequence[str]
) -> tuple[str, list[Figure]]:
    """The sentence, and what was computed for it. `marks`: where each of the months' values stands."""
    about, names = f"“{series.filename}”", [_month(each) for each in asked.months]
    if asked.ask == "value":
        return f"{_said(values[0])}: {about}, {names[0]} {marks[0]}.", []
    listed = joined([f"{n} {_said(v)} {mark}" for n, v, mark in zip(names, values, marks, strict=True)])
    if asked.ask in ("most", "fewest"):
        best = (max if asked.ask == "most" else min)(values)
        those = joined([f"{n} {mark}" for n, v, mark in zip(names, values, marks, strict=True) if v == best])
        among = f"of the {len(values)} months of {asked.months[0][0]} that it tells"
        return f"{those}: {_said(best)}, the {asked.ask} {among}, by {about}.", []
    if asked.ask == "sum":
        total = sum(values, Decimal(0))
        formula = " + ".join(map(_said, values))
        figure = Figure(value=total, text=_said(total), label="sum of the months", formula=formula)
        return f"{_said(total)} together, by {about}: {listed}.", [figure]
    if asked.ask == "average":
        mean = sum(values, Decimal(0)) / len(values)
        said = _said(mean.quantize(CENT, ROUND_HALF_UP))
        formula = f"({' + '.join(map(_said, values))}) ÷ {len(values)}"
        figure = Figure(
            value=Decimal(said.replace(",", "")), text=said, label="average of the months", formula=formula
        )
        return f"{said} a month on average, by {about}: {listed}.", [figure]
    if values[0] == values[1]:
        return f"The same in {names[0]} as in {names[1]}, by {about}: {listed}.", []
    apart, formula = abs(values[0] - values[1]), f"{_said(max(values))} − {_said(min(values))}"
    figure = Figure(value=apart, text=_said(apart), label="difference of the months", formula=formula)
    word = "more" if values[0] > values[1] else "fewer"
    return f"{_said(apart)} {word} than in {names[1]}, by {about}: {listed}.", [figure]


def _month(month: Month) -> str:
    year, number = month
    return f"{MONTHS[number - 1].capitalize()} {year}" if number else str(year)


def _said(value: Decimal) -> str:
    return f"{value.normalize():,f}"
