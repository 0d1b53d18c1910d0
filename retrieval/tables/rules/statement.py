"""Puts the parts of a plan together: which tables are meant, and that nothing counts twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from retrieval.tables.rules.dates import is_date
from retrieval.tables.rules.plan import Case, Crowd, Fold, Mark, Part, Pick, Place, Plan, Stuck, Sum
from retrieval.tables.rules.several import Several
from retrieval.tables.rules.units.cells import unit_of
from retrieval.tables.rules.vocabulary.lexicon import part_of_name, spoken
from retrieval.tables.rules.vocabulary.spelling import aliased, in_calendar, is_calendar, quoted, quoted_alias
from retrieval.tables.schema import Schema, Table
from retrieval.tables.understanding import stem

_REAL = {"postgres": "DOUBLE PRECISION", "duckdb": "DOUBLE", "sqlite": "REAL", "mysql": "DOUBLE"}


def statement_of(plan: Plan, schema: Schema, dialect: str) -> str:
    """Raises `Stuck`."""
    return _Builder(plan, schema, dialect).sql()


class _Builder(Several):
    def sql(self) -> str:
        plan = self.plan
        conditions = [*self._filters(), *map(self._time, plan.times), *map(self._lacks, plan.lacking)]
        conditions += map(self._gap, plan.gaps)
        conditions += [self._on_days(plan.days)] if plan.days else []
        conditions += [f"{self._column(figure)} IS NOT NULL" for figure in self.units]
        counted = {fold.mark.tables for fold in plan.folds if fold.mark.kind == "T"}
        if plan.folds and not plan.per:  # “which users, and how many reviews”
            plan.groups += [
                mark for mark in plan.asked if mark.tables not in counted and mark not in plan.groups
            ]
        if plan.limit and plan.folds:  # what has none of it is no group that has the most
            places = [self._place(mark) for mark in plan.groups if mark.kind == "C"]
            keyed = [place for place in places if not place.made and self._is_key(place)]
            conditions += [f"{self._column(place)} IS NOT NULL" for place in keyed]
        self._drop_own_rows()
        by = plan.order[0] if plan.order else None
        if plan.folds and by is not None and by not in plan.shown and self._name_groups([by]):
            plan.shown.append(by)
        groups = [each for mark in plan.groups for each in self._group(mark)]
        if plan.group_by_time:
            groups += self._parts(plan.group_by_time)
        groups += self._by_units()
        folds = [(self._fold(fold), self._named_fold(fold)) for fold in plan.folds]
        if plan.change:
            return self._changed(folds, groups, conditions)
        if plan.average_of:
            return self._average_of_counts(groups)
        if plan.count_times and not folds and not groups:
            times = self._parts(plan.count_times)
            inner = f"SELECT DISTINCT {', '.join(name for name, _ in times)} FROM {self._from()}"
            inner = " ".join([inner, *self._where(conditions)])
            return f"SELECT COUNT(*) AS {plan.count_times}_count FROM ({inner}) AS found"
        if plan.is_running:
            return self._running(folds, groups, conditions)
        if plan.ratio:
            return self._ratio(groups, conditions)
        if folds and plan.shown and self._name_groups(plan.shown):
            groups += [each for mark in plan.shown for each in self._group(mark)]
        elif folds and plan.shown and (owner := self._owner_of(plan.shown)):
            groups += [
                *self._display(owner)[:1],
                *(each for mark in plan.shown for each in self._group(mark)),
            ]
        elif folds and plan.shown:
            raise Stuck(left=[mark.words for mark in plan.shown])
        if plan.having and len(folds) > 1:
            folds = folds[-1:]
        if plan.per:
            return self._first_of_each(conditions)
        if not folds:
            return self._rows(conditions)
        shown = [aliased(*each) for each in (*groups, *self._names_of_keys(), *folds)]
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

    def _drop_own_rows(self) -> None:
        """The average “per publication” of what each has is no group where another is told."""
        plan = self.plan
        own = {self._place(f.mark).table.path for f in plan.folds if f.how == "avg" and f.mark.kind == "C"}
        rows = [
            m for m in plan.groups if m.kind == "T" and self._table(m).path in own and m not in plan.asked
        ]
        if rows and (len(plan.groups) > len(rows) or plan.group_by_time):
            plan.groups = [mark for mark in plan.groups if mark not in rows]

    def _average_of_counts(self, groups: Sequence[tuple[str, str]]) -> str:
        plan = self.plan
        if groups or plan.folds or plan.order or plan.average_of is None or len(plan.shown) > 1:
            raise Stuck("Rules tell the average of such counts alone.", left=["average number"])
        counted, group = plan.average_of
        unit = group if isinstance(group, str) else ""
        is_figure = counted.kind == "C"
        fold, base = (Fold("sum", counted), plan.base) if is_figure else (Fold("count", counted), counted)
        parts = [group] if isinstance(group, Mark) else []
        own = replace(
            plan, average_of=None, folds=[fold], groups=parts, group_by_time=unit, base=base, shown=[]
        )
        builder = _Builder(own, self.schema, self.dialect)
        count = quoted_alias(builder._named_fold(own.folds[0]))
        real = f"CAST({count} AS {_REAL[self.dialect]})"
        return f"SELECT AVG({real}) AS average_{count} FROM ({builder.sql()}) AS counted"

    def _rows(self, conditions: Sequence[str]) -> str:
        """Rows of the base, each once."""
        shown = self._shown()
        plan, names = self.plan, [name for name, _ in shown]
        order = self._order("", shown)
        distinct = "DISTINCT " if self.is_joined and self.joined.repeats(self.base) else ""
        by = self.plan.order[0] if self.plan.order else None
        if distinct and by is not None and self._column(self._place(by)) not in names:
            raise Stuck(left=[by.words])
        if (
            distinct
            and by is not None
            and (plan.limit or 0) > 1
            and self._place(by).table.path != self.base.path
        ):
            raise Stuck("It is not told whether sums or single ones are ordered.", left=[by.words])
        if by is not None and plan.limit and plan.order and not plan.order[1]:  # nothing is not the least
            conditions = [*conditions, f"{self._column(self._place(by))} IS NOT NULL"]
        told = [aliased(*each) if alias else name for each in shown for name, alias in [each]]
        parts = [f"SELECT {distinct}{', '.join(dict.fromkeys(told))} FROM {self._from()}"]
        return " ".join([*parts, *self._where(conditions), *order, *self._limit()])

    def _running(
        self, folds: Sequence[tuple[str, str]], groups: Sequence[tuple[str, str]], conditions: Sequence[str]
    ) -> str:
        """The sum of what is folded up to each time."""
        plan = self.plan
        if (
            len(folds) != 1
            or len(groups) != 1
            or not plan.group_by_time
            or plan.folds[0].how not in ("sum", "count")
        ):
            raise Stuck("It is not told of what the sum runs.", left=["running"])
        (value, name), (time, unit) = folds[0], groups[0]
        inner = [f"SELECT {time} AS {unit}, {value} AS {name} FROM {self._from()}", *self._where(conditions)]
        inner.append(f"GROUP BY {time}")
        return (
            f"SELECT {unit}, SUM({name}) OVER (ORDER BY {unit}) AS running_{name} "
            f"FROM ({' '.join(inner)}) AS found ORDER BY {unit}"
        )

    def _first_of_each(self, conditions: Sequence[str]) -> str:
        """The first few rows or groups of each, by rank."""
        plan = self.plan
        assert plan.per is not None
        assert plan.order is not None
        per = self._group(plan.per)
        own = [each for mark in plan.groups for each in self._group(mark)]
        own += self._parts(plan.group_by_time) if plan.group_by_time else []
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
        if isinstance(ratio.over, Pick) and isinstance(ratio.under, Pick):
            return self._divided(self._picked(ratio.over), self._picked(ratio.under))
        if isinstance(ratio.over, Crowd) and isinstance(ratio.under, Crowd):
            if conditions or groups:
                raise Stuck("Rules divide such counts of all rows alone.", left=[ratio.name])
            return self._divided(self._crowd(ratio.over), self._crowd(ratio.under))
        if whole := self._whole_tables(ratio.over, ratio.under, conditions):
            return whole
        if grouped := self._grouped_tables(ratio.over, ratio.under):
            return grouped
        if plan.of_whole and plan.filters:
            raise Stuck("It is not told whether that holds of all or of the part.", left=[ratio.name])
        over, under = self._part_of(ratio.over), self._part_of(ratio.under)
        is_folded = "(" in over
        if not is_folded and plan.groups and not ratio.is_average:
            own = {self._place(mark).table.path for mark in (ratio.over,) if isinstance(mark, Mark)}
            if {name.rpartition(".")[0] for name, _ in groups} - {quoted(p, self.dialect) for p in own}:
                raise Stuck("It is not told whether totals or single values are divided.", left=[ratio.name])
        named = [*groups] if groups or is_folded else self._display(self.base)
        value = f"CAST({over} AS {_REAL[self.dialect]}) / NULLIF({under}, 0)"
        if ratio.is_average:
            value, is_folded = f"AVG({value})", True
            named = list(groups)
        value = f"{ratio.times} * {value}" if ratio.times != 1 else value
        shown = [*(aliased(*each) for each in [*named, *self._only_columns()]), f"{value} AS {ratio.name}"]
        parts = [f"SELECT {', '.join(dict.fromkeys(shown))} FROM {self._from()}", *self._where(conditions)]
        if is_folded and groups:
            parts.append(f"GROUP BY {', '.join(name for name, _ in groups)}")
        return " ".join([*parts, *self._order(ratio.name, groups)])

    def _whole_tables(self, over: Part, under: Part | None, conditions: Sequence[str]) -> str:
        """The counts of two tables, each of all its rows: a join would leave out those without a partner."""
        if not (isinstance(over, Fold) and isinstance(under, Fold)) or conditions or self.plan.groups:
            return ""
        if over.how == under.how == "sum":
            return self._whole_sums(over, under)
        if over.how != "count" or under.how != "count" or over.mark.tables == under.mark.tables:
            return ""
        many, few = (f"(SELECT COUNT(*) FROM {self._path(self._table(f.mark))})" for f in (over, under))
        return self._divided(many, few)

    def _whole_sums(self, over: Fold, under: Fold) -> str:
        """The sums of columns of two tables; of one table they are taken together."""
        places = [self._place(fold.mark) for fold in (over, under)]
        if places[0].table == places[1].table or any(place.made for place in places):
            return ""
        many, few = (f"(SELECT SUM({self._column(p)}) FROM {self._path(p.table)})" for p in places)
        times = self.plan.ratio.times if self.plan.ratio else 1
        name = self.plan.ratio.name if self.plan.ratio else "ratio"
        return self._divided(f"{times} * {many}" if times != 1 else many, few, name)

    def _grouped_tables(self, over: Part, under: Part | None) -> str:
        """The counts of two tables by what both are grouped by, each counted for itself."""
        plan = self.plan
        if not (isinstance(over, Fold) and isinstance(under, Fold)) or not (
            plan.groups or plan.group_by_time
        ):
            return ""
        if over.how != "count" or under.how != "count" or over.mark.tables == under.mark.tables:
            return ""
        if plan.order and plan.order[0] is not None:
            raise Stuck(left=[plan.order[0].words])
        others = [mark for mark in plan.tables if mark not in (over.mark, under.mark)]
        many, few = (
            _Builder(
                replace(plan, ratio=None, folds=[fold], base=fold.mark, groups=list(plan.groups), order=None,
                        direction=None, tables=[*others, fold.mark]),
                self.schema, self.dialect,
            )
            for fold in (over, under)
        )  # fmt: skip
        names = list(
            dict.fromkeys(quoted_alias(each.rpartition(".")[2].strip('"`')) for each in few.group_names())
        )
        counts = [quoted_alias(each._named_fold(each.plan.folds[0])) for each in (many, few)]
        on = " AND ".join(f"few.{name} = many.{name}" for name in names)
        value = f"CAST(COALESCE(many.{counts[0]}, 0) AS {_REAL[self.dialect]}) / NULLIF(few.{counts[1]}, 0)"
        shown = [
            *(f"few.{name}" for name in names),
            f"many.{counts[0]}",
            f"few.{counts[1]}",
            f"{value} AS ratio",
        ]
        down = plan.order[1] if plan.order else plan.direction
        order = f" ORDER BY ratio{' DESC' if down else ''}" if down is not None else ""
        both = f"({few.sql()}) AS few LEFT JOIN ({many.sql()}) AS many ON {on}"
        return f"SELECT {', '.join(shown)} FROM {both}{order}"

    def group_names(self) -> list[str]:
        named = [each for mark in self.plan.groups for each in self._group(mark)]
        if self.plan.group_by_time:
            named += self._parts(self.plan.group_by_time)
        return [alias or name for name, alias in named]

    def _divided(self, over: str, under: str, name: str = "ratio") -> str:
        return f"SELECT CAST({over} AS {_REAL[self.dialect]}) / NULLIF({under}, 0) AS {name}"

    def _crowd(self, part: Crowd) -> str:
        counted = Plan(folds=[Fold("count", part.what)], groups=[part.owner], base=part.what,
                       having=(part.what, part.sign, part.number), is_number_of_groups=True,
                       tables=[part.owner, part.what], said=self.plan.said)  # fmt: skip
        return f"({_Builder(counted, self.schema, self.dialect).sql()})"

    def _picked(self, pick: Pick) -> str:
        """The one value of a column in the row that is called so."""
        places = [
            place
            for place in pick.value.places
            if place.table.path in {p.table.path for p in pick.column.places}
        ]
        named = [place for place in places if self._names_row(place)]
        if len(named) != 1:
            raise Stuck(f"It is not told which row “{pick.value.words}” is.", left=[pick.value.words])
        column = next(place for place in pick.column.places if place.table.path == named[0].table.path)
        if column.column.kind != "number":
            raise Stuck(f"“{pick.column.words}” is no number.", left=[pick.column.words])
        condition = self._is_one_of(named[0], [pick.value])
        return f"(SELECT {self._column(column)} FROM {self._path(column.table)} WHERE {condition})"

    def _names_row(self, place: Place) -> bool:
        """Whether the column is what the table's rows are called by."""
        words = spoken(place.column.name)
        own = spoken(place.table.name)
        is_own = [stem(word) for word in words[:-1]] in ([], [stem(word) for word in own])
        return (words[-1] in ("name", "title") and is_own) or place.table.primary_key == (place.column.name,)

    def _only_columns(self) -> list[tuple[str, str]]:
        if self.plan.shown and any(isinstance(each, Fold) for each in (self.plan.ratio.over,)):  # type: ignore[union-attr]
            raise Stuck(left=[mark.words for mark in self.plan.shown])
        return [each for mark in self.plan.shown for each in self._group(mark)]

    def _part_of(self, part: Part | None) -> str:
        if part is None:
            whole = f"(SELECT {self._count_alone(self.base)} FROM {self._path(self.base)})"
            return whole if self.plan.of_whole else self._count(self.base)
        if isinstance(part, Sum):
            total = self._fold(Fold("sum", part.column))
            if part.case is None:
                return f"SUM({total}) OVER ()"
            held = " AND ".join(map(self._condition, part.case.filters))
            return total.replace("SUM(", f"SUM(CASE WHEN {held} THEN ", 1).removesuffix(")") + " ELSE 0 END)"
        if isinstance(part, Case):
            if self.is_joined and self.joined.repeats(self.base):
                raise Stuck(f"{self.base.path} would count more than once in a join.")
            holds = [*map(self._condition, part.filters), *map(self._time, part.times)]
            holds += [self._on_days(part.days)] if part.days else []
            own = self._own_count(self.base)
            return f"SUM(CASE WHEN {' AND '.join(holds)} THEN {own or 1} ELSE 0 END)"
        if isinstance(part, Fold):
            return self._fold(part)
        if isinstance(part, Pick | Crowd):
            raise Stuck("A ratio has two parts of one kind.", left=["ratio"])
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
            figures = [self._place(mark) for mark in self.plan.shown if mark.kind == "C"]
            units = [
                unit
                for place in figures
                if (unit := unit_of(place, self.schema)) and unit.table == place.table
            ]
            told = [(self._column(unit), unit.column.name) for unit in units]
            return list(dict.fromkeys([*asked, *shown, *told]))
        return [(f"{quoted(self.base.name, self.dialect)}.*", "")]

    def _owner_of(self, marks: Sequence[Mark]) -> Table | None:
        """The table whose rows are listed, each with what is folded of rows that belong to it."""
        tables = {p.table.path: p.table for mark in marks if mark.kind == "C" for p in [self._place(mark)]}
        owner = next(iter(tables.values()), None)
        if (
            owner is None
            or len(tables) != 1
            or self.plan.groups
            or not self.is_joined
            or not owner.primary_key
        ):
            return None
        folded = [fold.mark for fold in self.plan.folds]
        own = any(owner.path in {p.table.path for p in m.places} | {t.path for t in m.tables} for m in folded)
        return None if own or not self.joined.repeats(owner) else owner

    def _name_groups(self, marks: Sequence[Mark]) -> bool:
        """Whether these are columns of the tables that are grouped by: “their names”."""
        grouped = {self._table(mark).path for mark in self.plan.groups if mark.kind == "T"}
        return all(mark.kind == "C" and self._place(mark).table.path in grouped for mark in marks)

    def _group(self, mark: Mark) -> list[tuple[str, str]]:
        if mark.kind == "T":
            return self._display(self._table(mark))
        place = self._place(mark)
        found = [(self._column(place), place.column.name)]
        if part_of_name(place.column.name) == "first" and "first" not in mark.words.lower():
            last = next((c for c in place.table.columns if part_of_name(c.name) == "last"), None)
            found += [(self._column(Place(place.table, last)), last.name)] if last else []
        return found

    # -- order

    def _order(self, folded: str, shown: Sequence[tuple[str, str]]) -> list[str]:
        plan = self.plan
        if plan.order:
            mark, down = plan.order
            by = folded if mark is None else self._column(self._place(mark))
            if not by:
                raise Stuck("It is not told by what to order.", left=["ordered"])
            if mark is not None and (plan.folds or plan.ratio) and by not in [name for name, _ in shown]:
                raise Stuck(left=[mark.words])
            if mark is not None and is_calendar(self._place(mark).column):
                by = in_calendar(by, self._place(mark).column)
            return [f"ORDER BY {by}{' DESC' if down else ''}"]
        if plan.direction is not None:
            by = folded or (shown[0][0] if len(shown) == 1 and shown[0][1] else "")
            if not by and len(plan.shown) == 1 and plan.shown[0].kind == "C":
                by = self._column(self._place(plan.shown[0]))
            by = by or self._order_told()
            if not by:
                raise Stuck("It is not told by what to order.", left=["ordered"])
            return [f"ORDER BY {by}{' DESC' if plan.direction else ''}"]
        return ["ORDER BY 1"] if plan.group_by_time and len(shown) == 1 else []

    def _order_told(self) -> str:
        """What rows are ordered by where none says it: their date, or what is compared."""
        plan = self.plan
        if plan.folds or plan.ratio:
            return ""
        if plan.is_by_date:
            place = self._date()
            return self._dated(place) if is_date(place.column) else self._column(place)
        compared = {each.mark for each in plan.filters if each.operator in (">", "<", ">=", "<=", "between")}
        return self._column(self._place(compared.pop())) if len(compared) == 1 else ""

    def _limit(self) -> list[str]:
        return [f"LIMIT {self.plan.limit}"] if self.plan.limit else []
