"""What the words of a question name: tables, columns, values, numbers and times."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from retrieval.tables.coverage import everyday
from retrieval.tables.rules.dates import SHORTEST, dates_said, is_date, is_form, root, says
from retrieval.tables.rules.plan import Made, Mark, Place, Stuck
from retrieval.tables.rules.schema_names import LEADS, SchemaNames, bare
from retrieval.tables.rules.tokens import literal, time_of
from retrieval.tables.rules.vocabulary.lexicon import (
    adjectives,
    codes_of,
    durations,
    form_of,
    is_short_for,
    opposite,
    same_as,
    spoken,
    unit_words,
    verbs,
)
from retrieval.tables.rules.vocabulary.words import FILLERS, MADE, NUMBERS, RELATING, SAID, UNITS
from retrieval.tables.schema import FEW_VALUES, Column, Table, is_sampled_whole, words_of
from retrieval.tables.understanding import stem

LONGEST_NAME = 5  # words


class Names(SchemaNames):
    """What the tokens of a question name in a schema."""

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
            if mark is not None and is_folded and length == 1 and _is_text(mark):
                mark = self._figure(tokens[at]) or mark
            if mark is None and is_folded and tokens[at].lower() not in FILLERS | SAID:
                mark = self._ending(tokens[at])
            yield mark or tokens[at].lower()
            at += length

    def _figure(self, word: str) -> Mark | None:
        """“The average rating” is of the one figure that ends so, where what is called just so is a text."""
        mark = self._ending(word)
        if mark is None or any(place.column.kind != "number" for place in mark.places):
            return None
        self.notes.append(f"“{word}” is taken for {mark.places[0].column.name}.")
        return mark

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
        if words in _NO | _GRAMMAR:
            return None
        if len(tokens) == 1 and (plain := literal(tokens[0])):
            return self._valued(words, plain.value) if plain.kind == "V" else plain
        if words.lower() in FILLERS:
            return self._spelled_large(words)
        parts = [word for token in tokens for word in words_of(re.sub(r"['’]s?$", "", token))]
        if len(parts) > 2 and parts[1] == "of" and parts[0] not in ("number", "count", "sum", "total"):
            behind = parts[3:] if parts[2] in ("the", "a", "an") else parts[2:]
            return self._turned(words, [*behind, parts[0]])
        name = "".join(map(stem, parts))
        whole = {name, stem("".join(parts))}
        tables = tuple(table for table in self.schema.tables if self.called[table.path] & whole)
        places = _as_written(tuple(self._columns(name)), parts) or tuple(self._timed(parts))
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
            whole_name = "_" in words or parts[0] in LEADS
            return Mark("C" if whole_name else "B", words, places=places, value="1")
        if places:
            return Mark("C", words, places=places)
        if values:
            return value
        if flag := self._flag(words, name, parts):
            return flag
        if len(parts) > 1:
            return self._by_initials(words, parts)
        return self._deed(words) or self._guessed(words, parts)

    def _by_initials(self, words: str, parts: Sequence[str]) -> Mark | None:
        """“Home runs” are HR, where one column of figures is called so."""
        if everyday(parts[0]) or any(part in FILLERS | SAID for part in parts):
            return None
        found = tuple(
            Place(table, column)
            for table in self.schema.tables
            for column in table.columns
            if column.kind == "number"
            and column.name.isupper()
            and is_short_for(column.name, " ".join(parts))
        )
        if not found or len({place.column.name for place in found}) > 1:
            return None
        self.notes.append(f"“{words}” is taken for {found[0].column.name}.")
        return Mark("C", words, places=found)

    def _timed(self, parts: Sequence[str]) -> Iterator[Place]:
        """“Time taken” is told by minutes_taken."""
        if len(parts) != 2 or parts[0] != "time" or parts[1] in FILLERS:
            return
        for table in self.schema.tables:
            for column in table.columns:
                first, *rest = words_of(column.name)
                if column.kind == "number" and first in durations() and rest == [parts[1]]:
                    yield Place(table, column)

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
        if len(parts) > 1 and (alike := self._flags_alike(parts)):
            return Mark("B", words, places=alike, value="1")
        other = opposite(parts[0]) if len(parts) == 1 else ""
        for lead in ("in", "un", "non", "dis"):
            rest = name.removeprefix(lead) if name.startswith(lead) else other
            if rest and stem(rest) in self.flags:
                return Mark("B", words, places=self.flags[stem(rest)], value="0")
        return self._undone(words) if len(parts) == 1 else None

    def _flags_alike(self, parts: Sequence[str]) -> tuple[Place, ...]:
        """“A return to theatre” is told by returned_to_theatre, “used a pilot” by pilot_used."""
        small = ("a", "an", "the", "of", "in", "to", "for")  # “a member of the club”
        own = sorted(root(part) for part in parts if part not in small)
        found = (
            places for places in self.flags.values() for place in places[:1]
            if sorted(root(w) for w in words_of(place.column.name) if w not in small) == own
        )  # fmt: skip
        return next(found, ())

    def _undone(self, words: str) -> Mark | None:
        """“Undecided” is what has no decision, “unpaid” what has no date of its payment."""
        said = words[2:].lower() if words.lower().startswith("un") else ""
        told = [
            Place(table, column)
            for table in self.schema.tables
            for column in table.columns
            if said and column.kind == "text" and len(spoken(column.name)) == 1 and says(said, column)
        ]
        dates = told or (dates_said(said, self.schema.tables) if said else [])
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
        return self._by_code(words) or self._happened(words) or self._in_state(words) or self._ending(words)

    def _by_code(self, words: str) -> Mark | None:
        """“A voucher” is told by the one column of its code."""
        found = tuple(
            Place(table, column)
            for table in self.schema.tables
            for column in table.columns
            if spoken(column.name) in [(words.lower(), end) for end in _CODES]
            and column.kind == "text"
            and column.name not in _keys_of(table)
        )
        return Mark("C", words, places=found) if len(found) == 1 else None

    def _happened(self, words: str) -> Mark | None:
        """“Operations” are the rows of the one table that tells their operation date."""
        own = stem(words.lower())
        if own == words.lower():
            return None
        found = tuple(
            Place(table, column)
            for table in self.schema.tables
            for column in table.columns
            if [stem(spoken(column.name)[0]), *spoken(column.name)[1:]] in ([own, "date"], [own, "day"])
            and is_date(column)
        )
        return Mark("T", words, tables=(found[0].table,), places=found) if len(found) == 1 else None

    def _in_state(self, words: str) -> Mark | None:
        """“Cancellations” are the rows whose state is called by the same word: cancelled."""
        if not words.lower().endswith(("ions", "ments", "als")):
            return None
        found = [
            (Place(table, column), value)
            for table in self.schema.tables
            for column in table.columns
            if column.kind == "text" and is_sampled_whole(column) and (table.rows or 0) > len(column.samples)
            for value in column.samples
            if value.lower().endswith("ed") and is_form(words.lower(), value.lower())
        ]
        return Mark("V", words, places=(found[0][0],), value=found[0][1]) if len(found) == 1 else None

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
        text = self.spelled.get(bare(text), self.named.get(text.lower(), text))
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

    def _chosen(self, mark: Mark) -> Mark:
        path = self.meant.get(mark.words.lower())
        tables = tuple(table for table in mark.tables if table.path == path)
        places = tuple(place for place in mark.places if place.path == path)
        return replace(mark, tables=tables, places=places) if tables or places else mark


_TAKEN_IN = frozenset("revenue turnover income earning proceed profit".split())  # figures, and no rows
_BEHIND_NAMES = frozenset("by per above below over under between greater less more from due than".split())
_NO = frozenset("no not none yes true false".split())
_CODES = ("code", "number", "reference", "ref")
_GRAMMAR = frozenset("per each every".split())  # as values these are written large: “Per Lind”
_FOLDING = frozenset("average mean total highest lowest maximum minimum median".split())
_SAYING = FILLERS | RELATING | MADE | verbs() | SAID | adjectives()
_OF_PLACES = {"state", "province", "region", "country", "nation"}


def _keys_of(table: Table) -> set[str]:
    return {*table.primary_key, *(column for key in table.foreign_keys for column in key.columns)}


def _is_text(mark: Mark) -> bool:
    return mark.kind == "C" and all(place.column.kind == "text" for place in mark.places)


def _has_unit(column: Column) -> bool:
    """Whether its name ends in what its figures count: delay_minutes, area_m2, capacity_passengers."""
    last = words_of(column.name)[-1]
    return column.kind == "number" and (last in unit_words() or stem(last) != last)


def _is_of_places(place: Place) -> bool:
    return bool(_OF_PLACES & {*words_of(place.column.name), *spoken(place.column.name)})


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
    if at and tokens[at - 1].lower() in ("more", "fewer", "most", "fewest") and word.endswith("ed"):
        return False  # “do more completed operations”
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
    if at + 1 < len(tokens) or not word.islower() or tokens[at - 1].lower() in ("the", "a", "an"):
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
