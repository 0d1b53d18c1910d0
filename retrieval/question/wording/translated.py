"""A question in another language in the English words that rules know, where each of its words has one."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

from babel.core import Locale

from reading.measures.catalogue import MEASURES, find_measures, names_abroad
from reading.text.languages import language_of
from reading.values.dates import DATE, read_date

_WORDS: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("translated.toml").read_text(encoding="utf-8")
)
_NAME = re.compile(r"[“\"„«][^”\"“»]+[”\"“»]|(?<!\w)(?=[\w./-]*\d)[\w./-]+")  # in quotes, or with a digit
_WORD = re.compile(r"[^\W\d_]+")
_DATE = re.compile(DATE, re.IGNORECASE)
MOST_PATTERNS = 64  # kept: each holds the names of one question
_CODED = re.compile(r"[a-z][A-Z]")  # “iPhone” is a name in every language
_HOW_MANY = "how many "
_ELIDING = ("fr", "it")
_ELIDED = re.compile(r"(?<!\w)(?P<word>[^\W\d_]{1,6})[’'](?=\w)")  # “l’exercice”, “dell’anno”
_ALL_CAPITAL = ("de",)  # languages whose nouns have a capital, so that one tells no name


def in_english(question: str, names: Sequence[str] = ()) -> str:
    """The question with its words put into English; "" for an English one, or where a word is not known.

    `names`: of whom the question speaks, kept as they are, as is what has a digit or stands in quotes.
    """
    language = language_of(question)
    if language not in _WORDS:
        return ""
    question = _DATE.sub(_in_digits, question)
    if language in _ELIDING:
        question = _ELIDED.sub(r"\g<word> ", question)
    parts: list[str] = []
    at = 0
    for match in _pattern(language, tuple(names)).finditer(question):
        if not _is_kept(question[at : match.start()], language):
            return ""
        kind = match.lastgroup or ""
        parts += [question[at : match.start()], match[0] if kind == "name" else _english(language)[kind]]
        at = match.end()
    if not parts or not _is_kept(question[at:], language):
        return ""
    return _of_money(" ".join("".join([*parts, question[at:]]).split()).lstrip("¿¡ "))


def _of_money(english: str) -> str:
    """“How many revenue”, of languages with one word for both, as “how much revenue”."""
    behind = english.lower().partition(_HOW_MANY)[2]
    named = next(iter(find_measures(behind)), None)
    is_amount = named is not None and named[1] == 0 and MEASURES[named[0]].kind == "money"
    return english.replace(_HOW_MANY, "how much ", 1) if is_amount else english


def _in_digits(date: re.Match[str]) -> str:
    """A date as 2023-09-30, which is one in every language; what is none as it is."""
    found = read_date(date[0], day_first=True)
    return found.isoformat() if found else date[0]


def _is_kept(between: str, language: str) -> bool:
    """Whether nothing but names, and codes such as “EUR”, stands there."""
    words = [word for word in _WORD.findall(between) if not (_CODED.search(word) or _is_code(word))]
    return not words or (language not in _ALL_CAPITAL and all(word[0].isupper() for word in words))


def _is_code(word: str) -> bool:
    return word.isupper() and len(word) > 1


@cache
def _entries(language: str) -> tuple[tuple[str, str], ...]:
    """Patterns with their English, months and countries among them, the longest first."""
    months = Locale(language).months["format"]["wide"]
    english = Locale("en").months["format"]["wide"]
    named = {re.escape(name.lower()): english[number] for number, name in months.items()}
    lands, called = Locale(language).territories, Locale("en").territories
    named |= {re.escape(name.lower()): called[code] for code, name in lands.items() if code in called}
    known = named | _WORDS[language] | names_abroad(language)
    split = [(part, word) for pattern, word in known.items() for part in _either(pattern)]
    return tuple(sorted(split, key=lambda entry: -len(entry[0])))


def _either(pattern: str) -> list[str]:
    """The alternatives of a pattern that stand in no brackets."""
    found, depth = [""], 0
    for sign in pattern:
        depth += (sign in "([") - (sign in ")]")
        if sign == "|" and not depth:
            found.append("")
        else:
            found[-1] += sign
    return found


@cache
def _english(language: str) -> dict[str, str]:
    return {f"w{at}": word for at, (_, word) in enumerate(_entries(language))}


@lru_cache(maxsize=MOST_PATTERNS)
def _pattern(language: str, names: tuple[str, ...]) -> re.Pattern[str]:
    known = "|".join([*(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names if name), _NAME.pattern])
    words = "|".join(rf"(?P<w{at}>(?<!\w){part}(?!\w))" for at, (part, _) in enumerate(_entries(language)))
    return re.compile(rf"(?P<name>{known})|{words}", re.IGNORECASE)
