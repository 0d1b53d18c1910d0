"""Whether words say what a term means, and the words by which a sentence tells a reason, a way, an origin."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from retrieval.passages.scoring import Asked
from retrieval.passages.subject import QUOTED
from retrieval.passages.windows import BULLET

_WORDS = tomllib.loads((Path(__file__).parents[1] / "telling_words.toml").read_text(encoding="utf-8"))
TELLING = {
    kind: re.compile("|".join(pattern for patterns in languages.values() for pattern in patterns), re.I)
    for kind, languages in _WORDS.items()
}
TERM = re.compile(r"^\W*what (?:is|are) the (?P<words>[\w-]+(?: [\w-]+){1,4})\W*$", re.IGNORECASE)
WHAT_IS_A = re.compile(
    r"^\W*what is an? (?P<words>[\w-]+(?: [\w-]+){0,3}?)"
    r"(?= (?:in|of|for|on|at|under|within|by|with|according|as)\b|\W*$)",
    re.IGNORECASE,
)
HOW_DEFINED = re.compile(
    r"\bhow (?:is|are) (?:(?:the|an?) )?(?P<words>[\w-]+(?: [\w-]+){0,3}) defined\b", re.IGNORECASE
)


def says_what_it_is(text: str, question: str) -> bool:
    """Whether it begins with what the thing is that “What is a …” asks for: “A tithe barn is …”."""
    match = WHAT_IS_A.match(question)
    if match is None:
        return False
    term = r"\s".join(map(re.escape, match["words"].split()))
    says = r"(?:is|means|denotes|refers to)"
    begins = rf"(?:an?\s|the\s)?[“\"]?{term}[”\"]?\s{says}\s"
    return re.match(begins, BULLET.sub("", text), re.IGNORECASE) is not None


def defined_in(question: str) -> re.Match[str] | None:
    """The term whose meaning is asked for by name."""
    return QUOTED.search(question) or HOW_DEFINED.search(question)


def quotes_term(text: str, asked: Asked) -> bool:
    named = defined_in(asked.question)
    term = named["words"].rstrip("s") if named else ""
    return (
        bool(term) and re.search(rf"[“„\"«]\s?{re.escape(term)}s?\s?[”“\"»]", text, re.IGNORECASE) is not None
    )


def defines_term(text: str, asked: Asked) -> bool:
    """Whether the term stands before what says what it is: “X” means, X is, X:."""
    defining = TELLING["definition"].pattern
    named = defined_in(asked.question) or TERM.match(asked.question)
    if named is None:
        return bool(TELLING["definition"].search(text))
    term = r"[\W_]{1,3}".join(map(re.escape, named["words"].rstrip("s").split()))
    mark = r"(?:<[^>]*>|[^\w.;<]){0,12}(?:\([^)]*\)\s?)?"
    in_quotes = rf"[“„\"«]\s?{term}s?\s?[”“\"»]{mark}(?:\w+[”\"]?\s){{0,2}}?(?:{defining}|:)"
    bare = rf"(?<![\w-]){term}s?{mark}(?:(?:will|shall|only|also|here)\s)?(?:{defining}|:)"
    requires = rf"{term}s?{mark}(?:which|that)\s(?:{defining}|requires?\b)"
    by_dash = rf"[“„\"«]\s?{term}s?\s?[”“\"»]\s*[–—-]\s+\w"
    return re.search(rf"{in_quotes}|{by_dash}|{bare}|{requires}", text, re.IGNORECASE) is not None
