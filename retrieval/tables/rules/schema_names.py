"""What the tables and columns of a schema are called, and what stands in them."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from retrieval.tables.rules.parts.money import is_of_one
from retrieval.tables.rules.plan import Place
from retrieval.tables.rules.vocabulary.lexicon import KEYS, part_of_name, sex_as, spoken
from retrieval.tables.rules.vocabulary.words import COUNTED
from retrieval.tables.schema import Column, Schema, Table, is_sampled_whole, words_of
from retrieval.tables.understanding import stem

Values = Mapping[str, Collection[str]]  # words in small letters → table.column in which they stand
_ORDERS = frozenset("first last middle full user nick file".split())
LEADS = ("is", "has", "have", "was", "with", "are", "does", "can", "did")
_FLAGS = ({"yes", "no"}, {"y", "n"}, {"true", "false"}, {"t", "f"})
_MARKS = ("flag", "flg", "yn", "indicator", "ind")  # of a column's name: that it holds or not
# Ends of words for what is so or not.
_OF_STATES = ("ed", "ent", "ive", "able", "ible", "ous", "ful", "ic", "paid")


class SchemaNames:
    """The names of a schema. `values`: further values than its samples that are known to stand there.

    `meant`: words in small letters → the table or column that is meant by them; `named`: → the value.
    """

    def __init__(
        self, schema: Schema, values: Values, meant: Mapping[str, str], named: Mapping[str, str]
    ) -> None:
        self.schema, self.values, self.meant, self.named = schema, values, meant, named
        self.notes: list[str] = []  # what was taken for granted
        self.is_loud = False  # whether the whole question is in capitals
        shared = _shared([words_of(table.name) for table in schema.tables]) if len(schema.tables) > 2 else 0
        self.tables = {table.path: _stems(table.name, shared) for table in schema.tables}
        prefix = self.prefix = _prefix([table.name for table in schema.tables])
        self.called = {
            table.path: {
                "".join(self.tables[table.path]),
                stem(table.name.lower()[prefix:]),
                "".join(map(stem, spoken(table.name[prefix:]))),
            }
            for table in schema.tables
        }
        for path, noun in _keyed(schema):
            if not any(noun in called for called in self.called.values()):
                self.called[path].add(noun)
        self.flags = dict(_flags(schema))
        told = [
            each for table in schema.tables for c in table.columns if c.kind == "text" for each in c.samples
        ]
        self.spelled = _spelled_by([*told, *values])
        self.columns = {
            (table.path, column.name): self._called(table, column)
            for table in schema.tables
            for column in table.columns
        }
        said = {each for called in self.columns.values() for each in called}
        for table in schema.tables:  # “the region name”, where nothing else is called so
            for column in table.columns:
                tails = {
                    "text": ("name", "number"),
                    "date": ("date",),
                    "number": ("rating", "score", "value"),
                }.get(column.kind, ())
                longer = [f"{each}{tail}" for each in self.columns[table.path, column.name] for tail in tails]
                self.columns[table.path, column.name] += [each for each in longer if each not in said]
        for table in schema.tables:
            own = [column for column in table.columns if part_of_name(column.name) == "first"]
            if own and not table.column("name"):  # what persons are called is in two columns
                self.columns[table.path, own[0].name] += ["name", "fullname"]
            full = [column for column in table.columns if words_of(column.name)[-1] == "name"]
            if len(full) == 1 and words_of(full[0].name) == ["full", "name"]:
                self.columns[table.path, full[0].name] += ["name"]

    def _called(self, table: Table, column: Column) -> list[str]:
        """What a column may be called: its name, or that without or with the table's before it."""
        shared = _shared([words_of(each.name) for each in table.columns]) if len(table.columns) > 2 else 0
        owner = self.tables[table.path]
        found = []
        said = list(map(stem, spoken(column.name)))
        full = list(map(stem, spoken(table.name[self.prefix :])))
        if said[: len(full)] == full and len(said) > len(full):  # “cust_id” of customers
            found.append(said[len(full) :])
        if table.primary_key == (column.name,):
            found.append([*full, "id"])
        for name in (_stems(column.name, 0), _stems(column.name, shared), said):
            found += [name, owner + name]
            if name[: len(owner)] == owner and len(name) > len(owner):
                found.append(name[len(owner) :])
            if len(name) > 1 and name[-1] == "name" and name[-2] not in _ORDERS:
                found.append(name[:-1])
            if len(name) > 1 and (name[-1] == "text" or (name[-1] == "amount" and len(name) > 2)):
                found.append(name[:-1])
            for counted in (name[:-1] if name[-1] in COUNTED else [], name[1:] if name[0] in COUNTED else []):
                if counted and not any("".join(counted) in each for each in self.called.values()):
                    found += [["number", "of", *counted], ["count", "of", *counted]]
        refers = {each for key in table.foreign_keys for each in key.columns}
        if len(said) > 1 and said[-1] == "id" and column.name not in {*refers, *table.primary_key}:
            noun = "".join(said[:-1])  # the league of a league_id for which there is no table
            found += [] if any(noun in each for each in self.called.values()) else [said[:-1]]
        bare = column.name.lower()[_column_prefix(table) :]
        if bare != column.name.lower():
            found.append([stem(bare)])
        called, own = ["".join(each) for each in found if each != ["id"]], "".join(owner)
        run_together = called[0].removeprefix(own)  # “authorname” of authors
        return [*called, run_together] if run_together not in ("", "id", *called) else called

    def _columns(self, name: str) -> Iterator[Place]:
        for table in self.schema.tables:
            for column in table.columns:
                if name in self.columns[table.path, column.name]:
                    yield Place(table, column)

    def _holding(self, words: str) -> Iterator[Place]:
        known = self.values.get(words.lower(), ())
        for table in self.schema.tables:
            for column in table.columns:
                if column.kind != "text":
                    continue
                is_whole = is_sampled_whole(column)  # else others may hold the value too
                sampled = is_whole and words.lower() in {each.lower() for each in column.samples}
                if sampled or f"{table.path}.{column.name}" in known:
                    yield Place(table, column)

    def _of_sex(self, text: str) -> Iterator[tuple[Place, str]]:
        if not (written := sex_as(text)):
            return
        for table in self.schema.tables:
            for column in table.columns:
                codes = [value for value in column.samples if value.lower() in written]
                if {"sex", "gender"} & set(words_of(column.name)) and len(codes) == 1:
                    yield Place(table, column), codes[0]


