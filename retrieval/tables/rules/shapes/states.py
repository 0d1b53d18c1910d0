"""How far a row has come, told by two dates of it: returned late, delivered on time, still open."""

from __future__ import annotations

import re
from collections.abc import Iterator

from retrieval.tables.rules.dates import dates_of, in_turn, says
from retrieval.tables.rules.parts.marked import Marked, kept_out
from retrieval.tables.rules.plan import Made, Mark, Place
from retrieval.tables.rules.vocabulary.lexicon import promised, spans, spoken
from retrieval.tables.rules.vocabulary.words import IS
from retrieval.tables.schema import Column, Schema, Table

_WHO = "(?:(?:that|which|who|where) )?"
_BE = f"(?:{IS}|were|been|got|has|have|had|they)"
_DATE = "(?: (?:date|day|time|deadline))?"
_OPEN = "open|out|outstanding|ongoing|active|running|unfinished|unreturned"


def take_states(reader: Marked, schema: Schema) -> None:
    """Puts a mark of what is true or not of a row in place of the words that tell it."""

    def put(match: re.Match[str], found: list[Place], *, holds: bool = True) -> str:
        if len(found) != 1:
            return kept_out(match)
        return reader.put(Mark("B", match[0], places=tuple(found), value="1" if holds else "0"))

    def tables() -> list[Table]:
        named = {table.path: table for mark in reader.marks if mark.kind == "T" for table in mark.tables}
        return [*named.values()] or list(schema.tables)

    def rate(_: list[Mark], match: re.Match[str]) -> str:
        found = [place for each in schema.tables for place in _late(each, match["verb"])]
        if len(found) != 1:
            return kept_out(match)
        table = reader.put(Mark("T", found[0].table.name, tables=(found[0].table,)))
        return f"share of {table} that are {put(match, found, holds=match[1] == 'late')}"

    reader.take(r"(on-time|late) (?P<verb>[a-z]+) (?:rate|percentage|share)", rate)

    def late(_: list[Mark], match: re.Match[str]) -> str:
        verb, is_late = match["verb"] or "", match["late"] is not None
        if named := re.fullmatch(r"<[CV](\d+)>", verb):
            verb = reader.marks[int(named[1])].words.lower()
        return put(match, [place for each in tables() for place in _late(each, verb)], holds=is_late)

    named = [f"<C{number}>" for number, mark in enumerate(reader.marks) if _is_promised(mark)]
    due = rf"(?:the |its |their )?(?:{'|'.join([*named, *sorted(promised())])})"
    when = (
        rf"(?:(?P<late>late|behind schedule|(?:later than|after) {due}{_DATE})"
        rf"|(?:on-time|in time|before or on {due}{_DATE}|(?:by|before) {due}{_DATE}))"
    )
    reader.take(rf"(?:(?P<verb>[a-z]+|#C|#V) )?(?:too )?{when}(?= (?!<[YDN]))", late)

    def still(marks: list[Mark], match: re.Match[str]) -> str:
        found = [place for each in schema.tables for place in _begun(each, match["verb"])]
        own = [place for place in found if place.table.path in {table.path for table in tables()}]
        return put(match, own or found)

    reader.take(rf"{_WHO}(?:{_BE} )?still (?:being )?(?!not |never )(?P<verb>{_OPEN}|[a-z]{{3,}})", still)


def _is_promised(mark: Mark) -> bool:
    return mark.kind == "C" and any(promised() & set(spoken(place.column.name)) for place in mark.places)


def _late(table: Table, verb: str) -> Iterator[Place]:
    """By the one date that was told before and the one of what was done."""
    dates = dates_of(table)
    before = [column for column in dates if promised() & set(spoken(column.name))]
    done = [column for column in dates if column not in before and (not verb or says(verb, column))]
    if len(before) == 1 and not done and not verb:
        return
    ends = [c for c in done if any(last in spoken(c.name) for _, last in spans())] if len(done) > 1 else done
    if len(before) == len(ends) == 1:
        yield Place(table, Column("late", "boolean", "boolean"), Made("later", before[0], ends[0]))


def _begun(table: Table, verb: str) -> Iterator[Place]:
    """What has a beginning that the verb tells and no end yet."""
    dates = dates_of(table)
    for begin, end in spans():
        first = [column for column in dates if _is_called(column, begin)]
        last = [column for column in dates if _is_called(column, end)]
        is_told = re.fullmatch(_OPEN, verb) or any(says(verb, column) for column in first)
        if len(first) == len(last) == 1 and first != last and is_told:
            ended = in_turn(first[0], last[0])[1]
            yield Place(table, Column("open", "boolean", "boolean"), Made("open", ended))
            return


def _is_called(column: Column, word: str) -> bool:
    return word in spoken(column.name) or says(word, column)
