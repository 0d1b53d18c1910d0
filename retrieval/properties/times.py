"""Times that a question sets for dates of documents: “before July”, “by 30 June”, “in the next 90 days”."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from reading.values.dates import MONTH, months_on
from reading.values.fiscal import FiscalCalendar
from retrieval.properties.request import Bounds
from retrieval.question.periods.times import NUMBER, NUMBERS, TimeReference, find_times

DAY = timedelta(days=1)
DAYS = {"day": 1, "week": 7}
MONTHS = {"month": 1, "quarter": 3, "year": 12}
# “By June” is read as any other month behind a preposition.
_BY_MONTH = re.compile(rf"\bby(?=\s+(?:the\s+end\s+of\s+)?(?-i:(?=[A-Z])){MONTH})", re.IGNORECASE)
_BY = re.compile(r"\bby\s+(?:the\s+)?(?:end\s+of\s+)?$", re.IGNORECASE)
_ON_OR = re.compile(r"\bon\s+or\s+$", re.IGNORECASE)
_NOT = re.compile(r"\b(?:no|not)\s+$", re.IGNORECASE)
_LEAD = re.compile(r"(?P<word>after|later than|before|earlier than|prior to)\b", re.IGNORECASE)
BEFORE = ("before", "earlier than", "prior to")
_ONWARD = re.compile(
    r"(?:since|after|later than|starting|beginning)\b|.*\b(?:onwards?|or later|and later|and after)$", re.I
)
_VERB = re.compile(r"(?P<verb>(?:start|beginn)ing)\s+(?:in\s+)?(?!from\b|with\b)", re.IGNORECASE)
_AHEAD = re.compile(
    rf"\b(?:with)?in\s+(?:(?:the\s+)?(?:next|coming|following)\s+)?(?P<count>{NUMBER})\s+"
    r"(?P<what>day|week|month|quarter|year)s?\b(?:\s+from\s+(?:now|today))?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Dated:
    """A time of the question. `verb`: “start” where its own words say what happens then."""

    bounds: Bounds
    start: int
    end: int
    verb: str = ""


def times_in(text: str, *, today: date, latest: date | None) -> list[Dated]:
    """The times in their order. `latest`: the last date of the documents, by which “July” has its year."""
    plain = _BY_MONTH.sub("to", text)
    found = list(_ahead(text, today))
    for time in find_times(plain, FiscalCalendar(), today=today, latest=latest):
        if not any(other.start < time.end and time.start < other.end for other in found):
            found.append(_dated(text, time, today, latest))
    return sorted(found, key=lambda dated: dated.start)


def _ahead(text: str, today: date) -> Iterator[Dated]:
    """From today on: “within 30 days”, “in the next three months”."""
    for match in _AHEAD.finditer(text):
        count = int(match["count"]) if match["count"].isdigit() else NUMBERS[match["count"].lower()]
        what = match["what"].lower()
        until = (
            today + timedelta(days=count * DAYS[what])
            if what in DAYS
            else _months_ahead(today, count * MONTHS[what])
        )
        yield Dated(Bounds(today, until, said=match[0]), *match.span())


def _months_ahead(today: date, months: int) -> date:
    end = months_on(today, months)
    return end.replace(day=min(today.day, end.day))


def _dated(text: str, time: TimeReference, today: date, latest: date | None) -> Dated:
    verb, lead = _VERB.match(time.text), _LEAD.match(time.text)
    inner = _span_of(time.text[(verb or lead).end() :], today, latest) if verb or lead else None  # type: ignore[union-attr]
    if verb and inner:  # “starting in 2024” is said of the documents
        return Dated(Bounds(*inner, said=time.text[verb.end() :]), time.start, time.end, verb="start")
    before = text[: time.start]
    low, high, start = time.date_from, time.date_to, time.start
    if by := _BY.search(before):
        low, start = None, by.start()
    elif lead and inner and (turned := _ON_OR.search(before) or _NOT.search(before)):
        is_before = lead["word"].lower() in BEFORE
        up_to = is_before if _ON_OR.match(turned[0]) else not is_before
        low, high, start = (None, inner[1], turned.start()) if up_to else (inner[0], None, turned.start())
    elif _ONWARD.match(time.text):
        high = None
    return Dated(Bounds(low, high, said=text[start : time.end]), start, time.end)


def _span_of(words: str, today: date, latest: date | None) -> tuple[date | None, date | None] | None:
    """The span that the words alone name; a month behind nothing is read as “in June”."""
    found = find_times(f"in {words.strip()}", FiscalCalendar(), today=today, latest=latest)
    return (found[0].date_from, found[0].date_to) if found else None
