"""What a question asks of a sheet: each of its words is a column, a cell, a bound or asks, or it is left."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cached_property

from agentic.plans.bounds import find_bound
from agentic.tables.columns import best_of, scores_of, without_years
from agentic.tables.loading import Stems, years_in
from agentic.tables.model import Ask, Column, Condition, Measured, Named, Relation, Request, Sheet
from agentic.tables.times import of_asked_days
from reading.values.quantities import find_quantities
from retrieval.properties.question import FILLERS
from retrieval.question.wording.rows import (
    ALIKE,
    AMOUNT,
    AT,
    AVERAGE,
    COUNT,
    DIFFERENCE,
    DISTINCT,
    EITHER,
    FALLING,
    GROUP,
    HIGH,
    LACKING,
    LAST,
    LOW,
    MEDIAN,
    MOVING,
    NONE,
    PLACE,
    PLACES,
    SIGN,
    SUM,
    VERB,
    WHICH,
    WORD,
    YEAR_BOUND,
    Token,
    norm,
    normed,
)
from retrieval.tables.rules.vocabulary.lexicon import dimensions

ASKING = FILLERS | frozenset(
    """
    above according also altogether amount another appear appears at average below best between
    biggest both can cast collection column columns combined come comes compared contained could
    counted covered data dataset either entire entries entry fall falls fewest figure figures file
    found get got greatest held highest hold if included into keep kept largest least less level levels
    listed lowest made marked maximum mean minimum more most much negative neither no not number numbers
    one ones only or other over overall own period periods positive record recorded records reported
    respectively row rows same sheet should shown smallest spreadsheet stand stands still sum table
    than together told top total under value values where whole will without workbook worst would
    year years zero
    """.split()
)
RANKS = re.compile(r"\W*(?:which|who)\b", re.IGNORECASE)
OF_NAME = re.compile(
    r"\b(?:tele)?(?:phone|fax|account|invoice|order|customer|policy|serial|registration|vat|tax|reference|contract|case|"
    r"licen[cs]e|meter|membership) numbers? of\b",
    re.IGNORECASE,
)  # of no things that are counted
HYPHEN = re.compile(r"(?<=[a-z])[-\u2010\u2011](?=[a-z])")  # “on-going” is “ongoing”
_COMPARING = re.compile(
    r"exceed\w*|high\w*|low\w*|large\w*|small\w*|great\w*|difference\w*|long\w*|short\w*|chang\w*|increas\w*|"
    r"decreas\w*|ris\w*|rose|grow\w*|grew|f[ae]ll\w*|drop\w*|declin\w*|from|to|by",
    re.IGNORECASE,
)
AT_A_TIME = re.compile(
    r"\b(?:at|by|as\s+of)\s+(?:the\s+)?(?:very\s+)?(?:end|close|beginning|start)\s+of\b|\bas\s+of\b",
    re.IGNORECASE,
)
FIRST_YEAR, LAST_YEAR = 1500, 2100  # of numbers that are years
YEARS_FROM: dict[str, Relation] = {
    "before": "below", "prior to": "below", "after": "above", "since": "at least",
}  # fmt: skip
SURE = 4  # words of a question that columns or cells have, by which a sheet is the one that is meant
MOST_WORDS = 10  # of a cell that a question may name
OFTEN = 0.3  # of the rows whose labels hold a word that then names them
FEW = 3  # characters of a word that may be a cell's whole content
MOST_OF_NAME = 4  # words of what a sheet is called; a title has more
MOST_GROUPS = 10  # rows whose numbers are told one by one
CUT_SHORT = re.compile(r"\b([^\W\d_]{3,})\.")  # “DEP.” of “departure”


def tokens_of(question: str, stems: Stems) -> tuple[Token, ...]:
    return tuple(
        Token(match[0], *match.span(), stems.get(match[0], frozenset())) for match in WORD.finditer(question)
    )


def words_of(question: str) -> set[str]:
    return set(WORD.findall(question))


def read_request(question: str, sheet: Sheet, tokens: Sequence[Token]) -> Request | None:
    """None where the question is none about rows and columns of this sheet."""
    asked, spans = of_asked_days(question, sheet)
    return _Reading(question, asked, tokens, spans).request()


class _Reading:
    def __init__(
        self, question: str, sheet: Sheet, tokens: Sequence[Token], days: Sequence[tuple[int, int]] = ()
    ) -> None:
        """`days`: where the question names times of the sheet's columns."""
        self.question, self.sheet, self.tokens = question, sheet, tokens
        self.taken = [False] * len(tokens)
        self.covered = 0
        for start, end in days:
            self._take(self._free(start, end))

    def request(self) -> Request | None:
        if ALIKE.search(self.question) or OF_NAME.search(self.question):
            return None  # which rows are alike, or by which number something goes: no column tells it
        by = self._grouping()
        named = [*self._named(), *self._parted()]
        if by and any(each.column == by for each in named):
            by = None  # “by the method Shopping” tells of one group
        years = years_in(self.question)
        if DIFFERENCE.search(self.question):
            return self._difference(named, years) if by is None else None
        if (kinds := self._distinct(named)) is not None:
            return kinds
        measured, columns = self._measured()
        if not columns and not measured:
            columns = self._columns() or self._of_adjective()
        ask = self._ask(by, columns, [*named, *measured])
        if by == self.sheet.label.name and by is not None:
            ask, by = "value", None  # each row is a group of its own
        if ask is None:
            return None
        of = self._of(ask, columns, by)
        if of is None:
            return None
        self._take_years(years, (*of, *(self._column(name) for each in measured for name in each.columns)))
        conditions: list[Condition] = [*named, *measured]
        place = self._place() if ask in ("highest", "lowest") else 1
        if not self.covered:
            return None
        return Request(self.sheet, ask, of, tuple(conditions), by, self._left(), self.covered, place)

    def _distinct(self, named: Sequence[Named]) -> Request | None:
        """How many contents a column of text has: “how many different products”."""
        said = DISTINCT.search(self.question)
        if said is None or not COUNT.search(self.question):
            return None
        places = self._free(*said.span("noun"))
        of = [c for c in self.sheet.texts if any(self.tokens[at].stems & c.words for at in places)]
        if len(of) != 1:
            return None
        self._take(self._free(*said.span()))
        return Request(self.sheet, "distinct", (of[0],), tuple(named), None, self._left(), self.covered)

    def _left(self) -> tuple[str, ...]:
        words = (token.text for token, taken in zip(self.tokens, self.taken, strict=True) if not taken)
        return tuple(word for word in words if self._has_no_place(word))

    def _difference(self, named: Sequence[Named], years: frozenset[int]) -> Request | None:
        """Between two years of one row, or between two rows in one column."""
        free = {stem for at, token in enumerate(self.tokens) if not self.taken[at] for stem in token.stems}
        if len(years) == 2:
            best = [
                best_of(scores_of(self.sheet.numbers, free, frozenset({y}), moves=False))
                for y in sorted(years)
            ]
            of = tuple(found[0] for found in best if len(found) == 1 and found[0].years)
            if len(of) != 2 or without_years(of[0]) != without_years(of[1]):
                return None
        else:
            of = self._columns()
            if len(of) != 1 or not any(len(each.values) > 1 for each in named):
                return None
        words = {stem for column in of for stem in column.words}
        self._take([at for at, token in enumerate(self.tokens) if not self.taken[at] and token.stems & words])
        self._take_years(years, of)
        kept = tuple(word for word in self._left() if not _COMPARING.fullmatch(word))
        return Request(self.sheet, "difference", of, tuple(named), None, kept, self.covered)

    def _place(self) -> int:
        """Of “the second highest” 2."""
        said = PLACE.search(self.question)
        if said is None:
            return 1
        self._take([at for at, token in enumerate(self.tokens) if token.start == said.start()], counts=False)
        return PLACES[said["place"].lower()]

    def _column(self, name: str) -> Column:
        return next(column for column in self.sheet.columns if column.name == name)

    def _has_no_place(self, word: str) -> bool:
        token = next(token for token in self.tokens if token.text == word)
        known = self.sheet.names | self._of_labels
        return word.casefold() not in ASKING and not (token.stems and token.stems <= known)

    def _take(self, places: Sequence[int], *, counts: bool = True) -> None:
        for at in places:
            self.covered += counts and not self.taken[at]
            self.taken[at] = True

    def _free(self, start: int, end: int) -> list[int]:
        return [
            at
            for at, token in enumerate(self.tokens)
            if not self.taken[at] and start <= token.start and token.end <= end
        ]

    def _grouping(self) -> str | None:
        """The column whose values the answer is told by; “” for the parts of the file; None for none."""
        for match in GROUP.finditer(self.question):
            places = self._free(*match.span("noun"))
            for column in self.sheet.texts:
                held = [at for at in places if self.tokens[at].stems & column.words]
                is_label = column.name == self.sheet.label.name
                if held and (not is_label or self._are_groups()):
                    self._take(held)
                    return column.name
            parts = {row.part for row in self.sheet.rows}
            if places and len(parts) > 1 and re.match(r"(?:in|for|of) each", match[0], re.IGNORECASE):
                self._take(places[:1])
                return ""
        return None

    def _are_groups(self) -> bool:
        """Whether few rows with a label of their own are what numbers are told of."""
        labels = [row.label for row in self.sheet.rows]
        return len(labels) <= MOST_GROUPS and len(set(labels)) == len(labels) and bool(self.sheet.numbers)

    def _named(self) -> Iterator[Named]:
        """Cells of text that the question names, the longest first; those of one column are alternatives."""
        found: dict[str, tuple[set[str], list[str]]] = {}
        values, at = self._values, 0
        while at < len(self.tokens):
            length, cells = self._longest(values, at)
            if cells:
                places = range(at, at + length)
                text = self.question[self.tokens[at].start : self.tokens[at + length - 1].end]
                column = next(iter(cells))
                known, texts = found.setdefault(column, (set(), []))
                both = known & cells[column]  # “Athens County” in “Ohio”; else either of the two
                found[column] = (both or known | cells[column], [*texts, text])
                self._take(places)
                self._take_verb(at)
            at += max(1, length)
        for column, held, at in self._in_cells(found):
            known, texts = found.get(column, (held, []))
            if known & held:
                found[column] = (known & held, [*texts, self.tokens[at].text])
                self._take([at])
        for column, (known, texts) in found.items():
            yield Named(column, frozenset(known), ", ".join(dict.fromkeys(texts)))

    def _parted(self) -> Iterator[Named]:
        """The tables of several alike whose titles alone have a word of the question: “Quay” of two wards."""
        words = {row.part: set(normed(row.part)) for row in self.sheet.rows}
        known = frozenset[str]().union(*(column.words for column in self.sheet.columns))
        kept, texts = set(words), list[str]()
        for at in self._free(0, len(self.question)):
            token = self.tokens[at]
            if token.text.casefold() in ASKING or token.text.isdigit() or token.stems & known:
                continue
            held = {part for part, own in words.items() if token.norm in own}
            if held and held != set(words) and not names_cell(self.sheet, token.text):
                kept &= held
                texts.append(token.text)
                self._take([at])
        if texts:
            yield Named("", frozenset(kept), " ".join(texts))

    def _in_cells(self, found: Collection[str]) -> Iterator[tuple[str, set[str], int]]:
        """Words of cells of one column of few contents: “ongoing” of “Project ongoing”. None in `found`."""
        few: dict[str, dict[str, tuple[str, ...]]] = {}
        for name in (column.name for column in self.sheet.texts if column.name not in found):
            cells = [str(row.cells[name]) for row in self.sheet.rows if name in row.cells]
            if 2 * len(set(cells)) <= len(cells):
                few[name] = {cell: normed(HYPHEN.sub("", cell)) for cell in cells}
        known = self.sheet.names.union(self._of_labels, *(column.words for column in self.sheet.columns))
        for at in self._free(0, len(self.question)):
            token = self.tokens[at]
            if token.text.casefold() in ASKING or token.stems & known or not token.text.islower():
                continue
            named = ((name, {c for c in cells if token.norm in cells[c]}) for name, cells in few.items())
            held = [(name, cells) for name, cells in named if 0 < len(cells) < len(few[name])]
            if len(held) == 1:
                yield (*held[0], at)

    def _take_verb(self, at: int) -> None:
        """What rows do with a cell: “cross the Wend”, “grow Bramley”; not what they do without."""
        before = at - 1
        while before >= 0 and self.tokens[before].text.casefold() in FILLERS:
            before -= 1
        word = self.tokens[before].text if before >= 0 else ""
        known = self.sheet.names | self._of_labels
        known = known.union(*(column.words for column in self.sheet.columns))
        is_known = bool(self.tokens[before].stems & known)
        if word.isalpha() and word.islower() and not is_known and not LACKING.search(word):
            self._take([before], counts=False)

    def _longest(
        self, values: Mapping[tuple[str, ...], dict[str, set[str]]], at: int
    ) -> tuple[int, dict[str, set[str]]]:
        for length in range(min(MOST_WORDS, len(self.tokens) - at), 0, -1):
            tokens = self.tokens[at : at + length]
            if any(self.taken[at : at + length]):
                continue
            cells = values.get(tuple(token.norm for token in tokens))
            if cells and self._is_name(tokens):
                return length, cells
        return 1, {}

    def _is_name(self, tokens: Sequence[Token]) -> bool:
        """Whether the words name a cell rather than ask: one that is long enough and no column's own."""
        if all(token.text.casefold() in ASKING for token in tokens):
            return False
        if len(tokens) > 1:
            return True
        token = tokens[0]
        is_heading = any(token.stems & column.words for column in self.sheet.numbers)
        return (
            not is_heading and (len(token.text) >= FEW or token.text.isupper()) and not token.text.isdigit()
        )

    @cached_property
    def _values(self) -> dict[tuple[str, ...], dict[str, set[str]]]:
        """The words of each cell of text, and of its parts between commas → column → the cells' contents."""
        found: dict[tuple[str, ...], dict[str, set[str]]] = {}
        columns = [column.name for column in self.sheet.texts if column.name]
        for row in self.sheet.rows:
            cells = {name: str(row.cells[name]) for name in columns if name in row.cells} | {"": row.part}
            for name, content in cells.items():
                parts = {content, content.split("(")[0], *content.split(", "), HYPHEN.sub("", content)}
                if not name and len(normed(content)) > MOST_OF_NAME:
                    parts = {content}  # a title, which names places and years as well
                for words in filter(None, map(normed, parts)):
                    if len(words) <= MOST_WORDS:
                        found.setdefault(words, {}).setdefault(name, set()).add(content)
        return found

    def _measured(self) -> tuple[list[Measured], tuple[Column, ...]]:
        """Bounds on numbers, and no columns that are asked for beside them."""
        test = self._bound()
        if test is None:
            return [], ()
        relation, bound, text, start, end = test
        places = self._free(start, end)
        columns = self._columns(every=True)
        if not columns or (YEAR_BOUND.search(self.question) and not self._tell_years(columns)):
            return [], ()
        self._take(places)
        any_of = len(columns) > 1 and relation != "is" and bool(EITHER.search(self.question))
        return [Measured(tuple(c.name for c in columns), relation, bound, text, any_of)], ()

    def _bound(self) -> tuple[Relation, Decimal, str, int, int] | None:
        if not (COUNT.search(self.question) or WHICH.search(self.question)):
            return None
        if bound := find_bound(self.question):
            return bound.test.relation, bound.test.value, bound.test.written, bound.start, bound.end
        since = YEAR_BOUND.search(self.question)
        if since and any(token.stems & c.words for c in self._of_years() for token in self.tokens):
            return YEARS_FROM[since["word"].lower()], Decimal(since["year"]), since["year"], *since.span()
        if sign := SIGN.search(self.question):
            return ("above" if sign["up"] else "below"), Decimal(0), "0", *sign.span()
        for quantity in find_quantities(self.question):
            before, behind = self.question[: quantity.start], self.question[quantity.end :]
            if (AT.search(before) or LAST.fullmatch(behind.strip())) and not years_in(quantity.text):
                return "is", quantity.value, quantity.text, quantity.start, quantity.end
        for at, token in enumerate(self.tokens[1:], start=1):
            before = self.question[: token.start]
            if NONE.search(before) and any(token.stems & column.words for column in self.sheet.numbers):
                start = self.tokens[at - 1].start
                return "is", Decimal(0), "0", start, start
        return None

    def _of_years(self) -> list[Column]:
        """The columns all of whose numbers are years."""
        return [column for column in self.sheet.numbers if self._tell_years([column])]

    def _tell_years(self, columns: Sequence[Column]) -> bool:
        """Whether each number in these columns is a year."""
        numbers = [row.number(column.name) for row in self.sheet.rows for column in columns]
        return all(n == n.to_integral() and FIRST_YEAR <= n <= LAST_YEAR for n in numbers if n is not None)

    def _columns(self, *, every: bool = False) -> tuple[Column, ...]:
        """The columns of numbers that words and years tell best; `every`: of several as good, all."""
        free = [token for at, token in enumerate(self.tokens) if not self.taken[at]]
        short = self._short_forms()
        said = {stem for token in free for stem in token.stems} | set(short)
        moves = bool(MOVING.search(self.question))
        if moves:  # a drop is a change, whatever the heading calls it
            said |= {stem for column in self.sheet.numbers for stem in column.words if MOVING.match(stem)}
        years = years_in(self.question)
        is_count = COUNT.search(self.question) and not AMOUNT.search(self.question)
        numbers = [c for c in self.sheet.numbers if not (is_count and AMOUNT.search(c.name))]
        chosen = best_of(scores_of(numbers, said, years, moves=moves))
        if len(chosen) > 1 and not every:  # words that name the table tell its columns less apart
            chosen = best_of(scores_of(numbers, said - self.sheet.names, years, moves=moves))
            chosen = chosen if len(chosen) == 1 else ()
        if not chosen:
            return ()
        words = {stem for column in chosen for stem in column.words}
        if moves and any(MOVING.search(column.name) for column in chosen):
            self._take([at for at, token in enumerate(self.tokens) if MOVING.match(token.text)])
        self._take([at for at, token in enumerate(self.tokens) if not self.taken[at] and token.stems & words])
        for word in words & set(short):
            self._take(short[word])
        return chosen

    def _of_adjective(self) -> tuple[Column, ...]:
        """The one column by which an adjective ranks, where the question names none: the cheapest by fee."""
        for most, least, words in dimensions():
            if said := re.search(rf"\b(?:{most}|{least})\b", self.question, re.IGNORECASE):
                of = [c for c in self.sheet.numbers if words & set(normed(c.name.replace("_", " ")))]
                if len(of) == 1:
                    self._take(self._free(*said.span()))
                    return (of[0],)
        return ()

    def _short_forms(self) -> dict[str, range]:
        """Words of headings that are the first letters of words of the question: “cvap” of “citizen
        voting-age population”, or the beginning of one: “dep.” → which of its words these are."""
        found: dict[str, range] = {}
        letters = "".join(token.text[0].casefold() for token in self.tokens)
        for column in self.sheet.numbers:
            for word in column.words:
                at = letters.find(word) if len(word) >= FEW else -1
                if at >= 0 and not any(self.taken[at : at + len(word)]):
                    found[word] = range(at, at + len(word))
            for begun in map(str.casefold, CUT_SHORT.findall(column.name)):
                longer = (at for at, token in enumerate(self.tokens) if _goes_on(token.text, begun))
                if begun in column.words and (at := next(longer, -1)) >= 0 and not self.taken[at]:
                    found[begun] = range(at, at + 1)
        return found

    def _take_years(self, years: frozenset[int], columns: Sequence[Column]) -> None:
        held = {year % 100 for column in columns for year in column.years}
        places = [
            at
            for at, token in enumerate(self.tokens)
            if token.text.isdigit()
            and (int(token.text) in held or int(token.text) % 100 in {y % 100 for y in held})
        ]
        self._take(places, counts=False)

    def _ask(self, by: str | None, columns: Sequence[Column], conditions: Sequence[Condition]) -> Ask | None:
        count = COUNT.search(self.question)
        if count and RANKS.match(self.question) and (HIGH.search(self.question) or LOW.search(self.question)):
            count = None  # “which club has the highest number of wins” counts none
        if (said := AVERAGE.search(self.question)) and columns and not self._is_heading(said[0], columns):
            return "average"
        said = MEDIAN.search(self.question)
        if said and columns and self._is_of_many(conditions) and not self._is_heading(said[0], columns):
            self._take(self._free(*said.span()), counts=False)
            return "median"
        if count and columns and all(column.years & years_in(self.question) for column in columns):
            return "sum" if self._is_of_many(conditions) else "value"  # visitors in a year are its numbers
        if count and self._names_rows(count["noun"], count.start("noun")):
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
        if not count and (HIGH.search(self.question) or LOW.search(self.question)):
            self._take_names_of_rows()
            said = HIGH.search(self.question) or LOW.search(self.question)
            self._take(self._free(*said.span()) if said else [], counts=False)
            self._take(
                [at for at, token in enumerate(self.tokens) if FALLING.fullmatch(token.text)], counts=False
            )
            low = bool(LOW.search(self.question)) != bool(FALLING.search(self.question))
            return "lowest" if low else "highest"
        if SUM.search(self.question) and self._is_of_many(conditions):
            return "sum"
        which = WHICH.search(self.question)
        which_rows = [each for each in conditions if not self._holds_of_all(each)]
        if which and which_rows and self._names_rows(which["noun"], which.start("noun")):
            return "list"
        if columns and any(isinstance(each, Named) for each in which_rows):
            return None if which and self._lists(which, columns) else "value"
        return None

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

    def _names_rows(self, phrase: str, start: int) -> bool:
        """Whether the noun that is asked for names the rows: by their column, their labels or the file."""
        stop = VERB.search(phrase)
        end = start + (stop.start() if stop else len(phrase))
        places = [at for at, token in enumerate(self.tokens) if start <= token.start and token.end <= end]
        places = [at for at in places if not self.taken[at] or self._is_part(at)]
        stems = [self.tokens[at].stems for at in places]
        rows = self.sheet.label.words | self._of_labels | self.sheet.names
        held = [at for at, own in zip(places, stems, strict=True) if own and own & rows]
        if not held or not (stems[-1] & rows):
            return False
        self._take(held)
        return True

    def _is_part(self, at: int) -> bool:
        """Whether the word is what a sheet of the file is called, as its rows are then."""
        return any(self.tokens[at].norm in normed(row.part) for row in self.sheet.rows[:1])

    def _take_names_of_rows(self) -> None:
        """What the rows are called, between “which” and the verb: “county or city”."""
        if which := WHICH.search(self.question):
            stop = VERB.search(which["noun"])
            end = which.start("noun") + (stop.start() if stop else len(which["noun"]))
            words = {word for row in self.sheet.rows for word in normed(row.label)}
            names = self.sheet.label.words | self.sheet.names
            free = self._free(which.start("noun"), end)
            known = [at for at in free if self.tokens[at].norm in words or self.tokens[at].stems & names]
            if not known and len(free) == 1 and self.covered >= SURE:
                known = free  # what else could be called so
            self._take(known, counts=False)

    @cached_property
    def _of_labels(self) -> frozenset[str]:
        """Stems of the question that stand in many of the rows' labels: “County”."""
        labels = [set(normed(row.label)) for row in self.sheet.rows]
        often = Counter(word for words in labels for word in words)
        least = OFTEN * len(labels)
        return frozenset(stem for token in self.tokens if often[token.norm] >= least for stem in token.stems)

    def _of(self, ask: Ask, columns: tuple[Column, ...], by: str | None) -> tuple[Column, ...] | None:
        """The columns of the figures; None where it is open which."""
        if ask in ("count", "list"):
            return ()
        if len(columns) == 1:
            return columns
        if not columns and len(self.sheet.numbers) == 1:
            return self.sheet.numbers
        return None


def _goes_on(word: str, begun: str) -> bool:
    return len(word) > len(begun) and word.casefold().startswith(begun)


def without(request: Request, words: set[str]) -> Request:
    """The same with these words of the question placed after all."""
    left = tuple(word for word in request.left if word not in words)
    return replace(request, left=left, around=request.around + len(request.left) - len(left))


def names_cell(sheet: Sheet, word: str) -> bool:
    """Whether the word stands in a cell of text: one that the question may mean by it."""
    wanted = norm(word)
    columns = [column.name for column in sheet.texts]
    return any(wanted in normed(str(row.cells.get(name, ""))) for row in sheet.rows for name in columns)
