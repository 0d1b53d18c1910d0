"""Whether a translated question still asks the same: its numbers, days, marks and names stand there."""

from __future__ import annotations

import re
from functools import cache

from babel.core import Locale

from reading.text.languages import language_of
from reading.values.dates import find_dates
from retrieval.passages.expected import Expected, expected_of
from retrieval.passages.subject import (
    CAPITAL,
    CAPITALS_ALL_OVER,
    OWNER,
    QUOTED,
    STEM,
    joined,
    names_in,
    subject_of,
)

NUMBER = re.compile(r"\d(?:[\d.,' ]*\d)?")
WORD = re.compile(r"[^\W\d_]+")
SHORTEST_NAME = 3  # letters of a word of one
LONGER = 2.5  # times as many words as the question, and two: a longer reply tells something else
# Kinds of values of which one language's questions tell one and another's another: “combien d'heures”.
ALIKE = (
    frozenset({"amount", "number", "count", "change", "percent", "duration"}),
    frozenset({"date", "clock", "duration"}),
    frozenset({"person", "organization"}),
)


def lost_in(translation: str, question: str, language: str, held: str) -> str:
    """What of the question the translation lacks or adds, in words; "" where it is kept.

    `language`: that it was to be put into. `held`: the words of the documents that are likeliest meant. Of a
    name that they have in part the rest may be translated; one that they lack must stand as it was.
    """
    if language_of(translation) != language:
        return "the language"
    words, most = len(WORD.findall(translation)), LONGER * len(WORD.findall(question)) + 2
    if not words or words > most:
        return "the length"
    if "?" in question and "?" not in translation:
        return "the question"
    if _numbers(question) != _numbers(translation):
        return "a number"
    if _days(question) != _days(translation) or _months(question) != _months(translation):
        return "a date"
    if not _asks_alike(expected_of(question), expected_of(translation)):
        return "what is asked for"
    subject, said = subject_of(question), joined(translation)
    exact = [*subject.exact, *(match["words"] for match in QUOTED.finditer(question))]
    names = [name for name in _names(question, held) if not _is_named(name, said, held, question, language)]
    return next((f"“{each}”" for each in (*exact, *names) if joined(each) not in said), "")


def _asks_alike(asked: Expected, told: Expected) -> bool:
    """Whether the same kind of value is asked for, where both questions tell which."""
    kinds = {asked.kind, told.kind}
    if len(kinds) == 1 or not (asked.is_value and told.is_value):
        return True
    return any(kinds <= alike for alike in ALIKE)


def _numbers(text: str) -> list[str]:
    """Their digits, without those of full dates."""
    for _, start, end in sorted(find_dates(text), key=lambda found: -found[1]):
        text = f"{text[:start]} {text[end:]}"
    return sorted(re.sub(r"\D", "", found) for found in NUMBER.findall(text))


def _days(text: str) -> set[str]:
    return {day.isoformat() for day, _, _ in find_dates(text)}


def _months(text: str) -> set[int]:
    """The months that it names; English ones by their capitals."""
    own = _months_of(language_of(text))
    return {
        own[name] for word in WORD.findall(text) if (name := word.lower()) in own and _is_month(word, text)
    }


def _is_month(word: str, text: str) -> bool:
    return word[0].isupper() or language_of(text) != "en"


@cache
def _months_of(language: str) -> dict[str, int]:
    names = Locale(language).months["format"]["wide"]
    return {name.lower(): number for number, name in names.items()}


def _names(question: str, held: str) -> list[str]:
    """Those of the question; where all nouns have a capital, also each that the documents have."""
    names = names_in(question)
    if language_of(question) not in CAPITALS_ALL_OVER:
        return names
    capital = [OWNER.sub("", match[0]) for match in CAPITAL.finditer(question) if match.start()]
    return [*names, *(word for word in capital if len(word) >= SHORTEST_NAME and _stands(word, held))]


def _is_named(name: str, said: str, held: str, question: str, language: str) -> bool:
    """Whether the words of a name that the documents have stand there, or its name in the language."""
    if any(joined(other) in said for other in _called(language_of(question), language).get(joined(name), ())):
        return True
    parts = [part for part in name.split() if len(part) >= SHORTEST_NAME]
    own = [part for part in parts if _stands(part, held)]
    return bool(own) and all(_stands(part, said) for part in own)


def _stands(part: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(joined(part)[:STEM])}", text) is not None


@cache
def _called(own: str, other: str) -> dict[str, tuple[str, ...]]:
    """By the name of a land or language in one language what the other calls it."""
    found: dict[str, tuple[str, ...]] = {}
    for kind in ("territories", "languages"):
        theirs = getattr(Locale(other), kind)
        for code, name in getattr(Locale(own), kind).items():
            if code in theirs:
                found[joined(name)] = (*found.get(joined(name), ()), theirs[code])
    return found
