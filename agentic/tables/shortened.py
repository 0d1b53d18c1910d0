"""A question in the words of headings that are written short: “lifeExp” of “life expectancy”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from agentic.facts.case import Case
from agentic.tables.loading import sheets_for
from reading.text.languages import FUNCTION_WORDS
from retrieval.tables.schema import words_of

LEAST, MOST = 2, 4  # words of the question that a heading stands for
SHORTEST = 3  # letters that a word is cut to
WORD = re.compile(r"[^\W\d_]+")


def in_words_of_headings(case: Case) -> str:
    """The question with runs of its words as the headings of the likeliest tables have them; "" with none."""
    names = (column.name for sheet in sheets_for(case) for column in sheet.columns)
    return as_headed(case.question, names)


def as_headed(question: str, headings: Iterable[str]) -> str:
    """The question with runs of its words as the headings have them, where one heading alone is meant."""
    words = list(WORD.finditer(question))
    said = [match[0].casefold() for match in words]
    parted = [words_of(heading) for heading in dict.fromkeys(headings)]
    whole = {tuple(sorted(parts)) for parts in parted}
    found: dict[tuple[int, int], set[str]] = {}
    for parts in parted:
        for first, last in _runs(said, parts):
            if tuple(sorted(said[first:last])) not in whole:
                found.setdefault((first, last), set()).add(" ".join(parts))
    text = question
    until = len(question)
    for (first, last), names in sorted(found.items(), reverse=True):
        if len(names) == 1 and words[last - 1].end() <= until:
            until = words[first].start()
            text = f"{text[:until]}{next(iter(names))}{text[words[last - 1].end() :]}"
    return text if text != question else ""


def _runs(said: Sequence[str], parts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where a heading's parts are the beginnings of words that follow one another, in any order of parts."""
    for first in range(len(said)):
        for last in range(first + LEAST, min(len(said), first + MOST) + 1):
            run = said[first:last]
            binds = run[0] in FUNCTION_WORDS["en"] or run[-1] in FUNCTION_WORDS["en"]
            if not binds and _are_begun(run, parts):
                yield first, last


def _are_begun(run: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether each word is begun by a part of its own, or by what is left of one that words before began."""
    if not run:
        return not parts
    return any(
        _are_begun(run[used:], [*parts[:at], *parts[at + 1 :]])
        for at, part in enumerate(parts)
        for used in _lengths(run, part)
    )


def _lengths(run: Sequence[str], part: str) -> Iterator[int]:
    """How many words from the first on a part can stand for: “percap” for “per capita”."""
    for length in range(1, len(run) + 1):
        *whole, cut = run[:length]
        rest = part.removeprefix("".join(whole)) if part.startswith("".join(whole)) else ""
        if rest and cut.startswith(rest) and (rest == cut or len(rest) >= SHORTEST):
            yield length
