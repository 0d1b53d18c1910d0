"""Whether what is told is of the time that a question sets: before, during or after something, or at once."""

from __future__ import annotations

import re

from retrieval.alike.things import things_in
from retrieval.passages.subject import STEM

OF_MANNER = things_in("at once")  # notice that is given is no end at once
# Times that exclude each other, by the words before what they are of: “after the probation period”.
_TIMES = {
    "before": r"before|prior to|vor|avant|antes de|prima di|voor",
    "during": r"during|while|throughout|während|pendant|durant|durante|tijdens",
    "after": r"after|following|upon the end of|nach(?: ablauf)?|après|después de|dopo|na(?: afloop)?",
}
TIMED = re.compile(
    "|".join(
        rf"\b(?:{words})\s+(?:(?:the|der|des|die|das|dem|la|le|les|el|il|lo|de|het|his|her|its|their)\s+)*"
        rf"(?P<{name}>[^\W\d_]{{4,}})"
        for name, words in _TIMES.items()
    ),
    re.IGNORECASE,
)
# What is asked is what is done then: words that say it of no time tell something else.
# “A talk about what to do after a flood” asks for the talk.
DONE_AT = re.compile(
    r"(?<!about what to )(?<!on what to )(?<!on how to )\b(?:do|done|happen\w*|complete\w*)"
    r" (?P<when>before|after)\b",
    re.IGNORECASE,
)


def is_of_its_time(text: str, question: str) -> bool:
    """Whether the text tells of nothing after what the question asks for during or before it, and so on.

    What may be done at once is told by words that say so.
    """
    if not things_in(question) & OF_MANNER <= things_in(text):
        return False
    asked, told = _timed(question), _timed(text)
    if (bound := DONE_AT.search(question)) and not re.search(
        rf"\b(?:{_TIMES[bound['when'].lower()]}|first)\b", text, re.I
    ):
        return False
    return all(word not in told or when & told[word] for word, when in asked.items())


def _timed(text: str) -> dict[str, set[str]]:
    """By the beginning of each word that a time is set by whether it is before, during or after it."""
    found: dict[str, set[str]] = {}
    for match in TIMED.finditer(text):
        found.setdefault(match[match.lastgroup or 0].casefold()[:STEM], set()).add(match.lastgroup or "")
    return found
