"""Whether an answer answers what was asked: each part of the question has its place in it, or is named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from agentic.evidence import CheckedNumber, Draft, Evidence
from agentic.verification.fitting.answered import Part, answered_by
from agentic.verification.fitting.asked import Asked
from agentic.verification.fitting.givers import number_givers
from agentic.verification.fitting.kinds import lacks_of_kind
from agentic.verification.fitting.lacks import lacks_of
from agentic.verification.fitting.told import Told
from agentic.verification.fitting.words import WORD, not_taken, share_of, unplaced, words_of
from retrieval.question.model import QueryAnalysis

MOST_LEFT = 0.34


@dataclass(frozen=True)
class Fit:
    """`missing`: a sentence for each part of the question that the answer leaves out.

    `answered`: what the answer is of: measure, whose, when, how grouped, on which conditions.
    `lacks_a_part`: it is of another measure, company or time, or of less of them. `not_considered`: words of
    the question that the answer does not speak of, as they stand there; `left` tells which share of all, 0–1,
    these are.
    """

    missing: tuple[str, ...] = ()
    answered: tuple[Part, ...] = ()
    lacks_a_part: bool = False
    not_considered: tuple[str, ...] = ()
    left: Callable[[], float] = lambda: 0.0

    @property
    def covers(self) -> bool:
        return not self.missing

    @property
    def is_near(self) -> bool:
        """Whether words that are quoted give what is asked, though not all of it in its words."""
        return not self.lacks_a_part and self.left() <= MOST_LEFT

    def as_json(self) -> dict[str, Any]:
        return {
            "covers": self.covers,
            "missing": list(self.missing),
            "not_considered": list(self.not_considered),
            "answered": [each._asdict() for each in self.answered],
        }


def fit_of(
    draft: Draft,
    numbers: Sequence[CheckedNumber],
    evidence: Evidence,
    *,
    question: str,
    analysis: QueryAnalysis | None = None,
) -> Fit:
    """How far the answer is one to the question. `analysis`: as it was understood, where that is known."""
    told = Told(draft, numbers, evidence)
    asked = Asked(question.replace(draft.left_open, " ") if draft.left_open else question, analysis)
    left = unplaced(asked, told)
    lacks = tuple(dict.fromkeys((*lacks_of(asked, told), *lacks_of_kind(asked, told))))
    words = words_of(left, asked.bare)

    def share_left() -> float:
        givers = None if told.numbers else number_givers(question, analysis, evidence.spans)
        return share_of(asked, told, left) if givers is None or givers else 1.0

    skipped = [word for lack in lacks for word in WORD.findall(lack.words)]
    return Fit(
        missing=(*(lack.sentence for lack in lacks), *not_taken(words)),
        answered=tuple(answered_by(asked, told)),
        lacks_a_part=bool(lacks),
        not_considered=tuple(dict.fromkeys((*skipped, *words))),
        left=share_left,
    )
