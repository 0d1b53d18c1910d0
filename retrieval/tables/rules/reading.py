"""Patterns that take the parts of a plan out of a question whose names are marked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache

from retrieval.tables.rules.dates import dates_said, is_date, verbs_of_dates
from retrieval.tables.rules.naming import Names, tokens_of
from retrieval.tables.rules.parts.asking import take_asking
from retrieval.tables.rules.parts.comparisons import take_comparisons
from retrieval.tables.rules.parts.flags import take_done, take_flags, take_others
from retrieval.tables.rules.parts.marked import kept_out
from retrieval.tables.rules.parts.measures import UNITS as MEASURED
from retrieval.tables.rules.parts.measures import is_counted, is_quantity, quantity_of, take_measures
from retrieval.tables.rules.parts.moments import take_named_times, take_times
from retrieval.tables.rules.parts.money import paid_of
from retrieval.tables.rules.parts.narrowing import narrowed
from retrieval.tables.rules.parts.negations import take_negations
from retrieval.tables.rules.parts.phrasing import phrased
from retrieval.tables.rules.parts.ratios import take_ratios
from retrieval.tables.rules.plan import Filter, Fold, Mark, Plan, Stuck
from retrieval.tables.rules.shapes.bare import take_bare
from retrieval.tables.rules.shapes.deeds import is_done, take_deeds
from retrieval.tables.rules.shapes.earned import take_earned
from retrieval.tables.rules.shapes.order import take_shapes
from retrieval.tables.rules.shapes.tops import (
    none,
    take_adjectives,
    take_having,
    take_named_adjectives,
    take_plain_adjectives,
    take_superlatives,
    take_tops,
)
from retrieval.tables.rules.vocabulary.lexicon import doers, spoken, verbs
from retrieval.tables.rules.vocabulary.words import (
    AVG,
    COUNT,
    DOWN,
    FILLERS,
    HOLDING,
    IS,
    LEAST,
    MADE,
    MOST,
    NOT_WHOLE,
    PER,
    PERIODICAL,
    RELATING,
    SUM,
    UNITS,
    UP,
)
from retrieval.tables.understanding import stem

Use = Callable[[list[Mark], re.Match[str]], str | None]

MOST_WORDS = 45
_SUMMED = re.compile(r"how many <|(?:the )?total number of (?:all )?<")
_SIGNS = (
    ("S", "TC"), ("M", "CT"), ("N", "NY"), ("Y", "YD"), ("V", "V"), ("T", "T"), ("C", "C"), ("B", "B"),
)  # fmt: skip
_REL = "|".join(sorted(RELATING, key=len, reverse=True))


def plan_of(question: str, names: Names, *, today: date) -> Plan:
    """Raises `Stuck` where a word has no place."""
    return Reader(question, names, today).plan


class Reader:
    def __init__(self, question: str, names: Names, today: date) -> None:
        columns = [column.name for table in names.schema.tables for column in table.columns]
        tables = [table.name for table in names.schema.tables]
        tokens = tokens_of(phrased(question, columns, today=today, tables=tables))
        if len(tokens) > MOST_WORDS:
            raise Stuck("The question is long: rules take short ones.")
        self.today = today
        doing = {stem(spoken(table.name)[-1]) for table in names.schema.tables}
        self.deeds = {word for word in map(str.lower, tokens) if doers(word) & doing}  # of translators
        self.marks: list[Mark] = []
        self.plan = Plan()
        named = list(names.marks(tokens))
        self.text = f" {' '.join(each if isinstance(each, str) else self.put(each) for each in named)} "
        self.text = _passive(narrowed(_headed(self.text, self.marks, question), self.marks, self.put))
        self.text = self._old_years(self._times_unnamed())
        take_earned(self, names.schema)
        take_deeds(self, names.schema)
        take_asking(self, names.schema)
        self.plan.said = list(self._said())
        said = [mark.words.lower() for mark in self.marks if mark.kind == "V"]  # a state may tell a date
        words = [word for word in [*self.text.split(), *said] if word not in FILLERS | {*UNITS}]
        self.plan.verbs = tuple(dict.fromkeys(verbs_of_dates(words, names.schema.tables)))
        self.verbs = "|".join(self.plan.verbs)
        take_measures(self, names.schema)
        take_shapes(self, names.schema)
        take_ratios(self)
        take_flags(self)
        take_others(self)
        take_negations(self, names.schema.tables)
        if refused := NOT_WHOLE.search(self.text):
            raise Stuck(left=[refused[0]])
        self._directions()
        for step in (
            take_tops, take_adjectives, take_plain_adjectives, take_named_adjectives, take_superlatives,
            take_having, take_times,
        ):  # fmt: skip
            step(self)
        take_comparisons(self)
        take_named_times(self)
        take_done(self)
        for own in (self._values, self._folds, self._groups, self._rest):
            own()
        if self.text.startswith(" who ") and self.plan.folds and not (self.plan.limit or self.plan.having):
            raise Stuck(left=["who"])  # a figure names nobody
        is_of_deed = bool(self.plan.relations) or question.lower().startswith("who made ")
        if self.text.startswith(" who ") and is_of_deed and not self._names_somebody():
            raise Stuck(left=["who"])  # whom a thing belongs to is not the thing

    def _names_somebody(self) -> bool:
        return bool(self.plan.tables or self.plan.shown or self.plan.asked or self.plan.order)

    def _times_unnamed(self) -> str:
        """“By year” is a time where no table that is named has a column called so; “in hours” is a unit."""
        paths = {table.path for mark in self.marks for table in mark.tables}
        paths |= {
            mark.places[0].table.path
            for mark in self.marks
            if len(mark.places) == 1 and stem(mark.words.lower()) not in UNITS
        }

        def plain(match: re.Match[str]) -> str:
            mark = self.marks[int(match[1])]
            is_named = not paths or any(place.table.path in paths for place in mark.places)
            return match[0] if is_named or stem(mark.words.lower()) not in UNITS else mark.words.lower()

        def unit(match: re.Match[str]) -> str:
            words = self.marks[int(match[1])].words.lower()
            return f" in {words} " if re.fullmatch(MEASURED, words) else match[0]

        return re.sub(r" in <C(\d+)> $", unit, re.sub(r"<C(\d+)>", plain, self.text))

    def _old_years(self, text: str) -> str:
        """“Before 1850” is a time."""

        def year(match: re.Match[str]) -> str:
            number = self.marks[int(match[2])]
            is_year_said = re.fullmatch(r"1[4-8]\d\d", number.value) is not None
            return f"{match[1]} {self.put(replace(number, kind='Y'))}" if is_year_said else match[0]

        return re.sub(r"(?<= )(before|after|since|until) <N(\d+)>(?! <)", year, text)

    def _said(self) -> Iterator[str]:
        """The tables in the order in which the question speaks of them."""
        for number in re.findall(r"<[A-Z](\d+)>", self.text):
            mark = self.marks[int(number)]
            paths = {table.path for table in mark.tables} | {place.table.path for place in mark.places}
            if len(paths) == 1:
                yield paths.pop()

    def put(self, mark: Mark) -> str:
        self.marks.append(mark)
        return f"<{mark.kind}{len(self.marks) - 1}>"

    def take(self, pattern: str, use: Use) -> None:
        """Give `use` the marks of each match, in order, and leave what it gives where it stood."""
        regex = _compiled(pattern)
        while match := regex.search(self.text):
            marks = [self.marks[int(number)] for number in re.findall(r"<[A-Z](\d+)>", match[0])]
            left = use(marks, match)
            before, after = self.text[: match.start()].split(), self.text[match.end() :].split()
            put = [";"] if left is None else left.split()
            self.text = f" {' '.join([*before, *put, *after])} "

    # -- order

    def _directions(self) -> None:
        by = "(?:sorted|ordered|sort|order|arranged|listed|ranked)(?: (?:them|it|results|the results|these))?"
        for words, down in ((DOWN, True), (UP, False)):

            def by_column(marks: list[Mark], _: re.Match[str], down: bool = down) -> None:
                self.plan.order = (marks[0], down)

            def by_fold(_: list[Mark], __: re.Match[str], down: bool = down) -> None:
                self.plan.order = (None, down)

            def alone(_: list[Mark], match: re.Match[str], down: bool = down) -> None:
                self.plan.direction = down
                self.plan.is_by_date = (
                    re.search(r"newest|latest|recent|oldest|earliest", match[0]) is not None
                )

            they = rf"(?: (?:that )?(?:they|it)(?: (?:have|has|had|did))?(?: (?:{_REL}))?)?"
            folded = (
                rf"(?:the )?(?:{SUM}|{AVG}|total number of|number of|count of|count|{MOST})(?: #M)?{they}"
            )
            self.take(rf"{by} by {folded} (?:{words})", by_fold)
            self.take(rf"{by} by (?:the )?(?:their |its )?#C(?:,? (?:in|from))? (?:{words})", by_column)
            self.take(rf"(?:sort|order|arrange|list) (?:the )?#C (?:{words})", by_column)
            self.take(rf"{by} (?:{words})", alone)
            self.take(rf"(?:{words})", alone)
        for words, down in ((MOST, True), (LEAST, False)):

            def by_most(_: list[Mark], __: re.Match[str], down: bool = down) -> None:
                self.plan.order = (None, down)

            def from_to(marks: list[Mark], _: re.Match[str], down: bool = down) -> None:
                self.plan.order = (marks[0], down)

            ends = rf"(?:{LEAST}|worst)" if down else rf"(?:{MOST}|best)"
            self.take(
                rf"(?:starting )?(?:from|with) (?:the )?(?:{words}{'|best' if down else '|worst'}) #C "
                rf"to (?:the )?{ends}",
                from_to,
            )
            self.take(
                rf"{by} by (?:the )?(?:{words}) (?:{SUM}|{AVG}|number of)(?: the)? #M(?: first)?", by_most
            )
            self.take(rf"{by} by (?:the )?(?:{words}) #C(?: first)?", from_to)
        self.take(rf"{by} by (?:the )?(?:their |its )?#C", lambda m, _: self._order_by(m[0]))

    def _order_by(self, mark: Mark) -> None:
        self.plan.order = (mark, False)

    # -- conditions

    def _values(self) -> None:
        """Of several values with “or” between, any; without it the statement tells whether that is meant."""

        def any_of(marks: list[Mark], _: re.Match[str]) -> None:
            column, *values = marks if marks[0].kind == "C" else (marks[0], *marks)
            held = [place for place in column.places if all(place in value.places for value in values)]
            if not held and column is values[0] and all(value.places for value in values):
                self.plan.filters.append(Filter(column, "either", tuple(values)))
                return
            if not held:
                none(values[-1])
            self.plan.filters.append(Filter(replace(column, places=tuple(held)), "or", tuple(values)))

        before = (
            rf"(?:(?:in|from|by|of|with|at|for|on|as)(?: the| either| a| an)* )?(?:#C(?: (?:{IS}|either))* )?"
        )
        self.take(rf"{before}(?:either )?#V(?: #V)* or(?: (?:in|from|a|an|the|{IS}|{_REL}))* #V", any_of)
        self.take(r"(?:by|from) (?:the )?#V #T", self._of_kind)  # groups nothing: “works by Dutch artists”
        self.take(r"#V(?= <T)", self._bare_value)  # “the number of unread letters”
        self.take(
            rf"#C(?: (?:{IS}))*(?: (?:=|named|called|titled|equal to|set to))? #V(?: and #V)?", self._valued
        )
        self.take(rf"#T(?: (?:{IS}))* (?:named|called|titled) #V", self._called)
        self.take(r"(?:in|from|by|of|with|at|for|on)(?: the)? #T #V", self._called)
        self.take(r"(?:(?:in|from|by|of|with|at|for|on|as|about|to)(?: the)? )?#V", self._bare_value)

    def _called(self, marks: list[Mark], _: re.Match[str]) -> None:
        """A table's row by its name: the value stands in that table, if it is known to stand anywhere."""
        table, value = marks
        places = tuple(p for p in value.places if p.table.path in {each.path for each in table.tables})
        if not places:
            none(value)
        self.plan.tables.append(table)
        self.plan.filters.append(
            Filter(Mark("V", value.words, places=places, value=value.value), "=", (value,))
        )

    def _of_kind(self, marks: list[Mark], match: re.Match[str]) -> str:
        value, table = marks
        own = {each.path for each in table.tables}
        if not any(place.table.path in own for place in value.places):
            return match[0].replace("by ", "~by ", 1).replace("from ", "~from ", 1)
        self.plan.filters.append(Filter(value, "=", (value,)))
        return ";"

    def _bare_value(self, marks: list[Mark], _: re.Match[str]) -> str:
        self.plan.filters.append(Filter(marks[0], "=", tuple(marks)))
        return ""

    def _valued(self, marks: list[Mark], _: re.Match[str]) -> str:
        """A column with a value beside it; a value that stands elsewhere is one of its own."""
        column, *values = marks
        kept = ";"
        for value in values:
            if not value.places:
                none(value)  # nobody knows that it stands anywhere
            if not any(place in value.places for place in column.places):
                kept = f"<C{self.marks.index(column)}>"  # “the total cost of repairs”
                self.plan.filters.append(Filter(value, "=", (value,)))
            else:
                self.plan.filters.append(Filter(column, "=", (value,)))
        return kept

    # -- what is asked

    def _folds(self) -> None:
        self._averages_of_counts()
        self._counts()
        self._means()
        self._of_columns()
        take_bare(self)
        if self.plan.folds:
            self._periodical()

    def _averages_of_counts(self) -> None:
        """“Average number of orders per customer”; a column called “number of …” is averaged itself."""
        plan = self.plan

        def average(marks: list[Mark], _: re.Match[str]) -> None:
            plan.average_of = (marks[0], marks[1])
            plan.tables += [mark for mark in marks if mark.kind == "T"]
            plan.base = marks[0]

        def figure(marks: list[Mark], match: re.Match[str]) -> str:
            is_figure = all(place.column.kind == "number" for place in marks[0].places)
            return match[0].replace(" number of ", " " if is_figure else " ~number of ")

        def over_time(marks: list[Mark], match: re.Match[str]) -> str | None:
            unit = match["unit"] if len(marks) == 1 else marks[1].words.lower()
            if not all(map(is_quantity, marks[0].places)):
                return match[0].replace(" number of ", " ~number of ")
            plan.average_of = (marks[0], unit)
            plan.shown.append(marks[0])
            return None

        named = [f"<C{n}>" for n, m in enumerate(self.marks) if m.kind == "C" and m.words.lower() in UNITS]
        units = f"(?:(?P<unit>{'|'.join(UNITS)})|{'|'.join(named) or '~'})"
        self.take(rf"(?:the )?(?:{AVG}) number of #C (?:per|a|each) {units}", over_time)
        self.take(rf"(?:{AVG}) number of #C", figure)
        self.take(rf"(?:the )?(?:{AVG}) number of #T(?: (?:{_REL}))? (?:{PER}) #S", average)

    def _counts(self) -> None:
        """Spreads, running figures and counts."""
        plan = self.plan

        def spread(marks: list[Mark], match: re.Match[str]) -> None:
            self._fold(Fold("range", marks[-1]))
            plan.tables += [mark for mark in marks if mark.kind == "T"]

        def running(_: list[Mark], match: re.Match[str]) -> str:
            plan.is_running = True
            return match[1]

        def counted(marks: list[Mark], match: re.Match[str]) -> None:
            if marks[0].kind == "T":
                plan.tables.append(marks[0])
                plan.base = plan.base or marks[0]
                own = quantity_of(marks[0])
                self._fold(Fold("sum", own) if own else Fold("count", marks[0]))
            else:
                is_sum = _SUMMED.match(match[0]) is not None and all(map(is_counted, marks[0].places))
                self._fold(Fold("sum" if is_sum else "distinct", marks[0]))

        self.take(
            rf"(?:the )?difference between (?:the )?(?:{MOST}) and (?:the )?(?:{LEAST}) (?:#T )?#C", spread
        )
        self.take(rf"(?:running|cumulative)(?: (?={SUM}|{AVG}|{COUNT}))?()(?= )", running)
        self.take(rf"(?:{COUNT})(?: the)?(?: (?:different|distinct|unique))?(?: all)? #M", counted)

    def _means(self) -> None:
        """What a table's rows amount to, in all or each, and the times at which there are some."""
        plan = self.plan

        def mean(marks: list[Mark], match: re.Match[str]) -> str:
            paid = paid_of(marks[0])
            if paid is None:
                return kept_out(match)
            plan.tables.append(marks[0])
            plan.base = plan.base or marks[0]
            self._fold(Fold("avg", paid))
            return ";"

        self.take(rf"(?:{SUM}|sum)(?: of)?(?: the)?(?: (?P<each>{'|'.join(PERIODICAL)}))? #T", self._money)
        self.take(rf"(?:{AVG})(?: of)?(?: the)? #T(?! #C)", mean)
        units = "(?P<unit>day|week|month|quarter|year)s"
        verb = f"(?:with|had|have|has|having|{_REL})"
        self.take(
            rf"(?:{COUNT})(?: (?:different|distinct|unique))? {units}(?: ;)*(?: {verb})+ #T", self._times_with
        )

    def _of_columns(self) -> None:
        for words, how in ((SUM, "sum"), (AVG, "avg"), ("median", "median"), (MOST, "max"), (LEAST, "min")):

            def fold(marks: list[Mark], _: re.Match[str], how: str = how) -> None:
                for mark in marks:
                    self._fold(Fold(how, mark))

            self.take(rf"(?:{words})(?: of)?(?: the| all| their)* #C(?: and(?: the)? (?:{words}) #C)?", fold)

    def _periodical(self) -> None:
        """“Monthly sales” are told by month."""
        for word, unit in PERIODICAL.items():
            if re.search(rf" {word} ", self.text):
                self.take(word, lambda *_: None)
                self.plan.group_by_time = unit

    def _money(self, marks: list[Mark], match: re.Match[str]) -> str:
        """“Total sales” is what was paid, where the table has one column that tells it."""
        paid = paid_of(marks[0])
        if paid is None or "number" in match[0]:
            raise Stuck(left=[match[0].split()[0]])
        self.plan.tables.append(marks[0])
        self.plan.base = self.plan.base or marks[0]
        self._fold(Fold("sum", paid))
        return f"{match['each'] or ''} ;"

    def _times_with(self, marks: list[Mark], match: re.Match[str]) -> None:
        """How many days, weeks or months had some."""
        self.plan.tables.append(marks[0])
        self.plan.base = self.plan.base or marks[0]
        self.plan.count_times = match["unit"]

    def _fold(self, fold: Fold) -> None:
        if fold not in self.plan.folds:
            self.plan.folds.append(fold)

    def _groups(self) -> None:
        plan = self.plan
        if not plan.folds and not plan.ratio:
            self.take(r"(?:of|for|in) (?:each|every) #T", self._of_each)
            return

        def compound(marks: list[Mark], _: re.Match[str]) -> None:
            is_owner = re.search(r"['’]s?$", marks[0].words) is not None and marks[1].kind == "T"
            group, other = (marks[0], marks[1]) if is_owner else (marks[1], marks[0])
            plan.tables.append(other)
            self._grouped(group)

        def by_column_time(marks: list[Mark], match: re.Match[str]) -> str | None:
            if plan.group_by_time or not any(is_date(place.column) for place in marks[0].places):
                return match[0].replace(match["by"], f"~{match['by']}")
            plan.group_by_time, plan.dated = match["unit"], marks[0].words.lower()
            return None

        units = "(?P<unit>dayofweek|day|week|month|quarter|year)s?"
        self.take(rf"(?:(?:{IS}) )?#C (?P<by>{PER}) {units}", by_column_time)
        verb = rf"(?:(?P<said>{self.verbs}) (?:(?:up|in|out) )?)?" if self.verbs else ""

        def by_time(_: list[Mark], match: re.Match[str]) -> None:
            plan.group_by_time = match["unit"]
            plan.dated = plan.dated or (match.groupdict().get("said") or "")

        self.take(rf"(?:{PER})(?: of the| the)? #T #S", compound)
        both = rf"(?:{PER})(?: of the| the)? #S and(?: by| per)?(?: the)? #S"
        self.take(both, lambda m, _: self._grouped(*m))
        self.take(rf"(?:{PER})(?: of the| the)? #S", lambda m, _: self._grouped(m[0]))
        if plan.folds and len(plan.groups) == 1 and all(fold.how == "avg" for fold in plan.folds):
            own = {table.path for table in plan.groups[0].tables}
            if own and all({p.table.path for p in fold.mark.places} == own for fold in plan.folds):
                plan.groups = []  # “hours per inspection” are of all inspections
        if not plan.group_by_time:
            self.take(rf"{verb}(?:{PER}|in|on)(?: the)? {units}", by_time)

    def _of_each(self, marks: list[Mark], _: re.Match[str]) -> None:
        """“The capital of each state” is listed with the states."""
        self.plan.tables.append(marks[0])
        self.plan.asked.append(marks[0])

    def _grouped(self, *marks: Mark) -> None:
        self.plan.groups += marks
        self.plan.tables += [mark for mark in marks if mark.kind == "T"]

    def _rest(self) -> None:
        plan = self.plan
        self.take("#C", lambda m, _: plan.shown.append(m[0]))
        self.take(
            r"(?:which|what|list|show|give|find|get|return|;)(?: me)?(?: the| all| of)* #T", self._asked
        )
        self.take("#T", lambda m, _: plan.tables.append(m[0]))
        left = [word.lstrip("~") for word in re.findall(r"[^\s;]+", self.text)]
        left = [word for word in left if not self._is_of_date(word)]
        shown = [*plan.shown, *plan.groups, *plan.asked]
        is_keyed = any(mark.kind == "T" for mark in shown)  # it is shown with its key
        left = [word for word in left if word not in FILLERS and not (is_keyed and word == "id")]
        plan.relations = [
            word for word in left if word in RELATING or word in MADE or word in verbs() or word in self.deeds
        ]
        if left := [word for word in left if word not in plan.relations]:
            raise Stuck(left=[self._words(word) for word in left])

    def _is_of_date(self, word: str) -> bool:
        """Whether a verb told which date is meant: “did we acquire by gift since 2010”."""
        plan = self.plan
        if word not in plan.verbs:
            return False
        for number, time in enumerate([] if word in verbs() else plan.times):
            if time.mark is None and not time.said:
                plan.times[number] = replace(time, said=word)
                return True
        own = dates_said(word, [*(plan.base or Mark("T", "")).tables])
        if not plan.times and len(own) == 1:  # those that were done are counted: “are registered”
            plan.filters.append(Filter(Mark("C", word, places=tuple(own)), "told", ()))
        return not plan.times and len(own) == 1

    def _asked(self, marks: list[Mark], match: re.Match[str]) -> str:
        """Whose rows are asked for; behind “of”, only whose column or count was."""
        words = match[0].split()
        is_subject = words[0] != ";" and words[-2] != "of"
        self.plan.tables.append(marks[0])
        if is_subject:
            self.plan.asked.append(marks[0])
        return words[0]

    def _words(self, sign: str) -> str:
        found = re.fullmatch(r"<[A-Z](\d+)>", sign)
        return self.marks[int(found[1])].words if found else sign


