"""SQLite files, opened read-only: no attachment, no extension, nothing but reading."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from agentic.sources.drivers.sampling import Sampler
from agentic.sources.drivers.types import Fetched, SourceFailed, ended_after, quoted, take, too_long
from retrieval.tables.schema import Column, ForeignKey, Schema, Table, kind_of

STEPS = 10_000  # of SQLite's machine between two looks at the clock
INTROSPECTION_SECONDS = 20.0
MAX_VALUE = 10_000_000  # bytes of one value
REFUSED_FUNCTIONS = frozenset("load_extension readfile writefile edit fts3_tokenizer".split())
_READS = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, 33})  # 33: recursive


class SQLiteDriver:
    dialect = "sqlite"

    def __init__(self, path: Path) -> None:
        self.path = path

    def introspect(self) -> Schema:
        with self._opened(guarded=False) as connection:
            names = _rows(
                connection,
                "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') "
                "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
            )
            tables = Schema(tuple(_table(connection, name) for (name,) in names))
            return Sampler(lambda sql: _rows(connection, sql)).whole(tables)

    def run(self, sql: str, *, rows: int, seconds: float) -> Fetched:
        with (
            self._opened() as connection,
            ended_after(seconds, connection.interrupt) as passed,
        ):
            try:
                cursor = connection.execute(sql)
                if not cursor.description:
                    raise SourceFailed("The statement gives no columns: write a SELECT.", is_statement=True)
                columns = tuple(column[0] for column in cursor.description)
                return take(cursor.fetchmany, columns, rows)
            except (sqlite3.Error, MemoryError, OverflowError) as error:
                if passed:
                    raise too_long(seconds) from error
                raise SourceFailed(_reason(error), is_statement=True) from error

    def may_write(self) -> bool:
        """Files are opened read-only, whatever their rights."""
        return False

    @contextmanager
    def _opened(self, *, guarded: bool = True) -> Iterator[sqlite3.Connection]:
        """`mode=ro` opens no file for writing, `query_only` changes none, the authorizer lets only reads
        through, and values have a bound."""
        if not self.path.is_file():
            raise SourceFailed(f"There is no file {self.path.name} any more: give it again.")
        try:
            address = f"file:{quote(str(self.path))}?mode=ro"
            connection = sqlite3.connect(address, uri=True, timeout=5, check_same_thread=False)
            connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
            connection.execute("PRAGMA query_only = ON")
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.Error as error:
            raise SourceFailed(
                f"{self.path.name} cannot be opened as a SQLite database: {_reason(error)}"
            ) from error
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        if guarded:
            connection.set_authorizer(_authorized)
        try:
            yield connection
        finally:
            connection.close()


def _authorized(action: int, first: str | None, second: str | None, *_: Any) -> int:
    if action == sqlite3.SQLITE_FUNCTION and str(second).lower() in REFUSED_FUNCTIONS:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK if action in _READS else sqlite3.SQLITE_DENY


def _rows(connection: sqlite3.Connection, sql: str) -> list[Any]:
    with ended_after(INTROSPECTION_SECONDS, connection.interrupt):
        try:
            return connection.execute(sql).fetchall()
        except sqlite3.Error as error:
            raise SourceFailed(_reason(error)) from error


def _table(connection: sqlite3.Connection, name: str) -> Table:
    columns = _rows(connection, f"PRAGMA table_info({quoted(name)})")
    keys: dict[int, list[tuple[str, str, str]]] = {}
    for number, at, parent, own, refers, *_ in _rows(connection, f"PRAGMA foreign_key_list({quoted(name)})"):
        if not refers:  # “REFERENCES airports” is to the key of airports
            known = _primary_key(_rows(connection, f"PRAGMA table_info({quoted(parent)})"))
            refers = known[at] if at < len(known) else own
        keys.setdefault(number, []).append((own, parent, refers))
    return Table(
        name=name,
        columns=tuple(Column(column[1], column[2], _kind(connection, name, column)) for column in columns),
        primary_key=_primary_key(columns),
        foreign_keys=tuple(
            ForeignKey(tuple(p[0] for p in parts), parts[0][1], tuple(p[2] for p in parts))
            for parts in keys.values()
        ),
    )


def _primary_key(columns: Sequence[Any]) -> tuple[str, ...]:
    return tuple(c[1] for c in sorted((c for c in columns if c[5]), key=lambda c: c[5]))


def _kind(connection: sqlite3.Connection, table: str, column: Any) -> str:
    """By the declared type; where that says nothing, or a text holds dates, by the values."""
    kind = kind_of(column[2] or "")
    if kind not in ("other", "text"):
        return kind
    name = quoted(column[1])
    values = _rows(connection, f"SELECT {name} FROM {quoted(table)} WHERE {name} IS NOT NULL LIMIT 50")
    if values and all(isinstance(value, int | float) for (value,) in values):
        return "number"
    if values and all(_is_date(value) for (value,) in values):
        return "date"
    return "text" if kind == "text" or any(isinstance(value, str) for (value,) in values) else kind


def _is_date(value: Any) -> bool:
    return isinstance(value, str) and len(value) >= 10 and value[4:8:3] == "--" and value[:4].isdigit()


def _reason(error: BaseException) -> str:
    text = str(error).strip() or type(error).__name__
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
