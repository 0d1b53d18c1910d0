"""Whether a window tells a reason, a definition, a way, a list or a yes or no: by the words that do so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from reading.values.number_words import ONE_WORD, number
from retrieval.passages.expected import Expected
from retrieval.passages.scoring import Asked, Scored
from retrieval.passages.subject import QUOTED, STEM
from retrieval.passages.windows import Window

_WORDS = tomllib.loads(Path(__file__).with_name("telling_words.toml").read_text(encoding="utf-8"))
_TELLING = {
    kind: re.compile("|".join(pattern for patterns in languages.values() for pattern in patterns), re.I)
    for kind, languages in _WORDS.items()
}
ITEMS = 2  # of a list at least
SEPARATOR = re.compile(r",\s|;\s|\s(?:and|or|und|oder|et|ou|y|o|e|en|of)\s")
TELLS, DEFINING, LISTING = 0.15, 0.4, 0.6  # added to a window's score
LEAST_UNTOLD = 0.8  # of the question's words in a window that lacks the form of an answer
LEAST_TOLD = 5  # words: a shorter line, such as “3. Termination”, only names what stands below it
LEAST_LISTING = 0.5  # of them round a line that names what is to be listed, and in its document's name
ENUMERATED = re.compile(r"(?<!\w)\(?(?:\d{1,2}|[a-h]|i{1,3}|iv|vi{0,3})\)\s")
BETWEEN = r"(?:[\w-]+\s){0,2}"  # words between a number and its noun: “three distinct tests”
BESIDE = 60  # characters
LEAST_OPEN = 0.65  # of the question's words in what is quoted without a sign that it answers


def bonus(window: Window, asked: Asked) -> float:
    """What the form of a window is worth: that it says why, how, or what something is."""
    kind, text = asked.expected.kind, window.text
    if kind == "definition":
        return DEFINING if _defines(text, asked) else 0.0
    if kind == "list":
        return LISTING if lists(window, asked.expected) else 0.0
    return TELLS if kind in _TELLING and _TELLING[kind].search(text) else 0.0


def tells(each: Scored, asked: Asked) -> bool:
    """Whether the window has the form of an answer of the kind that is expected."""
    kind, text = asked.expected.kind, each.window.text
    if all(unit.kind == "heading" for unit in each.window.units) or len(text.split()) < LEAST_TOLD:
        return False
    if kind == "definition":
        return each.extra > 0 or (QUOTED.search(asked.question) is None and each.words >= LEAST_OPEN)
    if kind in _TELLING:
        return each.extra > 0 or each.words >= LEAST_UNTOLD
    if kind == "list":
        return len(SEPARATOR.findall(text)) >= ITEMS - 1 and each.words >= LEAST_OPEN
    return each.words >= LEAST_OPEN


def defines(each: Scored, asked: Asked) -> bool:
    """Whether the window says what a word means that the question has in quotes."""
    if asked.expected.kind != "definition" or QUOTED.search(asked.question) is None:
        return False
    return each.extra >= DEFINING and len(each.window.text.split()) >= LEAST_TOLD


def gives_list(each: Scored, asked: Asked) -> bool:
    """Whether the window names what is to be listed, and then gives it."""
    if asked.expected.kind != "list" or each.extra < LISTING:
        return False
    untold = sum(asked.worth[stem] for stem in each.missing)
    return 1 - untold / asked.total >= LEAST_LISTING


def counts(each: Scored, asked: Asked) -> bool:
    """Whether what is counted stands beside the number, or the label or row that gives it."""
    noun = asked.expected.noun
    if asked.expected.kind != "count" or not noun or each.value is None:
        return True
    text = each.window.text
    beside = text[max(0, each.value.start - BESIDE) : each.value.end + BESIDE].casefold()
    return any(word.casefold()[:STEM] in beside for word in noun.split() if len(word) >= STEM - 1)


def _defines(text: str, asked: Asked) -> bool:
    """Whether the term stands before what says what it is: “X” means, X is, X:."""
    defining = _TELLING["definition"].pattern
    quoted = QUOTED.search(asked.question)
    if quoted is None:
        return bool(_TELLING["definition"].search(text))
    term = re.escape(quoted["words"].rstrip("s"))
    mark = r"(?:<[^>]*>|[^\w.;<]){0,12}(?:\([^)]*\)\s?)?"
    in_quotes = rf"[“„\"«]\s?{term}s?\s?[”“\"»]{mark}(?:\w+[”\"]?\s){{0,2}}?(?:{defining}|:)"
    bare = rf"(?<![\w-]){term}s?{mark}(?:(?:will|shall|only|also|here)\s)?(?:{defining}|:)"
    return re.search(rf"{in_quotes}|{bare}", text, re.IGNORECASE) is not None


def lists(window: Window, expected: Expected) -> bool:
    """Whether the window names what is to be listed and then gives it: as items, or “(1) …, (2) …”.

    Where the question says how many, there must be as many.
    """
    text = window.text.casefold()
    noun = [word.casefold() for word in expected.noun.split()]
    if expected.kind != "list" or not noun or noun[-1][:STEM] not in text:
        return False
    if 2 * sum(word[:STEM] in text for word in noun) <= len(noun) and len(noun) > 1:
        return False
    wanted = _number(expected.number)
    if window.members:
        return wanted in (0, len(window.members))
    many = re.finditer(rf"(?<!\w)(\d+|{ONE_WORD})\s{BETWEEN}{re.escape(noun[-1][:STEM])}", text)
    told = any(number(each[1]) == wanted for each in many)
    return wanted > 0 and told and len(ENUMERATED.findall(text)) >= wanted


def _number(said: str) -> int:
    return number(said) if said else 0
