"""What a source holds: its tables, columns, keys and what stands in them, as it is stored and told."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

FEW_VALUES = 12  # distinct ones, up to which a column's values are kept as samples
SAMPLE_CHARACTERS = 60  # of one kept value


@dataclass(frozen=True)
class Column:
    """`kind`: number | text | date | boolean | other. `samples`: all its values where they are few.

    `lowest`, `highest`: of dates and numbers, as text.
    """

    name: str
    type: str
    kind: str = "other"
    comment: str = ""
    samples: tuple[str, ...] = ()
    lowest: str = ""
    highest: str = ""


@dataclass(frozen=True)
class ForeignKey:
    """`columns` of a table name rows of `table` by its `refers`. `is_guessed`: by names and values."""

    columns: tuple[str, ...]
    table: str
    refers: tuple[str, ...]
    is_guessed: bool = False


@dataclass(frozen=True)
class Table:
    """`schema`: the namespace to write before the name; empty where the bare name does. `rows`: about."""

    name: str
    columns: tuple[Column, ...]
    schema: str = ""
    comment: str = ""
    primary_key: tuple[str, ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()
    rows: int | None = None

    @property
    def path(self) -> str:
        return f"{self.schema}.{self.name}" if self.schema else self.name

    def column(self, name: str) -> Column | None:
        return next((column for column in self.columns if column.name.lower() == name.lower()), None)


@dataclass(frozen=True)
class Schema:
    tables: tuple[Table, ...] = ()

    def table(self, name: str) -> Table | None:
        """By its name or path, in any case."""
        name = name.lower()
        return next((each for each in self.tables if name in (each.name.lower(), each.path.lower())), None)

    @property
    def relations(self) -> Iterator[tuple[Table, ForeignKey]]:
        for table in self.tables:
            for key in table.foreign_keys:
                yield table, key

    @property
    def version(self) -> str:
        """A digest of names, types and keys: what is counted or sampled may change without it."""
        told = [
            (table.path, table.primary_key, [asdict(key) for key in table.foreign_keys],
             [(column.name, column.type) for column in table.columns])
            for table in self.tables
        ]  # fmt: skip
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]

    def only(self, names: Sequence[str]) -> Schema:
        """The tables of these paths, in the order in which they stand here."""
        return Schema(tuple(table for table in self.tables if table.path in names))

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Schema:
        return cls(tuple(_table(table) for table in stored.get("tables", ())))


def _table(stored: Mapping[str, Any]) -> Table:
    return Table(
        name=stored["name"],
        columns=tuple(Column(**{**each, "samples": tuple(each["samples"])}) for each in stored["columns"]),
        schema=stored["schema"],
        comment=stored["comment"],
        primary_key=tuple(stored["primary_key"]),
        foreign_keys=tuple(
            ForeignKey(tuple(key["columns"]), key["table"], tuple(key["refers"]), key["is_guessed"])
            for key in stored["foreign_keys"]
        ),
        rows=stored["rows"],
    )


def changes(before: Schema, after: Schema) -> list[str]:
    """What is otherwise now, a sentence each."""
    old, new = ({table.path: table for table in each.tables} for each in (before, after))
    told = [f"Table {path} is new." for path in new.keys() - old.keys()]
    told += [f"Table {path} is gone." for path in old.keys() - new.keys()]
    for path in old.keys() & new.keys():
        told += _changed_columns(path, old[path], new[path])
    return sorted(told)


def _changed_columns(path: str, before: Table, after: Table) -> Iterator[str]:
    old, new = ({column.name: column for column in table.columns} for table in (before, after))
    for name in new.keys() - old.keys():
        yield f"Column {path}.{name} is new."
    for name in old.keys() - new.keys():
        yield f"Column {path}.{name} is gone."
    for name in old.keys() & new.keys():
        if old[name].type != new[name].type:
            yield f"Column {path}.{name} is {new[name].type} now; it was {old[name].type}."


def kind_of(type_: str) -> str:
    """number | text | date | boolean | other, by the name that a database gives a type."""
    name = type_.lower()
    if name.startswith(("bool", "tinyint(1)")):
        return "boolean"
    if any(word in name for word in ("date", "time", "year")) and "interval" not in name:
        return "date"
    if name.startswith("interval") or name.endswith("[]"):
        return "other"
    if any(word in name for word in ("int", "num", "dec", "real", "double", "float", "money", "serial")):
        return "number"
    if any(word in name for word in ("char", "text", "clob", "enum", "uuid", "citext", "string")):
        return "text"
    return "other"


def with_guessed_keys(schema: Schema, holds: Any) -> Schema:
    """`schema` with keys that nobody declared but names tell and values bear out.

    `holds(child, column, parent, key)`: whether all values of the column stand under the key.
    """
    return Schema(tuple(_with_guesses(table, schema, holds) for table in schema.tables))


def _with_guesses(table: Table, schema: Schema, holds: Any) -> Table:
    taken = {column.lower() for key in table.foreign_keys for column in key.columns}
    found: list[ForeignKey] = []
    for column in table.columns:
        if column.name.lower() in taken:
            continue
        for parent in schema.tables:
            key = _key_named(column, parent) if parent.path != table.path else None
            if key and holds(table, column.name, parent, key):
                found.append(ForeignKey((column.name,), parent.path, (key,), is_guessed=True))
                break
    return replace(table, foreign_keys=(*table.foreign_keys, *found)) if found else table


def _key_named(column: Column, parent: Table) -> str | None:
    """The key of `parent` that the column's name ends with, as cust_id of tx_cust_id or customer_id."""
    if len(parent.primary_key) != 1:
        return None
    key = parent.column(parent.primary_key[0])
    if key is None or key.kind != column.kind:
        return None
    own, other = words_of(column.name), words_of(key.name)
    if len(other) == 1:  # a bare “id”: the table's name must stand before it
        other = [words_of(parent.name)[-1].removesuffix("s"), *other]
        own = [*own[:-2], own[-2].removesuffix("s"), own[-1]] if len(own) > 1 else own
    return key.name if len(own) >= 2 and own[-2:] == other[-2:] else None


def words_of(name: str) -> list[str]:
    """The words of a name, in lower case: “sbTxCustId” gives sb, tx, cust, id."""
    out: list[str] = []
    for part in name.replace("-", "_").replace(" ", "_").replace(".", "_").split("_"):
        word = ""
        for at, sign in enumerate(part):
            starts = sign.isupper() and (
                (at and not part[at - 1].isupper()) or (0 < at < len(part) - 1 and part[at + 1].islower())
            )
            if starts and word:
                out.append(word.lower())
                word = ""
            word += sign
        if word:
            out.append(word.lower())
    return out or [name.lower()]
