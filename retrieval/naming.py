"""Whom a document is about, and the ways in which a question may call them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from documents.legal_forms import without_legal_form
from retrieval.phrases import Found, Phrases

SHORTEST_ALIAS = 3  # letters; two stand for too much
LETTERS = re.compile(r"[^\W\d_]+|&")
DOMAIN = re.compile(r"(?<=\w)\.(?:com|org|net|io|ai)$", re.IGNORECASE)
CALLED = re.compile(r"(?<![\w&])[A-Z][\w&]{2,}(?!\w)")  # words of a question that may be a name
AND = ("&", "n", "and", "")  # what a short name may have for “and”


class Subjects(Mapping[str, set[int]]):
    """Organization → the documents that are about it; finds those that a text calls."""

    def __init__(self, documents: Mapping[str, set[int]]) -> None:
        self._documents = documents
        plain = {name: plain_name(name) for name in documents}
        self._phrases = Phrases((spelling, name) for name, spelling in plain.items())
        self._firsts: dict[str, set[str]] = defaultdict(set)
        self._openings: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for name, spelling in plain.items():
            if spelling:
                self._firsts[spelling.casefold().split()[0]].add(name)
            for opening in _openings(spelling):
                self._openings[opening].append((spelling, name))

    def __getitem__(self, name: str) -> set[int]:
        return self._documents[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._documents)

    def __len__(self) -> int:
        return len(self._documents)

    def called(self, question: str) -> list[Found[str]]:
        """Those that the question calls by name, by a name's first word or by an abbreviation.

        Full names go first: only where there is none, a shorter way to call a subject counts.
        """
        named = list(self._phrases.find(question))
        if named:
            return named
        shorter = ((self._by_short_name(word[0]), *word.span()) for word in CALLED.finditer(question))
        return [Found(names, start, end) for names, start, end in shorter if names]

    def _by_short_name(self, word: str) -> tuple[str, ...]:
        firsts = self._firsts.get(word.casefold(), set())
        same = {plain_name(name).casefold() for name in firsts}
        own = firsts if len(same) == 1 else set()
        candidates = self._openings.get(word[:2].casefold(), ())
        return tuple(sorted({*own, *(name for plain, name in candidates if abbreviates(word, plain))}))


def called_in(question: str, subjects: Mapping[str, set[int]]) -> dict[str, set[int]]:
    """Those of the subjects that the question calls, with the documents about them."""
    index = subjects if isinstance(subjects, Subjects) else Subjects(subjects)
    return {name: index[name] for found in index.called(question) for name in found.values}


def groups_called(question: str, subjects: Mapping[str, set[int]]) -> tuple[frozenset[int], ...]:
    """For each subject that the question calls, the documents about it; one group where two are the same."""
    index = subjects if isinstance(subjects, Subjects) else Subjects(subjects)
    groups = (frozenset().union(*(index[name] for name in found.values)) for found in index.called(question))
    return tuple(dict.fromkeys(groups))


def plain_name(name: str) -> str:
    """The name without article, legal form and domain: “The Acme Company” → “Acme”, “acme.com” → “acme”."""
    return DOMAIN.sub("", re.sub(r"^the\s+", "", without_legal_form(name), flags=re.IGNORECASE))


def abbreviates(word: str, name: str) -> bool:
    """Whether `word` joins the beginnings of all words of `name`: “FedEx” for Federal Express, “PnG”."""
    parts = [part.casefold() for part in LETTERS.findall(name)]
    spoken = word.casefold()
    return len(word) >= SHORTEST_ALIAS and len(parts) > 1 and spoken not in parts and _joins(spoken, parts)


def _joins(word: str, parts: list[str]) -> bool:
    if not parts:
        return not word
    spoken = AND if parts[0] in ("&", "and") else tuple(_beginnings(parts[0]))
    return any(word.startswith(start) and _joins(word[len(start) :], parts[1:]) for start in spoken)


def _beginnings(part: str) -> Iterator[str]:
    return (part[:length] for length in range(1, len(part) + 1))


def _openings(name: str) -> set[str]:
    """The first two letters that an abbreviation of the name can have."""
    parts = [part.casefold() for part in LETTERS.findall(name)]
    if len(parts) < 2:
        return set()
    following = [part for part in parts[1:3] if part not in ("&", "and")][:1]
    seconds = {parts[0][1:2], *(part[0] for part in following)}
    if parts[1] in ("&", "and"):
        seconds |= {"&", "n", "a"}
    return {parts[0][0] + second for second in seconds if second}
