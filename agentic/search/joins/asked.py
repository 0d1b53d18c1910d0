"""What a question for a value asks by way of another document: “Who approved the order of note DN-55161?”.

Its parts are the label that is asked for, the names and numbers that are given, and the words between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agentic.search.decisions.words import EXTREME, SUMS
from reading.lexicon import MONTH_NAME
from retrieval.stems import stems, stems_of_each

# What restricts the documents otherwise than by naming something is left to other ways.
RESTRICTS = re.compile(
    r"\b(?:not|no|never|neither|without|except|excluding|more|less|fewer|longer|shorter|later|earlier|over|above|"
    r"below|before|after|since|until|between|during|within|least|most|same|other|another|both|either|or|and|if)\b",
    re.IGNORECASE,
)
OPENS = re.compile(
    r"^\W*(?:(?:please\s+)?(?:tell me|give(?: me)?|show(?: me)?|name|find|list)\s+)?"
    r"(?P<word>(?:to|by|for|from|with|under|in|at|on)\s+)?"
    r"(?P<wh>who|whom|whose|when|where|which|what|how (?:much|many|long|large|big|high|heavy|old)|the)\b",
    re.IGNORECASE,
)
# A name's words begin with a capital letter or hold a digit.
_PART = r"(?:(?:Dr|Prof|Mr|Mrs|Ms|St)\.|(?=\S*\d)\w(?:[\w/.-]*\w)?|[A-ZÀ-Þ](?:[\w&’'/.-]*\w)?)"
NAME = re.compile(rf"(?<![\w-]){_PART}(?:\s+(?:(?:&|of|de|van|von)\s+)?{_PART})*")
# A time that is no day tells which of many are meant.
SPAN = re.compile(
    rf"(?:(?:{MONTH_NAME}|Q[1-4]|H[12]|FY|[Ff]iscal|[Yy]ear)\W*)*(?:(?:19|20)\d\d)?|\d\d?", re.IGNORECASE
)
# Words that only say that two things belong together, or hold a question together.
LINKING = frozenset(
    """belong refer relate mention cite name base cover concern come make made have apply go link connect
    associate correspond attach accompany use need require contain include involve describe deal give state
    say tell
    list show find current currently respective please document file someone somebody person whole total sum
    overall altogether much many long company firm business organization organisation
    whose""".split()
)
ENDINGS = re.compile(r"(?:e?rs?|ors?|r|ment|ion|ant|ee|ier|al|ing|i|y|e|s|ed)")  # “suppli” and “supplier”
LEAST = 4  # letters of a stem that another may go on with
GENERIC = frozenset("by date number no name of to the on code id ref reference at in for from".split())
MOST_BEFORE = 3  # words before what is asked for that say nothing: “What is the exact …”


@dataclass(frozen=True)
class Asked:
    """`labels`: what is asked for, as documents write it. `names`: what is given.

    `words`: the stems of what is left, which the documents have to bear out. `opens`: who, when, how much …
    """

    text: str
    opens: str
    labels: tuple[str, ...]
    names: tuple[str, ...]
    words: frozenset[str]
    label_stems: frozenset[str] = frozenset()
    is_sum: bool = False

    def fits(self, value: str) -> bool:
        """Whether a value is of the sort that is asked for: a day of “when”, no number of “who”."""
        if self.opens == "when":
            return re.search(r"\d{1,4}\D+\w+\D+\d{1,4}|\d{4}", value) is not None
        if self.opens.startswith("who"):
            return not any(map(str.isdigit, value))
        return self.opens != "how much" or any(map(str.isdigit, value))


def asked_of(text: str, labels: Sequence[str]) -> Asked | None:
    """The question in its parts; None where it is no such question. `labels`: those of all properties."""
    opens = OPENS.match(text)
    if opens is None or RESTRICTS.search(text[opens.end() :]) or EXTREME.search(text):
        return None
    names = names_in(text, opens.end())
    if any(SPAN.fullmatch(name) for name in names):
        return None
    plain = _without(text[opens.end() :], names)
    wanted = _labels_first_named(plain, labels, is_who=opens["wh"].lower().startswith("who"))
    if not wanted:
        return None
    is_sum = bool(SUMS.search(text))
    if is_sum and not names:  # of all there are, not of what one document is linked with
        return None
    own = frozenset(stems(" ".join(wanted)))
    rest = frozenset(stem for stem in stems(plain) - stems(" ".join(LINKING)) if not akin_to(stem, own))
    return Asked(text, opens["wh"].lower(), wanted, names, rest, own, is_sum=is_sum)


def names_in(text: str, start: int) -> tuple[str, ...]:
    """Names, numbers and days, as they stand."""
    found = [match[0].rstrip(".") for match in NAME.finditer(text, start)]
    return tuple(dict.fromkeys(name for name in found if len(name) > 2))


def _without(text: str, names: Iterable[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    return text


def _labels_first_named(text: str, labels: Sequence[str], *, is_who: bool) -> tuple[str, ...]:
    """The labels whose words the question says before those of any other, the most words first."""
    words = re.findall(r"[\w’'-]+", text)
    of_words = stems_of_each(words)
    of_labels = stems_of_each(labels)
    best: list[tuple[int, int, str]] = []
    for label in labels:
        own = telling_stems(of_labels[label])
        if not own:
            continue
        places = [_place(stem, words, of_words) for stem in own]
        if any(place is None for place in places):
            continue
        first = min(place for place in places if place is not None)
        best.append((first, -len(own), label))
    if not best:
        return _by_its_first_word(words, of_words, of_labels)
    first, most, _ = min(best)
    before = [word for word in words[:first] if of_words[word] and word.lower() not in LINKING]
    if len(before) > (0 if not is_who else MOST_BEFORE):
        return _by_its_first_word(words, of_words, of_labels)
    return tuple(label for at, size, label in best if (at, size) == (first, most))


def _by_its_first_word(
    words: Sequence[str], of_words: dict[str, frozenset[str]], of_labels: dict[str, frozenset[str]]
) -> tuple[str, ...]:
    """“Excess per claim” where a question asks for “the excess” and no other label has the word."""
    first = next((word for word in words if of_words[word] and word.lower() not in LINKING), "")
    having = [label for label, own in of_labels.items() if first and own & of_words[first]]
    is_begun = len(having) == 1 and having[0].split()[0].casefold() == first.casefold()
    return (having[0],) if is_begun else ()


def telling_stems(own: Iterable[str]) -> set[str]:
    """The stems of a label that say what it gives: “approv” of “Approved by”."""
    return {stem for stem in own if stem not in GENERIC and not stem.isdigit()}


def _place(stem: str, words: Sequence[str], of_words: dict[str, frozenset[str]]) -> int | None:
    """Where the stem stands, “total” before it counted in."""
    at = next((at for at, word in enumerate(words) if akin_to(stem, of_words[word])), None)
    return at - 1 if at and SUMS.fullmatch(words[at - 1]) else at


def akin_to(stem: str, others: Iterable[str]) -> bool:
    return any(akin(stem, other) for other in others)


def akin(one: str, other: str) -> bool:
    """Whether two stems are of one word: “inspect” and “inspector”, “suppli” and “supplier”."""
    if one == other:
        return True
    short, long = sorted((one.rstrip("iy"), other.rstrip("iy")), key=len)
    if len(short) == LEAST - 1:
        return long == f"{short}er"  # “own” and “owner”
    if len(short) < LEAST or not long.startswith(short):
        return False
    ending = long[len(short) :]
    is_analyst = ending == "t" and short.endswith("s")  # “analys”, “analyst”
    return is_analyst or ENDINGS.fullmatch(ending or "e") is not None
