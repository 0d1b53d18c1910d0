"""Days and spans of days that head the columns of a sheet, and those that a question names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import lru_cache

from reading.values.dates import find_dates
from reading.values.periods import find_periods
from retrieval.sheets.model import ANY_CALENDAR, Sheet

Days = tuple[date | None, date]  # a span's first and last; None and a day


def of_asked_days(question: str, sheet: Sheet) -> tuple[Sheet, tuple[tuple[int, int], ...]]:
    """The sheet without columns of other times than the day or span that the question names, and where it
    names it; all of the sheet where no column is of that."""
    asked = {days: (start, end) for days, start, end in _days_in(question)}
    if len(asked) != 1:
        return sheet, ()
    (days, span), *_ = asked.items()
    told = {column.name: _of_heading(column.name) for column in sheet.columns}
    if days not in told.values():
        return sheet, ()
    kept = tuple(column for column in sheet.columns if told[column.name] in (None, days))
    return replace(sheet, columns=kept), (span,)


@lru_cache(maxsize=2048)  # asked of each heading for each question
def _of_heading(heading: str) -> Days | None:
    return next((days for days, _, _ in _days_in(heading)), None)


def _days_in(text: str) -> Iterator[tuple[Days, int, int]]:
    """What is told by its days; years, quarters and months have none."""
    for period, start, end in find_periods(text, ANY_CALENDAR):
        said = list(find_dates(text[start:end]))
        if said or (period.start_date and _counts_days(text[start:end])):
            yield (period.start_date, period.end_date), start, end


def _counts_days(words: str) -> bool:
    """Whether a span says the days of its ends: “1 June to 10 July 2016”."""
    return len([word for word in words.replace(",", " ").split() if word.isdigit() and len(word) < 3]) > 1
