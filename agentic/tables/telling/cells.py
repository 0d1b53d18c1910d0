"""What cells of rows say, how far two of them are apart, and whether they are money."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from agentic.evidence import Figure
from agentic.tables.cell_numbers import said_as
from agentic.tables.telling.told import CITED
from agentic.tables.telling.yes_or_no import YesOrNo
from documents.models import Metric
from reading.values.units import MONEY_UNITS
from retrieval.question.wording.rows import AMOUNT, COUNT
from retrieval.sheets.asked import Dated, Named
from retrieval.sheets.linking.cues import IN_MONEY
from retrieval.sheets.misread import ASKS_PRICE, ASKS_SPENT, WHEN, asks_a_doer
from retrieval.sheets.model import Column, Row
from retrieval.sheets.numbers import have_cents, unit_of
from retrieval.sheets.shapes.values import value_of

OF_ONE = re.compile(r"\W*(?:what|how much)\s+(?:is|was)\s+the\s+(?!\w*[^s]s\b)", re.IGNORECASE)


class Cells(YesOrNo):
    """The same with values, differences and money. Each gives "" for no answer."""

    def _value(self) -> str:
        column = self.request.of[0]
        rows = [row for row in self.rows if column.name in row.cells]
        if len(rows) > 1 and OF_ONE.match(self.case.question) and not self._names_rows():
            return ""  # “the price of the pump” where several parts fit it: it is none of them
        if not 0 < len(rows) <= CITED or self._counts_money(rows, column):
            return ""
        if WHEN.match(self.case.question) and column.is_number and not column.tells_year:
            return ""  # a number is no time
        if asks_a_doer(column, self.case.question):
            return ""
        if self.case.analysis.measures and self._are_called_alike(rows, column):
            return ""
        self.headings = (self._row, column.name)
        for row in rows:
            self._show(row, [column.name])
        said = [
            f"{self._called(row)}: {self._cell(row, column)} {self.case.cite(row.place(column.name))}"
            for row in rows
        ]
        return f"{column.name}, {'; '.join(said)}."

    def _names_rows(self) -> bool:
        """Whether a condition is on what the rows are called, or on when they are of."""
        label = self.sheet.label.name
        return any(not isinstance(c, Named) or c.column in (label, "") for c in self.request.conditions)

    def _called(self, row: Row) -> str:
        """The row's label, behind the cell by which it was found where that is another one."""
        found = [each for each in self.request.conditions if isinstance(each, Named | Dated) and each.column]
        if not found or any(each.column == self.sheet.label.name for each in found):
            return row.label
        cells = [str(row.cells[each.column]) for each in found]
        return f"{', '.join(cells)} ({row.label})" if row.label else ", ".join(cells)

    def _are_called_alike(self, rows: Sequence[Row], column: Column) -> bool:
        """Whether several rows go by one name and say something else each: which is meant nobody knows."""
        labels, values = {row.label for row in rows}, {row.cells[column.name] for row in rows}
        return len(labels) == 1 < len(values)

    def _difference(self) -> str:
        """Of two columns in one row, or of two rows in one column: how far apart, and both figures."""
        if self.request.by:
            return self._difference_of_groups()
        columns = self.request.of
        cells = [
            (row, column) for row in self.rows for column in columns if row.number(column.name) is not None
        ]
        if len(cells) != 2 or len(cells) != len(self.rows) * len(columns):
            return ""
        units = {unit_of(row, column) for row, column in cells}
        if len(units) > 1:
            return ""
        self.headings = (self._row, *(column.name for column in columns))
        for row in self.rows:
            self._show(row, [column.name for column in columns])
        (first, of_first), (second, of_second) = cells
        before, after = first.number(of_first.name) or Decimal(0), second.number(of_second.name) or Decimal(0)
        apart = abs(after - before)
        text = said_as(apart, next(iter(units)))
        high, low = max(before, after), min(before, after)
        formula = f"{high:,} - {low:,}"
        label = f"difference of {' and '.join(column.name for column in columns)}{self._where()}"
        self.figures.append(
            Figure(value=apart, text=text, unit=next(iter(units)), label=label, formula=formula)
        )
        said = [self._cell(row, column) for row, column in cells]
        if len(columns) == 2:
            way = "rose" if after > before else "fell" if after < before else "did not change"
            by = f" by {text}" if apart else ""
            return (
                f"{first.label}: {way}{by}, from {said[0]} ({of_first.name}) to {said[1]} ({of_second.name}) "
                f"{self.case.cite(first.place(of_first.name))}."
            )
        return (
            f"{of_first.name}: {text} apart: {first.label} {said[0]} "
            f"{self.case.cite(first.place(of_first.name))}, {second.label} {said[1]} "
            f"{self.case.cite(second.place(of_second.name))}."
        )

    def _counts_money(self, rows: Sequence[Row], column: Column) -> bool:
        """Whether things are counted and the column has money: “how many contracts” asks for no price."""
        return COUNT.search(self.case.question) is not None and self._has_money(rows, column)

    def _asks_money(self) -> bool:
        """Whether money is asked for and no column that is told has any: “at what price was it bought”."""
        told = [*self.request.of, *(c for c in self.sheet.columns if c.name in self.request.beside)]
        if ASKS_SPENT.match(self.case.question) and not any(column.is_number for column in told):
            return True
        is_asked = ASKS_PRICE.search(self.case.question) is not None
        return is_asked and not any(self._has_money(self.rows, column) for column in told)

    def _has_money(self, rows: Sequence[Row], column: Column) -> bool:
        is_of_any = column == value_of(self.sheet)  # which is what its row says
        is_named = (AMOUNT.search(column.name) and not is_of_any) or IN_MONEY.search(column.name)
        return bool(is_named or self._are_money(rows, column) or have_cents(rows, column))

    def _are_money(self, rows: Sequence[Row], column: Column) -> bool:
        """Whether the rows' figures are amounts of money: of these nobody asks how many."""
        if units := {unit for row in rows if (unit := unit_of(row, column))}:
            return bool(units & set(MONEY_UNITS))
        figures = Metric.objects.answering().filter(
            table_row__in=[row.place(column.name).fact_id for row in rows]
        )
        if len(self.sheet.numbers) > 1:  # other amounts of the rows may be those of another column
            figures = figures.filter(numeric_value__in={row.number(column.name) for row in rows} - {None})
        return figures.filter(unit__in=MONEY_UNITS).exists()
