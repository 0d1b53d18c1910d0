"""What groups of rows come to, and what part rows are of a whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal

from agentic.evidence import Figure
from agentic.facts import wording
from agentic.tables.cell_numbers import said_as, unit_of
from agentic.tables.model import Column, Named, Row
from agentic.tables.telling.told import CITED, LISTED, ORDINALS, Told

SHARE_DIGITS = 4  # behind the point, of a share
MOST_TOLD = 3  # cells by which rows are called


class Wholes(Told):
    """The same with what groups come to and what part some are of all. Each gives "" for no answer."""

    def _share(self) -> str:
        """What part the rows have of all rows, or of the column of the whole."""
        part, whole = self.request.of[0], self.request.of[-1]
        named = [each for each in self.request.conditions if isinstance(each, Named) and each.column]
        if part == whole and len(named) != 1:
            return ""  # of which whole is open
        own = _with_number(self.rows, part)
        kept = [each for each in self.request.conditions if part != whole or each not in named]
        every = _with_number((row for row in self.sheet.rows if all(k.holds(row) for k in kept)), whole)
        units = {*(unit_of(row, part) for row in own), *(unit_of(row, whole) for row in every)}
        if not own or len(units) > 1 or units == {"%"} or (part == whole and len(own) >= len(every)):
            return ""
        unit = next(iter(units), "")
        over, under = self._sum_of(own, part, unit), self._sum_of(every, whole, unit)
        if under.value <= 0 or not 0 <= over.value <= under.value:
            return ""
        share = (over.value / under.value).quantize(Decimal(1).scaleb(-SHARE_DIGITS), ROUND_HALF_UP)
        text, formula = said_as(share, "%"), f"{over.text} ÷ {under.text}"
        label = f"share of {part.name}{self._where()}"
        self.figures.append(Figure(value=share, text=text, unit="%", label=label, formula=formula))
        columns = list(dict.fromkeys((part.name, whole.name)))
        self.headings = (self._row, *columns)
        for row in own:
            self._show(row, columns)
        marks = "".join(self.case.cite(row.place(part.name)) for row in own[:CITED])
        of = f"all {whole.name}" if part == whole else whole.name
        who = ", ".join(sorted({str(row.cells[each.column]) for each in named for row in own})[:MOST_TOLD])
        return (
            f"{part.name}{f' of {who}' if who else ''} is {text} of {of} of “{self._name}”{self._where()}: "
            f"{over.text} of {under.text} {marks}."
        )

    def _sum_of(self, rows: Sequence[Row], column: Column, unit: str) -> Figure:
        """What the rows come to, known to the check."""
        numbers = [row.number(column.name) or Decimal(0) for row in rows]
        total = sum(numbers, Decimal(0))
        formula = " + ".join(f"{number:,}" for number in numbers[:LISTED])
        text = said_as(total, unit)
        figure = Figure(value=total, text=text, unit=unit, label=f"sum of {column.name}", formula=formula)
        self.figures.append(figure)
        return figure

    def _extreme_of_groups(self) -> str:
        """The group whose rows together have most or least, and the next."""
        groups = self._groups()
        column = self.request.of[0] if self.request.of else None
        told = [(value, name, rows) for name, rows in groups.items() if (value := self._folded(rows, column))]
        told.sort(key=lambda each: each[0].value, reverse=self.request.ask == "highest")
        place = self.request.place
        if len(told) < max(2, place) or len(told) < len(groups):
            return ""
        if self.request.top > 1:
            return self._ends_of_groups(told, column)
        best, near = told[place - 1], [each for each in told if each[0].value == told[place - 1][0].value]
        if len(near) > 1:
            return ""
        what = f"{self.request.fold} of {column.name}" if column else f"number of {self.sheet.rows_are}"
        self.headings = (str(self.request.by), what)
        spans = {name: rows[0].place(column.name if column else "") for _, name, rows in told}
        self.shown = [((name, figure.text), spans[name]) for figure, name, _ in told]
        after = told[place] if len(told) > place else None
        for figure, _, _ in filter(None, (best, after)):
            self.figures.append(figure)
        marks = "".join(self.case.cite(row.place(column.name if column else "")) for row in best[2][:CITED])
        next_ = f"; next: {after[1]}: {after[0].text} {self.case.cite(spans[after[1]])}" if after else ""
        return (
            f"{wording.capital(f'{ORDINALS[place]}{self.request.ask}')} {what} by {self.request.by} of "
            f"“{self._name}”{self._where()}: {best[1]}: {best[0].text} {marks}{next_}."
        )

    def _ends_of_groups(
        self, told: Sequence[tuple[Figure, str, Sequence[Row]]], column: Column | None
    ) -> str:
        """The groups with most or least, as many as are asked for."""
        top = self.request.top
        if len(told) <= top or told[top - 1][0].value == told[top][0].value:
            return ""
        what = f"{self.request.fold} of {column.name}" if column else f"number of {self.sheet.rows_are}"
        self.headings = (str(self.request.by), what)
        spans = {name: rows[0].place(column.name if column else "") for _, name, rows in told}
        self.shown = [((name, figure.text), spans[name]) for figure, name, _ in told]
        self.figures += [figure for figure, _, _ in told[:top]]
        named = [f"{name} {figure.text} {self.case.cite(spans[name])}" for figure, name, _ in told[:top]]
        head = f"{wording.capital(self.request.ask)} {what} by {self.request.by} of “{self._name}”"
        return f"{head}{self._where()}: {'; '.join(named)}."

    def _folded(self, rows: Sequence[Row], column: Column | None) -> Figure | None:
        """What the rows of a group come to; None where they give no number, or numbers in several units."""
        if column is None:
            return Figure(value=Decimal(len(rows)), text=str(len(rows)), formula="counted: rows")
        before = list(self.figures)
        text = self._total(rows, column)
        own = self.figures[-1] if text else None
        self.figures = before
        return own


def _with_number(rows: Iterable[Row], column: Column) -> list[Row]:
    return [row for row in rows if row.number(column.name) is not None]
