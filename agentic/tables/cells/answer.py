"""Questions for cells of any table, and for what follows from them, answered with the value first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from agentic.evidence import Draft, Evidence
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.evidence import LISTED
from agentic.facts.workings import shown
from agentic.outcome import Outcome, coverage
from agentic.tables.cells.choosing import Placed, is_of_one_document
from agentic.tables.cells.loading import series_for
from agentic.tables.cells.matching import MOVES
from agentic.tables.cells.members import Members
from agentic.tables.cells.model import Cell, Series
from agentic.tables.cells.question import asked_of_cells, otherwise
from agentic.tables.cells.wording import (
    are_unlike,
    as_paid,
    called,
    is_given_up,
    is_spent,
    number,
    time_of,
    verb,
    when,
)

MOST_VALUES = 6  # that one answer lists
DERIVED = re.compile(
    r"\b(?:(?<!weighted[\s-])averages?|mean|chang\w*|increase\w*|decrease\w*|differen\w+|growth|grew|percentage|per\s?cent|proportion|ratio|share\s+of|sum)\b",
    re.IGNORECASE,
)


def answer_cells(case: Case) -> Outcome | None:
    """The answer from cells; None where a word of the question names no row, column or heading of a table,
    or where two rows fit it as well."""
    asked = asked_of_cells(case.question)
    if asked is None or (case.manner.scale and not is_of_one_document(case)):
        return None
    series = series_for(case)
    if not series:
        return None
    readings = (asked, *otherwise(asked, case.question))
    return next((found for each in readings if (found := _Answer(case, each, series).outcome())), None)


class _Answer(Members):
    def outcome(self) -> Outcome | None:
        say = {
            "value": self._value,
            "change": self._change,
            "growth": self._change,
            "average": self._folded,
            "sum": self._folded,
            "share": self._divided,
            "ratio": self._divided,
            "difference": self._difference,
            "extreme": self._extreme,
            "exceeds": self._years_beyond,
            "count": self._years_beyond,
            "rows": self._rows_beyond,
            "years": self._years_told,
            "members": self._members,
            "largest": self._largest,
        }[self.asked.operation]
        text = say()
        if not text:
            return None
        evidence = Evidence(
            spans=tuple(self.case.workings.spans),
            figures=(*self.results, *(cell.row.figure for _, cell in self.cells)),
            tables=(self._table(),) if len(self.cells) > 1 else (),
            coverage=coverage(self.case.scope),
            tried=(f"Series of cells: {len(self.series)}",),
        )
        with self.case.workings.trace.step("plan", "Plan over cells of tables") as step:
            step.output = {"plan": self._plan()}
        return Draft(text=text, plan=self._plan(), about=self._about()), evidence

    def _plan(self) -> dict[str, Any]:
        used = list(dict.fromkeys(series.name for series, _ in self.cells))
        years = [str(year) for year in dict.fromkeys(cell.year for _, cell in self.cells) if year]
        text = "; ".join(
            part for part in (f"{self.asked.operation} of {', '.join(used)}", ", ".join(years)) if part
        )
        return {
            "text": text,
            "ask": self.asked.operation,
            "expression": self.expression,
            "table": self.cells[0][0].title,
            "periods": years,
        }

    def _about(self) -> str:
        """What the cells are of; the question too, where each of its words has its place there."""
        titles = dict.fromkeys(series.title for series, _ in self.cells)
        names = dict.fromkeys(series.name for series, _ in self.cells)
        return " ".join([*titles, *names, "" if self.matcher.dropped else self.case.question])

    def _table(self) -> Any:
        rows = [
            (
                (series.name, when(cell), wording.amount(cell.row), cell.row.filename, cell.row.page),
                cell.row.span,
            )
            for series, cell in self.cells[:LISTED]
        ]
        sql = self.case.workings.tables[-1].sql if self.case.workings.tables else ""
        return shown(("Row", "Period", "Value", "Document", "Page"), rows, sql)

    def _values(self) -> str:
        """A cell of each row that is named."""
        pairs = self._each()
        if not pairs or (self.asked.is_percent and not all(series.is_per_cent for series, _ in pairs)):
            return ""
        for series, cell in pairs:
            self._take(series, [cell])
        self.expression = {"list": [self._leaf(*pair) for pair in pairs]}
        lines = [
            f"- {wording.capital(called(series))} {when(cell)}: {self._cited(cell)}."
            for series, cell in pairs
        ]
        return "\n".join(lines)

    def _value(self) -> str:
        if len(self.asked.parts) > 1:
            return self._values()
        series = self._one()
        if series is None or self._wants_more(series):
            return ""
        years: Sequence[int] = self._years(series) if self.asked.is_range else self.asked.years or [0]
        if self.asked.is_range and self.asked.years[0] > self.asked.years[-1]:
            years = sorted(years, reverse=True)
        cells = self._cells_of(series, years)
        if not cells or len(cells) > MOST_VALUES:
            return ""
        self._take(series, cells)
        if is_given_up(series) and is_spent(series):
            cells = [as_paid(cell) for cell in cells]
        self.expression = {"list": [self._leaf(series, cell) for cell in cells]}
        if len(cells) == 1:
            self.expression = self._leaf(series, cells[0])
            cell, name = cells[0], wording.capital(called(series))
            return f"{name} {when(cell)} {verb(cell)} {self._cited(cell)}."
        lines = [f"- {wording.capital(called(series))} {when(cell)}: {self._cited(cell)}." for cell in cells]
        return "\n".join(lines)

    def _wants_more(self, series: Series) -> bool:
        """Whether the question speaks of an average, a move or a share, and the row's own name does not."""
        said = {match[0].casefold() for match in DERIVED.finditer(self.case.question)}
        known = DERIVED.findall(series.name)
        if said and series.cells[0].row.unit == "%" and all(word.startswith("per") for word in said):
            return False
        return bool(said) and not known

    def _change(self) -> str:
        is_growth = self.asked.operation == "growth"
        if is_growth and (stated := self._stated_change()):
            return stated
        pairs = self._over(sorted(self.asked.years)) if self.asked.years else self._both_times()
        if len(pairs) != 2:
            return ""
        series, cells = pairs[0][0], [cell for _, cell in pairs]
        old, new = (as_paid(cell) for cell in cells) if all(is_spent(each) for each, _ in pairs) else cells
        if are_unlike(cells) or (is_growth and not old.row.numeric_value):
            return ""
        for each, cell in pairs:
            self._take(each, [cell])
        if self.asked.is_distance and new.row.numeric_value < old.row.numeric_value:
            return self._distance(series, old, new)
        change = new.row.numeric_value - old.row.numeric_value
        formula = f"{number(new)} − {number(old)}"
        subtract = {"subtract": [self._leaf(series, new), self._leaf(series, old)]}
        self.expression = {"divide": [subtract, self._leaf(series, old)]} if is_growth else subtract
        of = f"{called(series)} from {time_of(old)} to {time_of(new)}"
        if is_growth:
            value = change / old.row.numeric_value
            said = self._result(value, new, of, f"({formula}) ÷ {number(old)}", unit="%")
            what = "percentage change"
        else:
            said = self._result(change, new, of, formula)
            what = "change"
        return (
            f"The {what} in {of} was {said}.\n\n"
            f"Of {self._cited(old)} {when(old)} and {self._cited(new)} {when(new)}."
        )

    def _both_times(self) -> list[Placed]:
        """The cells of the one row named that has just two times."""
        kept = [each for each in self.series if len(each.years - {0}) == len(each.cells) == 2]
        series = self.matcher.best(self.words[0], of=kept)
        return [(series, cell) for cell in series.cells] if series else []

    def _distance(self, series: Series, old: Cell, new: Cell) -> str:
        """How far two times are apart, of which the earlier has more."""
        self.expression = {"subtract": [self._leaf(series, old), self._leaf(series, new)]}
        of = f"{called(series)} between {time_of(old)} and {time_of(new)}"
        value = old.row.numeric_value - new.row.numeric_value
        said = self._result(value, old, of, f"{number(old)} − {number(new)}")
        return (
            f"The difference in {of} was {said}: it was less {when(new)}.\n\n"
            f"Of {self._cited(old)} {when(old)} and {self._cited(new)} {when(new)}."
        )

    def _stated_change(self) -> str:
        """The change in per cent that a column of the table gives itself."""
        words = self.words[0]
        moves = [each for each in self.series if each.words & MOVES and each.cells[0].row.unit == "%"]
        kept = [each for each in moves if len(each.cells) == 1]
        said = replace(words, stems=words.stems | MOVES)
        series = self.matcher.best(said, of=kept) if kept else None
        if series is None:
            return ""
        self._take(series, series.cells)
        self.expression = self._leaf(series, series.cells[0])
        return f"{wording.capital(called(series))} was {self._cited(series.cells[0])}."

    def _folded(self) -> str:
        """The average or the sum of a series over years, or of two series in one."""
        operands = self._operands()
        if len(operands) < 2 or are_unlike([cell for _, cell in operands]):
            return ""
        for series, cell in operands:
            self._take(series, [cell])
        if all(is_spent(series) for series, _ in operands):
            operands = [(series, as_paid(cell)) for series, cell in operands]
        cells = [cell for _, cell in operands]
        total = sum((cell.row.numeric_value for cell in cells), Decimal(0))
        is_average = self.asked.operation == "average"
        value = total / len(cells) if is_average else total
        terms = " + ".join(number(cell) for cell in cells)
        formula = f"({terms}) ÷ {len(cells)}" if is_average else terms
        names = wording.joined(list(dict.fromkeys(called(series) for series, _ in operands)))
        times = wording.joined(list(dict.fromkeys(time_of(cell) for cell in cells)))
        self.expression = {self.asked.operation: [self._leaf(*pair) for pair in operands]}
        said = self._result(value, cells[-1], names, formula, further=2 if is_average else 0)
        listed = "; ".join(f"{called(series)} {when(cell)}, {self._cited(cell)}" for series, cell in operands)
        what = "average" if is_average else "sum"
        return f"The {what} of {names} for {times} was {said}.\n\nOf {listed}."

    def _divided(self) -> str:
        if self.asked.operation == "share" and len(self.asked.years) > 1:
            return self._shares_by_year()
        pair = self._pair()
        if not pair or are_unlike([cell for _, cell in pair]):
            return ""
        for series, cell in pair:
            self._take(series, [cell])
        pair = [(series, as_paid(cell) if is_spent(series) else cell) for series, cell in pair]
        (part, one), (whole, other) = pair
        if not other.row.numeric_value:
            return ""
        self.expression = {"divide": [self._leaf(*pair[0]), self._leaf(*pair[1])]}
        value = one.row.numeric_value / other.row.numeric_value
        formula = f"{number(one)} ÷ {number(other)}"
        of = f"{called(part)} as a percentage of {called(whole)}"
        if self.asked.operation == "ratio":
            of = f"the ratio of {called(part)} to {called(whole)}"
            said = self._result(value, None, of, formula, further=2)
        else:
            said = self._result(value, one, of, formula, unit="%")
        return (
            f"{wording.capital(of)} {when(one)} was {said}.\n\n"
            f"Of {self._cited(one)} and {self._cited(other)}."
        )

    def _shares_by_year(self) -> str:
        """The share in each of the years, in the order of the question."""
        lines, leaves = [], []
        for year in self.asked.years:
            pair = self._pair(year)
            if not pair or are_unlike([cell for _, cell in pair]) or not pair[1][1].row.numeric_value:
                return ""
            (part, one), (whole, other) = pair
            for series, cell in pair:
                self._take(series, [cell])
            leaves.append({"divide": [self._leaf(part, one), self._leaf(whole, other)]})
            value = one.row.numeric_value / other.row.numeric_value
            of = f"{called(part)} as a percentage of {called(whole)}"
            said = self._result(value, one, of, f"{number(one)} ÷ {number(other)}", unit="%")
            lines.append(
                f"- {wording.capital(of)} {when(one)} was {said}: {self._cited(one)} of {self._cited(other)}."
            )
        self.expression = {"list": leaves}
        return "\n".join(lines)

    def _difference(self) -> str:
        pair = self._pair()
        if not pair or are_unlike([cell for _, cell in pair]):
            return ""
        if self.asked.is_distance:
            pair.sort(key=lambda placed: -placed[1].row.numeric_value)
        (first, one), (second, other) = pair
        for series, cell in pair:
            self._take(series, [cell])
        self.expression = {"subtract": [self._leaf(*pair[0]), self._leaf(*pair[1])]}
        value = one.row.numeric_value - other.row.numeric_value
        of = f"{called(first)} and {called(second)}"
        said = self._result(value, one, of, f"{number(one)} − {number(other)}")
        return (
            f"The difference between {of} {when(one)} was {said}.\n\n"
            f"Of {self._cited(one)} and {self._cited(other)}."
        )
