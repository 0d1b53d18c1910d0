"""Patterns that take the parts of a plan out of a question whose names are marked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache

from retrieval.tables.rules.clauses.directions import take_directions
from retrieval.tables.rules.clauses.folds import take_folds
from retrieval.tables.rules.clauses.groups import take_groups
from retrieval.tables.rules.clauses.late import take_late
from retrieval.tables.rules.clauses.remainder import take_rest
from retrieval.tables.rules.clauses.roles import take_roles
from retrieval.tables.rules.clauses.values import take_values
from retrieval.tables.rules.compared.times import take_two_times
from retrieval.tables.rules.compared.values import take_two_values
from retrieval.tables.rules.dates import verbs_of_dates
from retrieval.tables.rules.naming import Names
from retrieval.tables.rules.parts.asking import take_asking
from retrieval.tables.rules.parts.comparisons import take_comparisons
from retrieval.tables.rules.parts.flags import take_done, take_flags, take_others
from retrieval.tables.rules.parts.marked import Use
from retrieval.tables.rules.parts.measures import UNITS as MEASURED
from retrieval.tables.rules.parts.measures import take_measures
from retrieval.tables.rules.parts.moments import take_named_times, take_times
from retrieval.tables.rules.parts.narrowing import narrowed
from retrieval.tables.rules.parts.negations import take_denied, take_negations
from retrieval.tables.rules.parts.phrasing import phrased
from retrieval.tables.rules.parts.ratios import take_ratios
from retrieval.tables.rules.plan import Filter, Mark, Plan, Stuck, Time
from retrieval.tables.rules.shapes.deeds import is_done, take_deeds
from retrieval.tables.rules.shapes.earned import take_earned
from retrieval.tables.rules.shapes.order import take_shapes
from retrieval.tables.rules.shapes.tops import (
    take_adjectives,
    take_having,
    take_named_adjectives,
    take_plain_adjectives,
    take_superlatives,
    take_than,
    take_tops,
)
from retrieval.tables.rules.tokens import tokens_of
from retrieval.tables.rules.units.cells import is_of_units, take_rates_by_cells
from retrieval.tables.rules.vocabulary.lexicon import doers, spoken, verbs
from retrieval.tables.rules.vocabulary.words import FILLERS, HOLDING, NOT_WHOLE, RELATED, RELATING, UNITS
from retrieval.tables.understanding import stem

MOST_WORDS = 45
_SIGNS = (
    ("S", "TC"), ("M", "CT"), ("N", "NY"), ("Y", "YD"), ("V", "V"), ("T", "T"), ("C", "C"), ("B", "B"),
)  # fmt: skip


def plan_of(question: str, names: Names, *, today: date) -> Plan:
    """Raises `Stuck` where a word has no place."""
    return Reader(question, names, today).plan


class Reader:
    def __init__(self, question: str, names: Names, today: date) -> None:
        columns = [column.name for table in names.schema.tables for column in table.columns]
        tables = [table.name for table in names.schema.tables]
        told = [
            each
            for t in names.schema.tables
            for c in t.columns
            if is_of_units(c)
            for each in map(str.lower, c.samples)
        ]
        tokens = tokens_of(phrased(question, [*columns, *told], today=today, tables=tables))
        if len(tokens) > MOST_WORDS:
            raise Stuck("The question is long: rules take short ones.")
        self.today = today
        doing = {stem(spoken(table.name)[-1]) for table in names.schema.tables}
        self.deeds = {word for word in map(str.lower, tokens) if doers(word) & doing}  # of translators
        behind = re.findall(r"\ban? ([a-z]{3,})\b", question)
        self.things = {word for word in behind if not word.endswith(("ed", "ing"))}  # “led to a return”
        self.marks: list[Mark] = []
        self.plan = Plan()
        named = list(names.marks(tokens))
        self.plan.note = " ".join(dict.fromkeys(names.notes))
        self.text = f" {' '.join(each if isinstance(each, str) else self.put(each) for each in named)} "
        self.text = _passive(narrowed(_headed(self.text, self.marks, question), self.marks, self.put))
        self._check_possessed()
        self.text = self._old_years(self._times_unnamed())
        take_roles(self, names.schema)
        take_late(self, names.schema)
        take_earned(self, names.schema)
        take_deeds(self, names.schema)
        take_asking(self, names.schema)
        take_two_values(self)
        take_two_times(self)
        take_rates_by_cells(self, names.schema)
        self.plan.said = list(self._said())
        # A state may tell a date, and so do rows that are called by theirs.
        said = [mark.words.lower() for mark in self.marks if mark.kind == "V" or _is_dated(mark)]
        self.plan.filters += [
            Filter(replace(mark, kind="C", tables=()), "told", ()) for mark in self.marks if _is_dated(mark)
        ]
        words = [word for word in [*self.text.split(), *said] if word not in FILLERS | {*UNITS}]
        self.plan.verbs = tuple(dict.fromkeys(verbs_of_dates(words, names.schema.tables)))
        self.verbs = "|".join(self.plan.verbs)
        take_measures(self, names.schema)
        take_shapes(self, names.schema)
        take_ratios(self)
        take_flags(self)
        take_denied(self, names.schema.tables)
        take_others(self)
        take_negations(self, names.schema.tables)
        if refused := NOT_WHOLE.search(self.text):
            known = FILLERS | RELATING | verbs()
            others = [each for each in re.findall(r" ([a-z'’-]+)(?= )", self.text) if each not in known]
            raise Stuck(left=dict.fromkeys([refused[0], *others]))  # one of them may be a value
        take_directions(self)
        for step in (
            take_than, take_tops, take_adjectives, take_plain_adjectives, take_named_adjectives,
            take_superlatives, take_having, take_times,
        ):  # fmt: skip
            step(self)
        take_comparisons(self)
        take_named_times(self)
        take_done(self)
        for clause in (take_values, take_folds, take_groups, take_rest):
            clause(self)
        self.plan.times = list(map(self._of_rows, self.plan.times))
        if self.text.startswith(" who ") and self.plan.folds and not (self.plan.limit or self.plan.having):
            raise Stuck(left=["who"])  # a figure names nobody
        is_of_deed = bool(self.plan.relations) or question.lower().startswith("who made ")
        if self.text.startswith(" who ") and is_of_deed and not self._names_somebody():
            raise Stuck(left=["who"])  # whom a thing belongs to is not the thing

    def _check_possessed(self) -> None:
        """“The population of the capital of France” is of the capital, of which only the name is told."""
        for first, last in re.findall(r"<C(\d+)> of (?:the )?<C(\d+)> of (?:the )?<V\d+>", self.text):
            figure, thing = self.marks[int(first)], self.marks[int(last)]
            paths = {place.table.path for place in figure.places}
            if all(p.column.kind == "text" and p.table.path in paths for p in thing.places):
                raise Stuck(left=[thing.words])

    def _of_rows(self, time: Time) -> Time:
        """A time of no other date is of that by which the rows are called: operations in 2024."""
        own = [mark for mark in self.marks if _is_dated(mark)]
        if time.mark or time.said or time.is_lasting or len(own) != 1:
            return time
        return replace(time, mark=replace(own[0], kind="C", tables=()))

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


def _is_dated(mark: Mark) -> bool:
    """Whether rows are called by their date, which they then have."""
    return mark.kind == "T" and bool(mark.places)


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
    return re.sub(rf" ({RELATED}|{'|'.join(sorted(verbs()))}) by (?=(?:the )?<T)", r" \1 of ", text)


@lru_cache(maxsize=2048)  # a question tries some 300, and `re` keeps 512 of a whole process
def _compiled(pattern: str) -> re.Pattern[str]:
    """#T table, #C column, #S either, #M what is measured, #B flag, #V value, #N number, #Y time."""
    for sign, kinds in _SIGNS:
        pattern = pattern.replace(f"#{sign}", f"<[{kinds}]\\d+>")
    return re.compile(rf"(?<= )(?:{pattern})(?= )")
