"""A window of a passage as it is scored: by the rare words of the question, meaning, and a value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from retrieval.passages.expected import Expected
from retrieval.passages.values import Value
from retrieval.passages.windows import Window
from retrieval.search.results import Hit

IN_HEADING = 0.85  # what a word is worth that stands over a window, or for which another of its meaning does
MEANING, WORDS, TYPE = 0.45, 0.55, 0.3  # what each part of a score is worth
LATER = 0.02  # less for each rank of the passage's page, and for each further sentence
SUPERSEDED = 0.3  # less for an edition that another has taken the place of
LIKE_ASKED = 0.8  # least cosine of two questions that ask the same; others of one list reach .73
ASKED_OVER = 0.4  # more for a window that answers the same question
TOKEN = re.compile(r"\w[\w’'-]*")


@dataclass(frozen=True)
class Passage:
    """The text of a page, or of a part of a long one, that was found.

    `identity`: what its document is, with how it begins; `called`: what it goes by, without that.
    """

    hit: Hit
    page: int
    text: str
    identity: str
    rank: int
    called: str = ""


@dataclass
class Scored:
    """`words`: share of what the question's words are worth that stands there; `meaning`: a cosine.

    `value`: of the kind that is expected, the one nearest to the words; `near`: 0–1; `others`: those further
    off, the nearest first. `lacking`: of what is asked, beside what names the document. `asked_over`: the
    cosine of a question that stands over the window, which it answers. `is_labelled`: a name stands right
    behind a label that has words of the question.
    """

    passage: Passage
    window: Window
    words: float
    own: frozenset[str]
    missing: frozenset[str]
    meaning: float = 0.0
    value: Value | None = None
    near: float = 0.0
    extra: float = field(default=0.0)
    lacking: frozenset[str] = frozenset()
    others: tuple[Value, ...] = ()
    asked_over: float = 0.0
    is_labelled: bool = False

    @property
    def score(self) -> float:
        further = len(self.window.units) - 1
        return (
            WORDS * self.words
            + MEANING * self.meaning
            + TYPE * self.near
            + self.extra
            + (ASKED_OVER if self.is_asked_over else 0.0)
            - LATER * (self.passage.rank + further)
            - (SUPERSEDED if self.passage.hit.superseded else 0.0)
        )

    @property
    def is_asked_over(self) -> bool:
        return self.asked_over >= LIKE_ASKED


@dataclass(frozen=True)
class Asked:
    """The question's stems with what each is worth. `marks`: its numbers, marks and words in quotes.

    `alike`: of a stem the marks of the things that its word names, for which other words may stand.
    """

    question: str
    expected: Expected
    worth: Mapping[str, float]
    marks: tuple[str, ...] = ()
    alike: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def total(self) -> float:
        return sum(self.worth.values()) or 1.0
