"""A question in the plain form that rows are asked in: “in 2014” for “over the twelve months of 2014”."""

from __future__ import annotations

import re

from retrieval.tables.rules.vocabulary.lexicon import past, phrasal

PLAIN = (
    # What the first part tells anyway: “which van is the dearest, and what is it worth?”
    (
        re.compile(
            r"(?P<most>\b(?:most|least|[^\W\d_]+est)\b[^?]*?),?\s+and\s+(?:what|how\s+(?:much|many|high|large|long|old))\s+"
            r"(?:is|was|are|were|did|does|do)\s+(?:it|that|they|those|he|she)(?:\s+(?:worth|cost|come\s+to|amount\s+to))?\s*\?*$",
            re.IGNORECASE,
        ),
        r"\g<most>?",
    ),
    (
        re.compile(r"\b(?P<span>month|year|quarter|week|day) (?:by|for|after) (?P=span)\b", re.I),
        r"by \g<span>",
    ),
    (
        re.compile(
            r"^\W*(?:please\s+)?(?:(?:show|give|find|get|display)\s+(?:(?:me|us)\s+)?)?(?:all\s+|every\s+)?(?:of\s+)?"
            r"(?:the\s+)?(?=(?:(?!(?:which|what|who|how|list|name|is|are|was|were|do|does|did|has|have|can|could)\b)[^\W\d_][\w-]*\s+){0,3}[^\W\d_][\w-]*s\s+"
            r"(?:that|which|who|whose|without|having)\b)",
            re.IGNORECASE,
        ),
        "which ",
    ),
    (re.compile(r"\b(?P<so>\w+),? with or without (?P<what>\w+)\b", re.I), r"\g<so> or \g<so> with \g<what>"),
    # How many there are is a total: no heading is meant.
    (
        re.compile(
            r"^(?P<asked>\W*how\s+many\b[^?]*?)\s+(?:in\s+total|in\s+all|altogether|all\s+told|all\s+together)\s*\?*$",
            re.IGNORECASE,
        ),
        r"\g<asked>?",
    ),
    (re.compile(r",?\s+in\s+the\s+(?:units?|currency)\s+of\s+the\s+(?:table|file|sheet|data)\b", re.I), ""),
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
    (
        re.compile(
            r"\b(?:(?:do|does|did|where)\s+)?(?:the\s+)?(?P<more>[^\W\d_]+)\s+outnumber(?:s|ed)?\s+(?:the\s+)?",
            re.I,
        ),
        r"have more \g<more> than ",
    ),
    (re.compile(r"\b(?P<what>rain|snow|hail)\s+(?:fell|falls)\b", re.IGNORECASE), r"\g<what> was there"),
    (
        re.compile(
            r"^\s*(?P<ask>which|what)\s+(?P<verb>is|was)\s+the\s+(?P<end>(?!only\b)[^\W\d_]+est)\s+"
            r"(?P<what>[^\W\d_]+(?:\s+[^\W\d_]+)?)\s*\?*$",
            re.IGNORECASE,
        ),
        r"\g<ask> \g<what> \g<verb> the \g<end>?",
    ),
    (re.compile(r",?\s+(?:by|in)\s+(?:percentage|per\s?cent(?:age)?\s+terms)(?=\s*[,.?]|\s+in\b)", re.I), ""),
)


BY_NUMBER = re.compile(
    r"(?:\s+rates?)?\s+per\s+(?:(?:one|a)\s+)?"
    r"(?P<many>hundred thousand|hundred|thousand|million|100,?000|1,?000)\b"
    r"(?:\s+(?:people|persons|inhabitants|residents)\b)?",
    re.IGNORECASE,
)
PHRASAL = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(phrasal())))})\b", re.IGNORECASE)
WE_DID = re.compile(r"(?<=\bhow much )did (?:we|they|you|i) (?P<verb>[a-z]+)\b", re.IGNORECASE)
IN_DIGITS = {"hundred": "100", "thousand": "1000", "hundred thousand": "100000", "million": "1000000"}


def plainly(question: str) -> str:
    """The same question, said as rows are asked."""
    for pattern, form in PLAIN:
        question = pattern.sub(form, question)
    question = PHRASAL.sub(lambda said: phrasal()[" ".join(said[0].lower().split())], question)
    question = WE_DID.sub(_was_done, question)
    return BY_NUMBER.sub(_by_number, question)


def _was_done(said: re.Match[str]) -> str:
    """“Was paid” of “did we pay”, as headings have what was done, where its past has a form of its own."""
    forms = past(said["verb"].lower())
    return f"was {min(forms)}" if len(forms) == 1 else said[0]


def _by_number(said: re.Match[str]) -> str:
    """“Per 1000”, as headings have it, for “rate per thousand people”."""
    many = said["many"].lower()
    return f" per {IN_DIGITS.get(many) or many.replace(',', '')}"
