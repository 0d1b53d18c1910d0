"""When a document's books were closed: the days on which its periods ended."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from reading.calendars.year_end import read_calendar
from reading.model import ParsedDocument, Table, once_for_document
from reading.values.dates import date_at, find_dates
from reading.values.fiscal import DAY, FiscalCalendar

MANY = 0.4  # of the figures that end on the day on which most do: this year's against last year's
_ENDED = re.compile(r"\b(?:ended|ending)\s*(?:on\s+)?", re.IGNORECASE)


def close_of_books(tables: Sequence[Table]) -> date | None:
    """The day up to which the document tells: the last one on which many of its figures end.

    Days and spans that say their last day count before bare years, which may lie ahead.
    """
    ends: Counter[date] = Counter()
    bare: Counter[date] = Counter()
    for table in tables:
        for period in [column.period for column in table.columns if column.period]:
            is_bare = period.start_date is not None and period.text.strip().isdigit()
            (bare if is_bare else ends)[period.end_date] += len(table.rows)
    counts = ends or bare
    most = max(counts.values(), default=0)
    return max((day for day, count in counts.items() if count >= MANY * most), default=None)


def document_calendar(parsed: ParsedDocument, headers: Iterable[str] = ()) -> FiscalCalendar:
    """The subject's calendar with the days on which its periods ended, from headings and text."""
    calendar = read_calendar(parsed) or FiscalCalendar()
    seen: Counter[date] = Counter()
    for header in headers:
        seen.update(day for day, _, _ in find_dates(header))
    seen.update(_ends_in_text(parsed))
    said_again = tuple(day for day, count in seen.items() if count > 1)
    days = said_again or tuple(seen)  # a single statement says each day once
    return calendar.knowing(tuple(_without_stray(_without_next_days(days, seen, calendar), calendar)))


def _without_next_days(
    days: Iterable[date], seen: Mapping[date, int], calendar: FiscalCalendar
) -> Sequence[date]:
    """The days without those beside a year's end that is said more often: a day on which the next year began.

    “We adopted the standard as of December 30, 2018”, where years end on December 29.
    """
    ends = {day: calendar.year_of(day) for day in days if calendar.months_into_year(day) == 12}
    said_most: dict[int, date] = {}
    for day, year in ends.items():
        said_most[year] = max(day, said_most.get(year, day), key=lambda each: (seen[each], -each.toordinal()))
    return [day for day in days if day not in ends or day == said_most[ends[day]]]


def _without_stray(days: Sequence[date], calendar: FiscalCalendar) -> Iterable[date]:
    """The days without some near a year's end on which something else ended: most years end with a month.

    Years of weeks end on one weekday, so that one of them ends with a month only by chance.
    """
    ends = [day for day in days if calendar.months_into_year(day) == 12]
    odd = [day for day in ends if (day + DAY).day != 1]
    whole = [day for day in ends if day not in odd]
    is_stray = len(whole) > len(odd) and not {day.weekday() for day in whole} <= {
        day.weekday() for day in odd
    }
    return [day for day in days if day not in odd] if is_stray else days


@once_for_document
def _ends_in_text(parsed: ParsedDocument) -> list[date]:
    texts = [page.text for page in parsed.pages]
    days = [date_at(text, said.end()) for text in texts for said in _ENDED.finditer(text)]
    return [day for day in days if day]
