"""One cell that a question names by its row and column, in the language of both: “when does bus C leave”."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from agentic.facts.case import Case
from agentic.outcome import Outcome
from agentic.tables.answer import outcome_of
from agentic.tables.loading import sheets_for
from retrieval.passages.expected import Expected, asking_words, expected_of
from retrieval.question.plans.bounds import find_bound
from retrieval.question.wording.rows import (
    AVERAGE,
    DIFFERENCE,
    DISTINCT,
    HIGH,
    LOW,
    MEDIAN,
    SUM,
    WORD,
    norm,
    normed,
)
from retrieval.sheets.asked import Named, Request
from retrieval.sheets.assembly import LABEL
from retrieval.sheets.model import Column, Row, Sheet
from retrieval.sheets.request.around import named_at_head
from retrieval.sheets.request.words import ASKING
from retrieval.stems import stems_in

_WORDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
VERBS = frozenset(_WORDS["verbs"].split())
TERMS = frozenset(_WORDS["terms"].split())
# What the column of each kind is called, in the order in which they are taken.
CALLED_BY_KIND = {
    kind: tuple(frozenset(_WORDS[name].split()) for name in names)
    for kind, names in {
        "amount": ("money", "price"),
        "count": ("quantity",),
        "number": ("result",),
        "open": ("result", "money", "price"),
        "definition": ("meaning",),
    }.items()
}
OTHERWISE = (HIGH, LOW, SUM, AVERAGE, MEDIAN, DIFFERENCE, DISTINCT)  # what asks for more than a cell
NEGATED = re.compile(
    r"\b(?:not|no|without|except|besides|nicht|kein\w*|ohne|pas|sans|sin|senza|niet|geen)\b", re.I
)
LISTS = re.compile(r"^\W*(?:which|list|name)\s+(?:all\s+)?(?:the\s+)?[^\W\d_]+s\b", re.IGNORECASE)
MOST_ROWS = 2000  # of a table; a longer one is asked by its own rules
MOST_AROUND = 1  # words in small letters that only the head of the document has


def answer_named_cell(case: Case) -> Outcome | None:
    """The cell, where each word of the question is of its row, its column or its document; else None."""
    question = case.question
    expected = expected_of(question)
    wanting = OTHERWISE if expected.kind != "definition" else ()  # “what does it mean” asks for no average
    if any(pattern.search(question) for pattern in (*wanting, NEGATED)) or find_bound(question):
        return None
    if LISTS.search(question) or expected.kind not in (
        *CALLED_BY_KIND,
        "clock",
        "date",
        "person",
        "percent",
        "duration",
    ):
        return None
    found: dict[str, Outcome] = {}
    for sheet in sheets_for(case):
        request = _Reading(question, expected, sheet).request() if len(sheet.rows) <= MOST_ROWS else None
        if request is not None and (outcome := outcome_of(case, request)):
            found.setdefault(outcome[0].text, outcome)
    return next(iter(found.values())) if len(found) == 1 else None


@dataclass(frozen=True)
class _Word:
    text: str
    stems: frozenset[str]


class _Reading:
    def __init__(self, question: str, expected: Expected, sheet: Sheet) -> None:
        self.question, self.expected, self.sheet = question, expected, sheet
        texts = [match[0] for match in WORD.finditer(question)]
        names = [column.name for column in sheet.columns]
        asking = asking_words(question, expected.language)
        every = stems_in([*texts, *names, asking], expected.language)
        self.asking = every[-1]
        self.words = [_Word(text, own) for text, own in zip(texts, every, strict=False)]
        self.headings = dict(zip(names, every[len(texts) :], strict=False))

    @cached_property
    def rows(self) -> dict[int, frozenset[str]]:
        """The stems of each row's cells of text."""
        names = [column.name for column in self.sheet.texts]
        cells = [
            " ".join(str(row.cells[name]) for name in names if name in row.cells) for row in self.sheet.rows
        ]
        return dict(enumerate(stems_in(cells, self.expected.language)))

    def request(self) -> Request | None:
        column = self._column()
        row = self._row(column) if column else None
        if column is None or row is None or not self._is_of_kind(row, column):
            return None
        at = self.sheet.rows.index(row)
        if self._names_other_part(row) or not self._are_placed(self.rows[at] | self.headings[column.name]):
            return None
        own = self._naming(row)
        if own is None:
            return None
        covered = len([w for w in self.words if w.stems & (self.rows[at] | self.headings[column.name])])
        return Request(self.sheet, "value", (column,), (own,), None, (), covered)

    def _names_other_part(self, row: Row) -> bool:
        """Whether a word of the question is of the name of another table alike and not of the row's."""
        own = set(normed(row.part))
        others = {word for each in self.sheet.rows for word in normed(each.part)} - own
        return any(norm(word.text) in others for word in self.words if word.stems)

    def _naming(self, row: Row) -> Named | None:
        """The condition that holds of this row alone."""
        for column in (self.sheet.label, *self.sheet.texts):
            content = row.cells.get(column.name, row.label if column.name == LABEL else None)
            named = Named(column.name, frozenset({str(content)}), str(content))
            if isinstance(content, str) and [each for each in self.sheet.rows if named.holds(each)] == [row]:
                return named
        return None

    def _column(self) -> Column | None:
        """The one that the question names, by its whole heading or most of its words; else the one that
        gives what is asked for."""
        others = [c for c in self.sheet.columns if c.name not in (self.sheet.label.name, LABEL)]
        asked = self.question.casefold()
        within = [c for c in others if c.name.casefold() in asked]
        whole = [c for c in within if re.search(rf"(?<!\w){re.escape(c.name)}(?!\w)", self.question, re.I)]
        if whole:
            longest = max(whole, key=lambda column: len(column.name))
            return longest if all(c.name in longest.name for c in whole) else None
        said = frozenset().union(*(word.stems for word in self.words)) - self.asking
        held = {c: len(self.headings[c.name] & said) for c in others if self.headings[c.name] & said}
        best = [c for c, count in held.items() if count == max(held.values())]
        if len(best) > 1:
            best = [c for c in best if self.headings[c.name] <= said] or best
        if held:
            return best[0] if len(best) == 1 else None
        tells_words = self.expected.kind == "definition"
        return self._column_of_kind([c for c in others if c.is_number is not tells_words])

    def _column_of_kind(self, columns: Sequence[Column]) -> Column | None:
        """The one that is called as what the question expects."""
        for called in CALLED_BY_KIND.get(self.expected.kind, ()):
            found = [c for c in columns if called & set(map(str.casefold, WORD.findall(c.name)))]
            if found:
                return found[0] if len(found) == 1 else None
        return None

    def _row(self, column: Column) -> Row | None:
        """The one whose cells have most of the question's words; None where another has some of its own.

        Words that name the document tell no row from another, unless no other word does.
        """
        if self.expected.kind == "definition":
            return self._row_called()
        heading = self.headings[column.name]
        named = named_at_head([word.text for word in self.words[1:]], [self.sheet])
        plain = [word for word in self.words if word.text not in named]
        return self._row_by(plain, heading) or self._row_by(self.words, heading)

    def _row_called(self) -> Row | None:
        """The one whose whole label the question has: a word of what is told of others is no name."""
        called = [row for row in self.sheet.rows if _stands_in(row.label, self.question)]
        longest = max((len(row.label) for row in called), default=0)
        best = [row for row in called if len(row.label) == longest]
        return best[0] if len(best) == 1 else None

    def _row_by(self, words: Sequence[_Word], heading: frozenset[str]) -> Row | None:
        wanted = frozenset().union(*(word.stems for word in words)) - heading - self.asking
        held = {at: wanted & own for at, own in self.rows.items() if wanted & own}
        most = max(map(len, held.values()), default=0)
        best = [at for at, own in held.items() if len(own) == most]
        if len(best) > 1:  # one that is called just so goes before longer names
            best = [at for at in best if self.rows[at] <= wanted | heading] or best
        if len(best) != 1 or not self._is_named(self.sheet.rows[best[0]], held[best[0]]):
            return None
        return self.sheet.rows[best[0]]

    def _is_named(self, row: Row, held: frozenset[str]) -> bool:
        """Whether words of the question name it: its first word, or most of one of its cells."""
        cells = [str(row.cells[c.name]) for c in self.sheet.texts if c.name in row.cells]
        stems = [own for own in stems_in([row.label, *cells], self.expected.language) if own]
        return any(2 * len(own & held) >= len(own) for own in stems)

    def _is_of_kind(self, row: Row, column: Column) -> bool:
        """Whether the cell can be what the question expects."""
        content = row.cells.get(column.name)
        if not any(sign.isalnum() for sign in str("" if content is None else content)):
            return False  # “–” says that there is none
        kind = self.expected.kind
        if kind in ("amount", "count", "number", "percent"):
            return column.is_number and not isinstance(content, str)
        if kind in ("clock", "date"):
            return isinstance(content, str) and any(sign.isdigit() for sign in content)
        if kind == "person":
            return isinstance(content, str) and not any(sign.isdigit() for sign in content)
        return True

    def _are_placed(self, known: frozenset[str]) -> bool:
        """Whether each word of the question is of the cell, of its document, or only asks."""
        of_label = self.headings.get(self.sheet.label.name, frozenset())
        names = self.sheet.names | frozenset(stems_in([self.sheet.title], self.expected.language)[0])
        known |= of_label | self.asking | names
        left = [word for word in self.words if word.stems and not word.stems & known]
        left = [word for word in left if word.text.casefold() not in VERBS | ASKING]
        if self.expected.kind == "definition":
            own = {text.casefold() for row in self.sheet.rows for text in WORD.findall(row.label)}
            left = [word for word in left if word.text.casefold() not in own | TERMS]
        if not left:
            return True
        head = stems_in([self.sheet.head], self.expected.language)[0]
        if any(not word.stems <= head for word in left):
            return False
        return sum(word.text.islower() for word in left) <= MOST_AROUND


def _stands_in(label: str, question: str) -> bool:
    return bool(label) and re.search(rf"(?<!\w){re.escape(label)}(?!\w)", question, re.IGNORECASE) is not None
