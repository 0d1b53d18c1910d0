"""Quarters, halves and months that a question names without their year, and the year that they are of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from documents.dates import MONTH, YEAR, month_end, month_number
from documents.fiscal import DAY, DRIFT, FiscalCalendar, Period, fiscal_quarter

ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
ORDINAL = r"(?:first|second|third|fourth|1st|2nd|3rd|4th)"
BARE_QUARTER = re.compile(
    rf"\b(?:Q(?P<q1>[1-4])|(?P<q2>[1-4])Q|(?P<o>{ORDINAL})[\s-]+(?:fiscal[\s-]+)?quarters?)\b", re.IGNORECASE
)
BARE_HALF = re.compile(r"\b(?:H(?P<h1>[12])|(?P<h2>[12])H|(?P<o>first|second)[\s-]half)\b", re.IGNORECASE)
# “May” and “March” are words too: a month without a year stands behind a preposition, capitalised.
BARE_MONTH = re.compile(
    rf"\b(?:in|since|until|till|of|during|for|between|from|and|to|through|before|after|last)\s+"
    rf"(?P<month>(?=[A-Z])(?i:{MONTH}))(?!\s*\d|\s+[A-Z])"
)
BESIDE = re.compile(
    r"\s*(?:,|and|or|to|through|until|-|–|versus|vs\.?|,\s*and)\s*(?:the\s+)?(?:in\s+)?$", re.I
)


@dataclass(frozen=True)
class Atom:
    """A span in the text. `bare`: it names no year, and `build` makes it of one."""

    period: Period
    start: int
    end: int
    bare: re.Match[str] | None = None


def bare_atoms(text: str, calendar: FiscalCalendar, known: date) -> Iterator[Atom]:
    """Quarters, halves and months without a year: the last that were over on the day `known`."""
    for pattern in (BARE_QUARTER, BARE_HALF, BARE_MONTH):
        for match in pattern.finditer(text):
            year = calendar.year_of(known) + 1
            period = _of_year(match, year, calendar)
            while period.end_date - timedelta(days=DRIFT) > known:
                year -= 1
                period = _of_year(match, year, calendar)
            start = match.start("month") if pattern is BARE_MONTH else match.start()
            yield Atom(period, start, match.end(), match)


def _of_year(match: re.Match[str], year: int, calendar: FiscalCalendar) -> Period:
    """The quarter, half or month that `match` names, of a fiscal year; a month of the calendar's year."""
    parts = match.groupdict()
    if "month" in parts:
        end = month_end(year, month_number(parts["month"]))
        return Period(f"{parts['month']} {year}", end.replace(day=1), end, calendar.year_of(end))
    if "q1" in parts:
        quarter = int(parts["q1"] or parts["q2"] or ORDINALS[parts["o"].lower()])
        return fiscal_quarter(f"Q{quarter} {year}", year, quarter, calendar)
    is_first = (parts["h1"] or parts["h2"] or parts["o"]).lower() in ("1", "first")
    middle = calendar.end_of(year, 6)
    first = Period(f"H1 {year}", calendar.start_of(year), middle, year)
    return first if is_first else Period(f"H2 {year}", middle + DAY, calendar.end_of(year), year)


def with_year(text: str, atom: Atom, atoms: Sequence[Atom], calendar: FiscalCalendar) -> Atom:
    """A bare span with the year of the one that it stands beside: “Q1 and Q2 2023”, “2023: Q1 and Q2”."""
    if atom.bare is None:
        return atom
    index = atoms.index(atom)
    for other, between in (
        *((a, text[atom.end : a.start]) for a in atoms[index + 1 :]),
        *((a, text[a.end : atom.start]) for a in reversed(atoms[:index])),
    ):
        beside = len(between) < 40 and (BESIDE.search(between) or between.strip() in ("", ":"))
        if other.bare is None and beside and other.period.fiscal_year is not None:
            named = re.findall(YEAR, text[other.start : other.end])
            year = int(named[-1]) if named else other.period.fiscal_year
            return replace(atom, period=_of_year(atom.bare, year, calendar))
    return atom


def of_relative_years(text: str, atoms: Sequence[Atom], calendar: FiscalCalendar, today: date) -> list[Atom]:
    """“Q4 of last year”, “March this year”: one time each, where two were found."""
    merged: list[Atom] = []
    for atom in atoms:
        ahead = merged[-1] if merged else None
        if ahead is not None and ahead.bare is not None and _is_of(text, ahead, atom):
            year = atom.period.fiscal_year or 0
            if "month" in ahead.bare.groupdict():  # months are those of the calendar's years
                year += today.year - calendar.year_of(today)
            merged[-1] = replace(ahead, period=_of_year(ahead.bare, year, calendar), end=atom.end)
        else:
            merged.append(atom)
    return merged


def _is_of(text: str, part: Atom, whole: Atom) -> bool:
    """Whether a year that is told from today stands right behind its quarter, half or month."""
    is_year = whole.bare is None and whole.period.fiscal_year is not None
    is_relative = re.search(r"\byear\b(?!.*\d)|\byears? ago$", text[whole.start : whole.end], re.IGNORECASE)
    joined = re.fullmatch(r"\s*(?:(?:of|in)\s+)?(?:the\s+)?", text[part.end : whole.start], re.IGNORECASE)
    return bool(is_year and is_relative and joined)
