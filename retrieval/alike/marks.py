"""What texts name, whatever words they have for it: stems, and marks of words with one meaning."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from retrieval.alike.everyday import everyday_in, everyday_words, pattern_of
from retrieval.alike.things import PATTERNS, things_in
from retrieval.stems import stems_in


def marks_in(text: str, language: str) -> frozenset[str]:
    """The marks of what a text in this language names."""
    return things_in(text) | everyday_in(text, language)


def read(texts: Sequence[str], language: str, spoken: Sequence[str] = ()) -> list[frozenset[str]]:
    """The stems of each text by the rules of `language`, with the marks of what it names.

    `spoken`: the language that each is in; `language` if not given.
    """
    own = spoken or [language] * len(texts)
    stems = stems_in(texts, language)
    return [each | marks_in(text, said) for each, text, said in zip(stems, texts, own, strict=True)]


def alike_in(question: str, language: str) -> dict[str, frozenset[str]]:
    """By stem of the question the marks of what its word names."""
    named = [(match[0], mark) for mark, pattern in PATTERNS.items() for match in pattern.finditer(question)]
    named += [(word, mark) for mark, word in everyday_words(question, language)]
    stems = stems_in([words for words, _ in named], language) if named else []
    found: dict[str, set[str]] = {}
    for (_, mark), own in zip(named, stems, strict=True):
        for stem in own:
            found.setdefault(stem, set()).add(mark)
    return {stem: frozenset(marks) for stem, marks in found.items()}


def patterns_of(marks: Iterable[str], language: str) -> Iterator[re.Pattern[str]]:
    """The words of each mark, the everyday ones of one language."""
    for mark in marks:
        yield PATTERNS.get(mark) or pattern_of(mark, language)
