"""A question read against the records: what is given, which sorts are named, and what is left over."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from agentic.search.chains.graph import CODE, Cell, Graph, Record, codes_in
from agentic.search.chains.measures import day_of
from agentic.search.decisions.words import HIGH, LOW
from agentic.search.joins.asked import LINKING, NAME, OPENS, akin_to
from agentic.search.lists.verbs import regular
from agentic.search.lists.wanted import LIGHT
from reading.lexicon import MONTH_NAME
from reading.values.legal_forms import without_legal_form
from retrieval.annotations.roles import Role, roles
from retrieval.scope.document_kinds import singular
from retrieval.stems import stems, stems_of_each

WORD = re.compile(r"[^\W_]+(?:[-/.'’][^\W_]+)*")
LISTS = re.compile(r"^\W*(?:please\s+)?(?:list|show|name|find|give)(?:\s+me)?\b", re.IGNORECASE)
POSSESSIVE = re.compile(r"['’]s?$")
# What sets bounds or turns the question otherwise than it is read here.
TURNS = re.compile(
    r"\b(?:not|no|never|neither|nor|without|except|excluding|than|until|between|during|within|same|other|"
    r"another|both|either|or|if|per|each|every|average|mean|share|percentage|second|third|only|before|since|"
    r"over|above|below|under|exceed\w*|after|first|last|why|how (?:do|does|did|can|should|long|often)|"
    r"\w+n['’]t)\b",
    re.IGNORECASE,
)
TIME = re.compile(rf"\b(?P<month>{MONTH_NAME})\b(?:\W+(?P<year>(?:19|20)\d\d))?", re.IGNORECASE)
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
# Words that only lead from one thing to the next, or stand for whatever is meant.
LEADING = """belong refer relate mention cite name base cover concern come go make issue place have apply link
    connect associate correspond attach accompany complain write back behind goods thing item document file
    please list show find tell give respectively currently someone person people still along there entry row
    work job case number still ask charge lead"""
# Words that ask, compare or count, wherever else they stand.
ASKING = f"""date day week month year time late early overdue delayed amount total sum price cost worth value
    altogether together combined many much long more less {" ".join((*HIGH, *LOW))}"""
MOST_WORDS_OF_STATE = 3
SHORT = 80  # characters of contents in which words are looked for
MOST_HAVING = 20  # records in which words stand that mean something of their own


@dataclass(frozen=True)
class Token:
    text: str
    start: int
    end: int
    stems: frozenset[str]


@dataclass
class Given:
    """Something that the question says of records: those that it is true of, and the words that say so."""

    records: list[Record]
    said: frozenset[int]
    kind: str  # code | name | state | time | end
    cells: dict[int, Cell] = field(default_factory=dict)  # by record, what gives it

    def among(self, own: Callable[[Record], bool]) -> Given:
        """Only those records of which `own` is true, where it is of any."""
        kept = [record for record in self.records if own(record)]
        return Given(kept, self.said, self.kind, self.cells) if kept else self


class Reading:
    """The words of a question and what of the records each of them may mean."""

    def __init__(self, question: str, graph: Graph) -> None:
        self.question, self.graph = question, graph
        found = list(WORD.finditer(question))
        plain = [regular(POSSESSIVE.sub("", match[0])) for match in found]
        own = stems_of_each(plain)
        self.tokens = [
            Token(match[0], match.start(), match.end(), own[word])
            for match, word in zip(found, plain, strict=True)
        ]
        self.used: set[int] = set()
        self.asked: frozenset[int] = frozenset()  # the places of what is asked for, once it is known
        self.opens = OPENS.match(question)
        opens = self.opens or LISTS.match(question)
        self.start = opens.end() if opens else 0  # of what is asked, behind “who” or “list”

    @cached_property
    def empty(self) -> frozenset[str]:
        return frozenset(stems(f"{LEADING} {LIGHT} {' '.join(LINKING)}"))

    @cached_property
    def given(self) -> list[Given] | None:
        """What the question names; None where it names something that nothing is known of."""
        codes = self._codes()
        if codes is None:
            return None
        times = self._times()
        names = self._names()
        if times is None or names is None:
            return None
        return [*codes, *times, *names, *self._states(), *self._parts()]

    def within(self, start: int, end: int) -> frozenset[int]:
        return frozenset(
            at for at, token in enumerate(self.tokens) if token.start < end and start < token.end
        )

    def _codes(self) -> list[Given] | None:
        found = []
        for match in CODE.finditer(self.question):
            for code in codes_in(match[0]):
                records = self.graph.owners.get(code) or [r for r, _ in self.graph.referring.get(code, ())]
                if not records:
                    return None
                said = self.within(*match.span())
                self.used |= said
                found.append(Given(list(records), said, "code"))
        return found

    def _times(self) -> list[Given] | None:
        """Documents of a month; None where another time is named."""
        found = []
        for match in TIME.finditer(self.question):
            said = self.within(*match.span())
            if said & self.used or not match["month"][0].isupper():
                continue
            month, year = MONTHS.index(match["month"][:3].lower()) + 1, int(match["year"] or 0)
            records = [
                record
                for record in self.graph.records
                if any(day.month == month and year in (0, day.year) for day in self._days_of(record))
            ]
            self.used |= said
            found.append(Given(records, said, "time"))
        if any(token.text.isdigit() and at not in self.used for at, token in enumerate(self.tokens)):
            return None
        return found if all(each.records for each in found) else None

    def _days_of(self, record: Record) -> Iterator[date]:
        """The days that it gives as what the question speaks of, else the day that it is of.

        The invoice date of an invoice is no other day than its own.
        """
        if self._labels_of_days:
            own = [cell for cell in record.cells if cell.label in self._labels_of_days]
            told = (c for c in own if not self.graph.labels[c.label] <= record.called)
            yield from (day for cell in told if (day := day_of(cell)))
        elif record.document.document_date and not self._speaks_of_a_day:
            yield record.document.document_date

    @cached_property
    def _labels_of_days(self) -> frozenset[str]:
        """Those that the question has the words of, but for what documents call themselves."""
        given = [(record, cell) for record in self.graph.records for cell in record.cells if day_of(cell)]
        return frozenset(
            cell.label
            for record, cell in given
            if self.says_all_of(cell.label) and not self.graph.labels[cell.label] <= record.called
        )

    @cached_property
    def _speaks_of_a_day(self) -> bool:
        """Whether a verb tells which: “that expire in June”, where no label is made of it."""
        verbs = [
            verb
            for role in roles().values()
            if role.kind == "date" and role.key != "date"
            for verb in role.verbs
        ]
        return re.search(rf"\b(?:{'|'.join(verbs)})\b", self.question, re.IGNORECASE) is not None

    def _names(self) -> list[Given] | None:
        found = []
        for match in NAME.finditer(self.question, self.start):
            name, said = POSSESSIVE.sub("", match[0].rstrip(".")), self.within(*match.span())
            if said & self.used or len(name) < 3:
                continue
            records, cells = self._having(name)
            if not records:
                return None
            self.used |= said
            found.append(Given(records, said, "name", cells))
        return found

    def _having(self, name: str) -> tuple[list[Record], dict[int, Cell]]:
        """The records that give a name, alone or among other words, or are called so."""
        plain = re.escape(without_legal_form(name) or name)
        pattern = re.compile(rf"(?<![\w-]){plain}(?![\w-])", re.IGNORECASE)
        cells: dict[int, Cell] = {}
        records = []
        for record in self.graph.records:
            held = next((c for c in record.cells if c.number is None and pattern.search(c.text)), None)
            if held:
                cells[id(record)] = held
            if held or (not record.is_line and pattern.search(_spoken(record))):
                records.append(record)
        return records, cells

    def _states(self) -> list[Given]:
        """Whole contents of few words that the question says: “open”, “not passed”, “failed”."""
        values: dict[str, list[tuple[Record, Cell]]] = {}
        for record in self.graph.records:
            for cell in record.cells:
                words = cell.text.casefold().split()
                is_short = cell.number is None and 0 < len(words) <= MOST_WORDS_OF_STATE
                if is_short and all(word.isalpha() for word in words):
                    values.setdefault(cell.text.casefold(), []).append((record, cell))
        own = stems_of_each(word for value in values for word in value.split())
        found = []
        for value in sorted(values, key=lambda value: -len(value.split())):
            words = value.split()
            for at in range(len(self.tokens) - len(words) + 1):
                run = range(at, at + len(words))
                if self.used & {*run} or not all(
                    self._says(i, word, own[word]) for i, word in zip(run, words, strict=True)
                ):
                    continue
                pairs = values[value]
                cells = {id(record): cell for record, cell in pairs}
                self.used |= {*run}
                found.append(Given([record for record, _ in pairs], frozenset(run), "state", cells))
        return found

    def _parts(self) -> list[Given]:
        """Words that stand within few contents, and are no heading's or sort's: “the psalter”."""
        labels = frozenset(stem for own in self.graph.labels.values() for stem in own)
        called = frozenset(stem for each in self.graph.of_document.values() for stem in each.called)
        taken = labels | called | self.empty | stems(ASKING)
        cells = [
            (r, c) for r in self.graph.records for c in r.cells if c.number is None and len(c.text) <= SHORT
        ]
        own = stems_of_each(cell.text for _, cell in cells)
        runs: list[list[int]] = []
        for at, token in enumerate(self.tokens):
            is_free = at not in self.used and token.start >= self.start and token.text.islower()
            if is_free and token.stems and not any(akin_to(stem, taken) for stem in token.stems):
                runs += [[]] if not runs or runs[-1][-1] != at - 1 else []
                runs[-1].append(at)
        found = []
        for run in runs:
            said = frozenset(stem for at in run for stem in self.tokens[at].stems)
            held = {id(record): cell for record, cell in cells if said <= own[cell.text]}
            records = [record for record in self.graph.records if id(record) in held]
            if 0 < len(records) <= MOST_HAVING:
                self.used |= {*run}
                found.append(Given(records, frozenset(run), "name", held))
        return found

    def _says(self, at: int, word: str, own: Collection[str]) -> bool:
        token = self.tokens[at]
        return token.text.casefold() == word or bool(own and own == token.stems)

    # Words that name sorts and labels ----------------------------------------------------------------------

    def leads_by(self, label: str) -> bool:
        """Whether the question has a word of the label, which then may lead by a name from record to record.

        Words for sorts do only as the label has them: no “order” of “Ordered by”.
        """
        own = self.graph.labels.get(label, frozenset())
        written = {word.casefold() for word in WORD.findall(label)}
        return label in self._labels_of_roles or any(
            singular(self.tokens[at].text.casefold()) in written
            if at in self.nouns
            else any(akin_to(stem, own) for stem in self.tokens[at].stems)
            for at in self._leading
        )

    @cached_property
    def _leading(self) -> list[int]:
        """The words that are neither given nor what is asked for."""
        held = {at for given in self.given or () for at in given.said} | self.asked
        return [at for at, token in enumerate(self.tokens) if at not in held and token.stems]

    @cached_property
    def _labels_of_roles(self) -> frozenset[str]:
        """Labels that say otherwise what a word does: “Seller” of “the supplier”."""
        said = {self.tokens[at].text.casefold() for at in self._leading}
        return frozenset(label for word in said for label in self.labels_of_role(word))

    def labels_of_role(self, word: str) -> list[str]:
        own = [role for role in roles().values() if role.kind == "name" and is_noun_of(role, word)]
        return [label for label in self.graph.labels if any(role.rank(label) is not None for role in own)]

    def has_word_of(self, label: str, said: Iterable[str]) -> bool:
        own = self.graph.labels.get(label, frozenset())
        return any(akin_to(stem, own) for stem in said)

    def says_all_of(self, label: str) -> bool:
        own = self.graph.labels.get(label, frozenset())
        every = [stem for token in self.tokens for stem in token.stems]
        return bool(own) and all(akin_to(stem, every) for stem in own)

    def is_called(self, record: Record, words: Iterable[str]) -> bool:
        return all(akin_to(stem, record.called) for stem in words)

    @cached_property
    def nouns(self) -> dict[int, list[Record]]:
        """Word → the documents that are called so, but for words that stand within what is given."""
        held = {at for given in self.given or () for at in given.said}
        found = {}
        for at, token in enumerate(self.tokens):
            if at in held or not token.stems:
                continue
            own = [r for r in self.graph.of_document.values() if self.is_called(r, token.stems)]
            if own and len(own) < max(2, len(self.graph.of_document)):
                found[at] = own
        return found

    def is_of_noun(self, record: Record) -> bool:
        """Whether the question names its sort."""
        return any(record in own for own in self.nouns.values())

    def left(self, words: Iterable[str], said: Iterable[int]) -> list[str]:
        """The words that are neither `said` nor akin to `words`, and do more than lead on."""
        known = frozenset(words) | self.empty
        done = {*said}
        return [
            token.text
            for at, token in enumerate(self.tokens)
            if at not in done and token.stems and not all(akin_to(stem, known) for stem in token.stems)
        ]


def _spoken(record: Record) -> str:
    return f"{record.document.title} {re.sub(r'[_-]', ' ', record.document.filename.rpartition('.')[0])}"


def is_noun_of(role: Role, word: str) -> bool:
    return any(re.fullmatch(noun, word, re.IGNORECASE) for noun in role.nouns)
