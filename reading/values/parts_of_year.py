"""Which part of a year a heading names whose year may stand elsewhere: “Second Quarter”, “Six Months”,
“Quarter Ended March 31,” over the rows of two years."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate, pairwise

from reading.lexicon import DOLLARS_OF, SIGNS, SPAN_COUNTS
from reading.values.dates import ANY_MONTH, MONTH, YEAR, month_end, month_number
from reading.values.fiscal import (
    DAY,
    FiscalCalendar,
    Period,
    fiscal_quarter,
    instant,
    months_to,
    nominal_month,
    weeks_to,
)
from reading.values.number_words import ORDINAL, number, ordinal

MONTH_DAYS = 30.44
SLACK = 12  # days: quarters of 12 to 14 weeks
WEEKS_OF_MONTHS = {12: 3, 13: 3, 14: 3, 26: 6, 27: 6, 39: 9, 40: 9, 52: 12, 53: 12}
PARTS = (1, 3, 6)  # months
LEAST_PARTS = 2  # columns of such, beside which “Total” is the year's
QUARTERS_AND_YEAR = 5  # columns
LEAST_ORDINALS = 3  # “First”, “Second”, “Third” say by themselves that they are quarters
LATEST = 24, 7  # days of months, from and up to which books are closed
FEW_DAYS = 5  # by which a period may end beside the day that its heading names
_COUNT = rf"(?:{SPAN_COUNTS}|\d{{1,2}})"
_BEFORE = r"(?:for\s+)?(?:the\s+)?"
_YEAR_NAMED = re.compile(
    rf"(?:\b(?:fiscal(?:\s+years?)?|financial\s+years?|calendar(?:\s+years?)?|FY"
    rf"|(?<!half\s)(?<!half-)(?<!full\s)(?<!full-)years?)\s*)?(?<![\w,./-]){YEAR}\b"
    rf"(?!\s*[/–-]\s*\d)",
    re.IGNORECASE,
)
_QUARTER = re.compile(
    rf"\b(?:(?P<o1>{ORDINAL})[\s-]+(?:fiscal[\s-]+)?(?:quarter|qtr)s?\b"
    r"|(?:quarter|qtr)\.?\s+(?P<q1>[1-4])\b|(?P<q2>[1-4])\.\s?(?:Quartal|Quarter)\b"
    rf"|(?:quarters?|qtrs?)\s+(?:ended\s+)?(?P<o2>{ORDINAL})\b)",
    re.IGNORECASE,
)
_SHORT = re.compile(  # “Q1”, “4Q22”, “1H24”, “9M”
    r"Q\s?(?P<q1>[1-4])|(?P<q2>[1-4])Q(?:\d\d)?|H(?P<h1>[12])|(?P<h2>[12])H(?:\d\d)?|(?P<m>[369]|12)M(?:\d\d)?",
    re.IGNORECASE,
)
_HALF = re.compile(
    r"\b(?:(?P<o>first|second|1\s?st|2\s?nd)[\s-]+half\b|(?P<h>[12])\.\s?Halbjahr\b)", re.IGNORECASE
)
_ORDINAL = re.compile(rf"{_BEFORE}(?P<o>{ORDINAL})", re.IGNORECASE)
_ENDED = r"(?:\s+(?:periods?|year))?(?:\s+(?:ended|ending|to))?(?:\s+(?:on|the))?"
_SO_FAR = re.compile(
    rf"{_BEFORE}(?P<first>first\s+)?(?P<count>{_COUNT})[\s-]+(?P<what>month|week|quarter)s?{_ENDED}"
    r"(?:\s+(?:(?:fiscal\s+)?year[\s-]to[\s-]date|YTD|to\s+date))?",
    re.IGNORECASE,
)
_HALF_YEAR = re.compile(rf"{_BEFORE}(?:half[\s-]?year(?:ly)?|Halbjahr){_ENDED}", re.IGNORECASE)
_TO_DATE = re.compile(r"(?:fiscal\s+)?(?:year[\s-]to[\s-]date|YTD)", re.IGNORECASE)
_UNNAMED = re.compile(
    rf"{_BEFORE}(?:(?:current|prior|prior[\s-]year|last|latest|previous|same|fiscal)\s+)*(?:quarters?|quarterly)"
    rf"{_ENDED}|Quartal",
    re.IGNORECASE,
)
_SPAN = (
    rf"(?:(?:(?P<count>{_COUNT})[\s-]+(?P<what>month|week|quarter)s?|(?P<quarter>(?:fiscal\s+)?quarter)(?:s|ly)?"
    r"|(?P<half>half[\s-]?year)(?:ly)?|(?P<year>(?:fiscal\s+)?years?))(?:\s+periods?)?(?:\s+(?:ended|ending|to|at)(?:\s+in)?)?)"
)
_DAY = re.compile(
    rf"{_BEFORE}(?:(?P<span>{_SPAN})\s+)?(?:on\s+|(?P<balance>as\s+(?:of|at)|at)\s+)?"
    rf"(?:(?P<month>{MONTH})\s*(?P<day>\d{{1,2}})|(?P<day2>\d{{1,2}})\.?\s*(?P<month2>{ANY_MONTH}))\s*,?",
    re.IGNORECASE,
)
_MONTH = re.compile(rf"{_BEFORE}(?:(?P<span>{_SPAN})\s+)?(?P<month>{MONTH})\s*,?", re.IGNORECASE)
_WHOLE = re.compile(
    r"(?:(?:fiscal\s+)?(?:quarters?|(?:three|3)\s+months)(?:\s+(?:ended|ending))?\s+)?"
    r"(?:(?:(?:full|fiscal|whole|entire|total|financial)[\s-]+)*years?(?:[\s-]+totals?)?|totals?(?:\s+for(?:\s+the)?\s+year)?"
    r"|annual|FY|full|(?:twelve|12)\s+months|four\s+quarters|Gesamtjahr|Jahr)(?:\s+5[23]\s+weeks)?",
    re.IGNORECASE,
)
_YEAR_ITSELF = re.compile(r"(?:(?:full|fiscal|whole|entire|total|financial)[\s-]+)*years?", re.IGNORECASE)
_LATER = re.compile(r"\b(?:thereafter|later|beyond)\b", re.IGNORECASE)
# Words for parts of a year that do not say which.
_UNKNOWN = re.compile(
    r"winter|spring|summer|autumn|fall|(?:period|season|term|phase|tertial|trimester|semester)\s+\w{1,4}",
    re.IGNORECASE,
)
_WEEKS = re.compile(r"\(?\b(?P<count>1[1-7]|2[67]|39|40|5[23])[\s-](?:weeks?|wks)\)?", re.IGNORECASE)
_ASIDE = re.compile(  # said of the amounts, not of their time
    r"\(\s*(?:un)?audited\s*\)|\b(?:un)?audited\b|\(?\b[a-z1-9]\)(?=\s|$)|[*†‡]|\(\s*\)"
    r"|%\s*(?:change|chg\.?|of\s.*|increase|decrease|growth)?|\b(?:percent(?:age)?\s+)?(?:change|chg|variance)\b|[+/–—±-]+(?=\s|$)"
    rf"|(?<![^\s(])(?:(?:{DOLLARS_OF})?[{SIGNS}]\s?(?:millions?|mn?|bn|k|[’']?000s?)?|EUR|USD|GBP|CHF|(?:in\s+)?(?:millions|thousands))(?![^\s)])",
    re.IGNORECASE,
)
_SPEAKS_OF_QUARTERS = re.compile(r"\bquarter|\bthree months\b|\bQuartal", re.IGNORECASE)
_TOLD_END = re.compile(
    rf"(?<!\byear )(?<!\byears )\b(?:ended|ending|to)\s+"
    rf"(?:(?P<month>{MONTH})\s*(?P<day>\d{{1,2}})\b|(?P<day2>\d{{1,2}})\s+(?P<month2>{MONTH}))",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class PartOfYear:
    """A part of some year.

    `months` that it lasts, None where that is not said. `number`: which of the year's parts of that length, 0
    where not said. `end`: month and day, 0 where only the month is said. `weeks`: those before it and
    its own, where they are said. `is_plain`: the year beside `end` is that of the day, not the fiscal
    year. `is_to_date`: from the year's first day.
    """

    months: int | None = None
    number: int = 0
    end: tuple[int, int] | None = None
    weeks: tuple[int, int] | None = None
    is_plain: bool = True
    is_to_date: bool = False

    def of(self, text: str, year: int, calendar: FiscalCalendar) -> Period | None:
        """That part of the year, None where the heading does not tell it."""
        if self.end:
            day = self._day(year, calendar)
            if day is None or self.months is None:
                return instant(text, day, calendar) if day else None
            return _after_the_last(months_to(text, self.months, day, calendar), calendar)
        if not self.months or not self.number or self.months * self.number > 12:
            return None
        if self.weeks and not calendar.ends_with_months:
            before, weeks = self.weeks
            return weeks_to(text, weeks, calendar.start_of(year) + (before + weeks) * 7 * DAY - DAY, calendar)
        if self.months == 3:
            return _after_the_last(fiscal_quarter(text, year, self.number, calendar), calendar)
        return months_to(text, self.months, calendar.end_of(year, self.months * self.number), calendar)

    def _day(self, year: int, calendar: FiscalCalendar) -> date | None:
        assert self.end
        month, day = self.end
        for each in (year,) if self.is_plain else (year, year - 1, year + 1):
            last = month_end(each, month)
            found = last.replace(day=min(day, last.day)) if day else _close_of(last, calendar)
            if self.is_plain or calendar.year_of(found) == year:
                return found
        return None

    def fits(self, period: Period) -> bool:
        """Whether the period can be this part of its year."""
        if period.start_date is None:
            return not self.months and bool(self.end) and self._ends(period.end_date)
        days = (period.end_date - period.start_date).days + 1
        if self.weeks:
            return days == 7 * self.weeks[1]
        if self.months is None or abs(days - self.months * MONTH_DAYS) > SLACK:
            return False
        if self.months == 3 and self.number and period.fiscal_quarter:
            return period.fiscal_quarter == self.number
        return not self.end or self._ends(period.end_date)

    def _ends(self, day: date) -> bool:
        assert self.end
        month, number = self.end
        return any(
            abs((day - month_end(year, month).replace(day=min(number or 28, 28))).days) <= FEW_DAYS
            for year in (day.year - 1, day.year, day.year + 1)
        )


def _after_the_last(period: Period, calendar: FiscalCalendar) -> Period:
    """The period; a quarter of weeks that ends with a month by chance begins where the one before it ends."""
    if period.fiscal_quarter is None or period.start_date is None or calendar.ends_with_months:
        return period
    year = calendar.year_of(period.end_date)
    start = calendar.end_of(year, 3 * (period.fiscal_quarter - 1)) + DAY
    return replace(period, start_date=start) if abs((start - period.start_date).days) <= FEW_DAYS else period


def _close_of(last: date, calendar: FiscalCalendar) -> date:
    """The day near a month's end on which its books are closed."""
    into_year = calendar.months_into_year(last)
    close = calendar.end_of(calendar.year_of(last), into_year)
    return close if nominal_month(close) == nominal_month(last) else last


