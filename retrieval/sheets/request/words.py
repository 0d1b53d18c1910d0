"""The words of a question to a sheet, and which of them have been placed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Literal

from retrieval.properties.parts import FILLERS
from retrieval.question.wording.rows import AVERAGE, COUNT, HIGH, LOW, MEDIAN, SUM, WORD, Token, normed
from retrieval.sheets.model import DOCUMENTS, Column, Sheet
from retrieval.sheets.stems import Stems
from retrieval.stems import stems
from retrieval.tables.rules.vocabulary.lexicon import codes_of, events, of_kinds, verbs
from retrieval.tables.rules.vocabulary.places import codes_called
from retrieval.tables.rules.vocabulary.words import NUMBERS

ASKING = FILLERS | frozenset(
    """
    above according also altogether among amongst amount another appear appears at average below best between
    biggest both can cast collection column columns combined came come comes compared contained could
    counted covered data dataset either entire entries entry fall falls fewest figure figures file
    found get got greatest held here highest hold if included into keep kept largest least less
    level levels lie lies listed lowest made marked maximum mean measured measurements minimum more
    most much negative neither no not number numbers one ones only or other over overall own period
    periods positive readings record recorded records reported respectively row rows same samples
    sheet should shown single smallest spreadsheet stand stands still sum table than together told top
    total under value values where whole will without workbook worst would year years zero
    """.split()
)
# What rows do to have a number, which says nothing beside its heading: “won no gold”, “collected 40 points”.
GETTING = frozenset(
    """
    win wins won collect collects collected score scores scored earn earns earned achieve achieved gain
    gained obtain obtained attain attained reach reached receive receives received carry carries carried
    work works worked live lives lived cause causes caused claim claims claimed
    """.split()
)
WHILE = frozenset("during throughout around connection".split())
WITHIN = 5  # words behind it, of which the file's name is one
HYPHENS = ("-", "\u2010", "\u2011")
LONGEST_PLACE = 3  # words of a country or state
BEGUN = 6  # letters that a verb has with the noun of what is done
FEW_LABELS = 10  # of which two alike are two things of a kind: “Oat milk” on two delivery notes
OFTEN = 0.3  # of the rows whose labels hold a word that then names them


def tokens_of(question: str, stems: Stems) -> tuple[Token, ...]:
    return tuple(
        Token(match[0], *match.span(), stems.get(match[0], frozenset())) for match in WORD.finditer(question)
    )


def words_of(question: str) -> set[str]:
    return set(WORD.findall(question))


class Words:
    """A question's words beside the sheet that it is asked of. `taken`: which have a place; `covered`: how
    many of them tell something of the sheet. `ranks`: what an adjective without a heading asks for.
    `plain`: the question with blanks for times and bounds, whose “first” or “minimum” ask for no end.
    """

    ranks: Literal["highest", "lowest"] | None = None

    def __init__(
        self, question: str, sheet: Sheet, tokens: Sequence[Token], days: Sequence[tuple[int, int]] = ()
    ) -> None:
        """`days`: where the question names times of the sheet's columns."""
        self.question, self.sheet, self.tokens = question, sheet, tokens
        self.plain = question
        self.taken = [False] * len(tokens)
        self.covered = 0
        for start, end in days:
            self.take(self.free(start, end))
        self.take(self._places_of_name(), counts=False)
        self.take(self._while_named(), counts=False)

    def _places_of_name(self) -> list[int]:
        """The words of a country or state by whose code the sheet is called: “us_marriages.csv”.

        Not of one that is a cell: of a file on states called “va-…” Virginia may be but one of them.
        """
        found: list[int] = []
        for at, token in enumerate(self.tokens):
            for length in range(1, LONGEST_PLACE + 1):
                name = " ".join(each.text for each in self.tokens[at : at + length])
                codes = {*codes_of(name), *map(str.casefold, codes_called(name))}
                is_cell = bool(self.sheet.values.get(normed(name)))
                if token.text[0].isupper() and self.sheet.names & codes and not is_cell:
                    found += range(at, min(at + length, len(self.tokens)))
            found += self._initials(at)
            behind = self.tokens[at + 1].text if at + 1 < len(self.tokens) else ""
            short = f"{token.text[0]}{behind}".casefold()  # “Formula 1” of “f1-standings.csv”
            if token.text.istitle() and behind.isdigit() and short in self.sheet.names | self.sheet.of_file:
                found += (at, at + 1)
            glued = f"{token.text}{behind}".casefold()  # “100 m” of “100m-sprint.csv”
            if token.text.isdigit() and behind.isalpha() and glued in self.sheet.names | self.sheet.of_file:
                found += (at, at + 1)
        return found

    def _while_named(self) -> list[int]:
        """“During” and the like ahead of what the file is called: of the time of all its rows."""
        found: list[int] = []
        for at, token in enumerate(self.tokens):
            behind = self.tokens[at + 1 : at + 1 + WITHIN]
            is_of_file = any(
                self.taken[at + 1 + n] or b.stems & self.sheet.of_file for n, b in enumerate(behind)
            )
            if token.text.casefold() in WHILE and is_of_file:
                found.append(at)
        return found

    def _initials(self, first: int) -> range:
        """Names one after another by whose initials the file is called, beside another word that it is called
        by: “Los Angeles riots” of “la-riots.csv”."""
        for last in range(min(first + LONGEST_PLACE, len(self.tokens)), first + 1, -1):
            run = self.tokens[first:last]
            initials = "".join(token.text[0] for token in run).casefold()
            beside = [*self.tokens[max(0, first - 1) : first], *self.tokens[last : last + 1]]
            is_beside = any(token.stems & self.sheet.of_file for token in beside)
            if all(token.text[0].isupper() for token in run) and initials in self.sheet.of_file and is_beside:
                return range(first, last)
        return range(0)

    @cached_property
    def folds(self) -> bool:
        """Whether numbers are put together or put in order, which codes of rows never are."""
        return any(said.search(self.question) for said in (HIGH, LOW, SUM, AVERAGE, MEDIAN, COUNT))

    @property
    def names_of_codes(self) -> frozenset[str]:
        """What rows are called by whose code a column has: members, of “Member no.”."""
        return frozenset[str]().union(*(column.words for column in self.sheet.codes))

    def left(self) -> tuple[str, ...]:
        """The words that have no place yet and need one."""
        words = (token.text for token, taken in zip(self.tokens, self.taken, strict=True) if not taken)
        return tuple(word for word in words if self.has_no_place(word))

    def column(self, name: str) -> Column:
        return next(column for column in self.sheet.columns if column.name == name)

    def has_no_place(self, word: str) -> bool:
        """Whether the word neither asks nor is what the sheet, its file or many of its rows are called."""
        token = next(token for token in self.tokens if token.text == word)
        known = self.sheet.names | self.of_labels
        if len(word) == 1 and word.isalpha() and self.question[token.end : token.end + 1] in HYPHENS:
            return False  # “e-vans” are vans
        if word.casefold() in ASKING:
            return token.norm in self.sheet.words_of_kinds  # “positive” where a column has it
        if token.stems and (token.stems <= known or (token.meant and token.stems & known)):
            return False
        if self.only_gets(token) or self._did_all(token) or self._is_of_kind(token):
            return False
        begun = word[:BEGUN].casefold()  # “delivered” of “deliveries”
        may_be_done = (word.endswith("ed") or word in verbs()) and len(word) > BEGUN
        return not (may_be_done and any(stem.startswith(begun) for stem in known))

    def only_gets(self, token: Token) -> bool:
        """Whether it says that rows have a number, and no heading is called so; documents do other things."""
        if self.sheet.rows_are == DOCUMENTS:
            return False
        return token.text.casefold() in GETTING and not token.stems & self.sheet.words_of_headings

    def _is_of_kind(self, token: Token) -> bool:
        """Whether it is what is done with all that such documents are of: “shipped” of delivery notes."""
        if not self.sheet.is_of_several or token.stems & self.sheet.words_of_headings:
            return False
        verb, names = token.text.casefold(), self.sheet.names
        return any(verb in done and called & names for called, done in of_kinds())

    def _did_all(self, token: Token) -> bool:
        """Whether it is what happened to every row, on a day that a column has: “die” of “Death date”."""
        said = frozenset().union(*(stems(word) for word in events(token.text.casefold())))
        rows = self.sheet.rows
        days = (self.column(name) for name in self.sheet.days if said)
        return any(said & column.words and all(row.cells.get(column.name) for row in rows) for column in days)

    def take(self, places: Sequence[int], *, counts: bool = True) -> None:
        """Give the words at `places` their place; `counts`: whether they tell something of the sheet."""
        for at in places:
            self.covered += counts and not self.taken[at]
            self.taken[at] = True

    def take_number_of_rows(self, many: int) -> None:
        """The number of the rows, where the question says it with them: “of the five vans”."""
        word = next((word for word, number in NUMBERS.items() if number == str(many)), many)
        said = re.search(
            rf"\b(?:the|all|these|those|our)\s+(?P<many>{many}|{word})\b",
            self.question,
            re.IGNORECASE,
        )
        self.take(self.free(*said.span("many")) if said else [], counts=False)

    def take_whole(self, places: Sequence[int]) -> None:
        """Give the words their place, where none of them asks for anything else."""
        self.take(places)
        for at in places:
            start, end = self.tokens[at].start, self.tokens[at].end
            self.plain = f"{self.plain[:start]}{' ' * (end - start)}{self.plain[end:]}"

    def free(self, start: int, end: int) -> list[int]:
        """Which words between two characters of the question have no place yet."""
        return [
            at
            for at, token in enumerate(self.tokens)
            if not self.taken[at] and start <= token.start and token.end <= end
        ]

    @cached_property
    def of_labels(self) -> frozenset[str]:
        """Stems of the question that stand in many of the rows' labels: “County”, but no number.

        A name that begins some of them and not others tells these apart: “Delphin” of two of four pumps.
        """
        often = self.sheet.words_of_labels
        many = len({row.label for row in self.sheet.rows})
        least = max(2.0, OFTEN * many, many / 2 if many < FEW_LABELS else 0)
        words = (token for token in self.tokens if not token.text.isdigit() and not self._tells_apart(token))
        return frozenset(stem for token in words if often[token.norm] >= least for stem in token.stems)

    def _tells_apart(self, token: Token) -> bool:
        """Whether it is a name amid the question that some documents are called by, and others are not."""
        is_name = token.start > 0 and token.text[0].isupper()
        many = len({row.label for row in self.sheet.rows})
        is_of_some = 0 < self.sheet.words_of_labels[token.norm] < many
        return is_name and is_of_some and self.sheet.rows_are == DOCUMENTS
