"""Which columns hold dates, and which of several a question means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from retrieval.tables.rules.plan import Made, Place
from retrieval.tables.rules.vocabulary.lexicon import date_names, dated, kept, spoken
from retrieval.tables.rules.vocabulary.words import MONTHS
from retrieval.tables.schema import Column, Table, words_of
from retrieval.tables.understanding import stem

_ISO = re.compile(r"\d{4}-\d{2}-\d{2}(?:[ T].*)?")
_COMPACT = re.compile(r"(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
_SLASHED = re.compile(r"(?:19|20)\d{2}/\d{2}/\d{2}")
_TURNED = re.compile(r"(\d{2})([./-])(\d{2})\2(?:19|20)\d{2}")
_QUARTER = re.compile(r"(?:q|qtr|quarter)?[ .]?([1-4])(?:q|st|nd|rd|th)?(?: (?:quarter|qtr))?", re.I)
_OF_TIMES = frozenset("time timestamp date day at on epoch unix when ms".split())
EPOCH = (600_000_000, 2_500_000_000)  # seconds since 1970: from 1989 to 2049
SHORTEST = 4  # letters by which a verb and a name are told to be one


def form_of(column: Column) -> str:
    """How a column holds dates: date | iso | / | . | us | compact | seconds | milliseconds; "" for none.

    Texts by their samples, figures by their bounds and what they are called. “/” is 2024/03/05, “.” a day
    before its month, “us” a month before its day: which of the two a text has must be told by a day over 12.
    """
    if column.kind == "date":
        return "date"
    if column.kind == "text" and column.samples:
        return _form_of_texts(column.samples)
    return _form_of_figures(column) if column.kind == "number" and _is_called_so(column.name) else ""


def _form_of_texts(samples: Sequence[str]) -> str:
    for form, shape in (("iso", _ISO), ("/", _SLASHED), ("compact", _COMPACT)):
        if all(map(shape.fullmatch, samples)):
            return form
    turned = [_TURNED.fullmatch(sample) for sample in samples]
    parts = [(int(each[1]), int(each[3])) for each in turned if each]
    if len(parts) < len(samples):
        return ""
    first, second = (max(part[at] for part in parts) for at in (0, 1))
    if second <= 12 and (first > 12 or all("." in sample for sample in samples)):
        return "."
    return "us" if first <= 12 < second <= 31 else ""


def _form_of_figures(column: Column) -> str:
    if not (column.lowest.isdigit() and column.highest.isdigit()):
        return ""
    if all(map(_COMPACT.fullmatch, (column.lowest, column.highest))):
        return "compact"
    for form, scale in (("seconds", 1), ("milliseconds", 1000)):
        if EPOCH[0] * scale <= int(column.lowest) <= int(column.highest) <= EPOCH[1] * scale:
            return form
    return ""


def _is_called_so(name: str) -> bool:
    words = {*spoken(name), *words_of(name)}
    is_done = any(len(word) > 4 and word.endswith("ed") for word in words)  # “commissioned”
    return is_done or bool(words & (_OF_TIMES | date_names()))


def is_date(column: Column) -> bool:
    return form_of(column) != ""


def has_time(column: Column) -> bool:
    """Whether its dates have a time of the day."""
    form = form_of(column)
    if form == "iso":
        return any(len(sample) > 10 for sample in column.samples)
    return form in ("seconds", "milliseconds") or (form == "date" and "time" in column.type.lower())


def dates_of(table: Table) -> list[Column]:
    return [column for column in table.columns if is_date(column)]


def dates_said(word: str, tables: Iterable[Table]) -> list[Place]:
    """The columns of dates that tell when what the verb says was done; in a table without them, of years.

    Where only the time of day of it is told, its day is the one date of the row.
    """
    found: list[Place] = []
    for table in tables:
        told = [column for column in table.columns if says(word, column)]
        dates = [c for c in told if is_date(c)] or [c for c in told if is_year(c)]
        if not dates and any(spoken(c.name)[-1] == "time" for c in told) and len(dates_of(table)) == 1:
            dates = dates_of(table)
        found += [Place(table, column) for column in dates]
    return found


def is_year(column: Column) -> bool:
    if column.kind != "number":
        return False
    is_named = bool(date_names() & {*words_of(column.name)}) and "id" not in words_of(column.name)
    return "year" in words_of(column.name) or (is_named and _are_years(column))


def _are_years(column: Column) -> bool:
    bounds = (column.lowest, column.highest)
    return all(re.fullmatch(r"1[4-9]\d\d|20\d\d", each) for each in bounds)


def says(word: str, column: Column) -> bool:
    """Whether a column is called like the verb, or by what holds its date; its own name goes first."""
    names = {*spoken(column.name), *words_of(column.name)}
    return bool(dated(word) & names) or any(is_form(word, name) for name in names)


def is_form(word: str, name: str) -> bool:
    """Whether two words are forms of one: admitted and admission."""
    own, other = root(word), root(name)
    return (
        len(own) >= SHORTEST
        and len(other) >= SHORTEST
        and own[:5] == other[:5]
        and word not in ("date", "dates")
    )


def tells_table(verb: str, table: Table) -> bool:
    """Whether rows of the table are of what the verb says: admissions of who was admitted."""
    words = {*spoken(table.name), *map(stem, spoken(table.name))}
    return bool(dated(verb) & words) or any(is_form(verb, word) for word in words)


def root(word: str) -> str:
    """The word without its ending: “return” of returned, “admiss” of admission."""
    word = stem(word)
    for ending in ("ing", "ed", "ment", "ion", "al"):
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            word = word.removesuffix(ending)
            is_doubled = ending in ("ing", "ed") and word[-1] == word[-2] and len(word) > SHORTEST
            return word[:-1] if is_doubled else word
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
            if any(says(stem(word), place.column) for word in words_of(place.table.name))
        ]
        own = named if len(named) == 1 else own
    return own


def in_turn(first: Column, last: Column) -> tuple[Column, Column]:
    """Two dates as they lie: whoever stays arrives first, who travels departs first."""
    is_turned = bool(first.lowest and last.lowest) and last.lowest < first.lowest
    return (last, first) if is_turned else (first, last)


def is_kept(place: Place) -> bool:
    """Whether the date is when the row was made or changed."""
    return bool(kept() & set(words_of(place.column.name)))


def is_of_life(place: Place) -> bool:
    """Whether the date is of somebody's birth or death, which no question means that does not say so."""
    return says("born", place.column) or says("died", place.column)


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


def quarters_of(table: Table) -> Column | None:
    """The one column that tells quarters beside a column of years: 1 to 4, or texts such as “Q2”."""
    own = [c for c in table.columns if words_of(c.name)[-1] in ("quarter", "qtr") and not form_of(c)]
    return own[0] if len(own) == 1 and (own[0].kind == "number" or quarters_told(own[0])) else None


def quarters_told(column: Column) -> dict[str, int]:
    """Which quarter each value means; empty where one of them means none."""
    found = {value: _QUARTER.fullmatch(value.strip()) for value in column.samples}
    return {value: int(match[1]) for value, match in found.items() if match} if all(found.values()) else {}


def _are_months(column: Column) -> bool:
    return bool(column.samples) and all(sample.strip().lower() in MONTHS for sample in column.samples)


def verbs_of_dates(words: Iterable[str], tables: Sequence[Table]) -> Iterator[str]:
    """Those of the words that tell which date is meant."""
    for word in words:
        if word.isalpha() and len(word) > 2 and dates_said(word, tables):
            yield word
