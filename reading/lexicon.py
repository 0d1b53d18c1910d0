"""The words of lexicon.toml, and the patterns that several rules make of them.

A name in capitals that is text stands for a piece of a pattern, without a group round it unless it says so.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

_WORDS: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("lexicon.toml").read_text(encoding="utf-8")
)


def any_of(*lists: str) -> str:
    """The words of the lists, such as "edges.opening", with “|” between them."""
    return "|".join(word for name in lists for word in _list(name))


def _list(name: str) -> list[str]:
    section, key = name.split(".")
    words: list[str] = _WORDS[section][key]
    return words


def _months(names: Iterable[str]) -> str:
    """Each month's name and its abbreviations, the longest first."""
    also = _WORDS["months"]["also"]
    return "|".join("|".join(dict.fromkeys((name, *also.get(name, ()), name[:3]))) for name in names)


MONTHS = tuple(name.lower() for name in _list("months.english"))
ANY_MONTH_NAME = "|".join(MONTHS)  # in full and in small letters
MONTH_NAME = rf"(?:{_months(_list('months.english'))})"
MONTHS_ABROAD: dict[str, int] = _WORDS["months"]["abroad"]
YEAR = r"(?:19|20)\d\d"
A_YEAR = re.compile(YEAR)
CLOCK_TIME = re.compile(r"\d{1,2}:[0-5]\d(?:\s?[ap]\.?m\.?)?", re.IGNORECASE)
MONTH_COUNTS = any_of("spans.months")
SPAN_COUNTS = any_of("spans.months", "spans.weeks")

SCALES = any_of("scales.plural")
CURRENCY_CODES = frozenset(_list("currencies.codes"))
CURRENCY_CODE = "|".join(sorted(CURRENCY_CODES))
CURRENCY_SIGNS: dict[str, str] = _WORDS["currencies"]["signs"]
DOLLARS: dict[str, str] = _WORDS["currencies"]["dollars"]
DOLLARS_OF = "|".join(DOLLARS)
SIGNS = "".join(CURRENCY_SIGNS)  # for a class of characters: rf"[{SIGNS}]"

_TOTAL, _SUBTOTAL = any_of("totals.total"), any_of("totals.subtotal")
TOTAL = re.compile(rf"(?:{_TOTAL})\b", re.IGNORECASE)
SUBTOTAL = re.compile(rf"(?:{_SUBTOTAL})\b", re.IGNORECASE)
ANY_TOTAL = re.compile(rf"(?:{_TOTAL}|{_SUBTOTAL})\b", re.IGNORECASE)
TOTAL_ALONE = re.compile(rf"(?:{_TOTAL})\W*", re.IGNORECASE)
WHOLE = rf"total|{any_of('totals.whole')}"

_SHARES = any_of("per_share.shares")
EACH_SHARE = rf"per[\s-]+(?:[\w-]+\s+){{0,2}}(?:{_SHARES})"
PER_SHARE = re.compile(
    rf"\b{EACH_SHARE}\b|\bearnings\s+per\b|\b(?:{any_of('per_share.short')})\b", re.IGNORECASE
)
# Of a label that awards are counted in too; “per share7” has a note's mark.
PER_SHARE_OR_AWARD = re.compile(
    r"\bje (?:\w+-?)?aktie\b"
    rf"|\bper\s+(?:[\w-]+\s+){{0,3}}(?:{any_of('per_share.shares', 'per_share.awards')})s?\d?\b"
    rf"|\b(?:{any_of('per_share.results')})\s+per\b|\b(?:{any_of('per_share.short')})\d?\b",
    re.IGNORECASE,
)

EDGES = any_of("edges.opening", "edges.closing")
OPENS, CLOSES = any_of("edges.opening"), any_of("edges.closing")
ROSE, FELL = any_of("movements.up"), any_of("movements.down")
OF_MINORITY = any_of("owners.minority")

POSITION, PERFORMANCE = any_of("statements.position"), any_of("statements.performance")
STATEMENT_NAME = any_of("statements.position", "statements.flows")
STATEMENT_OF = any_of("statements.performance", "statements.further")  # behind “statement of”
IN_STATEMENT = re.compile(rf"\b(?:consolidated|statements? of|{STATEMENT_NAME})\b", re.IGNORECASE)

NOT_NAMES = frozenset(_list("names.words"))  # in small letters
ATTACHED_FORMS = any_of("names.attached")

_SPELLED: dict[str, tuple[str, ...]] = {
    word: tuple(group) for group in _WORDS["spellings"]["groups"] for word in group
}


def spellings_of(word: str) -> tuple[str, ...]:
    """All ways to write the word, in small letters; itself alone where there is one."""
    return _SPELLED.get(word.lower(), (word.lower(),))


_LEAST_OF_JOURNEY = 2  # lines
_OF_JOURNEY = re.compile(rf"^\W*(?:{any_of('journeys.labels')})\b", re.IGNORECASE | re.MULTILINE)


def tells_journey(text: str) -> bool:
    """Whether a short paper is for a ride: “From” names a place in it, not whoever sells."""
    return len(_OF_JOURNEY.findall(text)) >= _LEAST_OF_JOURNEY
