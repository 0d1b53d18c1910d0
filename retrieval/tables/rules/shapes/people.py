"""“Who” asks for somebody: who did it, or rows of the table of people that the verb tells."""

from __future__ import annotations

import re
from collections.abc import Iterator

from retrieval.tables.rules.dates import dates_said, is_form, tells_table
from retrieval.tables.rules.parts.marked import Marked
from retrieval.tables.rules.plan import Mark, Place
from retrieval.tables.rules.vocabulary.lexicon import doers, measuring, part_of_name, spoken, verbs
from retrieval.tables.rules.vocabulary.words import LEAST, MOST, RELATING
from retrieval.tables.schema import Schema, Table, words_of
from retrieval.tables.understanding import stem

_OF_THEIRS = "live lives lived work works worked come comes came".split()


def take_people(reader: Marked, schema: Schema) -> None:
    """“Who” in the words of columns and tables."""
    _who(reader, schema)
    if reader.text.startswith(" who "):
        _people(reader, schema)


def _who(reader: Marked, schema: Schema) -> None:
    """“Who directed X” asks for its director, “who owns X” for its owner."""
    for said, words in measuring():
        if match := re.match(rf" who (?:{said}) (?:the )?(most|least)(?: money)?(?= )", reader.text):
            _by_figure(reader, schema, words, match)
            return
    if match := re.match(
        rf" who (?:has|have|had|earns|earned) (?:an? |the )?(?=(?:{MOST}|{LEAST}|<C))", reader.text
    ):
        _somebody(reader, match, schema)
        return
    match = re.match(r" who(?: (?:has|have|had))? ([a-z]+)(?= )", reader.text)
    if match is None:
        return
    verb, rest = match[1], reader.text[match.end() :]
    called = {*doers(verb)}
    columns = [
        Place(table, column)
        for table in schema.tables
        for column in table.columns
        if column.kind == "text" and stem(spoken(column.name)[-1]) in called
    ]
    tables = [table for table in schema.tables if stem(spoken(table.name)[-1]) in called]
    if len(columns) == 1 and not tables:
        column = reader.put(Mark("C", columns[0].column.name, places=tuple(columns)))
        is_most = re.match(rf" (?:the )?(?:{MOST}|{LEAST}) ", rest) is not None
        reader.text = f" which {column} has{rest}" if is_most else f" what {column} of{rest}"
    elif len(tables) == 1 and not columns:
        table = reader.put(Mark("T", stem(tables[0].name), tables=tuple(tables)))
        said = f" {verb}" if verb in RELATING or verb in verbs() else ""
        is_most = re.match(rf" (?:the )?(?:{MOST}|{LEAST}) ", rest) is not None
        reader.text = f" which {table}{' has' if is_most and not said else said}{rest}"


def _by_figure(reader: Marked, schema: Schema, words: frozenset[str], match: re.Match[str]) -> None:
    """“Who earns the most” asks for the row with the highest of the one figure that the verb tells."""
    found = [
        Place(t, c)
        for t in schema.tables
        for c in t.columns
        if c.kind == "number" and words & {*spoken(c.name)}
    ]
    if len(found) == 1:
        table = _person_of(found[0].table, schema)
        owner = reader.put(Mark("T", stem(table.name), tables=(table,)))
        column = reader.put(Mark("C", found[0].column.name, places=(found[0],)))
        end = "highest" if match[1] == "most" else "lowest"
        reader.text = f" which {owner} has the {end} {column}{reader.text[match.end() :]}"


def _person_of(table: Table, schema: Schema) -> Table:
    """The table of people to whose rows those of the table belong, where it has no names itself."""
    people = [each for each in schema.tables if _is_of_people(each)]
    of = [each for each in people if sum(key.table == each.path for key in table.foreign_keys) == 1]
    return table if _named(table) == table or len(of) != 1 else of[0]


def _somebody(reader: Marked, match: re.Match[str], schema: Schema) -> None:
    """“Who has the highest salary” asks for a row of the table that tells salaries and names."""
    if "<T" in reader.text:
        return
    places = [place for mark in reader.marks if mark.kind == "C" for place in mark.places]
    tables = {place.table.path: place.table for place in places}
    table = next(iter(tables.values()), None)
    table = _person_of(table, schema) if table else None
    if table is None or len(tables) > 1 or _named(table) != table:
        return
    owner = reader.put(Mark("T", stem(table.name), tables=(table,)))
    reader.text = f" which {owner} has the {reader.text[match.end() :]}"


def _people(reader: Marked, schema: Schema) -> None:
    """“Who joined before 2019”, “who booked the Attic”, “who works for Bitwise”.

    The verb must be the date of one such table, tell another table, or be one of where people are.
    """
    match = re.match(
        r" who (?:(?:has|have|had|was|were|is|are) )?(?:(?P<verb>[a-z]+)|<T(?P<table>\d+)>)(?= )", reader.text
    )
    if match is None:
        return
    people = [table for table in schema.tables if _is_of_people(table)]
    verb = match["verb"] or reader.marks[int(match["table"])].words.lower()
    dated = {place.table.path: place.table for place in dates_said(verb, [*map(_named, schema.tables)])}
    found = [table for table in people if table.path in dated] or list(dated.values())
    if not found and len(told := [*_told_by_column(reader, verb)]) == 1:
        found, verb = told, ";"
    if len(found) != 1 and len(people) == 1:
        others = [table for table in schema.tables if table not in people]
        is_told = any(tells_table(verb, table) for table in others) or match["table"]
        is_told = is_told or ((verb in RELATING or verb in verbs()) and _belongs(reader, people[0]))
        found = people if is_told or (verb in _OF_THEIRS and _holds_all(reader, people[0])) else []
    if len(found) == 1:
        owner = reader.put(Mark("T", stem(found[0].name), tables=(found[0],)))
        was = "were " if verb == "born" else ""
        reader.text = f" which {owner} {was}{verb}{reader.text[match.end() :]}"


def _told_by_column(reader: Marked, verb: str) -> Iterator[Table]:
    """“Who specialises in tax”, where a column is called like the verb and has the value."""
    for mark in reader.marks if sum(mark.kind == "V" for mark in reader.marks) == 1 else ():
        for place in mark.places:
            if mark.kind == "V" and any(is_form(verb, word) for word in spoken(place.column.name)):
                yield _named(place.table)


def _is_of_people(table: Table) -> bool:
    """Whether its rows have a first and a last name, or a full one."""
    names = {" ".join(words_of(column.name)[-2:]) for column in table.columns}
    parts = {part_of_name(column.name) for column in table.columns}
    return {"first name", "last name"} <= names or {"first", "last"} <= parts or "full name" in names


def _named(table: Table) -> Table:
    """The table where its rows have a name, else one without columns."""
    texts = [column for column in table.columns if column.kind == "text"]
    has_name = any(spoken(column.name)[-1] == "name" or part_of_name(column.name) for column in texts)
    return table if has_name else Table(table.name, ())


def _belongs(reader: Marked, table: Table) -> bool:
    """Whether what the question names stands in rows that belong to one person: who won an award."""
    places = [[place.table for place in mark.places] for mark in reader.marks if mark.kind in "VC"]
    refers = [sum(key.table == table.path for key in each.foreign_keys) for own in places for each in own]
    return bool(refers) and all(count == 1 for count in refers)


def _holds_all(reader: Marked, table: Table) -> bool:
    places = [[place.table.path for place in mark.places] for mark in reader.marks if mark.kind == "V"]
    return bool(places) and all(table.path in each for each in places)
