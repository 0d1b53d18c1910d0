"""Quarters, halves and months that a question names without their year, and the year that they are of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from reading.values.dates import MONTH, YEAR, month_end, month_number
from reading.values.fiscal import DAY, DRIFT, FiscalCalendar, Period, fiscal_quarter
from retrieval.question.periods.relative_times import a_year_on

ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
ORDINAL = r"(?:first|second|third|fourth|1st|2nd|3rd|4th)"
JOIN = r"(?:,\s*(?:or|and)|,|/|&|(?:or|and|to|than|through|versus|vs\.?|against)\b)"
BARE_QUARTER = re.compile(
    rf"\b(?:Q(?P<q1>[1-4])|(?P<q2>[1-4])Q|(?P<o>{ORDINAL})[\s-]+(?:fiscal[\s-]+)?quarters?)\b", re.IGNORECASE
)
BARE_HALF = re.compile(r"\b(?:H(?P<h1>[12])|(?P<h2>[12])H|(?P<o>first|second)[\s-]half)\b", re.IGNORECASE)
# “The second or third quarter”, “the second quarter of 2024 or the third”.
LISTED_ORDINAL = re.compile(
    rf"\b(?P<o>{ORDINAL})(?=(?:\s*{JOIN}\s*(?:(?:in|of|the)\s+)*{ORDINAL})+[\s-]+(?:fiscal[\s-]+)?"
    r"(?P<what>quarter|half))",
    re.IGNORECASE,
)
FURTHER_ORDINAL = re.compile(
    rf"\b{ORDINAL}[\s-]+(?P<what>quarter|half)(?:\s+(?:of\s+|in\s+)?(?:fiscal\s+)?{YEAR})?\s*{JOIN}\s*"
    rf"(?:in\s+)?the\s+(?P<o>{ORDINAL})(?=\s*(?:one\b|[?.,;]|$))",
    re.IGNORECASE,
)
# “May” and “March” are words too: a month without a year stands behind a preposition, capitalised.
BARE_MONTH = re.compile(
    rf"\b(?:in|since|until|till|of|during|for|between|from|and|or|to|than|versus|vs\.?|through|before|after|last)"
    rf"\s+(?P<month>(?=[A-Z])(?i:{MONTH}))(?!\s*\d|\s+[A-Z])"
)
LISTED_MONTH = re.compile(
    rf"\b(?P<month>(?=[A-Z])(?i:{MONTH}))(?=(?:\s*{JOIN}\s*(?:in\s+)?(?i:{MONTH}))+\s*,?\s*(?:of\s+)?{YEAR}\b)"
)
BESIDE = re.compile(
    rf"\s*(?:{JOIN}|until|-|–|compared\s+(?:with|to)|rather\s+than)\s*(?:(?:in|of|the)\s+)*$", re.IGNORECASE
)
# A year alone behind a quarter and one of these is the same quarter of that year: “Q2 of 2023 or 2024”.
SAME_OF = re.compile(
    r"\s*(?:,\s*(?:and|or)|,|&|and|(?:or|versus|vs\.?|than|against|compared\s+(?:with|to))(?:\s+(?:in|of|that\s+of))?)"
    r"\s+",
    re.IGNORECASE,
)
RANGE_LEAD = re.compile(r"\b(?:between|from|since)\s+(?:the\s+)?$", re.IGNORECASE)
OPEN = re.compile(r"\b(?:since|after|before|until|till|to)\s+(?:the\s+)?(?:\w+\s+of\s+)?$", re.IGNORECASE)
WHOLE_YEAR = re.compile(rf"(?:fiscal\s+(?:year\s+)?|FY\s?)?{YEAR}", re.IGNORECASE)
FRAME = re.compile(r"(?:^|[.?!,]\s*)(?:in|during|for|within)\s+(?:the\s+year\s+)?$", re.IGNORECASE)
PART_DAYS = 300  # a span shorter than this is a part of a year


@dataclass(frozen=True)
class Part:
    """A quarter, half or month of whichever year. `what`: quarter | half | month."""

    what: str
    number: int

    def of(self, year: int, calendar: FiscalCalendar) -> Period:
        """Of a fiscal year; a month of the calendar's year."""
        if self.what == "month":
            end = month_end(year, self.number)
            return Period(f"{end:%B} {year}", end.replace(day=1), end, calendar.year_of(end))
        if self.what == "quarter":
            return fiscal_quarter(f"Q{self.number} {year}", year, self.number, calendar)
        middle = calendar.end_of(year, 6)
        if self.number == 1:
            return Period(f"H1 {year}", calendar.start_of(year), middle, year)
        return Period(f"H2 {year}", middle + DAY, calendar.end_of(year), year)