def parts_of_year(headers: Sequence[str], contexts: Iterable[str] = ()) -> list[PartOfYear | None]:
    """For each heading of a table's columns, or label of its rows, the part of a year that it names.

    `contexts`: what is said over the table. “First” is a quarter where that, or its neighbours, say so;
    “Total” is the year beside quarters.
    """
    around = " ".join(contexts)
    rests = [_rest(header) for header in headers]
    parts = [_part(header, rest) for header, rest in zip(headers, rests, strict=True)]
    parts = _with_ordinals(parts, rests, around)
    parts = _with_days(parts, rests, around)
    parts = _to_date(_with_weeks(parts, headers))
    shorter = {(part.number, part.end) for part in parts if part and part.months in PARTS}
    if len(shorter) >= LEAST_PARTS and not any(map(_LATER.search, headers)):
        parts = [
            part or (PartOfYear(12, 1) if _WHOLE.fullmatch(rest) else None)
            for part, rest in zip(parts, rests, strict=True)
        ]
    return _with_unknown(parts, headers, rests)


def _with_unknown(
    parts: Sequence[PartOfYear | None], headers: Sequence[str], rests: Sequence[str]
) -> list[PartOfYear | None]:
    """With four columns beside that of their year as parts of it, whatever their headings call them."""
    years = {year_named(header) for header in headers}
    is_whole = [bool(_YEAR_ITSELF.fullmatch(rest)) for rest in rests]
    are_of_one = len(years) == 1 and None not in years
    if any(parts) or len(parts) != QUARTERS_AND_YEAR or sum(is_whole) != 1 or not are_of_one:
        return list(parts)
    return [None if whole else PartOfYear() for whole in is_whole]


