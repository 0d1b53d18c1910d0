"""What a question lists, counts or adds up: documents of a sort, or the values that they give."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from agentic.search.joins.asked import LINKING, akin_to
from agentic.search.lists.sorts import Sort
from agentic.search.lists.verbs import regular
from retrieval.annotations.roles import roles
from retrieval.stems import stems

Form = Literal["count", "sum", "list", "who", "worth"]
_THE = r"(?:\s+(?:all|of|the|those|any))*\s+"
_OPENS: tuple[tuple[Form, re.Pattern[str]], ...] = (
    (
        "worth",
        re.compile(
            r"^\W*(?:what|how much)\s+(?:do|does|did)\s+(?:all\s+)?(?:the\s+)?(?P<rest>.+?)\s+"
            r"(?:come|amount|add up)\s+to\b",
            re.IGNORECASE,
        ),
    ),
    ("count", re.compile(r"^\W*how many\s+(?P<rest>.+)", re.IGNORECASE)),
    (
        "sum",
        re.compile(
            rf"^\W*(?:(?:what|how much)\s+(?:is|was|are|were)\s+)?(?:the\s+)?(?:total|sum){_THE}(?P<rest>.+)",
            re.IGNORECASE,
        ),
    ),
    (
        "sum",
        re.compile(r"^\W*what\s+(?:is|was)\s+the\s+(?P<rest>.+\b(?:in total|altogether)\b.*)", re.IGNORECASE),
    ),
    (
        "list",
        re.compile(
            rf"^\W*(?:please\s+)?(?:list|show|name|find|give)(?:\s+me)?{_THE}(?P<rest>.+)", re.IGNORECASE
        ),
    ),
    (
        "list",
        re.compile(
            r"^\W*(?:(?:on|in|at|from|to|for|by|with|of)\s+)?(?:which|what)\s+(?!is\b|was\b|are\b|were\b)(?P<rest>.+)",
            re.IGNORECASE,
        ),
    ),
    ("who", re.compile(r"^\W*(?:by\s+)?whom?\s+(?P<rest>.+)", re.IGNORECASE)),
)
MOST_WORDS = 4  # of what is listed
BREAKS = re.compile(
    r"\b(?:were|was|are|is|did|does|do|have|has|had|that|which|with|of|under|over|for|to|by|at|in|on|from)\b",
    re.IGNORECASE,
)
ON_DAY = re.compile(r"\w\s+on$", re.IGNORECASE)  # “Delivered on”
DAY = re.compile(r"\b(?:dates?|days?|time)\b", re.IGNORECASE)
OF_DOER = re.compile(r"\b(?:by|to|from)$", re.IGNORECASE)  # “Offered by” gives no offers
# What restricts otherwise than by a value, an amount or the first of several is left to other ways.
LEFT = re.compile(
    r"\b(?:not|no|never|neither|without|except|excluding|before|after|since|until|between|during|within|same|"
    r"other|another|both|either|or|and|if|per|each|every|average|mean|share|percentage|first|last|next|second|"
    r"third|only|than\s+(?:the|in|on))\b",
    re.IGNORECASE,
)
# Verbs that say no more than that something is there or was done.
LIGHT = """do make carry take place conduct perform hold happen occur exist concern involve relate regard file
    submit issue have there serve"""


@dataclass(frozen=True)
class Wanted:
    """`label`: whose values are told, counted or added up; empty for the documents. `said`: its words."""

    form: Form
    sort: Sort
    label: str
    said: str


def content_of(text: str) -> frozenset[str]:
    """The stems that say something, without those that only hold a question together."""
    return frozenset(stems(regular(text)) - stems(" ".join(LINKING)) - stems(LIGHT))


def opens_list(question: str) -> bool:
    """Whether it begins as a question for a list, a count or a sum does, whatever documents there are."""
    return any(opens.match(question) for _, opens in _OPENS)


def wanted_in(question: str, sorts: Sequence[Sort]) -> list[Wanted]:
    """The ways in which what the question begins with can be meant; none where it is another question."""
    for form, opens in _OPENS:
        if match := opens.match(question):
            words = re.findall(r"[\w’'-]+", match["rest"])
            if form == "who":
                return _of_persons(words, sorts)
            sizes = range(min(MOST_WORDS, len(words)), 0, -1)
            heads = [words[:size] for size in sizes if not _is_cut_short(words, size)]
            named = (found for head in heads if (found := _by_name(form, head, sorts)))
            if form == "worth":
                return _worth(next(named, []))
            labels = next((found for head in heads if (found := _by_label(form, head, sorts))), [])
            return labels or ([] if form == "sum" else next(named, []))
    return []


def _by_label(form: Form, words: Sequence[str], sorts: Sequence[Sort]) -> list[Wanted]:
    """The values of the properties that are called so, no word more and none less."""
    own, asks_day = content_of(" ".join(words)), DAY.search(" ".join(words))
    return [
        Wanted(form, sort, label, _said(words))
        for sort in sorts
        for label, telling in sort.of_labels.items()
        if same_words(own, telling) and (asks_day or not DAY.search(label)) and not OF_DOER.search(label)
    ]


def _by_name(form: Form, words: Sequence[str], sorts: Sequence[Sort]) -> list[Wanted]:
    """The documents that are called so, or by a part of it beside what they give: “service visits”."""
    said = _said(words)
    own = content_of(said)
    if not own or said != " ".join(words):
        return []
    return [
        Wanted(form, sort, "", said)
        for sort in sorts
        if all(akin_to(stem, sort.words) for stem in own) and any(akin_to(stem, sort.called) for stem in own)
    ]


def _worth(ways: Iterable[Wanted]) -> list[Wanted]:
    """What documents come to: the sum of what they give as their total."""
    total = roles()["amount"]
    ranked = [(way, label, total.rank(label)) for way in ways for label in way.sort.labels]
    told = sorted((each for each in ranked if each[2] is not None), key=lambda each: (each[2], each[1]))
    best = {way.sort.name: replace(way, form="sum", label=label) for way, label, _ in reversed(told)}
    return list(best.values())


def _is_cut_short(words: Sequence[str], size: int) -> bool:
    """Whether a noun is cut from what it goes with: “port” of “port calls”."""
    return size < len(words) and _is_plural(words[size]) and not _is_plural(words[size - 1])


def _is_plural(word: str) -> bool:
    return word.endswith("s") and not word.endswith(("ss", "us", "is")) and not BREAKS.fullmatch(word)


def _said(words: Sequence[str]) -> str:
    """The words but for those that say nothing and what comes after them: “claims were made”."""
    size = 1
    while size < len(words) and (content_of(words[size]) or _is_cut_short(words, size)):
        size += 1
    return " ".join(words[:size])


def _of_persons(words: Sequence[str], sorts: Sequence[Sort]) -> list[Wanted]:
    """“Who examined …”: the properties whose labels are made of the verb."""
    plain = (regular(word) for word in words if not BREAKS.fullmatch(word))
    verb: set[str] = next((own for word in plain if (own := stems(word))), set())
    return [
        Wanted("who", sort, label, label.lower())
        for sort in sorts
        for label, telling in sort.of_labels.items()
        if any(akin_to(stem, telling) for stem in verb) and not DAY.search(label)
    ]


def same_words(one: Iterable[str], other: Iterable[str]) -> bool:
    """Whether each stem of either is of a word of the other."""
    one, other = set(one), set(other)
    return (
        bool(one and other)
        and all(akin_to(stem, other) for stem in one)
        and all(akin_to(stem, one) for stem in other)
    )
