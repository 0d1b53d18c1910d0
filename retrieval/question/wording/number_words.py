"""Numbers in words before what they count in: “one million” is 1 million."""

from __future__ import annotations

import re

NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve".split(), start=1
    )
} | {"half a": "0.5", "a": "1"}
BEFORE_SCALE = re.compile(
    rf"\b(?P<number>{'|'.join(sorted(NUMBERS, key=len, reverse=True))})\s+(?=(?:thousand|million|billion)\b)",
    re.IGNORECASE,
)


def with_digits(question: str) -> str:
    return BEFORE_SCALE.sub(lambda match: f"{NUMBERS[' '.join(match['number'].lower().split())]} ", question)
