"""The times that a question sets for the days of rows: “in February 2025”, “after 1 May”."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta

from retrieval.annotations.roles import roles
from retrieval.properties.request import Bounds
from retrieval.properties.times import times_in
from retrieval.question.wording.rows import (
    AVERAGE,
    DIFFERENCE,
    HIGH,
    LOW,
    MOVING,
    NEGATED,
    SUM,
    YEAR_BOUND,
    Token,
)
from retrieval.sheets.asked import Dated, Named
from retrieval.sheets.model import DOCUMENTS, LONGEST_DAY, Column, Content
from retrieval.sheets.request.words import Words
from retrieval.sheets.shapes.months import span_of
from retrieval.sheets.stems import years_in

YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")

# What rows do whose last day is meant: “permits that expire in 2025”.
ENDS = re.compile(r"\b(?:ends?|ended|ending|expir\w+|runs? out|ran out|laps\w+)\b(?!\s+of)", re.IGNORECASE)
PAIR = 2
YEAR_SPAN = re.compile(
    r"\b(?:(?:from|between)\s+(?P<first>(?:1[5-9]|20)\d\d)\s+(?:to|and|until|till|through)\s+"
    r"|(?:from|in|during|over|for|years?)\s+(?P<begun>(?:1[5-9]|20)\d\d)\s*(?:[-–—]|to\b|through\b)\s*)"
    r"(?P<last>(?:1[5-9]|20)\d\d)\b",
    re.IGNORECASE,
)
HOW_MANY = re.compile(r"\bhow (?:many|much)\b", re.IGNORECASE)
EARLY = re.compile(r"(?<=\bin )1[5-8]\d\d\b")  # years that are numbers of other things elsewhere


def dated(asked: Words) -> list[Dated]:
    """One condition where one column of days is meant; none where the sheet has no days, or none then."""
    columns = asked.sheet.days
    if not columns or NEGATED.search(asked.question):
        return []
    name = _meant(asked, columns)
    if not name:
        return []
    every = columns.get(name, {})
    if not every or any(column.years & years_in(asked.question) for column in asked.sheet.numbers):
        return []
    latest = max(every.values())
    found = []
    for bounds, start, end in _times_of(asked.question, latest):
        places = asked.free(start, end)
        condition = Dated(name, bounds, every)
        if name in asked.sheet.months and not _are_whole(bounds):
            continue  # of a part of a month its row tells nothing
        if places and any(map(condition.holds, asked.sheet.rows)):
            asked.take_whole(places)
            words = asked.column(name).words
            asked.take([at for at, token in enumerate(asked.tokens) if token.stems & words])
            found.append(condition)
    return _either(found, asked)


def _either(found: list[Dated], asked: Words) -> list[Dated]:
    """Times that no row can be of at once as one condition: “in 2022 and 2024”, of one column.

    What only ends or begins somewhere, as “before July or after September”, stays as it is.
    """
    is_open = any(each.bounds.low is None or each.bounds.high is None for each in found)
    if len(found) < 2 or is_open or len({each.column for each in found}) > 1:
        return found
    if any(all(each.holds(row) for each in found) for row in asked.sheet.rows):
        return found
    days = {written: day for each in found for written, day in each.days.items() if each.has(day)}
    if not days:
        return found
    said = " or ".join(str(each.bounds.said) for each in found)
    low, high = min(days.values()), max(days.values())
    return [Dated(found[0].column, Bounds(low, high, said=said), days)]


def of_two_times(asked: Words) -> Named | None:
    """The rows of two times that are held against each other: “in December 2019 or December 2021”."""
    columns = asked.sheet.days
    name = _meant(asked, columns) if columns else ""
    every = columns.get(name, {})
    times = _times_of(asked.question, max(every.values())) if every else []
    within = [Dated(name, bounds, every) for bounds, _, _ in times]
    held = [frozenset(cell for cell, day in every.items() if each.has(day)) for each in within]
    if len(held) != PAIR or any(len(each) != 1 for each in held) or held[0] == held[1]:
        return None
    for _, start, end in times:
        asked.take_whole(asked.free(start, end))
    said = (asked.question[start:end] for _, start, end in times)
    return Named(name, held[0] | held[1], " or ".join(said))


def _times_of(question: str, latest: date) -> list[tuple[Bounds, int, int]]:
    """The times that the question names; months alone are of the latest year: “January to June”."""
    if (months := span_of(question, latest.year)) and len(YEAR.findall(question)) == 0:
        low, high, start, end = months
        return [(Bounds(low, high, said=question[start:end]), start, end)]
    every = times_in(question, today=latest, latest=latest)
    found = [(time.bounds, time.start, time.end) for time in every]
    return found or [
        (Bounds(date(year, 1, 1), date(year, 12, 31), said=said[0]), *said.span())
        for said in EARLY.finditer(question)
        for year in (int(said[0]),)
    ]


def _are_whole(bounds: Bounds) -> bool:
    """Whether they begin and end with a month."""
    low, high = bounds.low, bounds.high
    return (not isinstance(low, date) or low.day == 1) and (
        not isinstance(high, date) or (high + timedelta(days=1)).day == 1
    )


def take_whole_time(asked: Words) -> None:
    """The time of which the whole table is, as its title says: it tells no row from another."""
    if (span := asked.sheet.span) is None:
        return
    for bounds, start, end in _times_of(asked.question, span[1]):
        if (bounds.low, bounds.high) == span:
            asked.take_whole(asked.free(start, end))


def of_years(asked: Words) -> list[Named]:
    """The rows of the years that the question names, where a column tells the year of each: labels first."""
    years = _years_said(asked.question)
    if not years or NEGATED.search(asked.question) or YEAR_BOUND.search(asked.question):
        return []
    if any(column.years & years for column in asked.sheet.numbers):
        return []
    label = asked.sheet.label
    places = [at for at, token in enumerate(asked.tokens) if token.text in map(str, years)]
    others = [each for each in asked.sheet.columns if each != label]
    for column in (label, *sorted(others, key=lambda each: _distance(asked, each, places))):
        cells = [row.cells[column.name] for row in asked.sheet.rows if column.name in row.cells]
        held = [cell for cell in cells if _year_of(cell) in years]
        if held and _tell_years(cells) and not any(asked.taken[at] for at in places):
            asked.take(places)
            if places and (verb := _named_before(asked, column, places[0])) >= 0:
                asked.take([verb])
                _take_what_all_did(asked, column)
            return [Named(column.name, frozenset(held), _said(years))]
    return []


def _named_before(asked: Words, column: Column, place: int) -> int:
    """Where the column is last named before that word; -1 where it is not."""
    return next((at for at in range(place - 1, -1, -1) if asked.tokens[at].stems & column.words), -1)


def _distance(asked: Words, column: Column, places: Sequence[int]) -> int:
    """How many words stand from the column's name to the year: “convicted … were freed in 2014”."""
    at = _named_before(asked, column, places[0]) if places else -1
    return places[0] - at if at >= 0 else len(asked.tokens)


