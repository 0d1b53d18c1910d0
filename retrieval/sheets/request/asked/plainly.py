"""A question in the plain form that rows are asked in: “in 2014” for “over the twelve months of 2014”."""

from __future__ import annotations

import re

PLAIN = (
    # Nothing is left out: “(DC included)”.
    (re.compile(r"\s*\([^()]*\bincluded\b[^()]*\)", re.IGNORECASE), ""),
    (
        re.compile(
            r"\b(?:over|during|in|for|across|throughout)\s+(?:all(?:\s+of)?|(?:the\s+)?(?:whole|entire|full)(?:\s+year)?|"
            r"(?:the\s+)?(?:(?:twelve|12)\s+months|(?:four|4)\s+quarters))\s+(?:of\s+|in\s+)?(?=(?:1[5-9]|20)\d\d\b)",
            re.IGNORECASE,
        ),
        "in ",
    ),
    (
        re.compile(
            r"\bhow\s+(?:do|does|did|are|is|were|was)\s+(?:(?:the|our|their|all|its)\s+)?(?P<what>.+?)\s+(?:break\s+down|split(?:\s+up)?|divided?|"
            r"distributed|spread)\s+(?:by|over|across|among|into)\s+",
            re.IGNORECASE,
        ),
        r"how many \g<what> are there by ",
    ),
    (re.compile(r",?\s+(?:by|in)\s+(?:percentage|per\s?cent(?:age)?\s+terms)(?=\s*[,.?]|\s+in\b)", re.I), ""),
)


def plainly(question: str) -> str:
    """The same question, said as rows are asked."""
    for pattern, form in PLAIN:
        question = pattern.sub(form, question)
    return question
