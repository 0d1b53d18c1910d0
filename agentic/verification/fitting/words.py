"""The words of a question that its answer does not speak of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agentic.facts.figures.target import ASKING
from agentic.plans.asked.subjects import YEARS_OF
from agentic.verification.fitting.asked import Asked, without_names
from agentic.verification.fitting.told import SEVERAL, Told
from retrieval.question.grouping import find_grouping
from retrieval.question.naming.subjects import abbreviates
from retrieval.question.periods.times import YEARS_BACK
from retrieval.question.plans.bounds import find_bound
from retrieval.question.wording.words import EVERY
from retrieval.stems import stems

MEAN = re.compile(r"\b(?:average[ds]?|averaging|mean)\b", re.IGNORECASE)
SUM = re.compile(r"\bsum of\b", re.IGNORECASE)
HEAD = re.compile(
    r"\b(?:what|who) (?:is|was|are|were) the (?:\w+ ){0,2}?(?P<noun>\w+) (?:of|for)\b", re.IGNORECASE
)
NAMED = re.compile(r"(?<=[\w,;:’'] )[A-Z][\w&.-]+")  # not the first word of a sentence
NAME = re.compile(r"\b[A-Z][\w&.-]+")
# Of two words or more, which ask for nothing even where each of them could: “United States”.
LONG_NAME = re.compile(r"(?<=[\w,;:’'] )[A-Z][a-z]+(?: [A-Z][a-z]+)+")
# What companies do, and the measure that tells how much of it.
VERBS = {
    "revenue": re.compile(r"\b(?:sells?|sold|bring in|brought in)\b", re.IGNORECASE),
    "net_income": re.compile(r"\bearn(?:s|ed)?\b", re.IGNORECASE),
    "operating_income": re.compile(r"\bearn(?:s|ed)?\b", re.IGNORECASE),
}
WORD = re.compile(r"[\w&%’'-]+")
MOST_WORDS = 4  # of a question that are named as not taken up


def words_of(left: set[str], text: str) -> tuple[str, ...]:
    """The words of these stems, as they stand in the text; a stem that is of none of its words as it is."""
    if not left:
        return ()
    every = (re.sub(r"[’']s$", "", word) for word in WORD.findall(text))
    return tuple(dict.fromkeys(word for word in every if stems(word) & left)) or tuple(sorted(left))


def not_taken(words: Sequence[str]) -> Iterator[str]:
    if words:
        yield f"The answer does not take “{' '.join(words[:MOST_WORDS])}” into account."


def share_of(asked: Asked, told: Told, left: set[str]) -> float:
    """Of a name that is left all, and of what is asked for: nothing answers for these.

    Words that stand near what is quoted count half.
    """
    every = stems(asked.bare) - stems(ASKING) - stems(EVERY)
    named = {stem for name in NAMED.findall(asked.bare) for stem in stems(name)}
    near = {stem for span in told.evidence.spans for stem in stems(span.around)}
    head = HEAD.search(asked.bare)
    if named & (left - near) or (head and stems(head["noun"]) & left):
        return 1.0
    return (len(left - near) + len(left & near) / 2) / max(1, len(every))


def unplaced(asked: Asked, told: Told) -> set[str]:
    """The stems of words that neither ask, nor name a part that is checked of its own, nor are told."""
    text = asked.bare
    is_folded = MEAN.search(told.said) or SUM.search(told.said)
    times = [match.span() for match in YEARS_OF.finditer(text)] if is_folded else []
    spans = times + [(start, end) for _, start, end in asked.measures]
    spans += [(start, end) for _, _, start, end in asked.ratios]
    if grouping := find_grouping(text):
        spans.append((grouping.start, grouping.end))
    if len(told.ends) >= SEVERAL:
        spans += [match.span() for match in YEARS_BACK.finditer(text)]
    if told.plan.get("test") and (bound := find_bound(text)):
        spans.append((bound.start, bound.end))
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    text = without_names(text, asked)
    for name in NAME.findall(text):
        if any(abbreviates(name, figure.entity) for figure in told.figures if figure.entity):
            text = text.replace(name, " ")
    for measure, verbs in VERBS.items():
        if measure in told.measures:
            text = f"{verbs.sub(' ', text)}"
    named = stems(" ".join(LONG_NAME.findall(text)))
    return stems(text) - ((stems(ASKING) | stems(EVERY)) - named) - told.stems