def _take_what_all_did(asked: Words, column: Column) -> None:
    """Verbs that head columns of years of which no row lacks one: all that were freed had been convicted."""
    for other in asked.sheet.numbers:
        years = [row.number(other.name) for row in asked.sheet.rows]
        if other != column and None not in years and asked.sheet.has_years(other):
            asked.take([at for at, token in enumerate(asked.tokens) if _is_deed(token, other)], counts=False)


def _is_deed(token: Token, column: Column) -> bool:
    return token.text.endswith("ed") and column.words == token.stems


def _years_said(question: str) -> frozenset[int]:
    """The year that is named; several where what they come to is asked for, those between two as well."""
    years = years_in(question)
    if len(years) == 1:
        return years
    is_apart = DIFFERENCE.search(question) or MOVING.search(question)
    span = YEAR_SPAN.search(question)
    asks_whole = any(each.search(question) for each in (SUM, AVERAGE, HIGH, LOW))
    if is_apart or not (asks_whole or (span and HOW_MANY.search(question))):
        return frozenset()
    if span and years == {int(span["first"] or span["begun"]), int(span["last"])}:
        return frozenset(range(min(years), max(years) + 1))
    return frozenset() if span else years


def _said(years: frozenset[int]) -> str:
    """The years in a few words: “2010 to 2014”, “2022, 2024”."""
    low, high = min(years), max(years)
    whole = len(years) == high - low + 1 > 2
    return f"{low} to {high}" if whole else ", ".join(map(str, sorted(years)))


def _tell_years(cells: Collection[Content]) -> bool:
    """Whether each is a year, perhaps with a word beside it: “2025 (to October)”."""
    return all(_year_of(cell) for cell in cells)


def _year_of(cell: Content) -> int:
    found = YEAR.findall(str(cell)) if len(str(cell)) <= LONGEST_DAY else []
    return int(found[0]) if len(found) == 1 else 0


def _meant(asked: Words, columns: Mapping[str, Mapping[str, date]]) -> str:
    """The column that the question names, else that of the first day: a day of the row itself.

    Documents have days of many kinds, of which it must say one: “paid in March” is not dated in March.
    """
    if ENDS.search(asked.question) and len(columns) > 1:
        of_end = [name for name in columns if roles()["end"].rank(name) is not None]
        return of_end[0] if len(of_end) == 1 else ""
    said = {stem for token in asked.tokens for stem in token.stems}
    named = [column for column in asked.sheet.columns if column.name in columns and column.words & said]
    if named or (asked.sheet.rows_are == DOCUMENTS and len(columns) > 1):
        return named[0].name if named else ""
    return asked.sheet.first_day
