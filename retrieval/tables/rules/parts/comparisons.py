"""Columns that are compared with numbers, and texts that begin, end or go on with some words."""

from __future__ import annotations

import re

from retrieval.tables.rules.parts.marked import Marked
from retrieval.tables.rules.parts.money import paid_of
from retrieval.tables.rules.plan import Filter, Mark, Place, Stuck
from retrieval.tables.rules.vocabulary.lexicon import spoken
from retrieval.tables.rules.vocabulary.words import IS, LIKE, OPERATORS


def take_comparisons(reader: Marked) -> None:
    _take_texts(reader)
    filters = reader.plan.filters
    verb = rf"(?: (?:{IS}))*"
    reader.take(
        rf"#C{verb} between #N and #N", lambda m, _: filters.append(Filter(m[0], "between", tuple(m[1:])))
    )
    money = "|".join(f"<T{number}>" for number, mark in enumerate(reader.marks) if paid_of(mark))
    for words, operator in OPERATORS.items():

        def compare(m: list[Mark], _: re.Match[str], operator: str = operator) -> None:
            filters.append(Filter(m[0], operator, tuple(m[1:])))

        def turned(m: list[Mark], _: re.Match[str], operator: str = operator) -> None:
            filters.append(Filter(m[1], operator, (m[0],)))

        def priced(m: list[Mark], _: re.Match[str], operator: str = operator) -> str:
            if paid := paid_of(m[0]):
                filters.append(Filter(paid, operator, (m[1],)))
            return f"<T{reader.marks.index(m[0])}>"

        reader.take(rf"#C{verb} (?:{words}) #N", compare)
        if money:
            reader.take(
                rf"(?:{money})(?: (?:of|that|which|is|are|was|were|with))* (?:{words}) #N(?! <)", priced
            )
        reader.take(rf"(?:(?:with|having|have|has) )?(?:{words}) #N(?: in)? #C", turned)


def _take_texts(reader: Marked) -> None:
    name = "(?:(?:its|their) (?:#C|names?|titles?)|the (?:names?|titles?))"
    held = rf"#T (?:(?:that|which|{IS}|with|having|have|has|containing) )*(?:the )?#V in {name}"
    reader.take(held, lambda m, _: _like_name(reader, m[0], m[1], "%{}%"))
    for words, shape in LIKE.items():

        def like(m: list[Mark], _: re.Match[str], shape: str = shape) -> None:
            reader.plan.filters.append(Filter(m[0], f"LIKE {shape}", (m[1],)))

        def like_name(m: list[Mark], _: re.Match[str], shape: str = shape) -> str:
            return _like_name(reader, m[0], m[1], shape)

        whose = "(?:(?:that|which|whose names?|with names?|with a name) )?"
        reader.take(rf"#T {whose}(?:{words})(?: the)?(?: (?:word|string|letter|letters))? #V", like_name)
        with_ = "" if "contain" in words else " with(?: the)?(?: letters?)?"
        reader.take(rf"#C(?: (?:{IS}|that))* (?:{words}){with_}(?: the)? #V", like)


def _like_name(reader: Marked, table: Mark, value: Mark, shape: str) -> str:
    """Rows of a table in whose name the words stand."""
    places = [Place(each, column) for each in table.tables for column in each.columns]
    named = [p for p in places if spoken(p.column.name)[-1] in ("name", "title") and p.column.kind == "text"]
    if len(named) != 1:
        raise Stuck(left=[value.words])
    mark = Mark("C", table.words, places=tuple(named))
    reader.plan.filters.append(Filter(mark, f"LIKE {shape}", (value,)))
    return f"<T{reader.marks.index(table)}>"
