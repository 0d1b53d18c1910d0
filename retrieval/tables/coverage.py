"""Which words of a question stand nowhere in a database: what it asks for may not be there at all."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache

from retrieval.tables.rules.vocabulary import words as rules
from retrieval.tables.rules.vocabulary.lexicon import everyday_words, same_as, verbs
from retrieval.tables.schema import Column, Schema, words_of
from retrieval.tables.understanding import stem

PROSE = 4  # words from which on a value is a sentence
SHORTEST = 4  # letters by which one word is told to be short for another
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_ENDINGS = "ations ation ments ment ingly ings ing edly ally ely ed er ers or ors al ly ion ions e y".split()


def unheld(question: str, schema: Schema, values: Collection[str] = ()) -> tuple[str, ...]:
    """Content words that are no name, comment, value or everyday word, in the order of the question.

    `values`: what the question has of the database's own values, beside the samples. Names of persons, places
    and other things (capitals behind the first word), numbers and what stands in quotes are values that may
    be missing like any others: they are never among the words, but for those in capitals alone, as GDP.
    """
    held = _stems(_told(schema))
    names = {stem(word) for name in _names(schema) for word in words_of(name)}
    told = _stems([*_valued(schema), *(_WORD.findall(value.lower()) for value in values)])
    prose = _stems(_prose(schema))
    found = [
        word
        for word in _content(question)
        if stem(word) not in prose and not _is_held(word, held, names) and not _is_told(word, told)
    ]
    return tuple(dict.fromkeys(found))


def _content(question: str) -> Iterator[str]:
    """Words that may name what a database holds."""
    unquoted = re.sub(r"[\"“'‘`](?! )[^\"”'’`]{1,80}[\"”'’`](?!\w)", " ", question)
    for match in _WORD.finditer(unquoted):
        starts = (
            not unquoted[: match.start()].strip(" (*-") or unquoted[: match.start()].rstrip()[-1:] in ".?!:"
        )
        is_short = len(match[0]) > 2 and match[0].isupper() and not question.isupper()
        if match[0][0].isupper() and not starts and not is_short:
            continue
        word = re.sub(r"(?:n['’]t|['’]\w+)$", "", match[0].lower())
        if len(word) > 2 and not everyday(word):
            yield word


def _is_held(word: str, held: Collection[str], names: Collection[str]) -> bool:
    """`names`: of what is held, the words of tables and columns, which may be run together or short."""
    parts = [part for part in word.split("-") if len(part) > 2 and not everyday(part)]
    if "-" in word and all(_is_held(part, held, names) for part in parts):
        return True
    alike = {stem(word.replace("-", "")), *same_as(word)}
    return any(_is_one(each, other) for each in alike for other in held) or any(
        (len(_root(each)) >= SHORTEST and _root(each) in name)
        or (len(name) == SHORTEST - 1 and each.startswith(name))
        for each in alike
        for name in names
    )


def _is_one(word: str, other: str) -> bool:
    """Whether one is the other or a form of it: “admitted” of admission; “desc” is short for description."""
    if word == other or (len(other) >= SHORTEST and word.startswith(other)):
        return True
    root, their = _root(word), _root(other)
    return (
        len(root) >= SHORTEST
        and len(their) >= SHORTEST
        and (root.startswith(their) or their.startswith(root))
    )


@cache
def _root(word: str) -> str:
    """What is left without its ending; a doubled letter before it is one."""
    word = stem(word)
    for ending in sorted(_ENDINGS, key=len, reverse=True):
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            word = word.removesuffix(ending)
            return word[:-1] if len(word) > SHORTEST and word[-1] == word[-2] else word
    return word


def _stems(texts: Iterable[Iterable[str]]) -> set[str]:
    return {stem(word) for text in texts for word in text}


def _is_told(word: str, told: Collection[str]) -> bool:
    """Whether a value has the word or a form of it; another word for it may be of something else."""
    parts = [part for part in word.split("-") if len(part) > 2 and not everyday(part)]
    return all(any(_is_one(stem(part), other) for other in told) for part in parts or [word])


def _told(schema: Schema) -> Iterator[list[str]]:
    """The words of names and comments."""
    for name in _names(schema):
        yield words_of(name)
    for table in schema.tables:
        yield _WORD.findall(table.comment.lower())
        for column in table.columns:
            yield _WORD.findall(column.comment.lower())


def _valued(schema: Schema) -> Iterator[list[str]]:
    """The words of samples that are no sentences."""
    for table in schema.tables:
        for column in table.columns:
            yield [word for sample in _samples(column) for word in sample if len(sample) < PROSE]


def _prose(schema: Schema) -> Iterator[list[str]]:
    """The words of samples that are whole sentences: of what they speak nothing need be kept.

    A question may have such a word, but another form of it or another word for it tells nothing.
    """
    for table in schema.tables:
        for column in table.columns:
            yield [word for sample in _samples(column) for word in sample if len(sample) >= PROSE]


def _samples(column: Column) -> Iterator[list[str]]:
    return (_WORD.findall(sample.lower()) for sample in column.samples)


def _names(schema: Schema) -> Iterator[str]:
    for table in schema.tables:
        yield table.path
        for column in table.columns:
            yield column.name


@cache
def _everyday() -> frozenset[str]:
    told = [
        *everyday_words()["words"].split(),
        *everyday_words()["units"].split(),
        *rules.FILLERS,
        *rules.RELATING,
        *verbs(),
        *rules.UNITS,
    ]
    told += [*rules.MONTHS, *rules.DAYS, *rules.NUMBERS, *rules.SCALES, *rules.ORDINALS, *rules.PERIODICAL]
    patterns = [rules.MOST, rules.LEAST, rules.PER, rules.DOWN, rules.UP, *rules.OPERATORS, *rules.LIKE]
    told += [word for pattern in patterns for word in re.findall(r"[a-z]+", pattern)]
    told += re.findall(r"[a-z]+", rules.NOT_WHOLE.pattern)
    return frozenset([*told, *map(stem, told), *map(_root, told)])


@cache
def everyday(word: str) -> bool:
    """Whether a word says how something is asked or told, not what."""
    return bool({word, stem(word), _root(word)} & _everyday())
