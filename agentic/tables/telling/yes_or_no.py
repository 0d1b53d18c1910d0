"""Yes or no, with the rows that show it."""

from __future__ import annotations

from agentic.tables.telling.told import LISTED
from agentic.tables.telling.wholes import Wholes
from retrieval.sheets.asked import Beats, Named, columns_of
from retrieval.sheets.numbers import unit_of


class YesOrNo(Wholes):
    """The same with questions of yes or no."""

    def _whether(self) -> str:
        """Whether a row that is named is so, or any is; or whether the one of two has more."""
        if self.request.beats:
            return self._beats(self.request.beats)
        label, conditions = self.sheet.label.name, self.request.conditions
        named = [each for each in conditions if isinstance(each, Named) and each.column == label]
        own = [row for row in self.sheet.rows if all(each.holds(row) for each in named)] if named else []
        columns = [name for each in conditions if each not in named for name in columns_of(each)]
        self.headings = (self._row, *columns)
        shown = own or self.rows
        if len(shown) > LISTED or (named and len(own) != 1):
            return ""
        for row in shown:
            self._show(row, columns)
        if own:
            (row,) = own
            if any(row.cells.get(name) in (None, "") for name in columns):
                return ""
            told = ", ".join(f"{name}: {row.cells.get(name, '–')}" for name in columns)
            said = "Yes" if self.rows else "No"
            return f"{said}: {row.label}, {told} {self.case.cite(row.place(columns[0]))}."
        are = self.sheet.rows_are
        count = self._number(len(self.rows), f"{are} of {self._name}{self._where()}")
        every = self._number(len(self.sheet.rows), f"{are} of {self._name}")
        if not self.rows:
            mark = self.case.cite(self.sheet.rows[0].span)
            return f"No: {count} of {every} {are} of “{self._name}”{self._where()} {mark}."
        rows = "; ".join(f"{row.label} {self.case.cite(row.place(columns[0]))}" for row in self.rows)
        return f"Yes: {count} of {every} {are} of “{self._name}”{self._where()}: {rows}."

    def _beats(self, beats: Beats) -> str:
        column = self.request.of[0]
        by_label = {row.label: row for row in self.rows}
        if len(self.rows) != len(by_label) or {*by_label} != {beats.first, beats.second}:
            return ""
        rows = (by_label[beats.first], by_label[beats.second])
        one, other = (row.number(column.name) for row in rows)
        if one is None or other is None:
            return ""
        self.headings = (self._row, column.name)
        for row in rows:
            self._show(row, [column.name])
        is_so = one > other if beats.is_more else one < other
        told = ", ".join(
            f"{row.label} {self._cell(row, column)} {self.case.cite(row.place(column.name))}" for row in rows
        )
        return f"{'Yes' if is_so else 'No'}: {column.name}, {told}."

    def _either(self) -> str:
        """Which of two columns has more in the one row, or less, with both numbers."""
        (row,), (one, other) = self.rows, self.request.of
        values = [row.number(column.name) for column in (one, other)]
        if None in values or values[0] == values[1] or unit_of(row, one) != unit_of(row, other):
            return ""
        self.headings = (self._row, one.name, other.name)
        self._show(row, [one.name, other.name])
        of = dict(zip((one, other), values, strict=True))
        best, rest = sorted(of, key=lambda column: of[column] or 0, reverse=not self.request.fold)
        marks = [self.case.cite(row.place(column.name)) for column in (best, rest)]
        return (
            f"{best.name}: {self._cell(row, best)} {marks[0]}, against {self._cell(row, rest)} {marks[1]} "
            f"({rest.name}), of {row.label}."
        )
