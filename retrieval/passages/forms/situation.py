"""What a question tells of a case before it asks: “My bike was stolen. How soon must I report it?”"""

from __future__ import annotations

import re

from reading.text.sentences import sentence_spans

ASKS = re.compile(r"\?\s*$")
# By which the sentence that asks takes up what was told: its words then count like its own.
TAKES_UP = re.compile(
    r"\b(?:it|they|them|this|that|these|those|he|she|him|her|his|their|so)\b", re.IGNORECASE
)


def situation_of(question: str) -> str:
    """The sentences before the last, if that alone asks and names by itself what it asks of; "" if not."""
    spans = sentence_spans(question.strip())
    if len(spans) < 2:
        return ""
    *told, asks = [question.strip()[start:end] for start, end in spans]
    if not ASKS.search(asks) or TAKES_UP.search(asks) or any(map(ASKS.search, told)):
        return ""
    return " ".join(told)
