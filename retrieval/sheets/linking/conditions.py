"""The rows that a question means, by contents, numbers, bounds and years."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cached_property

from retrieval.question.plans.bounds import Bound
from retrieval.sheets.asked import Condition, Lacking, Measured, Named
from retrieval.sheets.linking.cover import FULL, Cover
from retrieval.sheets.linking.cues import COMPARATIVE, LESS, MOVES
from retrieval.sheets.linking.links import Link
from retrieval.sheets.model import YEAR, Column, Content
from retrieval.sheets.request.asked.counted import counted_in, in_unit_of
from retrieval.sheets.stems import years_in
from retrieval.tables.rules.vocabulary.lexicon import degrees, dimensions


class Conditions(Cover):
    """The same with the conditions that its words set."""

    def _named(self) -> list[Condition]:
        """Rows by the contents that are named: of one column any of them, of several all."""
        found: dict[str, tuple[set[object], list[str]]] = {}
        lacking: list[Condition] = []
        for link in self.links:
            if link.lacks and link.column is not None:
                lacking.append(Lacking(link.column.name))
            elif link.kind == "cells" and link.column is not None:
                cells, said = found.setdefault(link.column.name, (set(), []))
                cells |= link.cells
                said.append(self._told_of(link))
        return [
            Named(name, frozenset(cells), " or ".join(dict.fromkeys(said)))  # type: ignore[arg-type]
            for name, (cells, said) in found.items()
        ] + lacking

    def _told_of(self, link: Link) -> str:
        return str(next(iter(link.cells))) if len(link.cells) == 1 else f"one with “{self._said(link)}”"

    def _numbered(self) -> list[Condition]:
        """Rows by a number behind a heading: “on shelf 2”."""
        found: list[Condition] = []
        for link in self.links:
            token = self.tokens[link.last] if link.last < len(self.tokens) else None
            if link.kind != "column" or link.column is None or not link.column.is_number or token is None:
                continue
            if token.text.isdigit() and not self.taken[link.last] and not self.worth[link.last]:
                self.worth[link.last] = FULL
                self.bounding.append(link.column)
                found.append(Measured((link.column.name,), "is", Decimal(token.text), token.text))
        return found

    def _bounded(self, bound: Bound) -> Condition | None:
        """The bound on the column of numbers whose words stand nearest, else on the one that is meant."""
        before = [at for at, token in enumerate(self.tokens) if token.end <= bound.start]
        place = len(before)
        links = [k for k in self.links if k.kind == "column" and k.column and k.column.is_number]
        after = next(
            (at for at, token in enumerate(self.tokens) if token.start >= bound.end), len(self.tokens)
        )
        links = [link for link in links if link.column not in self.bounding]
        links.sort(key=lambda k: k.first - after if k.first >= after else place - k.last + 1)
        unit = bound.test.unit
        counting = next(iter(counted_in(self, unit)), None) if unit else None
        of = links[0].column if links else counting or self._by_degree()
        value = None if of is None else in_unit_of(self.sheet, (of,), bound.test.value, unit)
        if of is None or value is None:
            return None
        self.bounding.append(of)
        return Measured((of.name,), bound.test.relation, value, bound.test.written)

    def _by_degree(self) -> Column | None:
        """The column that a comparative means: “hotter” by temperature, of several the highest."""
        words = [of for said, of in degrees() if re.search(rf"\b(?:{said})\b", self.question, re.IGNORECASE)]
        words += [
            of
            for most, least, of in dimensions()
            if re.search(COMPARATIVE.format(most[:4], least[:4]), self.question, re.I)
        ]
        held = [c for c in self.sheet.numbers if any(speaks_of(c, word) for of in words for word in of)]
        if len(held) > 1:
            ends = re.compile(r"min|low" if LESS.search(self.question) else r"max|high", re.IGNORECASE)
            held = [column for column in held if ends.search(column.name)]
        return held[0] if len(held) == 1 else None

    def _gloss(self) -> None:
        """“The shortstops (SS)”, “the 1987 salary” of “sal87”: said with what is linked beside them."""
        for link in self.links:
            start = self.tokens[link.first].start
            if self.question[:start].rstrip().endswith("(") and link.first:
                self.worth[link.first - 1] = self.worth[link.first - 1] or link.worth
            digits = re.sub(r"\D", "", link.column.name) if link.kind == "column" and link.column else ""
            for at, token in enumerate(self.tokens):
                if digits and token.text.isdigit() and token.text.endswith(digits) and not self.worth[at]:
                    self.worth[at] = FULL

    def _of_two_years(self) -> tuple[Column, ...]:
        """The columns of the two years that are named."""
        years = sorted(years_in(self.question))
        of = [[c for c in self.sheet.numbers if c.years == {year}] for year in years]
        if len(years) != 2 or any(len(each) != 1 for each in of):
            return ()
        for at, token in enumerate(self.tokens):
            if token.text in map(str, years):
                self.worth[at] = FULL
        for at, token in enumerate(self.tokens):
            if MOVES.fullmatch(token.text):
                self.weight[at] = 0.0
        return tuple(each[0] for each in of)

    def _rows_of_two_years(self) -> list[Condition]:
        """The rows of the two years that are named, by the one column that tells years or days."""
        years = years_in(self.question)
        for column in self.sheet.columns if len(years) == 2 else ():
            cells = {row.cells[column.name] for row in self.sheet.rows if column.name in row.cells}
            held = frozenset(cell for cell in cells if _year_of(cell) in years)
            if len(held) == 2 and {_year_of(cell) for cell in held} == years:
                for at, token in enumerate(self.tokens):
                    if token.text in map(str, years):
                        self.worth[at] = FULL
                    elif MOVES.fullmatch(token.text):
                        self.weight[at] = 0.0
                return [Named(column.name, held, " and ".join(map(str, sorted(years))))]
        return []

    @cached_property
    def columns(self) -> list[Column]:
        """Columns that are named for themselves, not beside one of their contents."""
        held = {link.column for link in self.links if link.kind == "cells"} | {*self.bounding}
        found = [link.column for link in self.links if link.kind == "column" and link.column not in held]
        return list(dict.fromkeys(column for column in found if column is not None))


def _year_of(cell: Content) -> int:
    found = YEAR.match(str(cell))
    return int(found[0]) if found else 0


def speaks_of(column: Column, word: str) -> bool:
    """Whether a heading has the word, or begins with its beginning: “temp_max” of “temperature”."""
    name = column.name.casefold()
    parts = re.split(r"[^a-z]+", name)
    return any(part == word or (len(part) >= 3 and word.startswith(part)) for part in parts)
