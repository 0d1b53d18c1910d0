"""What a total is made of: the rows above it that add up to it, and the rows of a table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agentic.facts import wording
from agentic.tables.cells.beyond import Compared
from agentic.tables.cells.matching import TOTAL
from agentic.tables.cells.model import Cell, Series
from agentic.tables.cells.wording import called, is_total, when
from reading.values.quantities import find_quantities
from retrieval.sheets.stems import stems_of

MOST_MEMBERS = 15
OF_A_TABLE = re.compile(r"^\W*(?:(?:the|this)\s+)?table\W*$", re.IGNORECASE)

CONSOLIDATED = "consolidated"  # which goes before that of the parent company alone

Member = tuple[Series, Cell]


def _headings(context: str) -> list[frozenset[str]]:
    """The stems of each heading over a row."""
    parts = [part.strip() for part in context.split("›")]
    stems = stems_of(set(parts))
    return [stems[part] for part in parts]


def _briefly(series: Series) -> str:
    """Its name without what brackets say of it."""
    return called(series).partition(" (")[0]


def _over(series: Series) -> str:
    return f"{series.title} {series.cells[0].row.context}".casefold()


class Members(Compared):
    def _members(self) -> str:
        """The names of the rows, each with its place; "" where nothing shows that they are all."""
        if OF_A_TABLE.match(self.asked.parts[0]):
            return self._listed(self._of_table(), "")
        if under := self._under(self.asked.parts[0]):
            return self._listed(under, "")
        whole = self._one()
        if whole is None:
            return ""
        parts, cell = max(
            ((self._adding_up(whole, cell), cell) for cell in reversed(whole.cells)),
            key=lambda pair: len(pair[0]),
        )
        if not parts:
            return ""
        said = f"\n\nThey add up to {called(whole)} {when(cell)}, {self._cited(cell)}."
        text = self._listed(parts, said)
        self._take(whole, [cell])
        self.expression = {"members": [self._leaf(*pair) for pair in parts], "of": self._leaf(whole, cell)}
        return text

    def _largest(self) -> str:
        """The largest of the rows that add up to the total asked for; "" where tables differ over it."""
        found = [
            (parts, whole, cell)
            for whole in self._wholes()
            if (cell := self._of_the_year(whole)) and (parts := self._parts(whole, cell))
        ]
        if not found or len({whole.table[0] for _, whole, _ in found}) > 1:
            return ""
        ranked = [
            sorted(parts, key=lambda pair: pair[1].row.numeric_value, reverse=not self.asked.low)
            for parts, _, _ in found
        ]
        if len({parts[0][1].row.numeric_value for parts in ranked}) > 1:
            return ""
        (first, best), *others = ranked[0]
        _, whole, total = found[0]
        for series, cell in ((first, best), *others, (whole, total)):
            self._take(series, [cell])
        word = "smallest" if self.asked.low else "largest"
        self.expression = {word: [self._leaf(*pair) for pair in ranked[0]], "of": self._leaf(whole, total)}
        listed = "; ".join(f"{_briefly(series)}, {self._cited(cell)}" for series, cell in others)
        name = wording.capital(_briefly(first))
        return (
            f"{name} was the {word} part of {called(whole)} {when(best)}: {self._cited(best)}.\n\n"
            f"The others: {listed}. Together they make {self._cited(total)}."
        )

    def _wholes(self) -> list[Series]:
        """The totals that are called just so, in the statement that the question names."""
        wanted = self.words[0].stems | {TOTAL}
        own = [each for each in self.series if each.own == wanted and not each.beside]
        said = self.asked.statement.rstrip("s")
        told = [each for each in own if said in _over(each)]
        return [each for each in told if CONSOLIDATED in _over(each)] or told

    def _of_the_year(self, whole: Series) -> Cell | None:
        return self._cell(whole, self.asked.years[0] if self.asked.years else max(whole.years))

    def _parts(self, whole: Series, total: Cell) -> list[Member]:
        """The rows that make it, those of its subtotals in place of these."""
        found: list[Member] = []
        for series, cell in self._adding_up(whole, total):
            found += (self._parts(series, cell) if is_total(series) else []) or [(series, cell)]
        return found

    def _adding_up(self, whole: Series, total: Cell) -> list[Member]:
        """The rows right above the total whose numbers, in its column, make it."""
        table = [each for each in self.series if each.table == whole.table and each.beside == whole.beside]
        found: list[Member] = []
        left = total.row.numeric_value
        for each in reversed(table[: table.index(whole)]):
            cell = next((cell for cell in each.cells if cell.year == total.year), None)
            if cell is None or len(found) == MOST_MEMBERS or cell.row.unit != total.row.unit:
                continue
            found.insert(0, (each, cell))
            left -= cell.row.numeric_value
            if not left and len(found) > 1:
                return found
        return []

    def _under(self, heading: str) -> list[Member]:
        """The rows that stand under the heading within one table; none where two tables have it."""
        wanted = stems_of({heading})[heading]
        rows = [
            each
            for each in self.series
            if wanted and any(part == wanted for part in _headings(each.cells[-1].row.context))
        ]
        same = len({each.table for each in rows}) == 1 and len({each.beside for each in rows}) == 1
        names = {each.name for each in rows}
        is_told = same and 1 < len(rows) <= MOST_MEMBERS and len(names) == len(rows)
        own = [each for each in rows if not is_total(each) and each.own != wanted]
        return [(each, each.cells[-1]) for each in own] if is_told and len(own) > 1 else []

    def _of_table(self) -> list[Member]:
        """The rows of the only table, without its totals."""
        if len({each.table for each in self.series}) != 1 or len({each.beside for each in self.series}) > 1:
            return []
        rows = [each for each in self.series if not is_total(each)]
        return [(each, each.cells[-1]) for each in rows] if 1 < len(rows) <= MOST_MEMBERS else []

    def _listed(self, members: Sequence[Member], behind: str) -> str:
        names = [called(series) for series, _ in members]
        if not members or any(find_quantities(name) for name in names):
            return ""
        for series, cell in members:
            self._take(series, [cell])
        self.expression = {"members": [self._leaf(*pair) for pair in members]}
        lines = [f"- {series.name} {self.case.cite(cell.row.span)}" for series, cell in members]
        return "\n".join(lines) + behind
