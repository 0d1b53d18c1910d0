"""The months that a text names, in any of the languages read, with the years that stand right behind them."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from reading.lexicon import MONTHS, MONTHS_ABROAD, YEAR
from reading.text.letters import bare, folded

# Beside the names of the lexicon: how Austria and the south of Germany call the first two.
_ALSO = {"jänner": 1, "feber": 2}
# As tables and charts shorten them, without accents; English ones are the first three letters of the names.
_SHORT = (
    "jan ene gen janv jän",
    "feb fev fevr febr",
    "mar mär mrz mars mrt maa",
    "apr abr avr avril",
    "may mai mei mag",
    "jun juin giu",
    "jul juil lug",
    "aug ago aout",
    "sep sept sett",
    "oct okt ott out",
    "nov",
    "dec dez dic déc",
)
_MAY = re.compile(r"\bmay\s+(?:not|be|have|also|only|i|we|you|he|she|it|they|the|a|an)\b", re.IGNORECASE)
_BEHIND = re.compile(rf"\s*(?:,|of|del?|von|di|van)?\s*(?P<year>{YEAR})(?!\d)", re.IGNORECASE)


class NamedMonth(NamedTuple):
    """`month`: 1–12. `year`: None where none stands behind it. `start`, `end`: with the year."""

    month: int
    year: int | None
    start: int
    end: int


@cache
def _names() -> dict[str, int]:
    english = {name.casefold(): number for number, name in enumerate(MONTHS, 1)}
    return {folded(name): number for name, number in {**english, **MONTHS_ABROAD, **_ALSO}.items()}


@cache
def _pattern() -> re.Pattern[str]:
    names = "|".join(sorted(map(re.escape, _names()), key=len, reverse=True))
    return re.compile(rf"(?<![^\W_])(?:{names})(?![^\W_])")


@cache
def _shortened() -> dict[str, int]:
    found = {folded(each): number for number, line in enumerate(_SHORT, 1) for each in line.split()}
    return found | _names()


def months_in(text: str) -> list[NamedMonth]:
    """The months that the text names in full, in their order; “may” as a verb is none."""
    plain = bare(text).lower()
    if len(plain) != len(text):
        return []
    verbs = {match.start() for match in _MAY.finditer(text)}
    found = []
    for match in _pattern().finditer(plain):
        if match.start() in verbs or (match[0] == "may" and text[match.start()].islower()):
            continue
        behind = _BEHIND.match(text, match.end())
        end = behind.end() if behind else match.end()
        year = int(behind["year"]) if behind else None
        found.append(NamedMonth(_names()[match[0]], year, match.start(), end))
    return found


def month_called(text: str) -> int | None:
    """The month, 1–12, if the text is its name or what tables shorten it to: “SEPT.”, “août”."""
    return _shortened().get(folded(text.strip(" .:")))
