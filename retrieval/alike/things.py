"""Words that mean one thing, in other forms and languages: “due” and “fällig”, “leave” and “left”."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path

PART = re.compile(r"\w+")
SHORTEST_BEGINNING = 3


def things_in(text: str) -> frozenset[str]:
    """Marks of what the text names, in whatever language or form: “due” and “fällig” have the same."""
    small = text.lower()
    found: set[str] = set()
    for word in set(PART.findall(small)):
        found |= _WHOLE.get(word, frozenset())
        for end in range(SHORTEST_BEGINNING, len(word) + 1):
            found |= _BEGINNINGS.get(word[:end], frozenset())
    found |= {mark for phrase, mark in _PHRASES if phrase in small and PATTERNS[mark].search(text)}
    return frozenset(found)


def _words_of_each() -> tuple[list[list[str]], list[list[str]]]:
    """The words and phrases of each line of words.toml that mean one thing: fields, and all others."""
    lines = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
    fields = [[w for part in line.split("|") for w in _words_in(part.strip())] for line in lines["same"]]
    alike = [[phrase.strip() for phrase in re.split(r"[|,]", line)] for line in lines["alike"]]
    return fields, [*alike, *(verb.split() for verb in lines["forms"].split(","))]


def _words_in(part: str) -> list[str]:
    """Those of one language; they may be a phrase where they need it."""
    return [part] if any(len(word) < 3 for word in part.split()) and " " in part else [*part.split(), part]


def _one_of(words: Sequence[str]) -> re.Pattern[str]:
    """Whole words or phrases; those that end in “*” with whatever ending."""
    written = (re.escape(word).replace(r"\*", r"\w*") for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{'|'.join(written)})(?!\w)", re.IGNORECASE)


def _marks_by(words: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for word, mark in words:
        found.setdefault(word, set()).add(mark)
    return {word: frozenset(marks) for word, marks in found.items()}


_FIELDS, _OTHERS = _words_of_each()
_THINGS = {f"§{number}": words for number, words in enumerate([*_FIELDS, *_OTHERS])}
FIELDS = frozenset(
    list(_THINGS)[: len(_FIELDS)]
)  # marks that count for themselves beside the word that has them
PATTERNS = {mark: _one_of(words) for mark, words in _THINGS.items()}
_EVERY = [(word.lower(), mark) for mark, words in _THINGS.items() for word in words]
_WHOLE = _marks_by((word, mark) for word, mark in _EVERY if PART.fullmatch(word))
_BEGINNINGS = _marks_by((w[:-1], mark) for w, mark in _EVERY if w.endswith("*") and PART.fullmatch(w[:-1]))
_PHRASES = [
    (word.partition("*")[0], mark) for word, mark in _EVERY if not PART.fullmatch(word.removesuffix("*"))
]
