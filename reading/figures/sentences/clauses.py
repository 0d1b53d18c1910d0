"""A sentence with a mark for each figure and each time, so that patterns can be read off its words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from reading.lexicon import MONTH_COUNTS, SIGNS
from reading.values.dates import month_end
from reading.values.fiscal import FiscalCalendar, Period, instant, months_to
from reading.values.periods import find_periods
from reading.values.quantities import Quantity, find_quantities
from reading.values.units import ONE, UNIT_NOUNS

COUNTED_WITHIN = 240  # characters before a number that can say what it counts
_NOUN = "|".join(sorted({noun for noun in UNIT_NOUNS if noun.isalpha() and noun.endswith("s")}))
_COUNTED = re.compile(
    rf"(?:\bnumber\s+of\s+(?:[\w-]+\s+){{0,6}}?(?P<noun>{_NOUN})|\b(?P<shares>shares))\b[^;{SIGNS}%]*?\s"
    r"(?:was|were|is|are|totall?ed|totals?|aggregated|amounted\s+to)\s+"
    r"(?:(?:approximately|about|a\s+total\s+of|nearly)\s+)?"
    r"(?:\d[\d,.]*(?:\s+(?:million|billion))?,?\s+(?:and\s+)?){0,4}$",
    re.IGNORECASE,
)
_WORTH = re.compile(
    r"\b(?:values?|prices?|costs?|proceeds|amounts?|periods?|terms?|percentages?|ratios?|dividends?|earnings|"
    r"loss|income|rates?|lives|life|par)\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.;]\s")


def counted(quantities: Iterable[Quantity], text: str) -> Iterator[Quantity]:
    """The quantities, those without a unit with that of what their sentence counts, where it says so."""
    for each in quantities:
        is_large = each.scale > ONE or "," in each.text
        found = _COUNTED.search(_clause(text, each.start)) if is_large and not each.unit else None
        if found and not _WORTH.search(found.string):
            yield replace(each, unit=(found["noun"] or found["shares"]).lower())
        else:
            yield each


def _clause(text: str, end: int) -> str:
    return _SENTENCE_END.split(text[max(end - COUNTED_WITHIN, 0) : end])[-1]


# Marks come from a plane of private use that no document's font maps to.
FIRST_FIGURE, FIRST_TIME = 0xF0000, 0xF1000
MOST_MARKS = 0x1000
MOST_LEVELS = 8  # of brackets in brackets; texts have three, and a search of all of thousands takes minutes
OTHER_DAY, THIS_TIME, PRIOR_TIME = "\U000f2000", "\U000f2001", "\U000f2002"
FIGURE = f"[{chr(FIRST_FIGURE)}-{chr(FIRST_FIGURE + MOST_MARKS - 1)}]"
TIME = f"[{chr(FIRST_TIME)}-{chr(FIRST_TIME + MOST_MARKS - 1)}]"
MARK = f"[{chr(FIRST_FIGURE)}-{PRIOR_TIME}]"
NEAR = 200  # characters before a time that can say what it is of
MOST_DAYS_AHEAD = 800  # of the document's own span: later years are those in which something falls due

_UNITS_OF_TIME = frozenset(
    ("days", "weeks", "months", "years", "hours", "minutes", "seconds", "quarters", "points", "pages")
)
_NOT_WHEN = re.compile(
    r"\b(?:due|matur(?:es?|ing|ity)|expir(?:es?|ing|ation)|through|until|beginning|effective|since|after|"
    r"before|prior\s+to|terminat(?:es?|ing)|renew(?:al|ed|s)?|Act\s+of|by|on|dated|following|thereafter)\s+"
    r"(?:on\s+|in\s+|the\s+|of\s+|fiscal\s+|(?:the\s+)?end\s+of\s+|various\s+\w+\s+|between\s+)*$",
    re.IGNORECASE,
)
_IS_NAME = re.compile(
    r"\s+(?:[A-Z][\w&-]*\s+){0,6}(?i:notes?|debentures?|bonds?|act|plans?|agreements?|facility|programs?|form|"
    r"annual\s+report|proxy|acquisitions?|divestitures?|offering|baseline|\d+-K|ASR|special|terminations?)\b"
)
_AS_OF = re.compile(r"\bas\s+(?:of|at)\s+(?:the\s+)?$", re.IGNORECASE)
_AT_END_OF = re.compile(
    r"\b(?:(?:end|close)\s+of\s+(?:the\s+)?(?:our\s+)?|year[\s-]end\s+(?:fiscal\s+)?)$", re.IGNORECASE
)
_AND_MORE_MONTHS = re.compile(r"\bthree[\s-]+(?:months\s+)?and\s+(?:the\s+)?$", re.IGNORECASE)
_QUARTER = r"(?:(?:first|second|third|fourth)\s+)?(?:fiscal\s+)?quarter"
_PRIOR = re.compile(
    r"\b(?:the\s+|our\s+)?(?:prior|previous|preceding|same|corresponding|comparable|year[\s-]ago|last)[\s-]"
    rf"(?:(?:fiscal|prior|calendar|year['’]?s?)[\s-])*(?:(?:two|{MONTH_COUNTS}|thirteen)\s+)?"
    rf"(?:{_QUARTER}s?|months|weeks|years?|periods?)\b"
    r"(?:\s+(?:of\s+(?:the\s+)?)?(?:a\s+year\s+(?:ago|earlier)|(?:prior|previous|last)\s+(?:fiscal\s+)?year))?"
    r"|\ba\s+year\s+(?:ago|earlier)\b|\b(?:prior|previous)[\s-]year\b",
    re.IGNORECASE,
)
_THIS = re.compile(
    rf"\b(?:(?:the|this)\s+)?(?:current|latest|reported|reporting)\s+(?:fiscal\s+)?(?:{_QUARTER}|year|period)\b"
    rf"|\b(?:the|this)\s+(?:full\s+|fiscal\s+)?(?:year|period|{_QUARTER})\b(?!\s+(?:ended|ending|of)\b|[-–])"
    r"|\b(?:the\s+)?first\s+(?:half|(?:six|nine)\s+months)\b|\byear[\s-]to[\s-]date\b",
    re.IGNORECASE,
)
_LEADS_TO_TIME = re.compile(
    r"(?:\b(?:for|in|during|as\s+of|as\s+at|at)\s+(?:(?:each\s+of|both|the|our|full|entire|end\s+of|close\s+of|"
    r"year|years|quarter|quarters|of|and|for|in|during|period|fiscal)\s+)*)"
    rf"(?=(?:{TIME}|[{THIS_TIME}{PRIOR_TIME}]))",
    re.IGNORECASE,
)
_AT_EACH = re.compile(  # “$5 in both 2023 and 2022”
    rf"(?P<figure>{FIGURE})\s+(?:in|for|during|at|as\s+of)\s+(?:both|each\s+of|each)\s+(?:(?:the|fiscal|years?|ended)\s+)*"
    rf"(?P<times>{TIME}(?:,?\s+(?:and\s+)?{TIME})+)"
)
_YEAR_ON_YEAR = re.compile(r",?\s+(?:on\s+a\s+)?year[\s-](?:over|on)[\s-]year(?:\s+basis)?\b", re.IGNORECASE)
_BRACKETS = re.compile(
    r"\s*\((?!(?:loss|losses|gains?|expenses?|income|benefit|used\s+(?:in|for)|deficit|decrease|reduction)\))"
    r"(?:[^()]|\((?:loss|losses|expense|benefit)\))*\)",
    re.IGNORECASE,
)
KEPT_BRACKETS = re.compile(
    r"\((?:loss|losses|gains?|expenses?|income|benefit|used\s+(?:in|for)|deficit|decrease|reduction)\)",
    re.IGNORECASE,
)
_ENUMERATED = re.compile(r"(?<=\S)\s+\((?:[ivx]{1,4}|[a-h]|\d)\)\s")
_IN_BRACKETS_BEFORE = re.compile(  # “was €1.2 billion (2022: €1.1 billion).”
    rf"(?<={FIGURE})\s\((?P<time>{TIME}|(?:prior|previous|last)[\s-]year(?:\s(?:period|quarter))?):\s*"
    rf"(?P<figure>{FIGURE})\)(?=\s*(?:[.;,]|$|and\s))",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^[\s•◦▪‣·●○\ue000-\uf8ff–-]+")


@dataclass(frozen=True)
class Marked:
    """`text`: the sentence, each figure and each time replaced by a mark, what stands in brackets left out.

    `figures` and `times` are looked up by the mark.
    """

    text: str
    figures: dict[str, Quantity]
    times: dict[str, tuple[Period, ...]]


def mark(text: str, calendar: FiscalCalendar, main: Period | None) -> Marked:
    """The sentence with its figures and times marked. `main`: the span that the document is about."""
    figures = {
        chr(FIRST_FIGURE + index): each
        for index, each in enumerate(counted(find_quantities(text)[:MOST_MARKS], text))
        if each.unit and each.unit not in _UNITS_OF_TIME
    }
    spans = [(each.start, each.end, sign) for sign, each in figures.items()]
    times: dict[str, tuple[Period, ...]] = {}
    for index, (found, start, end, is_time) in enumerate(_times(text, calendar, main)):
        sign = chr(FIRST_TIME + index) if is_time else OTHER_DAY
        times[sign] = found
        spans.append((start, end, sign))
    return Marked(_tidy(_replaced(text, spans)), figures, times)


def _times(
    text: str, calendar: FiscalCalendar, main: Period | None
) -> list[tuple[tuple[Period, ...], int, int, bool]]:
    """The times named, with their places, and whether each says when something was so."""
    found: list[tuple[tuple[Period, ...], int, int, bool]] = []
    for period, start, end in find_periods(text, calendar):
        before = text[max(start - NEAR, 0) : start]
        day_of_name = _NOT_WHEN.search(before) or _IS_NAME.match(text, end)
        far = main is not None and (period.end_date - main.end_date).days >= MOST_DAYS_AHEAD
        closed = _closed(before, period, calendar)
        both = _AND_MORE_MONTHS.search(before)
        periods: tuple[Period, ...] = (closed,)
        if both and closed.start_date:
            periods = (months_to(period.text, 3, closed.end_date, calendar), closed)
            start -= len(before) - both.start()
        found.append((periods, start, end, not (day_of_name or far)))
    return found


def _closed(before: str, period: Period, calendar: FiscalCalendar) -> Period:
    """“At the end of fiscal 2022” is a day, not a year. `before`: the words that lead to it."""
    if period.start_date is None or not (_AT_END_OF.search(before) or _AS_OF.search(before)):
        return period
    return instant(period.text, period.end_date, calendar)


def _replaced(text: str, spans: Sequence[tuple[int, int, str]]) -> str:
    pieces, at = [], 0
    for start, end, sign in sorted(spans):
        if start >= at:
            pieces += [text[at:start], sign]
            at = end
    return "".join([*pieces, text[at:]])


def _tidy(text: str) -> str:
    """Single blanks, no brackets, no bullet, and the prepositions that lead to a time taken into its mark."""
    text = _ENUMERATED.sub("; ", _BULLET.sub("", text))
    text = _IN_BRACKETS_BEFORE.sub(r", compared to \g<figure> \g<time>", text)
    for _ in range(MOST_LEVELS):
        text = _BRACKETS.sub("", text)
    text = _YEAR_ON_YEAR.sub("", text)
    text = _PRIOR.sub(PRIOR_TIME, text)
    text = _THIS.sub(THIS_TIME, text)
    text = " ".join(text.split())
    return _LEADS_TO_TIME.sub("", _AT_EACH.sub(_one_by_one, text))


def _one_by_one(found: re.Match[str]) -> str:
    """A figure that is so at each of several times, with each of them."""
    return " and ".join(f"{found['figure']} {time}" for time in re.findall(TIME, found["times"]))


def times_like_first(periods: Sequence[Period]) -> list[Period]:
    """“At December 31, 2022, 2021 and 2020”: the years after a day mean the same day of theirs."""
    if not periods or periods[0].start_date is not None:
        return list(periods)
    first, *others = periods
    if re.search(r"[^\W\d_]{3}|\d\D\d", first.text) and not re.search(r"fiscal|year", first.text, re.I):
        return [first, *(_same_day(period, first.end_date) for period in others)]
    return [replace(period, start_date=None) for period in periods]  # “at the end of 2022 and 2021”


def _same_day(period: Period, day: date) -> Period:
    if not period.text.strip().isdigit():
        return period
    year = int(period.text)
    is_last = day == month_end(day.year, day.month)
    end = month_end(year, day.month) if is_last else day.replace(year=year)
    return replace(period, start_date=None, end_date=end)