def _headed(text: str, marks: Sequence[Mark], question: str) -> str:
    """Of two names that follow each other without a comma, the last is meant: “population density”.

    The first is, where the last only says what it holds: “email address”, “engine type”.
    """

    def head(match: re.Match[str]) -> str:
        first, last = marks[int(match[1])], marks[int(match[2])]
        if text[: match.start()].endswith(" which ") and is_done(last):
            return match[0]  # “which street lost the most”
        together = f"{first.words} {last.words}".lower() in " ".join(question.lower().split())
        same = {place.table.path for place in first.places} & {place.table.path for place in last.places}
        if not together or not same:
            return match[0]
        return f"<C{match[1 if stem(last.words.lower()) in HOLDING else 2]}>"

    def kind(match: re.Match[str]) -> str:
        is_text = all(place.column.kind == "text" for place in marks[int(match[1])].places)
        return f"<C{match[1]}>" if is_text else match[0]

    text = re.sub(r"<C(\d+)> (?:type|kind)s?(?= )", kind, text)
    return re.sub(r"<C(\d+)> <C(\d+)>", head, text)


def _passive(text: str) -> str:
    """“Received by authors” groups nothing."""
    return re.sub(rf" ({_REL}|{'|'.join(sorted(verbs()))}) by (?=(?:the )?<T)", r" \1 of ", text)


@lru_cache(maxsize=2048)  # a question tries some 300, and `re` keeps 512 of a whole process
def _compiled(pattern: str) -> re.Pattern[str]:
    """#T table, #C column, #S either, #M what is measured, #B flag, #V value, #N number, #Y time."""
    for sign, kinds in _SIGNS:
        pattern = pattern.replace(f"#{sign}", f"<[{kinds}]\\d+>")
    return re.compile(rf"(?<= )(?:{pattern})(?= )")
