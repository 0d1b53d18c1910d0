"""The stems of headings and cells, and the years and times that they name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from reading.text.letters import bare
from reading.values.periods import find_periods
from retrieval.sheets.model import ANY_CALENDAR
from retrieval.stems import stems_of_each
from retrieval.tables.rules.vocabulary.lexicon import glued

MOST_HEADINGS = 20_000  # of which is kept whether they are times
KEPT_TEXTS, LONGEST_KEPT = 20_000, 200  # texts taken apart that are kept; characters
WORDS = re.compile(r"[^\W_]+")
LEAST_LETTERS = 4  # of a heading beside its time
LAST_TWO = re.compile(r"(?<!\d)(?P<from>\d\d)(?:_|\s*to\s*|\s*[-–]\s*)(?P<to>\d\d)$|(?<=_)(?P<one>\d\d)$")
YEARS = re.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)(?:\s*[-–/]\s*(?P<short>\d\d)(?!\d|[-–/.]\d))?")
CENTURY = 50  # two digits from here on are of the last century
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=\d)(?=[A-Z]{2})")  # “9/11GI Bill” has a bill of the GI


@lru_cache(maxsize=MOST_HEADINGS)
def is_time(heading: str) -> bool:
    """Whether a heading names a time and nothing else: “2023”, not “2023 votes”."""
    rest = heading
    for _, start, end in find_periods(heading, ANY_CALENDAR):
        rest = rest.replace(heading[start:end], " ")
    return rest != heading and sum(char.isalpha() for char in rest) < LEAST_LETTERS


def years_in(text: str) -> frozenset[int]:
    """Those that a heading or a question names; “00_14” at a heading's end is 2000 and 2014."""
    found = set()
    for match in YEARS.finditer(text):
        found.add(int(match["year"]))
        if match["short"]:
            found.add(int(match["year"][:2] + match["short"]))
    if not found and (short := LAST_TWO.search(text)):
        found = {_written_out(short[name]) for name in ("from", "to", "one") if short[name]}
    return frozenset(found)


def _written_out(digits: str) -> int:
    return (1900 if int(digits) >= CENTURY else 2000) + int(digits)


Stems = dict[str, frozenset[str]]


def stems_of(texts: Iterable[str]) -> Stems:
    """The English stems of each text, without accents; words joined by “_” or capitals are taken apart."""
    apart = {text: _apart(text) for text in texts}
    found = stems_of_each(apart.values())
    return {text: found[words] for text, words in apart.items()}


def _apart(text: str) -> str:
    return _short_apart(text) if len(text) <= LONGEST_KEPT else _taken_apart(text)


def _taken_apart(text: str) -> str:
    words = re.findall(r"[^\W_]+", CAMEL.sub(" ", bare(text)))
    return " ".join(" ".join(glued(word)) or word for word in words)


# Names of files and columns come with each question again.
_short_apart = lru_cache(maxsize=KEPT_TEXTS)(_taken_apart)
