"""Which of a company's statements words speak of."""

from __future__ import annotations

import re

_OF = r"(?:consolidated )?(?:statements?|accounts?) of (?:consolidated )?"
STATEMENTS = {
    "income": re.compile(
        rf"\b(?:income statements?|profit (?:and|&) loss|p&l|{_OF}(?:comprehensive )?"
        r"(?:income|operations|earnings|profit))\b",
        re.IGNORECASE,
    ),
    "balance": re.compile(rf"\b(?:balance sheets?|{_OF}financial (?:position|condition))\b", re.IGNORECASE),
    "cash flow": re.compile(rf"\b(?:cash[ -]flow statements?|{_OF}cash[ -]flows?)\b", re.IGNORECASE),
}


def statements_in(text: str) -> set[str]:
    """Which of a company's statements the text names: income, balance, cash flow."""
    return {name for name, pattern in STATEMENTS.items() if pattern.search(text)}
