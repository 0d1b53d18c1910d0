"""Companies as people type them, called by their names: “pepsi”, “jnj”, “msoft”, “pfzer”."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache

from documents.models import Workspace
from reading.lexicon import NOT_NAMES
from reading.measures.catalogue import MEASURES
from reading.text.languages import FUNCTION_WORDS
from reading.text.letters import folded
from retrieval.question.measures import measures_in
from retrieval.question.naming.names import Names
from retrieval.question.naming.subjects import OWNING, compact, plain_name
from retrieval.search.keyword.keywords import standing_in_text

WORD = re.compile(r"(?<![\w.&/-])[A-Za-z][\w]*(?:[’'´`ʼ]s)?(?![\w&/]|[.-]\w)")
PARTS = re.compile(
    r"\s+(?:\w+\s+)?(?:segments?|divisions?|regions?|business(?:es)?|units?|products?|categor(?:y|ies)|brands?)\b",
    re.IGNORECASE,
)
Spans = Sequence[tuple[int, int]]
LEAST = 3  # letters of an abbreviation; a slip is seen in longer words only
SLIPPED, SLIPPED_CAPITAL = 5, 6  # letters of a word with a slip: a capital may make it another's name
# With which the names of bodies begin: a “tier 2 city” is no City Council.
BODIES = frozenset(
    "board church city council county district library museum park school state town village ward".split()
)
TAIL = 4  # letters of a name's end behind its first: “msoft”


def with_names_put_right(question: str, names: Names, workspace: Workspace) -> str:
    """The question with the names of those that documents are about, where it calls them as nobody writes.

    A word that documents themselves use stays, unless it is how a known name begins.
    """
    owners = list(_owners(question, names))
    taken = [(found.start, found.end) for found in names.subjects.called(question)]
    taken += [(found.start, found.end) for found in names.entities.find(question)]
    taken += [match.span() for match, _ in owners]
    guesses = [
        (match, name, sure)
        for match in WORD.finditer(question)
        if not _is_taken(match, taken)
        for name, sure in _guesses(match[0], names)
    ]
    guesses = sorted(
        [*guesses, *((match, name, True) for match, name in owners)], key=lambda each: each[0].start()
    )
    doubtful = [_bare(match[0]) for match, _, sure in guesses if not sure]
    standing = standing_in_text(doubtful, workspace) if doubtful else set()
    for match, name, sure in reversed(guesses):
        if sure or _bare(match[0]) not in standing:
            owner = "’s" if _bare(match[0]) != match[0] else ""
            question = f"{question[: match.start()]}{name}{owner}{question[match.end() :]}"
    return question


def _owners(question: str, names: Names) -> Iterator[tuple[re.Match[str], str]]:
    """Whole names with the “s” of an owner, before what they own: “which of amazons segments”."""
    measured = {start for _, start, _ in measures_in(question)}
    for match in WORD.finditer(question):
        key = folded(match[0])
        if not (key.endswith("s") and _is_owned(question, match.end(), measured)):
            continue
        spelled = names.subjects.spellings.get(key[:1], ())
        meant = {plain for own, plain in spelled if own == key[:-1]}
        if len({compact(plain) for plain in meant}) == 1 and compact(match[0]) == key:
            yield match, f"{min(meant, key=len)}’s"


def _is_owned(question: str, at: int, measured: Collection[int]) -> bool:
    """Whether a part of a company or a measure stands there."""
    behind = re.match(r"\s+", question[at:])
    return bool(PARTS.match(question, at)) or (behind is not None and at + behind.end() in measured)


def _is_taken(match: re.Match[str], taken: Spans) -> bool:
    return any(low < match.end() and match.start() < high for low, high in taken)


def _guesses(said: str, names: Names) -> Iterator[tuple[str, bool]]:
    """The one name that the word may be meant for, and whether that is sure."""
    word = _bare(said)
    if len(word) < LEAST or word.lower() in _ordinary():
        return
    for form in (word, word.removesuffix("s")) if len(word) > LEAST + 1 else (word,):
        if form.islower() and len(begun := names.subjects.attached(form)) == 1:
            yield min(begun), True
            return
        if form.islower() and (called := _abbreviated(form, names)):
            yield called
            return
        near = _near(folded(form), names, least=SLIPPED if form.islower() else SLIPPED_CAPITAL)
        if len(near) == 1:
            yield near.pop(), False
            return


def _bare(said: str) -> str:
    return OWNING.sub("", said)


def _abbreviated(word: str, names: Names) -> tuple[str, bool] | None:
    """The one company that the word abbreviates were it written so: “amex” as Amex, surely; “jnj” as JNJ."""
    for written, is_sure in ((word.capitalize(), len(word) > LEAST), (word.upper(), False)):
        called = {plain_name(name) for found in names.subjects.called(written) for name in found.values}
        if len({compact(name) for name in called}) == 1:
            return min(called), is_sure
    return None


def _near(word: str, names: Names, *, least: int) -> set[str]:
    """Names one slip of the pen away, or of which the word has the first letter and the end."""
    if len(word) < least:
        return set()
    found: dict[str, str] = {}
    for key, plain in names.subjects.spellings.get(word[:1], ()):
        if len(key) >= SLIPPED and (_is_slip(word, key) or _is_end(word, key)):
            found[compact(plain)] = plain
    return set(found.values())


def _is_slip(word: str, key: str) -> bool:
    """Whether one letter is missing, too many, another one or turned round with the next."""
    if word in (key, f"{key}s") or abs(len(word) - len(key)) > 1:
        return False
    at = next((at for at, pair in enumerate(zip(word, key, strict=False)) if len(set(pair)) > 1), len(word))
    rests = (
        (word[at + 1 :], key[at + 1 :]),
        (word[at + 1 :], key[at:]),
        (word[at:], key[at + 1 :]),
    )
    turned = word[at : at + 2] == key[at : at + 2][::-1] and word[at + 2 :] == key[at + 2 :]
    return turned or any(one == two for one, two in rests)


def _is_end(word: str, key: str) -> bool:
    return len(word) > TAIL and len(word) + 2 < len(key) and key.endswith(word[1:])


@cache
def _ordinary() -> Collection[str]:
    """Words that call nobody: small ones, those of measures, and what public bodies are."""
    measures = (word for each in MEASURES.values() for label in each.labels for word in label.split())
    small = (word for words in FUNCTION_WORDS.values() for word in words)
    return frozenset({*NOT_NAMES, *small, *measures, *BODIES})
