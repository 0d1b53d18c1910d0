"""Which columns hold dates, and which of several a question means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from retrieval.tables.rules.lexicon import dated, kept, spoken
from retrieval.tables.rules.plan import Made, Place
from retrieval.tables.rules.words import MONTHS
from retrieval.tables.schema import Column, Table, words_of
from retrieval.tables.understanding import stem

_ISO = re.compile(r"\d{4}-\d{2}-\d{2}(?:[ T].*)?")
SHORTEST = 4  # letters by which a verb and a name are told to be one


def is_iso(column: Column) -> bool:
    """Whether a text holds dates as years, months and days, which have the order of their letters."""
    return column.kind == "text" and bool(column.samples) and all(map(_ISO.fullmatch, column.samples))


def is_date(column: Column) -> bool:
    return column.kind == "date" or is_iso(column)


def dates_of(table: Table) -> list[Column]:
    return [column for column in table.columns if is_date(column)]


def dates_said(word: str, tables: Iterable[Table]) -> list[Place]:
    """The columns of dates that tell when what the verb says was done."""
    found = [Place(table, column) for table in tables for column in dates_of(table)]
    return [place for place in found if says(word, place.column)]


def says(word: str, column: Column) -> bool:
    """Whether a column is called like the verb, or by what holds its date; its own name goes first."""
    names = {*spoken(column.name), *words_of(column.name)}
    return bool(dated(word) & names) or any(_is_form(word, name) for name in names)


def _is_form(word: str, name: str) -> bool:
    own, other = _bare(word), _bare(name)
    return (
        len(own) >= SHORTEST
        and len(other) >= SHORTEST
        and own[:5] == other[:5]
        and word not in ("date", "dates")
    )


def _bare(word: str) -> str:
    word = stem(word)
    for ending in ("ing", "ed", "ment", "ion", "al"):
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            return word.removesuffix(ending)
    return word


def meant(places: Sequence[Place], *, said: str = "") -> list[Place]:
    """Of several dates of one table, those that the question can mean.

    By the verb; else by what the table is called, and not when its records were made.
    """
    if said and (found := [place for place in places if says(said, place.column)]):
        exact = [place for place in found if said in words_of(place.column.name)]
        return exact or found
    own = [place for place in places if not is_kept(place)] or list(places)
    if len(own) > 1:
        named = [
            place
            for place in own
            if any(
                _is_form(word, name)
                for word in words_of(place.table.name)
                for name in words_of(place.column.name)
            )
        ]
        own = named if len(named) == 1 else own
    return own


def is_kept(place: Place) -> bool:
    """Whether the date is when the row was made or changed."""
    return bool(kept() & set(words_of(place.column.name)))


def months_of(table: Table) -> Place | None:
    """A year and a month in columns of their own, as one number: twelve a year, and the month's from 0."""
    years = [c for c in table.columns if c.kind == "number" and c.name.lower() == "year"]
    months = [
        c for c in table.columns if c.name.lower() == "month" and (c.kind == "number" or _are_months(c))
    ]
    if len(years) != 1 or len(months) != 1:
        return None
    column = Column("month_number", "bigint", "number")
    return Place(table, column, Made("months", years[0], months[0]))


def _are_months(column: Column) -> bool:
    return bool(column.samples) and all(sample.strip().lower() in MONTHS for sample in column.samples)


def verbs_of_dates(words: Iterable[str], tables: Sequence[Table]) -> Iterator[str]:
    """Those of the words that tell which date is meant."""
    for word in words:
        if word.isalpha() and len(word) > 2 and dates_said(word, tables):
            yield word
