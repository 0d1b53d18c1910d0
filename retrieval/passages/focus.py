"""The words of a sentence that answer: what it goes on to say behind the words of the question."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.passages.expected import Expected, asking_words
from retrieval.stems import stems_in

LONGEST = 260  # characters: a longer part is the sentence again
FEWEST_WORDS = 2
LEAST_REPEATED = 0.6  # of the question's words, before what it asks for
MOST_NUMBERS = 0.25  # of the words: a row of a table says nothing in words
LATEST = 0.7  # of the sentence: words behind this only end it
SPOKEN = (
    "en",
)  # languages whose sentences say first what they are about, and whose words of reasons are here
TOKEN = re.compile(r"\w[\w’'.-]*\w|\w")
STANDS = frozenset(
    "is are was were be been has have had the a an our its their we this these those it of".split()
)
_HOW = r"(?:(?:primarily|mainly|largely|principally|partially|partly|mostly|chiefly)\s+)?"
REASON = re.compile(
    rf"\b{_HOW}(?:because(?:\s+of)?|due\s+{_HOW}to|(?:as\s+)?(?:a\s+|the\s+)?results?\s+of|resulting\s+from|"
    rf"resulted\s+{_HOW}from|attribut(?:able|ed)\s+{_HOW}to|driven\s+{_HOW}by|caused\s+{_HOW}by|owing\s+to|"
    r"in\s+order\s+to|so\s+that|since|as(?=\s+(?:the|we|our|it|these|those|they|such)\b))\s+",
    re.IGNORECASE,
)
ASKS_REASON = re.compile(
    r"\bwhat\s+(?:(?:was|is|were|are)\s+the\s+(?:\w+\s+)?(?:reasons?|causes?)\b|(?:has\s+|have\s+)?"
    r"(?:led|caused|drove|driven|impacted|affected|resulted|contributed|explains?)\b)",
    re.IGNORECASE,
)
# A sentence that only introduces a table says behind these what it shows.
INTRODUCES = re.compile(
    r"^(?:the\s+)?(?:following\s+)?table\s+(?:below\s+|above\s+)?(?:sets?\s+(?:forth|out)|shows?|summari[sz]es|presents?|"
    r"provides?|details?|reflects?|discloses?|lists?|represents?|illustrates?|highlights?)\b",
    re.IGNORECASE,
)
OF_ANY = "company group firm report document table report's"
LEADS = re.compile(r"^[\s,:;–—-]*(?:(?:to|our|its|their|that|the|a|an)\s+)?", re.IGNORECASE)
TRAILS = re.compile(r"(?:\s*\([^()]*\))?[\s.,;:]*$")


def focus_of(sentences: Sequence[str], question: str, expected: Expected) -> str:
    """The part that answers, of the sentence that has most of the question's words; "" where there is none.

    Of values that are asked for, and in languages whose sentences are built otherwise, always "".
    """
    if expected.is_value or expected.kind == "yesno" or expected.language not in SPOKEN:
        return ""
    asking = f"{asking_words(question, expected.language)} {OF_ANY}"
    own, filler, *told = stems_in([question, asking, *sentences], expected.language)
    asked = own - filler
    is_reason = expected.kind == "reason" or bool(ASKS_REASON.search(question))
    pairs = [
        (text, stems)
        for text, stems in zip(sentences, told, strict=True)
        if not is_reason or REASON.search(text)
    ]
    best, _ = max(pairs, key=lambda pair: len(asked & pair[1]), default=("", frozenset()))
    part = _reason(best) if is_reason else _introduced(best) or _behind(best, asked, expected.language)
    part = TRAILS.sub("", LEADS.sub("", part))
    words = part.split()
    is_row = sum(any(sign.isdigit() for sign in word) for word in words) > MOST_NUMBERS * len(words)
    return part if len(words) >= FEWEST_WORDS and len(part) <= LONGEST and not is_row else ""


def _reason(sentence: str) -> str:
    match = REASON.search(sentence)
    return sentence[match.end() :] if match else ""


def _introduced(sentence: str) -> str:
    match = INTRODUCES.search(sentence)
    return sentence[match.end() :] if match else ""


def _behind(sentence: str, asked: frozenset[str], language: str) -> str:
    """What follows the words of the question, where it has most of them and goes on."""
    tokens = list(TOKEN.finditer(sentence))
    read = stems_in([token[0] for token in tokens], language)
    said = {stem for own in read for stem in own} & asked
    if not said or len(said) < LEAST_REPEATED * len(asked):
        return ""
    first = {stem: next(at for at, own in enumerate(read) if stem in own) for stem in said}
    at = max(first.values())
    if tokens[at].start() > LATEST * len(sentence):
        return ""
    while at + 1 < len(tokens) and tokens[at + 1][0].lower() in STANDS:
        at += 1
    return sentence[tokens[at].end() :]
