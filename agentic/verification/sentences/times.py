"""The years and quarters that an answer names, and whether anything that it rests on names them too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from agentic.evidence import Evidence
from agentic.verification.sentences.statements import CALENDAR_YEARS, QUARTER_DAYS
from reading.values.number_words import ORDINAL, ordinal
from reading.values.periods import find_periods

QUARTERS, YEARS = 4, range(1900, 2100)
_QUARTER = re.compile(
    rf"\b(?:Q(?P<behind>[1-4])|(?P<before>[1-4])Q|(?P<word>{ORDINAL})[\s-]+(?:fiscal[\s-]+)?quarters?)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<![\d.,$€£])(?:19|20)\d\d(?!\d|[.,]\d|\s?%)")
_SHORT_YEAR = re.compile(r"(?:\bFY\s?|[’'])(\d\d)\b")
_AFTER = r"(?:next|coming|following|subsequent)\s+(?:fiscal\s+)?{}"
_BEFORE = (
    r"(?:last|prior|previous|preceding|linked)[\s-]+(?:fiscal\s+)?{0}|\b{0}[\s-]+(?:ago|earlier|before)"
    r"|\b{0}-(?:over|on)-{0}"
)
_STEPS = {
    kind: (
        (1, re.compile(rf"\b{_AFTER.format(kind)}", re.I)),
        (-1, re.compile(rf"\b{_BEFORE.format(kind)}", re.I)),
    )
    for kind in ("year", "quarter")
}
_TODAY = re.compile(r"\b(?:today|now|currently|this|next|last|so far)\b", re.IGNORECASE)


@dataclass(frozen=True)
class NamedTime:
    """A year or the number of a quarter, and where it stands in a text."""

    text: str
    number: int
    start: int
    end: int


def quarters_in(text: str) -> list[NamedTime]:
    """Quarters by their numbers, with a year or without: “Q2”, “2Q 2021”, “second-quarter”."""
    found = []
    for match in _QUARTER.finditer(text):
        digit = match["behind"] or match["before"]
        number = int(digit) if digit else ordinal(match["word"])
        if number <= QUARTERS:
            found.append(NamedTime(match[0], number, *match.span()))
    return found


def years_in(text: str) -> list[NamedTime]:
    """The years of the periods that a text names; no other numbers that look like one."""
    spans = [(start, end) for _, start, end in find_periods(text, CALENDAR_YEARS)]
    return [
        NamedTime(match[0], int(match[0]), *match.span())
        for match in _YEAR.finditer(text)
        if any(start <= match.start() < end for start, end in spans)
    ]


def times_nobody_names(text: str, evidence: Evidence, question: str) -> Iterator[NamedTime]:
    """The years and quarters of `text` that neither its evidence nor the question names."""
    named = _Named(evidence, question)
    if not named.has_words:
        return
    yield from (each for each in years_in(text) if each.number not in named.years)
    yield from (each for each in quarters_in(text) if not named.has_quarter(each.number))


@dataclass(frozen=True)
class _Named:
    """What times the evidence and the question name."""

    evidence: Evidence
    question: str

    @property
    def has_words(self) -> bool:
        return bool(self.evidence.spans or self.evidence.figures or self.evidence.tables)

    @cached_property
    def told(self) -> str:
        """All their words. Each on a line of its own, so that no two make a period together."""
        words = [self.question, *self.evidence.tried]
        for span in (*self.evidence.places, *self.evidence.nearest, *self.evidence.rows):
            words += [span.quote, span.around, span.section, span.filename.replace("_", " ")]
        words += [f"{figure.label}\n{figure.period}" for figure in self.evidence.figures]
        for table in self.evidence.tables:
            words += [*table.columns, *(str(cell) for row in table.rows for cell in row if cell is not None)]
        return "\n".join(dict.fromkeys(words))

    @property
    def _days(self) -> Iterator[date]:
        for figure in self.evidence.figures:
            yield from (day for day in (figure.period_start, figure.period_end) if day)

    @cached_property
    def years(self) -> frozenset[int]:
        found = {int(year) for year in _YEAR.findall(self.told)}
        found |= {2000 + int(year) for year in _SHORT_YEAR.findall(self.told)}
        found |= {day.year for day in self._days}
        found |= {figure.fiscal_year for figure in self.evidence.figures if figure.fiscal_year}
        if _TODAY.search(self.question):
            found |= {date.today().year - 1, date.today().year, date.today().year + 1}
        return frozenset(found | {year + step for year in found for step in self._steps("year")})

    def has_quarter(self, number: int) -> bool:
        """By its number, by the days of a figure, or, which takes longer to see, by a date in words."""
        return number in self._quarters or number in self._quarters_of_dates

    @cached_property
    def _quarters(self) -> frozenset[int]:
        found = {each.number for each in quarters_in(self.told)}
        found |= {figure.fiscal_quarter for figure in self.evidence.figures if figure.fiscal_quarter}
        return self._with_those_beside(found | {_quarter_of(day) for day in self._days})

    @cached_property
    def _quarters_of_dates(self) -> frozenset[int]:
        short = (
            period.end_date
            for period, _, _ in find_periods(self.told, CALENDAR_YEARS)
            if (period.end_date - (period.start_date or period.end_date)).days <= QUARTER_DAYS
        )
        return self._with_those_beside({_quarter_of(day) for day in short})

    def _with_those_beside(self, found: set[int]) -> frozenset[int]:
        beside = {(each + step - 1) % QUARTERS + 1 for each in found for step in self._steps("quarter")}
        return frozenset(found | beside)

    def _steps(self, kind: str) -> list[int]:
        """“Next year” names the year after any that is named."""
        return [step for step, pattern in _STEPS[kind] if pattern.search(self.told)]


def _quarter_of(day: date) -> int:
    return (day.month - 1) // 3 + 1
