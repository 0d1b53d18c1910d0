"""Figures whose unit stands in a cell beside them: 85 and kW, 400 and kWh in one column."""

from __future__ import annotations

import re
from collections.abc import Iterator

from retrieval.tables.rules.dates import is_date
from retrieval.tables.rules.parts.marked import Marked, kept_out
from retrieval.tables.rules.parts.money import amount_in, is_of_one
from retrieval.tables.rules.plan import Made, Mark, Place
from retrieval.tables.rules.vocabulary.lexicon import amounts, same_unit, spoken, unit_words
from retrieval.tables.schema import Column, Schema, Table, is_sampled_whole, words_of

_NAMES = ("unit", "units", "uom")
_PIECES = frozenset(
    "each pcs pc piece pieces box boxes pack packs pallet pallets case cases unit units".split()
)
_AMOUNTS = frozenset("quantity volume weight mass tonnage".split())
_CHEAPEST = {
    "cheapest": "lowest",
    "least expensive": "lowest",
    "most expensive": "highest",
    "dearest": "highest",
}


def is_of_units(column: Column) -> bool:
    """Whether its cells are units: those of one figure (“capacity_unit”), or of the row."""
    words = words_of(column.name)
    is_named = words[-1] in _NAMES or words[:3] == ["unit", "of", "measure"]
    if column.kind != "text" or not is_named or not is_sampled_whole(column):
        return False
    return bool({sample.lower() for sample in column.samples} & (unit_words() | _PIECES))


def unit_of(place: Place, schema: Schema) -> Place | None:
    """The column that tells the unit of a figure: beside it, else in the one table that its row refers to."""
    if place.made is not None or place.column.kind != "number":
        return None
    own = list(_beside(place.table, place.column))
    if own or not _is_of_row(place.table, place.column):
        return own[0] if len(own) == 1 else None
    parents = [parent for key in place.table.foreign_keys if (parent := schema.table(key.table)) is not None]
    held = [
        Place(parent, column)
        for parent in parents
        for column in parent.columns
        if parent != place.table and is_of_units(column) and len(_before(column)) == 0
    ]
    return held[0] if len(held) == 1 else None


def _beside(table: Table, figure: Column) -> Iterator[Place]:
    columns = [column for column in table.columns if is_of_units(column)]
    named = [column for column in columns if _before(column) == words_of(figure.name)]
    of_row = [column for column in columns if not _before(column)] if _is_of_row(table, figure) else []
    yield from (Place(table, column) for column in named or of_row)


def _before(column: Column) -> list[str]:
    """What a column of units names before: the figure that they are of, none where they are of the row."""
    words = words_of(column.name)
    return words[:-1] if words[-1] in _NAMES else []


def _is_of_row(table: Table, figure: Column) -> bool:
    """Whether a figure can be told in the unit of its row: no key, no money, no date, no unit of its own."""
    words = words_of(figure.name)
    keys = {*table.primary_key, *(column for key in table.foreign_keys for column in key.columns)}
    is_other = figure.name in keys or is_date(figure) or is_of_one(figure) or words[-1] in unit_words()
    is_flag = (figure.lowest, figure.highest) == ("0", "1")
    return not (
        is_other or is_flag or amounts() & {*words} or {"id", "year", "month", "charge", "fee"} & {*words}
    )


def is_amount_of_row(table: Table, column: Column) -> bool:
    """Whether it tells how much there is of what the row is of."""
    return column.kind == "number" and bool(_AMOUNTS & {*spoken(column.name)}) and _is_of_row(table, column)


def units_said(words: str, reader: Marked, figure: Place, schema: Schema) -> Iterator[Mark]:
    """The unit, as the cells beside the figure write it."""
    unit = unit_of(figure, schema)
    yield from _told_as(words, reader, unit.table) if unit else ()


def take_rates_by_cells(reader: Marked, schema: Schema) -> None:
    """“The cost per kW” is the cost by the figure that stands beside kW in the rows of this unit."""

    def rate(match: re.Match[str]) -> str:
        figures = [
            place for place in reader.marks[int(match["column"])].places if place.column.kind == "number"
        ]
        return _put(reader, figures, match["unit"]) or match[0]

    values = [f"<V{n}>" for n, m in enumerate(reader.marks) if any(is_of_units(p.column) for p in m.places)]
    said = f"(?P<unit>{'|'.join([*values, *sorted(unit_words(), key=len, reverse=True)])})"
    reader.text = re.sub(rf"<C(?P<column>\d+)> per {said}(?= )", rate, reader.text)

    def cheapest(marks: list[Mark], match: re.Match[str]) -> str:
        own = {p.table.path for mark in marks[:1] for p in mark.places} | {t.path for t in marks[0].tables}
        tables = [table for table in schema.tables if table.path in own]
        paid = [place for table in tables if (place := amount_in(table))]
        put = _put(reader, paid, match["unit"])
        if not put or len(paid) != 1:
            return kept_out(match)
        table = reader.put(Mark("T", paid[0].table.name, tables=(paid[0].table,)))
        return f"which {table} with the {_CHEAPEST[match['end']]} {put} ; {match['what']}"

    reader.take(
        rf"(?:which|what) (?P<what>#V|#T) (?:(?:is|are|was|were) )?(?:the )?"
        rf"(?P<end>{'|'.join(_CHEAPEST)}) per {said}(?= )",
        cheapest,
    )


def _put(reader: Marked, figures: list[Place], words: str) -> str:
    """Marks of the figure by what is counted in the unit, and of the unit; "" where not one is told."""
    found = [
        (over, unit, under)
        for over in figures
        for unit in _told_as(words, reader, over.table)
        for under in over.table.columns
        if under != over.column and under.kind == "number" and unit.places[0] in _beside(over.table, under)
    ]
    if len(found) != 1:
        return ""
    over, unit, under = found[0]
    name = f"{over.column.name}_per_{unit.value.lower()}"
    made = Made("over", over.column, under)
    rate = Mark("C", name, places=(Place(over.table, Column(name, "double", "number"), made),))
    return f"{reader.put(rate)} ; {reader.put(unit)}"


def _told_as(words: str, reader: Marked, table: Table) -> Iterator[Mark]:
    """The unit, as columns of the table write it."""
    value = reader.marks[int(words[2:-1])].value if words.startswith("<") else words
    for column in table.columns if value else ():
        for sample in column.samples if is_of_units(column) else ():
            if sample.lower() == value.lower() or sample.lower() in same_unit(value.lower()):
                yield Mark("V", value, places=(Place(table, column),), value=sample)
