"""The words of a sentence that answer: what it goes on to say behind the words of the question."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.passages.expected import Expected, asking_words
from retrieval.passages.telling import is_of_numbers
from retrieval.stems import stems_in

LONGEST = 260  # characters: a longer part is the sentence again
FEWEST_WORDS = 2
LEAST_REPEATED = 0.6  # of the question's words, before what it asks for
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
    r"in\s+order\s+to|so\s+that|since(?!\s+(?:the\s+)?(?:last|first|then|early|late|mid|spring|summer|autumn|fall|winter|\d))|as(?=\s+(?:the|we|our|it|these|those|they|such)\b))\s+|"
    r"(?<=\s)(?=to\s+(?:reduce|avoid|prevent|ensure|protect|allow|increase|improve|mitigate|manage|minimi[sz]e|maintain|"
    r"better|assess|support|hedge|limit|reflect|remove|excise|weed|purge|clear|delete|eliminate|get\s+rid|improve)\b)",
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
LEADS = re.compile(
    r"^[\s,:;–—”\"»-]*(?:(?:shall\s+)?means?\s+)?(?:(?:to|as|for)\s+)?(?:(?:our|its|their|that|the|a|an)\s+)?",
    re.IGNORECASE,
)
OF_A_CASE = re.compile(
    r"^\W*(?:when|if|in (?:what|which) (?:cases?|circumstances?)|under (?:what|which))\b", re.IGNORECASE
)
JOINS_ON = re.compile(r"^\W*(?:and|or|but|nor|unless|except)\b", re.IGNORECASE)
# “What is it based on?” is answered without the “on”.
ASKED_WITH = re.compile(r"\b(?:on|upon|of|to|from|by|as|in|at|for|with)\W*$", re.IGNORECASE)
BOUND_WITH = re.compile(r"^(?:on|upon|of|to|from|by|as|in|at|for|with)\s+", re.IGNORECASE)
TRAILS = re.compile(r",\s+(?:while|whereas)\s.*$|;\s+(?:and\s+)?[“\"«].*$|(?:\s*\([^()]*\))?[\s.,;:]*$")


def focus_of(sentences: Sequence[str], question: str, expected: Expected) -> str:
    """The part that answers, of the sentence that has most of the question's words; "" where there is none.

    Of values that are asked for, and in languages whose sentences are built otherwise, always "".
    """
    if expected.is_value or expected.kind == "yesno" or expected.language not in SPOKEN:
        return ""
    if OF_A_CASE.match(question):  # which sentences often name first: no words behind the question's tell it
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
    held = max((asked & stems for text, stems in pairs if text == best), key=len, default=frozenset())
    if any(asked & stems - held for _, stems in pairs):
        return ""  # another sentence has what this one lacks
    part = _reason(best) if is_reason else _introduced(best) or _behind(best, asked, expected.language)
    part = part.lstrip(" ,:;–—-")
    if ASKED_WITH.search(question):
        part = BOUND_WITH.sub("", part)
    part = TRAILS.sub("", part if is_reason else LEADS.sub("", part))
    words = part.split()
    is_short = len(words) >= FEWEST_WORDS and len(part) <= LONGEST and not JOINS_ON.match(part)
    return part if is_short and not is_of_numbers(part) else ""


def _reason(sentence: str) -> str:
    match = REASON.search(sentence)
    return sentence[match.start() :] if match else ""


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
