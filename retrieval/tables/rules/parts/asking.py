"""How a question asks: who did something, when it was, how long it is, how many there are of a kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from retrieval.tables.rules.dates import dates_of, dates_said, is_date, meant
from retrieval.tables.rules.parts.marked import Marked
from retrieval.tables.rules.parts.money import is_of_one, is_plural
from retrieval.tables.rules.plan import Mark, Place
from retrieval.tables.rules.shapes.people import take_people
from retrieval.tables.rules.vocabulary.lexicon import (
    degrees,
    dimensions,
    doers,
    in_full,
    is_own_name,
    measuring,
    spoken,
)
from retrieval.tables.rules.vocabulary.words import LEAST, MOST
from retrieval.tables.schema import Schema, Table, is_sampled_whole, words_of
from retrieval.tables.understanding import stem

_BE = "is|are|was|were"
_DO = "does|do|did"
MOST_KINDS = 100  # rows of a table of kinds
SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
_MORE = {"longer": "over", "shorter": "under"}
_FIRST, _LAST = "first|earliest", "last|latest|most recent"


def take_asking(reader: Marked, schema: Schema) -> None:
    """Puts what is asked for in the words of tables and columns."""
    _in_all(reader)
    reader.text = re.sub(r"(<T\d+>) (?:members?|people|persons?)(?= )", r"\1", reader.text)  # “crew members”
    _with_their(reader)
    _numbered(reader)
    _of_a_kind(reader, schema)
    _ends(reader)
    _how_much(reader, schema)
    _lasting(reader)
    _done_by(reader)
    _newest(reader)
    _done_last(reader)
    if reader.text.startswith(" who "):
        take_people(reader, schema)
    if reader.text.startswith(" when "):
        _when(reader, schema)


def _in_all(reader: Marked) -> None:
    """“How many were sold in total” is how many were sold."""
    if re.match(r" how (?:many|much) ", reader.text) and not re.search(rf" (?:{MOST}|{LEAST}) ", reader.text):
        reader.text = re.sub(r" (?:in total|in all|altogether|overall)(?= )", "", reader.text)


def _with_their(reader: Marked) -> None:
    """“The stouts with their price” are listed by their names too."""

    def listed(match: re.Match[str]) -> str:
        places = {place.path: place for place in reader.marks[int(match[1])].places}
        if len(places) != 1 or not _repeats(place := next(iter(places.values()))):
            return match[0]
        return f"{reader.put(Mark('T', place.table.name, tables=(place.table,)))} {match[0]}"

    reader.text = re.sub(r"<V(\d+)> (?:with|and) (?:their|its) (?=<C)", listed, reader.text)


def _numbered(reader: Marked) -> None:
    """“Postcode 2100”, where postcodes are texts: a value, and no figure."""

    def valued(match: re.Match[str]) -> str:
        column, number = (reader.marks[int(each)] for each in match.groups())
        held = tuple(place for place in column.places if number.value in place.column.samples)
        if not held or any(place.column.kind != "text" for place in column.places):
            return match[0]
        value = reader.put(Mark("V", number.words, places=held, value=number.value))
        return f"<C{match[1]}> {value}"

    reader.text = re.sub(r"<C(\d+)> <[NY](\d+)>", valued, reader.text)


def _of_a_kind(reader: Marked, schema: Schema) -> None:
    """“How many dogs are there” counts the rows of this value, of which there may be several."""

    def counted(match: re.Match[str]) -> str:
        mark = reader.marks[int(match[1])]
        places = {place.path: place for place in mark.places}
        place = next(iter(places.values()), None)
        if place is None or len(places) > 1:
            return match[0]
        of = [t for t in schema.tables if any(key.table == place.table.path for key in t.foreign_keys)]
        if not _repeats(place):  # dramas are films of a genre
            tallies = [t for t in of if len(t.primary_key) != 1 and any(map(is_plural, t.columns))]
            is_kind = (
                len(of) == 1
                and not tallies
                and not place.table.foreign_keys
                and (place.table.rows or 0) <= MOST_KINDS
            )
            return f"{match[0]} {reader.put(Mark('T', mark.words, tables=(of[0],)))}" if is_kind else match[0]
        return f"{match[0]} {reader.put(Mark('T', mark.words, tables=(place.table,)))}"

    behind = rf"{_BE}|{_DO}|have|has|had|in|on|at|with|from|by|for|get|gets|receive|use|want|need"
    reader.text = re.sub(rf"(?<= )how many <V(\d+)>(?= (?:(?:{behind}) |$))", counted, reader.text)


def _repeats(place: Place) -> bool:
    """Whether several rows have one value: a list of kinds has each but once."""
    rows = place.table.rows
    return is_sampled_whole(place.column) and rows is not None and rows > len(place.column.samples)


def _ends(reader: Marked) -> None:
    """“The most expensive ticket price” is the highest."""
    for most, least, words in dimensions():
        for adjectives, end in ((most, "highest"), (least, "lowest")):

            def told(match: re.Match[str], words: frozenset[str] = words, end: str = end) -> str:
                places = reader.marks[int(match[1])].places
                fits = all(p.column.kind == "number" and words & {*in_full(p.column.name)} for p in places)
                return f"{end} <C{match[1]}>" if fits else match[0]

            reader.text = re.sub(rf"(?<= )(?:{adjectives}) <C(\d+)>", told, reader.text)


def _how_much(reader: Marked, schema: Schema) -> None:
    """“How long is X”, “how much does X weigh”: the one column of its table that tells it."""
    if match := re.match(rf" how much ({_BE}) (?:the )?<C(\d+)>(?= )", reader.text):
        columns = [place.column for place in reader.marks[int(match[2])].places]
        if all(column.kind == "number" for column in columns):
            is_sum = match[1] in ("was", "were") and not any(map(is_of_one, columns))
            reader.text = f" what {'total ' if is_sum else ''}<C{match[2]}>{reader.text[match.end() :]}"
        return
    living = rf"(?:people|persons|inhabitants|residents)(?: (?:live|lives|lived|reside|{_BE}|there))*"
    if match := re.match(rf" how many {living}(?= )", reader.text):
        people = frozenset(("population", "inhabitants"))
        if found := _numbers(reader, people):
            _put_column(reader, found, match.end(), "")
        else:  # of what the tables next to those hold: countries of a continent
            _put_column(reader, _numbers(reader, people, _next_to(reader, schema)), match.end(), "", "total ")
        return
    if match := re.match(rf" how much (?:{_DO}) (.*) <C(\d+)> $", reader.text):
        if all(place.column.kind == "number" for place in reader.marks[int(match[2])].places):
            reader.text = f" what <C{match[2]}> of {match[1]} "
        return
    for said, words in degrees():
        if match := re.match(rf" how (?:{said}) (?:{_BE}|{_DO})(?= )", reader.text):
            _put_column(reader, _numbers(reader, words), match.end(), "")
            return
    for said, words in measuring():
        if match := re.match(
            rf" (?:how (?:much|long)|what) (?:{_DO})( .*?) (?:{said})( on average)? $", reader.text
        ):
            how = "average " if match[2] else ""
            _put_column(reader, _numbers(reader, words), match.start(1), match[1], how)
            return


def _lasting(reader: Marked) -> None:
    """“Films longer than 2 hours”, where the one column that tells how long they are is of minutes."""

    def told(match: re.Match[str]) -> str:
        number = reader.marks[int(match["number"])]
        found = [place for place in _numbers(reader, degrees()[0][1]) if _unit_of(place)]
        tables = {table.path for table in reader.marks[int(match["table"])].tables}
        if len(found) != 1 or found[0].table.path not in tables:
            return match[0]
        ratio = Decimal(SECONDS[match["unit"].rstrip("s")]) / SECONDS[_unit_of(found[0])]
        value = f"{(Decimal(number.value) * ratio).normalize():f}"
        column = reader.put(Mark("C", found[0].column.name, places=(found[0],)))
        bound = reader.put(Mark("N", match["unit"], value=value))
        more = _MORE.get(match["than"].split()[0], match["than"])
        return f"<T{match['table']}> with {column} {more} {bound}"

    than = "(?P<than>(?:longer|shorter|more|less) than|at least|at most|over|under)"
    verb = f"that|which|who|{_BE}|last|lasted|lasting|run|running|take|taking"
    reader.text = re.sub(
        rf"<T(?P<table>\d+)>(?: (?:{verb}))* {than} "
        rf"<N(?P<number>\d+)> (?P<unit>{'|'.join(f'{unit}s?' for unit in SECONDS)})(?= )",
        told,
        reader.text,
    )


def _unit_of(place: Place) -> str:
    """The unit of time that the column is called by."""
    words = words_of(place.column.name)
    if len(words) > 1 and words[-1] in ("min", "mins") and words[-2] in degrees()[0][1] | {"time"}:
        return "minute"
    return next((unit for word in words if (unit := stem(word)) in SECONDS), "")


def _put_column(reader: Marked, found: list[Place], at: int, rest: str, how: str = "") -> None:
    if len(found) > 1:  # a town that is a capital too
        called = {
            p.table.path for m in reader.marks if m.kind == "V" for p in m.places
            if is_own_name(p.column, p.table)
        }  # fmt: skip
        found = [place for place in found if place.table.path in called]
    if len(found) == 1:
        column = reader.put(Mark("C", found[0].column.name, places=(found[0],)))
        reader.text = f" what {how}{column} of{rest or reader.text[at:].rstrip()} "


def _numbers(reader: Marked, words: frozenset[str], tables: Iterable[Table] | None = None) -> list[Place]:
    """The columns of figures that have such words, of the tables that are named or hold what is named."""
    return [
        Place(table, column)
        for table in (_named(reader) if tables is None else tables)
        for column in table.columns
        if column.kind == "number" and words & {*in_full(column.name)}
    ]


def _named(reader: Marked) -> Iterable[Table]:
    marks = [mark for mark in reader.marks if mark.kind in "TV"]
    tables = [*(table for mark in marks for table in mark.tables)]
    tables += [place.table for mark in marks for place in mark.places]
    return {table.path: table for table in tables}.values()


def _next_to(reader: Marked, schema: Schema) -> list[Table]:
    """The tables whose rows belong to one that is named."""
    named = {table.path for table in _named(reader)}
    return [table for table in schema.tables if any(key.table in named for key in table.foreign_keys)]


def _done_by(reader: Marked) -> None:
    """“Which films did X direct”, “directed by X”: a verb that its director's column tells already."""

    def untold(match: re.Match[str]) -> str:
        value, verb = (match["by"], match["said"]) if match["by"] else (match["of"], match["verb"])
        called = {stem(spoken(place.column.name)[-1]) for place in reader.marks[int(value)].places}
        return f"by <V{value}>" if called & doers(verb) else match[0]

    def of_doer(match: re.Match[str]) -> str:
        """“Which director has directed the most” says his deed twice."""
        called = {stem(spoken(place.column.name)[-1]) for place in reader.marks[int(match["who"])].places}
        return f"<C{match['who']}> with" if called & doers(match["verb"]) else match[0]

    most = f"(?= (?:the )?(?:{MOST}|{LEAST}) )"
    reader.text = re.sub(
        rf"<C(?P<who>\d+)> (?:(?:has|have|had) )?(?P<verb>[a-z]+){most}", of_doer, reader.text
    )
    reader.text = re.sub(
        rf"(?<= )(?:(?P<said>[a-z]+) by <V(?P<by>\d+)>|(?:{_DO}) <V(?P<of>\d+)> (?P<verb>[a-z]+))(?= )",
        untold,
        reader.text,
    )


