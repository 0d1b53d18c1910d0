"""The most or least of one sort: “the largest claim”, “the latest invoice”, “the highest score”."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from agentic.search.chains.graph import Cell, Record
from agentic.search.chains.measures import amounts, day_of
from agentic.search.chains.reading import Given, Reading
from agentic.search.chains.wanted import Want
from agentic.search.decisions.words import HIGH, LOW
from agentic.search.joins.asked import akin_to
from retrieval.annotations.roles import roles

OF_TIME = frozenset("latest newest earliest oldest".split())
DEAR = frozenset(("expensive", "costly"))
NEAR = 3  # words between “largest” and what it is said of


@dataclass(frozen=True)
class End:
    """`measure`: the labels by whose values the `records` are in order; none where no end is asked for."""

    records: Sequence[Record] = ()
    measure: frozenset[str] = frozenset()
    is_high: bool = True
    said: frozenset[int] = frozenset()

    def first_of(self, records: Sequence[Record]) -> Given | None:
        """The records with the most or least; None where values cannot be compared."""
        told = {id(record): cell for record in records if (cell := record.cell(self.measure))}
        values = {key: _value(cell) for key, cell in told.items()}
        kinds = {(type(value), told[key].unit) for key, value in values.items()}
        if not values or None in values.values() or len(kinds) != 1 or len(told) != len(records):
            return None
        best = (max if self.is_high else min)(values.values())  # type: ignore[type-var]
        own = [record for record in records if values[id(record)] == best]
        return Given(own, self.said, "end", {id(record): told[id(record)] for record in own})


def end_of(reading: Reading, want: Want) -> End | None:
    """None where one is asked for of something that no label measures."""
    places = [
        at for at, token in enumerate(reading.tokens)
        if token.text.lower() in HIGH | LOW and at not in reading.used
    ]  # fmt: skip
    if not places:
        return End()
    if len(places) > 1:
        return None
    (at,) = places
    word = reading.tokens[at].text.lower()
    following = range(at + 1, min(len(reading.tokens), at + 1 + NEAR))
    said = [i for i in following if reading.tokens[i].stems]
    labels = [
        label
        for label, own in reading.graph.labels.items()
        if own and said and all(akin_to(s, {x for i in said for x in reading.tokens[i].stems}) for s in own)
        and any(akin_to(s, own) for s in reading.tokens[said[0]].stems)
    ]  # fmt: skip
    is_high = word in HIGH
    own = [r for r in reading.graph.records if (cell := r.cell(labels)) and cell.number is not None]
    if own and word not in OF_TIME:
        measured = frozenset(cell.label for r in own if (cell := r.cell(labels)))
        return End(own, measured, is_high, frozenset([at, said[0]]))
    if said and reading.tokens[said[0]].text.lower() in DEAR:
        measure = amounts(want.records)
        return End(want.records, measure, word in HIGH, frozenset([at, said[0]])) if measure else None
    nouns = [i for i in said if i in reading.nouns]
    before = [i for i in sorted(reading.nouns, reverse=True) if i < at]
    records = reading.nouns[nouns[0]] if nouns else reading.nouns[before[0]] if before else want.records
    measure = _dates(records) if word in OF_TIME else amounts(records)
    is_high = word in HIGH
    return End(records, measure, is_high, frozenset([at])) if measure else None


def _dates(records: Sequence[Record]) -> frozenset[str]:
    """The label of the day that each is of."""
    dated = [{c.label for c in record.cells if day_of(c)} for record in records]
    common = set.intersection(*dated) if dated else set()
    day = roles()["date"]
    ranked = sorted((rank, label) for label in common if (rank := day.rank(label)) is not None)
    if ranked:
        return frozenset([ranked[0][1]])
    return frozenset(common) if len(common) == 1 else frozenset()


def _value(cell: Cell) -> Decimal | date | None:
    return cell.number if cell.number is not None else day_of(cell)
