"""What texts name, whatever words they have for it: stems, and marks of words with one meaning."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache

from retrieval.alike import dimensions
from retrieval.alike.everyday import ABROAD, everyday_in, everyday_words, marks_of, pattern_of, words_known
from retrieval.alike.kin import BY_PART, MARK, WORD, kin_in, kin_of
from retrieval.alike.things import PATTERNS, things_in
from retrieval.stems import stems_in


def marks_in(text: str, language: str, asked: str) -> frozenset[str]:
    """The marks of what a text in this language names, for a question in the language `asked`.

    For one in another language also by words that are only near in meaning, and by those of one origin.
    """
    marks = things_in(text) | everyday_in(text, language) | dimensions.measured_in(text)
    if language == asked:
        return frozenset(mark for mark in marks if not mark.startswith(ABROAD))
    return marks | kin_in(text, language) | {f"{BY_PART}{mark}" for mark in marks}


def read(texts: Sequence[str], language: str, spoken: Sequence[str] = ()) -> list[frozenset[str]]:
    """The stems of each text by the rules of `language`, with the marks of what it names.

    `spoken`: the language that each is in; `language` if not given.
    """
    own = spoken or [language] * len(texts)
    stems = stems_in(texts, language)
    return [each | marks_in(text, said, language) for each, text, said in zip(stems, texts, own, strict=True)]


def alike_in(question: str, language: str) -> dict[str, frozenset[str]]:
    """By stem of the question the marks of what its word names."""
    named = [(match[0], mark) for mark, pattern in PATTERNS.items() for match in pattern.finditer(question)]
    named += [(each[0], mark) for mark, name in dimensions.NAMES.items() for each in name.finditer(question)]
    named += [(word, mark) for mark, word in everyday_words(question, language)]
    named += [(word, mark) for word, marks in inflected_in(question, language) for mark in marks]
    words = set(WORD.findall(question))
    named += [(word, mark) for word in words for mark in kin_of(word.lower(), language)]
    stems = stems_in([words for words, _ in named], language) if named else []
    found: dict[str, set[str]] = {}
    for (_, mark), own in zip(named, stems, strict=True):
        for stem in own:
            found.setdefault(stem, set()).add(mark)
    return {stem: frozenset(marks) for stem, marks in found.items()}


def inflected_in(question: str, language: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The words of the question with the marks of words that have their stem: “milking” that of “milk”.

    They count in other languages alone: in its own the stems themselves are compared.
    """
    words = sorted(set(WORD.findall(question)))
    known = _marks_by_stem(language)
    for word, stems in zip(words, stems_in(words, language) if words else (), strict=True):
        if marks := frozenset().union(*(known.get(stem, frozenset()) for stem in stems)):
            yield word, frozenset(f"{BY_PART}{mark}" for mark in marks)


@cache
def _marks_by_stem(language: str) -> dict[str, frozenset[str]]:
    """The marks of everyday words that are no beginnings, by their stem."""
    words = [word for word in words_known(language) if word.isalpha()]
    found: dict[str, frozenset[str]] = {}
    for word, stems in zip(words, stems_in(words, language) if words else (), strict=True):
        for stem in stems:
            found[stem] = found.get(stem, frozenset()) | marks_of(word, language)
    return found


def words_of(marks: Collection[str], text: str, language: str, asked: str) -> Iterator[int]:
    """Where the words of the marks begin in a text of a language, the everyday ones by their language."""
    foreign = language != asked
    for mark in marks:
        if mark.startswith(MARK) or (mark.startswith((ABROAD, BY_PART)) and not foreign):
            continue
        mark = mark.removeprefix(BY_PART)
        pattern = PATTERNS.get(mark) or dimensions.UNITS.get(mark) or pattern_of(mark, language)
        yield from (match.start() for match in pattern.finditer(text))
    if foreign:
        words = WORD.finditer(text)
        yield from (each.start() for each in words if kin_of(each[0].lower(), language) & set(marks))
