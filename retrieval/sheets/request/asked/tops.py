"""How many of the highest or lowest rows a question asks for: “which three”, “the five largest”."""

from __future__ import annotations

import re

from retrieval.question.wording.rows import HIGH, LOW
from retrieval.sheets.request.words import Words
from retrieval.tables.rules.vocabulary.words import NUMBERS

MOST = 20
MANY = rf"(?P<many>{'|'.join(NUMBERS)}|[1-9]\d?)"
END = rf"(?:{HIGH.pattern}|{LOW.pattern})"
TOPS = (
    re.compile(rf"\b(?:which|what|who|name|list|give)\s+(?:are\s+)?(?:the\s+)?{MANY}\s+(?=[^\W\d])", re.I),
    re.compile(rf"\b{MANY}\s+(?={END})", re.IGNORECASE),
    re.compile(rf"{END}\s+{MANY}\b", re.IGNORECASE),
)


def top_of(asked: Words) -> int:
    """1 where one is asked for, and where more are than an answer tells."""
    for pattern in TOPS:
        said = pattern.search(asked.question)
        if said and (places := asked.free(*said.span("many"))):
            many = int(NUMBERS.get(said["many"].lower(), said["many"]))
            asked.take(places, counts=False)
            return many if many <= MOST else 1
    return 1