def year_named(header: str) -> int | None:
    """The one year that a heading names apart from its days, None where it names none or several."""
    years = {int(found[0][-4:]) for found in _YEAR_NAMED.finditer(header)}
    return years.pop() if len(years) == 1 else None


def speaks_of_quarters(words: str) -> bool:
    return bool(_SPEAKS_OF_QUARTERS.search(words))


def with_told_end(part: PartOfYear, contexts: Iterable[str], calendar: FiscalCalendar) -> PartOfYear:
    """The part with the day on which it ends by the words over its table, as “Periods ended September 30”."""
    is_open = part.is_to_date or part.months in (6, 9) or (part.months == 3 and not part.number)
    if not is_open or part.number > 1:
        return part
    for words in contexts:
        for said in _TOLD_END.finditer(words):
            end = month_number(said["month"] or said["month2"]), int(said["day"] or said["day2"])
            into_year = calendar.months_into_year(month_end(2001, end[0]).replace(day=min(end[1], 28)))
            if into_year % 3 == 0:
                return replace(part, end=end, months=part.months or into_year)
    return part


def _rest(header: str) -> str:
    """What a heading says apart from years, units and notes."""
    words = _YEAR_NAMED.sub(" ", header)
    words = _ASIDE.sub(" ", _WEEKS.sub(lambda found: " " if found[0][0] == "(" else found[0], words))
    return " ".join(words.split()).strip(" ,:;.–—-()") if words.strip() else ""


