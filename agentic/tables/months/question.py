"""What a question asks of the months of a statistic: one, several together, or one held against another."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from agentic.tables.months.series import Month
from reading.text.letters import folded
from reading.text.month_names import NamedMonth, months_in
from retrieval.alike.kin import root_of

_WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
ASKING = frozenset(folded(word) for word in _WORDS["asking"].split())
WORD = re.compile(r"[^\W_]+(?:[’'][^\W_]+)?")
YEAR = re.compile(r"(?<![\w.,-])(?:19|20)\d\d(?![\w-]|[.,]\d)")
SPELT = re.compile(r"([aou])e")  # “ä”, “ö” and “ü” of files' names
SHORTEST = 2
SHORTEST_ROOT = 5  # letters of what words of one origin share
YEAR_MONTHS = range(1, 13)
Ask = Literal["value", "sum", "difference", "average", "most", "fewest"]


def _any(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(_WORDS[name])})(?![^\W_])", re.IGNORECASE)


TOGETHER, MORE, FEWER, DIFFERENCE, OTHERWISE = map(
    _any, ("together", "more", "fewer", "difference", "otherwise")
)
QUANTITY = _any("quantity")
AVERAGE, WHICH_MONTH, MOST, FEWEST = map(_any, ("average", "which_month", "most", "fewest"))
OF_MONTHS = re.compile(r"month|monat|mois|\bmes\b|mese|maand", re.IGNORECASE)
THROUGH = re.compile(rf"\W*(?:{'|'.join(_WORDS['through'])})\W*(?:the )?", re.IGNORECASE)


@dataclass(frozen=True)
class Asked:
    """`months`: in their order, of a whole year with the month 0. `words`: what the figures are to be of.

    Of `most` and `fewest` they are those of the year among which one is asked for.
    """

    ask: Ask
    months: tuple[Month, ...]
    words: tuple[str, ...]


def read_asked(question: str) -> Asked | None:
    """What is asked of months; None where the question names none with its year, or asks for more."""
    ask, question = _extreme(question)
    found = months_in(question)
    rest = _without(question, [(each.start, each.end) for each in found])
    is_average = ask is None and bool(AVERAGE.search(rest))
    rest = AVERAGE.sub(" ", rest) if is_average else rest
    years = [int(match[0]) for match in YEAR.finditer(rest)]
    if OTHERWISE.search(rest) or not (found or years) or (found and years):
        return None
    rest = YEAR.sub(" ", rest)
    months = _dated(question, found) if found else [(year, 0) for year in years]
    if months is None or len(set(months)) != len(months):
        return None
    if ask or is_average:
        if not found and (len(years) != 1 or not (ask or OF_MONTHS.search(question))):
            return None
        months = months if found else [(years[0], month) for month in YEAR_MONTHS]
        ask = ask or "average"
    else:
        ask = _ask(question, months)
    if ask is None or (ask in ("average", "most", "fewest") and len(months) < 2):
        return None
    for pattern in (TOGETHER, DIFFERENCE, MORE, FEWER):
        rest = pattern.sub(" ", rest)
    words = tuple(
        word
        for word in (folded(match[0]) for match in WORD.finditer(rest))
        if word not in ASKING and len(word) >= SHORTEST and not re.fullmatch(r"[dlst]['’]\w+", word)
    )
    return Asked(ask, tuple(months), words) if words else None


def _extreme(question: str) -> tuple[Ask | None, str]:
    """Whether one month is asked for that has most or fewest, and the question without the words for it."""
    most, fewest = MOST.search(question), FEWEST.search(question)
    if not WHICH_MONTH.search(question) or bool(most) == bool(fewest):
        return None, question
    rest = (MOST if most else FEWEST).sub(" ", WHICH_MONTH.sub(" ", question))
    return ("most" if most else "fewest"), rest


def _dated(question: str, found: Sequence[NamedMonth]) -> list[Month] | None:
    """The months with the year that stands behind them or behind the next; all of a range that is named."""
    months: list[Month] = []
    year: int | None = None
    for each in reversed(found):  # “July, August and September 2017”
        year = each.year or year
        if year is None:
            return None
        months.insert(0, (year, each.month))
    if len(found) == 2 and THROUGH.fullmatch(question[found[0].end : found[1].start]):
        (year, first), (last_year, last) = months
        count = 12 * (last_year - year) + last - first
        return [(year + (first - 1 + n) // 12, (first - 1 + n) % 12 + 1) for n in range(count + 1)]
    return months


def _without(text: str, places: list[tuple[int, int]]) -> str:
    for start, end in reversed(places):
        text = f"{text[:start]} {text[end:]}"
    return text


def _ask(question: str, months: list[Month]) -> Ask | None:
    if len(months) == 1:
        return (
            None
            if MORE.search(question) or FEWER.search(question) or DIFFERENCE.search(question)
            else "value"
        )
    if DIFFERENCE.search(question):
        return "difference" if len(months) == 2 else None
    return "sum" if TOGETHER.search(question) else None


@cache
def _counted() -> tuple[dict[str, frozenset[int]], tuple[tuple[str, int], ...]]:
    """The lines of a word, and of the beginnings of words, without accents."""
    whole: dict[str, set[int]] = {}
    beginnings: list[tuple[str, int]] = []
    for number, line in enumerate(_WORDS["counted"]):
        for word in (folded(each.strip()) for each in re.split(r"[|,]", line)):
            if word.endswith("*"):
                beginnings.append((word[:-1], number))
            else:
                whole.setdefault(word, set()).add(number)
    return {word: frozenset(lines) for word, lines in whole.items()}, tuple(beginnings)


def counted_in(word: str) -> frozenset[int]:
    """The things counted, by number, that a word in small letters without accents means."""
    whole, beginnings = _counted()
    return whole.get(word, frozenset()) | {
        number for beginning, number in beginnings if word.startswith(beginning)
    }


def happens(words: Sequence[str]) -> bool:
    """Whether what the words count happens in a month, so that a year has as much as its months together;
    who is unemployed in May may be so in June."""
    standing = frozenset().union(*(counted_in(folded(word)) for word in _WORDS["standing"].split()))
    lines = frozenset().union(*map(counted_in, words))
    return bool(lines) and not lines & standing


def words_in(text: str) -> frozenset[str]:
    """The words of a text or of a file's name, which may have “ae” for “ä”."""
    found = {folded(match[0]) for match in WORD.finditer(text.replace("_", " "))}
    return frozenset(found | {SPELT.sub(r"\1", word) for word in found if len(word) > SHORTEST_ROOT})


def is_said(word: str, words: frozenset[str]) -> bool:
    """Whether the words have it, one of its origin, or one of another language that counts the same."""
    if word in words:
        return True
    lines, root = counted_in(word), root_of(word)
    return any(
        (lines & counted_in(other)) or (len(root) >= SHORTEST_ROOT and root == root_of(other))
        for other in words
    )
