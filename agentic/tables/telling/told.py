"""Rows that a request holds, with their figures, as every answer of them has them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from statistics import median

from agentic.evidence import Figure, Span
from agentic.facts.case import Case
from agentic.tables.cell_numbers import decimals_of, said_as, said_with_unit
from reading.values.quantities import find_quantities
from reading.values.units import MONEY_UNITS
from retrieval.sheets.asked import Request
from retrieval.sheets.model import Column, Row
from retrieval.sheets.numbers import unit_of

LISTED = 30  # rows that an answer names
CITED = 10  # rows that a number made of many is cited by
ORDINALS = ("", "", "second ", "third ", "fourth ", "fifth ")
LONGEST_CELL = 40  # characters of words whose numbers are known to the check, as those of codes
DECIMALS = 3  # of an average beyond those of its numbers


class Told:
    """The rows of a request, and the figures, rows and headings that its answer has shown so far."""

    def __init__(self, case: Case, request: Request) -> None:
        self.case, self.request, self.sheet, self.rows = case, request, request.sheet, request.rows
        self.figures: list[Figure] = []
        self.shown: list[tuple[tuple[object, ...], Span | None]] = []
        self.headings: tuple[str, ...] = ()

    @property
    def _name(self) -> str:
        return self.sheet.filename

    def _where(self) -> str:
        said = " and ".join(map(str, self.request.conditions))
        return f" where {said}" if said else ""

    @property
    def _row(self) -> str:
        return self.sheet.rows_are.removesuffix("s").capitalize()

    @property
    def _fold(self) -> str:
        """How numbers of several rows are put together."""
        return self.request.fold or self.request.ask

    def _number(self, count: int, of: str) -> str:
        self.figures.append(Figure(value=Decimal(count), text=str(count), label=of, formula=f"counted: {of}"))
        return f"{count:,}"

    def _groups(self) -> dict[str, list[Row]]:
        """The rows by what stands in the column that they are put together by."""
        groups: dict[str, list[Row]] = defaultdict(list)
        for row in self.rows:
            content = row.cells.get(self.request.by) if self.request.by else row.part
            if content not in (None, ""):
                groups[str(content)].append(row)
        return groups

    def _total(self, rows: Sequence[Row], column: Column) -> str:
        """The sum or average, said in the unit of its numbers, and known to the check by its formula."""
        held = [row for row in rows if row.number(column.name) is not None]
        numbers = [row.number(column.name) or Decimal(0) for row in held]
        units = {unit_of(row, column) for row in held}
        if not numbers or len(units) > 1 or (units == {"%"} and self._fold == "sum"):
            return ""
        if any("÷" in row.formulas.get(column.name, "") for row in held):
            return ""  # rates of several rows, of which there is neither a sum nor an average
        total, decimals = sum(numbers, Decimal(0)), max(map(decimals_of, numbers))
        unit = next(iter(units), "")
        formula = " + ".join(f"{value:,}" for value in numbers[:LISTED])
        if self._fold == "average":
            total = total / len(numbers)
            formula, decimals = f"({formula}) ÷ {len(numbers)}", decimals + DECIMALS
        if self._fold == "median":
            total = median(numbers)
            formula, decimals = f"median of {formula}", decimals + 1
        if unit in MONEY_UNITS and decimals == 1:
            decimals = 2  # 2,167.10
        total = total.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
        text = said_as(total, unit, trimmed=self._fold != "sum")
        label = f"{self._fold} of {column.name}{self._where()}"
        self.figures.append(Figure(value=total, text=text, unit=unit, label=label, formula=formula))
        return text

    def _cell(self, row: Row, column: Column) -> str:
        """What stands there, as it is written, known to the check."""
        if row.number(column.name) is None:
            words, place = str(row.cells.get(column.name, "")), row.place(column.name)
            found = find_quantities(words) if len(words) <= LONGEST_CELL else []
            self.figures += [Figure(value=q.value, text=q.text, unit=q.unit, span=place) for q in found]
            return words
        text, figure = said_with_unit(row, column)
        self.figures.append(figure)
        return text

    def _show(self, row: Row, columns: Sequence[str]) -> None:
        cells = tuple(self._cell(row, Column(name, frozenset(), frozenset(), True)) for name in columns)
        self.shown.append(((row.label, *cells), row.place(columns[0] if columns else "")))