def _part(header: str, rest: str) -> PartOfYear | None:
    if quarter := _QUARTER.search(header):
        digit = quarter["q1"] or quarter["q2"]
        return PartOfYear(3, int(digit) if digit else ordinal(quarter["o1"] or quarter["o2"]))
    if half := _HALF.search(header):
        return PartOfYear(6, 1 if (half["h"] or half["o"].lower())[0] in "1f" else 2)
    if short := _SHORT.fullmatch(rest):
        return _short_part(short)
    if _TO_DATE.fullmatch(rest):
        return PartOfYear(is_to_date=True)
    if so_far := _SO_FAR.fullmatch(rest):
        months = _months(so_far["count"], so_far["what"])
        number = 1 if so_far["first"] or months != 3 else 0
        return PartOfYear(months, number) if months in (3, 6, 9, 12) else None
    if _HALF_YEAR.fullmatch(rest):
        return PartOfYear(6, 1)
    if _UNNAMED.fullmatch(rest):
        return PartOfYear(3)
    return PartOfYear() if _UNKNOWN.fullmatch(rest) else None


def _short_part(said: re.Match[str]) -> PartOfYear:
    if said["m"]:
        return PartOfYear(int(said["m"]), 1)
    quarter, half = said["q1"] or said["q2"], said["h1"] or said["h2"]
    return PartOfYear(3, int(quarter)) if quarter else PartOfYear(6, int(half))


def _months(count: str, what: str) -> int | None:
    amount = number(count)
    if what.lower() == "week":
        return WEEKS_OF_MONTHS.get(amount)
    return amount * 3 if what.lower() == "quarter" else amount


