"""What the words of a question name: tables, columns, values, numbers and times."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from retrieval.tables.rules.plan import Mark, Place, Stuck
from retrieval.tables.rules.words import COUNTED, FILLERS, MONTHS, NUMBERS, ORDINALS, SCALES, TOKEN
from retrieval.tables.schema import Column, Schema, Table, words_of
from retrieval.tables.understanding import stem

LONGEST_NAME = 5  # words
_QUARTER = re.compile(r"q([1-4])", re.I)
_SCALE = f"(?:{'|'.join(SCALES)})"
_SCALED = re.compile(
    rf"(?<![\w.,])(a|one|\d[\d,]*(?:\.\d+)?|{'|'.join(NUMBERS)}) ({_SCALE}(?: {_SCALE})*)\b", re.I
)
_YEAR = re.compile(r"(?:19|20)\d\d")

Values = Mapping[str, Collection[str]]  # words in small letters → table.column in which they stand


class Names:
    """The names of a schema. `values`: further values than its samples that are known to stand there.

    `meant`: words in small letters → the table or column that is meant by them.
    """

    def __init__(self, schema: Schema, values: Values, meant: Mapping[str, str]) -> None:
        self.schema, self.values, self.meant = schema, values, meant
        shared = _shared([words_of(table.name) for table in schema.tables]) if len(schema.tables) > 2 else 0
        self.tables = {table.path: _stems(table.name, shared) for table in schema.tables}
        self.called = {path: "".join(stems) for path, stems in self.tables.items()}
        self.columns = {
            (table.path, column.name): self._called(table, column)
            for table in schema.tables
            for column in table.columns
        }
        said = {each for called in self.columns.values() for each in called}
        for table in schema.tables:  # “the region name”, where nothing else is called so
            for column in table.columns:
                named = [f"{each}name" for each in self.columns[table.path, column.name]]
                if column.kind == "text":
                    self.columns[table.path, column.name] += [each for each in named if each not in said]

    def _called(self, table: Table, column: Column) -> list[str]:
        """What a column may be called: its name, or that without or with the table's before it."""
        shared = _shared([words_of(each.name) for each in table.columns]) if len(table.columns) > 2 else 0
        owner = self.tables[table.path]
        found = []
        for name in (_stems(column.name, 0), _stems(column.name, shared)):
            found += [name, owner + name]
            if name[: len(owner)] == owner and len(name) > len(owner):
                found.append(name[len(owner) :])
            if len(name) > 1 and name[-1] == "name":
                found.append(name[:-1])
            for counted in (name[:-1] if name[-1] in COUNTED else [], name[1:] if name[0] in COUNTED else []):
                if counted and "".join(counted) not in self.called.values():
                    found += [["number", "of", *counted], ["count", "of", *counted]]
        called, own = ["".join(each) for each in found if each != ["id"]], "".join(owner)
        run_together = called[0].removeprefix(own)  # “authorname” of authors
        return [*called, run_together] if run_together not in ("", "id", *called) else called

    def marks(self, tokens: Sequence[str]) -> Iterator[Mark | str]:
        """The longest names first; words that name nothing as they are."""
        at = 0
        while at < len(tokens):
            mark, length = self._longest(tokens[at : at + LONGEST_NAME])
            if length == 1 and _is_question_word(tokens[at : at + 2]):
                mark = None
            yield mark or tokens[at].lower()
            at += length

    def _longest(self, tokens: Sequence[str]) -> tuple[Mark | None, int]:
        for length in range(len(tokens), 0, -1):
            mark = time_of(tokens[:length]) or self._named(tokens[:length])
            if mark is not None:
                return self._chosen(mark), length
        return None, 1

    def _named(self, tokens: Sequence[str]) -> Mark | None:
        words = " ".join(tokens)
        if len(tokens) == 1 and (plain := _literal(tokens[0])):
            if plain.kind == "V":
                return Mark("V", words, places=tuple(self._holding(plain.value)), value=plain.value)
            return plain
        if words.lower() in FILLERS:
            return None
        parts = [word for token in tokens for word in words_of(token)]
        name = "".join(map(stem, parts))
        whole = {name, stem("".join(parts))}
        tables = tuple(table for table in self.schema.tables if self.called[table.path] in whole)
        is_plural = len(tokens) > 1 and stem(tokens[0]) != tokens[0].lower()  # “customers joined” is no name
        places = () if is_plural else tuple(self._columns(name))
        values = tuple(self._holding(words))
        if tables:
            return Mark("T", words, tables=tables)
        if places and values:
            raise Stuck(f"“{words}” is a column and a value too.", left=[words])
        if places:
            return Mark("C", words, places=places)
        return Mark("V", words, places=values, value=words) if values else None

    def _chosen(self, mark: Mark) -> Mark:
        path = self.meant.get(mark.words.lower())
        tables = tuple(table for table in mark.tables if table.path == path)
        places = tuple(place for place in mark.places if place.path == path)
        return replace(mark, tables=tables, places=places) if tables or places else mark

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
                sampled = words.lower() in {each.lower() for each in column.samples}
                if sampled or f"{table.path}.{column.name}" in known:
                    yield Place(table, column)


