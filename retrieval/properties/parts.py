"""The parts of a question to properties of documents, of which each is taken once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from retrieval.annotations.qualifiers import qualifiers_of
from retrieval.annotations.roles import Role, roles
from retrieval.properties.request import Condition
from retrieval.properties.spoken import Spoken, spoken_in
from retrieval.properties.times import times_in
from retrieval.question.model import QueryAnalysis

# Words that only hold a question together.
FILLERS = frozenset(
    """a an the of in on at to for from with and that which who whose what when is are was were be been being
    do does did has have had having our we us i you me my their its it there this these those all any every
    each how many much number count list show give tell name find please as by per out so they them whole
    altogether together combined sum total totals average mean documents document file files s t
    added add up exactly one ones stated state states give gives given say says ask asks require requires
    required compare if come comes shows collection went go goes gone
    both issue issues charged sent""".split()
)
WITH_THEIR = re.compile(r"\b(?:with|and)\s+(?:their|its)\s*$", re.IGNORECASE)  # which are asked for too
_CANCELLED = re.compile(  # by notice: what the contracts allow, no end of theirs
    r"\b(?:(?:can|could|may) be |be )?(?:terminated|cancelled|canceled|ended)\b"
    r"(?: (?:with|on|by|at|upon|giving))?",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"\s+(?:(?:no|nr|number)\.?\s*|#\s*)?(?P<code>(?!(?:19|20)\d\d(?![\w/-]))(?=[\w./-]*\d{2})[A-Z0-9][\w./-]*\w)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Known:
    """What the documents give. `labels`: in small letters, those that no role of ours has, with their role.

    `names`: values that are names, in small letters, with the roles that they are of. `titles`: the
    words of their titles and files' names. `latest`: their last date.
    """

    labels: Mapping[str, Role] = field(default_factory=dict)
    names: Mapping[str, tuple[Role, ...]] = field(default_factory=dict)
    titles: frozenset[str] = frozenset()
    latest: date | None = None


class Parts:
    """What of a question has its place, and what is still to be bound to a condition."""

    def __init__(self, analysis: QueryAnalysis, known: Known, today: date) -> None:
        self.analysis, self.text, self.known, self.today = analysis, analysis.question, known, today
        self.free = [True] * len(self.text)
        self.places: list[tuple[int, int]] = []
        self.conditions: list[Condition] = []
        self.times = times_in(self.text, today=today, latest=known.latest)
        for time in self.times:
            self.take(time.start, time.end)
        self.among = qualifiers_of(self.text, [(n.start, n.end) for n in analysis.document_nouns])
        for start, end in self.among.spans:
            self.take(start, end)
        self.is_numbered = [n for n in analysis.document_nouns if self._bind_number(n.end)] != []
        self._bind_states()
        self.spoken = spoken_in(self.rest(), known.labels)
        self.unbound = list(self.spoken)
        for each in self.spoken:
            self.take(each.start, each.end)
        for noun in analysis.document_nouns:
            self.take(noun.start, noun.end)
        if any(each.role.key == "notice" for each in self.spoken):
            for match in _CANCELLED.finditer(self.rest()):
                self.take(*match.span())

    def take(self, start: int, end: int) -> None:
        self.free[start:end] = [False] * (end - start)
        self.places.append((start, end))

    def rest(self) -> str:
        """The question with what has been taken left blank."""
        return "".join(char if free else " " for char, free in zip(self.text, self.free, strict=True))

    def use(self, spoken: Spoken) -> Role:
        self.unbound = [each for each in self.unbound if each is not spoken]
        return spoken.role

    def _bind_number(self, at: int) -> bool:
        """“Invoice 4711”: what stands right behind the noun is its number."""
        found = _NUMBERED.match(self.text, at)
        if found is None or not all(self.free[found.start("code") : found.end()]):
            return False
        self.take(*found.span())
        self.conditions.append(Condition((roles()["number"],), name=found["code"]))
        return True

    def _bind_states(self) -> None:
        """“With status expired”: a value right behind its label, before its words can mean anything else."""
        for name, of in self.known.names.items():
            labels = "|".join(re.escape(each.noun) for each in of if each.kind == "any")
            pattern = rf"\b(?:{labels})\s+(?:(?:is|of|=|:)\s+)?[“\"']?{re.escape(name)}(?!\w)[”\"']?"
            if labels and (found := re.search(pattern, self.rest(), re.IGNORECASE)):
                self.take(*found.span())
                self.conditions.append(Condition(of, name=name))
