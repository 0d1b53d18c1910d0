"""Cells over times and rows: where they are highest, and which lie beyond a bound."""

from __future__ import annotations

from decimal import Decimal

from agentic.evidence import Figure
from agentic.facts import wording
from agentic.tables.cells.choosing import Chosen
from agentic.tables.cells.matching import Words
from agentic.tables.cells.model import Series
from agentic.tables.cells.wording import (
    are_unlike,
    called,
    is_total,
    time_of,
    when,
)
from retrieval.question.plans.bounds import holds


class Compared(Chosen):
    def _extreme(self) -> str:
        """In which time it was highest or lowest."""
        series = self._one()
        years = self._years(series) if series else []
        cells = self._cells_of(series, years) if series else None
        if series is None or not cells or len(cells) < 2 or are_unlike(cells):
            return ""
        ranked = sorted(cells, key=lambda cell: cell.row.numeric_value, reverse=not self.asked.low)
        if ranked[0].row.numeric_value == ranked[1].row.numeric_value:
            return ""
        self._take(series, ranked)
        self.expression = {
            "lowest" if self.asked.low else "highest": [self._leaf(series, each) for each in cells]
        }
        word = "lowest" if self.asked.low else "highest"
        others = "; ".join(f"{time_of(cell)}, {self._cited(cell)}" for cell in ranked[1:])
        name, best = wording.capital(called(series)), ranked[0]
        return f"{name} was {word} in {time_of(best)}: {self._cited(best)}.\n\nAgainst {others}."

    def _years_beyond(self) -> str:
        """In which times it lies beyond the bound, or how many these are."""
        series, test = self._one(), self.asked.test
        years = self._years(series) if series else []
        cells = self._cells_of(series, years) if series else None
        if series is None or not cells or test is None or are_unlike(cells):
            return ""
        unit = cells[0].row.unit
        if test.unit not in ("", unit, unit.partition("/")[0]):
            return ""
        self._take(series, cells)
        self.expression = {
            self.asked.operation: [self._leaf(series, each) for each in cells],
            **test.as_json(),
        }
        fitting = [cell for cell in cells if holds(test, cell.row.numeric_value)]
        listed = "; ".join(f"{time_of(cell)}, {self._cited(cell)}" for cell in cells)
        times = wording.joined([time_of(cell) for cell in fitting]) if fitting else ""
        self.results.append(self._bound(cells[0]))
        name = called(series)
        if self.asked.operation == "exceeds":
            if not fitting:
                return ""
            return f"In {times}: then {name} was {test}.\n\nOf {listed}."
        self.results.append(
            Figure(
                value=Decimal(len(fitting)),
                text=str(len(fitting)),
                label=name,
                formula=f"counted: {name} {test}",
            )
        )
        which = f" ({times})" if times else ""
        return f"{len(fitting)}: the number of times in which {name} was {test}{which}.\n\nOf {listed}."

    def _rows_beyond(self) -> str:
        """Which rows of a table lie beyond the bound in the year, or how many these are."""
        test, own = self.asked.test, self._block(self.words[0])
        if test is None or not own or len(self.asked.years) > 1:
            return ""
        year = self.asked.years[0] if self.asked.years else 0
        if not year and any(len(each.years) > 1 for each in own):
            return ""
        pairs = [(each, cell) for each in own if (cell := self._cell(each, year)) is not None]
        beside = {each.beside for each, _ in pairs}
        if len(pairs) < 2 or len(beside) > 1 or are_unlike([cell for _, cell in pairs]):
            return ""
        unit = pairs[0][1].row.unit
        if test.unit not in ("", unit, unit.partition("/")[0]):
            return ""
        fitting = [pair for pair in pairs if holds(test, pair[1].row.numeric_value)]
        for series, cell in fitting or pairs:
            self._take(series, [cell])
        self.expression = {"rows": [self._leaf(*pair) for pair in pairs], **test.as_json()}
        self.results.append(self._bound(pairs[0][1]))
        title = pairs[0][0].title
        for count in (len(fitting), len(pairs)):
            self.results.append(
                Figure(
                    value=Decimal(count), text=str(count), label=title, formula=f"counted: rows of {title}"
                )
            )
        listed = "; ".join(f"{called(series)}, {self._cited(cell)}" for series, cell in fitting)
        return (
            f"{len(fitting)} of {len(pairs)} rows {when(pairs[0][1])} are {test}"
            f"{f': {listed}' if listed else ''}."
        )

    def _block(self, words: Words) -> list[Series]:
        """The rows that the words name: those over a total of that name, else of the one table that is called
        so and has no totals within."""
        totals = [each for each in self.series if is_total(each) and words.stems and words.stems <= each.own]
        if len(totals) == 1:
            table = [each for each in self.series if each.table == totals[0].table]
            above: list[Series] = []
            for each in table[: table.index(totals[0])]:
                above = [] if is_total(each) else [*above, each]
            return above
        only = len({each.table for each in self.series}) == 1
        known = self.matcher.page if only else frozenset[str]()
        tables = {each.table for each in self.series if words.stems <= each.around | each.beside | known}
        if len(tables) != 1 or not (words.stems or only):
            return []
        table = [each for each in self.series if each.table in tables]
        rows = [each for each in table if not is_total(each)]
        return rows if all(not is_total(each) for each in table[: len(rows)]) else []

    def _years_told(self) -> str:
        """Of which years a row, or the only table, tells."""
        series = self._one() if self.words[0].stems else None
        tables = {each.table for each in self.series}
        known = self.matcher.page | self.matcher.names
        if series is None and (self.words[0].stems - known or len(tables) != 1):
            return ""
        chosen = [series] if series else [max(self.series, key=lambda each: len(each.years))]
        cells = [cell for cell in chosen[0].cells if cell.year]
        years = sorted({cell.year for cell in cells}, reverse=True)
        if not years:
            return ""
        self._take(chosen[0], cells)
        self.expression = {"years": chosen[0].name}
        marks = "".join(dict.fromkeys(self.case.cite(cell.row.span) for cell in cells))
        return f"{wording.joined([str(year) for year in years])} {marks}."
