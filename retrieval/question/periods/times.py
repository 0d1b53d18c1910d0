"""The times that a question names, with what only questions say: “since March”, “Q2”, “year to date”."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from reading.lexicon import SIGNS
from reading.values.dates import YEAR, month_end
from reading.values.fiscal import (
    DAY,
    DRIFT,
    FiscalCalendar,
    Period,
    fiscal_quarter,
    fiscal_year,
    nominal_month,
)
from reading.values.periods import find_periods
from retrieval.question.periods.bare_times import Atom, bare_atoms, of_each_year, with_years
from retrieval.question.periods.relative_times import by_others, by_today, by_two_years

MOST_PARTS = 12  # years or quarters that a range is taken apart into
NUMBERS = {word: n for n, word in enumerate("zero one two three four five six seven eight nine ten".split())}
NUMBER = r"(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)"
YEAR_WORD = r"(?:(?:fiscal|financial|calendar)\s+)?(?:year\s+)?"

TO_DATE = re.compile(
    rf"\b(?:(?:(?P<y1>{YEAR})\s+)?(?:year[\s-]to[\s-]date|YTD|so far this (?:fiscal )?year|"
    rf"this (?:fiscal )?year so far)(?:\s+(?:in |of )?(?P<y2>{YEAR}))?)\b",
    re.IGNORECASE,
)
NEWEST = re.compile(
    rf"\b(?:(?P<c1>{NUMBER})\s+)?(?:latest|most\s+recent|newest)\s+(?:(?P<c2>{NUMBER})\s+)?"
    r"(?:(?:fiscal|full|complete|reported)\s+)*(?P<what>year|quarter|month)s?\b",
    re.IGNORECASE,
)
# Of several years back those that documents tell of; of one, “last year”, today says which.
YEARS_BACK = re.compile(
    rf"\b(?:last|past|previous|preceding)\s+(?P<count>{NUMBER})\s+"
    r"(?:(?:fiscal|financial|full|complete|reported)\s+)*years\b",
    re.IGNORECASE,
)
TRAILING = re.compile(r"\b(?:trailing|last|past)\s+(?:twelve|12)[\s-]months\b|\bTTM\b|\bLTM\b", re.IGNORECASE)
SPAN_BACK = re.compile(
    rf"\b(?:last|past|previous|preceding)\s+(?:(?P<count>{NUMBER})\s+)?(?P<what>day|week|decade)s?\b",
    re.IGNORECASE,
)
THIS_DAY = re.compile(r"\b(?P<what>today|yesterday|this\s+week)\b", re.IGNORECASE)
DECADE = re.compile(rf"(?<![\w{SIGNS}])(?:the\s+)?(?P<from>(?:19|20)\d0)[’']?s\b", re.IGNORECASE)
FIRST_PARTS = re.compile(
    rf"\bfirst\s+(?P<count>two|three|2|3)\s+quarters\s+(?:of|in)\s+(?:the\s+)?{YEAR_WORD}(?P<year>{YEAR})\b",
    re.IGNORECASE,
)

SINCE = re.compile(
    r"\b(?P<word>since|after|later than|starting(?: in| from)?|beginning(?: in| with)?|before|until|till|"
    r"up to|prior to|earlier than|through|by(?=\s+(?:the\s+)?(?:start|beginning|end|close)\b))\s+"
    r"(?:the\s+)?(?:(?P<edge>start|beginning|end|close)\s+of\s+)?(?:the\s+)?$",
    re.IGNORECASE,
)
ONWARD = re.compile(
    r"\s*(?:(?P<on>onwards?|and (?:later|after|onwards?|beyond)|or (?:later|after))|"
    r"(?P<back>(?:and|or) (?:before|earlier)))\b",
    re.IGNORECASE,
)
RANGE_WORD = re.compile(r"\b(?P<lead>between|from)\s+(?:the\s+)?$", re.IGNORECASE)
JOINS = re.compile(r"\s*(?P<join>and|to|through|until|till|-|–|—)\s*(?:the\s+)?(?:in\s+)?$", re.IGNORECASE)
SEVERAL_QUARTERS = re.compile(r"\b(?:last|past|previous|prior|latest|recent)\b.*\bquarters\b", re.IGNORECASE)
AFTER = ("after", "later than")


@dataclass(frozen=True, kw_only=True)
class TimeReference:
    """A time as the question names it. An open end is None; `start`, `end` are its characters.

    `periods`: the spans for which figures are asked; none where only one end is named.
    """

    text: str
    date_from: date | None
    date_to: date | None
    start: int
    end: int
    periods: tuple[Period, ...] = ()

    def overlaps(self, first: date, last: date) -> bool:
        return (self.date_from or first) <= last and first <= (self.date_to or last)

    def as_json(self) -> dict[str, str | None]:
        return {
            "text": self.text,
            "from": str(self.date_from) if self.date_from else None,
            "to": str(self.date_to) if self.date_to else None,
        }


def find_times(
    text: str, calendar: FiscalCalendar, *, today: date, latest: date | None = None
) -> list[TimeReference]:
    """The times that `text` names, in order.

    `latest`: the last day of which the documents tell, for “the latest quarter”, and for “Q2” of no year,
    which is the last Q2 that was over by then; the day before `today` where it is not known.
    """
    known = min(latest or today, today)
    # In fiscal calendars the first days of a month count to the one before; what is over does not.
    atoms = _atoms(text, calendar, max(today, today.replace(day=DRIFT + 1)), known)
    found: list[TimeReference] = []
    while atoms:
        first = atoms.pop(0)
        if atoms and _is_range(text, first, atoms[0]):
            found.append(_range(text, first, atoms.pop(0), calendar))
        else:
            found.append(_reference(text, first, calendar, today))
    return found


def _atoms(text: str, calendar: FiscalCalendar, today: date, known: date) -> list[Atom]:
    found: list[Atom] = []
    for period, start, end in _own(text, calendar, today, known):
        _add(found, Atom(period, start, end))
    for period, start, end in find_periods(text, calendar, today=today):
        _add(found, Atom(period, start, end))
    dated = list(found)
    for atom in bare_atoms(text, calendar, known):
        _add(found, atom)
    found.sort(key=lambda atom: atom.start)
    if len(found) > len(dated):
        found = with_years(text, found, calendar, today)
    found = of_each_year(text, found, calendar)
    for period, start, end in by_others(text, [(a.period, a.start, a.end) for a in found], calendar):
        found = [atom for atom in found if atom.end <= start or end <= atom.start]
        found.append(Atom(period, start, end))
    return sorted(found, key=lambda atom: atom.start)


def _add(found: list[Atom], atom: Atom) -> None:
    if not any(other.start < atom.end and atom.start < other.end for other in found):
        found.append(atom)


Found = Iterator[tuple[Period, int, int]]


def _own(text: str, calendar: FiscalCalendar, today: date, known: date) -> Found:
    """Spans that only questions name."""
    yield from by_two_years(text, calendar)
    yield from by_today(text, calendar, today)
    for match in TO_DATE.finditer(text):
        year = int(match["y1"] or match["y2"] or calendar.year_of(today))
        end = min(calendar.end_of(year), known if calendar.year_of(known) == year else today)
        yield Period(match[0], calendar.start_of(year), end), match.start(), match.end()
    for match in FIRST_PARTS.finditer(text):
        year, months = int(match["year"]), 3 * _number(match["count"])
        yield Period(match[0], calendar.start_of(year), calendar.end_of(year, months), year), *match.span()
    for match in TRAILING.finditer(text):
        yield replace(_back("12 months", calendar, _day_after(known)), text=match[0]), *match.span()
    for match in NEWEST.finditer(text):
        wanted = f"{match['c1'] or match['c2'] or '1'} {match['what']}s"
        yield replace(_back(wanted, calendar, _day_after(known)), text=match[0]), *match.span()
    for match in YEARS_BACK.finditer(text):
        span = _back(f"{match['count']} years", calendar, _day_after(known))
        yield replace(span, text=match[0]), *match.span()
    for match in SPAN_BACK.finditer(text):
        yield _span_back(match, calendar, today), *match.span()
    for match in THIS_DAY.finditer(text):
        yield _this_day(match, today), *match.span()
    for match in DECADE.finditer(text):
        first = int(match["from"])
        yield Period(match[0], calendar.start_of(first), calendar.end_of(first + 9)), *match.span()


def _number(text: str) -> int:
    return int(text) if text.isdigit() else NUMBERS[text.lower()]


def _back(wanted: str, calendar: FiscalCalendar, today: date) -> Period:
    """The last so many years, quarters or months that were over before `today`."""
    words = f"last {wanted}".replace("last 1 ", "last ").replace("last one ", "last ")
    return find_periods(words, calendar, today=today)[0][0]


def _day_after(known: date) -> date:
    """The day on which a period that ended on `known`, or some days off its month's end, is over."""
    year, month = nominal_month(known)
    end = month_end(year, month)
    over = (end if (end - known).days <= DRIFT else known) + DAY
    return max(over, over.replace(day=DRIFT + 1))


