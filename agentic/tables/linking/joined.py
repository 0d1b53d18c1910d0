"""Sheets of one file as one: each row with what the rows that it refers to say, and what both come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from agentic.tables.planned.database import Database, database_of
from retrieval.sheets.linking.products import with_worth, worth_of
from retrieval.sheets.model import Column, Content, Row, Sheet
from retrieval.stems import stems

MOST_ROWS = 5000


def joined(sheets: Sequence[Sheet]) -> Iterator[tuple[Sheet, frozenset[str]]]:
    """The sheets of one file that refer to others, with these, and each with what its numbers come to.

    With each the names of the columns that it has from others: what stands in several of its rows is not
    added up.
    """
    database = database_of(sheets)
    if database is not None:
        for name, sheet in database.sheets.items():
            whole = _with_referred(name, database)
            if whole is not sheet or worth_of(whole):
                own = {column.name for column in sheet.columns}
                yield with_worth(whole), frozenset(c.name for c in whole.columns if c.name not in own)
    else:
        yield from ((with_worth(sheet), frozenset()) for sheet in sheets if worth_of(sheet))


def _with_referred(name: str, database: Database, seen: tuple[str, ...] = ()) -> Sheet:
    """A sheet each of whose rows has the cells of the rows that it refers to, and of those that these do."""
    sheet = database.sheets[name]
    table = database.schema.table(name)
    for key in table.foreign_keys if table else ():
        if key.table in (*seen, name) or len(key.columns) != 1:
            continue
        own = database.columns.get((name, key.columns[0]))
        referred = database.columns.get((key.table, key.refers[0]))
        if own is None or referred is None:
            continue
        other = _with_referred(key.table, database, (*seen, name))
        sheet = _side_by_side(sheet, own, other, referred)
    return sheet


def _side_by_side(sheet: Sheet, own: Column, other: Sheet, referred: Column) -> Sheet:
    by_key = {_key(row.cells.get(referred.name)): row for row in other.rows}
    taken = {column.name for column in sheet.columns}
    new = [column for column in other.columns if column != referred]
    called = {column.name: _called(column, other, taken) for column in new}
    rows = tuple(
        _wider(row, by_key.get(_key(row.cells.get(own.name))), called) for row in sheet.rows[:MOST_ROWS]
    )
    columns = (*sheet.columns, *(replace(column, name=called[column.name]) for column in new))
    names = sheet.names | other.names | frozenset(stems(other.rows[0].part))
    return replace(sheet, columns=columns, rows=rows, names=names)


def _called(column: Column, sheet: Sheet, taken: set[str]) -> str:
    """A heading that no other column has: “Name (Products)”."""
    return column.name if column.name not in taken else f"{column.name} ({sheet.rows[0].part})"


def _key(content: Content | None) -> str:
    return f"{content:f}" if isinstance(content, Decimal) else str(content or "").casefold()


def _wider(row: Row, other: Row | None, called: Mapping[str, str]) -> Row:
    if other is None:
        return row
    held = {name: new for name, new in called.items() if name in other.cells}
    return replace(
        row,
        cells={**row.cells, **{new: other.cells[name] for name, new in held.items()}},
        units={**row.units, **{called[n]: unit for n, unit in other.units.items() if n in called}},
        places={**row.places, **{new: other.place(name) for name, new in held.items()}},
    )
