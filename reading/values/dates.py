"""Dates as people write them: January 28, 2023; 28 January 2023; 28-Jan-2023; 2023-01-28; 1/28/23."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date

from reading.lexicon import MONTH_NAME, MONTHS, MONTHS_ABROAD, YEAR

_MONTHS = tuple(name[:3] for name in MONTHS)
MONTH = rf"{MONTH_NAME}(?![A-Za-z_])\.?"  # “December31” may be set without a blank
# Between a day and a year: “31. Dezember 2023”, “31 de mayo de 2023”.
ANY_MONTH = rf"(?:{MONTH}|(?:{'|'.join(sorted(MONTHS_ABROAD, key=len, reverse=True))})(?![A-Za-zÀ-ÿ_]))"
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925}  # the year before the first of each
_ERA = rf"(?:{'|'.join(_ERAS)})\s?(?:\d{{1,2}}|元)"
# One pattern for all writings; month before day where only digits say it, as in the United States.
DATE = (
    rf"(?:{MONTH}\s*-?\d{{1,2}}(?:st|nd|rd|th)?\s*(?:,\s*|\s|-)\s*{YEAR}\b"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th|er|[º°ª.-])?\s*(?:(?:(?:day\s+)?of|del?)\s+)?{ANY_MONTH}[,-]?\s*(?:del?\s+)?{YEAR}\b"
    rf"|(?:{YEAR}|{_ERA})\s?年\s?\d{{1,2}}\s?月\s?\d{{1,2}}\s?日"
    rf"|\b{YEAR}(?:-\d\d-\d\d\b|/\d{{1,2}}/\d{{1,2}}(?![\d/])|\.\d\d\.\d\d(?!\.?\d))|\b\d{{1,2}}/\d{{1,2}}/{YEAR}\b|\b\d{{1,2}}\.\d{{1,2}}\.{YEAR}\b"
    rf"|(?<![\w-])\d{{1,2}}-\d{{1,2}}-{YEAR}\b|(?<![\d.,])[0-3]\d\.[01]\d\.\d\d\b(?![.,]?\d)"
    r"|(?<![\d./,])(?:[0-3]\d/[0-3]\d|[1-9]/(?:1|2[89]|3[01]))/[0-3]\d\b(?![./,]?\d))"
)
_PARTS = re.compile(
    rf"""
    (?P<name>{MONTH})\s*-?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s*[,-]?\s*(?P<year>{YEAR})
  | (?P<day2>\d{{1,2}})(?:st|nd|rd|th|er|[º°ª.-])?\s*(?:(?:(?:day\s+)?of|del?)\s+)?(?P<name2>{ANY_MONTH})
    [,-]?\s*(?:del?\s+)?(?P<year2>{YEAR})
  | (?P<year9>{YEAR}|{_ERA})\s?年\s?(?P<month9>\d{{1,2}})\s?月\s?(?P<day9>\d{{1,2}})\s?日
  | (?P<year3>{YEAR})[-/.](?P<month3>\d{{1,2}})[-/.](?P<day3>\d{{1,2}})
  | (?P<month4>\d{{1,2}})/(?P<day4>\d{{1,2}})/(?P<year4>{YEAR})
  | (?P<day5>\d{{1,2}})\.(?P<month5>\d{{1,2}})\.(?P<year5>{YEAR})
  | (?P<day6>\d{{1,2}})-(?P<month6>\d{{1,2}})-(?P<year6>{YEAR})
  | (?P<day7>\d\d)\.(?P<month7>\d\d)\.(?P<year7>\d\d)
  | (?P<month8>\d{{1,2}})/(?P<day8>\d{{1,2}})/(?P<year8>\d\d)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DATE = re.compile(DATE, re.IGNORECASE)
_DATE_IN_SMALL_LETTERS = re.compile(DATE.lower())  # takes a quarter of the time


def month_number(name: str) -> int:
    """1–12 for the name of a month, or for the abbreviation of an English one."""
    return MONTHS_ABROAD.get(name.lower()) or _MONTHS.index(name[:3].lower()) + 1


def month_end(year: int, month: int) -> date:
    return date(year, month, monthrange(year, month)[1])


def months_on(day: date, months: int) -> date:
    """The last day of the month that comes so many months after that of `day`, or before it."""
    index = day.year * 12 + day.month - 1 + months
    return month_end(index // 12, index % 12 + 1)


def read_date(text: str, *, day_first: bool = False) -> date | None:
    """The date at the start of `text`, or None where there is none or it is no day of the calendar.

    `day_first`: 3/4/2023 is the third of April, as outside the United States.
    """
    match = _PARTS.match(text)
    if match is None:
        return None
    part = {name.rstrip("23456789"): value for name, value in match.groupdict().items() if value}
    month = month_number(part["name"]) if "name" in part else int(part["month"])
    day, year = int(part["day"]), _year(part["year"])
    year += 2000 if year < 100 else 0
    if match["month6"] and month > 12 >= day:
        month, day = day, month  # 12-31-2023
    if match["month4"] or match["month8"]:
        # 28/01/2023 can only be meant one way round.
        turned = (day_first and day <= 12) or month > 12
        month, day = (day, month) if turned else (month, day)
    if not 1 <= month <= 12 or not 1 <= day <= monthrange(year, month)[1]:
        return None
    return date(year, month, day)


def _year(text: str) -> int:
    """The year, which may be one of an era: 令和4 is 2022."""
    era, count = text[:2], text[2:].strip()
    return _ERAS[era] + (1 if count == "元" else int(count)) if era in _ERAS else int(text)


def date_at(text: str, start: int) -> date | None:
    """The full date that begins at `start`."""
    match = _DATE.match(text, start)
    return read_date(match[0]) if match else None


def find_dates(text: str, *, day_first: bool = False) -> Iterator[tuple[date, int, int]]:
    """Each full date in `text` with its span."""
    folded = text.lower()
    is_alike = len(folded) == len(text)  # a few letters, as “İ”, are two in lower case
    for match in _DATE_IN_SMALL_LETTERS.finditer(folded) if is_alike else _DATE.finditer(text):
        found = read_date(match[0], day_first=day_first)
        if found:
            yield found, match.start(), match.end()