def tokens_of(question: str) -> list[str]:
    return [match[0] for match in TOKEN.finditer(_SCALED.sub(_in_digits, question))]


def _in_digits(match: re.Match[str]) -> str:
    """“2.5 million” → 2500000; what is no whole number stays."""
    count = match[1].lower()
    number = Decimal("1" if count in ("a", "one") else NUMBERS.get(count, count).replace(",", ""))
    for scale in match[2].lower().split():
        number *= SCALES[scale]
    return f"{number:f}" if number % 1 else str(int(number))


def _is_question_word(tokens: Sequence[str]) -> bool:
    """“how”, and “number” or “count” of “number of”."""
    first, *rest = (token.lower() for token in tokens)
    return first == "how" or (first in ("number", "count") and rest == ["of"])


def _stems(name: str, without: int) -> list[str]:
    words = words_of(name)
    return [stem(word) for word in (words[without:] if len(words) > without else words)]


def _shared(names: Sequence[Sequence[str]]) -> int:
    """How many words all names begin with."""
    count = 0
    while all(len(name) > count + 1 and name[count] == names[0][count] for name in names):
        count += 1
    return count


def _literal(token: str) -> Mark | None:
    if token[0] in "'\"“`":
        return Mark("V", token, value=token[1:-1])
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", token):
        return Mark("D", token, value=token)
    if _YEAR.fullmatch(token):
        return Mark("Y", token, value=token)
    if token.lower() in NUMBERS:
        return Mark("N", token, value=NUMBERS[token.lower()])
    if token[0].isdigit():
        return Mark("N", token, value=token.replace(",", ""))
    return None


def time_of(tokens: Sequence[str]) -> Mark | None:
    """“January 2024”, “Q2 2024”, “first quarter of 2024”: a mark with the value 2024-01 or 2024-Q2."""
    words = [token.lower() for token in tokens if token.lower() != "of"]
    if len(words) > 2 and words[-2] == "quarter" and (number := ORDINALS.get("".join(words[:-2]))):
        words = [f"q{number}", words[-1]]
    if len(words) != 2 or not _YEAR.fullmatch(words[1]):
        return None
    if words[0] in MONTHS:
        return Mark("Y", " ".join(tokens), value=f"{words[1]}-{MONTHS.index(words[0]) + 1:02}")
    quarter = _QUARTER.fullmatch(words[0])
    return Mark("Y", " ".join(tokens), value=f"{words[1]}-Q{quarter[1]}") if quarter else None


def span(value: str) -> tuple[str, str]:
    """The first day of a year, quarter, month or day, and the first behind it."""
    if len(value) == 10:
        try:
            day = date.fromisoformat(value)
        except ValueError:
            raise Stuck(f"There is no day {value}.", left=[value]) from None
        return value, date.fromordinal(day.toordinal() + 1).isoformat()
    year, _, part = value.partition("-")
    if not part:
        return f"{year}-01-01", f"{int(year) + 1}-01-01"
    first, months = (3 * int(part[1:]) - 2, 3) if part[0] == "Q" else (int(part), 1)
    return f"{year}-{first:02}-01", _month(int(year), first + months)


def _month(year: int, month: int) -> str:
    return f"{year + (month - 1) // 12}-{(month - 1) % 12 + 1:02}-01"
