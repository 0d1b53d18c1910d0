"""How soon one thing came after another: a loan within 30 days after its member joined."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from retrieval.tables.rules.dates import dates_of, dates_said, is_date, meant
from retrieval.tables.rules.parts.marked import Marked, kept_out
from retrieval.tables.rules.parts.times import UNIT
from retrieval.tables.rules.plan import Gap, Mark, Place
from retrieval.tables.schema import Schema

_SMALL = (
    "the|their|its|his|her|a|an|they|he|she|it|of|were|was|is|are|being|having|had|has|have|date|day|time|"
    "when|been|getting|making|who|that"
)
_DENIED = re.compile(r" (?:not|no|never|without|neither|nor)(?= )|n['’]t ")


def take_gaps(reader: Marked, schema: Schema) -> None:
    def gap(marks: list[Mark], match: re.Match[str]) -> str:
        before = reader.text[: match.start()]
        number = int(float(next(mark.value for mark in marks if mark.kind == "N")))
        told = list(_event(reader, schema, match["event"].split()))
        own = list(_last_event(reader, schema, before.split()))
        if _DENIED.search(before) or len(told) != 1 or len(own) != 1 or told[0].path == own[0].path:
            return kept_out(match)
        first, last = (own[0], told[0]) if match["way"] in ("before", "prior to") else (told[0], own[0])
        reader.plan.gaps.append(Gap(first, last, number, match["unit"]))
        return ";"

    unit = UNIT.replace("(day", "(?P<unit>day")
    event = rf"(?P<event>(?:(?:{_SMALL}) )*(?:#C|#T|[a-z]+)(?: (?:date|day|time|#T))?)"
    way = "(?P<way>after|of|from|following|since|before|prior to)"
    reader.take(rf"(?:with)?in (?:the (?:first )?)?#N {unit} {way} {event}", gap)


def _event(reader: Marked, schema: Schema, words: Sequence[str]) -> Iterator[Place]:
    """The date of what the words tell, by a column, a table or a verb."""
    small = _SMALL.split("|")
    for word in (each for each in words if each not in small):
        found = list(_dates(reader, schema, word))
        if found:
            yield from found
            return


def _last_event(reader: Marked, schema: Schema, words: Sequence[str]) -> Iterator[Place]:
    """That of the last word that tells one."""
    for word in reversed(words):
        found = list(_dates(reader, schema, word))
        if found:
            yield from found
            return


def _dates(reader: Marked, schema: Schema, word: str) -> list[Place]:
    named = re.fullmatch(r"<([A-Z])(\d+)>", word)
    if not named:
        found = dates_said(word, schema.tables) if word.isalpha() and len(word) > 3 else []
        told = {table.path for mark in reader.marks if mark.kind == "T" for table in mark.tables}
        return [place for place in found if place.table.path in told] or found
    mark = reader.marks[int(named[2])]
    if named[1] == "T" and len(mark.tables) == 1:
        return meant([Place(mark.tables[0], column) for column in dates_of(mark.tables[0])])
    return [place for place in mark.places if is_date(place.column)] if named[1] == "C" else []