def _keyed(schema: Schema) -> Iterator[tuple[str, str]]:
    """What rows are called by their key: people by player_id are players, where no other table's are."""
    found = [
        (table.path, "".join(map(stem, words[:-1])))
        for table in schema.tables
        if len(table.primary_key) == 1 and len(words := spoken(table.primary_key[0])) > 1
        if words[-1] in KEYS
    ]
    nouns = [noun for _, noun in found]
    yield from ((path, noun) for path, noun in found if nouns.count(noun) == 1)


def _flags(schema: Schema) -> Iterator[tuple[str, tuple[Place, ...]]]:
    """What is called so is true of a row or not → the columns that say it."""
    found: dict[str, list[Place]] = {}
    for table in schema.tables:
        for column in table.columns:
            words = words_of(column.name)
            is_marked = len(words) > 1 and words[-1] in _MARKS
            words = words[:-1] if is_marked else words
            leads = len(words) > 1 and words[0] in LEADS
            held = {value.lower() for value in column.samples}
            is_flag = column.kind == "boolean" or held in _FLAGS
            is_flag = is_flag or (is_marked and bool(held) and any(held < each for each in _FLAGS))
            is_figure = column.kind == "number" and (column.lowest, column.highest) == ("0", "1") and leads
            is_state = len(words) == 1 and words[0].endswith(_OF_STATES) and not is_of_one(column)
            is_state = is_state and (column.lowest, column.highest) == ("0", "1")
            if is_flag or is_figure or (is_state and "int" in column.type.lower()):
                bare = words[1:] if leads else words
                found.setdefault("".join(map(stem, bare)), []).append(Place(table, column))
    yield from ((name, tuple(places)) for name, places in found.items())


def _spelled_by(values: Sequence[str]) -> dict[str, str]:
    """Words → the one value that is written so but for its points and marks: “A+” and “A-” are two."""
    found: dict[str, set[str]] = {}
    for value in values:
        found.setdefault(bare(value), set()).add(value.lower())
    alone = {bare for bare, written in found.items() if len(written) == 1}
    return {bare(v): v for v in values if bare(v) in alone and bare(v) != v.lower()}


def bare(text: str) -> str:
    """Without the points and marks that the words of a question come without."""
    return " ".join(re.findall(r"\w+", text.lower()))


def _prefix(names: Sequence[str]) -> int:
    """How many letters all names begin with that are no word: the mark of a database."""
    shared = os.path.commonprefix([name.lower() for name in names]) if len(names) > 2 else ""  # noqa: RUF071
    return len(shared) if 1 < len(shared) < 5 else 0


def _column_prefix(table: Table) -> int:
    """How many letters all columns of a table begin with, where their names are run together."""
    names = [column.name.lower() for column in table.columns]
    if len(names) < 3 or any("_" in name for name in names):
        return 0
    shared = os.path.commonprefix(names)  # noqa: RUF071
    return len(shared) if 2 < len(shared) < 7 else 0


def _stems(name: str, without: int) -> list[str]:
    words = words_of(name)
    return [stem(word) for word in (words[without:] if len(words) > without else words)]


def _shared(names: Sequence[Sequence[str]]) -> int:
    """How many words all names begin with."""
    count = 0
    while all(len(name) > count + 1 and name[count] == names[0][count] for name in names):
        count += 1
    return count
