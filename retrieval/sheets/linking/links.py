"""Runs of words of a question, and what of a table each may name: a column, cells of one, the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Literal

from reading.text.languages import FUNCTION_WORDS
from retrieval.question.wording.rows import Token, norm, normed
from retrieval.sheets.model import DOCUMENTS, Column, Content, Sheet
from retrieval.sheets.request.words import ASKING
from retrieval.sheets.stems import stems_of
from retrieval.tables.rules.vocabulary.lexicon import called, same_unit, sex_as, unit_words
from retrieval.tables.rules.vocabulary.words import NUMBERS
from retrieval.tables.schema import words_of

Kind = Literal["column", "cells", "table"]
MOST_TOLD = 3  # contents that words are told to stand for
WHOLE, NAMED, IN_PART, IN_OTHER_WORDS = 1.0, 0.9, 0.74, 0.7  # what a link is worth
OF_HEADING = 0.6  # of a word of a heading that has others beside it
LONGEST = 6  # words of one run
MOST_CELLS = 0.5  # of a column's contents that a part of them may name
BEGUN = 6  # letters that a verb has with the noun of what is done
LEAST_CAPITALS = 2  # of a word that contents in capitals begin with
LONG = 5  # letters of a word that a heading cuts short
SHORTEST_PART = 3  # letters of a word that names a cell by a part of it
CONSONANTS = re.compile(r"[^\W\d_aeiou]{2,4}", re.IGNORECASE)
BRACKETS = re.compile(r"[(\[].*?[)\]]")
SEXES = (2, 4)  # how many contents a column of the sex has
LEFT_OUT = frozenset(
    (
        "without",
        "excluding",
        "except",
        "without the",
        "except the",
        "apart from",
        "leaving out",
        "other than",
        "not counting",
    )
)
NOT, NOT_TWO = frozenset(("not", "never", "not yet")), ("one", "other")
NO = frozenset(("no", "without", "zero"))
TELLING = frozenset(("times", "often", "single", "every", "many", "much", "first"))  # of no cells
NOTHING = frozenset(("none", "no", "nil", "-", "–", "—", "0", "n/a", "not"))
SINGLE = 2  # characters of contents that only a heading beside them names


@dataclass(frozen=True)
class Link:
    """`first`, `last`: the run's words, the last one excluded. `cells`: contents of the column.

    `denies`: the words deny something. `lacks`: rows are meant whose cell is empty.
    """

    first: int
    last: int
    kind: Kind
    worth: float
    column: Column | None = None
    cells: frozenset[Content] = frozenset()
    denies: bool = False
    lacks: bool = False

    @property
    def is_in_other_words(self) -> bool:
        return self.kind != "table" and self.worth <= IN_OTHER_WORDS

    @property
    def told(self) -> str:
        """What the words are taken for."""
        name = self.column.name if self.column else ""
        cells = "”, “".join(sorted(map(str, self.cells))[:MOST_TOLD])
        return f"{name} “{cells}”" if cells else name


class Linker:
    """The links of a question's words to one table."""

    def __init__(self, sheet: Sheet, tokens: Sequence[Token]) -> None:
        self.sheet, self.tokens = sheet, tokens

    @cached_property
    def every(self) -> list[Link]:
        columns = list(self._columns())
        cells = [*self._cells(), *self._parts(), *self._flags(columns)]
        return [*columns, *cells, *self._left_out(cells), *self._lacking(columns), *self._table()]

    def _flags(self, columns: Sequence[Link]) -> Iterator[Link]:
        """Rows of which a column says yes: “open on Sundays”; or no, where that is denied."""
        for link in columns:
            told = self.sheet.flags.get(link.column.name) if link.column else None
            if told is None or link.column is None or link.worth < NAMED:
                continue
            yes, no = told
            denying = [at for at in (link.first - 1, link.first - 2) if at >= 0 and self._denies_at(at)]
            first = min(denying, default=link.first)
            yield Link(first, link.last, "cells", WHOLE, link.column, no if denying else yes, bool(denying))

    def _denies_at(self, at: int) -> bool:
        """Whether a word is “not” or “no”, or the end of “weren’t”."""
        word = self.tokens[at].text.casefold()
        return word in NOT or word in NO or is_short_not(self.tokens, at)

    def _left_out(self, cells: Sequence[Link]) -> Iterator[Link]:
        """“Without cancelled orders”: every other content; “not paid” of a column with but two."""
        for link in cells:
            if link.column is None or link.worth < NAMED:
                continue
            every = self._contents(link.column)
            others = frozenset(each for each in every if each not in link.cells)
            for length in (1, 2):
                first = link.first - length
                before = self.tokens[max(0, first) : link.first]
                said = " ".join(token.text.casefold() for token in before)
                is_left_out = said in LEFT_OUT or (said in NOT and len(every) == len(NOT_TWO))
                if first >= 0 and is_left_out and others:
                    yield Link(first, link.last, "cells", WHOLE, link.column, others, denies=True)

    def _lacking(self, columns: Sequence[Link]) -> Iterator[Link]:
        """“No airbags”, where the column of airbags says “None” of some rows, or has gaps."""
        for link in columns:
            at = link.first - 1
            while at > 0 and self.tokens[at].text.isdigit():
                at -= 1  # “no 1987 salary”
            if link.column is None or at < 0 or not self._denies_at(at):
                continue
            held = {c for row in self.sheet.rows if (c := row.cells.get(link.column.name)) is not None}
            nothing = frozenset(each for each in held if _is_nothing(each))
            empty = [row for row in self.sheet.rows if row.cells.get(link.column.name) in (None, "")]
            if nothing and len(nothing) < len(held):
                yield Link(at, link.last, "cells", WHOLE, link.column, nothing, denies=True)
            elif 0 < len(empty) < len(self.sheet.rows):
                yield Link(at, link.last, "cells", WHOLE, link.column, denies=True, lacks=True)

    def _is_free(self, at: int) -> bool:
        """Whether the word may name something of its own."""
        word = self.tokens[at].text.casefold()
        if self.tokens[at].norm in self.sheet.words_of_kinds:
            return True
        return (
            word not in ASKING
            and word not in TELLING
            and word not in FUNCTION_WORDS["en"]
            and word not in NUMBERS
        )

    # Columns -----------------------------------------------------------------------------------------------

    def _columns(self) -> Iterator[Link]:
        often: dict[str, int] = {}
        for column in self.sheet.columns:
            for stem in self._heading(column):
                often[stem] = often.get(stem, 0) + 1
        for column in self.sheet.columns:
            heading = self._heading(column)
            if not heading:
                continue
            at = 0
            while at < len(self.tokens):
                last = at
                held: set[str] = set()
                while last < len(self.tokens) and (
                    own := (self.tokens[last].stems & heading) or self._joins(last, at, heading)
                ):
                    held |= own if isinstance(own, frozenset | set) else set()
                    last += 1
                is_whole = self.tokens[at].norm == norm(column.name)  # “years” of the column of years
                if held and (self._is_free(at) or is_whole):
                    share = len(held) / len(heading)
                    rare = max(1 / often[stem] for stem in held)
                    worth = OF_HEADING + (WHOLE - OF_HEADING) * max(share, rare if share >= 0.5 else rare / 2)
                    yield Link(at, last, "column", worth, column)
                at = max(last, at + 1)
        yield from self._cut_short()
        yield from self._synonyms()
        yield from self._by_unit()

    def _cut_short(self) -> Iterator[Link]:
        """Headings that begin a word, or leave its vowels out: “pop” of “population”, “wt” of “weight”."""
        for column in self.sheet.columns:
            name = "".join(each for each in column.name.casefold() if each.isalpha())
            for at, token in enumerate(self.tokens):
                word = token.text.casefold()
                if len(word) < LONG or not self._is_free(at) or len(name) > len(word) - 2:
                    continue
                begins = len(name) >= SHORTEST_PART and word.startswith(name)
                if begins or is_cut_to(name, word, whole=True) or _has_consonants(name, word):
                    yield Link(at, at + 1, "column", NAMED, column)

    def _joins(self, at: int, first: int, heading: frozenset[str]) -> bool:
        """Whether a word between two of a heading binds them: “rate of growth”."""
        following = self.tokens[at + 1].stems if at + 1 < len(self.tokens) else frozenset()
        return (
            at > first
            and self.tokens[at].text.casefold() in FUNCTION_WORDS["en"]
            and bool(following & heading)
        )

    def _heading(self, column: Column) -> frozenset[str]:
        name = BRACKETS.sub(" ", column.name)
        own = stems_of([name])[name] & column.words
        words = frozenset(stem for stem in own or column.words if not stem.isdigit())
        return words - unit_words() or words  # “fine_eur” is a fine

    def _synonyms(self) -> Iterator[Link]:
        """Columns by other words that are known to stand for theirs."""
        for at, token in enumerate(self.tokens):
            if not self._is_free(at):
                continue
            for words in called(token.text.casefold()):
                stems = frozenset(stem for word in words for stem in stems_of([word])[word] or {word})
                held = [c for c in self.sheet.columns if self._heading(c) and self._heading(c) <= stems]
                if len(held) == 1:
                    yield Link(at, at + 1, "column", IN_OTHER_WORDS, held[0])

    def _calls_documents(self, token: Token) -> bool:
        """Whether the documents that are the rows are called so, in small letters."""
        return (
            self.sheet.rows_are == DOCUMENTS and token.text.islower() and bool(token.stems & self.sheet.names)
        )

    def _unit(self, column: Column) -> frozenset[str]:
        """The unit that all cells of the column have, in small letters."""
        unit = self.sheet.units.get(column.name, "").casefold()
        return frozenset((unit,) if unit else ())

    def _by_unit(self) -> Iterator[Link]:
        """The one column of numbers in a unit: “how many tonnes” of “Harvest (t)”."""
        for at, token in enumerate(self.tokens):
            is_rate = at > 0 and self.tokens[at - 1].text.casefold() in ("per", "each", "every")
            unit = frozenset() if is_rate else same_unit(token.text.casefold())
            held = (
                [c for c in self.sheet.numbers if unit & (parts_of(c.name) | self._unit(c))] if unit else []
            )
            if len(held) == 1:
                yield Link(at, at + 1, "column", NAMED, held[0])

    # Cells -------------------------------------------------------------------------------------------------

    def _cells(self) -> Iterator[Link]:
        """Whole contents, or one of their parts between commas."""
        for first in range(len(self.tokens)):
            for last in range(first + 1, min(len(self.tokens), first + LONGEST) + 1):
                words = tuple(token.norm for token in self.tokens[first:last])
                places = self.sheet.values.get(words)
                if not places or not any(map(self._is_free, range(first, last))):
                    continue
                for name, contents in places.items():
                    column = self._by_name(name)
                    if column is None or not self._may_name(first, last, column, contents):
                        continue
                    yield Link(first, last, "cells", WHOLE, column, frozenset(contents))
            yield from self._sex(first)

    def _may_name(self, first: int, last: int, column: Column, contents: set[str]) -> bool:
        """One or two signs name a cell only beside the column's heading, or written as they stand there."""
        said = " ".join(token.text for token in self.tokens[first:last])
        if len(said) > SINGLE or (said.isupper() and said in contents):
            return True
        beside = [self.tokens[at].stems for at in (first - 1, last) if 0 <= at < len(self.tokens)]
        return any(stems & column.words for stems in beside)

    def _sex(self, at: int) -> Iterator[Link]:
        words = sex_as(self.tokens[at].text)
        for column in self.sheet.texts if words else ():
            kinds = self._contents(column)
            own = {kind for kind in kinds if kind.casefold() in words}
            if SEXES[0] <= len(kinds) <= SEXES[1] and len(own) == 1:
                yield Link(at, at + 1, "cells", NAMED, column, frozenset(own))

    def _parts(self) -> Iterator[Link]:
        """Contents by some of their words, or by words that they cut short: “AsstProf” by “assistant
        professors”."""
        for column in self.sheet.texts:
            contents = self._contents(column)
            holding: dict[str, set[str]] = {}
            for content in contents:
                for word in normed(content):
                    holding.setdefault(word, set()).add(content)
            shortened = {content: words_of(content) for content in contents if " " not in content}
            most = max(1, MOST_CELLS * len(contents))
            for first, last in self._runs():
                if last == first + 1 and self._calls_documents(self.tokens[first]):
                    continue  # “seed lots” of seed tests are not those of Vale Seeds
                run = tuple(token.norm for token in self.tokens[first:last])
                held = frozenset[str].intersection(*(frozenset(holding.get(word, ())) for word in run))
                held = frozenset(c for c in held if run != normed(c) and _holds(normed(c), run))
                if held and len(held) <= most:
                    yield Link(first, last, "cells", IN_PART, column, held)
                said = [token.text.casefold() for token in self.tokens[first:last]]
                cut = frozenset(c for c, parts in shortened.items() if _is_cut(parts, said))
                cut = cut or self._longer(first, last, contents) or self._begun(first, last, holding)
                if len(cut) == 1:
                    yield Link(first, last, "cells", NAMED, column, cut)

    def _runs(self) -> Iterator[tuple[int, int]]:
        """Runs of words of which the first and the last may name something."""
        for first in range(len(self.tokens)):
            for last in range(first + 1, min(len(self.tokens), first + LONGEST) + 1):
                if self._is_free(first) and self._is_free(last - 1):
                    yield first, last

    def _longer(self, first: int, last: int, contents: Iterable[str]) -> frozenset[str]:
        """Contents in capitals that begin with a word in capitals: “USA” by “US”."""
        word = self.tokens[first].text
        if last - first > 1 or not word.isupper() or len(word) < LEAST_CAPITALS:
            return frozenset()
        return frozenset(c for c in contents if c.isupper() and c.startswith(word) and c != word)

    def _begun(self, first: int, last: int, holding: Mapping[str, set[str]]) -> frozenset[str]:
        """The one content that has a word of the same beginning: “Volcanic activity” by “volcanoes”."""
        word = self.tokens[first].text.casefold()
        if last - first > 1 or len(word) <= BEGUN or word in holding:
            return frozenset()
        held = {content for said in holding if said[:BEGUN] == word[:BEGUN] for content in holding[said]}
        return frozenset(held) if len(held) == 1 else frozenset()

    def _contents(self, column: Column) -> set[str]:
        return {str(row.cells[column.name]) for row in self.sheet.rows if column.name in row.cells}

    def _by_name(self, name: str) -> Column | None:
        return next((column for column in self.sheet.columns if column.name == name), None)

    # The table ---------------------------------------------------------------------------------------------

    def _table(self) -> Iterator[Link]:
        """Words of its name, its file's or its sheet's, and those round it in its document."""
        parts = {
            norm(word) for row in self.sheet.rows[:1] for word in (*normed(row.part), *normed(row.table))
        }
        for at, token in enumerate(self.tokens):
            if not self._is_free(at):
                continue
            begun = token.text[:BEGUN].casefold()  # “maintaining” of “maintenance”
            is_begun = len(token.text) > BEGUN and any(
                stem.startswith(begun) for stem in self.sheet.names | self.sheet.of_file
            )
            if token.stems & (self.sheet.names | self.sheet.of_file) or token.norm in parts or is_begun:
                yield Link(at, at + 1, "table", NAMED)


