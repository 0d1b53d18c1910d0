"""Whom a follow-up means by “his” or “she”, and which by “those”: what was told or counted before."""

from __future__ import annotations

import re

POINTING = re.compile(r"\b(?P<own>his|her(?=\s+[a-z])|hers)\b|\b(?:he|she|him|her)\b", re.IGNORECASE)
WHO = re.compile(r"\W*(?:and\s+)?who\b", re.IGNORECASE)
# A name ahead of the first mark of a source.
NAMED = re.compile(r"(?P<name>[^\W\d_][\w.'’-]*(?:\s+(?!\[)[\w.'’-]+){0,4})\s*\[1\]")
OWNER = re.compile(r"(?P<name>[A-ZÀ-Þ][\w.’-]*(?:\s+[A-ZÀ-Þ][\w.’-]*){1,3})[’']s\b")
YEAR = re.compile(r"\b(?:in|of|for|at|during)\s+(?:the\s+)?(?:1[5-9]|20)\d\d\b", re.IGNORECASE)
# Which of those that were counted are so too.
OF_THOSE = re.compile(
    r"^\W*(?:(?:and|but|so|then|ok(?:ay)?)\b[\s,]*)*"
    r"how many of (?:those|them|these)\s+(?P<rest>[^?]+?)\s*\?*\s*$",
    re.IGNORECASE,
)
COUNTED = re.compile(r"\W*(?:and\s+)?how many\s+(?!of (?:those|them|these)\b)[^?;]+", re.IGNORECASE)
LEAD = re.compile(r"^\s*(?:(?:and|but|also|then|so|ok(?:ay)?)\b[\s,]*)+", re.IGNORECASE)


def naming_who(question: str, before: str, answer: str) -> str:
    """The question with whom `answer` told for `before` in place of the pronoun, or whose something `before`
    asked for, and of that year if it says none of its own; as it is where nobody is known."""
    if not POINTING.search(question):
        return question
    owner, named = OWNER.search(before), NAMED.search(answer) if WHO.match(before) else None
    name = _name(named["name"]) if named else owner["name"] if owner else ""
    if not name:
        return question
    text = POINTING.sub(lambda match: f"{name}’s" if match["own"] else name, LEAD.sub("", question), count=1)
    year = YEAR.search(before)
    return f"{text.rstrip(' .?!')} {year[0]}?" if year and not YEAR.search(text) else text


def counting_those(question: str, before: str) -> str:
    """“How many X are from Texas and were for murder?” of “How many X are from Texas?” and “How many of those
    were for murder?”; the question as it is where the one before counts nothing."""
    those, counted = OF_THOSE.match(question), COUNTED.match(before)
    return f"{counted[0].strip(' .')} and {those['rest']}?" if those and counted else question


def _name(text: str) -> str:
    """The words of it at its end that are written as a name is."""
    words = text.split()
    kept: list[str] = []
    while words and words[-1][:1].isupper():
        kept.insert(0, words.pop())
    return " ".join(kept)
