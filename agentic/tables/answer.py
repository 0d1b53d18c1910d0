"""Questions about rows, answered: what is asked for, what it is of, and the rows with their places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from textwrap import shorten
from typing import Any

from agentic.evidence import Draft, Evidence
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.sayings.bills import asks_to_pay, says_total
from agentic.facts.workings import shown
from agentic.outcome import Outcome, coverage
from agentic.tables.loading import sheets_for
from agentic.tables.records import records_for, unseen_of
from agentic.tables.telling.cells import Cells
from agentic.tables.telling.told import CITED, LISTED, ORDINALS
from retrieval.question.wording.rows import NEGATED
from retrieval.sheets.asked import Condition, Measured, Named, Request, columns_of
from retrieval.sheets.linking.made.derived import derived
from retrieval.sheets.misread import (
    adds_up_a_time,
    asks_otherwise,
    asks_when,
    asks_whom,
    buys_several,
    counts_all_but_some,
    counts_one,
    denies,
    drops_groups,
    folds_statistics,
    folds_years,
)
from retrieval.sheets.model import Column, Row, Sheet
from retrieval.sheets.request.around import tells_other_rows, with_text_around
from retrieval.sheets.request.asked.plainly import plainly
from retrieval.sheets.request.asked.telling_rows import asks_beside
from retrieval.sheets.request.either import either_of, either_of_contents
from retrieval.sheets.request.reading import read_request
from retrieval.sheets.request.words import tokens_of, words_of
from retrieval.sheets.shapes.planned import adds_plans
from retrieval.sheets.shapes.two_groups import of_each
from retrieval.sheets.shapes.values import of_one_kind
from retrieval.sheets.stems import stems_of
from retrieval.sheets.things_counted import of_things_counted
from retrieval.sheets.uncalled import uncalled_in

WHO = re.compile(r"\W*who(?:se)?\b", re.IGNORECASE)
DIGIT = re.compile(r"\d")
# Not what is answered by yes or no.
ASKED = re.compile(
    r"\b(?:what|which|how|list|name|give|show|count|find|compare|total|sum)\b"
    r"|^(?!\W*(?:am|is|are|was|were|do|does|did|has|have|had|can|could|may|might|must|shall|should|will|would)\b)",
    re.IGNORECASE,
)
ASKS_TOTAL = re.compile(r"^\W*(?:what|how much)\b.*\b(?:total|sum)\b", re.IGNORECASE)  # rows are none
LONGEST_LABEL = 40  # characters by which a row that is counted is called
MOST_KINDS = 500  # contents of a column that are counted; of more each row is one


def answer_from_rows(case: Case) -> Outcome | None:
    """The answer from the rows of one table; None where a word of the question has no place there."""
    return _of_sheets(case, tables_for(case)) if ASKED.search(case.question) else None


def tables_for(case: Case) -> list[Sheet]:
    """The tables that the question may be about, and those that documents of one kind make."""
    return [*sheets_for(case), *records_for(case)]


def answer_by_times(case: Case) -> Outcome | None:
    """The same from tables whose columns are times: which rows have most in one, or differ between two."""
    return _of_sheets(case, sheets_for(case, times=True)) if ASKED.search(case.question) else None


def _of_sheets(case: Case, sheets: Sequence[Sheet]) -> Outcome | None:
    read = [request for request in requests_of(case, sheets) if request is not None]
    fitting = [request for request in read if not request.left and (request.rows or request.ask == "count")]
    question = case.question
    if NEGATED.search(question):  # “not issued by”: the cells that are named are those not to be told
        fitting = [each for each in fitting if not any(_is_cell(c) for c in each.conditions)]
    fitting = [each for each in fitting if not tells_other_rows(each, sheets, question)]
    fitting = [each for each in fitting if not (denies(each, question) or drops_groups(each, question))]
    fitting = [each for each in fitting if not (adds_up_a_time(each) or folds_statistics(each))]
    if not fitting:
        return None
    best = max(fitting, key=_places)
    rivals = [each for each in fitting if each is not best and _places(each) == _places(best)]
    outcome = _Answer(case, best).outcome()
    if outcome is None or any(_differs(case, outcome, rival) for rival in rivals):
        return None  # two tables tell something else
    return outcome


def _has_digit(row: Row) -> bool:
    return DIGIT.search(row.label) is not None


def _is_cell(condition: Condition) -> bool:
    """Whether it is of cells that are called so, which say no themselves: not “not suitable”."""
    return isinstance(condition, Named) and not NEGATED.search(condition.text)


def requests_of(case: Case, sheets: Sequence[Sheet]) -> list[Request | None]:
    """What the question asks of each sheet; each is read once, though several handlers ask.

    None too where a column is asked for that follows from two others.
    """
    question, known = plainly(case.question), case.workings.requests
    keys = [(question, id(sheet)) for sheet in sheets]
    tokens = tokens_of(question, stems_of(words_of(question)))
    new = [(key, sheet) for key, sheet in zip(keys, sheets, strict=True) if key not in known]
    asked = {
        key: None if derived(sheet, question) else read_request(question, sheet, tokens) for key, sheet in new
    }
    kept = {key: _of_rows(request, question) for key, request in asked.items()}
    known.update(kept)
    found = {key: request for key, request in kept.items() if request is not None}
    known.update(zip(found, with_text_around(found.values(), question, sheets), strict=True))
    return [known[key] for key in keys]


def _of_rows(request: Request | None, question: str) -> Request | None:
    """The request as its rows answer it: values of one kind, no rows of something else than is counted."""
    kept = request and of_one_kind(of_each(request, question), question)
    return kept and of_things_counted(kept, question)


def answer_either(case: Case) -> Outcome | None:
    """Which of two columns has more in the one row that the question names, or which of two contents of a
    column has over its rows, of one table alone."""
    question = plainly(case.question)
    tokens = tokens_of(question, stems_of(words_of(question)))
    read = [
        either_of(question, sheet, tokens) or either_of_contents(question, sheet, tokens)
        for sheet in sheets_for(case, times=True)
    ]
    fitting = [
        request for request in with_text_around([each for each in read if each], question) if not request.left
    ]
    return _Answer(case, fitting[0]).outcome() if len(fitting) == 1 else None


def outcome_of(case: Case, request: Request) -> Outcome | None:
    """The answer to a request that has been read, if its rows give one."""
    return _Answer(case, request).outcome()


def _places(request: Request) -> tuple[int, int, bool, bool]:
    """How many words of the question the sheet itself has, and how few only the text round it.

    What several documents have goes before what one of them has of it, a table as it stands before one that
    was made of it.
    """
    is_of_all = request.sheet.is_of_several and request.ask != "value"
    return request.covered, -request.around, is_of_all, not request.sheet.is_by_time


def _differs(case: Case, outcome: Outcome, rival: Request) -> bool:
    other = _Answer(case, rival).outcome()
    return other is not None and other[0].text != outcome[0].text


class _Answer(Cells):
    """What a request comes to, said with its rows; each kind of ask by a method, "" where it has none."""

    def outcome(self) -> Outcome | None:
        say = {
            "count": self._counted,
            "list": self._counted,
            "sum": self._added,
            "average": self._added,
            "median": self._added,
            "distinct": self._kinds,
            "highest": self._extreme,
            "lowest": self._extreme,
            "value": self._value,
            "difference": self._difference,
            "share": self._share,
            "whether": self._whether,
            "first": self._first,
            "last": self._first,
            "either": self._either,
        }.get(self.request.ask)
        is_other = (
            self._asks_money()
            or folds_years(self.request)
            or adds_plans(self.request)
            or asks_otherwise(self.request, self.case.question)
        )
        if not (text := say() if say and not is_other else ""):
            return None
        sql = self.case.workings.tables[-1].sql if self.case.workings.tables else ""
        evidence = Evidence(
            spans=tuple(self.case.workings.spans),
            figures=tuple(self.figures),
            tables=(shown(self.headings, self.shown, sql),) if self.shown else (),
            coverage=coverage(self.case.scope),
            tried=(f"Rows of “{self._name}”: {len(self.sheet.rows)}",),
        )
        open_ = tuple(f"something else by “{each}”" for each in uncalled_in(self.case.question, self.request))
        plan, about, unseen = self._plan(), self._about(), unseen_of(self.sheet)
        return Draft(text=text, plan=plan, about=about, may_mean=open_, unseen=unseen), evidence

    def _plan(self) -> dict[str, Any]:
        request = self.request
        by = [f"by {request.by or 'sheet'}"] if request.by is not None else []
        parts = [request.ask, *(f"of {column.name}" for column in request.of), *by]
        where = [f"where {' and '.join(map(str, request.conditions))}"] if request.conditions else []
        return {
            "ask": "group" if request.fold else request.ask,
            "table": self._name,
            "columns": [column.name for column in request.of],
            "beside": list(request.beside) * asks_beside(self.case.question),
            "conditions": [str(each) for each in request.conditions],
            "group_by": request.by or ("sheet" if request.by == "" else ""),
            "text": " ".join([*parts, f"in {self._name}", *where]),
        }

    def _about(self) -> str:
        """What the sheet and its columns are of; the question too, each of whose words has its place."""
        names = (column.name for column in self.request.of)
        return " ".join([self.sheet.title, *names, self.case.question])

    def _counted(self) -> str:
        if self.request.many:
            return self._groups_of_many()
        if self.request.by is not None:
            return self._by_groups()
        question = self.case.question
        if self.request.ask == "count" and (
            counts_one(self.request) or counts_all_but_some(self.request, question)
        ):
            return ""
        if self.request.ask == "list" and (
            self._only_repeats()
            or ASKS_TOTAL.search(question)
            or asks_when(self.request, question)
            or asks_whom(self.request.sheet, question)
        ):
            return ""
        columns = [name for each in self.request.conditions for name in columns_of(each)]
        is_count = self.request.ask == "count"
        self.headings = (self._row, *columns)
        rows, every = self.rows, len(self.sheet.rows)
        are, by = self.sheet.rows_are, columns[0] if columns else ""
        of = f"{are} of {self._name}{self._where()}"
        head = f"{self._number(len(rows), of)} of {self._number(every, f'{are} of {self._name}')} {are}"
        named: list[str] = []
        for row in rows:
            self._show(row, columns)
            if len(named) < LISTED:
                name = self._name_of(row)
                called = shorten(name, LONGEST_LABEL, placeholder=" …") if is_count else name
                named.append(f"{called} {self.case.cite(row.place(by))}")
        if is_count and not self.request.conditions:
            mark = self.case.cite(rows[0].span)
            return f"“{self._name}” has {self._number(every, of)} {are} ({self.sheet.label.name}) {mark}."
        beyond = len(rows) - LISTED
        more = f" and {self._number(beyond, f'{of}, not named here')} more" if beyond > 0 else ""
        listing = f": {'; '.join(named)}{more}" if named else ""
        if is_count and len(rows) > CITED:  # the table below has them
            listing = f" {''.join(self.case.cite(row.place(by)) for row in rows[:CITED])}"
        return f"{head} of “{self._name}”{self._where()}{listing}."

    def _only_repeats(self) -> bool:
        """Whether the rows are called as the question says: “which states had excess rain” by “Excess”."""
        said = {value for each in self.request.conditions if isinstance(each, Named) for value in each.values}
        return bool(self.rows) and all(row.label in said for row in self.rows)

    def _kinds(self) -> str:
        """How many contents a column has, and which."""
        column = self.request.of[0]
        first: dict[str, Row] = {}
        for row in self.rows:
            if isinstance(content := row.cells.get(column.name), str):
                first.setdefault(content, row)
        if not first or len(first) > MOST_KINDS:
            return ""
        self.headings = (column.name,)
        self.shown = [((content,), row.place(column.name)) for content, row in first.items()]
        of = f"different {column.name} of {self._name}{self._where()}"
        named = "; ".join(
            f"{content} {self.case.cite(row.place(column.name))}"
            for content, row in list(first.items())[:LISTED]
        )
        more = f" and {len(first) - LISTED} more" if len(first) > LISTED else ""
        count = self._number(len(first), of)
        return f"{count} different {column.name} of “{self._name}”{self._where()}: {named}{more}."

    def _by_groups(self) -> str:
        groups = self._groups()
        if len(groups) < 2:
            return ""
        column = self.request.of[0] if self.request.of else None
        by = self.request.by or "sheet"
        self.headings = (by, column.name if column else self.sheet.rows_are)
        lines = []
        for name, rows in sorted(groups.items(), key=lambda item: -len(item[1])):
            mark = self.case.cite(rows[0].place(column.name if column else by))
            if column is None:
                value = self._number(len(rows), f"{self.sheet.rows_are} of {name}")
            else:
                value = self._total(rows, column)
                if not value:
                    return ""
            self.shown.append(((name, value), rows[0].place(column.name if column else by)))
            lines.append(f"- {name}: {value} {mark}")
        what = f"{self.request.ask} of {column.name}" if column else self.sheet.rows_are
        return "\n".join([f"{wording.capital(what)} of “{self._name}”{self._where()}, by {by}:", "", *lines])

    def _added(self) -> str:
        if self.request.by is not None:
            return self._by_groups()
        column = self.request.of[0]
        rows = [row for row in self.rows if row.number(column.name) is not None]
        if self._counts_money(rows, column):
            return ""
        if buys_several(self.request, self.case.question):
            return ""  # “two mats and a stove” come to more than a price of each
        if not self.request.conditions and self._are_of_a_bill():
            return ""  # what a bill comes to it says itself, with its taxes
        if not self.sheet.is_list and len({row.label for row in rows}) == 1:
            return ""  # one row of several tables, or of several blocks of one: no parts of a whole
        value = self._total(rows, column) if len(rows) > 1 else ""
        if not value:
            return ""
        self.headings = (self._row, column.name)
        for row in rows:
            self._show(row, [column.name])
        marks = "".join(self.case.cite(row.place(column.name)) for row in rows[:CITED])
        are = self.sheet.rows_are
        count = self._number(len(rows), f"{are} of {self._name}{self._where()}")
        lacking = len(self.rows) - len(rows)
        rest = f" {self._number(lacking, 'rows without it')} give none." if lacking else ""
        return (
            f"The {self.request.ask} of {column.name} over {count} {are} of “{self._name}”{self._where()} is "
            f"{value} {marks}.{rest}"
        )

    def _are_of_a_bill(self) -> bool:
        """Whether the question asks for what a document comes to that says so itself."""
        is_asked = not self.sheet.is_of_several and asks_to_pay(self.case.question)
        return is_asked and says_total(self.sheet.document_id)

    def _extreme(self) -> str:
        if self.request.fold:
            return self._extreme_of_groups()
        if WHO.match(self.case.question) and 2 * sum(map(_has_digit, self.rows)) > len(self.rows):
            return ""  # rows that go by days or codes are nobody; one “John Doe #3” may be among people
        column = self.request.of[0]
        low = self.request.ask == "lowest"
        is_year = column.tells_year and column != self.sheet.whole
        end = ("earliest" if low else "latest") if is_year else self.request.ask
        held = [(value, row) for row in self.rows if (value := row.number(column.name)) is not None]
        if len(held) < 2:
            return ""
        held.sort(key=lambda pair: pair[0], reverse=not low)
        values = list(dict.fromkeys(value for value, _ in held))
        place = self.request.place
        if len(values) < place:
            return ""
        if self.request.top > 1:
            return self._ends(column, held)
        top = values[place - 1]
        best = [row for value, row in held if value == top]
        if len(best) > LISTED:
            return ""
        self.headings = (self._row, column.name)
        for _, row in held[:LISTED]:
            self._show(row, [column.name])
        names = wording.joined(
            [f"{self._name_of(row)} {self.case.cite(row.place(column.name))}" for row in best]
        )
        second = (
            next((row for value, row in held if value == values[place]), None)
            if place < len(values)
            else None
        )
        after = (
            f"; next {end}: {self._name_of(second)}, {self._cell(second, column)} "
            f"{self.case.cite(second.place(column.name))}"
            if second
            else ""
        )
        verb, are = "has" if len(best) == 1 else "have", self.sheet.rows_are
        return (
            f"{names} {verb} the {ORDINALS[place]}{end} {column.name} of "
            f"{self._number(len(held), f'{are} of {self._name}')} {are} of “{self._name}”{self._where()}: "
            f"{self._cell(best[0], column)}{self._beside(best[0])}{after}."
        )

    def _ends(self, column: Column, held: Sequence[tuple[Decimal, Row]]) -> str:
        """The first few in order, with those that are as far as the last of them."""
        top, are = self.request.top, self.sheet.rows_are
        if len(held) < top:
            return ""
        last = held[top - 1][0]
        best = [row for at, (value, row) in enumerate(held) if at < top or value == last]
        if len(best) > LISTED:
            return ""
        self.headings = (self._row, column.name, *self.request.beside)
        for row in best:
            self._show(row, [column.name, *self.request.beside])
        marks = [self.case.cite(row.place(column.name)) for row in best]
        named = [
            f"{self._name_of(row)} {self._cell(row, column)}{self._beside(row)} {mark}"
            for row, mark in zip(best, marks, strict=True)
        ]
        return (
            f"{wording.capital(self.request.ask)} {column.name} of "
            f"{self._number(len(held), f'{are} of {self._name}')} {are} of “{self._name}”{self._where()}: "
            f"{'; '.join(named)}."
        )

    def _name_of(self, row: Row) -> str:
        """What it is called; with what tells it from others that are called the same: “Ferrari LaFerrari”."""
        more = str(row.cells.get(self.sheet.telling, ""))
        is_said = self.sheet.telling in {*self.request.beside, self.request.by}
        return f"{row.label} {more}" if more and not is_said else row.label

    def _beside(self, row: Row) -> str:
        """What else is asked of the row, in brackets behind its number."""
        known = [name for name in self.request.beside if name in row.cells and row.cells[name] != row.label]
        told = [f"{name} {self._cell(row, self._column(name))}" for name in known]
        return f" ({', '.join(told)})" if told else ""

    def _column(self, name: str) -> Column:
        return next(column for column in self.sheet.columns if column.name == name)

    def _first(self) -> str:
        """The earliest of the rows that pass the bound, or the latest."""
        bound = next(each for each in self.request.conditions if isinstance(each, Measured))
        column = next(each for each in self.sheet.columns if each.name == bound.columns[0])
        rows = sorted(self.rows, key=self._time)
        if not rows:
            return ""
        row = rows[0] if self.request.ask == "first" else rows[-1]
        self.headings = (self._row, column.name)
        for each in rows[:LISTED]:
            self._show(each, [column.name])
        count = self._number(len(rows), f"{self.sheet.rows_are} of {self._name}{self._where()}")
        return (
            f"{row.label} is the {self.request.ask} of {count} {self.sheet.rows_are} of “{self._name}”"
            f"{self._where()}: {self._cell(row, column)} {self.case.cite(row.place(column.name))}."
        )

    def _time(self, row: Row) -> str:
        """By which rows are in order: their days, their years, else as they stand."""
        days = self.sheet.days.get(self.sheet.label.name, {})
        return days[row.label].isoformat() if row.label in days else row.label if row.label.isdigit() else ""
