"""Which words of a question name something of a table: the links that are worth most together."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import takewhile

from reading.text.languages import FUNCTION_WORDS
from retrieval.question.wording.rows import COUNT, VERB, WHICH, Token, norm, normed
from retrieval.sheets.linking.cues import DENYING, LIGHT, STILL, UNITS, WHOLE, WHOLES
from retrieval.sheets.linking.links import TELLING, Link, Linker, is_short_not
from retrieval.sheets.model import Column, Sheet
from retrieval.sheets.request.words import ASKING, Words
from retrieval.tables.rules.vocabulary.lexicon import verbs
from retrieval.tables.rules.vocabulary.words import NUMBERS

FULL, NO_LINK = 1.0, 0.0
# What a word of the table's name is worth against one that names a column or a cell, and one of its file's.
OF_TABLE, OF_FILE = 0.4, 0.76
AT_LEAST = 0.85  # what a word of a heading is worth that was chosen
SLIGHT = 0.15  # what words are worth that say in which unit something is told, or what rows are called
MARKED = 1.25  # what a name or a number of the question is worth, against other words
FOR_LENGTH = 0.01  # more for each further word of one run


class Cover(Words):
    """The words of a question with what each weighs, and what the links that take them in are worth."""

    def __init__(
        self, question: str, sheet: Sheet, tokens: Sequence[Token], *, referred: Collection[str] = ()
    ) -> None:
        """`referred`: columns that the sheet has from others, of which no sum is made."""
        super().__init__(question, sheet, tokens)
        self.referred = referred
        self.links: list[Link] = []
        self.bounding: list[Column] = []  # whose numbers are bounded
        self.uncalled = ""  # what is asked for, where nothing of the sheet is called so
        self.worth = [NO_LINK] * len(tokens)
        self.weight = [self._weight(at) for at in range(len(tokens))]

    def _weight(self, at: int) -> float:
        text = self.tokens[at].text
        is_kind = self.tokens[at].norm in self.sheet.words_of_kinds
        idle = FUNCTION_WORDS["en"] | ASKING | TELLING
        in_order = text == "order" and at and self.tokens[at - 1].text == "in"
        if in_order or (not is_kind and text.casefold() in idle):
            return 0.0
        if norm(text) in UNITS or norm(text) in LIGHT or text.casefold() in NUMBERS:
            return SLIGHT
        return MARKED if at and (text[0].isupper() or text[0].isdigit()) else 1.0

    def _take_file(self) -> None:
        """Words that follow one another as in the name of the file: “bike shop” of “bike-shop-sales”."""
        words = normed(" ".join(re.findall(r"[^\W_]+", self.sheet.filename)))
        at = 0
        while at < len(self.tokens):
            length = max(
                (n for n in range(2, 6) for w in range(len(words)) if self._are(at, n, words[w : w + n])),
                default=0,
            )
            self.take(range(at, at + length), counts=False)
            at += length or 1

    def _are(self, at: int, length: int, words: Sequence[str]) -> bool:
        said = tuple(token.norm for token in self.tokens[at : at + length])
        return len(said) == length and said == tuple(words)

    def _link(self) -> None:
        """Choose what the words name; those that have a place already are whole."""
        self.worth = [FULL if taken else NO_LINK for taken in self.taken]
        self.links = self._cover()
        for link in self.links:
            for at in range(link.first, link.last):
                self.worth[at] = max(link.worth, AT_LEAST) if link.kind == "column" else link.worth

    def _cover(self) -> list[Link]:
        """Links that do not overlap and are worth most together."""
        free = [link for link in Linker(self.sheet, self.tokens).every if self._is_open(link)]
        by_end: dict[int, list[Link]] = {}
        for link in free:
            by_end.setdefault(link.last, []).append(link)
        best: list[tuple[float, tuple[Link, ...]]] = [(0.0, ())]
        for end in range(1, len(self.tokens) + 1):
            options = [best[end - 1]]
            for link in by_end.get(end, ()):
                value, chosen = best[link.first]
                options.append((value + self._value(link, chosen), (*chosen, link)))
            best.append(max(options, key=lambda option: option[0]))
        return list(best[-1][1])

    def _is_open(self, link: Link) -> bool:
        return not any(self.taken[link.first : link.last])

    def _value(self, link: Link, before: Sequence[Link]) -> float:
        words = sum(self.weight[link.first : link.last])
        worth = link.worth
        if link.kind == "table":
            of_file = all(token.stems & self.sheet.of_file for token in self.tokens[link.first : link.last])
            worth = OF_FILE if of_file else OF_TABLE
        own = words * worth + FOR_LENGTH * (link.last - link.first)
        beside = before[-1] if before else None
        is_beside = beside is not None and beside.column == link.column and link.first - beside.last <= 1
        says_so = link.column is not None and link.column.name in self.sheet.flags
        is_better = link.kind == "cells" and (is_beside or says_so)
        is_run = link.kind == "cells" and link.worth == FULL and link.last - link.first > 1
        return own + FOR_LENGTH * (is_better + 2 * is_run) + self._fit(link)

    def _fit(self, link: Link) -> float:
        """A little more for what the place of the words asks for."""
        if link.kind == "column" and link.column is not None:
            begins = WHOLE.match(link.column.name)
            whole = frozenset(link.column.words) & WHOLES or link.column == self.sheet.whole or begins
            return FOR_LENGTH / 2 * bool(whole) + FOR_LENGTH / 4 * link.column.is_number
        return 0.0

    def _lighten(self) -> None:
        """What rows are called that are asked for says little, where nothing of the sheet is called so."""
        for cue in (COUNT, WHICH):
            match = cue.search(self.question)
            if match is None:
                continue
            stop = VERB.search(match["noun"])
            start = match.start("noun")
            end = start + (stop.start() if stop else len(match["noun"]))
            inside = [at for at, token in enumerate(self.tokens) if start <= token.start < end]
            inside = list(takewhile(lambda at: not self._is_verb(at), inside))
            inside = [at for at in inside if self.weight[at]]
            if inside and not self.worth[inside[-1]]:
                self.weight[inside[-1]] = min(SLIGHT, self.weight[inside[-1]])
                self.uncalled = self.tokens[inside[-1]].text
        for link in self.links:  # “senior readers”: what is so
            at = link.last
            is_named = link.kind == "cells" and not link.denies and at < len(self.tokens)
            if (
                is_named
                and self.tokens[at].text.endswith("s")
                and not self.worth[at]
                and not self._is_verb(at)
            ):
                self.weight[at] = min(SLIGHT, self.weight[at])
        for link in self.links:  # “the dose of” what a column tells
            at = link.first - 2
            if link.kind == "column" and at >= 0 and self.tokens[at + 1].text == "of" and not self.worth[at]:
                self.weight[at] = min(SLIGHT, self.weight[at])

    def _take_still(self) -> None:
        """“Not paid yet”: what is lacking may come."""
        for at, token in enumerate(self.tokens):
            if STILL.fullmatch(token.text):
                self.weight[at] = 0.0

    def _is_verb(self, at: int) -> bool:
        word = self.tokens[at]
        return word.norm in LIGHT or word.text.casefold() in verbs()

    def _denies(self) -> bool:
        """Whether something is denied that no link takes in."""
        held = {at for link in self.links if link.denies for at in range(link.first, link.last)}
        return any(
            DENYING.fullmatch(token.text) or is_short_not(self.tokens, at)
            for at, token in enumerate(self.tokens)
            if at not in held
        )

    def left(self) -> tuple[str, ...]:
        """The words that tell something and name nothing of the sheet."""
        return tuple(
            token.text
            for at, token in enumerate(self.tokens)
            if self.weight[at] > SLIGHT and not self.worth[at]
        )

    def _said(self, link: Link) -> str:
        return self.question[self.tokens[link.first].start : self.tokens[link.last - 1].end]
