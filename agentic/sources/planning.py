"""Statements made by rules over one or two tables, where every word of a question has a place.

What is named (tables, columns, values, numbers, times) is put in place of its words; then patterns take what
is asked of it. What is left over but fillers makes the plan be refused: half a question is not answered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from agentic.sources.schema import Column, ForeignKey, Schema, Table, words_of
from agentic.sources.understanding import stem

MOST_WORDS = 40
LONGEST_NAME = 5  # words
_TOKEN = re.compile(
    r"\d{4}-\d{2}-\d{2}|\d[\d,]*(?:\.\d+)?|'[^']{1,80}'|\"[^\"]{1,80}\"|“[^”]{1,80}”|[^\W\d_]+(?:[_'’-]\w+)*|[<>=]+"
)
_FILLERS = frozenset(
    "a all also an and are as at be by can could current did do does display entries find for from "
    "get give had has have having i in is it its list made me my of on our please recorded records "
    "return rows show shown tell that the their them there these they this those to us was we were "
    "what which who whose with you".split()
)
_MOST = "highest|most|largest|biggest|greatest|maximum|max|longest|latest|newest"
_LEAST = "lowest|least|smallest|minimum|min|fewest|shortest|earliest|oldest"
_SUM, _AVG = "total|sum of|combined|overall", "average|mean|avg"
_COUNT = "how many|(?:total )?number of|count of|count"
_MORE = "more than|greater than|over|above|exceeding|higher than|larger than|bigger than|>"
_FEWER = "less than|fewer than|under|below|lower than|smaller than|<"
_OPERATORS = {
    _MORE: ">", _FEWER: "<", "at least|>=|no less than": ">=", "at most|<=|no more than|up to": "<=",
    "equal to|equals|exactly|=": "=",
}  # fmt: skip
_PER = "for each|for every|in each|of each|grouped by|broken down by|split by|per|by|each"
_NOT_WHOLE = re.compile(r"\b(?:not|no|never|without|except|excluding|other|neither|nor|unless)\b|n['’]t\b")


@dataclass(frozen=True)
class Planned:
    """`sql` is empty where words have no place; `left` are these. `note`: why, or what to ask back."""

    sql: str = ""
    left: tuple[str, ...] = ()
    note: str = ""
    is_ambiguous: bool = False


class _Stuck(Exception):
    def __init__(self, note: str = "", *, left: Sequence[str] = (), is_ambiguous: bool = False) -> None:
        super().__init__(note)
        self.planned = Planned(left=tuple(left), note=note, is_ambiguous=is_ambiguous)


@dataclass(frozen=True)
class _Place:
    table: Table
    column: Column


@dataclass(frozen=True)
class _Mark:
    """What some words name. `kind`: T table, C column, V value, N number, D day, Y year."""

    kind: str
    words: str
    tables: tuple[Table, ...] = ()
    places: tuple[_Place, ...] = ()
    value: str = ""


@dataclass
class _Plan:
    """The parts of the statement. `base`: whose rows are asked for or counted."""

    folds: list[tuple[str, _Mark | None]] = field(default_factory=list)
    groups: list[_Mark] = field(default_factory=list)
    group_by_time: str = ""
    filters: list[tuple[_Mark, str, list[_Mark]]] = field(default_factory=list)
    times: list[tuple[str, list[_Mark]]] = field(default_factory=list)
    shown: list[_Mark] = field(default_factory=list)
    base: _Mark | None = None
    order: tuple[_Mark | None, bool] | None = None  # by a column, or by what is folded; whether downwards
    limit: int | None = None
    tables: list[_Mark] = field(default_factory=list)


def planned(question: str, schema: Schema, dialect: str) -> Planned:
    """The statement, or what could not be placed."""
    try:
        return Planned(sql=_Planner(question, schema, dialect).sql())
    except _Stuck as stuck:
        return stuck.planned


class _Planner:
    def __init__(self, question: str, schema: Schema, dialect: str) -> None:
        self.schema, self.dialect = schema, dialect
        tokens = [match[0] for match in _TOKEN.finditer(question)]
        if len(tokens) > MOST_WORDS:
            raise _Stuck("The question is long: rules take short ones.")
        if refused := _NOT_WHOLE.search(question.lower()):
            raise _Stuck(left=[refused[0]])
        self.marks: list[_Mark] = []
        self.text = f" {' '.join(self._encoded(tokens))} "
        self.plan = _Plan()

    # -- words to marks

    def _encoded(self, tokens: Sequence[str]) -> Iterator[str]:
        at = 0
        while at < len(tokens):
            for length in range(min(LONGEST_NAME, len(tokens) - at), 0, -1):
                mark = self._mark(tokens[at : at + length])
                if mark is not None:
                    yield self._put(mark)
                    at += length
                    break
            else:
                yield tokens[at].lower()
                at += 1

    def _put(self, mark: _Mark) -> str:
        self.marks.append(mark)
        return f"<{mark.kind}{len(self.marks) - 1}>"

    def _mark(self, tokens: Sequence[str]) -> _Mark | None:
        words = " ".join(tokens)
        if len(tokens) == 1 and (plain := _literal(tokens[0])):
            if plain.kind == "V":
                places = tuple(self._holding(plain.value))
                return _Mark("V", words, places=places, value=plain.value)
            return plain
        if words.lower() in _FILLERS:
            return None
        stems = [stem(word) for token in tokens for word in words_of(token)]
        tables = tuple(table for table in self.schema.tables if stems == self._name(table.name))
        is_plural = len(tokens) > 1 and stem(tokens[0]) != tokens[0].lower()  # “customers joined” is no name
        places = () if is_plural else tuple(self._called(stems))
        values = tuple(self._holding(words))
        if tables:
            return _Mark("T", words, tables=tables)
        if places and values:
            raise _Stuck(f"“{words}” is a column and a value too.", left=[words])
        if places:
            return _Mark("C", words, places=places)
        return _Mark("V", words, places=values, value=words) if values else None

    def _called(self, stems: Sequence[str]) -> Iterator[_Place]:
        for table in self.schema.tables:
            for column in table.columns:
                if stems in self._column_names(table, column):
                    yield _Place(table, column)

    def _name(self, name: str) -> list[str]:
        return [stem(word) for word in words_of(name)]

    def _column_names(self, table: Table, column: Column) -> list[list[str]]:
        """What a column may be called: its name, or that without or with the table's before it."""
        name, owner = self._name(column.name), self._name(table.name)
        found = [name, owner + name]
        if name[: len(owner)] == owner and len(name) > len(owner):
            found.append(name[len(owner) :])
        return [each for each in found if each != ["id"]]

    def _holding(self, words: str) -> Iterator[_Place]:
        for table in self.schema.tables:
            for column in table.columns:
                if column.kind == "text" and words.lower() in {each.lower() for each in column.samples}:
                    yield _Place(table, column)

    # -- patterns

    def _take(self, pattern: str, use: Callable[[list[_Mark], re.Match[str]], str | None]) -> None:
        """Give `use` the marks of each match, in order, and leave what it gives where it stood."""
        regex = re.compile(_spelled(pattern))
        while match := regex.search(self.text):
            marks = [self.marks[int(number)] for number in re.findall(r"<[A-Z](\d+)>", match[0])]
            left = use(marks, match)
            before, after = self.text[: match.start()].split(), self.text[match.end() :].split()
            put = [";"] if left is None else left.split()
            self.text = f" {' '.join([*before, *put, *after])} "

    def sql(self) -> str:
        self._superlatives()
        self._filters()
        self._folds()
        self._groups()
        self._orders()
        self._rest()
        return _Builder(self.plan, self.schema, self.dialect).sql()

    def _superlatives(self) -> None:
        plan = self.plan
        for words, down in ((_MOST, True), (_LEAST, False)):

            def first(marks: list[_Mark], match: re.Match[str], down: bool = down) -> None:
                self._subject(marks[0])
                self._ordered_by(marks[-1], match[0], down)
                plan.limit = 1

            folded = rf"(?: (?:{_SUM}|{_AVG}|number of))?"
            has = r"(?:has|have|had|with|is|are|was|were|got|placed|received)?(?: the)?"
            self._take(rf"(?:which|what|who) #S {has} (?:{words}){folded}(?: the)? #M", first)

            def top(marks: list[_Mark], match: re.Match[str], down: bool = down) -> None:
                plan.limit = int(float(marks[0].value))
                self._subject(marks[1])
                self._ordered_by(marks[2], match[0], down)

            lead = "top|first" if down else "bottom"
            by = rf"(?:by|with(?: the)? (?:{words})|in terms of|having(?: the)? (?:{words}))"
            self._take(rf"(?:{lead}) #N #S {by}(?: the)?(?: (?:{_SUM}|{_AVG}|number of))? #M", top)
            self._take(rf"#N #S with(?: the)? (?:{words})(?: (?:{_SUM}|{_AVG}|number of))? #M", top)

    def _subject(self, mark: _Mark) -> None:
        if mark.kind == "T":
            self.plan.base = mark
            self.plan.tables.append(mark)
        self.plan.shown.append(mark)

    def _ordered_by(self, mark: _Mark, words: str, down: bool) -> None:
        how = "count" if mark.kind == "T" or "number of" in words else ""
        how = how or ("sum" if re.search(rf"\b(?:{_SUM})\b", words) else "")
        how = how or ("avg" if re.search(rf"\b(?:{_AVG})\b", words) else "")
        is_counted = re.search(r"\b(?:number of|most|fewest|least)\b", words)
        if mark.kind == "T" and not is_counted:
            raise _Stuck("", left=[mark.words])
        if how:
            if mark.kind == "T":
                self.plan.base = mark
                self.plan.tables.append(mark)
            self.plan.folds.append((how, mark))
            self.plan.groups.append(self.plan.shown.pop())
            self.plan.order = (None, down)
        else:
            self.plan.order = (mark, down)
            self.plan.shown.append(mark)

    def _filters(self) -> None:
        plan = self.plan
        verb = r"(?: (?:is|are|was|were|of|being|that is|has been))*"
        self._take(rf"#C{verb} between #N and #N", lambda m, _: plan.filters.append((m[0], "between", m[1:])))
        for words, operator in _OPERATORS.items():

            def compare(m: list[_Mark], _: re.Match[str], operator: str = operator) -> None:
                plan.filters.append((m[0], operator, m[1:]))

            def turned(m: list[_Mark], _: re.Match[str], operator: str = operator) -> None:
                plan.filters.append((m[1], operator, m[:1]))

            self._take(rf"#C{verb} (?:{words}) #N", compare)
            self._take(rf"(?:with|having|have|has)? (?:{words}) #N(?: in)? #C", turned)
        for words, operator in (("after|later than", ">"), ("since", ">="), ("before|earlier than", "<")):

            def at(m: list[_Mark], match: re.Match[str], operator: str = operator) -> str | None:
                return self._dated(m, match, operator)

            def some_time(m: list[_Mark], _: re.Match[str], operator: str = operator) -> None:
                plan.times.append((operator, m))

            self._take(rf"#C{verb} (?:{words}) #Y", at)
            self._take(rf"(?:{words}) #Y", some_time)
        self._take(rf"#C{verb} (?:in|on|during) #Y", lambda m, match: self._dated(m, match, "in"))
        self._take(rf"#C{verb} between #Y and #Y", lambda m, match: self._dated(m, match, "between"))
        self._take(r"between #Y and #Y", lambda m, _: plan.times.append(("between", m)))
        self._take(r"(?:in|during|for|on|of)(?: the year)? #Y", lambda m, _: plan.times.append(("in", m)))
        self._take(rf"#C{verb}(?: (?:=|named|called|equal to|set to))? #V", self._valued)
        self._take(r"(?:in |from |by |of |with |at )?#V", self._bare_value)

    def _dated(self, marks: list[_Mark], match: re.Match[str], operator: str) -> str | None:
        """A column of dates with a time; behind any other, the time is one of its row."""
        column, *times = marks
        if all(place.column.kind == "date" for place in column.places):
            self.plan.filters.append((column, operator, times))
            return None
        self.plan.times.append((operator, times))
        return match[0].split()[0]

    def _bare_value(self, marks: list[_Mark], _: re.Match[str]) -> str:
        self.plan.filters.append((marks[0], "=", marks))
        return ""

    def _valued(self, marks: list[_Mark], _: re.Match[str]) -> None:
        """A column with a value beside it; a value that stands elsewhere is one of its own."""
        column, value = marks
        if value.places and not any(place in value.places for place in column.places):
            self.plan.shown.append(column)
            self.plan.filters.append((value, "=", [value]))
        else:
            self.plan.filters.append((column, "=", [value]))

    def _folds(self) -> None:
        plan = self.plan

        def counted(marks: list[_Mark], match: re.Match[str]) -> None:
            if marks[0].kind == "T":
                plan.tables.append(marks[0])
                plan.base = plan.base or marks[0]
                plan.folds.append(("count", marks[0]))
            else:
                plan.folds.append(("distinct", marks[0]))

        self._take(rf"(?:{_COUNT})(?: of)?(?: the)?(?: (?:different|distinct|unique))?(?: all)? #M", counted)
        for words, how in ((_SUM, "sum"), (_AVG, "avg"), (_MOST, "max"), (_LEAST, "min")):

            def fold(marks: list[_Mark], _: re.Match[str], how: str = how) -> None:
                plan.folds.append((how, marks[0]))

            self._take(rf"(?:{words})(?: of)?(?: the)? #C", fold)

    def _groups(self) -> None:
        plan = self.plan
        if not plan.folds:
            return
        self._take(rf"(?:{_PER}) (?:#C|#T)", lambda m, _: self._grouped(m[0]))

        def by_time(_: list[_Mark], match: re.Match[str]) -> None:
            plan.group_by_time = match[0].split()[-1]

        if not plan.group_by_time:
            self._take(rf"(?:{_PER}) (?:year|month)", by_time)

    def _grouped(self, mark: _Mark) -> None:
        self.plan.groups.append(mark)
        if mark.kind == "T":
            self.plan.tables.append(mark)

    def _orders(self) -> None:
        def ordered(marks: list[_Mark], match: re.Match[str]) -> None:
            self.plan.order = (marks[0], "desc" in match[0] or "highest" in match[0])

        way = r"(?: (?:in )?(?:descending|ascending|desc|asc)(?: order)?| from highest to lowest)?"
        self._take(rf"(?:sorted|ordered|sort|order)(?: them| it)? by #C{way}", ordered)

    def _rest(self) -> None:
        self._take("#C", lambda m, _: self.plan.shown.append(m[0]))
        self._take("#T", lambda m, _: self.plan.tables.append(m[0]))
        left = [word for word in re.findall(r"[^\s;]+", self.text) if word not in _FILLERS]
        if left:
            raise _Stuck(left=[self._words(word) for word in left])

    def _words(self, sign: str) -> str:
        found = re.fullmatch(r"<[A-Z](\d+)>", sign)
        return self.marks[int(found[1])].words if found else sign


