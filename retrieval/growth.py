"""Whether a question compares how much things grew, rather than how large they are."""

from __future__ import annotations

import re

_DOWN = r"declin\w+|decreas\w+|fell|fall(?:en|ing)?|drop\w*|shrank|shr[iu]nk\w*"
_GROW = (
    rf"(?:grow(?:n|ing|s|th)?|grew|increas(?:e[ds]?|ing)|rose|ris(?:e|en|ing)|gain(?:ed)?|improv\w+|{_DOWN})"
)
_LESS = r"slow(?:er|est|ly)|less|least|lower|lowest|smaller|smallest|weaker|weakest"
_DEGREE = (
    r"(?:fast(?:er|est)|quick(?:er|est|ly)|rapid(?:ly)?|more|most|strong(?:er|est|ly)|higher|highest|larger|largest|"
    rf"bigger|biggest|greater|greatest|better|best|{_LESS})(?!\s+(?:than\s+)?\W?\d|\s+recent)"
)
GROWTH = re.compile(
    rf"\b{_GROW}\b(?:\s+[\w’'-]+){{0,3}}?\s+{_DEGREE}\b|\b{_DEGREE}\s+(?:[\w’'-]+\s+){{0,2}}?{_GROW}\b",
    re.IGNORECASE,
)
DOWN = re.compile(rf"\b(?:{_DOWN})\b", re.IGNORECASE)
LESS = re.compile(rf"\b(?:{_LESS})\b", re.IGNORECASE)
WHOSE = re.compile(
    r"\b(?:whose|who|which (?:\w+ )?(?:company|companies|one|of (?:them|these|those)))\b", re.IGNORECASE
)
# What tables break a figure down by: “which segment”, “in what region”.
PART = re.compile(
    r"\b(?:which|what)\s+(?:(?!(?:had|has|have|did|do|does|was|were|is|are)\b)[\w’'&.-]+\s+){0,4}?"
    r"(?P<part>segment|region|division|country|product|area|category|market|channel)\b(?:\s+line)?",
    re.IGNORECASE,
)
# Words of such questions beside those that all questions ask with.
WORDS = (
    "fast faster fastest quick quicker quickest quickly rapid rapidly slow slower slowest slowly gain gained "
    "grown growing increasing improve improved rate shrank shrink shrunk strongly company companies segment "
    "segments region regions division country product line business reportable operating geographic area "
    "category market channel"
)


def compares_growth(question: str) -> bool:
    """Whether it asks which of several grew, or fell, more than others."""
    return bool(GROWTH.search(question))
