"""Two columns of which one bounds the other: stock and its minimum, what was spent and the budget."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass

from retrieval.sheets.asked import Compared
from retrieval.sheets.model import Column
from retrieval.sheets.request.words import Words
from retrieval.stems import stems
from retrieval.tables.rules.vocabulary.lexicon import bounding

BELOW = r"below|under|less than|fewer than|lower than|short of|beneath"
ABOVE = r"above|over|more than|higher than|beyond|exceed\w*|in excess of"
RELATION = re.compile(rf"\b(?:(?P<below>{BELOW})|(?P<above>{ABOVE}))\b", re.IGNORECASE)
SPENT = re.compile(r"\b(?:(?P<above>over)|under)-?spen[dt]\w*", re.IGNORECASE)
WITHIN = re.compile(
    r"\b(?:stay\w*|keep|kept|remain\w*|is|are|was|were)\s+within\s+(?:(?:the|its|their|our|his|her)\s+)?"
    r"(?:budget|plan|money|means|limits?)\b",
    re.IGNORECASE,
)
HOW_FAR = re.compile(
    r"\bby how much(?:\s+(?:over|under|above|below)\b(?:\s+or\s+(?:over|under|above|below))?)?", re.I
)
MOVED = re.compile(
    r"\b(?:f[ae]ll(?:en)?|dropp?(?:ed)?|gone|went|sunk|risen|rose|run|is|are|was|were)\b", re.I
)
LAST_DIGITS = re.compile(r"([^\W\d_]{4,})(\d{1,2})")
REACH = 7  # words from a relation on, among which the bound is named
TOTAL = "total overall whole full year half half-year annual sum ytd"


@dataclass(frozen=True)
class Pair:
    """`own` is held against `bound`, which `words` name; `rest`: what both headings have beside."""

    own: Column
    bound: Column
    words: frozenset[str]
    rest: frozenset[str]


def pairs_of(columns: tuple[Column, ...]) -> Iterator[Pair]:
    """Each column with the one that bounds it: “Qty” and “Min. qty”, “May Actual” and “May Budget”, “spend2”
    and “budget2”."""
    limits, planned, actual = (frozenset(stems(words)) for words in bounding())
    told = {column: parted(column.words) for column in columns}
    for bound in columns:
        for own in columns:
            extra = bound.words - own.words
            of_own, of_bound = told[own], told[bound]
            more, less = of_bound - of_own, of_own - of_bound
            if own.words < bound.words and extra <= limits:
                yield Pair(own, bound, extra | limits, own.words)
            elif of_own & actual and (more := of_bound - of_own) and more <= planned and less <= actual:
                yield Pair(own, bound, planned | bound.words, (of_own & of_bound) | (own.words & bound.words))


def parted(words: Set[str]) -> frozenset[str]:
    """The stems, a number at a word's end apart: “budget” and “2” of “budget2”."""
    found = {stem: LAST_DIGITS.fullmatch(stem) for stem in words}
    return frozenset(part for stem, match in found.items() for part in (match.groups() if match else (stem,)))


def beyond_pair(asked: Words) -> list[Compared]:
    """Rows whose number lies beyond the one that bounds it: “are under their minimum”, “overspent”."""
    if (said := SPENT.search(asked.question)) and (pair := _meant(asked, said.end(), is_verb=True)):
        asked.take(asked.free(*said.span()))
        return [_held(asked, pair, above=said["above"] is not None)]
    for said in RELATION.finditer(asked.question):
        if pair := _meant(asked, said.end()):
            asked.take(asked.free(*said.span()))
            asked.take(
                [at for match in MOVED.finditer(asked.question) for at in asked.free(*match.span())],
                counts=False,
            )
            return [_held(asked, pair, above=said["above"] is not None)]
    return []


def apart_in_pair(asked: Words) -> tuple[Column, ...]:
    """The bound and its column, where the question asks how far the one lies from the other."""
    far = HOW_FAR.search(asked.question)
    said = WITHIN.search(asked.question) or SPENT.search(asked.question)
    if far is None or said is None or not (pair := _meant(asked, said.end(), is_verb=True)):
        return ()
    asked.take([*asked.free(*far.span()), *asked.free(*said.span())])
    _held(asked, pair, above=True)
    return pair.bound, pair.own


def _meant(asked: Words, start: int, *, is_verb: bool = False) -> Pair | None:
    """The pair whose bound is named within a few words from there on, or by the verb itself; of several the
    one whose other words the question has, else that of the totals."""
    near = asked.free(start, len(asked.question))[:REACH]
    said = frozenset(stem for at in near for stem in asked.tokens[at].stems)
    whole = frozenset(stem for token in asked.tokens for stem in token.stems)
    return pair_said(asked.sheet.numbers, said, whole, is_verb=is_verb)


def pair_said(columns: tuple[Column, ...], said: Set[str], whole: Set[str], *, is_verb: bool) -> Pair | None:
    """The pair whose bound the stems `said` name; `whole`: those of all of the question."""
    found = [pair for pair in pairs_of(columns) if is_verb or pair.words & said]
    if is_verb:
        found = [pair for pair in found if pair.rest != pair.own.words]
    totals, whole = stems(TOTAL), parted(whole)
    named = [pair for pair in found if pair.rest and pair.rest - totals and pair.rest <= whole]
    of_totals = [pair for pair in found if pair.rest <= totals]
    for some in (named, found if len(found) == 1 else of_totals):
        if len(some) == 1:
            return some[0]
    return None


def _held(asked: Words, pair: Pair, *, above: bool) -> Compared:
    words = pair.words | pair.own.words | pair.bound.words
    asked.take_whole([at for at in asked.free(0, len(asked.question)) if asked.tokens[at].stems & words])
    return Compared(pair.own.name, pair.bound.name, is_above=above)
