"""Whether a window tells a reason, a definition, a way, a list or a yes or no: by the words that do so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from agentic.passages.scoring import Asked, Scored
from agentic.passages.subject import QUOTED, joined

_WORDS = tomllib.loads(Path(__file__).with_name("telling_words.toml").read_text(encoding="utf-8"))
_TELLING = {
    kind: re.compile("|".join(pattern for patterns in languages.values() for pattern in patterns), re.I)
    for kind, languages in _WORDS.items()
}
ITEMS = 2  # of a list at least
SEPARATOR = re.compile(r",\s|;\s|\s(?:and|or|und|oder|et|ou|y|o|e|en|of)\s")
LEAST_OPEN = 0.65  # of the question's words in what is quoted without a sign that it answers


def tells(each: Scored, asked: Asked) -> bool:
    """Whether the window has the form of an answer of the kind that is expected."""
    kind, text = asked.expected.kind, each.window.text
    if all(unit.kind == "heading" for unit in each.window.units):
        return False
    if kind == "definition":
        return _defines(each, asked)
    if kind in _TELLING and _TELLING[kind].search(text):
        each.extra = 0.1
        return True
    if kind == "list":
        return len(SEPARATOR.findall(text)) >= ITEMS - 1 and each.words >= LEAST_OPEN
    return each.words >= LEAST_OPEN


def _defines(each: Scored, asked: Asked) -> bool:
    """Whether the term stands before what says what it is: “X” means, X is, X:."""
    quoted = QUOTED.search(asked.question)
    text = each.window.text
    if quoted is None:
        return bool(_TELLING["definition"].search(text))
    term = re.escape(quoted["words"].rstrip("s"))
    near = re.compile(
        rf"{term}s?[^\w.;]{{0,12}}(?:\s?\([^)]*\)\s?)?(?:\w+[”\"]?\s){{0,3}}?(?:{_TELLING['definition'].pattern}|:)",
        re.I,
    )
    if near.search(text):
        each.extra = 0.3
        return True
    return (
        joined(quoted["words"]) in joined(text)
        and bool(_TELLING["definition"].search(text))
        and each.words > 0.8
    )
