"""The fiscal calendar that a report of one quarter tells: “second quarter of fiscal 2026”, “13 weeks ended
August 1, 2026”, “nine months ended February 29, 2024”. No Django here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from documents.dates import DATE, MONTH, YEAR, month_number, read_date
from documents.fiscal import FiscalCalendar, nominal_month

BESIDE = 200  # characters from a quarter's name to the day on which it ended
QUARTERS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
NAMED = re.compile(
    rf"\b(?:(?P<which>first|second|third|fourth)[\s-]+quarter|Q(?P<digit>[1-4]))\s*,?\s*(?:(?:of|in|for)\s+)?"
    rf"(?:the\s+)?(?:(?:fiscal|financial)\s+)?(?:year\s+|FY\s?)?(?P<year>{YEAR})\b",
    re.IGNORECASE,
)
ENDED = re.compile(
    rf"\b(?:(?:13|14|thirteen|fourteen)[\s-]weeks?|(?:three|3)[\s-]months?|quarter)(?:\s+period)?\s+"
    rf"(?:ended|ending)\s+(?:on\s+)?(?P<end>{DATE})",
    re.IGNORECASE,
)

_SO_FAR = re.compile(  # what a quarterly report shows beside its quarter is the year so far
    rf"\b(?:(?P<half>(?:six|6)[\s-]months?|(?:26|27|twenty-six)[\s-]weeks?|two\s+quarters)|"
    rf"(?:nine|9)[\s-]months?|(?:39|40|thirty-nine)[\s-]weeks?|three\s+quarters)(?:\s+periods?)?\s+"
    rf"(?:ended|ending)\s+(?:on\s+)?(?P<month>{MONTH})\s*(?P<day>\d{{1,2}})\b",
    re.IGNORECASE,
)


def year_end_months(text: str) -> Iterator[int]:
    """The months in which the years end of which the text tells the first six or nine months."""
    for found in _SO_FAR.finditer(text):
        end = nominal_month(date(2001, month_number(found["month"]), min(int(found["day"]), 28)))[1]
        yield (end - (6 if found["half"] else 9) - 1) % 12 + 1


def quarter_calendar(text: str) -> FiscalCalendar | None:
    """By the first quarter that is named beside the day on which a quarter ended; None where none is, or
    where its year cannot be that day's."""
    for named in NAMED.finditer(text):
        near = [match for match in ENDED.finditer(text) if _gap(named, match) <= BESIDE]
        end = read_date(near[0]["end"]) if near else None
        if end:
            return _calendar(named, end)
    return None


def _gap(one: re.Match[str], other: re.Match[str]) -> int:
    return max(other.start() - one.end(), one.start() - other.end())


def _calendar(named: re.Match[str], end: date) -> FiscalCalendar | None:
    quarter = int(named["digit"] or QUARTERS[named["which"].lower()])
    months_left = 3 * (4 - quarter)
    calendar = FiscalCalendar((nominal_month(end)[1] + months_left - 1) % 12 + 1)
    return calendar.naming(int(named["year"]), end)
