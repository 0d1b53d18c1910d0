"""Puts the parts of a plan together: which tables are meant, and that nothing counts twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retrieval.tables.rules.joins import joined
from retrieval.tables.rules.naming import span
from retrieval.tables.rules.plan import DATE, Filter, Fold, Mark, Place, Plan, Stuck, Time
from retrieval.tables.rules.spelling import aliased, is_calendar, no_value, quoted, text, which, within
from retrieval.tables.rules.words import MADE
from retrieval.tables.schema import Schema, Table, words_of
from retrieval.tables.understanding import stem

_NAMES = {"sum": "total", "avg": "average", "max": "highest", "min": "lowest"}
_REAL = {"postgres": "DOUBLE PRECISION", "duckdb": "DOUBLE", "sqlite": "REAL", "mysql": "DOUBLE"}


def statement_of(plan: Plan, schema: Schema, dialect: str) -> str:
    """Raises `Stuck`."""
    return _Builder(plan, schema, dialect).sql()


class _Builder:
    def __init__(self, plan: Plan, schema: Schema, dialect: str) -> None:
        self.plan, self.schema, self.dialect = plan, schema, dialect
        self.tables: dict[str, Table] = {}
        self._by_own_key()
        for mark in plan.tables:
            self._use(self._table(mark))
        marks = list(self._column_marks())
        for mark in marks:
            if len({place.table.path for place in mark.places}) == 1:
                self._use(mark.places[0].table)
        for mark in marks:
            self._use(self._place(mark).table)
        if not self.tables:
            raise Stuck("No table is named.")
        if plan.relations and len(self.tables) < 2:
            self._check_relations()
        first = plan.base or next(iter(plan.asked), None)
        self.base = self._table(first) if first else next(iter(self.tables.values()))
        others = [table for table in self.tables.values() if table.path != self.base.path]
        self.joined = joined(schema, [self.base, *others])
        self.is_joined = len(self.joined.tables) > 1

    def _column_marks(self) -> Iterator[Mark]:
        plan = self.plan
        yield from (fold.mark for fold in plan.folds if fold.mark.kind == "C")
        if plan.ratio:
            parts = (plan.ratio.over, plan.ratio.under)
            named = (part.mark if isinstance(part, Fold) else part for part in parts if part)
            yield from (mark for mark in named if mark.kind in "CV")
        shown = (*plan.groups, *plan.shown, *([plan.per] if plan.per else []))
        yield from (mark for mark in shown if mark.kind == "C")
        yield from (each.mark for each in plan.filters)
        if plan.order and plan.order[0] and plan.order[0].kind == "C":
            yield plan.order[0]

    def _check_relations(self) -> None:
        """Of one table, a verb says nothing only where none of its names or values is like it."""
        (table,) = self.tables.values()
        told = [table.name, *(c.name for c in table.columns), *(v for c in table.columns for v in c.samples)]
        for word in self.plan.relations:
            if word not in MADE or any(word[:5] in each.lower() for each in told):
                raise Stuck(left=[word])

    def _by_own_key(self) -> None:
        """Groups of a table that is told by its key alone need no join where the base refers to it."""
        plan, base = self.plan, self.plan.base
        if base is None or len(base.tables) != 1:
            return
        for number, mark in enumerate(plan.groups):
            if mark.kind != "T" or len(mark.tables) != 1:
                continue
            names = tuple(name for _, name in self._display(mark.tables[0]))
            for key in base.tables[0].foreign_keys:
                column = base.tables[0].column(key.columns[0])
                if key.table == mark.tables[0].path and key.refers == names and column is not None:
                    plan.groups[number] = Mark("C", mark.words, places=(Place(base.tables[0], column),))
                    plan.tables = [each for each in plan.tables if each != mark]

    def _use(self, table: Table) -> None:
        self.tables.setdefault(table.path, table)

    def _table(self, mark: Mark) -> Table:
        if len(mark.tables) != 1:
            raise which(mark, [table.path for table in mark.tables])
        return mark.tables[0]

    def _place(self, mark: Mark) -> Place:
        """The column that is meant: of a table in use, the base's before others'; keys before what refers."""
        if not mark.places:
            raise Stuck(left=[mark.words])
        owners = [place for place in mark.places if place.table.path in self.tables]
        if len(owners) == 1:
            return owners[0]
        if len(mark.places) == 1:
            return mark.places[0]
        if owners and self.plan.base:
            base = self._table(self.plan.base)
            if own := next((place for place in owners if place.table.path == base.path), None):
                return own
        if same := self._one_key(owners):
            return same
        raise which(mark, [place.path for place in owners or mark.places])

    def _one_key(self, places: Sequence[Place]) -> Place | None:
        """Of columns that refer to each other, any: the first."""
        if not places:
            return None
        first, *rest = places
        return first if all(self._refers(first, each) or self._refers(each, first) for each in rest) else None

    def _refers(self, own: Place, other: Place) -> bool:
        return any(
            key.columns == (own.column.name,)
            and (key.table, key.refers) == (other.table.path, (other.column.name,))
            for key in own.table.foreign_keys
        )

    # -- the statement

    def sql(self) -> str:
        plan = self.plan
        conditions = [*self._filters(), *map(self._time, plan.times)]
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
        if folds and plan.shown:
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

    def _only_columns(self) -> list[tuple[str, str]]:
        if self.plan.shown and any(isinstance(each, Fold) for each in (self.plan.ratio.over,)):  # type: ignore[union-attr]
            raise Stuck(left=[mark.words for mark in self.plan.shown])
        return [each for mark in self.plan.shown for each in self._group(mark)]

    def _part_of(self, part: Fold | Mark | None) -> str:
        if part is None:
            return self._count(self.base)
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

    def _display(self, table: Table) -> list[tuple[str, str]]:
        """What tells a row of the table: its key, and its name where it has one."""
        last = [words_of(column.name)[-1] for column in table.columns]
        name = next(
            (c for c, word in zip(table.columns, last, strict=True) if word in ("name", "title")), None
        )
        refers = {column for key in table.foreign_keys for column in key.columns}
        keys = [c for c in table.columns if c.name in table.primary_key and not (name and c.name in refers)]
        chosen = [*keys, *([name] if name and name not in keys else [])] or list(table.columns[:1])
        return [(self._column(Place(table, column)), column.name) for column in chosen]

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
            return f"COUNT(DISTINCT {name})"
        if fold.how in ("sum", "avg"):
            if place.column.kind != "number":
                raise Stuck(f"“{mark.words}” is no number.", left=[mark.words])
            if self.is_joined and self.joined.repeats(place.table):
                raise Stuck(f"{place.table.path} would count more than once in a join.")
            if fold.how == "avg":
                self._check_average(place.table)
        return f"{fold.how.upper()}({name})"

    def _check_average(self, table: Table) -> None:
        """The average of what several rows of another table have each may be one of their averages."""
        grouped = {each.path for mark in self.plan.groups for each in mark.tables}
        for mark in self.plan.tables:
            named = self._table(mark)
            if named.path != table.path and named.path not in grouped and self.joined.repeats(named):
                raise Stuck(f"It is not told whether each {named.name} counts once.", left=[mark.words])

    def _count(self, table: Table) -> str:
        if not self.is_joined or not self.joined.repeats(table):
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

    def _from(self) -> str:
        parts = [self._path(self.joined.first)]
        known = {self.joined.first.path}
        for edge in self.joined.edges:
            fresh = edge.parent if edge.child.path in known else edge.child
            known.add(fresh.path)
            on = " AND ".join(
                f"{quoted(edge.parent.name, self.dialect)}.{quoted(theirs, self.dialect)} = "
                f"{quoted(edge.child.name, self.dialect)}.{quoted(mine, self.dialect)}"
                for mine, theirs in zip(edge.key.columns, edge.key.refers, strict=True)
            )
            parts.append(f"JOIN {self._path(fresh)} ON {on}")
        return " ".join(parts)

    def _path(self, table: Table) -> str:
        return ".".join(quoted(part, self.dialect) for part in (table.schema, table.name) if part)

    def _column(self, place: Place) -> str:
        return f"{quoted(place.table.name, self.dialect)}.{quoted(place.column.name, self.dialect)}"

    def _where(self, conditions: Sequence[str]) -> list[str]:
        return [f"WHERE {' AND '.join(conditions)}"] if conditions else []

    def _filters(self) -> Iterator[str]:
        """Two values of one column are either of them, where a row of the base has one."""
        equal: dict[str, list[Filter]] = {}
        for each in self.plan.filters:
            if each.operator == "=" and each.bounds[0].kind == "V":
                equal.setdefault(self._place(each.mark).path, []).append(each)
            else:
                yield self._compared(each)
        for same in equal.values():
            yield self._is_one_of(self._place(same[0].mark), [each.bounds[0] for each in same])

    def _is_one_of(self, place: Place, marks: Sequence[Mark]) -> str:
        if place.column.kind != "text":
            raise no_value(marks[0])
        values = list(dict.fromkeys(mark.value.lower() for mark in marks))
        if len(values) > 1 and self.is_joined and self.joined.repeats(self.base):
            raise Stuck("It is not told whether one of the values is meant or all.", left=[marks[0].words])
        spelled = {each.lower(): each for each in place.column.samples}
        is_known = set(values) <= spelled.keys()
        name = self._column(place) if is_known else f"LOWER({self._column(place)})"
        listed = ", ".join(text(spelled[value] if is_known else value) for value in values)
        return f"{name} = {listed}" if len(values) == 1 else f"{name} IN ({listed})"

    def _compared(self, each: Filter) -> str:
        place = self._place(each.mark)
        name, kind, bounds = self._column(place), place.column.kind, each.bounds
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
        if self.dialect == "sqlite":
            return f"STRFTIME('{'%Y' if unit == 'year' else '%Y-%m'}', {name})"
        if unit == "year":
            return f"EXTRACT(YEAR FROM {name})"
        return f"DATE_FORMAT({name}, '%Y-%m')" if self.dialect == "mysql" else f"DATE_TRUNC('month', {name})"

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