def _newest(reader: Marked) -> None:
    """“The last film released” is the film with the latest date of it."""

    def with_date(match: re.Match[str]) -> str:
        column = reader.marks[int(match["column"])]
        tables = {place.table.path: place.table for place in column.places}
        table = next(iter(tables.values()), None)
        if table is None or len(tables) > 1 or not all(is_date(place.column) for place in column.places):
            return match[0]
        said = stem(column.words.split()[0].lower())
        named = [t.path for t in reader.marks[int(match["table"])].tables] if match["table"] else []
        if table.path not in named and said not in map(stem, spoken(table.name)):
            return match[0]
        end = "earliest" if match["end"] in ("first", "earliest", "oldest") else "latest"
        owner = reader.put(Mark("T", stem(table.name), tables=(table,)))
        return f"the {owner} with the {end} <C{match['column']}>"

    owner = rf"(?:<T(?P<table>\d+)>(?: (?:that|which|to|be|{_BE}))* )?"
    reader.text = re.sub(
        rf"(?<= )(?:the )?(?P<end>{_FIRST}|{_LAST}|newest|oldest) {owner}<C(?P<column>\d+)>(?= $)",
        with_date,
        reader.text,
    )


def _done_last(reader: Marked) -> None:
    """“Which officer was hired last” is the one with the latest date of it."""
    said = r"(?:<C(?P<column>\d+)>|(?P<verb>[a-z]+))"
    ends = r"(?P<end>first|earliest|last|latest|most recently)"
    match = re.match(
        rf" (?:which|what|who) <T(?P<table>\d+)> (?:{_BE}|has|have) {said} {ends} $", reader.text
    )
    if match is None:
        return
    tables = reader.marks[int(match["table"])].tables
    places = tuple(dates_said(match["verb"], tables)) if match["verb"] else ()
    if match["column"]:
        places = tuple(p for p in reader.marks[int(match["column"])].places if is_date(p.column))
    if len(places) == 1:
        end = "earliest" if match["end"] in ("first", "earliest") else "latest"
        column = reader.put(Mark("C", "date", places=places))
        reader.text = f" which <T{match['table']}> with the {end} {column} "


