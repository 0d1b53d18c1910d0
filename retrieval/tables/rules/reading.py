"""Patterns that take the parts of a plan out of a question whose names are marked."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date

from retrieval.tables.rules import times
from retrieval.tables.rules.naming import Names, tokens_of
from retrieval.tables.rules.narrowing import narrowed
from retrieval.tables.rules.negations import take_negations
from retrieval.tables.rules.plan import Filter, Fold, Mark, Plan, Stuck
from retrieval.tables.rules.ratios import take_ratios
from retrieval.tables.rules.words import (
    AVG,
    COUNT,
    DOWN,
    FILLERS,
    IS,
    LEAST,
    LIKE,
    MADE,
    MOST,
    NOT_WHOLE,
    OPERATORS,
    PER,
    PERIODICAL,
    RELATING,
    SUM,
    UP,
    WEEK,
)
from retrieval.tables.understanding import stem

MOST_WORDS = 45
_SIGNS = (("S", "TC"), ("M", "CT"), ("N", "NY"), ("Y", "YD"), ("V", "V"), ("T", "T"), ("C", "C"))
_FOLDED = rf"(?: (?:{SUM}|{AVG}|number of|count of))?"
_REL = "|".join(sorted(RELATING, key=len, reverse=True))
Use = Callable[[list[Mark], re.Match[str]], str | None]


def plan_of(question: str, names: Names, *, today: date) -> Plan:
    """Raises `Stuck` where a word has no place."""
    return Reader(question, names, today).plan


class Reader:
    def __init__(self, question: str, names: Names, today: date) -> None:
        tokens = tokens_of(question)
        if len(tokens) > MOST_WORDS:
            raise Stuck("The question is long: rules take short ones.")
        self.today = today
        self.marks: list[Mark] = []
        named = names.marks(tokens)
        self.text = f" {' '.join(each if isinstance(each, str) else self.put(each) for each in named)} "
        self.text = narrowed(self.text, self.marks, self.put)
        self.plan = Plan()
        take_negations(self)
        if refused := NOT_WHOLE.search(self.text):
            raise Stuck(left=[refused[0]])
        take_ratios(self)
        for step in (
            self._directions, self._tops, self._superlatives, self._having, self._relative_times,
            self._comparisons, self._named_times, self._weekdays, self._values, self._folds, self._groups,
            self._rest,
        ):  # fmt: skip
            step()

    def put(self, mark: Mark) -> str:
        self.marks.append(mark)
        return f"<{mark.kind}{len(self.marks) - 1}>"

    def take(self, pattern: str, use: Use) -> None:
        """Give `use` the marks of each match, in order, and leave what it gives where it stood."""
        regex = re.compile(_spelled(pattern))
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

            def alone(_: list[Mark], __: re.Match[str], down: bool = down) -> None:
                self.plan.direction = down

            they = rf"(?: (?:that )?(?:they|it)(?: (?:have|has|had|did))?(?: (?:{_REL}))?)?"
            folded = (
                rf"(?:the )?(?:{SUM}|{AVG}|total number of|number of|count of|count|{MOST})(?: #M)?{they}"
            )
            self.take(rf"{by} by {folded} (?:{words})", by_fold)
            self.take(rf"{by} by (?:the )?(?:their |its )?#C (?:{words})", by_column)
            self.take(rf"{by} (?:{words})", alone)
            self.take(rf"(?:{words})", alone)
        self.take(rf"{by} by (?:the )?(?:their |its )?#C", lambda m, _: self._order_by(m[0]))

    def _order_by(self, mark: Mark) -> None:
        self.plan.order = (mark, False)

    def _tops(self) -> None:
        """The first few of all, or of each group."""
        plan = self.plan
        for words, lead, down in ((MOST, "top|first|best", True), (LEAST, "bottom|last|worst", False)):

            def top(marks: list[Mark], match: re.Match[str], down: bool = down) -> None:
                plan.limit = int(float(marks[0].value))
                self._subject(marks[1])
                self._ordered_by(marks[2], match[0], down)

            def top_per(marks: list[Mark], match: re.Match[str], down: bool = down) -> None:
                top(marks, match, down)
                plan.per = marks[3]

            by = rf"(?:by|with(?: the)? (?:{words})|in terms of|having(?: the)? (?:{words}))"
            whole = rf"(?:(?:{lead}) #N|#N) #S {by}(?: the)?{_FOLDED}(?: the)? #M"
            self.take(rf"{whole} (?:{PER}) #S", top_per)
            self.take(whole, top)

    def _superlatives(self) -> None:
        for words, down in ((MOST, True), (LEAST, False)):

            def first(marks: list[Mark], match: re.Match[str], down: bool = down) -> None:
                self.plan.is_many = stem(last := marks[0].words.split()[-1].lower()) != last
                given = self.plan.order
                self._subject(marks[0])
                self._ordered_by(marks[-1], match[0], down)
                self.plan.limit = 1
                if self.plan.is_many and given is None and self.plan.direction is None:
                    raise Stuck("It is not told how many of them are asked for.", left=[marks[0].words])
                if self.plan.is_many:  # with an order: all, from there on
                    self.plan.limit, self.plan.direction = None, None

            verb = rf"(?:has|have|had|with|is|are|was|were|got|received|having|{_REL})"
            has = rf"(?:(?:that|which|who) )?(?:(?:has|have|had) )?{verb}?(?: the)?"
            self.take(rf"(?:which|what|who|the) #S {has} (?:{words}){_FOLDED}(?: the)? #M", first)
            self.take(rf"#S (?:with|having)(?: the)? (?:{words}){_FOLDED}(?: the)? #M", first)
        if self.plan.limit == 1 and self.plan.folds:
            how = self.plan.folds[0]
            self.take(
                rf"(?:and )?(?:{COUNT}) #M(?: (?:did|do|does|has|have|is|are|were|was))?"
                rf"(?: (?:they|it|he she|he|she))?(?: (?:have|has|{_REL}))?(?: (?:that|in that) year)?",
                lambda m, _: None if how.how == "count" and m[0].tables == how.mark.tables else none(m[0]),
            )

    def _subject(self, mark: Mark) -> None:
        if mark.kind == "T":
            self.plan.base = mark
            self.plan.tables.append(mark)
        self.plan.shown.append(mark)

    def _ordered_by(self, mark: Mark, words: str, down: bool) -> None:
        how = "count" if mark.kind == "T" or "number of" in words or "count of" in words else ""
        how = how or ("sum" if re.search(rf"\b(?:{SUM})\b", words) else "")
        how = how or ("avg" if re.search(rf"\b(?:{AVG})\b", words) else "")
        is_counted = re.search(r"\b(?:number of|count of|most|fewest|least)\b", words)
        if mark.kind == "T" and not is_counted:
            none(mark)
        if how:
            if mark.kind == "T":
                self.plan.base = mark
                self.plan.tables.append(mark)
            self.plan.folds.append(Fold(how, mark))
            self.plan.groups.append(self.plan.shown.pop())
            self.plan.order = (None, down)
        else:
            self.plan.order = (mark, down)
            self.plan.shown.append(mark)

    def _having(self) -> None:
        """“customers with more than 2 orders”."""
        plan = self.plan
        for words, sign in OPERATORS.items():

            def counted(marks: list[Mark], _: re.Match[str], sign: str = sign) -> None:
                group, number, what = marks
                plan.groups.append(group)
                plan.base = what
                plan.tables += [group, what]
                plan.folds.append(Fold("count", what))
                plan.having = (what, sign, number.value)

            has = rf"(?:(?:that|which|who) )?(?:has|have|had|with|having|{_REL})"

            def groups(marks: list[Mark], match: re.Match[str], sign: str = sign) -> None:
                counted(marks, match, sign)
                plan.is_number_of_groups = True

            self.take(rf"(?:{COUNT}) #T(?: (?:have|has|had))? {has} (?:{words}) #N #T", groups)
            self.take(rf"#T(?: (?:have|has|had))? {has} (?:{words}) #N #T", counted)

    # -- conditions

    def _relative_times(self) -> None:
        found = self.plan.times

        def rolling(_: list[Mark], match: re.Match[str]) -> None:
            found.append(times.rolling(int(match[1]), match[2], self.today))

        def rolling_marked(marks: list[Mark], match: re.Match[str]) -> None:
            found.append(times.rolling(int(float(marks[0].value)), match[1], self.today))

        self.take(times.ROLLING.replace(r"(\d+)", "#N"), rolling_marked)
        self.take(times.ROLLING_ONE, lambda _, m: found.append(times.rolling(1, m[1], self.today)))
        self.take(times.PREVIOUS, lambda _, m: found.append(times.previous(m[1], self.today)))
        self.take(times.PRESENT, lambda _, m: found.append(times.present(m[1], self.today)))

    def _comparisons(self) -> None:
        plan = self.plan
        verb = rf"(?: (?:{IS}))*"
        self.take(
            rf"#C{verb} between #N and #N",
            lambda m, _: plan.filters.append(Filter(m[0], "between", tuple(m[1:]))),
        )
        for words, shape in LIKE.items():

            def like(m: list[Mark], _: re.Match[str], shape: str = shape) -> None:
                plan.filters.append(Filter(m[0], f"LIKE {shape}", (m[1],)))

            with_ = "" if "contain" in words else " with(?: the)?(?: letters?)?"
            self.take(rf"#C(?: (?:{IS}|that))* (?:{words}){with_}(?: the)? #V", like)
        for words, operator in OPERATORS.items():

            def compare(m: list[Mark], _: re.Match[str], operator: str = operator) -> None:
                plan.filters.append(Filter(m[0], operator, tuple(m[1:])))

            def turned(m: list[Mark], _: re.Match[str], operator: str = operator) -> None:
                plan.filters.append(Filter(m[1], operator, (m[0],)))

            self.take(rf"#C{verb} (?:{words}) #N", compare)
            self.take(rf"(?:(?:with|having|have|has) )?(?:{words}) #N(?: in)? #C", turned)

    def _named_times(self) -> None:
        self.take(
            r"(?:(?:in|during|of|from|for)(?: the)? )?#C #Y",
            lambda m, _: self.plan.filters.append(Filter(m[0], "=", (m[1],))),
        )
        for words, operator in (("after|later than", ">"), ("since", ">="), ("before|earlier than", "<")):

            def at(m: list[Mark], match: re.Match[str], operator: str = operator) -> str | None:
                return self._dated(m, match, operator)

            def some_time(m: list[Mark], _: re.Match[str], operator: str = operator) -> None:
                self.plan.times.append(times.ranged(operator, m))

            self.take(rf"#C(?: (?:{IS}))* (?:{words}) #Y", at)
            self.take(rf"(?:{words}) #Y", some_time)
        self.take(rf"#C(?: (?:{IS}))* (?:in|on|during) #Y", lambda m, match: self._dated(m, match, "in"))
        self.take(rf"#C(?: (?:{IS}))* between #Y and #Y", lambda m, match: self._dated(m, match, "in"))
        self.take(r"between #Y and #Y", lambda m, _: self.plan.times.append(times.ranged("in", m)))
        self.take(
            r"(?:in|during|for|on|of)(?: the)?(?: year)? #Y",
            lambda m, _: self.plan.times.append(times.ranged("in", m)),
        )

    def _dated(self, marks: list[Mark], match: re.Match[str], operator: str) -> str | None:
        """A column of dates with a time; behind any other, the time is one of its row."""
        column, *bounds = marks
        if all(place.column.kind == "date" for place in column.places):
            self.plan.filters.append(Filter(column, operator, tuple(bounds)))
            return None
        self.plan.times.append(times.ranged(operator, bounds))
        return match[0].split()[0]

    def _weekdays(self) -> None:
        day = rf"(?:{'|'.join(WEEK)})s?"

        def on(_: list[Mark], match: re.Match[str]) -> None:
            named = re.findall(rf"\b({'|'.join(WEEK)})s?\b", match[0])
            self.plan.days = tuple(sorted({number for word in named for number in WEEK[word]}))

        self.take(rf"(?:on|during|at)(?: the)? {day}(?: (?:and|or)(?: on)? {day})*", on)

    def _values(self) -> None:
        """Of several values with “or” between, any; without it the statement tells whether that is meant."""

        def any_of(marks: list[Mark], _: re.Match[str]) -> None:
            column, *values = marks if marks[0].kind == "C" else (marks[0], *marks)
            held = [place for place in column.places if all(place in value.places for value in values)]
            if not held:
                none(values[-1])
            self.plan.filters.append(Filter(replace(column, places=tuple(held)), "or", tuple(values)))

        before = (
            rf"(?:(?:in|from|by|of|with|at|for|on|as)(?: the| either| a| an)* )?(?:#C(?: (?:{IS}|either))* )?"
        )
        self.take(rf"{before}(?:either )?#V(?: #V)* or(?: (?:in|from|a|an|the))* #V", any_of)
        self.take(
            rf"#C(?: (?:{IS}))*(?: (?:=|named|called|titled|equal to|set to))? #V(?: and #V)?", self._valued
        )
        self.take(rf"#T(?: (?:{IS}))* (?:named|called|titled) #V", self._called)
        self.take(r"(?:in|from|by|of|with|at|for|on)(?: the)? #T #V", self._called)
        self.take(r"(?:(?:in|from|by|of|with|at|for|on|as)(?: the)? )?#V", self._bare_value)

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

    def _bare_value(self, marks: list[Mark], _: re.Match[str]) -> str:
        self.plan.filters.append(Filter(marks[0], "=", tuple(marks)))
        return ""

    def _valued(self, marks: list[Mark], _: re.Match[str]) -> None:
        """A column with a value beside it; a value that stands elsewhere is one of its own."""
        column, *values = marks
        for value in values:
            if not value.places:
                none(value)  # nobody knows that it stands anywhere
            if not any(place in value.places for place in column.places):
                if column not in self.plan.shown:
                    self.plan.shown.append(column)
                self.plan.filters.append(Filter(value, "=", (value,)))
            else:
                self.plan.filters.append(Filter(column, "=", (value,)))

    # -- what is asked

    def _folds(self) -> None:
        plan = self.plan

        def counted(marks: list[Mark], _: re.Match[str]) -> None:
            if marks[0].kind == "T":
                plan.tables.append(marks[0])
                plan.base = plan.base or marks[0]
                self._fold(Fold("count", marks[0]))
            else:
                self._fold(Fold("distinct", marks[0]))

        self.take(rf"(?:{COUNT})(?: the)?(?: (?:different|distinct|unique))?(?: all)? #M", counted)
        for words, how in ((SUM, "sum"), (AVG, "avg"), (MOST, "max"), (LEAST, "min")):

            def fold(marks: list[Mark], _: re.Match[str], how: str = how) -> None:
                self._fold(Fold(how, marks[0]))

            self.take(rf"(?:{words})(?: of)?(?: the)? #C", fold)
        if plan.folds:
            for word, unit in PERIODICAL.items():
                if re.search(rf" {word} ", self.text):
                    self.take(word, lambda *_: None)
                    plan.group_by_time = unit

    def _fold(self, fold: Fold) -> None:
        if fold not in self.plan.folds:
            self.plan.folds.append(fold)

    def _groups(self) -> None:
        plan = self.plan
        if not plan.folds and not plan.ratio:
            return

        def compound(marks: list[Mark], _: re.Match[str]) -> None:
            plan.tables.append(marks[0])
            self._grouped(marks[1])

        self.take(rf"(?:{PER})(?: of the)? #T #S", compound)
        self.take(rf"(?:{PER})(?: of the)? #S", lambda m, _: self._grouped(m[0]))

        def by_time(_: list[Mark], match: re.Match[str]) -> None:
            plan.group_by_time = match[0].split()[-1]

        if not plan.group_by_time:
            self.take(rf"(?:{PER}) (?:day|week|month|quarter|year)", by_time)

    def _grouped(self, mark: Mark) -> None:
        self.plan.groups.append(mark)
        if mark.kind == "T":
            self.plan.tables.append(mark)

    def _rest(self) -> None:
        plan = self.plan
        self.take("#C", lambda m, _: plan.shown.append(m[0]))
        self.take(
            r"(?:which|what|list|show|give|find|get|return|;)(?: me)?(?: the| all| of)* #T", self._asked
        )
        self.take("#T", lambda m, _: plan.tables.append(m[0]))
        left = [word for word in re.findall(r"[^\s;]+", self.text) if word not in FILLERS]
        plan.relations = [word for word in left if word in RELATING or word in MADE]
        if left := [word for word in left if word not in plan.relations]:
            raise Stuck(left=[self._words(word) for word in left])

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


def none(mark: Mark) -> None:
    raise Stuck("", left=[mark.words])


def _spelled(pattern: str) -> str:
    """#T table, #C column, #S either, #M what is measured, #V value, #N number, #Y time."""
    for sign, kinds in _SIGNS:
        pattern = pattern.replace(f"#{sign}", f"<[{kinds}]\\d+>")
    return rf"(?<= )(?:{pattern})(?= )"
