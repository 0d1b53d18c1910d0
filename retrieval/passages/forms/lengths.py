"""How long a thing is: “twelve feet long”, which “how long” may ask for as well as for a time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reading.values.number_words import IN_WORDS

HOW_LONG_IS = re.compile(r"\bhow long (?:is|are|was|were)\b", re.IGNORECASE)
LENGTH = re.compile(
    rf"(?<![\w.,])(?:(?:about|nearly|some)\s)?(?:\d[\d.,]*|{IN_WORDS})[\s-]"
    r"(?:feet|foot|ft|inch(?:es)?|yards?|miles?|(?:kilo|centi|milli)?met(?:er|re)s?|[kcm]?m)"
    r"(?=\s(?:long|in\slength)\b)",
    re.IGNORECASE,
)


def lengths_for(question: str, text: str) -> Iterator[tuple[int, int]]:
    """Where the text tells lengths, if the question asks how long something is."""
    if HOW_LONG_IS.search(question):
        yield from (match.span() for match in LENGTH.finditer(text))
