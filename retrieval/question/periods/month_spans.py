"""Spans told by the month of their end, with the day of it: “the June 2023 quarter”, “TTM Sept 2023”."""

from __future__ import annotations

import re

from reading.measures.catalogue import MEASURES, find_measures
from reading.values.dates import DATE, MONTH, month_end, month_number

_YEAR = r"20\d\d"
_BETWEEN = re.compile(
    rf"\b(?P<lead>between|from)\s+(?P<from>{MONTH})(?:\s+(?P<of>{_YEAR}))?\s+(?P<join>and|to)\s+(?P<to>{MONTH})\s+(?P<year>{_YEAR})\b",
    re.IGNORECASE,
)
_MONTH = rf"(?P<month>{MONTH})(?:\s+(?:end|of))?,?\s+(?P<year>{_YEAR})\b"
_COUNT = r"(?:three|3|six|6|nine|9|twelve|12)"
_WHAT = rf"(?:quarter|half(?:[\s-]year)?|(?:fiscal\s+|financial\s+)?year|{_COUNT}[\s-]months?(?:\s+period)?)"
_OF_MONTH = re.compile(
    rf"\b(?:{_MONTH}\s+(?P<what>q|qtr|quarter)\b|"
    rf"(?P<month2>{MONTH})\s+(?P<what2>q|qtr|quarter)\s+(?:of\s+|in\s+)?(?P<year2>{_YEAR})\b)",
    re.IGNORECASE,
)
_Q = re.compile(r"\bq(?=\s+(?:ended|ending|to|until)\b)", re.IGNORECASE)
# “The Dec 2022, Mar 2023 and June 2023 quarters”: each is one.
_LISTED = re.compile(
    rf"\b{MONTH}\s+{_YEAR}(?:\s*(?:,|and|&)\s*(?:and\s+)?{MONTH}\s+{_YEAR})+(?=\s+(?:quarters|qtrs)\b)",
    re.IGNORECASE,
)
_EACH = re.compile(_MONTH, re.IGNORECASE)
_ENDED = r"(?:ended|ending|to|until|till|through|up\s+to)(?:\s+(?:in|on|the\s+end\s+of|end\s+of))?(?:\s+the)?"
_TO_MONTH = re.compile(rf"\b(?P<what>{_WHAT}|qtr)\s+{_ENDED}\s+{_MONTH}", re.IGNORECASE)
_TO_DAY = re.compile(
    rf"\b(?P<what>{_WHAT}|qtr)\s+(?:to|until|till|through|up\s+to)\s+(?:the\s+)?(?P<day>{DATE})",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    rf"\b(?:TTM|LTM|trailing\s+(?:twelve|12)[\s-]months?|(?:last|past)\s+(?:twelve|12)\s+months)\s+"
    rf"(?:(?:{_ENDED}|at|as\s+of)\s+)?(?:{_MONTH}|(?P<day>{DATE}))",
    re.IGNORECASE,
)
# Beside a quarter a month is one too: “quarter ended June 30, 2023 vs June 2022”.
_BESIDE = re.compile(
    rf"(?P<first>\bquarter ended \w+ \d+, {_YEAR}\s*(?:,\s*)?(?:vs\.?|versus|and|or|from|over|than|against|"
    rf"compared\s+(?:to|with))\s+(?:in\s+)?(?:the\s+)?){_MONTH}",
    re.IGNORECASE,
)


def with_ends_of_spans(question: str) -> str:
    """The question with each such span as documents write it: “quarter ended June 30, 2023”."""
    if (named := find_measures(question)) and all(MEASURES[name].is_instant for name, _, _ in named):
        question = _BETWEEN.sub(_days, question)
    question = _Q.sub("quarter", question)
    question = _LISTED.sub(
        lambda found: _EACH.sub(lambda each: f"quarter ended {_last_day(each)}", found[0]), question
    )
    question = _OF_MONTH.sub(lambda found: f"quarter ended {_last_day(found)}", question)
    question = _TRAILING.sub(
        lambda found: f"twelve months ended {found['day'] or _last_day(found)}", question
    )
    question = _TO_MONTH.sub(lambda found: f"{_spoken(found['what'])} ended {_last_day(found)}", question)
    question = _TO_DAY.sub(lambda found: f"{_spoken(found['what'])} ended {found['day']}", question)
    return _BESIDE.sub(lambda found: f"{found['first']}quarter ended {_last_day(found)}", question)


def _days(found: re.Match[str]) -> str:
    """The ends of both months, between which a balance moved."""
    year = int(found["year"])
    first = month_end(int(found["of"] or year), month_number(found["from"]))
    last = month_end(year, month_number(found["to"]))
    days = [f"{day:%B} {day.day}, {day.year}" for day in (first, last)]
    return f"{found['lead']} {days[0]} {found['join']} {days[1]}"


def _last_day(found: re.Match[str]) -> str:
    parts = found.groupdict()
    month, year = parts["month"] or parts.get("month2"), parts["year"] or parts.get("year2")
    end = month_end(int(str(year)), month_number(str(month)))
    return f"{end:%B} {end.day}, {end.year}"


def _spoken(what: str) -> str:
    return "quarter" if what.lower() == "qtr" else what
