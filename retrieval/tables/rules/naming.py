"""What the words of a question name: tables, columns, values, numbers and times."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from retrieval.tables.rules.dates import SHORTEST, dates_said, is_form
from retrieval.tables.rules.parts.money import is_of_one
from retrieval.tables.rules.plan import Made, Mark, Place, Stuck
from retrieval.tables.rules.vocabulary.lexicon import (
    adjectives,
    codes_of,
    form_of,
    opposite,
    same_as,
    sex_as,
    spoken,
    unit_words,
    verbs,
)
from retrieval.tables.rules.vocabulary.words import (
    COUNTED,
    FILLERS,
    MADE,
    MONTHS,
    NUMBERS,
    ORDINALS,
    RELATING,
    SAID,
    SCALES,
    TOKEN,
    UNITS,
)
from retrieval.tables.schema import FEW_VALUES, Column, Schema, Table, is_sampled_whole, words_of
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
                tails = {"text": ("name", "number"), "date": ("date",)}.get(column.kind, ())
                named = [f"{each}{tail}" for each in self.columns[table.path, column.name] for tail in tails]
                self.columns[table.path, column.name] += [each for each in named if each not in said]
            own = [column for column in table.columns if tuple(words_of(column.name)) == ("first", "name")]
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
        bare = column.name.lower()[_column_prefix(table) :]
        if bare != column.name.lower():
            found.append([stem(bare)])
        called, own = ["".join(each) for each in found if each != ["id"]], "".join(owner)
        run_together = called[0].removeprefix(own)  # “authorname” of authors
        return [*called, run_together] if run_together not in ("", "id", *called) else called

    def marks(self, tokens: Sequence[str]) -> Iterator[Mark | str]:
        """The longest names first; words that name nothing as they are."""
        self.is_loud = " ".join(tokens).isupper()
        at = 0
        while at < len(tokens):
            mark, length = self._longest(tokens[at : at + LONGEST_NAME])
            if length == 1 and (tokens[at].lower() in _NO or _is_verb(tokens, at)):
                mark = None
            if length == 1 and _is_sum_word(tokens, at):
                mark = None
            if mark is not None and mark.kind == "V" and length == 1 and _is_last_verb(tokens, at):
                mark = mark if self._is_state(tokens, at) else None
            if length == 1 and (
                _is_question_word(tokens[at : at + 2]) or _is_span(tokens[max(0, at - 1) : at + 1])
            ):
                mark = None
            is_folded = at > 0 and tokens[at - 1].lower() in _FOLDING  # “the average pay”
            if mark is not None and is_folded:
                mark = self._measured(mark)
            if mark is None and is_folded and tokens[at].lower() not in FILLERS | SAID:
                mark = self._ending(tokens[at])
            yield mark or tokens[at].lower()
            at += length

    def _measured(self, mark: Mark) -> Mark:
        """“The total budget” is of the column, where a table is called so too."""
        paths = {table.path for table in mark.tables}
        name = "".join(map(stem, words_of(mark.words)))
        places = tuple(
            place
            for place in self._columns(name)
            if place.table.path in paths and place.column.kind == "number"
        )
        return Mark("C", mark.words, places=places) if places else mark

    def _is_state(self, tokens: Sequence[str], at: int) -> bool:
        """“How many were granted”, where no date is called like the verb."""
        is_passive = at > 0 and tokens[at - 1].lower() in ("was", "were")
        return is_passive and not dates_said(tokens[at].lower(), self.schema.tables)

    def _longest(self, tokens: Sequence[str]) -> tuple[Mark | None, int]:
        for length in range(len(tokens), 0, -1):
            mark = time_of(tokens[:length]) or self._named(tokens[:length])
            if mark is not None:
                return self._chosen(mark), length
        return None, 1

    def _named(self, tokens: Sequence[str]) -> Mark | None:
        words = " ".join(tokens)
        if len(tokens) == 1 and (plain := _literal(tokens[0])):
            return self._valued(words, plain.value) if plain.kind == "V" else plain
        if words.lower() in FILLERS:
            return self._spelled_large(words)
        parts = [word for token in tokens for word in words_of(re.sub(r"['’]s?$", "", token))]
        if len(parts) > 2 and parts[1] == "of" and parts[0] not in ("number", "count", "sum", "total"):
            return self._turned(words, [*parts[2:], parts[0]])
        name = "".join(map(stem, parts))
        whole = {name, stem("".join(parts))}
        tables = tuple(table for table in self.schema.tables if self.called[table.path] & whole)
        places = _as_written(tuple(self._columns(name)), parts)
        if len(tokens) > 1 and stem(tokens[0]) != tokens[0].lower():  # “customers joined” is no name
            places = tuple(place for place in places if words_of(place.column.name)[0] == tokens[0].lower())
        value = self._valued(words, words)
        if not value.places and (owner := re.sub(r"['’]s?$", "", words)) != words:  # “Ann Ode’s phone”
            value = self._valued(words, owner)
        values = value.places
        if tables:
            return Mark("T", words, tables=tables)
        if places and values:
            raise Stuck(f"“{words}” is a column and a value too.", left=[words])
        if places and any(place in flags for flags in self.flags.values() for place in places):
            whole_name = "_" in words or parts[0] in _LEADS
            return Mark("C" if whole_name else "B", words, places=places, value="1")
        if places:
            return Mark("C", words, places=places)
        if values:
            return value
        if flag := self._flag(words, name, parts):
            return flag
        return (self._deed(words) or self._guessed(words, parts)) if len(parts) == 1 else None

    def _spelled_large(self, words: str) -> Mark | None:
        """“A grade of A”; “IT” and “US” are names, though small they say nothing."""
        if not words.isupper() or self.is_loud:
            return None
        mark = self._valued(words, words)
        return mark if mark.places or len(words) > 1 else None

    def _turned(self, words: str, parts: Sequence[str]) -> Mark | None:
        """“Date of birth” and “type of food”, where a column is called so."""
        names = {"".join(map(stem, parts)), "".join(map(stem, [parts[-1], "of", *parts[:-1]]))}
        tail = "".join(map(stem, parts[:-1]))
        if any(each.startswith(tail) for called in self.called.values() for each in called):
            return None  # “the names of customers” are told by narrowing
        places = tuple(place for name in names for place in self._columns(name))
        return Mark("C", words, places=places) if places else None

    def _flag(self, words: str, name: str, parts: Sequence[str]) -> Mark | None:
        """A column that is true or not, or what says the other of it."""
        if name in self.flags:
            return Mark("B", words, places=self.flags[name], value="1")
        other = opposite(parts[0]) if len(parts) == 1 else ""
        for lead in ("in", "un", "non", "dis"):
            rest = name.removeprefix(lead) if name.startswith(lead) else other
            if rest and stem(rest) in self.flags:
                return Mark("B", words, places=self.flags[stem(rest)], value="0")
        return self._undone(words)

    def _undone(self, words: str) -> Mark | None:
        """“Unpaid” is what has no date of its payment."""
        dates = dates_said(words[2:].lower(), self.schema.tables) if words.lower().startswith("un") else []
        if len(dates) == 1 and len(words) > SHORTEST + 1:
            made = Made("open", dates[0].column)
            place = Place(dates[0].table, Column("open", "boolean", "boolean"), made)
            return Mark("B", words, places=(place,), value="1")
        return None

    def _guessed(self, words: str, parts: Sequence[str]) -> Mark | None:
        """The one table that people call otherwise, value of this form, or column whose name ends so."""
        word = parts[0]
        if len(word) < 3 or word in _SAYING or any(mark in word for mark in "'’"):
            return None
        alike = same_as(word)
        found = tuple(table for table in self.schema.tables if stem(word) in map(stem, spoken(table.name)))
        if len(found) == 1:
            return Mark("T", words, tables=found)
        found = tuple(table for table in self.schema.tables if self.called[table.path] & alike)
        if len(found) == 1 and stem(word) not in _TAKEN_IN:
            return Mark("T", words, tables=found)
        held = [
            (Place(table, column), value)
            for table in self.schema.tables
            for column in table.columns
            if column.kind == "text"
            and 0 < len(column.samples) < FEW_VALUES
            and (value := form_of(word, column.samples))
        ]
        if len({value for _, value in held}) == 1:
            return Mark("V", words, places=tuple(place for place, _ in held), value=held[0][1])
        return self._ending(words)

    def _deed(self, word: str) -> Mark | None:
        """The one column of figures that holds how much was done: consumption of what was consumed."""
        if not word.endswith("ed"):
            return None
        told = tuple(
            Place(table, column)
            for table in self.schema.tables
            for column in table.columns
            if column.kind == "number" and len(said := spoken(column.name)) == 1 and is_form(word, said[0])
        )
        return Mark("C", word, places=told) if len(told) == 1 else None

    def _ending(self, word: str) -> Mark | None:
        """The one column that counts them (“word_count”), else whose name ends so, but for “per word”."""
        named = [(Place(t, c), [*map(stem, spoken(c.name))]) for t in self.schema.tables for c in t.columns]
        own = stem(word.lower())
        counts = tuple(p for p, said in named if said in ([own, "count"], ["number", own], ["num", own]))
        is_plural = own != word.lower()
        ends = tuple(p for p, said in named if len(said) > 1 and said[-1] == own and said[-2] != "per")
        told = tuple(p for p, said in named if len(said) == 2 and said[0] == own and _has_unit(p.column))
        found = counts if is_plural and len(counts) == 1 else ends or told
        return Mark("C", word, places=found) if len(found) == 1 else None

    def _valued(self, words: str, text: str) -> Mark:
        """A value and where it stands; a state or country may stand there as its code."""
        text = self.spelled.get(_bare(text), text)
        coded = [
            Mark("V", words, places=held, value=code)
            for code in codes_of(text)
            if (held := tuple(place for place in self._holding(code) if _is_of_places(place)))
        ]
        coded += [Mark("V", words, places=(place,), value=code) for place, code in self._of_sex(text)]
        by_code = coded[0] if coded else None
        if places := tuple(self._holding(text)):
            return Mark("V", words, places=places, value=text, coded=by_code)
        return by_code or Mark("V", words, value=text)

    def _of_sex(self, text: str) -> Iterator[tuple[Place, str]]:
        if not (written := sex_as(text)):
            return
        for table in self.schema.tables:
            for column in table.columns:
                codes = [value for value in column.samples if value.lower() in written]
                if {"sex", "gender"} & set(words_of(column.name)) and len(codes) == 1:
                    yield Place(table, column), codes[0]

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
                is_whole = is_sampled_whole(column)  # else others may hold the value too
                sampled = is_whole and words.lower() in {each.lower() for each in column.samples}
                if sampled or f"{table.path}.{column.name}" in known:
                    yield Place(table, column)


_TAKEN_IN = frozenset("revenue turnover income earning proceed profit".split())  # figures, and no rows
_BEHIND_NAMES = frozenset("by per above below over under between greater less more from due than".split())
_NO = frozenset("no not none yes true false".split())
_FOLDING = frozenset("average mean total highest lowest maximum minimum median".split())
_ORDERS = frozenset("first last middle full user nick file".split())
_LEADS = ("is", "has", "have", "was", "with", "are", "does", "can", "did")
_SAYING = FILLERS | RELATING | MADE | verbs() | SAID | adjectives()
_FLAGS = ({"yes", "no"}, {"y", "n"}, {"true", "false"}, {"t", "f"})
_MARKS = ("flag", "flg", "yn", "indicator", "ind")  # of a column's name: that it holds or not
_OF_STATES = (
    "ed",
    "ent",
    "ive",
    "able",
    "ible",
    "ous",
    "ful",
    "ic",
    "paid",
)  # ends of words for what is so or not
_OF_PLACES = {"state", "province", "region", "country", "nation"}


def _flags(schema: Schema) -> Iterator[tuple[str, tuple[Place, ...]]]:
    """What is called so is true of a row or not → the columns that say it."""
    found: dict[str, list[Place]] = {}
    for table in schema.tables:
        for column in table.columns:
            words = words_of(column.name)
            is_marked = len(words) > 1 and words[-1] in _MARKS
            words = words[:-1] if is_marked else words
            leads = len(words) > 1 and words[0] in _LEADS
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
        found.setdefault(_bare(value), set()).add(value.lower())
    alone = {bare for bare, written in found.items() if len(written) == 1}
    return {_bare(v): v for v in values if _bare(v) in alone and _bare(v) != v.lower()}


def _bare(text: str) -> str:
    """Without the points and marks that the words of a question come without."""
    return " ".join(re.findall(r"\w+", text.lower()))


def _has_unit(column: Column) -> bool:
    """Whether its name ends in what its figures count: delay_minutes, area_m2, capacity_passengers."""
    last = words_of(column.name)[-1]
    return column.kind == "number" and (last in unit_words() or stem(last) != last)


def _is_of_places(place: Place) -> bool:
    return bool(_OF_PLACES & {*words_of(place.column.name), *spoken(place.column.name)})


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


def tokens_of(question: str) -> list[str]:
    """“VIPs” are of the word “vip”."""
    text = re.sub(r"\b[A-Z]{2,}s\b", lambda match: match[0].lower(), question)
    return [match[0] for match in TOKEN.finditer(_SCALED.sub(_in_digits, text))]


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


def _is_span(tokens: Sequence[str]) -> bool:
    """“6 months” and “last year” are times, though a column may be called so."""
    before, word = tokens[0].lower(), tokens[-1].lower()
    if len(tokens) < 2 or stem(word) not in UNITS:
        return False
    return (
        before.isdigit()
        or before in NUMBERS
        or before in ("many", "last", "past", "previous", "next", "this", "current", "whole")
    )


def _is_verb(tokens: Sequence[str], at: int) -> bool:
    """“Did each author write” says what was done, though a table may be called so."""
    before = {token.lower() for token in tokens[max(0, at - 5) : at]}
    word = tokens[at].lower()
    return bool(before & {"did", "does", "do"}) and (word in RELATING or word in MADE or word in verbs())


def _is_sum_word(tokens: Sequence[str], at: int) -> bool:
    """“Total sales” and “in total” speak of a sum, though a column may be called so."""
    if tokens[at].lower() != "total":
        return False
    behind = tokens[at + 1].lower() if at + 1 < len(tokens) else ""
    is_end = not behind or behind in FILLERS or behind in _BEHIND_NAMES or not behind.isalpha()
    return not is_end or (at > 0 and tokens[at - 1].lower() == "in")


def _is_last_verb(tokens: Sequence[str], at: int) -> bool:
    """“Which albums did they release” ends with what was done, though a value may be called so."""
    before = {token.lower() for token in tokens[:at]}
    word = tokens[at]
    if at + 1 < len(tokens) or not word.islower():
        return False
    return bool(before & {"did", "does", "do"}) or (
        word.endswith("ed") and bool(before & {"has", "have", "had", "was", "were"})
    )


def _as_written(places: Sequence[Place], parts: Sequence[str]) -> tuple[Place, ...]:
    """Of a table that has both “engine” and “engines”, the column that is called just so."""
    exact = {place.table.path for place in places if words_of(place.column.name) == list(parts)}
    return tuple(
        place
        for place in places
        if place.table.path not in exact or words_of(place.column.name) == list(parts)
    )


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
    if token[0].isdigit() and not token[-1].isalpha():  # “5a” is a name
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
