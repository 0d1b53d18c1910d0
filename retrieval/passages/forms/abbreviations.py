"""What an abbreviation stands for: words beside it that begin with its letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

ABBREVIATION = re.compile(r"(?<![\w-])(?=[A-Z]\w*[A-Z])[A-Z][A-Za-z0-9]{1,9}(?![\w-])")
INITIALS = re.compile(r"(?<![\w-])[A-Z]{3,6}(?![\w-])")
NAME = re.compile(r"(?<!^)\b[A-Z][\w’'&-]*(?:\s+(?:(?:of|the|and|for|de|du|der)\s+)*[A-Z][\w’'&-]*){2,5}")
MOST_BESIDE = 120  # characters from an abbreviation to the end of what it stands for
_SMALL = (
    r"(?:(?:of|the|and|for|in|on|to|at|by|with|an?|"
    r"de|des|du|la|les?|y|und|der|die|das|für|van|e|di|del)\s+)*"
)
_GAP = rf"[\w’']*[\s,/–-]+{_SMALL}"
BEHIND = re.compile(r"[\s:=(“\"–—-]+(?:(?:stands\sfor|means|is\sshort\sfor)\s)?(?:the\s)?", re.IGNORECASE)
BEFORE = re.compile(r"[\s,]*[(–—-]\s?[“\"]?$")


def asked_in(question: str) -> str:
    """The first abbreviation of a question; "" where it has none."""
    found = ABBREVIATION.search(question)
    return found[0] if found else ""


def names_by_initials(question: str, texts: Iterable[str]) -> list[str]:
    """Names of the question that texts have by their initials: “Legal Aid of West Virginia” as LAWV."""
    written = {found[0] for text in texts for found in INITIALS.finditer(text)}
    named = (match[0] for match in NAME.finditer(question))
    return [
        name for name in named if "".join(word[0] for word in name.split() if word[0].isupper()) in written
    ]


def expansions_in(text: str, abbreviation: str) -> Iterator[tuple[int, int]]:
    """Where the words stand that begin with its letters, right behind it or right before it in brackets."""
    letters = [sign for sign in abbreviation if sign.isupper()]
    if len(letters) < 2:
        return
    words = _pattern(tuple(letters))
    for place in re.finditer(rf"(?<![\w-]){re.escape(abbreviation)}(?![\w-])", text):
        gap = BEHIND.match(text, place.end())
        match = words.match(text, gap.end(), gap.end() + MOST_BESIDE) if gap else None
        if match and " " in match[0]:
            yield match.span()
        before = BEFORE.search(text[: place.start()])
        if before is None:
            continue
        until = before.start()
        ends = [m for m in words.finditer(text, max(0, until - MOST_BESIDE), until) if m.end() == until]
        if ends and " " in ends[0][0]:
            yield ends[0].span()


@lru_cache(maxsize=64)
def _pattern(letters: tuple[str, ...]) -> re.Pattern[str]:
    """Words of which each letter begins one, or stands within the one before; none but small ones between."""
    first, *rest = map(re.escape, letters)
    inner = "".join(rf"(?:{_GAP}{letter}|[\w’']*?{letter})" for letter in rest)
    return re.compile(rf"(?<!\w){first}{inner}[\w’-]*", re.IGNORECASE)
