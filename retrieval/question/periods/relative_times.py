"""Times told by others: by today (“two years ago”), by two years (“2024/25”), by the question's own (“the
prior year” beside “fiscal 2023”)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from reading.lexicon import SIGNS
from reading.values.dates import DATE, MONTH, YEAR, month_end, month_number, months_on, read_date
from reading.values.fiscal import (
    DAY,
    FiscalCalendar,
    Period,
    fiscal_quarter,
    fiscal_year,
    months_back,
    months_to,
)

COUNTS = {word: n for n, word in enumerate("zero one two three four five six seven eight nine ten".split())}
COUNTS |= {"a": 1, "an": 1, "couple": 2, "couple of": 2, "few": 3}
COUNT = r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)"
SOME = rf"(?:{COUNT}|couple\s+of|couple|few)"
FISCAL = r"(?:(?:fiscal|financial)\s+)?"

AGO = re.compile(
    rf"\b(?:(?P<count>an?|one|{SOME})\s+{FISCAL}(?P<what>year|quarter|month)s?\s+ago|"
    r"the\s+(?P<last>year|quarter|month)\s+before\s+last)\b",
    re.IGNORECASE,
)
FEW_BACK = re.compile(
    rf"\b(?:last|past|previous)\s+(?P<count>couple\s+of|couple|few)\s+{FISCAL}(?P<what>year|quarter|month)s\b",
    re.IGNORECASE,
)
COMING = re.compile(
    rf"\b(?:next|coming|following)\s+(?:(?P<count>{SOME})\s+)?{FISCAL}(?P<what>year|quarter|month)s?\b",
    re.IGNORECASE,
)
SPLIT_YEAR = re.compile(
    rf"(?<![\w{SIGNS}.,/-])(?P<fiscal>FY\s?|(?:fiscal|financial)\s+(?:year\s+)?)?"
    rf"(?P<year>{YEAR})\s?(?P<mark>[/–-])\s?(?P<next>\d\d)\b(?![.,]\d|[/–-]\d|\s?%)",
    re.IGNORECASE,
)
CALENDAR_YEAR = re.compile(
    rf"\b(?:Q(?P<q1>[1-4])\s+(?:of\s+)?)?calendar\s+(?:years?\s+)?(?:Q(?P<q2>[1-4])\s+(?:of\s+)?)?"
    rf"(?P<year>{YEAR})\b",
    re.IGNORECASE,
)
YEARS_ENDED = re.compile(
    rf"\b(?P<count>{COUNT})\s+{FISCAL}years?\s+(?:ended|ending|to)\s+(?:on\s+)?(?:the\s+end\s+of\s+)?"
    rf"(?:(?P<day>{DATE})|(?P<month>{MONTH})\s+(?P<year>{YEAR}))",
    re.IGNORECASE,
)
MIDDLE = re.compile(rf"\bmid-(?P<year>{YEAR})\b", re.IGNORECASE)

BACK = r"previous|prior|preceding"
ON = r"following|subsequent"
BESIDE = re.compile(
    rf"\b(?:(?:the\s+)?(?:same\s+(?:period|quarter|time|half)\s+(?:(?:of|in|during)\s+)?(?:the\s+)?)?"
    rf"(?:(?P<n1>{COUNT})\s+)?(?P<way1>{BACK}|{ON})[\s-]+(?:(?P<n2>{COUNT})\s+)?{FISCAL}"
    r"(?P<what1>year|quarter)s?|"
    r"(?:the\s+)?same\s+(?:period|quarter|time|half)\s+(?:of\s+)?last\s+(?P<what2>year)|"
    r"(?:the\s+)?(?P<what4>year)-(?:ago|earlier)|"
    rf"(?:(?P<n3>an?|{COUNT})|the)\s+{FISCAL}(?P<what3>year|quarter)s?\s+(?P<way3>before|earlier|after|later)"
    r"(?!\s+(?:the|that|this|it|its|last|tax\w*|\w*ing)\b))\b",
    re.IGNORECASE,
)

Found = Iterator[tuple[Period, int, int]]


def by_today(text: str, calendar: FiscalCalendar, today: date) -> Found:
    """“Two years ago”, “the past couple of quarters”, “the next three years”."""
    for match in AGO.finditer(text):
        what, back = (match["what"] or match["last"]).lower(), _count(match["count"] or "two")
        yield replace(_steps(what, -back, -back, calendar, today), text=match[0]), *match.span()
    for match in FEW_BACK.finditer(text):
        what, back = match["what"].lower(), _count(match["count"])
        yield replace(_steps(what, -back, -1, calendar, today), text=match[0]), *match.span()
    for match in COMING.finditer(text):
        on = _count(match["count"] or "one")
        what = match["what"].lower()
        yield replace(_steps(what, 1, on, calendar, today), text=match[0]), *match.span()


def by_two_years(text: str, calendar: FiscalCalendar) -> Found:
    """“2024/25”, “calendar 2025” of a company with other years, “the two years ended 30 June 2025”."""
    for match in SPLIT_YEAR.finditer(text):
        if period := _split_year(match, calendar):
            yield period, *match.span()
    for match in CALENDAR_YEAR.finditer(text):
        year, quarter = int(match["year"]), match["q1"] or match["q2"]
        plain = FiscalCalendar()
        found = fiscal_quarter(match[0], year, int(quarter), plain) if quarter else None
        yield found or fiscal_year(match[0], year, plain), *match.span()
    for match in YEARS_ENDED.finditer(text):
        if end := _last_day(match):
            yield Period(match[0], months_back(end, 12 * _count(match["count"])), end), *match.span()
    for match in MIDDLE.finditer(text):
        yield fiscal_year(match[0], int(match["year"]), calendar), *match.span()


def by_others(text: str, named: Sequence[tuple[Period, int, int]], calendar: FiscalCalendar) -> Found:
    """The year or quarter before or after one that the text names: “Q2 2025 and the same quarter last year”.

    `named`: what was found already, some of it perhaps of these words, as if they were said of today.
    """
    for match in BESIDE.finditer(text):
        others = [each for each in named if each[2] <= match.start() or match.end() <= each[1]]
        anchor = _nearest(match, others)
        period = _moved(match, anchor, calendar) if anchor else None
        if period is not None:
            yield period, *match.span()


def _count(text: str) -> int:
    return int(text) if text.isdigit() else COUNTS[" ".join(text.lower().split())]


def _steps(what: str, first: int, last: int, calendar: FiscalCalendar, today: date) -> Period:
    """The years, quarters or months from `first` to `last`, counted from the present one, which is 0."""
    if what == "month":
        end = months_on(month_end(today.year, today.month), last)
        return months_to("", last - first + 1, end, calendar)
    year, quarter = calendar.year_of(today), calendar.quarter_of(today) - 1
    if what == "year":
        start, end = calendar.start_of(year + first), calendar.end_of(year + last)
        return Period("", start, end, year + last if first == last else None)
    begin, close = (divmod(year * 4 + quarter + step, 4) for step in (first, last))
    one, other = (fiscal_quarter("", y, q + 1, calendar) for y, q in (begin, close))
    return other if first == last else Period("", one.start_date, other.end_date)


def _split_year(match: re.Match[str], calendar: FiscalCalendar) -> Period | None:
    """The fiscal year that ends in the second of two years; both where years end with the calendar's."""
    year, following = int(match["year"]), int(match["next"])
    is_month = following <= 12 and match["mark"] != "/" and not match["fiscal"]
    if following != (year + 1) % 100 or is_month:
        return None
    if calendar.year_end_month == 12:
        return Period(match[0], calendar.start_of(year), calendar.end_of(year + 1))
    return fiscal_year(match[0], year + 1 + calendar.year_offset, calendar)


