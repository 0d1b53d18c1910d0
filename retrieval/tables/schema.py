"""What a source holds: its tables, columns, keys and what stands in them, as it is stored and told."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
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
    if any(word in name for word in ("date", "time")) and "interval" not in name:
        return "date"
    if name.startswith("interval") or name.endswith("[]"):
        return "other"
    if any(
        word in name for word in ("int", "num", "dec", "real", "double", "float", "money", "serial", "year")
    ):
        return "number"
    if any(word in name for word in ("char", "text", "clob", "enum", "uuid", "citext", "string")):
        return "text"
    return "other"


Holds = Callable[[Table, str, Table, str], bool]


def with_guessed_keys(schema: Schema, keys: Mapping[str, Sequence[str]], holds: Holds) -> Schema:
    """`schema` with references that nobody declared but names tell and values bear out.

    `keys`: path → columns each of whose values stands once. `holds(child, column, parent, key)`: whether the
    column's values stand under the key.
    """
    return Schema(tuple(_with_guesses(table, schema, keys, holds) for table in schema.tables))


def _with_guesses(table: Table, schema: Schema, keys: Mapping[str, Sequence[str]], holds: Holds) -> Table:
    taken = {column.lower() for key in table.foreign_keys for column in key.columns}
    found: list[ForeignKey] = []
    prefix = _shared_prefix(schema)
    for column in table.columns:
        if column.name.lower() in taken:
            continue
        fitting = [
            (parent, key)
            for parent in schema.tables
            for key in keys.get(parent.path, ())
            if parent.path != table.path and _is_named(column, parent, key, prefix)
        ]
        fitting.sort(key=lambda pair: (not _names_table(column, pair[0], prefix), -(pair[0].rows or 0)))
        if column.name in keys.get(table.path, ()):  # its own key: a reference only to whom it names
            fitting = [pair for pair in fitting if _names_table(column, pair[0], prefix)]
            fitting = [] if _names_table(column, table, prefix) else fitting
        parent, key = next((pair for pair in fitting if holds(table, column.name, *pair)), (None, ""))
        if parent is not None:
            found.append(ForeignKey((column.name,), parent.path, (key,), is_guessed=True))
    return replace(table, foreign_keys=(*table.foreign_keys, *found)) if found else table


def _shared_prefix(schema: Schema) -> str:
    names = [table.name.lower() for table in schema.tables]
    return os.path.commonprefix(names) if len(names) > 2 else ""  # noqa: RUF071


def _names_table(column: Column, table: Table, prefix: str) -> bool:
    """Whether the column's name has the table's in it, as customer_id that of customers."""
    name = table.name.lower().removeprefix(prefix).replace("_", "")
    return len(name) > 2 and name.removesuffix("s") in column.name.lower().replace("_", "")


def _is_named(column: Column, parent: Table, key: str, prefix: str) -> bool:
    """Whether the column's name is the key's or ends with it: cust_id of tx_cust_id, id of customer_id."""
    other = parent.column(key)
    if other is None or other.kind != column.kind:
        return False
    own, theirs = column.name.lower(), key.lower()
    if own == theirs:
        return own != "id"
    if own in _singular(parent.name.lower().removeprefix(prefix)) and theirs.endswith("id"):
        return True  # “semester” of semesters
    if theirs == "id":
        return _names_table(column, parent, prefix) and own.endswith("id")
    bare = theirs.removeprefix(prefix) if prefix else theirs
    return len(bare) >= 5 and own.endswith(bare)


def _singular(name: str) -> set[str]:
    return {name, name.removesuffix("s"), name.removesuffix("es"), f"{name.removesuffix('ies')}y"}


def is_sampled_whole(column: Column) -> bool:
    """Whether the samples are all values that the column has."""
    return 0 < len(column.samples) < FEW_VALUES


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