def _with_ordinals(
    parts: Sequence[PartOfYear | None], rests: Sequence[str], around: str
) -> list[PartOfYear | None]:
    """With “First”, “2nd” as quarters, where words or their number say that they are."""
    found = [_ORDINAL.fullmatch(rest) for rest in rests]
    numbers = {ordinal(match["o"]) for match in found if match}
    if not speaks_of_quarters(around) and len(numbers) < LEAST_ORDINALS:
        return list(parts)
    return [
        PartOfYear(3, ordinal(match["o"])) if match else part
        for part, match in zip(parts, found, strict=True)
    ]


def _with_days(
    parts: Sequence[PartOfYear | None], rests: Sequence[str], around: str
) -> list[PartOfYear | None]:
    """With days and months without a year, which are of quarters where words or their distance say so."""
    found = [None if part else _day(rest) for part, rest in zip(parts, rests, strict=True)]
    ends = list(dict.fromkeys(each.end for each in found if each))
    steps = {(later[0] - first[0]) % 12 for first, later in pairwise(ends)}
    are_ends = all(day >= LATEST[0] or day <= LATEST[1] for _, day in ends)
    is_by_quarter = are_ends and len(ends) >= LEAST_ORDINALS and (steps <= {3} or steps <= {9})
    is_plain = ends in (sorted(ends), sorted(ends, reverse=True))
    add_up = any(map(_WHOLE.fullmatch, rests))  # days do not
    of_quarters = 3 if is_by_quarter and (add_up or speaks_of_quarters(around)) else None
    of_months = 3 if is_by_quarter else 1 if len(ends) >= LEAST_ORDINALS and steps <= {1} else None
    kept: list[PartOfYear | None] = []
    for part, day in zip(parts, found, strict=True):
        if day is None:
            kept.append(part)
            continue
        months = day.months or (of_quarters if day.is_day and not day.is_balance else of_months)
        is_known = months or day.is_day
        kept.append(PartOfYear(months, end=day.end, is_plain=is_plain) if is_known else part)
    return kept


@dataclass(frozen=True)
class _Day:
    """A day or a month without a year. `months`: of the span that ends then, None where none is said."""

    end: tuple[int, int]
    months: int | None
    is_day: bool
    is_balance: bool


def _day(rest: str) -> _Day | None:
    match = _DAY.fullmatch(rest) or _MONTH.fullmatch(rest)
    if match is None:
        return None
    said = match.groupdict()
    month = month_number((said["month"] or said.get("month2") or "").rstrip("."))
    day = said.get("day") or said.get("day2")
    months = _lasting(match) if said["span"] else None
    return _Day((month, int(day) if day else 0), months, bool(day), bool(said.get("balance")))


def _lasting(said: re.Match[str]) -> int | None:
    if said["count"]:
        return _months(said["count"], said["what"])
    return 3 if said["quarter"] else 6 if said["half"] else 12


def _with_weeks(parts: Sequence[PartOfYear | None], headers: Sequence[str]) -> list[PartOfYear | None]:
    """With the weeks of quarters that count unlike ones, and of those before them in the year."""
    counted = [_WEEKS.search(header) for header in headers]
    weeks = {
        part.number: int(count["count"])
        for part, count in zip(parts, counted, strict=True)
        if part and part.months == 3 and part.number and count
    }
    if sorted(weeks) != list(range(1, len(weeks) + 1)):
        return list(parts)
    before = [0, *accumulate(weeks[each] for each in sorted(weeks))]
    return [
        replace(part, weeks=(before[part.number - 1], weeks[part.number]))
        if part and part.months == 3 and part.number in weeks
        else part
        for part in parts
    ]


def _to_date(parts: Sequence[PartOfYear | None]) -> list[PartOfYear | None]:
    """With the months of “Year to Date” beside the one quarter up to whose end it runs."""
    quarters = {part.number for part in parts if part and part.months == 3 and part.number}
    months = 3 * quarters.pop() if len(quarters) == 1 else None
    return [
        replace(part, months=months, number=1 if months else 0) if part and part.is_to_date else part
        for part in parts
    ]
