"""What stands in a source's columns: how many rows, values that are few, the lowest and the highest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from agentic.sources.answers.values import as_json
from agentic.sources.drivers.types import SourceFailed, quoted
from retrieval.tables.schema import (
    FEW_VALUES,
    SAMPLE_CHARACTERS,
    Column,
    Schema,
    Table,
    with_guessed_keys,
)

LOOKED_AT = 20_000  # rows of a table, from which samples are taken
MOST_HELD = 0.7  # of them: data that nobody checks has strays
KEYS_TRIED = 500  # distinct values, by which a guessed key is borne out

Query = Callable[[str], Sequence[Sequence[Any]]]


@dataclass(frozen=True)
class Sampler:
    """`query` gives the rows of a statement and raises `SourceFailed`."""

    query: Query
    quote: str = '"'

    def whole(self, schema: Schema) -> Schema:
        """The schema with counts, samples and the keys that names and values tell."""
        sampled = Schema(tuple(self._table(table) for table in schema.tables))
        keys = {table.path: self._keys(table) for table in sampled.tables}
        known = (_with_key(table, keys[table.path]) for table in sampled.tables)
        return with_guessed_keys(Schema(tuple(known)), keys, self._holds)

    def _table(self, table: Table) -> Table:
        rows = table.rows
        if rows is None or 0 <= rows < LOOKED_AT * 5:
            counted = self._tried(f"SELECT count(*) FROM {self._path(table)}")
            rows = int(counted[0][0]) if counted else rows
        return replace(
            table, rows=rows, columns=tuple(self._column(table, column) for column in table.columns)
        )

    def _keys(self, table: Table) -> list[str]:
        """Declared, and columns named as one whose values are all there and each stand once."""
        declared = list(table.primary_key) if len(table.primary_key) == 1 else []
        if not table.rows or table.rows > LOOKED_AT:
            return declared
        named = [
            column.name
            for place, column in enumerate(table.columns)
            if (place == 0 or column.name.lower().endswith(("id", "code", "key")))
            and column.kind in ("number", "text")
            and column.name not in declared
        ]
        named.sort(key=lambda name: not name.lower().endswith(("id", "code", "key")))
        return declared + [name for name in named if self._is_key(table, quoted(name, self.quote))]

    def _is_key(self, table: Table, name: str) -> bool:
        found = self._tried(f"SELECT count({name}), count(DISTINCT {name}) FROM {self._path(table)}")
        return bool(found) and found[0][0] == found[0][1] == table.rows

    def _column(self, table: Table, column: Column) -> Column:
        name = quoted(column.name, self.quote)
        part = f"(SELECT {name} FROM {self._path(table)} WHERE {name} IS NOT NULL LIMIT {LOOKED_AT}) AS part"
        if column.kind in ("text", "boolean"):
            found = self._tried(f"SELECT DISTINCT {name} FROM {part} LIMIT {FEW_VALUES + 1}")
            values = sorted(str(as_json(row[0])) for row in found)
            return replace(column, samples=tuple(v[:SAMPLE_CHARACTERS] for v in values[:FEW_VALUES]))
        if column.kind in ("number", "date"):
            found = self._tried(f"SELECT min({name}), max({name}) FROM {part}")
            low, high = found[0] if found else (None, None)
            told = ["" if bound is None else str(as_json(bound)) for bound in (low, high)]
            return replace(column, lowest=told[0], highest=told[1])
        return column

    def _holds(self, child: Table, column: str, parent: Table, key: str) -> bool:
        """Whether some values of the column are there and nearly all stand under the key."""
        own, other = quoted(column, self.quote), quoted(key, self.quote)
        found = self._tried(
            f"SELECT count(*), count(parent.{other}) FROM (SELECT DISTINCT {own} FROM {self._path(child)} "
            f"WHERE {own} IS NOT NULL LIMIT {KEYS_TRIED}) AS child "
            f"LEFT JOIN {self._path(parent)} AS parent ON parent.{other} = child.{own}"
        )
        return bool(found) and 0 < found[0][0] * MOST_HELD <= found[0][1]

    def _path(self, table: Table) -> str:
        return ".".join(quoted(part, self.quote) for part in (table.schema, table.name) if part)

    def _tried(self, sql: str) -> Sequence[Sequence[Any]]:
        """What cannot be read, or not in time, is left out: the column is known without it."""
        try:
            return self.query(sql)
        except SourceFailed:
            return ()


def _with_key(table: Table, keys: Sequence[str]) -> Table:
    return replace(table, primary_key=tuple(keys[:1])) if keys and not table.primary_key else table