_SIGNS = (("S", "TC"), ("M", "CT"), ("N", "NY"), ("Y", "YD"), ("V", "V"), ("T", "T"), ("C", "C"))


def _spelled(pattern: str) -> str:
    """#T table, #C column, #S either, #M what is measured, #V value, #N number, #Y time."""
    for sign, kinds in _SIGNS:
        pattern = pattern.replace(f"#{sign}", f"<[{kinds}]\\d+>")
    return rf"(?<= )(?:{pattern})(?= )"


def _literal(token: str) -> _Mark | None:
    if token[0] in "'\"“":
        return _Mark("V", token, value=token[1:-1])
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", token):
        return _Mark("D", token, value=token)
    if re.fullmatch(r"(?:19|20)\d\d", token):
        return _Mark("Y", token, value=token)
    if token[0].isdigit():
        return _Mark("N", token, value=token.replace(",", ""))
    return None


class _Builder:
    """Puts the parts together: which tables are meant, how they are joined, and that nothing counts twice."""

    def __init__(self, plan: _Plan, schema: Schema, dialect: str) -> None:
        self.plan, self.schema, self.dialect = plan, schema, dialect
        self.tables: dict[str, Table] = {}
        for mark in plan.tables:
            self._use(self._table(mark))
        marks = [mark for mark in self._column_marks() if len(_owners(mark)) == 1]
        for mark in marks:
            self._use(mark.places[0].table)
        for mark in self._column_marks():
            self._use(self._place(mark).table)
        if not self.tables:
            raise _Stuck("No table is named.")
        if len(self.tables) > 2:
            raise _Stuck(f"Rules join two tables, not {len(self.tables)}.")

    def _column_marks(self) -> Iterator[_Mark]:
        plan = self.plan
        yield from (mark for _, mark in plan.folds if mark and mark.kind == "C")
        yield from (mark for mark in (*plan.groups, *plan.shown) if mark.kind == "C")
        yield from (mark for mark, _, _ in plan.filters)
        if plan.order and plan.order[0] and plan.order[0].kind == "C":
            yield plan.order[0]

    def _use(self, table: Table) -> None:
        self.tables.setdefault(table.path, table)

    def _table(self, mark: _Mark) -> Table:
        if len(mark.tables) != 1:
            raise _which(mark, [table.path for table in mark.tables])
        return mark.tables[0]

    def _place(self, mark: _Mark) -> _Place:
        if not mark.places:
            raise _Stuck("", left=[mark.words])
        owners = [place for place in mark.places if place.table.path in self.tables]
        if len(owners) == 1:
            return owners[0]
        if len(mark.places) == 1:
            return mark.places[0]
        if owners and self.plan.base and (own := self._of(owners, self._table(self.plan.base))):
            return own
        raise _which(mark, [f"{place.table.path}.{place.column.name}" for place in owners or mark.places])

    def _of(self, places: Sequence[_Place], table: Table) -> _Place | None:
        return next((place for place in places if place.table.path == table.path), None)

    # -- the statement

    def sql(self) -> str:
        plan = self.plan
        base = self._table(plan.base) if plan.base else next(iter(self.tables.values()))
        conditions = [*map(self._condition, plan.filters), *map(self._time, plan.times)]
        groups = [name for mark in plan.groups for name in self._group(mark)]
        if plan.group_by_time:
            groups.append(self._part(plan.group_by_time))
        folds = [self._fold(how, mark, base) for how, mark in plan.folds]
        source = self._from()
        shown = self._shown(base, groups, folds)
        distinct = "DISTINCT " if not folds and len(self.tables) == 2 else ""
        parts = [f"SELECT {distinct}{', '.join([*groups, *folds] if folds else shown)} FROM {source}"]
        parts += [f"WHERE {' AND '.join(conditions)}"] if conditions else []
        parts += [f"GROUP BY {', '.join(groups)}"] if folds and groups else []
        parts += [self._order(folds)] if plan.order else []
        parts += [f"LIMIT {plan.limit}"] if plan.limit else []
        if folds and plan.shown:
            raise _Stuck("", left=[mark.words for mark in plan.shown])
        return " ".join(parts)

    def _shown(self, base: Table, groups: Sequence[str], folds: Sequence[str]) -> list[str]:
        names = []
        for mark in self.plan.shown:
            names += (
                [self._named(self._place(mark))] if mark.kind == "C" else self._display(self._table(mark))
            )
        if names:
            return list(dict.fromkeys(names))
        return [f"{_quoted(base.name, self.dialect)}.*"]

    def _display(self, table: Table) -> list[str]:
        """What tells a row of the table: its key, and its name where it has one."""
        name = next((c for c in table.columns if words_of(c.name)[-1] in ("name", "title")), None)
        keys = [column for column in table.columns if column.name in table.primary_key]
        chosen = [*keys, *([name] if name and name not in keys else [])] or list(table.columns[:1])
        return [self._named(_Place(table, column)) for column in chosen]

    def _group(self, mark: _Mark) -> list[str]:
        return self._display(self._table(mark)) if mark.kind == "T" else [self._named(self._place(mark))]

    def _fold(self, how: str, mark: _Mark | None, base: Table) -> str:
        assert mark is not None
        if how == "count" and mark.kind == "T":
            table = self._table(mark)
            return "COUNT(*)" if not self._is_one_side(table) else f"COUNT(DISTINCT {self._key(table)})"
        place = self._place(mark)
        if how in ("distinct", "count"):
            return f"COUNT(DISTINCT {self._named(place)})"
        if how in ("sum", "avg") and place.column.kind != "number":
            raise _Stuck(f"“{mark.words}” is no number.", left=[mark.words])
        if how in ("sum", "avg") and self._is_one_side(place.table):
            raise _Stuck(f"{place.table.path} would count more than once in a join.")
        return f"{how.upper()}({self._named(place)})"

    def _key(self, table: Table) -> str:
        if len(table.primary_key) != 1:
            raise _Stuck(f"{table.path} has no single key to count by.")
        return f"{_quoted(table.name, self.dialect)}.{_quoted(table.primary_key[0], self.dialect)}"

    def _relation(self) -> tuple[Table, ForeignKey]:
        found = [
            (own, key)
            for own, key in self.schema.relations
            if own.path in self.tables and key.table in self.tables and own.path != key.table
        ]
        if len(found) != 1:
            raise _Stuck(f"It is not told how {' and '.join(self.tables)} belong together.")
        return found[0]

    def _is_one_side(self, table: Table) -> bool:
        """Whether rows of the table come more than once where it is joined."""
        return len(self.tables) == 2 and self._relation()[1].table == table.path

    def _from(self) -> str:
        tables = list(self.tables.values())
        if len(tables) == 1:
            return self._path(tables[0])
        own, key = self._relation()
        parent = self.tables[key.table]
        conditions = " AND ".join(
            f"{_quoted(parent.name, self.dialect)}.{_quoted(theirs, self.dialect)} = "
            f"{_quoted(own.name, self.dialect)}.{_quoted(mine, self.dialect)}"
            for mine, theirs in zip(key.columns, key.refers, strict=True)
        )
        return f"{self._path(own)} JOIN {self._path(parent)} ON {conditions}"

    def _path(self, table: Table) -> str:
        return ".".join(_quoted(part, self.dialect) for part in (table.schema, table.name) if part)

    def _named(self, place: _Place) -> str:
        return f"{_quoted(place.table.name, self.dialect)}.{_quoted(place.column.name, self.dialect)}"

    def _condition(self, part: tuple[_Mark, str, list[_Mark]]) -> str:
        mark, operator, bounds = part
        place = self._place(mark)
        name, kind = self._named(place), place.column.kind
        if operator == "=" and bounds[0].kind == "V":
            value = self._spelled(place.column, bounds[0].value)
            return f"{name} = {_text(value)}" if kind == "text" else _no_value(mark)
        if bounds[0].kind in "YD" and kind == "date":
            return _ranged(name, operator, [bound.value for bound in bounds])
        if kind != "number" or any(bound.kind not in "NY" for bound in bounds):
            return _no_value(mark)
        if operator == "between":
            return f"{name} BETWEEN {bounds[0].value} AND {bounds[1].value}"
        return f"{name} {operator} {bounds[0].value}" if operator != "in" else _no_value(mark)

    def _spelled(self, column: Column, value: str) -> str:
        return next((each for each in column.samples if each.lower() == value.lower()), value)

    def _time(self, part: tuple[str, list[_Mark]]) -> str:
        operator, bounds = part
        return _ranged(self._named(self._date()), operator, [bound.value for bound in bounds])

    def _date(self) -> _Place:
        """The one column of dates that a time without a name can be of: the base's before the other's."""
        tables = list(self.tables.values())
        if self.plan.base:
            base = self._table(self.plan.base)
            tables.sort(key=lambda table: table.path != base.path)
        for table in tables:
            found = [_Place(table, column) for column in table.columns if column.kind == "date"]
            if len(found) == 1:
                return found[0]
            if found:
                listed = " or ".join(f"{place.table.path}.{place.column.name}" for place in found)
                raise _Stuck(f"Which date do you mean: {listed}?", is_ambiguous=True)
        raise _Stuck("There is no column of dates.")

    def _part(self, unit: str) -> str:
        name = self._named(self._date())
        if self.dialect == "sqlite":
            return f"strftime('{'%Y' if unit == 'year' else '%Y-%m'}', {name})"
        if unit == "year":
            return f"EXTRACT(YEAR FROM {name})"
        return f"DATE_FORMAT({name}, '%Y-%m')" if self.dialect == "mysql" else f"DATE_TRUNC('month', {name})"

    def _order(self, folds: Sequence[str]) -> str:
        assert self.plan.order is not None
        mark, down = self.plan.order
        by = folds[0] if mark is None else self._named(self._place(mark))
        return f"ORDER BY {by}{' DESC' if down else ''}"


