"""How much there is of something, where its rows have one quantity and may have its unit beside it."""

from __future__ import annotations

import re

from retrieval.tables.rules.dates import tells_table
from retrieval.tables.rules.parts.marked import Marked
from retrieval.tables.rules.plan import Mark, Place
from retrieval.tables.rules.units.cells import is_amount_of_row, is_of_units, units_said
from retrieval.tables.rules.vocabulary.lexicon import unit_words
from retrieval.tables.schema import Schema

# What is done to whatever there is; to have sold or lost it says more.
_HANDLED = frozenset(
    "handled handle moved move recorded registered measured processed shipped ship stored".split()
)


def take_quantities(reader: Marked, schema: Schema) -> None:
    """“How much diesel was handled” and “how many tonnes of grain” ask for the sum of the quantity."""

    def total(match: re.Match[str]) -> str:
        unit = match.groupdict().get("unit") or ""
        places = reader.marks[int(match["what"])].places
        tables = {place.table.path: place.table for place in places}
        found = [Place(t, c) for t in tables.values() for c in t.columns if is_amount_of_row(t, c)]
        verb = match.groupdict().get("verb") or ""
        is_told = not verb or verb in _HANDLED or any(tells_table(verb, table) for table in tables.values())
        if len(found) != 1 or len(tables) != 1 or not is_told:
            return match[0]
        told = [*units_said(unit, reader, found[0], schema)] if unit else []
        if len(told) != bool(unit):
            return match[0]
        column = reader.put(Mark("C", found[0].column.name, places=(found[0],)))
        return f"total {column} ; <V{match['what']}> {reader.put(told[0]) if told else ''}".rstrip()

    how_much = r"(?<= )how much (?:of )?(?:the )?<V(?P<what>\d+)>"
    reader.text = re.sub(
        rf"{how_much} (?:was|were|has been|have been|did (?:we|they|you|i)) (?P<verb>[a-z]+)(?= )",
        total,
        reader.text,
    )
    values = [f"<V{n}>" for n, m in enumerate(reader.marks) if any(is_of_units(p.column) for p in m.places)]
    units = "|".join([*values, *sorted(unit_words(), key=len, reverse=True)])
    reader.text = re.sub(
        rf"(?<= )how many (?P<unit>{units}) of (?:the )?<V(?P<what>\d+)>(?= )", total, reader.text
    )
