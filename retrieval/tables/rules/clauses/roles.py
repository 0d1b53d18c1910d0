"""Which of several keys to one table is meant: the origin of flights from Boston, not their destination."""

from __future__ import annotations

import re
from dataclasses import replace

from retrieval.tables.rules.parts.marked import Marked
from retrieval.tables.rules.plan import Made, Place
from retrieval.tables.rules.vocabulary.lexicon import leading, spoken, ways
from retrieval.tables.schema import ForeignKey, Schema, Table


def take_roles(reader: Marked, schema: Schema) -> None:
    """“From X”, “left X”, “flew to X”: X is what the one key refers to that is called so."""
    for way, words in leading().items():

        def led(match: re.Match[str], way: str = way) -> str:
            mark = reader.marks[int(match[2])]
            found = [place for each in mark.places for place in _by_key(each, ways()[way], schema)]
            if not found or len({(place.table.path, place.made) for place in found}) > 1:
                return match[0]
            return f" {way} {reader.put(replace(mark, places=(found[0],), coded=None))}"

        reader.text = re.sub(rf" ((?:{words})(?: the)?) <V(\d+)>", led, reader.text)


def _by_key(place: Place, words: frozenset[str], schema: Schema) -> list[Place]:
    """The keys to the value's table that have such words, where rows of a table refer to it by several."""
    found: list[Place] = []
    for table in schema.tables:
        keys = [key for key in table.foreign_keys if key.table == place.table.path and len(key.columns) == 1]
        led = [key for key in keys if words & {*spoken(key.columns[0])}]
        if len(keys) > 1 and len(led) == 1 and place.made is None:
            found += _referring(table, led[0], place)
    return found


def _referring(table: Table, key: ForeignKey, place: Place) -> list[Place]:
    column, refers = table.column(key.columns[0]), place.table.column(key.refers[0])
    if column is None or refers is None:
        return []
    made = Made("named", column, refers, table=place.table)
    return [Place(table, place.column, made)]
