"""Puts the parts of a plan together: which tables are meant, and that nothing counts twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from retrieval.tables.rules.bindings import Bindings
from retrieval.tables.rules.joins import Edge, Joined, joined
from retrieval.tables.rules.naming import span
from retrieval.tables.rules.plan import DATE, Case, Filter, Fold, Lacking, Mark, Place, Plan, Stuck, Time
from retrieval.tables.rules.spelling import (
    aliased,
    is_calendar,
    no_value,
    part,
    quoted,
    text,
    weekday_in,
    within,
)
from retrieval.tables.rules.words import DAYS
from retrieval.tables.schema import Schema, Table, words_of
from retrieval.tables.understanding import stem

_NAMES = {"sum": "total", "avg": "average", "max": "highest", "min": "lowest"}
OWN_COUNT = ("count", "counts", "quantity", "qty")
_REAL = {"postgres": "DOUBLE PRECISION", "duckdb": "DOUBLE", "sqlite": "REAL", "mysql": "DOUBLE"}


def statement_of(plan: Plan, schema: Schema, dialect: str) -> str:
    """Raises `Stuck`."""
    return _Builder(plan, schema, dialect).sql()


class _Builder(Bindings):
    # -- the statement

    def sql(self) -> str:
        plan = self.plan
        conditions = [*self._filters(), *map(self._time, plan.times), *map(self._lacks, plan.lacking)]
        conditions += [self._on_days(plan.days)] if plan.days else []
        counted = {fold.mark.tables for fold in plan.folds if fold.mark.kind == "T"}
        if plan.folds and not plan.per:  # “which users, and how many reviews”
            plan.groups += [
                mark for mark in plan.asked if mark.tables not in counted and mark not in plan.groups
            ]
        groups = [each for mark in plan.groups for each in self._group(mark)]
        if plan.group_by_time:
            groups.append((self._part(plan.group_by_time), plan.group_by_time))
        folds = [(self._fold(fold), self._named_fold(fold)) for fold in plan.folds]
        if plan.ratio:
            return self._ratio(groups, conditions)
        if folds and plan.shown and self._name_groups(plan.shown):
            groups += [each for mark in plan.shown for each in self._group(mark)]
        elif folds and plan.shown:
            raise Stuck(left=[mark.words for mark in plan.shown])
        if plan.having and len(folds) > 1:
            folds = folds[-1:]
        if plan.per:
            return self._first_of_each(conditions)
        if not folds:
            return self._rows(conditions)
        shown = [aliased(*each) for each in (*groups, *folds)]
        parts = [f"SELECT {', '.join(dict.fromkeys(shown))} FROM {self._from()}", *self._where(conditions)]
        if groups:
            parts.append(f"GROUP BY {', '.join(dict.fromkeys(name for name, _ in groups))}")
        elif plan.order or plan.limit:
            raise Stuck("There is one row, which has no order.", left=["order"])
        if plan.having:
            parts.append(f"HAVING {folds[0][0]} {plan.having[1]} {plan.having[2]}")
        if plan.is_number_of_groups:
            return f"SELECT COUNT(*) AS count FROM ({' '.join(parts)}) AS found"
        return " ".join([*parts, *self._order(folds[0][0], groups), *self._limit()])

    def _rows(self, conditions: Sequence[str]) -> str:
        """Rows of the base, each once."""
        shown = self._shown()
        names = [name for name, _ in shown]
        order = self._order("", shown)
        distinct = "DISTINCT " if self.is_joined and self.joined.repeats(self.base) else ""
        by = self.plan.order[0] if self.plan.order else None
        if distinct and by is not None and self._column(self._place(by)) not in names:
            raise Stuck(left=[by.words])
        parts = [f"SELECT {distinct}{', '.join(dict.fromkeys(names))} FROM {self._from()}"]
        return " ".join([*parts, *self._where(conditions), *order, *self._limit()])

    def _first_of_each(self, conditions: Sequence[str]) -> str:
        """The first few rows or groups of each, by rank."""
        plan = self.plan
        assert plan.per is not None
        assert plan.order is not None
        per = self._group(plan.per)
        own = [each for mark in plan.groups for each in self._group(mark)]
        folds = [(self._fold(fold), self._named_fold(fold)) for fold in plan.folds]
        shown = list(dict.fromkeys([*per, *own, *folds] if folds else [*per, *self._shown()]))
        by = folds[0][0] if plan.order[0] is None else self._column(self._place(plan.order[0]))
        way = " DESC" if plan.order[1] else ""
        rank = f"RANK() OVER (PARTITION BY {', '.join(name for name, _ in per)} ORDER BY {by}{way}) AS place"
        inner = [f"SELECT {', '.join([*(aliased(*each) for each in shown), rank])} FROM {self._from()}"]
        inner += self._where(conditions)
        if folds:
            inner.append(f"GROUP BY {', '.join(dict.fromkeys(name for name, _ in [*per, *own]))}")
        return f"SELECT * FROM ({' '.join(inner)}) AS ranked WHERE place <= {plan.limit}"

    def _ratio(self, groups: Sequence[tuple[str, str]], conditions: Sequence[str]) -> str:
        plan, ratio = self.plan, self.plan.ratio
        assert ratio is not None
        if plan.folds or plan.limit:
            raise Stuck("A ratio stands alone.", left=[ratio.name])
        if whole := self._whole_tables(ratio.over, ratio.under, conditions):
            return whole
        over, under = self._part_of(ratio.over), self._part_of(ratio.under)
        is_folded = "(" in over
        if not is_folded and plan.groups:
            own = {self._place(mark).table.path for mark in (ratio.over,) if isinstance(mark, Mark)}
            if {name.rpartition(".")[0] for name, _ in groups} - {quoted(p, self.dialect) for p in own}:
                raise Stuck("It is not told whether totals or single values are divided.", left=[ratio.name])
        named = [*groups] if groups or is_folded else self._display(self.base)
        value = f"CAST({over} AS {_REAL[self.dialect]}) / NULLIF({under}, 0)"
        value = f"{ratio.times} * {value}" if ratio.times != 1 else value
        shown = [*(aliased(*each) for each in [*named, *self._only_columns()]), f"{value} AS {ratio.name}"]
        parts = [f"SELECT {', '.join(dict.fromkeys(shown))} FROM {self._from()}", *self._where(conditions)]
        if is_folded and groups:
            parts.append(f"GROUP BY {', '.join(name for name, _ in groups)}")
        return " ".join([*parts, *self._order(ratio.name, groups)])

    def _whole_tables(
        self, over: Fold | Mark | Case, under: Fold | Mark | Case | None, conditions: Sequence[str]
    ) -> str:
        """The counts of two tables, each of all its rows: a join would leave out those without a partner."""
        if not (isinstance(over, Fold) and isinstance(under, Fold)) or conditions or self.plan.groups:
            return ""
        if over.how != "count" or under.how != "count" or over.mark.tables == under.mark.tables:
            return ""
        many, few = (f"(SELECT COUNT(*) FROM {self._path(self._table(f.mark))})" for f in (over, under))
        return f"SELECT CAST({many} AS {_REAL[self.dialect]}) / NULLIF({few}, 0) AS ratio"

    def _only_columns(self) -> list[tuple[str, str]]:
        if self.plan.shown and any(isinstance(each, Fold) for each in (self.plan.ratio.over,)):  # type: ignore[union-attr]
            raise Stuck(left=[mark.words for mark in self.plan.shown])
        return [each for mark in self.plan.shown for each in self._group(mark)]

    def _part_of(self, part: Fold | Mark | Case | None) -> str:
        if part is None:
            return self._count(self.base)
        if isinstance(part, Case):
            if self.is_joined and self.joined.repeats(self.base):
                raise Stuck(f"{self.base.path} would count more than once in a join.")
            holds = [*map(self._condition, part.filters), *map(self._time, part.times)]
            return f"SUM(CASE WHEN {' AND '.join(holds)} THEN 1 ELSE 0 END)"
        if isinstance(part, Fold):
            return self._fold(part)
        place = self._place(part)
        if part.kind == "V":
            if self.is_joined and self.joined.repeats(self.base):
                raise Stuck(f"{self.base.path} would count more than once in a join.")
            return f"SUM(CASE WHEN {self._is_one_of(place, [part])} THEN 1 ELSE 0 END)"
        if place.column.kind != "number":
            raise Stuck(f"“{part.words}” is no number.", left=[part.words])
        return self._column(place)

    def _shown(self) -> list[tuple[str, str]]:
        shown = [each for mark in self.plan.shown for each in self._group(mark)]
        if shown:
            asked = [each for mark in self.plan.asked for each in self._group(mark)]
            return list(dict.fromkeys([*asked, *shown]))
        return [(f"{quoted(self.base.name, self.dialect)}.*", "")]

    def _name_groups(self, marks: Sequence[Mark]) -> bool:
        """Whether these are columns of the tables that are grouped by: “their names”."""
        grouped = {self._table(mark).path for mark in self.plan.groups if mark.kind == "T"}
        return all(mark.kind == "C" and self._place(mark).table.path in grouped for mark in marks)

    def _group(self, mark: Mark) -> list[tuple[str, str]]:
        if mark.kind == "T":
            return self._display(self._table(mark))
        place = self._place(mark)
        return [(self._column(place), place.column.name)]

    # -- what is folded

    def _fold(self, fold: Fold) -> str:
        mark = fold.mark
        if fold.how == "count" and mark.kind == "T":
            return self._count(self._table(mark))
        place = self._place(mark)
        name = self._column(place)
        if fold.how in ("distinct", "count"):
            if place.column.kind == "number" and not self._is_key(
                place
            ):  # “the number of credits” is their sum
                raise Stuck(f"“{mark.words}” is a number itself.", left=[f"number of {mark.words}"])
            return f"COUNT(DISTINCT {name})"
        if fold.how in ("sum", "avg"):
            if place.column.kind != "number":
                raise Stuck(f"“{mark.words}” is no number.", left=[mark.words])
            if self.is_joined and self.joined.repeats(place.table):
                raise Stuck(f"{place.table.path} would count more than once in a join.")
            if fold.how == "avg":
                self._check_average(place.table)
        return f"{fold.how.upper()}({name})"

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

    def _count(self, table: Table) -> str:
        repeats = self.is_joined and self.joined.repeats(table)
        own = next((c for c in table.columns if c.kind == "number" and c.name.lower() in OWN_COUNT), None)
        if own is not None:  # a row says itself for how many it stands
            if repeats:
                raise Stuck(f"{table.path} would count more than once in a join.")
            return f"SUM({self._column(Place(table, own))})"
        if not repeats:
            return "COUNT(*)"
        if len(table.primary_key) != 1:
            raise Stuck(f"{table.path} has no single key to count by.")
        return (
            f"COUNT(DISTINCT {quoted(table.name, self.dialect)}.{quoted(table.primary_key[0], self.dialect)})"
        )

    def _named_fold(self, fold: Fold) -> str:
        if fold.mark.kind == "T":
            words = words_of(self._table(fold.mark).name)
        else:
            words = words_of(self._place(fold.mark).column.name)
        if fold.how in ("count", "distinct"):
            return "_".join([*words[:-1], stem(words[-1]), "count"])
        return "_".join([_NAMES[fold.how], *words])

    # -- tables and conditions

    def _from(self, tables: Joined | None = None) -> str:
        tables = tables or self.joined
        parts = [self._path(tables.first)]
        known = {tables.first.path}
        for edge in tables.edges:
            fresh = edge.parent if edge.child.path in known else edge.child
            known.add(fresh.path)
            parts.append(f"JOIN {self._path(fresh)} ON {self._on(edge)}")
        return " ".join(parts)

    def _on(self, edge: Edge) -> str:
        return " AND ".join(
            f"{self._named(edge.parent, theirs)} = {self._named(edge.child, mine)}"
            for mine, theirs in zip(edge.key.columns, edge.key.refers, strict=True)
        )

    def _where(self, conditions: Sequence[str]) -> list[str]:
        return [f"WHERE {' AND '.join(conditions)}"] if conditions else []

    def _lacks(self, lacking: Lacking) -> str:
        """That no row of the other table belongs to this one."""
        owner, other = self._table(lacking.owner), self._table(lacking.table)
        if owner.path != self.base.path or other.path in [table.path for table in self.joined.tables]:
            raise Stuck(f"It is not told which {other.name} are missing.", left=[lacking.table.words])
        way = joined(self.schema, [other, owner])
        near = [edge for edge in way.edges if owner.path in (edge.child.path, edge.parent.path)]
        inner = Joined(other, tuple(edge for edge in way.edges if edge not in near))
        holds = [self._on(edge) for edge in near]
        if lacking.value is not None:
            own = [place for place in lacking.value.places if place.table.path == other.path]
            if len(own) != 1:
                raise Stuck(left=[lacking.value.words])
            holds.append(self._is_one_of(own[0], [lacking.value]))
        if lacking.time is not None:
            dates = [Place(other, column) for column in other.columns if column.kind == "date"]
            if len(dates) != 1:
                raise Stuck(f"{other.path} has no one date.")
            holds.append(within(self._column(dates[0]), lacking.time))
        return f"NOT EXISTS (SELECT 1 FROM {self._from(inner)} WHERE {' AND '.join(holds)})"

    def _on_days(self, days: Sequence[int]) -> str:
        """Of names of days where the base has a column of them, else of its one date."""
        named = [c for c in self.base.columns if is_calendar(c) and c.samples[0].lower() in DAYS]
        if named:
            column = self._column(Place(self.base, named[0]))
            return f"LOWER({column}) IN ({', '.join(text(DAYS[day - 1]) for day in days)})"
        place = self._date()
        if place.column.kind != "date":
            raise Stuck("The years there have no days.")
        return weekday_in(self._column(place), days, self.dialect)

    def _filters(self) -> Iterator[str]:
        """Two values of one column are either of them, where a row of the base has one."""
        equal: dict[str, list[Filter]] = {}
        for each in self.plan.filters:
            if each.operator == "=" and each.bounds[0].kind == "V":
                equal.setdefault(self._place(each.mark).path, []).append(each)
            elif each.operator == "or":
                yield self._is_one_of(self._place(each.mark), each.bounds, is_told=True)
            else:
                yield self._compared(each)
        for same in equal.values():
            yield self._is_one_of(self._place(same[0].mark), [each.bounds[0] for each in same])

    def _is_one_of(self, place: Place, marks: Sequence[Mark], *, is_told: bool = False) -> str:
        """`is_told`: that any of the values is meant."""
        if place.column.kind != "text":
            raise no_value(marks[0])
        values = list(dict.fromkeys(mark.value.lower() for mark in marks))
        if len(values) > 1 and not is_told and self.is_joined and self.joined.repeats(self.base):
            raise Stuck("It is not told whether one of the values is meant or all.", left=[marks[0].words])
        spelled = {each.lower(): each for each in place.column.samples}
        is_known = set(values) <= spelled.keys()
        name = self._column(place) if is_known else f"LOWER({self._column(place)})"
        listed = ", ".join(text(spelled[value] if is_known else value) for value in values)
        return f"{name} = {listed}" if len(values) == 1 else f"{name} IN ({listed})"

    def _condition(self, each: Filter) -> str:
        if each.operator == "=" and each.bounds[0].kind == "V":
            return self._is_one_of(self._place(each.mark), each.bounds)
        return self._compared(each)

    def _compared(self, each: Filter) -> str:
        place = self._place(each.mark)
        name, kind, bounds = self._column(place), place.column.kind, each.bounds
        if each.operator.startswith("LIKE "):
            if kind != "text" or re.search(r"[%_\\]", bounds[0].value):
                raise no_value(each.mark)
            shape = each.operator.removeprefix("LIKE ").format(bounds[0].value.lower())
            return f"LOWER({name}) LIKE {text(shape)}"
        if bounds[0].kind in "YD" and kind == "date":
            starts, ends = zip(*(span(bound.value) for bound in bounds), strict=True)
            if each.operator in ("in", "=", "between"):
                return within(name, Time(starts[0], ends[-1]))
            if each.operator in ("<", "<="):
                return within(name, Time(behind=starts[0] if each.operator == "<" else ends[0]))
            return within(name, Time(first=ends[0] if each.operator == ">" else starts[0]))
        plain = all(bound.kind == "N" or (bound.kind == "Y" and len(bound.value) == 4) for bound in bounds)
        if kind != "number" or not plain or each.operator == "in":
            raise no_value(each.mark)
        if each.operator == "between":
            return f"{name} BETWEEN {bounds[0].value} AND {bounds[1].value}"
        return f"{name} {each.operator} {bounds[0].value}"

    def _time(self, time: Time) -> str:
        place = self._date()
        if place.column.kind == "date":
            return within(self._column(place), time)
        years = [int(bound[:4]) for bound in (time.first, time.behind) if bound.endswith("-01-01")]
        if len(years) != bool(time.first) + bool(time.behind):
            raise Stuck("The years there have no months.")
        name, parts = self._column(place), []
        if time.first:
            parts.append(f"{name} >= {time.first[:4]}")
        if time.behind:
            parts.append(f"{name} < {time.behind[:4]}")
        if time.first and time.behind and years[1] == years[0] + 1:
            return f"{name} = {years[0]}"
        return " AND ".join(parts)

    def _date(self) -> Place:
        """The one column of dates, or of years, that a time without a name can be of: the base's first."""
        others = [table for table in self.joined.tables if table.path != self.base.path]
        for table in (self.base, *others):
            found = [Place(table, column) for column in table.columns if column.kind == "date"]
            years = [
                Place(table, c)
                for c in table.columns
                if c.kind == "number" and words_of(c.name)[-1] == "year"
            ]
            found = found or years
            if len(found) == 1:
                return found[0]
            if found:
                if meant := next((each for each in found if each.path == self.plan.date), None):
                    return meant
                paths = [place.path for place in found]
                raise Stuck(f"Which date do you mean: {' or '.join(paths)}?", words=DATE, choices=paths)
        raise Stuck("There is no column of dates.")

    def _part(self, unit: str) -> str:
        place = self._date()
        name = self._column(place)
        if place.column.kind != "date":
            if unit != "year":
                raise Stuck("The years there have no months.", left=[unit])
            return name
        return part(name, unit, self.dialect)

    # -- order

    def _order(self, folded: str, shown: Sequence[tuple[str, str]]) -> list[str]:
        plan = self.plan
        if plan.order:
            mark, down = plan.order
            if mark is not None and is_calendar(self._place(mark).column):
                raise Stuck("Names of months and days have no order of letters.", left=[mark.words])
            by = folded if mark is None else self._column(self._place(mark))
            if not by:
                raise Stuck("It is not told by what to order.", left=["ordered"])
            if mark is not None and (plan.folds or plan.ratio) and by not in [name for name, _ in shown]:
                raise Stuck(left=[mark.words])
            return [f"ORDER BY {by}{' DESC' if down else ''}"]
        if plan.direction is not None:
            by = folded or (shown[0][0] if len(shown) == 1 and shown[0][1] else "")
            if not by:
                raise Stuck("It is not told by what to order.", left=["ordered"])
            return [f"ORDER BY {by}{' DESC' if plan.direction else ''}"]
        return ["ORDER BY 1"] if plan.group_by_time and len(shown) == 1 else []

    def _limit(self) -> list[str]:
        return [f"LIMIT {self.plan.limit}"] if self.plan.limit else []
