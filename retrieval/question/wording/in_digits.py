"""Numbers in words before what they count in: “one million” is 1 million."""

from __future__ import annotations

import re

from reading.values.number_words import IN_WORDS, number

PARTS = {"half a": "0.5", "a": "1"}
# The scale in small letters: “Two Million Miles” is a name.
BEFORE_SCALE = re.compile(
    rf"\b(?P<number>(?i:half\s+a|a|{IN_WORDS}))\s+(?=(?:thousand|million|billion)\b)",
)


def with_digits(question: str) -> str:
    return BEFORE_SCALE.sub(lambda match: f"{_digits(match['number'])} ", question)


def _digits(words: str) -> str:
    return PARTS.get(" ".join(words.lower().split())) or str(number(words))
