"""Which series the words of an operand name, where that is sure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from agentic.tables.cells.model import Series
from retrieval.question.wording.rows import WORD
from retrieval.sheets.request.words import ASKING

FREE = ASKING | frozenset(
    """
    company companies firm entity group corporation business respectively respective amounted fiscal financial
    year-end ended ending end calculated compared comparing comparison related regarding table shown show
    calculate compute determine percentage percent proportion ratio change difference increase decrease
    exceed exceeded exceeding larger largest higher highest smaller smallest lower lowest greater greatest
    arising arise arises since during until both through across before after prior respect terms
    regards much within considering nominal absolute level calculated available
    thousand thousands million millions billion billions dollars dollar usd u made make was's
    """.split()
)
TOTAL = "total"
AROUND = 0.35  # of what a word is worth that only stands over the table
UNSAID = 0.55  # of what a word of the label is worth that the question does not say
UNSAID_BESIDE = 0.25  # the same of the other heading
SOFT = 0.5  # of what a word that may name it is worth
SCALES = frozenset("thousand million billion 000 m k usd".split())
MOVES = frozenset("chang varianc increas decreas".split())  # in the headings of columns that give changes
PER_CENT_WORDS = frozenset("percentag percent proport % rate margin yield share portion".split())
SHARES = frozenset("percentag percent proport".split())  # in the names of rows that give shares
OTHER_KIND = 0.6  # what it costs a row to be of changes or shares where none are asked for
PER, SHARES_COUNTED = "per", "shares"
OTHER_UNIT = 0.25  # what it costs a row to be in per cent where nothing of the question is
FLOWS = frozenset("expens charg cost".split())
BALANCES = frozenset("accumul allow reserv payabl receiv accru prepaid unpaid outstand".split())
SURE = 0.2  # by which the best is better than the next
MOST_STRANGE = 1  # words that stand on the page only


@dataclass(frozen=True)
class Words:
    """Stems of an operand's words. `soft`: those that may name it too, and need not: of words that every
    question has, and of another operand."""

    stems: frozenset[str]
    is_total: bool = False
    soft: frozenset[str] = frozenset()


@dataclass
class Matcher:
    """`page`: the stems of the text round the tables, `names`: of whom and what the documents are of."""

    series: Sequence[Series]
    page: frozenset[str]
    names: frozenset[str]
    dropped: set[str] = field(default_factory=set)  # words that only the text round the tables has
    _often: Counter[str] = field(default_factory=Counter)
    _over: Counter[str] = field(default_factory=Counter)
    _own_names: set[str] = field(default_factory=set)  # of rows that are no totals, and of columns
    _wholes: set[str] = field(default_factory=set)  # of totals: what their parts are of

    def __post_init__(self) -> None:
        for each in self.series:
            self._often.update(each.words)
            if TOTAL not in each.own and each.own:
                self._own_names |= each.words
            else:
                self._wholes |= each.own
        for around in {(each.table, each.around) for each in self.series}:
            self._over.update(around[1])
        self._wholes -= self._own_names

    def best(
        self, words: Words, *, years: Sequence[int] = (), of: Sequence[Series] | None = None
    ) -> Series | None:
        """The one series that the words name, and that has the years; None where none or several do.

        `of`: those that can answer; all of them where not given.
        """
        scored = [
            (score, each)
            for each in (self.series if of is None else of)
            if (not years or each.years & set(years)) and (score := self._score(words, each)) is not None
        ]
        if not scored:
            return None
        scored.sort(key=lambda pair: -pair[0])
        top, series = scored[0]
        self.dropped |= self._left(words, series)
        rivals = [each for score, each in scored[1:] if score > top - SURE and not _same(series, each, years)]
        return None if rivals else series

    def _weight(self, stem: str) -> float:
        return 1 / max(1, self._often[stem]) ** 0.5

    def _left(self, words: Words, series: Series) -> frozenset[str]:
        return words.stems - series.words - series.around - self.names - self._wholes

    def _score(self, words: Words, series: Series) -> float | None:
        said = words.stems
        is_total = TOTAL in series.words or not series.own
        named = said & series.own or (words.is_total and series.own <= {TOTAL})
        left = self._left(words, series)
        if not named or left & self._own_names or left - self.page or len(left) > MOST_STRANGE:
            return None
        hits = said & series.words
        unsaid = series.own - said - words.soft - SCALES - {TOTAL}
        beside = series.beside - said - words.soft - SCALES
        hit, lost = sum(map(self._weight, hits)), sum(map(self._weight, unsaid))
        if lost > max(hit, 0.5 if words.is_total else 0.0):
            if left or not series.head or said & series.own != series.head:
                return None
            lost = hit
        if _is_balance_of_flow(words, series):
            return None
        if MOVES & series.beside and not MOVES & (said | words.soft):
            return None
        if PER in words.soft and series.cells[0].row.unit == SHARES_COUNTED:
            return None  # “per share” asks for no number of shares
        score = hit - UNSAID * lost - UNSAID_BESIDE * sum(map(self._weight, beside))
        score += SOFT * sum(map(self._weight, words.soft & series.words))
        score += AROUND * sum(1 / self._over[stem] ** 0.5 for stem in said & series.around)
        score += 0.3 * (is_total and words.is_total) - 0.25 * (is_total != words.is_total)
        score -= OTHER_UNIT * (series.is_per_cent and not PER_CENT_WORDS & (said | words.soft))
        score -= 0.5 * len(left) + OTHER_KIND * bool((MOVES | SHARES) & (series.words - said - words.soft))
        return score


def _is_balance_of_flow(words: Words, series: Series) -> bool:
    """Whether an expense is asked for, and the row is what was gathered, set aside or is owed of it."""
    said = words.stems | words.soft
    return bool(said & FLOWS - series.words and series.own & BALANCES - said)


def _same(one: Series, other: Series, years: Sequence[int]) -> bool:
    """Whether both give the same numbers for the years."""
    return _numbers(one, years) == _numbers(other, years)


def _numbers(series: Series, years: Sequence[int]) -> list[tuple[int, Decimal]]:
    return sorted(
        (cell.year, cell.row.numeric_value) for cell in series.cells if not years or cell.year in years
    )


def joined(text: str) -> str:
    """“non-current” as the one word that it is."""
    return re.sub(r"\b(non|pre|post)[-‐ ](?=[a-z])", r"\1", text, flags=re.IGNORECASE)


def words_apart(text: str) -> tuple[list[str], list[str]]:
    """The words of a question that name something, and those that every question may have; no years."""
    plain = joined(re.sub(r"['’]s\b", "", text))
    words = [word for word in WORD.findall(plain) if not re.fullmatch(r"(?:FY?s?)?(?:(?:19|20)?\d\d)?", word)]
    return [w for w in words if w.casefold() not in FREE], [w for w in words if w.casefold() in FREE]