def _last_day(match: re.Match[str]) -> date | None:
    if match["day"]:
        return read_date(match["day"])
    return month_end(int(match["year"]), month_number(match["month"]))


def _nearest(match: re.Match[str], others: Sequence[tuple[Period, int, int]]) -> Period | None:
    """The year or part of one that is named last before the words, else first after them."""
    dated = [each for each in others if each[0].fiscal_year is not None]
    before = [each for each in dated if each[2] <= match.start()]
    chosen = before[-1:] or dated[:1]
    return chosen[0][0] if chosen else None


def _moved(match: re.Match[str], anchor: Period, calendar: FiscalCalendar) -> Period | None:
    """None where a quarter is moved away from what is none."""
    what = (match["what1"] or match["what2"] or match["what3"] or match["what4"]).lower()
    way = (match["way1"] or match["way3"] or "previous").lower()
    forward, count = way in ("following", "subsequent", "after", "later"), _how_many(match)
    several = bool(match["n1"] or match["n2"])  # “the two previous years” are both
    steps = range(1, count + 1) if several else (count,)
    parts = [_one_moved(what, step if forward else -step, anchor, calendar) for step in steps]
    found = sorted((part for part in parts if part is not None), key=lambda part: part.end_date)
    if len(found) < 2:
        return replace(found[0], text=match[0]) if found else None
    return Period(match[0], found[0].start_date, found[-1].end_date)


def _how_many(match: re.Match[str]) -> int:
    return _count(match["n1"] or match["n2"] or match["n3"] or "one")


def _one_moved(what: str, step: int, anchor: Period, calendar: FiscalCalendar) -> Period | None:
    assert anchor.fiscal_year is not None
    if what == "quarter":
        if anchor.fiscal_quarter is None or anchor.start_date is None:
            return None
        year, quarter = divmod(anchor.fiscal_year * 4 + anchor.fiscal_quarter - 1 + step, 4)
        return fiscal_quarter("", year, quarter + 1, calendar)
    return a_year_on(anchor, step, calendar)


def a_year_on(anchor: Period, years: int, calendar: FiscalCalendar) -> Period:
    """The same span or day so many years later, of a period that has the name of a fiscal year."""
    assert anchor.fiscal_year is not None
    year = anchor.fiscal_year + years
    if anchor.fiscal_quarter and anchor.start_date:
        return fiscal_quarter("", year, anchor.fiscal_quarter, calendar)
    end = calendar.end_of(year, calendar.months_into_year(anchor.end_date))
    if anchor.start_date is None:
        return Period("", None, end, year)
    ahead = calendar.months_into_year(anchor.start_date - DAY) % 12
    start = calendar.end_of(year, ahead) + DAY if ahead else calendar.start_of(year)
    return Period("", start, end, year)
