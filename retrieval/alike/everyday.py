"""Everyday words with one meaning, by language: “roof” in a question, “Dach” in the text that answers it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

LANGUAGES = ("en", "de", "fr", "es", "it", "nl")  # in the order of each line
SHORTEST_BEGINNING = 3
EVERYDAY, ABROAD = (
    "§e",
    "§f",
)  # how the marks begin of words that mean one thing, and of such between languages
KEPT_WORDS = 20_000  # whose marks are remembered
WORD = re.compile(r"\w+")
NOTHING = re.compile(r"(?!)")


@cache
def _lines() -> dict[str, tuple[tuple[str, ...], ...]]:
    """By mark the words of each language."""
    found = {}
    for mark, name in ((EVERYDAY, "everyday.toml"), (ABROAD, "frequent.toml")):
        raw = tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
        for number, line in enumerate(raw["alike"]):
            every = (words.split(",") for words in line.split("|"))
            found[f"{mark}{number}"] = tuple(tuple(word.strip().lower() for word in words) for words in every)
    return found


@cache
def _words(language: str) -> tuple[dict[str, frozenset[str]], tuple[tuple[str, str], ...]]:
    """The marks by word, which ends in “*” where it is a beginning; and the phrases with their marks."""
    if language not in LANGUAGES:
        return {}, ()
    found: dict[str, set[str]] = {}
    phrases = []
    for mark, every in _lines().items():
        for word in every[LANGUAGES.index(language)]:
            if WORD.fullmatch(word.removesuffix("*")):
                found.setdefault(word, set()).add(mark)
            else:
                phrases.append((word.removesuffix("*"), mark))
    return {word: frozenset(marks) for word, marks in found.items()}, tuple(phrases)


def words_known(language: str) -> Iterator[str]:
    """The words of a language, and the beginnings that end in “*”."""
    yield from _words(language)[0]


@cache
def pattern_of(mark: str, language: str) -> re.Pattern[str]:
    """The words of one meaning in a language; of one that has none here, nothing."""
    if language not in LANGUAGES:
        return NOTHING
    words = sorted(_lines()[mark][LANGUAGES.index(language)], key=len, reverse=True)
    written = (re.escape(word).replace(r"\*", r"\w*") for word in words)
    return re.compile(rf"(?<!\w)(?:{'|'.join(written)})(?!\w)", re.IGNORECASE)


def everyday_in(text: str, language: str) -> frozenset[str]:
    """The marks of the everyday words of a text in this language."""
    if language not in LANGUAGES:
        return frozenset()
    small = text.lower()
    told = frozenset().union(*(marks_of(word, language) for word in set(WORD.findall(small))))
    return told | {
        mark
        for phrase, mark in _words(language)[1]
        if phrase in small and pattern_of(mark, language).search(text)
    }


@lru_cache(maxsize=KEPT_WORDS)
def marks_of(word: str, language: str) -> frozenset[str]:
    """The marks of one word in small letters."""
    known = _words(language)[0]
    beginnings = (f"{word[:end]}*" for end in range(SHORTEST_BEGINNING, len(word) + 1))
    return frozenset().union(*(known.get(form, frozenset()) for form in (word, *beginnings)))


def everyday_words(text: str, language: str) -> Iterator[tuple[str, str]]:
    """(mark, word) of each everyday word of the text as it stands there."""
    for mark in sorted(everyday_in(text, language)):
        for found in pattern_of(mark, language).finditer(text):
            yield mark, found[0]


def everyday_abroad(question: str, language: str) -> dict[str, str]:
    """By other language the everyday words for those of the question, beginnings as they are.

    Frequent words find too much: they only tell which sentence answers.
    """
    words = everyday_words(question, language)
    asked = dict.fromkeys(mark for mark, _ in words if mark.startswith(EVERYDAY))
    if not asked:
        return {}
    return {
        other: " ".join(
            word.removesuffix("*") for mark in asked for word in _lines()[mark][LANGUAGES.index(other)]
        )
        for other in LANGUAGES
        if other != language
    }
