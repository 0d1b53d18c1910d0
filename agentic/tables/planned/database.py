"""The sheets of one file as a database in memory, of which rules make statements."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import permutations
from pathlib import Path

from agentic.sources.drivers.sqlite import SQLiteDriver
from agentic.sources.drivers.types import quoted
from retrieval.sheets.assembly import LABEL
from retrieval.sheets.model import Column, Content, Sheet
from retrieval.tables.rules.vocabulary.spelling import RESERVED
from retrieval.tables.schema import ForeignKey, Schema

MOST_ROWS = 5000  # of a file; larger ones are asked by their rows alone
MOST_SHEETS = 12
LEAST_SHARED = 3  # contents of a column that name rows of another sheet
DAY = re.compile(r"\d{4}-\d\d-\d\d")
UNIT = re.compile(r"\s*[(\[].*?[)\]]")
NUMBERED = re.compile(r"(?:table|sheet|tabelle)\b[\w ]*\d*", re.IGNORECASE)
WORD = re.compile(r"[^\W_]+")
OF_WHAT = re.compile(r"\s(?:of|by|in|for|on)\s", re.IGNORECASE)  # “Vehicles of the depot” are vehicles
MOST_WORDS = 3  # of what a table is called; more are a sentence about it


@dataclass(frozen=True)
class Database:
    """`sheets`: by their tables, whose rows are numbered from 1; `columns`: by table and name."""

    driver: SQLiteDriver
    schema: Schema
    sheets: dict[str, Sheet]
    columns: dict[tuple[str, str], Column]


class _InMemory(SQLiteDriver):
    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(Path())
        self._connection = connection

    @contextmanager
    def _opened(self, *, guarded: bool = True) -> Iterator[sqlite3.Connection]:
        yield self._connection


def database_of(sheets: Sequence[Sheet]) -> Database | None:
    """None of sheets that are too many or too long, or of which two are called the same."""
    if not sheets or len(sheets) > MOST_SHEETS or sum(len(sheet.rows) for sheet in sheets) > MOST_ROWS:
        return None
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    tables: dict[str, Sheet] = {}
    columns: dict[tuple[str, str], Column] = {}
    for sheet in sheets:
        name = _called(sheet)
        if not name or name.lower() in map(str.lower, tables):
            return None
        tables[name] = sheet
        columns |= {(name, key): column for key, column in _filled(connection, name, sheet).items()}
    connection.execute("PRAGMA query_only = ON")
    driver = _InMemory(connection)
    schema = joined_by_contents(driver.introspect(), tables, columns)
    return Database(driver, schema, tables, columns)


def joined_by_contents(
    schema: Schema, sheets: Mapping[str, Sheet], columns: Mapping[tuple[str, str], Column]
) -> Schema:
    """The schema with a key for each column whose contents all name rows of another sheet.

    However the two are headed: plates of hires are vehicles. Only where one pair of columns is so, and none
    is joined by its names.
    """
    held = {
        (table, key): [str(row.cells[column.name]) for row in sheets[table].rows if column.name in row.cells]
        for (table, key), column in columns.items()
        if not column.is_number
    }
    made = {table.name: list(table.foreign_keys) for table in schema.tables}
    for one, other in permutations(made, 2):
        if any(key.table == other for key in made[one]) or any(key.table == one for key in made[other]):
            continue
        pairs = [
            (key, refers)
            for (table, key), contents in held.items()
            for (target, refers), names in held.items()
            if (table, target) == (one, other) and _names_rows(contents, names)
        ]
        if len(pairs) == 1:
            key, refers = pairs[0]
            made[one].append(ForeignKey((key,), other, (refers,), is_guessed=True))
    return Schema(tuple(replace(table, foreign_keys=tuple(made[table.name])) for table in schema.tables))


def _names_rows(contents: Sequence[str], names: Sequence[str]) -> bool:
    """Whether all of the contents are among names that each stand once."""
    told = set(contents)
    return len(told) >= LEAST_SHARED and told <= set(names) and len(set(names)) == len(names)


def _filled(connection: sqlite3.Connection, table: str, sheet: Sheet) -> dict[str, Column]:
    """The table with the sheet's rows in their order; the column that names the rows comes first."""
    of_label = [column for column in sheet.columns if column.name == sheet.label.name]
    named: dict[str, Column] = {}
    for column in (*of_label, *sheet.columns):
        name = sheet.label.name if column.name == LABEL else column.name
        key = _name("_".join(WORD.findall(UNIT.sub("", name))))
        if key and not any(key.lower() == other.lower() for other in named) and column not in named.values():
            named[key] = column
    made = ", ".join(f"{quoted(key)} {_type(sheet, column)}" for key, column in named.items())
    connection.execute(f"CREATE TABLE {quoted(table)} ({made})")
    marks = ", ".join("?" * len(named))
    rows = ([_stored(row.cells.get(each.name), each) for each in named.values()] for row in sheet.rows)
    connection.executemany(f"INSERT INTO {quoted(table)} VALUES ({marks})", rows)
    return named


def _called(sheet: Sheet) -> str:
    """What its rows are of: the table's own title or its sheet's name, else the heading of their labels."""
    label = sheet.label.name if sheet.label.name != LABEL else sheet.filename.rsplit(".")[0]
    for titles in ({row.table for row in sheet.rows}, {row.part for row in sheet.rows}):
        title = OF_WHAT.split(next(iter(titles)).strip())[0] if len(titles) == 1 else ""
        words = WORD.findall(title)
        if words and len(words) <= MOST_WORDS and not NUMBERED.fullmatch(title):
            return _name("_".join(words))
    return _name("_".join(WORD.findall(label)))


def _name(words: str) -> str:
    """A name that stands in a statement without quotes: “Group_”."""
    return f"{words}_" if words.lower() in RESERVED else words


def _type(sheet: Sheet, column: Column) -> str:
    held = [row.cells[column.name] for row in sheet.rows if column.name in row.cells]
    numbers = [content for content in held if isinstance(content, Decimal)]
    if column.is_number or len(numbers) == len(held):
        return "INTEGER" if all(number == number.to_integral() for number in numbers) else "REAL"
    return "DATE" if all(DAY.fullmatch(str(content)) for content in held) else "TEXT"


def _stored(content: Content | None, column: Column) -> str | int | float | None:
    """Of a column of numbers nothing else: among words “9” would come behind “10”."""
    if column.is_number and not isinstance(content, Decimal):
        return None
    if isinstance(content, Decimal):
        return int(content) if content == content.to_integral() else float(content)
    return content
