"""What of many rows is told as one figure: counts, sums, averages, and the names that they are given."""

from __future__ import annotations

from collections.abc import Iterator

from retrieval.tables.rules.conditions import Conditions
from retrieval.tables.rules.parts.money import is_of_one
from retrieval.tables.rules.plan import Fold, Place, Stuck
from retrieval.tables.rules.vocabulary.lexicon import is_own_name
from retrieval.tables.rules.vocabulary.spelling import quoted
from retrieval.tables.schema import Column, Table, words_of
from retrieval.tables.understanding import stem

_NAMES = {
    "median": "median",
    "range": "range",
    "sum": "total",
    "avg": "average",
    "max": "highest",
    "min": "lowest",
}
OWN_COUNT = ("count", "counts")


class Folding(Conditions):
    def _fold(self, fold: Fold) -> str:
        mark = fold.mark
        if fold.how == "count" and mark.kind == "T":
            return self._count(self._table(mark))
        place = self._place(mark)
        name = self._column(place)
        if fold.how in ("distinct", "count"):
            if (place.column.kind == "number" or _holds_figures(place.column)) and not self._is_key(
                place
            ):  # “the number of credits” is their sum
                raise Stuck(f"“{mark.words}” is a number itself.", left=[f"number of {mark.words}"])
            return f"COUNT(DISTINCT {name})"
        if fold.how in ("sum", "avg"):
            if place.column.kind != "number":
                raise Stuck(f"“{mark.words}” is no number.", left=[mark.words])
            if self.is_joined and self.joined.repeats(place.table, within=self._grouped()):
                raise Stuck(f"{place.table.path} would count more than once in a join.")
            if fold.how == "sum" and place.made is None and is_of_one(place.column):
                raise Stuck(f"“{mark.words}” is of one thing: no sum is of anything.", left=[mark.words])
            if fold.how == "avg" and not _names(mark.words, place.table):
                self._check_average(place.table)
        if fold.how == "median":
            return self._median(name, place.column)
        if fold.how == "range":
            return f"(MAX({name}) - MIN({name}))"
        return f"{fold.how.upper()}({name})"

    def _median(self, name: str, column: Column) -> str:
        if column.kind != "number" or self.dialect not in ("postgres", "duckdb"):
            raise Stuck("Rules tell no median there.", left=["median"])
        return f"PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY {name})"

    def _grouped(self) -> str:
        """The path of the table by whose rows is grouped, where it is the only group."""
        marks = self.plan.groups
        return self._table(marks[0]).path if len(marks) == 1 and marks[0].kind == "T" else ""

    def _is_key(self, place: Place) -> bool:
        keys = {*place.table.primary_key, *(c for key in place.table.foreign_keys for c in key.columns)}
        return place.column.name in keys or words_of(place.column.name)[-1] in (
            "id",
            "code",
            "number",
            "no",
            "year",
        )

    def _check_average(self, table: Table) -> None:
        """The average of what several rows of another table have each may be one of their averages."""
        grouped = {each.path for mark in self.plan.groups for each in mark.tables}
        for mark in self.plan.tables:
            named = self._table(mark)
            if named.path != table.path and named.path not in grouped and self.joined.repeats(named):
                raise Stuck(f"It is not told whether each {named.name} counts once.", left=[mark.words])

    def _names_of_keys(self) -> Iterator[tuple[str, str]]:
        """What the keys that are grouped by refer to is called, where that is told by one column."""
        for place in (self._place(mark) for mark in self.plan.groups if mark.kind == "C"):
            for key in place.table.foreign_keys if place.made is None else ():
                other = self.schema.table(key.table)
                if other is None or key.columns != (place.column.name,) or other == place.table:
                    continue
                names = [each for each in other.columns if each.kind == "text" and is_own_name(each, other)]
                if len(names) == 1 and names[0].name not in key.refers:
                    named, on = (self._named(other, each) for each in (names[0].name, key.refers[0]))
                    same = f"WHERE {on} = {self._column(place)}"
                    yield f"(SELECT {named} FROM {self._path(other)} {same})", f"{place.column.name}_name"

    def _count(self, table: Table) -> str:
        repeats = self.is_joined and self.joined.repeats(table)
        if own := self._own_count(table):
            if repeats:
                raise Stuck(f"{table.path} would count more than once in a join.")
            return f"SUM({own})"
        if not repeats:
            return "COUNT(*)"
        if len(table.primary_key) != 1:
            raise Stuck(f"{table.path} has no single key to count by.")
        return (
            f"COUNT(DISTINCT {quoted(table.name, self.dialect)}.{quoted(table.primary_key[0], self.dialect)})"
        )

    def _own_count(self, table: Table) -> str:
        """The column by which a row says itself for how many it stands."""
        own = next((c for c in table.columns if c.kind == "number" and c.name.lower() in OWN_COUNT), None)
        return self._column(Place(table, own)) if own else ""

    def _count_alone(self, table: Table) -> str:
        own = self._own_count(table)
        return f"SUM({own})" if own else "COUNT(*)"

    def _named_fold(self, fold: Fold) -> str:
        if fold.mark.kind == "T":
            words = words_of(self._table(fold.mark).name)
        else:
            words = words_of(self._place(fold.mark).column.name)
        if fold.how in ("count", "distinct"):
            return "_".join([*words[:-1], stem(words[-1]), "count"])
        return "_".join([_NAMES[fold.how], *words])


def _names(words: str, table: Table) -> bool:
    """Whether the words say whose column they mean: “invoice total”."""
    own = [stem(word) for word in words_of(table.name)]
    return [stem(word) for word in words.lower().split()][: len(own)] == own


def _holds_figures(column: Column) -> bool:
    """Whether a column of text holds numbers, of which a sum is no count."""
    return bool(column.samples) and all(value.replace(".", "", 1).isdigit() for value in column.samples)