def parts_of(heading: str) -> frozenset[str]:
    """The words of a heading as they are written, without signs: “harvest” and “t” of “Harvest (t)”."""
    return frozenset(re.findall(r"[^\W\d_]+\d?", heading.casefold()))


def is_short_not(tokens: Sequence[Token], at: int) -> bool:
    """Whether the word is the “t” of “weren’t”."""
    before = tokens[at - 1] if at else None
    return (
        tokens[at].text == "t"
        and before is not None
        and before.text.endswith("n")
        and before.end + 1 == tokens[at].start
    )


def _is_nothing(content: Content) -> bool:
    return content == 0 if isinstance(content, Decimal) else content.strip().casefold() in NOTHING


def _holds(words: Sequence[str], run: Sequence[str]) -> bool:
    """Whether the run stands among the words, and says enough of them."""
    if len(run) == 1 and (len(run[0]) < SHORTEST_PART or run[0].isdigit()):
        return False
    return any(tuple(words[at : at + len(run)]) == tuple(run) for at in range(len(words) - len(run) + 1))


def _is_cut(parts: Sequence[str], said: Sequence[str]) -> bool:
    """Whether each part begins its word, in their order, and one of them at least is shorter than it."""
    if len(parts) != len(said) or len(parts) < 2:
        return False
    pairs = list(zip(parts, said, strict=True))
    return all(_begins(part, word) for part, word in pairs) and any(p != norm(w) for p, w in pairs)


def _begins(part: str, word: str) -> bool:
    """Whether the word has the part's letters in their order, the first first: “asst” of “assistant”."""
    if len(part) < 2 or part[0] != word[0]:
        return False
    rest = iter(word)
    return all(sign in rest for sign in part)


def _has_consonants(heading: str, word: str) -> bool:
    """Whether a heading of a few consonants stands for a word that has them in their order: “mfr”."""
    if not CONSONANTS.fullmatch(heading) or word[0] != heading[0] or word[-1] != heading[-1]:
        return False
    rest = iter(word)
    return all(sign in rest for sign in heading)


def is_cut_to(heading: str, word: str, *, whole: bool = False) -> bool:
    """Whether a heading ends with the word, or with its first and last consonants: “bodywt” of weight.

    `whole`: the heading has nothing else.
    """
    name = heading.casefold()
    short = word[0] + "".join(sign for sign in word[1:] if sign not in "aeiou")
    ends = {short, f"{word[0]}{short[-1]}"} - {word}
    return any(len(end) > 1 and (name == end if whole else name.endswith((end, word))) for end in ends)