@dataclass(frozen=True)
class Atom:
    """A span in the text. `part`: what it names, where it names no year; `period` is then a guess."""

    period: Period
    start: int
    end: int
    part: Part | None = None


def bare_atoms(text: str, calendar: FiscalCalendar, known: date) -> Iterator[Atom]:
    """Quarters, halves and months without a year: the last that were over on the day `known`."""
    for part, start, end in _parts(text):
        year = calendar.year_of(known) + 1
        while (period := part.of(year, calendar)).end_date - timedelta(days=DRIFT) > known:
            year -= 1
        yield Atom(period, start, end, part)


def _parts(text: str) -> Iterator[tuple[Part, int, int]]:
    for match in BARE_QUARTER.finditer(text):
        number = match["q1"] or match["q2"] or ORDINALS[match["o"].lower()]
        yield Part("quarter", int(number)), *match.span()
    for match in BARE_HALF.finditer(text):
        yield Part("half", int(match["h1"] or match["h2"] or ORDINALS[match["o"].lower()])), *match.span()
    for pattern in (LISTED_ORDINAL, FURTHER_ORDINAL):
        for match in pattern.finditer(text):
            yield Part(match["what"].lower(), ORDINALS[match["o"].lower()]), *match.span("o")
    for pattern in (LISTED_MONTH, BARE_MONTH):
        for match in pattern.finditer(text):
            yield Part("month", month_number(match["month"])), *match.span("month")


def with_years(text: str, atoms: Sequence[Atom], calendar: FiscalCalendar, today: date) -> list[Atom]:
    """The atoms, those without a year with the one that the question gives them.

    That of the span they stand beside (“Q1 and Q2 2023”), else the only one that is named. A year that is
    only the frame of its parts (“in 2024: Q1 or Q2”) is none of the times any more.
    """
    atoms = _of_relative_years(text, atoms, calendar, today)
    only = _only_year(text, atoms)
    dated = {(atom.period.start_date, atom.period.end_date) for atom in atoms if atom.part is None}
    found: list[Atom] = []
    for atom in atoms:
        given = atom.part and (_year_beside(text, atom, atoms) or only)
        period = atom.part.of(given, calendar) if atom.part and given else atom.period
        is_other = (period.start_date, period.end_date) not in dated  # “How did Q2 compare with Q2 2022?”
        found.append(replace(atom, period=period) if given and is_other else atom)
    return [atom for atom in found if not _is_frame(text, atom, found)]


def _year_beside(text: str, atom: Atom, atoms: Sequence[Atom]) -> int | None:
    index = atoms.index(atom)
    for other, between in (
        *((a, text[atom.end : a.start]) for a in atoms[index + 1 :]),
        *((a, text[a.end : atom.start]) for a in reversed(atoms[:index])),
    ):
        beside = len(between) < 40 and (BESIDE.search(between) or between.strip() in ("", ":"))
        if other.part is None and beside and other.period.fiscal_year is not None:
            return _year_of(text, other)
    return None


def _year_of(text: str, atom: Atom) -> int:
    """As it is written, else as its calendar calls it."""
    named = re.findall(YEAR, _said(text, atom))
    return int(named[-1]) if named else atom.period.fiscal_year or atom.period.end_date.year


