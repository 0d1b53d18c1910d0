"""What must hold of the rows of a statement: values, times, and what is there beside them or is not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from retrieval.tables.rules.bindings import Bindings
from retrieval.tables.rules.dates import (
    dates_of,
    dates_said,
    has_time,
    in_turn,
    is_date,
    is_kept,
    is_of_life,
    meant,
    months_of,
    quarters_of,
    says,
)
from retrieval.tables.rules.joins import Edge, Joined, joined, told_between
from retrieval.tables.rules.plan import DATE, Filter, Gap, Lacking, Mark, Place, Stuck, Time
from retrieval.tables.rules.tokens import span
from retrieval.tables.rules.vocabulary.lexicon import promised, scale_of, spans, spoken, verbs
from retrieval.tables.rules.vocabulary.spelling import (
    is_calendar,
    months_within,
    no_value,
    part,
    quarters_within,
    quoted,
    soon_after,
    text,
    weekday_in,
)
from retrieval.tables.rules.vocabulary.words import DAYS, MADE, RELATING
from retrieval.tables.schema import Table, words_of


class Conditions(Bindings):
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
        """That no row, or some row, of the other table belongs to this one."""
        owner, other = self._table(lacking.owner), self._table(lacking.table)
        if owner.path != self.base.path or other.path in [table.path for table in self.joined.tables]:
            raise Stuck(f"It is not told which {other.name} are missing.", left=[lacking.table.words])
        between = told_between(self.schema, lacking.verbs, [other, owner])
        way = joined(self.schema, [other, *between, owner])
        near = [edge for edge in way.edges if owner.path in (edge.child.path, edge.parent.path)]
        inner = Joined(other, tuple(edge for edge in way.edges if edge not in near))
        holds = [self._on(edge) for edge in near]
        if lacking.value is not None:
            own = [place for place in lacking.value.places if place.table.path == other.path]
            if len(own) != 1:
                raise Stuck(left=[lacking.value.words])
            holds.append(self._is_one_of(own[0], [lacking.value]))
        if lacking.flag is not None:
            own = [place for place in lacking.flag.mark.places if place.table.path == other.path]
            if len(own) != 1:
                raise Stuck(left=[lacking.flag.mark.words])
            holds.append(self._flag(own[0], holds=lacking.flag.operator == "true"))
        done = [dates_said(verb, [other]) for verb in lacking.verbs]  # a bill that is not paid is one
        holds += [f"{self._column(dates[0])} IS NOT NULL" for dates in done if len(dates) == 1]
        if lacking.time is not None:
            dates = meant([Place(other, column) for column in dates_of(other)])
            if len(dates) != 1:
                raise Stuck(f"{other.path} has no one date.")
            holds.append(self._within(dates[0], lacking.time))
        exists = f"EXISTS (SELECT 1 FROM {self._from(inner)} WHERE {' AND '.join(holds)})"
        return exists if lacking.is_there else f"NOT {exists}"

    def _on_days(self, days: Sequence[int]) -> str:
        """Of names of days where the base has a column of them, else of its one date."""
        if named := self._days_of(self.base):
            column = self._column(named)
            return f"LOWER({column}) IN ({', '.join(text(DAYS[day - 1]) for day in days)})"
        place = self._date(self.plan.dated)
        if not is_date(place.column):
            raise Stuck("The years there have no days.")
        return weekday_in(self._dated(place), days, self.dialect)

    def _days_of(self, table: Table) -> Place | None:
        named = [c for c in table.columns if is_calendar(c) and c.samples[0].strip().lower() in DAYS]
        return Place(table, named[0]) if named else None

    def _filters(self) -> Iterator[str]:
        """Two values of one column are either of them, where a row of the base has one."""
        equal: dict[str, list[Filter]] = {}
        for each in self.plan.filters:
            if each.operator == "=" and each.bounds[0].kind == "V" and each.mark.words == "id":
                yield f"{self._column(self._place(each.mark))} = {text(each.bounds[0].value)}"
            elif each.operator == "=" and each.bounds[0].kind == "V":
                equal.setdefault(self._place(each.mark).path, []).append(each)
            elif each.operator == "either":
                yield f"({' OR '.join(self._is_one_of(self._place(b), [b]) for b in each.bounds)})"
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
        if place.made is not None and place.made.how == "named":
            return self._is_named(place, marks)
        values = list(dict.fromkeys(mark.value.lower() for mark in marks))
        if len(values) > 1 and not is_told and self.is_joined and self.joined.repeats(self.base):
            raise Stuck("It is not told whether one of the values is meant or all.", left=[marks[0].words])
        spelled = {each.lower(): each for each in place.column.samples}
        is_known = set(values) <= spelled.keys()
        name = self._column(place) if is_known else f"LOWER({self._column(place)})"
        listed = ", ".join(text(spelled[value] if is_known else value) for value in values)
        return f"{name} = {listed}" if len(values) == 1 else f"{name} IN ({listed})"

    def _is_named(self, place: Place, marks: Sequence[Mark]) -> str:
        """That what the key refers to is called so."""
        made = place.made
        assert made is not None
        assert made.table is not None
        assert made.last is not None
        held = self._is_one_of(Place(made.table, place.column), marks, is_told=True)
        refers = (
            f"SELECT {self._named(made.table, made.last.name)} FROM {self._path(made.table)} WHERE {held}"
        )
        return f"{self._named(place.table, made.first.name)} IN ({refers})"

    def _condition(self, each: Filter) -> str:
        if each.operator == "=" and each.bounds[0].kind == "V":
            return self._is_one_of(self._place(each.mark), each.bounds)
        return self._compared(each)

    def _compared(self, each: Filter) -> str:
        place = self._place(each.mark)
        name, kind, bounds = self._column(place), place.column.kind, each.bounds
        if each.operator.endswith(" average"):
            return self._beyond_average(each)
        if each.operator.endswith(" that"):
            named = each.bounds[0].places[0]
            inner = f"FROM {self._path(named.table)} WHERE {self._is_one_of(named, each.bounds)}"
            return f"{name} {each.operator[0]} (SELECT MAX({name}) {inner})"
        if each.operator in ("true", "false"):
            return self._flag(place, holds=each.operator == "true")
        if each.operator == "any":
            holds = (self._flag(self._place(b), holds=b.value != "0") for b in bounds)
            return f"({' OR '.join(holds)})"
        if each.operator in ("told", "untold"):
            if kind == "number" and each.operator == "untold":  # none of them is 0 as well
                return f"({name} IS NULL OR {name} = 0)"
            return f"{name} IS {'NOT ' if each.operator == 'told' else ''}NULL"
        if each.operator == "<>":
            return f"NOT {self._is_one_of(place, bounds)}"
        if each.operator.startswith("LIKE "):
            if kind != "text" or re.search(r"[%_\\]", bounds[0].value):
                raise no_value(each.mark)
            shape = each.operator.removeprefix("LIKE ").format(bounds[0].value.lower())
            return f"LOWER({name}) LIKE {text(shape)}"
        if bounds[0].kind in "YD" and is_date(place.column):
            starts, ends = zip(*(span(bound.value) for bound in bounds), strict=True)
            if each.operator in ("in", "=", "between"):
                return self._within(place, Time(starts[0], ends[-1]))
            if each.operator in ("<", "<="):
                return self._within(place, Time(behind=starts[0] if each.operator == "<" else ends[0]))
            return self._within(place, Time(first=ends[0] if each.operator == ">" else starts[0]))
        if each.operator == "=" and kind == "text" and bounds[0].kind in "NY":  # a key of figures
            return f"{name} = {text(bounds[0].value)}"
        plain = all(bound.kind == "N" or (bound.kind == "Y" and len(bound.value) == 4) for bound in bounds)
        if kind != "number" or not plain or each.operator == "in":
            raise no_value(each.mark)
        told = [_in_scale(bound.value, scale_of(place.column.name)) for bound in bounds]
        if each.operator == "between":
            return f"{name} BETWEEN {told[0]} AND {told[1]}"
        return f"{name} {each.operator} {told[0]}"

    def _beyond_average(self, each: Filter) -> str:
        """More or less than the average of all rows, or of those of the same group."""
        plan, place = self.plan, self._place(each.mark)
        others = [other for other in plan.filters if other is not each]
        if others or plan.times or plan.lacking or plan.gaps:
            raise Stuck("It is not told of which rows the average is.", left=["average"])
        name, sign = self._column(place), each.operator[0]
        column, table = quoted(place.column.name, self.dialect), self._path(place.table)
        average = f"SELECT AVG(peer.{column}) FROM {table} AS peer"
        if each.bounds:
            key = self._group_key(place.table, each.bounds[0])
            same = f"peer.{quoted(key, self.dialect)} = {self._named(place.table, key)}"
            average = f"{average} WHERE {same}"
        return f"{name} {sign} ({average})"

    def _group_key(self, table: Table, mark: Mark) -> str:
        """The column of the table that tells to which group a row belongs."""
        if mark.kind == "C":
            own = [place for place in mark.places if place.table.path == table.path]
            names = [place.column.name for place in own]
        else:
            keys = (key for key in table.foreign_keys if key.table == self._table(mark).path)
            names = [key.columns[0] for key in keys if len(key.columns) == 1]
        if len(names) != 1:
            raise Stuck(left=[mark.words])
        return names[0]

    def _gap(self, gap: Gap) -> str:
        """That one came within so many units after the other; by days where either has no time of day."""
        first, last = self._dated(gap.first), self._dated(gap.last)
        has_times = all(has_time(each.column) for each in (gap.first, gap.last))
        return soon_after(first, last, gap.count, gap.unit, self.dialect, by_day=not has_times)

    def _flag(self, place: Place, *, holds: bool) -> str:
        column, name = place.column, self._column(place)
        if place.made and place.made.last:
            first, last = (self._dated(Place(place.table, c)) for c in (place.made.first, place.made.last))
            return f"{last} {'>' if holds else '<='} {first}"
        if place.made:
            return f"{self._named(place.table, place.made.first.name)} IS {'' if holds else 'NOT '}NULL"
        if column.kind == "boolean":
            return f"{name} = {'TRUE' if holds else 'FALSE'}"
        if column.kind == "number":
            return f"{name} = {int(holds)}"
        said = next((value for value in column.samples if (value[:1].lower() in "yt") == holds), None)
        if said is None:
            raise Stuck(f"It is not known how {place.path} says so.")
        return f"{name} = {text(said)}"

    # -- times

    def _time(self, time: Time) -> str:
        if time.is_lasting:
            return self._lasts(time)
        place = (
            self._place(time.mark) if time.mark else self._date(time.said or self.plan.dated, near=time.near)
        )
        if time.is_quarter and time.mark is None and (told := self._of_books(place.table, time)):
            return told
        if is_date(place.column):
            return self._within(place, time)
        if place.made:
            return months_within(self._column(place), time)
        years = [int(bound[:4]) for bound in (time.first, time.behind) if bound.endswith("-01-01")]
        if len(years) != bool(time.first) + bool(time.behind):
            if quarter := quarters_of(place.table):
                named = self._named(place.table, quarter.name)
                return quarters_within(self._column(place), named, quarter, time)
            raise Stuck("The years there have no months.")
        name, parts = self._column(place), []
        if time.first:
            parts.append(f"{name} >= {time.first[:4]}")
        if time.behind:
            parts.append(f"{name} < {time.behind[:4]}")
        if time.first and time.behind and years[1] == years[0] + 1:
            return f"{name} = {years[0]}"
        return " AND ".join(parts)

    def _of_books(self, table: Table, time: Time) -> str:
        """By the table's own fiscal years and quarters, which need not be those of its dates."""
        years = [c for c in table.columns if {"fiscal", "year"} <= {*words_of(c.name)}]
        quarter = quarters_of(table)
        if len(years) != 1 or quarter is None:
            return ""
        self.plan.note = f"{self.plan.note} Quarters are those of {table.path}.{quarter.name}.".strip()
        named = self._named(table, quarter.name)
        return quarters_within(self._column(Place(table, years[0])), named, quarter, time)

    def _date(self, said: str = "", *, near: str = "") -> Place:
        """The one column of dates, or of years, that a time without a name can be of: the base's first.

        `said`: the verb that tells which, of whichever table; another verb of the question does as well where
        it tells one. `near`: the table that is named last before the time goes before the base, and before it
        that of what is summed. Dates of records are meant where there are no others.
        """
        tables = [self.base, *(table for table in self.joined.tables if table.path != self.base.path)]
        if said:
            told = dates_said(said, tables)
            if len(found := meant(told, said=said)) == 1:
                return found[0]
            if not found and said not in RELATING | MADE | verbs():
                raise Stuck(left=[said])
        own = [Place(t, c) for t in tables for c in dates_of(t)]
        told = [place for place in own if any(says(verb, place.column) for verb in self.plan.verbs)]
        if len(tables) > 1 and len(told) == 1 and not said:
            return told[0]
        folded = {self._place(fold.mark).table.path for fold in self.plan.folds if fold.mark.kind == "C"}
        by = self.plan.order[0] if self.plan.order else None
        folded |= {self._place(by).table.path} if by is not None and by.kind == "C" else set()
        tables.sort(key=lambda table: (table.path not in folded, table.path != near))
        lives = any(
            is_of_life(place) and says(verb, place.column) for place in own for verb in self.plan.verbs
        )
        if any(not is_kept(place) for place in own):
            tables.sort(key=lambda table: not self._tells_time(table))
        for table in tables:
            dates = [place for c in dates_of(table) if not is_of_life(place := Place(table, c)) or lives]
            others = [months] if (months := months_of(table)) else self._years(table)
            found = others if others and all(map(is_kept, dates)) else meant(dates)
            if len(found) > 1:
                verbs_told = [p for p in found if any(says(verb, p.column) for verb in self.plan.verbs)]
                found = verbs_told if len(verbs_told) == 1 else found
            if len(found) == 1:
                self._note_date(found[0], own)
                return found[0]
            if len(begun := [place for place in found if not _is_behind(place, found)]) == 1:
                self._note_date(begun[0], own)
                return begun[0]
            if found:
                if chosen := next((each for each in dates if each.path == self.plan.date), None):
                    return chosen
                paths = [place.path for place in found]
                raise Stuck(f"Which date do you mean: {' or '.join(paths)}?", words=DATE, choices=paths)
        raise Stuck("There is no column of dates.")

    def _note_date(self, place: Place, dates: Sequence[Place]) -> None:
        """Says which of several dates was taken, where no word of the question tells it."""
        others = [each for each in dates if not is_kept(each) and not is_of_life(each) and each != place]
        told = f"Times are of {place.path}."
        is_said = any(says(verb, place.column) for verb in self.plan.verbs)
        if others and not is_said and told not in self.plan.note:
            self.plan.note = f"{self.plan.note} {told}".strip()

    def _lasts(self, time: Time) -> str:
        """That it had begun by then and not ended before."""
        table = next(each for each in self.joined.tables if each.path == time.near)
        dates = [Place(table, column) for column in dates_of(table)]
        begun = [place for place in dates if not _is_behind(place, dates)]
        ends = [place for place in dates if place not in begun]
        if len(begun) != 1 or len(ends) != 1:
            raise Stuck(f"It is not told until when rows of {table.path} last.")
        start, end = self._within(begun[0], Time(behind=time.behind)), self._within(ends[0], Time(time.first))
        return f"{start} AND ({self._column(ends[0])} IS NULL OR {end})"

    def _tells_time(self, table: Table) -> bool:
        """Whether it has a date of something else than its records, or the year of something."""
        dates = [Place(table, column) for column in dates_of(table)]
        return not all(map(is_kept, dates)) or (not dates and bool(self._years(table)))

    def _years(self, table: Table) -> list[Place]:
        own = [c for c in table.columns if c.kind == "number"]
        exact = [c for c in own if words_of(c.name)[-1] == "year"]
        return [Place(table, c) for c in exact or [c for c in own if "year" in words_of(c.name)]]

    def _parts(self, unit: str) -> list[tuple[str, str]]:
        """What a row's day, week, month, quarter or year is told by, with its name."""
        if unit == "dayofweek" and (named := self._days_of(self.base)):
            return [(self._column(named), named.column.name)]
        place = self._date(self.plan.dated)
        if place.made and unit in ("month", "year") and place.made.last:
            year, month = (self._named(place.table, c.name) for c in (place.made.first, place.made.last))
            return [(year, "year"), (month, "month")] if unit == "month" else [(year, "year")]
        if not is_date(place.column):
            if unit == "quarter" and (quarter := quarters_of(place.table)):
                return [(self._column(place), "year"), (self._named(place.table, quarter.name), unit)]
            if unit != "year":
                raise Stuck("The years there have no months.", left=[unit])
            return [(self._column(place), unit)]
        return [(part(self._dated(place), unit, self.dialect), unit)]


def _in_scale(number: str, scale: int) -> str:
    """A number as a column of billions has it: 5 of five billion; a small one is told so already."""
    if scale == 1 or Decimal(number) < scale // 1000:
        return number
    return f"{(Decimal(number) / scale).normalize():f}"


def _is_behind(place: Place, others: Sequence[Place]) -> bool:
    """Whether it is by when something was to be done, or the end of what another is the beginning of."""
    own = {*spoken(place.column.name)}
    if promised() & own:
        return True
    for begin, end in spans():
        for other in others:
            names = {*spoken(other.column.name)}
            if begin in names and end in own:
                last = in_turn(other.column, place.column)[1]
            elif begin in own and end in names:
                last = in_turn(place.column, other.column)[1]
            else:
                continue
            if other != place and last == place.column:
                return True
    return False
