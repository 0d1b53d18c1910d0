"""The times that a question sets for the days of rows: “in February 2025”, “after 1 May”."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from agentic.tables.loading import years_in
from agentic.tables.model import DOCUMENTS, Dated
from agentic.tables.request.words import Words
from retrieval.properties.times import times_in
from retrieval.question.wording.rows import NEGATED


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
    for time in times_in(asked.question, today=latest, latest=latest):
        places = asked.free(time.start, time.end)
        condition = Dated(name, time.bounds, every)
        if places and any(map(condition.holds, asked.sheet.rows)):
            asked.take(places)
            found.append(condition)
    return found


def _meant(asked: Words, columns: Mapping[str, Mapping[str, date]]) -> str:
    """The column that the question names, else the first: a day of the row itself comes before others.

    Documents have days of many kinds, of which it must say one: “paid in March” is not dated in March.
    """
    said = {stem for token in asked.tokens for stem in token.stems}
    named = [column for column in asked.sheet.columns if column.name in columns and column.words & said]
    if named or (asked.sheet.rows_are == DOCUMENTS and len(columns) > 1):
        return named[0].name if named else ""
    return next(iter(columns))
