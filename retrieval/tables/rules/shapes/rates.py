"""One column by another: the average price per page, the price per square metre of each."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.tables.rules.parts.marked import Marked
from retrieval.tables.rules.parts.measures import is_counted
from retrieval.tables.rules.plan import Fold, Mark, Place, Ratio
from retrieval.tables.rules.vocabulary.lexicon import unit_words, units
from retrieval.tables.rules.vocabulary.words import AVG, SUM
from retrieval.tables.schema import Column, words_of


def take_rates(reader: Marked) -> None:
    """“The average price per page”: one column by another that counts what is named in the singular."""

    def rate(marks: list[Mark], match: re.Match[str]) -> str:
        pair = _rated(reader, marks[0], match["unit"])
        if pair is None:
            return match[0].replace(" per ", " ~per ")
        over, under = pair
        is_mean = re.search(rf"\b(?:{AVG})\b", match["how"]) is not None
        reader.plan.ratio = (
            Ratio(over, under, is_average=True, name="average_rate")
            if is_mean
            else Ratio(Fold("sum", over), Fold("sum", under), name="rate")
        )
        return ";"

    numbers = [n for n, mark in enumerate(reader.marks) if mark.kind == "C" and _is_unit(mark)]
    units = "|".join([*(f"<C{n}>" for n in numbers), *sorted(unit_words())])
    reader.take(rf"(?:the )?(?P<how>{AVG}|{SUM}) (?:the )?#C per (?P<unit>{units})", rate)

    def single(marks: list[Mark], match: re.Match[str]) -> str:
        pair = _rated(reader, marks[0], match["unit"])
        if pair is None:
            return match[0].replace(" per ", " ~per ")
        reader.plan.ratio = Ratio(*pair, name="rate")
        return ";"

    reader.take(rf"(?:the )?#C per (?P<unit>{units})(?= (?:of|for|in) (?:each|every|all) <T\d+> $)", single)


def _rated(reader: Marked, column: Mark, unit: str) -> tuple[Mark, Mark] | None:
    """The column and the one beside it that counts the unit."""
    found = [
        (place, Place(place.table, each))
        for place in column.places
        for each in place.table.columns
        if each.kind == "number" and each.name != place.column.name and _counts(each, reader.marks, unit)
    ]
    if len(found) != 1:
        return None
    over, under = (Mark("C", place.column.name, places=(place,)) for place in found[0])
    return over, under


def _is_unit(mark: Mark) -> bool:
    """Whether a column holds how many there are of what its name says: pages, word_count."""
    return all(place.column.kind == "number" and is_counted(place) for place in mark.places)


def _counts(column: Column, marks: Sequence[Mark], unit: str) -> bool:
    if named := re.fullmatch(r"<C(\d+)>", unit):
        return any(place.column == column for place in marks[int(named[1])].places)
    last = words_of(column.name)[-1]
    return any(unit in forms and last in forms for _, forms in units())