def _span_back(match: re.Match[str], calendar: FiscalCalendar, today: date) -> Period:
    count = _number(match["count"]) if match["count"] else 1
    if match["what"].lower() == "decade":
        last = calendar.year_of(today) - 1
        return Period(match[0], calendar.start_of(last - 10 * count + 1), calendar.end_of(last))
    days = count * (7 if match["what"].lower() == "week" else 1)
    return Period(match[0], today - timedelta(days=days), today)


def _this_day(match: re.Match[str], today: date) -> Period:
    what = match["what"].lower()
    if what.startswith("this"):
        return Period(match[0], today - timedelta(days=today.weekday()), today)
    return Period(match[0], None, today - (DAY if what == "yesterday" else DAY * 0))


def _is_range(text: str, first: Atom, second: Atom) -> bool:
    """Whether two spans are the ends of one: “between 2019 and 2021”, “Q1 to Q3 2023”."""
    join = JOINS.fullmatch(text[first.end : second.start])
    lead = RANGE_WORD.search(text[: first.start])
    if join is None or first.period.end_date > second.period.end_date:
        return False
    kinds = {each.period.fiscal_quarter is None for each in (first, second) if each.period.fiscal_year}
    if len(kinds) > 1:  # “between FY 2023 and Q2 of FY2024”: a year and a quarter are no ends of one span
        return False
    return join["join"].lower() != "and" or bool(lead and lead["lead"].lower() == "between")


