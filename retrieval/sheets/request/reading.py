"""What a question asks of a sheet: each of its words is a column, a cell, a bound or asks, or it is left."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from retrieval.question.plans.bounds import find_bound
from retrieval.question.wording.rows import (
    ALIKE,
    AVERAGE,
    COUNT,
    DIFFERENCE,
    FALLING,
    HIGH,
    LOW,
    MEDIAN,
    OFTEN,
    PLACE,
    PLACES,
    SUM,
    VERB,
    WHICH,
    Token,
    norm,
    normed,
)
from retrieval.sheets.asked import Ask, Condition, Dated, Measured, Named, Request
from retrieval.sheets.linking.links import parts_of
from retrieval.sheets.model import DOCUMENTS, Column, Sheet
from retrieval.sheets.request.asked.alike import in_words_of
from retrieval.sheets.request.asked.groups import (
    JUDGING,
    STATES,
    Fold,
    are_single,
    fold_of,
    group_of,
    grouping,
    judged,
    labels_repeat,
)
from retrieval.sheets.request.asked.naming import take_name_of_file
from retrieval.sheets.request.asked.pairs import apart_in_pair, beyond_pair
from retrieval.sheets.request.asked.ranges import named_ranges
from retrieval.sheets.request.asked.shares import share_of
from retrieval.sheets.request.asked.telling_rows import beside, told_by_day
from retrieval.sheets.request.asked.tops import top_of
from retrieval.sheets.request.asked.whole_table import names_table, of_money, of_table
from retrieval.sheets.request.bounds import bounded, compared, tell_years
from retrieval.sheets.request.day_headings import of_asked_days
from retrieval.sheets.request.differences import difference_of
from retrieval.sheets.request.headings import (
    column_of_dimension,
    columns_of,
    rank_meant,
    says_end,
    take_amounts,
    take_doers,
    take_years,
)
from retrieval.sheets.request.named import lacking_cells, named_cells, named_flags, named_parts
from retrieval.sheets.request.row_days import dated, of_two_times, of_years, take_whole_time
from retrieval.sheets.request.row_names import (
    AT_A_TIME,
    ENTRIES,
    MEAN_YEAR,
    OF_NAME,
    RANKS,
    are_in_time,
    calls_rows,
    counts_cells,
    counts_entries,
    distinct_of,
    names_rows,
    take_names_of_rows,
)
from retrieval.sheets.request.words import Words, tokens_of, words_of
from retrieval.sheets.shapes.calendar import with_calendar
from retrieval.sheets.shapes.people import are_named
from retrieval.sheets.shapes.planned import as_part_is_called
from retrieval.sheets.shapes.quarters import adds_up, in_quarter_asked, is_spent_in, take_spent
from retrieval.sheets.shapes.two_groups import BETWEEN, by_both, drops_one, each_by_itself
from retrieval.sheets.shapes.values import value_of
from retrieval.sheets.stems import stems_of, years_in
from retrieval.stems import stems
from retrieval.tables.rules.vocabulary.lexicon import same_unit
from retrieval.tables.rules.vocabulary.words import NUMBERS

WHO = re.compile(r"\W*who\b", re.IGNORECASE)
FIRST = re.compile(r"\bfirst\b", re.IGNORECASE)
FIRST_FEW = re.compile(rf"\bfirst\s+(?:{'|'.join(NUMBERS)}|\d+)\b", re.IGNORECASE)
LATEST = re.compile(r"\blast\b", re.IGNORECASE)
FOLDS = ("sum", "average", "median")
WHICH_ONE = re.compile(r"\W*(?:(?:in|on|at|for|of|by|to|from)\s+)?(?:which|who)\b", re.IGNORECASE)
QUANTITY = re.compile(
    r"(?:quantit(?:y|ies)|qty|pieces|pcs|menge|anzahl|stück(?:zahl)?|quantité|cantidad|quantità|aantal)\b",
    re.IGNORECASE,
)
HOW_MUCH = re.compile(r"\bhow much\b", re.IGNORECASE)
FLOW = re.compile(
    r"^\W*all (?:of )?(?:the|its|their|our)\b|\b(?:cost|spend|spent|spending|outgoings|expenses|expenditure|"
    r"income|earn\w*|takings|took in|receipts|paid)\b",
    re.IGNORECASE,
)
MOST_WORD = re.compile(f"{HIGH.pattern}|{LOW.pattern}|overall", re.IGNORECASE)
NO_TIME = re.compile(r"\b(?:most|least|fewest|highest|lowest|largest|smallest|biggest)\b", re.IGNORECASE)
AND_BY = re.compile(r"\band by how (?:much|many)\b", re.IGNORECASE)
PAIR = 2


def read_request(question: str, sheet: Sheet, tokens: Sequence[Token]) -> Request | None:
    """None where the question is none about rows and columns of this sheet."""
    said, sheet = in_quarter_asked(as_part_is_called(question, sheet), sheet)
    tokens = tokens if said == question else tokens_of(said, stems_of(words_of(said)))
    each = each_by_itself(question := said)
    if both := by_both(with_calendar(sheet, each), each):
        sheet, question = both.sheet, both.question
        tokens = tokens_of(question, stems_of(words_of(question)))
    elif drops_one(sheet, question):
        return None
    asked, spans = of_asked_days(question, with_calendar(sheet, question))
    request = _Reading(question, asked, in_words_of(asked, tokens), spans).request()
    return told_by_day(request, question) if request else None


class _Reading(Words):
    """Gives the words their places one after another; what is left at the end is told with the request."""

    def request(self) -> Request | None:
        if any(said.search(self.question) for said in (ALIKE, OF_NAME, MEAN_YEAR)):
            return None  # which rows are alike, or by which number something goes: no column tells it
        take_name_of_file(self)
        told_beside = beside(self) if self._end() or says_end(self.plain) else ()
        by = grouping(self)
        two = of_two_times(self) if DIFFERENCE.search(self.question) else None
        without = list(lacking_cells(self))
        months = dated(self) if self.sheet.months and not two else []  # “January to June” are no two cells
        named = [
            *([two] if two else []),
            *named_flags(self),
            *named_ranges(self),
            *named_cells(self),
            *named_parts(self),
        ]
        told = [] if two else months or dated(self) or of_years(self)
        times: list[Condition] = [*told, *compared(self)]
        if by and any(each.column == by for each in named):
            by = None  # “by the method Shopping” tells of one group
        if not times:
            take_whole_time(self)
        times += without
        times += beyond_pair(self) if COUNT.search(self.question) or WHICH.search(self.question) else []
        if named and not by and (apart := apart_in_pair(self)):
            return Request(self.sheet, "difference", apart, tuple(named), None, self.left(), self.covered)
        years = frozenset[int]() if two else years_in(self.question)
        apart_said = DIFFERENCE.search(self.question)
        are_two = any(len(each.values) == PAIR for each in named)  # of which one may have more
        if apart_said and AND_BY.search(self.question) and self._end() and not are_two:
            self.take(self.free(*apart_said.span()), counts=False)  # the number of the highest
        elif apart_said and find_bound(self.question) is None:
            return difference_of(self, named, years, times) if by is None else None
        if (kinds := distinct_of(self, [*named, *times])) is not None:
            return kinds
        measured, columns = bounded(self)
        if not columns and not measured:
            columns = self._columns()
        take_spent(self, columns)
        ask, columns = self._what(by, columns, [*named, *measured, *times])
        if by == self.sheet.label.name and by is not None and not labels_repeat(self):
            ask, by = "value", None  # each row is a group of its own
        if ask is None:
            return None
        fold: Fold | None = None
        if by is None and (ask in ("highest", "lowest") or (ask == "average" and self._end())):
            ask, by, fold = self._of_groups(ask, columns)
        of = columns if fold == "count" else self._of(ask, columns, by)
        if ask in FOLDS and by is None and WHICH_ONE.match(self.question):
            return None  # which of the rows is asked, not what all come to
        if of is None or (of := of_money(self, of)) is None:
            return None
        if by and ask in ("average", "median") and are_single(self, by, [*named, *measured, *times]):
            by = None  # “on average per year” of a row for each year
        is_time = len(of) == 1 and of[0].tells_year and of[0] != self.sheet.whole
        if by is None and is_time and NO_TIME.search(self.plain):
            return None  # “which years had most deaths” are not the latest years
        take_years(self, years, (*of, *(self.column(name) for each in measured for name in each.columns)))
        is_end = ask in ("highest", "lowest")
        place, top = (self._place(), top_of(self)) if is_end else (1, 1)
        if is_end and by is None and (called := group_of(self, by_codes=True)):
            told_beside = (called, *told_beside)
        take_doers(self, [each.column for each in named])
        take_amounts(self, of)
        told_beside = tuple(name for name in told_beside if name not in {column.name for column in of})
        conditions = [*named, *measured, *times]
        held = [row for row in self.sheet.rows if all(each.holds(row) for each in conditions)]
        for many in {len(self.sheet.rows), len(held)}:
            self.take_number_of_rows(many)
        if not (self.covered or fold or (ask == "sum" and len(of) == 1 and names_table(self))):
            return None
        return Request(
            self.sheet, ask, of, tuple(conditions), by, self.left(), self.covered, place,
            fold=fold or "", top=top, beside=told_beside,
        )  # fmt: skip

    def _what(
        self, by: str | None, columns: tuple[Column, ...], conditions: Sequence[Condition]
    ) -> tuple[Ask | None, tuple[Column, ...]]:
        """What is asked of which columns: a share, how many of something there are, or anything else."""
        named = [each for each in conditions if isinstance(each, Named)]
        if counts_entries(self):
            return self._ask(by, (), conditions), ()
        if any(isinstance(each, Measured) for each in conditions):
            return self._ask(by, columns, conditions), columns
        if by is None and (parted := share_of(self, columns, conditions)) is not None:
            return "share", parted
        if not columns and (quantity := self._quantity(named)):
            return ("sum" if self._is_of_many(conditions) else "value"), quantity
        return self._ask(by, columns, conditions), columns

    def _end(self, columns: Sequence[Column] = ()) -> Literal["highest", "lowest"] | None:
        """The end that is asked for, of whatever; of the columns, where “best” and “worst” ask for it."""
        said = HIGH.search(self.plain) or LOW.search(self.plain)
        if self.ranks or said is None:
            return self.ranks
        if columns and JUDGING.fullmatch(said[0]):
            return judged(said[0], columns)
        low = bool(LOW.search(self.plain)) != bool(FALLING.search(self.question))
        if columns and FIRST.fullmatch(said[0]) and tell_years(self, columns):
            low = True  # the first of years is the earliest
        return "lowest" if low else "highest"

    def _of_groups(self, ask: Ask, columns: tuple[Column, ...]) -> tuple[Ask, str | None, Fold | None]:
        """The end, the column and the fold of groups, where such are asked for; else what was read."""
        fold = fold_of(self, columns, is_flow=self._is_flow() or is_spent_in(self.plain, columns))
        end = self._end(columns) if ask == "average" else ask
        if fold is None or end is None or not (by := group_of(self)):
            return ask, None, None
        self.take(
            [at for at in self.free(0, len(self.question)) if MOST_WORD.fullmatch(self.tokens[at].text)],
            counts=False,
        )
        return end, by, fold

    def _columns(self) -> tuple[Column, ...]:
        """Those that are asked for; none by a word that names the rows: “which orders” of “Order total”."""
        before, covered = list(self.taken), self.covered
        columns = columns_of(self)
        new = [at for at, taken in enumerate(self.taken) if taken and not before[at]]
        said = {stem for at in new for stem in self.tokens[at].stems}
        are_rows = said <= self.sheet.label.words | self.sheet.names and set(new) <= set(self._head())
        if columns and are_rows and not any(c.words <= said or c.things & said for c in columns):
            self.taken, self.covered, columns = before, covered, ()
        columns = columns or column_of_dimension(self) or self._texts()
        is_flow = self._is_flow() or bool(HOW_MUCH.search(self.question))
        return columns or of_table(self, self._head(), is_flow=is_flow) or self._value()

    def _value(self) -> tuple[Column, ...]:
        """The column of values, where rows are each of one: “cruise arrivals” is what it is of."""
        of = value_of(self.sheet)
        return (of,) if of else ()

    def _head(self) -> range:
        """The words that say what is counted or listed, before what is said of it."""
        asked = COUNT.search(self.question) or WHICH.search(self.question)
        if asked is None:
            return range(0)
        start, stop = asked.start("noun"), VERB.search(asked["noun"])
        end = start + (stop.start() if stop else len(asked["noun"]))
        held = [at for at, token in enumerate(self.tokens) if start <= token.start and token.end <= end]
        return range(held[0], held[-1] + 1) if held else range(0)

    def _texts(self) -> tuple[Column, ...]:
        """The one column of words of documents whose whole label is asked for: “the result for Elmfield”."""
        if self.sheet.rows_are != DOCUMENTS or COUNT.search(self.question):
            return ()
        free = [at for at, taken in enumerate(self.taken) if not taken]
        said = {stem for at in free for stem in self.tokens[at].stems}
        found = [column for column in self.sheet.texts if column.words and column.words <= said]
        if len(found) != 1:
            return ()
        self.take([at for at in free if self.tokens[at].stems & found[0].words])
        return (found[0],)

    def _quantity(self, named: Sequence[Named]) -> tuple[Column, ...]:
        """The column that tells how many there are of what a row is of: “how many hinges were ordered”."""
        count = COUNT.search(self.question)
        of = [column for column in self.sheet.numbers if QUANTITY.match(column.name)]
        if count is None or not named or len(of) != 1:
            return ()
        if any(self.tokens[at].stems & self.sheet.label.words for at in self._head()):
            return ()  # “how many items” are rows
        names_rows(self, count["noun"], count.start("noun"))
        return (of[0],)

    def _place(self) -> int:
        """Of “the second highest” 2."""
        said = PLACE.search(self.question)
        if said is None:
            return 1
        self.take([at for at, token in enumerate(self.tokens) if token.start == said.start()], counts=False)
        return PLACES[said["place"].lower()]

    def _ask(self, by: str | None, columns: Sequence[Column], conditions: Sequence[Condition]) -> Ask | None:
        if columns and tuple(columns) == self._value() and self._asks_value(conditions):
            return "sum" if by is not None or self._is_of_many(conditions) else "value"
        if turn := self._turn(conditions):
            return turn if are_in_time(self) else None  # of rows in no order none is the first
        count = COUNT.search(self.question)
        if count and RANKS.match(self.question) and (HIGH.search(self.plain) or LOW.search(self.plain)):
            count = None  # “which club has the highest number of wins” counts none
        if (said := AVERAGE.search(self.question)) and columns and not self._is_heading(said[0], columns):
            return "average"
        said = MEDIAN.search(self.question)
        if said and columns and self._is_of_many(conditions) and not self._is_heading(said[0], columns):
            self.take(self.free(*said.span()), counts=False)
            return "median"
        if count and columns and all(column.years & years_in(self.question) for column in columns):
            return "sum" if self._is_of_many(conditions) else "value"  # visitors in a year are its numbers
        if count and not columns and self._asks_unit(count["noun"]):
            return None  # tonnes are no rows
        often = OFTEN.search(self.question)
        if often and any(not self._holds_of_all(each) for each in conditions):
            self.take(self.free(*often.span()), counts=False)
            return "count"
        if count and counts_cells(self, count, conditions):
            return "count"
        if count and names_rows(self, count["noun"], count.start("noun")):
            if columns and not calls_rows(self, count["noun"]):
                return "sum" if self._is_of_many(conditions) else "value"  # deaths by a cause are its numbers
            return "count" if conditions or by is not None or self.sheet.is_list else None
        if (
            count
            and columns
            and AT_A_TIME.search(self.question)
            and by is None
            and self._is_of_many(conditions)
        ):
            return None  # what there is at a time is no sum of what came over times
        if count and columns:
            return "sum" if by is not None or self._is_of_many(conditions) else "value"
        if count and any(not isinstance(each, Named) for each in conditions):
            return "count"  # of what the question calls the rows, which is left to be placed
        if FIRST_FEW.search(self.question):
            return None  # the first of rows are not those with the highest numbers
        self.ranks = self.ranks or rank_meant(self)
        is_end = self.ranks or HIGH.search(self.plain) or LOW.search(self.plain)
        if is_end and not self.ranks and self._is_of_heading(columns, conditions):
            return "value"
        is_of_times = any(isinstance(each, Dated) for each in conditions)
        is_folded = by is not None or is_of_times
        if columns and not is_end and is_folded and (HOW_MUCH.search(self.question) or self._is_flow()):
            return "sum" if self._is_of_many(conditions) else "value"
        if columns and not is_end and by and BETWEEN in by and not STATES.search(columns[0].name):
            return "sum"  # of what each pair comes to
        if not count and is_end:
            return self._ranked(columns)
        which = WHICH.search(self.question)
        which_rows = [each for each in conditions if not self._holds_of_all(each)]
        is_bounded = any(isinstance(each, Measured) for each in which_rows)
        adds = SUM.search(self.question) or adds_up(self.plain, columns)
        if adds and self._is_of_many(conditions) and not (which and is_bounded):
            return "sum"
        if which and which_rows and names_rows(self, which["noun"], which.start("noun")):
            return "list"
        if WHO.match(self.question) and not columns and which_rows and are_named(self.sheet):
            return "list"
        if columns and any(isinstance(each, Named | Dated) for each in which_rows):
            return None if which and self._lists(which, columns) else "value"
        return None

    def _asks_value(self, conditions: Sequence[Condition]) -> bool:
        """Whether “how many” of what a cell names asks for its value, and not for the rows themselves."""
        count = COUNT.search(self.question)
        entries = any(self.tokens[at].text.casefold() in ENTRIES for at in self._head())
        return bool(count and conditions and not entries and not AVERAGE.search(self.question))

    def _is_of_heading(self, columns: Sequence[Column], conditions: Sequence[Condition]) -> bool:
        """Whether the end is what the columns are headed, and one row is named: “Maximum rate” of a tier."""
        said = HIGH.search(self.plain) or LOW.search(self.plain)
        is_one = any(isinstance(each, Named) for each in conditions) and not self._is_of_many(conditions)
        if said is None or not columns or not is_one or not self._is_heading(said[0], columns):
            return False
        self.take(self.free(*said.span()), counts=False)
        return True

    def _asks_unit(self, noun: str) -> bool:
        """Whether a number in a unit is asked for that a column has: “how many tonnes”."""
        unit = same_unit(noun.split(" ")[0].casefold())
        return any(unit & parts_of(column.name) for column in self.sheet.numbers)

    def _ranked(self, columns: Sequence[Column]) -> Ask | None:
        """The end of the rows that is asked for, with the words that ask for it."""
        take_names_of_rows(self)
        said = HIGH.search(self.plain) or LOW.search(self.plain)
        falling = [at for at, token in enumerate(self.tokens) if FALLING.fullmatch(token.text)]
        self.take([*(self.free(*said.span()) if said else ()), *falling], counts=False)
        return self._end(columns)

    def _is_flow(self) -> bool:
        """Whether it asks for what adds up over a time, as what something cost; no heading says so alone."""
        own = self.sheet.words_of_headings
        return any(not stems(match[0]) or not stems(match[0]) <= own for match in FLOW.finditer(self.plain))

    def _turn(self, conditions: Sequence[Condition]) -> Ask | None:
        """Of “when did it first pass a bound” the first, or the last."""
        said = FIRST.search(self.plain) or LATEST.search(self.plain)
        which, has_bound = WHICH.search(self.question), any(isinstance(each, Measured) for each in conditions)
        if said is None or not has_bound or not which:
            return None
        self.take(self.free(*said.span()), counts=False)
        take_names_of_rows(self)
        return "first" if FIRST.fullmatch(said[0]) else "last"

    def _lists(self, which: re.Match[str], columns: Sequence[Column]) -> bool:
        """Whether what is to be named is only counted there: “which states” of a number of states."""
        noun = normed(which["noun"].split(" ")[0])
        is_named = re.match(r"(?:which|list|name)\b", which[0], re.IGNORECASE) is not None
        return is_named and any(set(noun) & set(normed(column.name)) for column in columns)

    def _is_heading(self, word: str, columns: Sequence[Column]) -> bool:
        """Whether the columns' own headings have the word: an “average price” is none of several prices."""
        return all(norm(word) in normed(column.name.replace("_", " ")) for column in columns)

    def _holds_of_all(self, condition: Condition) -> bool:
        """Whether it tells no row from another, as the name of a file's one sheet."""
        return len(self.sheet.rows) > 1 and all(map(condition.holds, self.sheet.rows))

    def _is_of_many(self, conditions: Sequence[Condition]) -> bool:
        held = [row for row in self.sheet.rows if all(each.holds(row) for each in conditions)]
        return len(held) > 1

    def _of(self, ask: Ask, columns: tuple[Column, ...], by: str | None) -> tuple[Column, ...] | None:
        """The columns of the figures; None where it is open which."""
        if ask in ("count", "list", "first", "last"):
            return ()
        if len(columns) == 1 or ask == "share":
            return columns
        if not columns and len(self.sheet.numbers) == 1:
            return self.sheet.numbers
        return None