def _only_year(text: str, atoms: Sequence[Atom]) -> int | None:
    """The one year of all that is dated; None where nothing is, or it is but an end of a longer time."""
    dated = [atom for atom in atoms if atom.part is None]
    if any(atom.period.fiscal_year is None or OPEN.search(text[: atom.start]) for atom in dated):
        return None
    years = {_year_of(text, atom) for atom in dated}
    return years.pop() if len(years) == 1 else None


def _is_frame(text: str, atom: Atom, atoms: Sequence[Atom]) -> bool:
    """Whether it is a year of which parts are named apart: “In 2024, was Q2 or Q3 better?”"""
    if atom.part is not None or not WHOLE_YEAR.fullmatch(_said(text, atom)):
        return False
    parts = [other for other in atoms if other.part and other.period.fiscal_year == atom.period.fiscal_year]
    beside = [text[other.end : atom.start] for other in parts if other.end <= atom.start]
    beside += [text[atom.end : other.start] for other in parts if atom.end <= other.start]
    if any(words.strip() == ":" for words in beside):
        return True
    if parts and FRAME.search(text[: atom.start]) and text[atom.end :].startswith(","):
        return True
    return len(parts) > 1 and not any(BESIDE.fullmatch(words) for words in beside)


def _said(text: str, atom: Atom) -> str:
    return text[atom.start : atom.end]


def of_each_year(text: str, atoms: Sequence[Atom], calendar: FiscalCalendar) -> list[Atom]:
    """“Q2 of 2023 or 2024”: the quarter of both, where a quarter and a year were found."""
    found: list[Atom] = []
    for atom in atoms:
        ahead = found[-1] if found else None
        if ahead is not None and _names_further_year(text, ahead, atom):
            years = int(_said(text, atom)) - _year_of(text, ahead)
            named = re.sub(rf"{YEAR}$", _said(text, atom), ahead.period.text)
            atom = replace(atom, period=replace(a_year_on(ahead.period, years, calendar), text=named))
        found.append(atom)
    return found


def _names_further_year(text: str, ahead: Atom, atom: Atom) -> bool:
    first, last = ahead.period.start_date, ahead.period.end_date
    is_part = ahead.period.fiscal_year is not None and (first is None or (last - first).days < PART_DAYS)
    return bool(
        is_part
        and re.search(rf"{YEAR}$", _said(text, ahead))
        and re.fullmatch(YEAR, _said(text, atom))
        and SAME_OF.fullmatch(text[ahead.end : atom.start])
        and not RANGE_LEAD.search(text[: ahead.start])
    )


def _of_relative_years(text: str, atoms: Sequence[Atom], calendar: FiscalCalendar, today: date) -> list[Atom]:
    """“Q4 of last year”, “March this year”: one time each, where two were found."""
    merged: list[Atom] = []
    for atom in atoms:
        ahead = merged[-1] if merged else None
        if ahead is not None and ahead.part is not None and _is_of(text, ahead, atom):
            year = atom.period.fiscal_year or 0
            if ahead.part.what == "month":  # months are those of the calendar's years
                year += today.year - calendar.year_of(today)
            merged[-1] = replace(ahead, period=ahead.part.of(year, calendar), end=atom.end, part=None)
        else:
            merged.append(atom)
    return merged


def _is_of(text: str, part: Atom, whole: Atom) -> bool:
    """Whether a year that is told from today stands right behind its quarter, half or month."""
    is_year = whole.part is None and whole.period.fiscal_year is not None
    is_relative = re.search(r"\byear\b(?!.*\d)|\byears? ago$", text[whole.start : whole.end], re.IGNORECASE)
    joined = re.fullmatch(r"\s*(?:(?:of|in)\s+)?(?:the\s+)?", text[part.end : whole.start], re.IGNORECASE)
    return bool(is_year and is_relative and joined)
