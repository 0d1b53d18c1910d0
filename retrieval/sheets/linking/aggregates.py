"""Which part of the rows is asked for, which groups have many, and rows in their order."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.question.plans.bounds import Bound
from retrieval.question.wording.rows import COUNT, SUM
from retrieval.sheets.asked import Condition, Many, Named, Relation
from retrieval.sheets.linking.cues import IN_MONEY
from retrieval.sheets.linking.links import Link
from retrieval.sheets.linking.measures import Measures
from retrieval.sheets.model import Column
from retrieval.sheets.request.asked.shares import SHARE
from retrieval.sheets.stems import years_in
from retrieval.tables.rules.vocabulary.words import NUMBERS

OF_ALL = re.compile(
    r"(?:shares?|percentage|per\s?cent(?:age)?|proportion|fraction|portion)\s+of\s+(?P<of>.*?)"
    r"(?=\b(?:is|are|was|were|be|been|has|have|had|do|does|did|would|can|could|may|must|will|come|comes|came|go|goes|"
    r"went|need\w*|got|take|took)\b|\W*$)",
    re.IGNORECASE,
)
RANKED = re.compile(
    r"^\W*(?:please\s+)?(?:rank|order|sort|list|show|give)\b.*?\b(?:by|in (?:descending|ascending|decreasing|"
    r"increasing)?\s*order of|(?:from|in order) (?:highest|most|largest|lowest|least|smallest))\b",
    re.IGNORECASE,
)
RANKS = re.compile(
    r"^\W*(?:please\s+)?(?:rank|order|sort)\b|\border of\b|\branked\b|\bsorted\b", re.IGNORECASE
)
RANKING = re.compile(
    r"rank|order|sort|ranked|sorted|highest|most|largest|lowest|least|smallest", re.IGNORECASE
)
UPWARD = re.compile(r"\b(?:ascending|increasing|from (?:lowest|least|smallest|fewest))\b", re.IGNORECASE)
_NUMBER = "|".join(["one", *NUMBERS, r"\d+"])
COMPARES = re.compile(
    r"\b(?:than|compared|versus|vs|from\b.*\bto|between\b.*\band|how (?:did|has|have)|by how much|"
    r"difference)\b",
    re.I,
)
TWO = 2
REPEATED = re.compile(r"\b(?:more than once|at least twice|twice or more|several times|repeatedly)\b", re.I)
MANY_TIMES = re.compile(
    r"\b(?P<bound>more than|over|at least|fewer than|less than|exactly)\s+"
    rf"(?P<many>{_NUMBER})\s+(?P<what>[^\W\d_]+)",
    re.IGNORECASE,
)
RELATIONS: dict[str, Relation] = {
    "more than": "above",
    "over": "above",
    "at least": "at least",
    "exactly": "is",
}


class Aggregates(Measures):
    """The same with parts of the rows, groups of many, and rows in order."""

    def _is_of_two_years(self) -> bool:
        """Whether two years are held against each other."""
        is_compared = COMPARES.search(self.question) is not None
        return (
            is_compared and len(years_in(self.question)) == TWO and COUNT.match(self.question.strip()) is None
        )

    def _asks_part(self) -> bool:
        return SHARE.search(self.question) is not None and not COUNT.search(self.question)

    def _base(self, conditions: Sequence[Condition]) -> list[Condition] | None:
        """The conditions on the whole of which a part is asked for: “of the gear jobs”; None where no other
        tells the part."""
        said = OF_ALL.search(self.question)
        if said is None:
            return None
        start, end = said.span("of")
        if not self._are_rows(start, end):
            return None  # a share of visitors is none of the pools
        inside = {k.column.name for k in self.links if k.column and start <= self.tokens[k.first].start < end}
        base: list[Condition] = [c for c in conditions if isinstance(c, Named) and c.column in inside]
        for at, token in enumerate(self.tokens):
            if said.start() <= token.start < start:
                self.weight[at] = 0.0
        return base if len(base) < len(conditions) else None

    def _are_rows(self, start: int, end: int) -> bool:
        """Whether the last of the words names contents, a column of text, or what rows are called: by the
        name of the file only where no number of theirs may tell how many there are."""
        said = [at for at, token in enumerate(self.tokens) if start <= token.start < end and self.weight[at]]
        if not said:
            return True
        noun = self.tokens[said[-1]].stems
        for link in self.links:
            if link.column is not None and link.first <= said[-1] < link.last:
                return link.kind == "cells" or not link.column.is_number
        own = self.sheet.names | self.sheet.of_file | self.of_labels
        tells = any(self._may_count(column) for column in self.sheet.numbers)
        return bool(noun & self.sheet.label.words) or (bool(noun & own) and not tells)

    def _may_count(self, column: Column) -> bool:
        """Whether its numbers may be those of things: none of codes, of years, of money or in a unit."""
        if column in self.sheet.codes or column.tells_year or IN_MONEY.search(column.name):
            return False
        return not any(row.formulas.get(column.name) or row.units.get(column.name) for row in self.sheet.rows)

    def _many(self) -> Many | None:
        """How many rows a group must have: “came more than once”, “with at least three orders”."""
        if said := REPEATED.search(self.question):
            return self._taken(Many("above", 1, *said.span()))
        said = MANY_TIMES.search(self.question)
        if said is None or not self._calls_rows(said["what"]):
            return None
        written = said["many"].lower()
        number = 1 if written == "one" else int(NUMBERS.get(written, written))
        relation = RELATIONS.get(said["bound"].lower(), "below")
        return self._taken(Many(relation, number, *said.span()))

    def _taken(self, many: Many) -> Many:
        self.take(self.free(many.start, many.end), counts=True)
        return many

    def _calls_rows(self, word: str) -> bool:
        """Whether rows are called so, and no column of numbers tells of it."""
        token = next(token for token in self.tokens if token.text == word)
        of_numbers = any(token.stems & column.words for column in self.sheet.numbers)
        own = self.sheet.label.words | self.sheet.names | self.names_of_codes | {"time"}
        return bool(token.stems & own) and not of_numbers

    def _sets(self, bound: Bound, many: Many | None) -> bool:
        """Whether a bound is not the one on how many rows there are."""
        return many is None or bound.end <= many.start or many.end <= bound.start

    def _kinds(self, head: Sequence[Link]) -> list[Column]:
        """The columns of text that the noun asked for names, whose contents repeat."""
        columns = [k.column for k in head if k.kind == "column" and k.column and not k.column.is_number]
        return [column for column in columns if self._repeats(column)]

    def _repeats(self, column: Column) -> bool:
        held = [row.cells[column.name] for row in self.sheet.rows if column.name in row.cells]
        return 1 < len(set(held)) < len(held)

    def _is_in_order(self) -> bool:
        """Whether all rows are asked for in their order."""
        said = bool(RANKED.search(self.question) and RANKS.search(self.question))
        for at, token in enumerate(self.tokens):
            if said and RANKING.fullmatch(token.text):
                self.weight[at] = 0.0
        return said and not SUM.search(self.question)
