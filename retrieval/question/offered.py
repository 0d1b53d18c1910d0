"""Questions that offer what may be answered: “Which company delivers the pumps, Brandt or Okafor?”"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from retrieval.passages.scoring import Scored
from retrieval.passages.subject import Subject, joined
from retrieval.passages.values import Value

_NAME = r"(?:(?:in\s)?the\s)?[A-ZÀ-ÖØ-Þ0-9][^,;:?]*?"
OFFERED = re.compile(
    r"^(?P<rest>\W*(?i:(?:in |at |on )?which|who|what|whose)\b.*?\S)[,:]\s+"
    rf"(?P<names>{_NAME}(?:,\s{_NAME})*,?\s+or\s+{_NAME})\s*\?\s*$"
)
BETWEEN = re.compile(r",?\s+or\s+(?:in\s)?(?:the\s)?|,\s+(?:the\s)?", re.IGNORECASE)
CAPITAL = re.compile(r"^(?:the\s)?[A-ZÀ-ÖØ-Þ0-9]")
# What is more or less of something is told by its value, not by who has it.
COMPARED = re.compile(
    r"\b(?:more|less|fewer|most|least|better|worse|first|last|earlier|later|\w{3,}er than|"
    r"(?:is|was|are|were|has|had|pays?|paid|costs?|took|takes) (?:the )?\w{2,}(?:er|est))\b",
    re.IGNORECASE,
)
LEAST = 0.6  # of the question's words in what is told of one of them
MARGIN = 0.15  # of them that nothing told of another has


@dataclass(frozen=True)
class Offer:
    """`rest`: the question without the names that it offers."""

    rest: str
    names: tuple[str, ...]

    def without(self, subject: Subject) -> Subject:
        """What else the question is about."""
        own = f" {' '.join(map(joined, self.names))} "
        left = [name for name in subject.names if f" {joined(name)} " not in own]
        return replace(
            subject, names=tuple(left), exact=tuple(m for m in subject.exact if joined(m) not in own)
        )

    def named_in(self, text: str) -> list[str]:
        words = f" {joined(text)} "
        return [name for name in self.names if f" {joined(name)} " in words]


def offered_in(question: str) -> Offer | None:
    """The names that a question offers; None where it offers none, or asks which has more of something."""
    found = OFFERED.match(question)
    if found is None or COMPARED.search(found["rest"]):
        return None
    names = [re.sub(r"^the\s", "", name.strip()) for name in BETWEEN.split(found["names"])]
    if len(names) < 2 or not all(CAPITAL.match(name) for name in names):
        return None
    return Offer(f"{found['rest']}?", tuple(names))


def chosen_of(offer: Offer, scored: Sequence[Scored]) -> list[Scored]:
    """The window that tells what is asked of one of the names, where nothing is told so of another."""
    best: dict[str, Scored] = {}
    for each in scored:
        for name in _whose(offer, each):
            if name not in best or each.words > best[name].words:
                best[name] = each
    if not best:
        return []
    (name, window), *others = sorted(best.items(), key=lambda item: -item[1].words)
    if window.words < LEAST or any(window.words - other.words < MARGIN for _, other in others):
        return []
    window.value = Value(name, 0, 0)
    return [window]


def _whose(offer: Offer, each: Scored) -> Iterator[str]:
    """The one name that stands in the window, else in what its document is called or begins with."""
    for text in (each.window.whole, each.passage.called, each.passage.identity):
        if named := offer.named_in(text):
            yield from named if len(named) == 1 else ()
            return
