"""What was late: by the one column that tells how long, or by that which the verb names."""

from __future__ import annotations

import re

from retrieval.tables.rules.dates import says
from retrieval.tables.rules.parts.marked import Marked
from retrieval.tables.rules.plan import Mark, Place
from retrieval.tables.rules.vocabulary.lexicon import durations, spoken
from retrieval.tables.rules.vocabulary.words import FEWER, MORE
from retrieval.tables.schema import Schema, words_of

_DELAYS = frozenset("delay lateness".split())
_BE = r"(?: (?:that|which|who|is|are|was|were|have|has|had|been))*"


def take_late(reader: Marked, schema: Schema) -> None:
    """“That arrived more than 30 minutes late”, “that were delayed”."""
    delays = [
        Place(table, column)
        for table in schema.tables
        for column in table.columns
        if column.kind == "number" and _DELAYS & {*words_of(column.name), *spoken(column.name)}
    ]

    def told(match: re.Match[str]) -> str:
        own = {table.path for table in reader.marks[int(match["table"])].tables}
        found = [place for place in delays if place.table.path in own]
        if match["verb"]:
            found = [place for place in found if says(match["verb"], place.column)]
        unit = match.groupdict().get("unit") or ""
        if len(found) != 1 or (unit and _has_other_unit(found[0], unit)):
            return match[0]
        column = reader.put(Mark("C", "late", places=(found[0],)))
        if "number" not in match.re.groupindex:
            return f"<T{match['table']}> with {column} over {reader.put(Mark('N', '0', value='0'))}"
        if unit and not _units_of(found[0]):
            note = f"{found[0].column.name} is taken to be in {unit}."
            reader.plan.note = f"{reader.plan.note} {note}".strip()
        return f"<T{match['table']}> with {column} {match['than']} <N{match['number']}>"

    if not delays:
        return
    verb = r"(?: (?!late |delayed )(?P<verb>[a-z]{4,}))?"
    than = rf"(?P<than>{MORE}|{FEWER}|at least|at most)"
    unit = rf"(?: (?P<unit>{'|'.join(word for word in durations() if len(word) > 2)}))?"
    late = rf"<T(?P<table>\d+)>{_BE}{verb}"
    reader.text = re.sub(
        rf"{late} (?:{than}) <N(?P<number>\d+)>{unit} (?:late|behind schedule)(?= )", told, reader.text
    )
    reader.text = re.sub(rf"{late} (?:late|delayed)(?= )", told, reader.text)


def _units_of(place: Place) -> set[str]:
    return {*words_of(place.column.name)} & {*durations()}


def _has_other_unit(place: Place, unit: str) -> bool:
    own = _units_of(place)
    return bool(own) and not any(durations()[each] == durations()[unit] for each in own)
