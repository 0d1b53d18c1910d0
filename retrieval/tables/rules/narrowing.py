"""What words beside a name tell of it: whose column is meant, or in which column a value stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from retrieval.tables.rules.plan import Mark, Place
from retrieval.tables.rules.words import FILLERS
from retrieval.tables.schema import words_of
from retrieval.tables.understanding import stem


def narrowed(text: str, marks: Sequence[Mark], put: Callable[[Mark], str]) -> str:
    """`text` with marks of fewer places, each by `put`.

    “The names of authors” are of that table; “Italian food”, “the Sociology domain” and “to Chicago” stand in
    columns called so.
    """

    def to(number: str, places: Sequence[Place]) -> str:
        return put(replace(marks[int(number)], places=tuple(places)))

    def of_table(match: re.Match[str]) -> str:
        column = marks[int(match[1])]
        places = _inside(column, marks[int(match[2])])
        if len(column.places) < 2 or not places:
            return match[0]
        return f"{to(match[1], places)} of <T{match[2]}>"

    def by_mark(match: re.Match[str]) -> str:
        value, named = marks[int(match[1])], marks[int(match[2])]
        if named.kind == "C":
            same = [place for place in value.places if place in named.places]
            return to(match[1], same) if same else match[0]
        places = _inside(value, named)
        return f"{to(match[1], places)} <T{match[2]}>" if places else match[0]

    def by_word(match: re.Match[str]) -> str:
        own = marks[int(match[1])].places
        called = [place for place in own if stem(match[2]) in map(stem, words_of(place.column.name))]
        return f"{to(match[1], called)} " if called and match[2] not in FILLERS else match[0]

    def by_way(match: re.Match[str]) -> str:
        own = marks[int(match[2])].places
        led = [place for place in own if words_of(place.column.name)[0] == match[1]]
        return f"{match[1]} {to(match[2], led)}" if led and len(own) > 1 else match[0]

    text = re.sub(r"<C(\d+)> of(?: the| all| each| every)* <T(\d+)>", of_table, text)
    text = re.sub(r"<V(\d+)> <[CT](\d+)>", by_mark, text)
    text = re.sub(r"<V(\d+)> ([a-z]+) ", by_word, text)
    return re.sub(r"\b(from|to) <V(\d+)>", by_way, text)


def _inside(mark: Mark, table: Mark) -> list[Place]:
    own = {each.path for each in table.tables}
    return [place for place in mark.places if place.table.path in own]
