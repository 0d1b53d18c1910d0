"""Two questions in one: “Who chairs the board, and how many members does it have?”"""

from __future__ import annotations

import re
from dataclasses import dataclass

_ASKING = (
    r"(?:(?:in|on|at|by|for|from|to|until|since|with|under|within|after|of)\s+)?"
    r"(?:what|which|who|whom|whose|when|where|why|how)\b"
)
_VERB = r"(?:is|are|was|were|do|does|did|has|have|had|can|could|may|must|will|would|should)\b"
# Where the second begins: behind “and” by a question word, behind the first's mark by anything that asks.
_BETWEEN = re.compile(
    rf"\s*[,;]?\s+and\s+(?:also\s+)?(?={_ASKING})"
    rf"|\s*[,;]\s+and\s+(?:also\s+)?(?={_VERB}\s+(?:the|an?|it|they|there|he|she|we|our|my)\b)"
    rf"|(?<=\?)\s+(?:and\s+)?(?:also\s+)?(?={_ASKING}|{_VERB})",
    re.IGNORECASE,
)
_BEGINS = re.compile(
    r"\W*(?:(?:tell me|say|explain|describe|and|so|ok|hi|hello|please)\b\W*)*"
    rf"(?:{_ASKING}|{_VERB}|(?:list|name|give|show)\b)",
    re.IGNORECASE,
)
# What only goes on with the first: its size, its comparison, its parts, its reason, its meaning.
_GOES_ON = re.compile(
    r"\W*(?:(?:with|by|in|of|for|to|at)?\s*how (?:much|many|large|big|long|old|high|far|often)"
    r"|how \w+\s+(?:is|was|are|were|did|do|does)\s+(?:it|that|this|they|those|these|there)"
    r"|how (?:do|does|did|has|have)\s+(?:it|this|that|they|these|those)\b.*"
    r"|what (?:is|was|are|were|might|may|could|does|do|did)\s+(?:it|that|this|they|these|those)(?:\s+\w+)?"
    r"|(?:what|which|who|when|where|why)(?:\s+(?:not|ones?|is|was|are|were|so))?"
    r"|why\s+(?:is|was|are|were|did|does|do)\s+(?:it|that|this|they)(?:\s+\w+)?"
    r"|(?:to|from|with|by|for|on|in|at)\s+(?:what|which|whom)(?:\s+\w+)?"
    r"|how much of (?:it|this|that|them|these|those)\b.*)\W*",
    re.IGNORECASE,
)
_POINTING = re.compile(
    r"\b(?P<own>its|their|his|her(?=\s+[a-z]))\b"
    r"|\b(?:it|they|them|he|she|him|her|(?:this|that|these|those)(?=\s+(?:\w+\s+)?"
    r"(?:is|are|was|were|has|have|do|does|did|last|cost)\b|\W*$))\b",
    re.IGNORECASE,
)
# “It is” of nobody: what is said of the weather or the time, of how far or how long.
_OF_NOBODY = re.compile(
    r"\b(?:does|did|will|would|is)\s+it\s+(?:take|cost|mean|say|possible|allowed)\b", re.I
)
_SUBJECT = re.compile(
    r"\W*(?:what|who|when|where|how\s+\w+|which)\s+(?:is|are|was|were|does|do|did|has|have|will|must|can|should)\s+"
    r"(?P<what>(?:the|an?|our|my|this)\s+(?:[\w’'/-]+\s+){0,6}?[\w’'/-]+)"
    r"(?=\s+(?:of|for|in|on|at|by|to|from|under|with|per|that|which|who|when|if|be|been|have|has|end|ends|start|last"
    r"|run|cost|need|take|apply|cover|held|paid|called|due|made|signed)\b|\W*$)",
    re.IGNORECASE,
)
# Which of those that the first counts: “How many wines are from Portugal, and which one is the dearest?”
_WHICH_ONE = re.compile(
    r"which\s+(?:one(?:\s+of\s+(?:them|these|those))?|of\s+(?:them|these|those))\b(?P<rest>.*)", re.I
)
_THOSE = re.compile(
    r"(?:how many|which|what)\s+(?P<what>[^\W\d_][\w’'-]*(?:\s+[\w’'-]+){0,3}?)\s+"
    r"(?P<are>(?:are|were|have|had|has|came|come)\b.+)",
    re.I,
)
_AND = r"(?:and|with|to|against|versus|vs\.?)"
_WHEN = r"(?P<when>\s+(?:in|for|during|at|on|over|since|until|as of)\s+[^,;]*?\d[^,;]*)?"  # of both
# “Compare A and B by weight”, “Compare the weight of A with that of B”: the same is asked of each.
_SIDES = tuple(
    re.compile(rf"\W*(?:please\s+)?compare\s+{sides}\W*", re.IGNORECASE)
    for sides in (
        rf"(?P<one>[^,;]+?)\s+{_AND}\s+(?P<other>[^,;]+?)\s+(?:by|in terms of|with regard to|regarding)\s+"
        rf"(?:their\s+)?(?P<what>[\w\s-]+?){_WHEN}",
        rf"the\s+(?P<what>[\w\s-]+?)\s+of\s+(?P<one>[^,;]+?)\s+{_AND}\s+(?:that of\s+|of\s+)?"
        rf"(?P<other>[^,;]+?){_WHEN}",
    )
)
LEAST_WORDS = 3  # of a question that stands by itself


@dataclass(frozen=True)
class Both:
    """Two questions, as they are written. `pointing`: what the second calls without naming it, “it”."""

    first: str
    second: str
    pointing: str = ""

    @property
    def subject(self) -> str:
        """What the first is about, in its words, for what the second points at; "" where it names none."""
        found = _SUBJECT.match(self.first)
        return found["what"] if found else ""

    @property
    def names_something(self) -> bool:
        """Whether the second question has a name or a number of its own."""
        return re.search(r"(?<=\s)(?:[“\"]?[A-ZÄÖÜÉ]\w|\w*\d)", self.second) is not None

    def naming(self, subject: str) -> str:
        """The second question with the subject in place of what only points at it."""

        def named(match: re.Match[str]) -> str:
            return f"{subject}’s" if match["own"] else subject

        return _POINTING.sub(named, self.second, count=1)


def both_in(question: str) -> Both | None:
    """The two questions that a text asks; None where it asks one, or more than two."""
    text = " ".join(question.split())
    parts = [part.strip(" ,;") for part in _BETWEEN.split(text)]
    if len(parts) != 2 or any(len(part.split()) < LEAST_WORDS for part in parts):
        return None
    first, second = parts
    if not _BEGINS.match(first) or _GOES_ON.fullmatch(second):
        return None
    if one := _WHICH_ONE.match(second):
        those = _THOSE.match(first)
        which = f"Which of the {those['what']} that {those['are']}{one['rest']}" if those else ""
        return Both(_asked(first), _asked(which)) if which else None
    pointing = "" if _OF_NOBODY.search(second) else _POINTING.search(second)
    return Both(_asked(first), _asked(second), pointing[0] if pointing else "")


def sides_in(question: str) -> Both | None:
    """The same question of each of two that are to be compared; None where a text compares nothing so."""
    text = " ".join(question.split())
    found = next((match for pattern in _SIDES if (match := pattern.fullmatch(text))), None)
    if found is None:
        return None
    when = found["when"] or ""
    one, other = (_asked(f"what is the {found['what']} of {found[side]}{when}") for side in ("one", "other"))
    return Both(one, other)


def _asked(part: str) -> str:
    bare = part.rstrip(" .?!")
    return f"{bare[:1].upper()}{bare[1:]}?"