def _when(reader: Marked, schema: Schema) -> None:
    """“When was X released”, “when did X visit”, “when is the first visit of X”."""
    if match := re.match(rf" when (?:{_BE}|{_DO}) (.*) <C(\d+)> $", reader.text):
        places = reader.marks[int(match[2])].places
        if all(is_date(place.column) for place in places):
            reader.text = f" what <C{match[2]}> of {match[1]} "
    elif match := re.match(
        rf" when (?:{_BE}|{_DO}) (.*?)(?: (?:({_FIRST})|({_LAST})))? ([a-z]+)"
        rf"(?: for the (?:(first)|(last)) time)? $",
        reader.text,
    ):
        places = tuple(dates_said(match[4], schema.tables))
        if len(places) == 1:
            end = "earliest " if match[2] or match[5] else "latest " if match[3] or match[6] else ""
            reader.text = f" what {end}{reader.put(Mark('C', match[4], places=places))} of {match[1]} "
    elif match := re.match(
        rf" when (?:{_BE}) (?:the )?(?:({_FIRST})|({_LAST}))? ?(<T(\d+)>.*) $", reader.text
    ):
        places = tuple(_dates(reader.marks[int(match[4])]))
        if len(places) == 1:
            end = "earliest " if match[1] else "latest " if match[2] else ""
            reader.text = f" what {end}{reader.put(Mark('C', 'when', places=places))} of {match[3]} "


def _dates(mark: Mark) -> Iterator[Place]:
    for table in mark.tables:
        yield from meant([Place(table, column) for column in dates_of(table)])