def _owners(mark: _Mark) -> set[str]:
    return {place.table.path for place in mark.places}


def _which(mark: _Mark, choices: Sequence[str]) -> _Stuck:
    listed = ", ".join(choices[:-1]) + f" or {choices[-1]}" if len(choices) > 1 else "".join(choices)
    return _Stuck(f"Which do you mean by “{mark.words}”: {listed}?", is_ambiguous=len(choices) > 1)


def _no_value(mark: _Mark) -> str:
    raise _Stuck(f"“{mark.words}” cannot be compared so.", left=[mark.words])


def _ranged(name: str, operator: str, bounds: Sequence[str]) -> str:
    starts, ends = zip(*map(_span, bounds), strict=True)
    if operator in ("in", "=", "between"):
        return f"{name} >= {_text(starts[0])} AND {name} < {_text(ends[-1])}"
    if operator in ("<", "<="):
        return f"{name} < {_text(starts[0] if operator == '<' else ends[0])}"
    return f"{name} >= {_text(ends[0] if operator == '>' else starts[0])}"


def _span(bound: str) -> tuple[str, str]:
    """The first day of a year or day, and the first behind it."""
    if len(bound) == 4:
        return f"{bound}-01-01", f"{int(bound) + 1}-01-01"
    try:
        day = date.fromisoformat(bound)
    except ValueError:
        raise _Stuck(f"There is no day {bound}.", left=[bound]) from None
    return bound, date.fromordinal(day.toordinal() + 1).isoformat()


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _quoted(name: str, dialect: str) -> str:
    if re.fullmatch(r"[a-z_][a-z0-9_]*", name):
        return name
    quote = "`" if dialect == "mysql" else '"'
    return f"{quote}{name.replace(quote, quote * 2)}{quote}"
