"""What words beside a name tell of it: whose column is meant, or in which column a value stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from retrieval.tables.rules.dates import is_form
from retrieval.tables.rules.plan import Mark, Place
from retrieval.tables.rules.vocabulary.lexicon import is_own_name, same_as, spoken, verbs, ways
from retrieval.tables.rules.vocabulary.words import AVG, FILLERS, LEAST, MADE, MOST, RELATING, SAID, SUM
from retrieval.tables.schema import Column, Table, is_sampled_whole, words_of
from retrieval.tables.understanding import stem


def narrowed(text: str, marks: Sequence[Mark], put: Callable[[Mark], str]) -> str:
    """`text` with marks of fewer places, each by `put`.

    “The names of authors” are of that table; “Italian food”, “the Sociology domain” and “to Chicago” stand in
    columns called so.
    """
    names = _Names(marks, put)
    text = re.sub(r" ([a-z]{3,}) of (?:(?:the|all|each|every) )*<T(\d+)>", names.of_word, text)
    text = re.sub(r"<T(\d+)> ([a-z]{3,})(?= )", names.at_word, text)
    text = re.sub(r"<C(\d+)> of(?: the| all| each| every)* <T(\d+)>", names.of_table, text)
    text = re.sub(r"<T(\d+)> <C(\d+)>", names.own_of_table, text)
    have = r"(?:with|having|whose|(?:that|which|who) (?:have|has|had)) (?:(?:a|an|the|their) )*"
    text = re.sub(rf"<T(\d+)> ({have})<C(\d+)>", names.of_owner, text)
    text = re.sub(r"<C(\d+)> of <V(\d+)>", names.of_value, text)
    text = re.sub(r"<T(\d+)> ((?:by|from|of|in|at|on) (?:the )?)<V(\d+)>", names.of_another, text)
    text = re.sub(r"<T(\d+)> <V(\d+)>", names.own_of_table, text)
    text = re.sub(r"<C(\d+)> <T(\d+)>", names.by_key, text)
    text = re.sub(r"(<C\d+> of (?:the )?)<V(\d+)> <C(\d+)>", names.of_its_kind, text)
    text = re.sub(r" ([a-z]{3,}ed) <V(\d+)>", names.so_called, text)
    text = re.sub(r"<V(\d+)> <[CT](\d+)>", names.by_mark, text)
    text = re.sub(r"<V(\d+)> ([a-z]+) ", names.by_word, text)
    text = re.sub(
        r"<T(\d+)>( (?:by|per|for each|of each)) (type|kind|category|class)(?= )", names.of_kind, text
    )
    text = re.sub(
        rf"(?<= )({SUM}|{AVG}|{MOST}|{LEAST}) <T(\d+)> for (?:the )?<C(\d+)>",
        names.of_its_rows,
        text,
    )
    return re.sub(r"\b(from|to) <V(\d+)>", names.by_way, text)


_ONE_ASKED = (
    r" (?:(?:what|which) )?(?:(?:is|was|are|were) )?(?:the )?"  # before the one thing that is asked for
)
_PLACES = frozenset("capital city town village state country region county province".split())


@dataclass(frozen=True)
class _Names:
    """What stands for each match of words beside a name; the match itself where they tell nothing."""

    marks: Sequence[Mark]
    put: Callable[[Mark], str]

    def to(self, number: str, places: Sequence[Place]) -> str:
        return self.put(replace(self.marks[int(number)], places=tuple(places)))

    def of_table(self, match: re.Match[str]) -> str:
        column = self.marks[int(match[1])]
        places = _inside(column, self.marks[int(match[2])])
        if len(column.places) < 2 or not places:
            return match[0]
        return f"{self.to(match[1], places)} of <T{match[2]}>"

    def by_mark(self, match: re.Match[str]) -> str:
        value, named = self.marks[int(match[1])], self.marks[int(match[2])]
        if named.kind == "C":
            same = [place for place in value.places if place in named.places]
            if not same and value.coded:
                return self.of_value(
                    re.match(r"<C(\d+)> of <V(\d+)>", f"<C{match[2]}> of <V{match[1]}>") or match
                )
            return self.to(match[1], same) if same else match[0]
        places = _inside(value, named)
        return f"{self.to(match[1], places)} <T{match[2]}>" if places else match[0]

    def own_of_table(self, match: re.Match[str]) -> str:
        column = self.marks[int(match[2])]
        places = _inside(column, self.marks[int(match[1])])
        return f"<T{match[1]}> {self.to(match[2], places)}" if len(column.places) > 1 and places else match[0]

    def of_value(self, match: re.Match[str]) -> str:
        named, value = self.marks[int(match[1])], self.marks[int(match[2])]
        if same := [place for place in value.places if place in named.places]:
            return self.to(match[2], same)
        tables = {place.table.path for place in named.places}
        called = [p for p in value.places if p.table.path in tables and is_own_name(p.column, p.table)]
        if len(called) == 1 and len(value.places) > 1:  # the population of a town, which is a capital too
            own = [place for place in named.places if place.table.path == called[0].table.path]
            return f"{self.to(match[1], own)} of {self.to(match[2], called)}"
        if _is_of_another(named, value) and re.fullmatch(_ONE_ASKED, match.string[: match.start()]):
            return (
                f"{match[0].partition(' ')[0]} of {value.words.lower()}"  # of a capital no population is kept
            )
        if value.coded and (same := [place for place in value.coded.places if place in named.places]):
            return self.put(replace(value.coded, places=tuple(same)))
        return match[0]

    def of_another(self, match: re.Match[str]) -> str:
        """“Tracks by Iron Maiden” are not called so themselves, where something else is."""
        table, value = self.marks[int(match[1])], self.marks[int(match[3])]
        own = [place for place in _inside(value, table) if is_own_name(place.column, place.table)]
        others = [place for place in value.places if place not in own]
        return f"<T{match[1]}> {match[2]}{self.to(match[3], others)}" if own and others else match[0]

    def by_key(self, match: re.Match[str]) -> str:
        """“The origin airport” is what refers to one, where a table has more than one such key."""
        column, table = self.marks[int(match[1])], self.marks[int(match[2])]
        paths = {each.path for each in table.tables}
        keys = [
            place
            for place in column.places
            if any(
                key.columns == (place.column.name,) and key.table in paths for key in place.table.foreign_keys
            )
        ]
        if len(keys) > 1:  # of several tables with such a key, the one that is named
            named = {each.path for mark in self.marks if mark.kind == "T" for each in mark.tables}
            keys = [place for place in keys if place.table.path in named - paths]
        return self.to(match[1], keys) if len(keys) == 1 else match[0]

    def of_its_kind(self, match: re.Match[str]) -> str:
        """“The moisture of linden honey”, where linden is a type of honey."""
        value, named = self.marks[int(match[2])], self.marks[int(match[3])]
        word = stem(named.words.lower())
        called = [p for p in value.places if word in map(stem, words_of(p.column.name))]
        return f"{match[1]}{self.to(match[2], called)}" if called and "type" in _kinds(called) else match[0]

    def so_called(self, match: re.Match[str]) -> str:
        """“Rated R” is the rating R."""
        own = self.marks[int(match[2])].places
        bare = match[1].removesuffix("ed")
        called = [
            place
            for place in own
            if any(is_form(match[1], w) or w.removesuffix("ing") == bare for w in spoken(place.column.name))
        ]
        return f" {self.to(match[2], called)}" if called else match[0]

    def of_word(self, match: re.Match[str]) -> str:
        places = _ending(match[1], self.marks[int(match[2])])
        return f" {self.put(Mark('C', match[1], places=places))} of <T{match[2]}>" if places else match[0]

    def at_word(self, match: re.Match[str]) -> str:
        places = _ending(match[2], self.marks[int(match[1])])
        return f"<T{match[1]}> {self.put(Mark('C', match[2], places=places))}" if places else match[0]

    def of_owner(self, match: re.Match[str]) -> str:
        places = _inside(self.marks[int(match[3])], self.marks[int(match[1])])
        return f"<T{match[1]}> {match[2]}{self.to(match[3], places)}" if places else match[0]

    def of_kind(self, match: re.Match[str]) -> str:
        """“Movements by type” are told by the one column of their types."""
        tables = self.marks[int(match[1])].tables
        found = [Place(t, c) for t in tables for c in t.columns if spoken(c.name)[-1] == match[3]]
        if len(found) != 1:
            return match[0]
        return f"<T{match[1]}>{match[2]} {self.put(Mark('C', match[3], places=tuple(found)))}"

    def of_its_rows(self, match: re.Match[str]) -> str:
        """“The average score for feasibility”, where a score has a figure of it."""
        own = _inside(self.marks[int(match[3])], self.marks[int(match[2])])
        is_figure = len(own) == 1 and own[0].column.kind == "number"
        return f"{match[1]} {self.to(match[3], own)}" if is_figure else match[0]

    def by_word(self, match: re.Match[str]) -> str:
        own = self.marks[int(match[1])].places
        words = {stem(match[2]), *same_as(match[2])}
        called = [
            place
            for place in own
            if words & {*map(stem, words_of(place.column.name)), *map(stem, spoken(place.column.name))}
        ]
        return f"{self.to(match[1], called)} " if called and match[2] not in FILLERS else match[0]

    def by_way(self, match: re.Match[str]) -> str:
        own = self.marks[int(match[2])].places
        led = [
            place
            for place in own
            if ways()[match[1]] & {*words_of(place.column.name), *spoken(place.column.name)}
        ]
        return f"{match[1]} {self.to(match[2], led)}" if led and len(own) > 1 else match[0]


def _ending(word: str, table: Mark) -> tuple[Place, ...]:
    """The one column of the table whose name ends with the word: “the amount of payments”."""
    if word in FILLERS | RELATING | MADE | verbs() or word in SAID or len(table.tables) != 1:
        return ()
    own = table.tables[0]
    found = [Place(own, c) for c in own.columns if stem(spoken(c.name)[-1]) == stem(word)]
    return tuple(found) if len(found) == 1 else ()


def _is_of_another(named: Mark, value: Mark) -> bool:
    """Whether a value only tells where a row is that has a name of its own, and the column is of that row."""
    tables = {place.table.path for place in named.places}
    own = [place for place in value.places if place.table.path in tables]
    return bool(own) and all(
        place.column not in _called(place.table) and bool(_called(place.table)) and _is_place(place)
        for place in own
    )


def _called(table: Table) -> list[Column]:
    return [column for column in table.columns if is_own_name(column, table)]


def _is_place(place: Place) -> bool:
    return bool(_PLACES & {*spoken(place.column.name)}) and not is_sampled_whole(place.column)


def _kinds(places: Sequence[Place]) -> set[str]:
    return {"type" for place in places if words_of(place.column.name)[-1] in ("type", "kind", "variety")}


def _inside(mark: Mark, table: Mark) -> list[Place]:
    own = {each.path for each in table.tables}
    return [place for place in mark.places if place.table.path in own]
