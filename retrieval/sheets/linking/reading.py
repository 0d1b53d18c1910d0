"""What a question asks of a table by what fits best: every link of its words is weighed, none has to hold.

Where `retrieval.sheets.request` gives each word its place by rules or refuses, this takes the cover of the
words that is worth most, and tells how much of the question it takes in.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from retrieval.question.plans.bounds import find_bounds
from retrieval.question.wording.rows import (
    AVERAGE,
    COUNT,
    DIFFERENCE,
    DISTINCT,
    GROUP,
    MEDIAN,
    PLACE,
    SUM,
    VERB,
    WHICH,
    norm,
)
from retrieval.sheets.asked import Ask, Condition, Many, Named, Request, columns_of
from retrieval.sheets.linking.aggregates import UPWARD, Aggregates
from retrieval.sheets.linking.cover import NO_LINK
from retrieval.sheets.linking.cues import (
    BOTH,
    CODE,
    COMES_TO,
    HOW_MUCH,
    MONEY,
    MOST_OF,
    NAME,
    OF_NAME,
    OFTEN,
    STATES,
    TOTAL,
    WHO,
)
from retrieval.sheets.linking.links import Link
from retrieval.sheets.linking.measures import End
from retrieval.sheets.linking.products import QUANTITY, TIMES
from retrieval.sheets.misread import WHEN
from retrieval.sheets.model import Column
from retrieval.sheets.request.asked.tops import top_of
from retrieval.sheets.request.reading import FIRST_FEW, WHICH_ONE
from retrieval.sheets.request.row_days import dated, of_years
from retrieval.tables.rules.vocabulary.lexicon import dated as dates_of_verb

FOLDING = ("sum", "average", "median")
MOST_RANKED = 30  # groups that are told in their order


@dataclass(frozen=True)
class Linked:
    """A request with how much of the question it takes in, 0–1.

    `loose`: words that other words were taken for, with what they were taken for. `says_more`: a word that is
    left stands before one that names a column, as “home runs” are no runs. `uncalled`: what is asked for,
    where nothing of the table is called so.
    """

    request: Request
    share: float
    loose: tuple[tuple[str, str], ...] = ()
    says_more: bool = False
    uncalled: str = ""


class Reading(Aggregates):
    """One question to one sheet."""

    def read(self) -> Linked | None:
        """The request that fits; None where the question asks nothing of the table that it can tell."""
        self._take_file()
        times: list[Condition] = [] if self._is_of_two_years() else [*(dated(self) or of_years(self))]
        many = self._many()
        bounds = [bound for bound in find_bounds(self.question) if self._sets(bound, many)]
        for bound in bounds:
            self.take(self.free(bound.start, bound.end), counts=False)
        self._link()
        numbered = self._numbered()
        measured = [condition for bound in bounds if (condition := self._bounded(bound))]
        if len(measured) < len(bounds):
            return None
        self._gloss()
        self._lighten()
        if any(link.lacks for link in self.links):
            self._take_still()
        conditions = [*self._named(), *numbered, *measured, *times]
        request = self._of_many(many, conditions) if many else self._request(conditions)
        if request is None or self._denies():
            return None
        self._drop_unused(request)
        whole = sum(self.weight) or 1.0
        share = sum(w * worth for w, worth in zip(self.weight, self.worth, strict=True)) / whole
        loose = tuple((self._said(k), k.told) for k in self.links if k.is_in_other_words)
        left = {at for at, token in enumerate(self.tokens) if token.text in request.left}
        says_more = any(link.first - 1 in left and link.kind != "table" for link in self.links)
        says_more = says_more or any(self._goes_on(link, left) for link in self.links)
        return Linked(request, share, loose, says_more, self.uncalled)

    def _goes_on(self, link: Link, left: Collection[int]) -> bool:
        """Whether a heading is named in part and goes on otherwise: “date of birth” of a “Date of loss”."""
        is_of = link.last < len(self.tokens) and self.tokens[link.last].text.casefold() == "of"
        return link.kind == "column" and is_of and link.last + 1 in left

    def _drop_unused(self, request: Request) -> None:
        """Words of numbers of other sheets, of which the request asks nothing, are not taken in."""
        for link in self.links:
            column = link.column
            if column is None or column.name not in self.referred or column not in self.columns:
                continue
            if column.is_number and column not in request.of and column.name not in request.beside:
                self.worth[link.first : link.last] = [NO_LINK] * (link.last - link.first)

        self._drop_untold(request)

    def _drop_untold(self, request: Request) -> None:
        """A column of words with which the request does nothing, as hours in words, is not taken in
        where the numbers of another that is not named are put together."""
        if request.ask not in FOLDING or {link.column for link in self.links} & {*request.of}:
            return
        told = {self.sheet.label.name, request.by, *request.beside}
        told |= {name for each in request.conditions for name in columns_of(each)}
        for link in self.links:
            column = link.column if link.kind == "column" else None
            if column and not column.is_number and not {column.name, self._named_for(column)} & told:
                self.worth[link.first : link.last] = [NO_LINK] * (link.last - link.first)

    def _of_many(self, many: Many, conditions: Sequence[Condition]) -> Request | None:
        """The groups with so many rows, or how many such groups there are."""
        counted = COUNT.match(self.question.strip())
        kinds = self._kinds(self._head(COUNT if counted else WHICH))
        kinds = kinds or self._kinds(self.links[:1] if WHO.match(self.question) else [])
        if not kinds:
            return None
        ask: Ask = "count" if counted else "list"
        return self._made(ask, None, conditions, self._named_for(kinds[-1]), fold="count", many=many)

    def _request(self, conditions: Sequence[Condition]) -> Request | None:
        if OF_NAME.search(self.question) or FIRST_FEW.search(self.question):
            return None
        if self._asks_part() and not self.measures:
            base = self._base(conditions)
            return None if base is None else self._made("share", None, conditions, base=tuple(base))
        if self._is_in_order() and (of := self._measure()):
            way: End = "lowest" if UPWARD.search(self.question) else "highest"
            ahead = self.question.casefold().partition(" by ")[0]
            kinds = self._kinds([k for k in self.links if self.tokens[k.last - 1].end <= len(ahead)])
            if kinds:
                fold = "average" if STATES.search(of.name) else "sum"
                return self._made(way, of, conditions, self._named_for(kinds[0]), fold=fold, top=MOST_RANKED)
            return self._made(way, of, conditions, top=len(self.sheet.rows))
        if self._is_of_two_years() and (made := self._between_years(conditions)):
            return made
        end = self._end()
        if by := self._group():
            conditions = [each for each in conditions if not (isinstance(each, Named) and each.column == by)]
        if end and not (COUNT.match(self.question.strip()) and not WHICH.search(self.question)):
            return self._of_end(end, conditions)
        if of_both := self._of_both():
            by = of_both
        if WHICH_ONE.match(self.question) and by is None and not COUNT.search(self.question):
            return self._told(conditions)  # which of the rows, not what all come to
        if AVERAGE.search(self.question) or MEDIAN.search(self.question):
            of = self._measure()
            ask: Ask = "median" if MEDIAN.search(self.question) else "average"
            return self._made(ask, of, conditions, by) if of else None
        if DIFFERENCE.search(self.question):
            return self._difference(conditions)
        if COUNT.search(self.question):
            return self._count(conditions, by)
        adds = SUM.search(self.question) or COMES_TO.search(self.question)
        if (adds or (by is not None and self.measures)) and (of := self._measure()):
            return self._made("sum", of, conditions, by)
        if by is not None and not self.measures and not WHICH.search(self.question) and not adds:
            return self._made("count", None, conditions, by)  # “inspections per month”
        if HOW_MUCH.search(self.question) and MONEY.search(self.question) and (of := self._measure()):
            rows = [row for row in self.sheet.rows if all(each.holds(row) for each in conditions)]
            return self._made("value" if len(rows) == 1 else "sum", of, conditions, by)
        return self._told(conditions)

    def _made(
        self,
        ask: Ask,
        of: Column | None,
        conditions: Sequence[Condition],
        by: str | None = None,
        **more: Any,
    ) -> Request:
        if of is not None:
            self._take_money(of)
        covered = sum(1 for at, worth in enumerate(self.worth) if worth and self.weight[at])
        columns = (of,) if of else ()
        made = Request(self.sheet, ask, columns, tuple(conditions), by, self.left(), covered)
        return replace(made, **more)

    def _group(self) -> str | None:
        """The column by whose contents rows are put together: “by region”, “of each type”."""
        for match in GROUP.finditer(self.question):
            start, end = match.span("noun")
            for link in self.links:
                inside = start <= self.tokens[link.first].start < end
                if inside and link.kind == "column" and link.column and not link.column.is_number:
                    return self._named_for(link.column)
        return None

    def _of_both(self) -> str | None:
        """The column two of whose contents are compared: “K or G”, “more in Leeds than in York”."""
        if not BOTH.search(self.question):
            return None
        for link in self.links:
            beside = [
                k for k in self.links if k.kind == "cells" and k.column == link.column and k is not link
            ]
            if link.kind == "cells" and beside and link.column:
                return link.column.name
        return None

    def _named_for(self, column: Column) -> str:
        """The column of names that are told for codes, one for each: customers by name, not by “C2”."""
        codes = [row.cells.get(column.name) for row in self.sheet.rows]
        if not all(isinstance(code, str) and CODE.fullmatch(code) for code in codes):
            return column.name
        for other in self.sheet.texts:
            names = [row.cells.get(other.name) for row in self.sheet.rows]
            pairs = set(zip(codes, names, strict=True))
            if (
                other != column
                and len(pairs) == len(set(codes)) == len(set(names))
                and NAME.match(other.name)
            ):
                return other.name
        return column.name

    def _head(self, cue: re.Pattern[str]) -> list[Link]:
        """The links of the noun that is asked for."""
        match = cue.search(self.question)
        if match is None:
            return []
        stop = VERB.search(match["noun"])
        start = match.start("noun")
        end = start + (stop.start() if stop else len(match["noun"]))
        return [link for link in self.links if start <= self.tokens[link.first].start < end]

    def _of_end(self, end: End, conditions: Sequence[Condition]) -> Request | None:
        if PLACE.search(self.question):
            return None
        top = top_of(self)
        for at, taken in enumerate(self.taken):
            self.weight[at] = 0.0 if taken and not self.worth[at] else self.weight[at]
        head = self._head(WHICH)
        kinds = [self._named_for(column) for column in self._kinds(head)]
        of = self._of_adjective() if self._adjective() else self._measure()
        of = None if OFTEN.search(self.question) else of
        end = self.ranks or end  # the oldest by age is the highest, by the year of birth the lowest
        beside = tuple(c.name for c in self.columns if c != of and c != self.sheet.label)
        if kinds and (of is None or (self._is_rows(of) and not AVERAGE.search(self.question))):
            return self._made(end, None, conditions, kinds[-1], fold="count", top=top)
        if of is None:
            return None
        self._take_adjectives()
        if kinds and AVERAGE.search(self.question):
            return self._made(end, of, conditions, kinds[-1], fold="average", top=top)
        flows = TIMES in of.name or not STATES.search(of.name)
        if kinds and flows and (TOTAL.search(self.question) or MOST_OF.search(self.plain)):
            return self._made(end, of, conditions, kinds[-1], fold="sum", top=top)
        return self._made(end, of, conditions, None, top=top, beside=beside)

    def _is_rows(self, column: Column) -> bool:
        """Whether a column is named only since it is called as the rows are."""
        return column == self.sheet.label or column in self.sheet.codes

    def _count(self, conditions: Sequence[Condition], by: str | None) -> Request | None:
        head = self._head(COUNT)
        if distinct := DISTINCT.search(self.question):
            start, end = distinct.span("noun")
            of = [k.column for k in self.links if k.column and start <= self.tokens[k.first].start < end]
            return self._made("distinct", of[0], conditions) if of else None
        numbers = [
            link.column
            for link in head
            if link.kind == "column" and link.column and link.column in self.measures
        ]
        quantity = [column for column in self.sheet.numbers if QUANTITY.match(column.name)]
        of_things = any(link.kind == "cells" for link in head)
        if not numbers and of_things and len(quantity) == 1:
            numbers = quantity
        if numbers:
            rows = [row for row in self.sheet.rows if all(each.holds(row) for each in conditions)]
            if by is None and len(rows) == 1:
                return self._made("value", numbers[0], conditions)
            return self._made("sum", numbers[0], conditions, by) if conditions or by or self._sums() else None
        rows = [row for row in self.sheet.rows if all(each.holds(row) for each in conditions)]
        of_label = [k for k in conditions if isinstance(k, Named) and k.column == self.sheet.label.name]
        is_one = len(of_label) == len(conditions) and len({row.label for row in rows}) <= 1
        is_unknown = not head and by is None
        if is_unknown and any(self._may_count(column) for column in self.sheet.numbers):
            return None  # what is counted may be what a column of numbers tells
        if (is_one or not conditions) and by is None:
            return None  # of one row nothing is counted
        return self._made("count", None, conditions, by)

    def _sums(self) -> bool:
        return SUM.search(self.question) is not None

    def _difference(self, conditions: Sequence[Condition]) -> Request | None:
        if len(of_years_ := self._of_two_years()) == 2 and conditions:
            rows = [row for row in self.sheet.rows if all(each.holds(row) for each in conditions)]
            made = self._made("difference", None, conditions)
            return replace(made, of=of_years_) if len(rows) == 1 else None
        of = self._measure()
        conditions = [*conditions, *self._rows_of_two_years()]
        named = [each for each in conditions if isinstance(each, Named)]
        rows = [row for row in self.sheet.rows if all(each.holds(row) for each in conditions)]
        if of is None or len(rows) != 2 or not named:
            return None
        self._take_adjectives()
        return self._made("difference", of, conditions)

    def _between_years(self, conditions: Sequence[Condition]) -> Request | None:
        """How far what rows of two years come to lies apart: “the crop of 2023 smaller than that of 2022”."""
        years = self._rows_of_two_years()
        of = self._measure() if years else None
        if of is None or not isinstance(years[0], Named):
            return None
        rows = [row for row in self.sheet.rows if all(each.holds(row) for each in (*conditions, *years))]
        if len(rows) <= len(years[0].values) or STATES.search(of.name):
            return None
        return self._made("difference", of, [*conditions, *years], by=years[0].column)

    def _told(self, conditions: Sequence[Condition]) -> Request | None:
        """What the rows that are named have in a column, or which rows meet the conditions."""
        if not conditions:
            return None
        label = self.sheet.label
        asked = [column for column in self.columns if column != label]
        if not asked and WHEN.match(self.question):
            asked = self._dates()
            if not asked:
                return None
        elif not asked and WHO.match(self.question) is None and WHICH.search(self.question) is None:
            return None
        if asked and asked[0].is_number and WHICH_ONE.match(self.question):
            return None
        if asked:
            return self._made("value", asked[0], conditions, beside=tuple(c.name for c in asked[1:]))
        if any(isinstance(c, Named) and c.column == label.name for c in conditions):
            return None
        return self._made("list", None, conditions)

    def _dates(self) -> list[Column]:
        """The column of days that the verb tells, or the only one."""
        names = list(self.sheet.days)
        of = [column for column in self.sheet.columns if column.name in names]
        if len(of) == 1:
            return of
        said = {word for token in self.tokens for word in dates_of_verb(token.text.casefold())}
        return [
            column
            for column in of
            if {norm(w) for w in said} & {norm(w) for w in re.findall(r"[a-z]+", column.name.casefold())}
        ][:1]
