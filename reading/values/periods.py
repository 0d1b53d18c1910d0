"""Spans of time as reports and questions name them, found in text. No Django here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from functools import lru_cache

from reading.lexicon import SIGNS
from reading.patterns import lazily
from reading.values.dates import (
    ANY_MONTH,
    DATE,
    MONTH,
    YEAR,
    find_dates,
    month_end,
    month_number,
    months_on,
    read_date,
)
from reading.values.fiscal import (
    DAY,
    FiscalCalendar,
    Period,
    fiscal_quarter,
    fiscal_year,
    instant,
    months_back,
    months_to,
    weeks_to,
)
from reading.values.number_words import ORDINAL, UP_TO_99, number, ordinal

__all__ = ["FiscalCalendar", "Period", "find_periods"]

_FISCAL = (
    r"(?:fiscal(?:\s+years?)?|financial\s+years?|FY|^F(?=[’']?[12]\d\b)|CY|calendar(?:\s+years?)?"
    r"|(?<!\d\s)years?)"
)
_SHORT_YEAR = rf"(?:{YEAR}|[’']?\d\d(?!\s+weeks))\b"  # not “Full Year 52 weeks”
_MORE = rf"(?:(?:\s*,\s*and\s+|\s*,\s*|\s+and\s+|\s+to\s+|\s+from\s+)(?:{DATE}|{YEAR}\b(?!\s*,\s*{YEAR}-)))*"
_ENDED = r"\s*(?:ended|ending|(?<=\s)to(?=\s))\s*(?:on\s+)?"

_SPAN_ENDED = lazily(
    rf"""
    \b(?:
        (?P<count>{UP_TO_99})[\s-]+(?P<what>week|month|quarter)s?(?:[\s-]+(?:period|fiscal\s+(?:year|quarter)|year|quarter))?s?
      | (?:the\s+)?(?:(?P<ordinal>{ORDINAL})\s+)?(?:fiscal\s+)?(?P<quarter>quarter)(?:ly)?(?:\s+periods?)?s?
      | (?P<half>half[\s-]+year(?:ly\s+period)?)
      | (?P<year>(?:(?:fiscal|financial|calendar|full)\s+)?years?|twelve-month\s+period|FY)
    ){_ENDED}(?P<ends>(?:{DATE}|{MONTH}\s*\d{{1,2}}\s*,?){_MORE})
    """,
    re.VERBOSE | re.IGNORECASE,
)
_QUARTER = lazily(
    rf"""
    \b(?:
        (?:Q(?P<q1>[1-4])|(?P<q2>[1-4])Q|(?P<o1>{ORDINAL})[\s-]+(?:fiscal[\s-]+)?quarters?)
        (?:\s*,?\s*(?:of|in|for)?(?:\s+the)?\s*,?\s*)(?:{_FISCAL}\s*)?(?P<y1>{_SHORT_YEAR})
      | (?:{_FISCAL}\s*)?(?P<y2>{YEAR}|(?<=FY)\d\d)[’']?s?[\s,–-]*
        (?:Q(?P<q3>[1-4])\b|(?P<o2>{ORDINAL})[\s-]+quarter)
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_QUARTERS = lazily(
    rf"\b(?P<list>{ORDINAL}(?:\s*,\s*{ORDINAL})*,?\s+and\s+(?:the\s+)?{ORDINAL})[\s-]+(?:fiscal\s+)?quarters"
    rf"\s*(?:of|in|for)?\s*(?:the\s+)?(?:{_FISCAL}\s*)?(?P<year>{_SHORT_YEAR})",
    re.IGNORECASE,
)
_HALF = lazily(
    rf"\b(?:H(?P<h1>[12])|(?P<h2>[12])H|(?P<o>first|second)[\s-]half|first\s+(?P<months>{UP_TO_99})\s+months)"
    rf"(?:\s*(?:of|in))?\s*(?:the\s+)?(?:{_FISCAL}\s*)?(?P<year>{_SHORT_YEAR})",
    re.IGNORECASE,
)
_FISCAL_YEAR = lazily(
    rf"\b(?:(?:full|whole|entire)[\s-]+(?:year\s+of\s+)?)?(?:{_FISCAL})\s*(?:of\s+)?(?P<year>{_SHORT_YEAR})"
    rf"(?P<more>(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s+to\s+|\s*[-–]\s*){YEAR}\b)*)",
    re.IGNORECASE,
)
YEAR_END = lazily(rf"\byear[\s-]end,?\s+(?:fiscal\s+)?(?P<year>{YEAR})\b", re.IGNORECASE)
_YEARS = lazily(rf"(?<![\w{SIGNS}.,/-])(?P<from>{YEAR})\s?(?:[-–]|to|thr(?:ough|u)|until)\s?(?P<to>{YEAR})\b")
MIDDLE = 6  # month
_REACHES = re.compile(r"\s+(?:to|through|until)\s+")
_SPLIT_YEAR = lazily(  # “2022/23”, “FY 2022-23”
    rf"(?<![\w{SIGNS}.,/-])(?:{_FISCAL}\s*)?(?P<from>{YEAR})\s?[/–-]\s?(?P<to>{YEAR}|\d\d)\b(?![.,/-]?\d|\s?%)",
    re.IGNORECASE,
)
_MONTH_YEAR = lazily(  # “Jun-20” too, but not “Jun 20”
    rf"\b(?P<month>{ANY_MONTH})(?:\s*,?\s*(?:of\s+)?(?P<year>{YEAR})|(?:[-–]|\s?[’'])(?P<short>[0-3]\d))\b"
    r"(?![-–/.,]\d)",
    re.IGNORECASE,
)
_DAYS = lazily(
    rf"(?P<first>{DATE})\s*(?:\([a-z ]+\)\s*)?(?:[-–—]|to|thr(?:ough|u)|until)\s*(?P<last>{DATE})",
    re.IGNORECASE,
)
_DAYS_OF_YEAR = lazily(  # both in the year that stands behind the second
    rf"\b(?:(?P<day1>\d{{1,2}})\s+(?P<month1>{MONTH})|(?P<month2>{MONTH})\s+(?P<day2>\d{{1,2}}),?)"
    rf"\s*(?:[-–—]|to|thr(?:ough|u)|until)\s*(?P<last>{DATE})",
    re.IGNORECASE,
)
_DAYS_OF_MONTH = lazily(
    rf"\b(?P<month>{MONTH})\s*(?P<first>\d{{1,2}})\s*[-–—]\s*(?P<last>\d{{1,2}})\s*,?\s*(?P<year>{YEAR})\b",
    re.IGNORECASE,
)
_MONTHS_OF_YEAR = lazily(
    rf"\b(?P<first>{ANY_MONTH})\s*(?:[-–—]|to|through|bis)\s*(?P<last>{ANY_MONTH})\s*,?\s*(?P<year>{YEAR})\b",
    re.IGNORECASE,
)
_RELATIVE = lazily(
    rf"\b(?:(?P<which>last|past|previous|prior|latest|this|current)\s+"
    rf"(?:(?P<count>{UP_TO_99})\s+)?(?:fiscal\s+)?(?P<what>year|quarter|month)s?)\b",
    re.IGNORECASE,
)
_DIGIT = lazily(r"\d")  # without one only relative spans can be named
_BARE_YEAR = lazily(rf"(?<![\w{SIGNS}.,#/-]){YEAR}\b(?![.,]\d|\s?%(?!\s?of\b)|/\d|-\d)")


def find_periods(
    text: str, calendar: FiscalCalendar, *, today: date | None = None
) -> list[tuple[Period, int, int]]:
    """The spans of time and days that `text` names, in order, with their character offsets.

    Relative ones ("last two years") are resolved only where `today` is given.
    """
    if today is not None:
        return _periods_in(text, calendar, today)
    return list(_known_periods_in(text, calendar)) if _DIGIT.search(text) else []


@lru_cache(maxsize=4096)  # asked for each cell of a row and of a column, and of sentences by several readers
def _known_periods_in(text: str, calendar: FiscalCalendar) -> tuple[tuple[Period, int, int], ...]:
    return tuple(_periods_in(text, calendar, None))


def _periods_in(text: str, calendar: FiscalCalendar, today: date | None) -> list[tuple[Period, int, int]]:
    found: list[tuple[Period, int, int]] = []
    taken, folded = bytearray(len(text)), text.lower()
    for read, sign in _READERS:
        for period, start, end in read(text, calendar, today) if sign.search(folded) else ():
            if not any(taken[start:end]):
                found.append((period, start, end))
        for _, start, end in found:
            taken[start:end] = b"\x01" * (end - start)
    return sorted(found, key=lambda item: item[1])


Found = Iterator[tuple[Period, int, int]]


def _year(text: str) -> int:
    digits = text.strip("’'")
    return int(digits) if len(digits) == 4 else 2000 + int(digits)


def _spans_ended(text: str, calendar: FiscalCalendar, today: date | None) -> Found:
    for match in _SPAN_ENDED.finditer(text):
        build = _span_builder(match, calendar)
        for index, (end, start_at, end_at) in enumerate(_list_of_ends(match["ends"])):
            offset = match.start("ends")
            start = match.start() if index == 0 else offset + start_at
            yield build(text[start : offset + end_at], end), start, offset + end_at


def _span_builder(match: re.Match[str], calendar: FiscalCalendar) -> Callable[[str, date], Period]:
    if match["what"] and match["what"].lower() == "week":
        return lambda text, end: weeks_to(text, number(match["count"]), end, calendar)
    if match["what"]:
        months = number(match["count"]) * (3 if match["what"].lower() == "quarter" else 1)
    else:
        months = 3 if match["quarter"] else 6 if match["half"] else 12
    return lambda text, end: months_to(text, months, end, calendar)


def _list_of_ends(text: str) -> Iterator[tuple[date, int, int]]:
    """“June 30, 2023 and 2022”, “December 31, 2022, December 25, 2021”: each day with its span."""
    last: date | None = None
    for match in re.finditer(rf"{DATE}|(?P<month>{MONTH})\s*(?P<day>\d{{1,2}})|(?P<year>{YEAR})", text, re.I):
        found = read_date(match[0])
        if match["year"] and last:
            found = _same_day(last, int(match["year"]))
        if found:
            last = found
            yield found, match.start(), match.end()


def _same_day(day: date, year: int) -> date:
    return month_end(year, day.month) if (day + DAY).day == 1 else day.replace(year=year)


def _quarters(text: str, calendar: FiscalCalendar, today: date | None) -> Found:
    for match in _QUARTER.finditer(text):
        digit = match["q1"] or match["q2"] or match["q3"]
        quarter = int(digit) if digit else ordinal(match["o1"] or match["o2"])
        year = _year(match["y1"] or match["y2"])
        yield fiscal_quarter(match[0], year, quarter, calendar), match.start(), match.end()


def _several_quarters(text: str, calendar: FiscalCalendar, today: date | None) -> Found:
    """“The second and third quarters of 2021”: each of them, the last with the year."""
    for match in _QUARTERS.finditer(text):
        year, named = _year(match["year"]), list(re.finditer(ORDINAL, match["list"], re.IGNORECASE))
        for each in named:
            start = match.start("list") + each.start()
            end = match.end() if each is named[-1] else match.start("list") + each.end()
            yield fiscal_quarter(text[start:end], year, ordinal(each[0]), calendar), start, end


def _halves(text: str, calendar: FiscalCalendar, today: date | None) -> Found:
    for match in _HALF.finditer(text):
        year = _year(match["year"])
        if match["months"]:
            end = calendar.end_of(year, min(number(match["months"]), 12))
            yield Period(match[0], calendar.start_of(year), end, year), match.start(), match.end()
            continue
        is_first = (match["h1"] or match["h2"] or match["o"]).lower() in ("1", "first")
        middle, end = calendar.end_of(year, 6), calendar.end_of(year)
        first = Period(match[0], calendar.start_of(year), middle, year)
        period = first if is_first else Period(match[0], middle + DAY, end, year)
        yield period, match.start(), match.end()


def _year_ends(text: str, calendar: FiscalCalendar, today: date | None) -> Found:
    for match in YEAR_END.finditer(text):
        day = calendar.end_of(int(match["year"]))
        yield instant(match[0], day, calendar), match.start(), match.end()


def _fiscal_years(text: str, calendar: FiscalCalendar, today: date | None) -> Found:
    for match in _FISCAL_YEAR.finditer(text):
        first_end = match.end("year")
        words = text[match.start() : first_end]
        yield fiscal_year(words, _year(match["year"]), calendar), match.start(), first_end
        for more in re.finditer(YEAR, match["more"]):
            start, end = match.start("more") + more.start(), match.start("more") + more.end()
            yield fiscal_year(more[0], int(more[0]), calendar), start, end


def _split_years(text: str, calendar: FiscalCalendar, today: date | None) -> Found:
    """“2022/23”: the fiscal year that begins in the one calendar year and ends in the next.

    “2003–04 to 2008–09” is one span. Where no other end of such years is known, they end in the middle of the
    calendar year, as school years do.
    """
    known = calendar if calendar.year_end_month < 12 else replace(calendar, year_end_month=MIDDLE)
    span: tuple[Period, int, int] | None = None
    for match in _SPLIT_YEAR.finditer(text):
        first, last = int(match["from"]), int(match["to"])
        is_short = len(match["to"]) == 2
        if not (last == (first + 1) % 100 if is_short else ("/" in match[0] and last == first + 1)):
            continue
        year = fiscal_year(match[0], first + 1 + known.year_offset, known)
        if span and _REACHES.fullmatch(text[span[2] : match.start()]):
            words = text[span[1] : match.end()]
            span = Period(words, span[0].start_date, year.end_date), span[1], match.end()
            continue
        if span:
            yield span
        span = year, match.start(), match.end()
    if span:
        yield span


def _year_ranges(text: str, calendar: FiscalCalendar, today: date | None) -> Found:
    for match in _YEARS.finditer(text):
        first, last = int(match["from"]), int(match["to"])
        if first < last:
            period = Period(match[0], calendar.start_of(first), calendar.end_of(last))
            yield period, match.start(), match.end()


def _day_ranges(text: str, calendar: FiscalCalendar, today: date | None) -> Found:
    for match in _DAYS.finditer(text):
        first, last = read_date(match["first"]), read_date(match["last"])
        if first and last and first < last:
            yield Period(match[0], first, last, calendar.year_of(last)), match.start(), match.end()


def _days_of_year(text: str, calendar: FiscalCalendar, today: date | None) -> Found:
    """“1 January to 31 December 2022”; the first day is of the year before where it else came last."""
    for match in _DAYS_OF_YEAR.finditer(text):
        last, day = read_date(match["last"]), match["day1"] or match["day2"]
        month = match["month1"] or match["month2"]
        for year in (last.year, last.year - 1) if last else ():
            first = read_date(f"{day} {month} {year}")
            if last and first and first < last:
                yield Period(match[0], first, last, calendar.year_of(last)), match.start(), match.end()
                break


def _days_of_month(text: str, calendar: FiscalCalendar, today: date | None) -> Found:
    """“January 1 - 31, 2022”."""
    for match in _DAYS_OF_MONTH.finditer(text):
        first, last = (
            read_date(f"{match['month']} {match[day]}, {match['year']}") for day in ("first", "last")
        )
        if first and last and first < last:
            yield Period(match[0], first, last, calendar.year_of(last)), match.start(), match.end()


def _months_of_year(text: str, calendar: FiscalCalendar, today: date | None) -> Found:
    """“Oct–Dec 2022”."""
    for match in _MONTHS_OF_YEAR.finditer(text):
        first, last, year = month_number(match["first"]), month_number(match["last"]), int(match["year"])
        months = (last - first) % 12 + 1
        yield months_to(match[0], months, month_end(year, last), calendar), match.start(), match.end()


def _days(text: str, calendar: FiscalCalendar, today: date | None) -> Found:
    for day, start, end in find_dates(text):
        yield instant(text[start:end], day, calendar), start, end


def _months(text: str, calendar: FiscalCalendar, today: date | None) -> Found:
    for match in _MONTH_YEAR.finditer(text):
        year = int(match["year"] or f"20{match['short']}")
        end = month_end(year, month_number(match["month"]))
        yield (
            Period(match[0], end.replace(day=1), end, calendar.year_of(end)),
            match.start(),
            match.end(),
        )


def _relative(text: str, calendar: FiscalCalendar, today: date | None) -> Found:
    if today is None:
        return
    for match in _RELATIVE.finditer(text):
        count = number(match["count"]) if match["count"] else 1
        is_current = match["which"].lower() in ("this", "current")
        period = _relative_period(match["what"].lower(), count, is_current, calendar, today)
        yield replace(period, text=match[0]), match.start(), match.end()


def _relative_period(
    what: str, count: int, is_current: bool, calendar: FiscalCalendar, today: date
) -> Period:
    if what == "year":
        last = calendar.year_of(today) - (not is_current)
        year = last if count == 1 else None
        return Period("", calendar.start_of(last - count + 1), calendar.end_of(last), year)
    step = 3 if what == "quarter" else 1
    end = _last_end(today, step, calendar) if not is_current else _next_end(today, step, calendar)
    start = months_back(end, step * count)
    quarter = calendar.quarter_of(end) if what == "quarter" and count == 1 else None
    return Period("", start, end, calendar.year_of(end), quarter)


def _next_end(today: date, step: int, calendar: FiscalCalendar) -> date:
    months = calendar.months_into_year(month_end(today.year, today.month))
    return months_on(today, -months % step)


def _last_end(today: date, step: int, calendar: FiscalCalendar) -> date:
    following = _next_end(today, step, calendar)
    return months_on(following, -step)


def _bare_years(text: str, calendar: FiscalCalendar, today: date | None) -> Found:
    for match in _BARE_YEAR.finditer(text):
        yield fiscal_year(match[0], int(match[0]), calendar), match.start(), match.end()


_NAMES_MONTH = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_NAMES_ABROAD = "märz|mai|okt|dez|fév|avril|jui|août|déc|enero|abril|agosto|diciembre"
_NAMES_DAY = rf"{_NAMES_MONTH}|\d[-/.]\d|{_NAMES_ABROAD}"
_UP_TO = rf"(?:[-–—]|to|thr(?:ough|u)|until|bis)\s*(?:{_NAMES_MONTH}|{_NAMES_ABROAD}|\d)"
# Each with a sign without which it finds nothing, in small letters: to look for that takes a tenth as long.
_READERS = tuple(
    (read, lazily(sign))
    for read, sign in (
        (_spans_ended, rf"(?:ended|ending|to)\s*(?:on\s+)?(?:{_NAMES_MONTH}|\d)"),
        (_several_quarters, "quarters"),
        (_quarters, r"quarter|q[1-4]|[1-4]q"),
        (_halves, r"half|months|h[12]|[12]h"),
        (_day_ranges, _UP_TO),
        (_days_of_year, _UP_TO),
        (_days_of_month, _UP_TO),
        (_months_of_year, _UP_TO),
        (_days, _NAMES_DAY),
        (_months, rf"{_NAMES_MONTH}|{_NAMES_ABROAD}"),
        (_split_years, rf"{YEAR}\s?[/–-]"),
        (_year_ranges, YEAR),
        (_year_ends, r"year[\s-]end"),
        (_fiscal_years, r"year|fiscal|calendar|fy|cy|^f[’']?[12]\d\b"),
        (_relative, "year|quarter|month"),
        (_bare_years, YEAR),
    )
)
