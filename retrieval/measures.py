"""The measures that a question names: by the vocabulary's words, and by verbs that people ask with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from documents.measures import find_measures

# “Earned more” than others, not “earned more interest”: what follows ends the clause.
_THAT = (
    r"\s+(?:more|less|the most|the least)(?:\s+money)?"
    r"(?=\s*(?:[,?.;]|$)|\s+(?:in|than|during|last|for|or|over)\b)"
)
_MORE = r"\b(?:more|higher|larger|bigger|greater|less|lower|smaller)\s+"
SPOKEN: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("net_income", re.compile(rf"\b(?:earn(?:s|ed)?|ma(?:ke|kes|de))(?={_THAT})", re.IGNORECASE)),
    ("net_income", re.compile(rf"{_MORE}(?P<of>profits?|earnings)\b(?! margin)", re.IGNORECASE)),
    ("revenue", re.compile(rf"\b(?:sells?|sold)(?={_THAT})", re.IGNORECASE)),
    ("revenue", re.compile(rf"{_MORE}(?P<of>sales|turnover)\b", re.IGNORECASE)),
    ("cash_and_equivalents", re.compile(rf"{_MORE}(?P<of>cash)\b(?! flow)", re.IGNORECASE)),
    (
        "net_income",
        re.compile(
            r"\b(?:ma(?:ke|kes|de)|report(?:ed)?|post(?:ed)?|record(?:ed)?|incur(?:red)?|had|have)\s+an?\s+"
            r"(?:overall\s+)?(?:loss|profit)\b(?! (?:on|from|margin|of \w+ on))|"
            r"\b(?:un)?profitable\b|\bloss-making\b",
            re.IGNORECASE,
        ),
    ),
    ("headcount", re.compile(r"\bemploy(?:s|ed)?(?=\s+(?:more|fewer)(?:\s+people)?\b)", re.IGNORECASE)),
)


def measures_in(question: str) -> list[tuple[str, int, int]]:
    """The canonical names that the question measures, with their characters, in its order."""
    named = find_measures(question)
    return sorted([*named, *_spoken(question, named)], key=lambda found: found[1])


def _spoken(question: str, named: list[tuple[str, int, int]]) -> Iterator[tuple[str, int, int]]:
    for name, pattern in SPOKEN:
        for match in pattern.finditer(question):
            start, end = match.span("of") if "of" in pattern.groupindex else match.span()
            if not any(low < end and start < high for _, low, high in named):
                yield name, start, end
