"""What groups of rows come to, and what part rows are of a whole."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal

from agentic.evidence import Figure
from agentic.facts import wording
from agentic.tables.cell_numbers import said_as
from agentic.tables.telling.told import CITED, LISTED, ORDINALS, Told
from retrieval.sheets.asked import Condition, Named
from retrieval.sheets.model import Column, Row
from retrieval.sheets.numbers import unit_of

SHARE_DIGITS = 4  # behind the point, of a share
THAN = re.compile(r"\bthan\b|\bcompared\b", re.IGNORECASE)
PAIR = 2
MOST_TOLD = 3  # cells by which rows are called
MOST_LINES = 60  # of a statement


class Wholes(Told):
    """The same with what groups come to and what part some are of all. Each gives "" for no answer."""

    def _share(self) -> str:
        """What part the rows have of all rows, or of the column of the whole."""
        if not self.request.of:
            return self._share_of_rows()
        part, whole = self.request.of[0], self.request.of[-1]
        named = [each for each in self.request.conditions if isinstance(each, Named) and each.column]
        if part == whole and len(named) != 1:
            return ""  # of which whole is open
        own = _with_number(self.rows, part)
        kept = [each for each in self.request.conditions if part != whole or each not in named]
        every = _with_number((row for row in self.sheet.rows if all(k.holds(row) for k in kept)), whole)
        are_lines = part == whole and not self.sheet.is_list
        if are_lines and _has_a_sum([row.number(part.name) or Decimal(0) for row in every]):
            return ""  # lines of a statement, of which some are made of others, are no parts of a whole
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

    def _share_of_rows(self) -> str:
        """What part of the rows that the whole is of meets the other conditions too."""
        base, rows = self.request.base, self.rows
        every = [row for row in self.sheet.rows if all(each.holds(row) for each in base)]
        if not every or len(every) < 2:
            return ""
        share = (Decimal(len(rows)) / len(every)).quantize(Decimal(1).scaleb(-SHARE_DIGITS), ROUND_HALF_UP)
        are, rest = self.sheet.rows_are, [each for each in self.request.conditions if each not in base]
        of = f"{are} of “{self._name}”{said_of(base)}"
        part = self._number(len(rows), f"{are} of {self._name}{self._where()}")
        whole = self._number(len(every), of)
        text, formula = said_as(share, "%"), f"{part} ÷ {whole}"
        self.figures.append(
            Figure(value=share, text=text, unit="%", label=f"share of {are}{self._where()}", formula=formula)
        )
        self.headings = (self._row,)
        for row in rows:
            self._show(row, ())
        marks = "".join(self.case.cite(row.span) for row in (rows or every)[:CITED])
        return f"{text} of the {of}: {part} of {whole}{said_of(rest)} {marks}."

    def _groups_of_many(self) -> str:
        """The groups that have so many rows, each with how many it has."""
        many, groups = self.request.many, self._groups()
        if many is None or not groups:
            return ""
        found = {name: rows for name, rows in groups.items() if many.holds(len(rows))}
        if len(found) > LISTED:
            return ""
        by, are = str(self.request.by), self.sheet.rows_are
        self.headings, told = (by, are), []
        for name, rows in sorted(found.items(), key=lambda item: -len(item[1])):
            self.shown.append(((name, str(len(rows))), rows[0].place(by)))
            told.append(
                f"{name} ({self._number(len(rows), f'{are} of {name}')}) {self.case.cite(rows[0].place(by))}"
            )
        of = self._number(len(groups), f"different {by} of {self._name}")
        count = self._number(len(found), f"{by} with {many} {are}")
        head = f"{count} of {of} {by} of “{self._name}”{self._where()} have {many} {are}"
        self._number(many.number, "as asked")
        return f"{head}{': ' if told else ''}{'; '.join(told)}."

    def _difference_of_groups(self) -> str:
        """How far what the rows of two groups come to lies apart, and in per cent of that named last."""
        column, groups = self.request.of[0], self._groups()
        told = {name: figure for name, rows in groups.items() if (figure := self._folded(rows, column))}
        if len(groups) != PAIR or len(told) != PAIR or len({figure.unit for figure in told.values()}) > 1:
            return ""
        said = self.case.question
        first, second = sorted(told, key=said.rfind)
        if not THAN.search(said):
            first, second = max(told), min(told)  # from the one year to the next
        (own, base), unit = (told[first], told[second]), told[first].unit
        apart, way = own.value - base.value, "more" if own.value >= base.value else "less"
        text, formula = said_as(abs(apart), unit, trimmed=True), f"{own.text} − {base.text}"
        self.figures += [own, base]
        self.figures.append(
            Figure(value=abs(apart), text=text, unit=unit, label="difference", formula=formula)
        )
        share = ""
        if base.value > 0 and unit != "%":
            part = (abs(apart) / base.value).quantize(Decimal(1).scaleb(-SHARE_DIGITS), ROUND_HALF_UP)
            share = f" ({said_as(part, '%')})"
            self.figures.append(
                Figure(value=part, text=said_as(part, "%"), unit="%", formula=f"({formula}) ÷ {base.text}")
            )
        places = {name: groups[name][0].place(column.name) for name in told}
        self.headings = (str(self.request.by), column.name)
        self.shown = [((name, told[name].text), places[name]) for name in (first, second)]
        values = " and ".join(
            f"{name} {told[name].text} {self.case.cite(places[name])}" for name in (first, second)
        )
        head = f"Sum of {column.name} of “{self._name}”"
        return f"{head}: {text}{share} {way} in {first} than in {second}: {values}."

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
        if len(told) > top and told[top - 1][0].value == told[top][0].value:
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


def said_of(conditions: Sequence[Condition]) -> str:
    """The conditions as an answer tells them."""
    return f" where {' and '.join(map(str, conditions))}" if conditions else ""


def _has_a_sum(numbers: Sequence[Decimal]) -> bool:
    """Whether one of them is the sum of two others, as revenue is of its costs and the profit."""
    if not 2 < len(numbers) <= MOST_LINES:
        return False
    sums = {one + other for at, one in enumerate(numbers) for other in numbers[at + 1 :] if one and other}
    return any(number in sums for number in numbers)
