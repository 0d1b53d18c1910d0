"""Months and quarters that stand in cells or headings: “May”, “Sept 2024”, “Q1”, “2020-08”."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import lru_cache

from retrieval.tables.rules.vocabulary.words import MONTHS

_MONTH = "|".join(f"{name}|{name[:3]}" for name in MONTHS) + "|sept"
_YEAR = r"(?:[\s'’/-]*(?P<year>20\d\d|19\d\d))?"
_TIME = rf"(?:(?P<month>{_MONTH})\.?|q(?P<quarter>[1-4])){_YEAR}"
TIME = re.compile(_TIME, re.IGNORECASE)
NUMBERED = re.compile(r"(?P<year>(?:19|20)\d\d)[-/](?P<month>0?[1-9]|1[0-2])")  # “2020-08”
BEFORE = re.compile(rf"(?P<time>{_TIME})[\s,:·|/–-]+(?P<measure>[^\W\d].*)", re.IGNORECASE)
BEHIND = re.compile(rf"(?P<measure>.*[^\W_])[\s,:·|/–(-]+(?P<time>{_TIME})\)?", re.IGNORECASE)
SPAN = re.compile(
    rf"(?P<first>\b(?:{_MONTH}))\s*(?:to|through|until|till|-|–)\s*(?P<last>(?:{_MONTH}))\b(?!\.?,?\s*\d)",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def start_of(text: str, year: int | None) -> date | None:
    """The first day of the month or quarter, if the text is one; of the `year` where it names none."""
    if numbered := NUMBERED.fullmatch(text.strip()):
        return date(int(numbered["year"]), int(numbered["month"]), 1)
    found = TIME.fullmatch(text.strip())
    if found is None or not (said := found["year"] or year):
        return None
    month = _number(found["month"]) if found["month"] else 3 * int(found["quarter"]) - 2
    return date(int(said), month, 1)


def _number(name: str) -> int:
    return next(at for at, month in enumerate(MONTHS, 1) if month.startswith(name.casefold()[:3]))


@lru_cache(maxsize=4096)
def told_apart(heading: str) -> tuple[str, str] | None:
    """The time and the measure of a heading that has both: “May” and “Actual”."""
    found = BEFORE.fullmatch(heading) or BEHIND.fullmatch(heading)
    return (found["time"], found["measure"].strip()) if found else None


def span_of(question: str, year: int) -> tuple[date, date, int, int] | None:
    """The first and the last day of months without a year, and where they stand: “January to June”."""
    found = SPAN.search(question)
    if found is None:
        return None
    first, last = _number(found["first"]), _number(found["last"])
    if first > last:
        return None
    end = date(year + last // 12, last % 12 + 1, 1) - timedelta(days=1)
    return date(year, first, 1), end, *found.span()