def _range(text: str, first: Atom, second: Atom, calendar: FiscalCalendar) -> TimeReference:
    lead = RANGE_WORD.search(text[: first.start])
    start = lead.start() if lead else first.start
    begin, end = first.period.start_date or first.period.end_date, second.period.end_date
    whole = Period(text[start : second.end], begin, end)
    return TimeReference(
        text=whole.text,
        date_from=begin,
        date_to=end,
        start=start,
        end=second.end,
        periods=taken_apart(whole, calendar, by_quarters=bool(first.period.fiscal_quarter)),
    )


def _reference(text: str, atom: Atom, calendar: FiscalCalendar, today: date) -> TimeReference:
    lead, trail = SINCE.search(text[: atom.start]), ONWARD.match(text[atom.end :])
    first, last = atom.period.start_date or atom.period.end_date, atom.period.end_date
    if lead:
        return _open(text[lead.start() : atom.end], lead, atom, (first, last, today), calendar)
    if trail:
        start, end = atom.start, atom.end + trail.end()
        if trail["on"]:
            return _since(text[start:end], (first, today), (start, end), calendar)
        return TimeReference(text=text[start:end], date_from=None, date_to=last, start=start, end=end)
    by_quarters = bool(SEVERAL_QUARTERS.search(atom.period.text))
    return TimeReference(
        text=text[atom.start : atom.end],
        date_from=first,
        date_to=last,
        start=atom.start,
        end=atom.end,
        periods=taken_apart(atom.period, calendar, by_quarters=by_quarters),
    )


def _open(
    said: str,
    lead: re.Match[str],
    atom: Atom,
    days: tuple[date, date, date],
    calendar: FiscalCalendar,
) -> TimeReference:
    """“Since”, “after”, “before” and “until” something."""
    first, last, today = days
    word, edge = lead["word"].lower(), (lead["edge"] or "").lower()
    first, last = (last, last) if edge in ("end", "close") else (first, first) if edge else (first, last)
    span = (lead.start(), atom.end)
    if word in AFTER:
        return _since(said, (last + DAY, today), span, calendar)
    if word.split()[0] in ("since", "starting", "beginning"):
        return _since(said, (first, today), span, calendar)
    to = first - DAY if word in ("before", "prior to", "earlier than") else last
    return TimeReference(text=said, date_from=None, date_to=to, start=span[0], end=span[1])


def _since(
    said: str, days: tuple[date, date], span: tuple[int, int], calendar: FiscalCalendar
) -> TimeReference:
    """From a day on until today; figures are asked for each year of it, where it begins with a year."""
    first, today = days
    until = calendar.end_of(calendar.year_of(today))
    parts = taken_apart(Period(said, first, until), calendar, by_quarters=False) if first <= today else ()
    return TimeReference(
        text=said,
        date_from=first,
        date_to=max(first, today),
        start=span[0],
        end=span[1],
        periods=parts if all(part.fiscal_year for part in parts) else (),
    )


def taken_apart(period: Period, calendar: FiscalCalendar, *, by_quarters: bool) -> tuple[Period, ...]:
    """The fiscal years, or quarters, that a longer span is made of; the span itself where it is not."""
    if period.start_date is None or (period.fiscal_year is not None and not by_quarters):
        return (period,)
    months = 3 if by_quarters else 12
    parts: list[Period] = []
    year = calendar.year_of(period.start_date + timedelta(days=DRIFT + 1))
    into_year = calendar.months_into_year(period.start_date + timedelta(days=DRIFT + 1)) - 1
    index = into_year // months
    while len(parts) < MOST_PARTS:
        part = (
            fiscal_quarter(f"Q{index + 1} {year}", year, index + 1, calendar)
            if by_quarters
            else fiscal_year(f"fiscal {year}", year, calendar)
        )
        if part.end_date - timedelta(days=DRIFT) > period.end_date:
            break
        parts.append(part)
        index, year = ((index + 1) % 4, year + (index == 3)) if by_quarters else (0, year + 1)
    fits = len(parts) > 1 and _near(parts[0].start_date, period.start_date)
    return tuple(parts) if fits and _near(parts[-1].end_date, period.end_date) else (period,)


def _near(one: date | None, other: date) -> bool:
    return one is not None and abs((one - other).days) <= DRIFT
