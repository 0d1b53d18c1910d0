"""Which tables and columns the parts of a plan stand for, and how they are joined."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from retrieval.tables.rules.dates import dates_of, dates_said, form_of, is_date, is_year
from retrieval.tables.rules.joins import joined, told_between
from retrieval.tables.rules.plan import Case, Crowd, Fold, Mark, Part, Pick, Place, Plan, Stuck, Sum, Time
from retrieval.tables.rules.units.cells import unit_of
from retrieval.tables.rules.vocabulary.lexicon import (
    doers,
    nouns_of,
    part_of_name,
    roles,
    spoken,
    verbs,
)
from retrieval.tables.rules.vocabulary.spelling import (
    as_date,
    between,
    month_number,
    quoted,
    since,
    which,
    within,
)
from retrieval.tables.rules.vocabulary.words import MADE, RELATING
from retrieval.tables.schema import Column, Schema, Table, is_sampled_whole, words_of
from retrieval.tables.understanding import stem


class Bindings:
    """Raises `Stuck` where something is not told, or may be more than one."""

    def __init__(self, plan: Plan, schema: Schema, dialect: str) -> None:
        self.plan, self.schema, self.dialect = plan, schema, dialect
        self.tables: dict[str, Table] = {}
        self._by_own_key()
        for mark in (*plan.tables, *([plan.per] if plan.per and plan.per.kind == "T" else [])):
            self._use(self._table(mark))
        marks = list(self._column_marks())
        for mark in marks:
            if len({place.table.path for place in mark.places}) == 1:
                self._use(mark.places[0].table)
        for mark in marks:
            place = self._place(mark)
            self._use(place.table)
            if place.made and place.made.table and place.made.how != "named":
                self._use(place.made.table)
        self.units = dict(self._units())
        for unit in self.units.values():
            self._use(unit.table)
        for gap in plan.gaps:
            self._use(gap.first.table)
            self._use(gap.last.table)
        if not self.tables:
            raise Stuck("No table is named.")
        self._use_dated()
        if plan.relations and len(self.tables) < 2:
            self._check_relations()
        self._check_verbs()
        self._check_roles()
        first = plan.base or next(iter(plan.asked), None)
        self.base = self._table(first) if first else next(iter(self.tables.values()))
        others = [table for table in self.tables.values() if table.path != self.base.path]
        others = [*told_between(schema, plan.relations, [self.base, *others]), *others]
        self.joined = joined(schema, [self.base, *others], said=plan.said)
        self.is_joined = len(self.joined.tables) > 1
        self._check_shown()
        self._check_values()
        self._check_denied()

    def _column_marks(self) -> Iterator[Mark]:
        plan = self.plan
        yield from (fold.mark for fold in plan.folds if fold.mark.kind == "C")
        if plan.ratio:
            parts = (plan.ratio.over, plan.ratio.under)
            for part in parts:
                if isinstance(part, Case):
                    yield from (each.mark for each in part.filters)
                elif isinstance(part, Sum):
                    yield part.column
                    yield from (each.mark for each in (part.case.filters if part.case else ()))
                elif isinstance(part, Crowd):
                    continue
                elif isinstance(part, Pick):
                    yield replace(part.column, places=_shared(part.column, part.value))
                elif part is not None:
                    mark = part.mark if isinstance(part, Fold) else part
                    yield from [mark] if mark.kind in "CV" else []
        shown = (*plan.groups, *plan.shown, *([plan.per] if plan.per else []))
        yield from (mark for mark in shown if mark.kind == "C")
        yield from (each.mark for each in plan.filters)
        yield from (
            bound
            for each in plan.filters
            for bound in each.bounds
            if bound.kind == "B"
            or each.operator == "either"
            or (bound.kind == "C" and each.operator.endswith("average"))
        )
        yield from (time.mark for time in plan.times if time.mark)
        if plan.order and plan.order[0] and plan.order[0].kind == "C":
            yield plan.order[0]

    def _units(self) -> Iterator[tuple[Place, Place]]:
        """What is folded or ordered by and the columns that tell its units, where these may differ."""
        plan = self.plan
        told = [fold.mark for fold in plan.folds if fold.how not in ("count", "distinct")]
        told += [plan.order[0]] if plan.order and plan.order[0] and plan.limit else []
        told += [
            p.mark if isinstance(p, Fold) else p.column
            for p in self._ratio_parts()
            if isinstance(p, Fold | Sum)
        ]
        one = {
            self._place(each.mark).path
            for each in plan.filters
            if each.operator == "=" and len(each.bounds) == 1
        }
        one |= {self._place(mark).path for mark in plan.groups if mark.kind == "C"}
        for mark in dict.fromkeys(mark for mark in told if mark.kind == "C"):
            figure = self._place(mark)
            unit = unit_of(figure, self.schema)
            if unit and len(unit.column.samples) > 1 and unit.path not in one:
                yield figure, unit

    def _ratio_parts(self) -> list[Part | None]:
        return [self.plan.ratio.over, self.plan.ratio.under] if self.plan.ratio else []

    def _use_dated(self) -> None:
        """The one table that tells when what a verb says was done, where no other does."""
        for time in (*self.plan.times, *(self.plan.change or ())):
            known = dates_said(time.said, self.tables.values()) if time.said else [None]
            if not known:
                near = [each for each in self.schema.tables if self._is_near(each)]
                tables = {p.table.path: p.table for p in dates_said(time.said, near)}
                for table in tables.values() if len(tables) == 1 else ():
                    self._use(table)
        is_timed = self.plan.group_by_time or any(not time.mark and not time.said for time in self.plan.times)
        own = list(self.tables.values())
        if is_timed and not any(dates_of(table) or any(map(is_year, table.columns)) for table in own):
            refers = {key.table for table in own for key in table.foreign_keys}
            dated = [t for path in refers if (t := self.schema.table(path)) and dates_of(t)]
            for table in dated if len(dated) == 1 else ():  # the lines of a dated paper are of its date
                self._use(table)

    def _check_values(self) -> None:
        """A value that the named tables hold too is not looked for in another one."""
        named = {table.path for mark in self.plan.tables for table in mark.tables}
        for each in self.plan.filters:
            if each.operator != "=" or not each.bounds or each.bounds[0].kind != "V":
                continue
            own = [place for place in each.bounds[0].places if place.table.path in named]
            place = self._place(each.mark)
            if own and place.table.path not in named:
                raise which(each.bounds[0], [each.path for each in (place, *own)])

    def _check_denied(self) -> None:
        """Whether none or some of several rows do not is not told, where their table is not named."""
        named = {self.base.path, *(table.path for mark in self.plan.tables for table in mark.tables)}
        for each in self.plan.filters if self.is_joined and self.joined.repeats(self.base) else ():
            if each.operator in ("false", "<>") and self._place(each.mark).table.path not in named:
                raise Stuck("It is not told whether none or some of them do not.", left=[each.mark.words])

    def _is_near(self, table: Table) -> bool:
        """Whether one key leads from it to a table in use."""
        pairs = ({own.path, key.table} for own, key in self.schema.relations)
        return any(table.path in pair and pair & {*self.tables} for pair in pairs)

    def _check_shown(self) -> None:
        """What is shown of a table that nobody names stands in one that is next to those that are."""
        named = {self.base.path, *(table.path for mark in self.plan.tables for table in mark.tables)}
        named |= {self._place(each.mark).table.path for each in self.plan.filters}
        for mark in self.plan.shown if self.is_joined else ():
            path = self._place(mark).table.path if mark.kind == "C" else self.base.path
            near = [
                edge.other(path).path
                for edge in self.joined.edges
                if path in (edge.child.path, edge.parent.path)
            ]
            if path not in named and not named & set(near):
                raise Stuck(left=[mark.words])

    def _check_relations(self) -> None:
        """Of one table, a verb says nothing only where none of its names or values is like it.

        Verbs that relate two things need the second: a value, or what is grouped by.
        """
        is_related = bool(self.plan.filters or self.plan.groups or self.plan.group_by_time or self.plan.times)
        (table,) = self.tables.values()
        told = [*(c.name for c in table.columns), *(v for c in table.columns for v in c.samples)]
        for word in self.plan.relations:
            if any(_is_like(word, each) for each in nouns_of(table)):
                continue
            is_empty = word in MADE or (is_related and (word in RELATING or word in verbs()))
            if not is_empty or any(_has_form(word, each) for each in told):
                raise Stuck(left=[word])

    def _check_verbs(self) -> None:
        """A verb of the wider list says nothing only where no column or value is called like it."""
        asked = {table.path for mark in self.plan.asked for table in mark.tables}
        own = [  # who released a film with a date of its release did so
            column
            for table in self.tables.values()
            for column in table.columns
            if not (asked and table.path not in asked and is_date(column))
        ]
        told = [word for column in own for word in spoken(column.name)]
        called = {stem(word) for table in self.tables.values() for word in nouns_of(table)}
        told += [word.lower() for column in own for value in column.samples for word in value.split()]
        for word in self.plan.relations:
            if any(_is_like(word, each) for each in called):
                continue  # who books has bookings
            if word in verbs() and word not in RELATING | MADE and any(_is_like(word, each) for each in told):
                raise Stuck(left=[word])

    def _check_roles(self) -> None:
        """Whom a verb calls otherwise did not do it: a director wrote nothing as far as is told."""
        held = [self._place(each.mark).table for each in self.plan.filters if each.mark.kind == "V"]
        called = {stem(word) for table in held for word in spoken(table.name)} & roles()
        for word in self.plan.relations if called else ():
            known = doers(word) & roles()
            if known and not known & called:
                raise Stuck(left=[word])

    def _by_own_key(self) -> None:
        """Groups of a table that is told by its key alone need no join where the base refers to it."""
        plan, base = self.plan, self.plan.base
        if base is None or len(base.tables) != 1:
            return
        by = plan.order[0] if plan.order else None
        others = [*plan.shown, *([by] if by else []), *(each.mark for each in plan.filters)]
        told = {place.table.path for mark in others for place in mark.places}
        for number, mark in enumerate(plan.groups):
            if mark.kind == "T" and any(table.path in told for table in mark.tables):
                continue
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
        first = self.plan.base or next(iter([*self.plan.asked, *self.plan.tables]), None)
        if owners and first:
            base = self._table(first)
            if own := next((place for place in owners if place.table.path == base.path), None):
                return own
        if same := self._one_key(owners):
            return same
        near = [place for place in mark.places if not owners and self._is_reached(place.table)]
        if len(near) > 1:  # of a country and its towns, a continent's is that of the countries
            steps = {place.path: self._steps_to(place.table) for place in near}
            near = [place for place in near if steps[place.path] == min(steps.values())]
        if len(near) == 1:
            return near[0]
        raise which(mark, [place.path for place in owners or mark.places])

    def _is_reached(self, table: Table) -> bool:
        """Whether one way leads there from the tables in use, where some are."""
        try:
            joined(self.schema, [*self.tables.values(), table], said=self.plan.said)
        except Stuck:
            return False
        return bool(self.tables)

    def _steps_to(self, table: Table) -> int:
        """How many keys lead there from the tables in use."""
        return len(joined(self.schema, [*self.tables.values(), table], said=self.plan.said).edges)

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

    def _path(self, table: Table) -> str:
        return ".".join(quoted(part, self.dialect) for part in (table.schema, table.name) if part)

    def _column(self, place: Place) -> str:
        if place.made is None:
            return self._named(place.table, place.column.name)
        made = place.made
        first = self._named(place.table, made.first.name)
        if made.how == "length":
            return f"LENGTH({first})"
        if made.how in ("open", "later"):
            return first
        if made.how in ("since", "age"):
            return since(as_date(first, made.first, self.dialect), made, self.dialect)
        assert made.last is not None
        last = self._named(made.table or place.table, made.last.name)
        if made.how == "months":
            return month_number(first, last, made.last)
        if made.how == "over":
            return f"(1.0 * {first} / NULLIF({last}, 0))"
        if made.how in ("minus", "times"):
            return f"({first} {'-' if made.how == 'minus' else '*'} {last})"
        first, last = (as_date(*each, self.dialect) for each in ((first, made.first), (last, made.last)))
        return between(first, last, made, self.dialect)

    def _dated(self, place: Place) -> str:
        """The column as a date, however it holds one."""
        return as_date(self._column(place), place.column, self.dialect)

    def _within(self, place: Place, time: Time) -> str:
        """Whether the date of the row is of the time."""
        form = form_of(place.column)
        if form in (".", "us"):
            return within(self._dated(place), time)
        is_figure = form == "compact" and place.column.kind == "number"
        return within(self._column(place), time, "figures" if is_figure else form)

    def _named(self, table: Table, column: str) -> str:
        return f"{quoted(table.name, self.dialect)}.{quoted(column, self.dialect)}"

    def _display(self, table: Table) -> list[tuple[str, str]]:
        """What tells a row of the table: its key, and its name where it has one."""
        last = [spoken(column.name)[-1] for column in table.columns]
        name = next(
            (
                column
                for column, word in zip(table.columns, last, strict=True)
                if word in ("name", "title") or (column.kind == "text" and word.endswith("name"))
            ),
            None,
        )
        name = name or _part_of_name(table, "first") or _first_told(table) or _described(table)
        refers = {column for key in table.foreign_keys for column in key.columns}
        keys = [c for c in table.columns if c.name in table.primary_key and not (name and c.name in refers)]
        chosen = [*keys, *([name] if name and name not in keys else [])] or list(table.columns[:1])
        if name and part_of_name(name.name):
            chosen += [each for each in table.columns if part_of_name(each.name) and each not in chosen]
        return [(self._column(Place(table, column)), column.name) for column in chosen]


def _part_of_name(table: Table, part: str) -> Column | None:
    """The column of the first or last names of persons."""
    return next((c for c in table.columns if c.kind == "text" and part_of_name(c.name) == part), None)


def _described(table: Table) -> Column | None:
    """What tells a row that has no name."""
    return next((c for c in table.columns if c.kind == "text" and spoken(c.name)[-1] == "description"), None)


def _first_told(table: Table) -> Column | None:
    """The column of texts behind the key, where each row has another: the company of a buyer."""
    texts = [column for column in table.columns[:3] if column.kind == "text"]
    refers = {column for key in table.foreign_keys for column in key.columns}
    if not texts or not table.primary_key or texts[0].name in {*refers, *table.primary_key}:
        return None
    values = texts[0].samples
    return texts[0] if is_sampled_whole(texts[0]) and len(values) == table.rows else None


def _shared(mark: Mark, other: Mark) -> tuple[Place, ...]:
    """The places of the mark that stand in a table of the other's."""
    own = {place.table.path for place in other.places}
    return tuple(place for place in mark.places if place.table.path in own)


def _has_form(word: str, text: str) -> bool:
    """Whether a name or value has a word that begins as this one: “come” is none of a comeback."""
    short = word if len(word) < 5 else word[:5]
    parts = [*words_of(text), *re.findall(r"[a-z]+", text.lower())]
    return any(each.startswith(short) and (len(word) > 4 or len(each) < len(word) + 3) for each in parts)


def _is_like(word: str, other: str) -> bool:
    return len(word) > 3 and len(other) > 3 and word[:4] == other[:4]
