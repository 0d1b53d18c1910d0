"""The one document that words of a question call by its file, its title or what stands at its beginning."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from documents.models import Chunk, Status, Workspace
from reading.text.languages import FUNCTION_WORDS
from retrieval.question.wording.sources import FILES
from retrieval.stems import stems_of_each
from retrieval.tables.rules.vocabulary.places import names_of

MOST_DOCUMENTS = 2_000
LEAST = 0.5  # of what is said, by the weight of its words
APART = 0.2  # more than the next document has
OF_TEXT = 0.5  # what a word is worth that only the text's beginning has
SHORTEST = 3  # letters of a part that begins a word
PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_]+")
GLUED = re.compile(r"[^\W_]+")
WORD = re.compile(r"[^\W_]+(?:[’'][^\W_]+)*")
OF_NONE = FILES | {"s"}  # words that tell no file from another, and the end of “company ’s”


@dataclass(frozen=True)
class _Called:
    """A document by what it is called. `parts`: of its file's name; `words`: these, their stems, and those of
    its title."""

    key: int
    parts: frozenset[str]
    words: frozenset[str]

    def has(self, word: str, own: frozenset[str]) -> bool:
        """Whether it is called by the word, whose stems are `own`."""
        said = word.casefold()
        return bool((own | {said}) & self.words) or any(_begins(part, said) for part in self.parts)


def document_named(words: str, workspace: Workspace) -> int | None:
    """The key of the document that is called so; None where none has enough of the words, or two have."""
    said = [each for each in WORD.findall(words) if each.casefold() not in OF_NONE | FUNCTION_WORDS["en"]]
    rows = workspace.documents.filter(status=Status.READY).values_list("pk", "filename", "title")
    every = list(rows[: MOST_DOCUMENTS + 1]) if said else []
    if not every or len(every) > MOST_DOCUMENTS:
        return None
    called, known = _called(every), stems_of_each(said)
    held = {each.key: _held(each, said, known) for each in called}
    weight = {at: _weight(sum(at in own for own in held.values()), len(called)) for at in range(len(said))}
    likely = [key for key, own in held.items() if any(not said[at].isdigit() for at in own)]
    whole, begun = sum(weight.values()), _beginnings(likely)
    shares = {}
    for key in likely:
        in_text = {
            at for at in weight if at not in held[key] and known[said[at]] & begun.get(key, frozenset())
        }
        told = sum(weight[at] for at in held[key]) + OF_TEXT * sum(weight[at] for at in in_text)
        shares[key] = told / whole
    best = sorted(shares, key=lambda key: -shares[key])[:2]
    if not best or shares[best[0]] < LEAST or (len(best) > 1 and shares[best[0]] - shares[best[1]] < APART):
        return None
    return best[0]


def _called(documents: Iterable[tuple[int, str, str]]) -> list[_Called]:
    parts, titles = dict[int, frozenset[str]](), dict[int, str]()
    for key, filename, title in documents:
        name = filename.rpartition(".")[0] or filename
        found = (*PARTS.findall(name), *GLUED.findall(name.replace("_", " ")))
        parts[key] = frozenset(part.casefold() for part in found)
        titles[key] = " ".join([*sorted(parts[key]), *WORD.findall(title)])
    known = stems_of_each(titles.values())  # in one query
    return [_Called(key, own, own | known[titles[key]]) for key, own in parts.items()]


def _held(called: _Called, said: Sequence[str], known: Mapping[str, frozenset[str]]) -> set[int]:
    """The places of the words that it is called by, alone or as the initials of several."""
    found = {at for at, word in enumerate(said) if called.has(word, known[word])}
    for first in range(len(said)):
        for last in range(first + 1, min(first + 4, len(said)) + 1):
            run = said[first:last]
            if not all(word[0].isupper() for word in run):
                break
            initials = "".join(word[0] for word in run).casefold()
            names = (name for part in called.parts if len(part) == 2 for name in _named(part))
            if (len(run) > 1 and initials in called.parts) or " ".join(run).casefold() in names:
                found |= {*range(first, last)}
    return found


def _named(part: str) -> Iterable[str]:
    """What a part of two letters may stand for: “Nebraska” of “ne”."""
    return [name.casefold() for name in names_of({part.upper()})[part.upper()]]


def _begins(part: str, word: str) -> bool:
    """Whether it is how the word begins: “edu” of “education”."""
    return len(part) >= SHORTEST and len(word) > len(part) and part.isalpha() and word.startswith(part)


def _weight(having: int, documents: int) -> float:
    """Of a word that so many documents are called by: rare ones tell more."""
    return math.log((documents + 1) / (max(having, 1) + 0.5)) + 0.1


def _beginnings(keys: Sequence[int]) -> dict[int, frozenset[str]]:
    """Document → the stems of how its text begins."""
    first = Chunk.objects.filter(document_id__in=keys, index=0).values_list("document_id", "text")
    texts = dict(first)
    known = stems_of_each(texts.values())
    return {key: known[text] for key, text in texts.items()}
