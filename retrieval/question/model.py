"""What a question asks for, as its readers tell it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from reading.values.periods import Period
from retrieval.question.kinds import (
    DOCUMENT_NOUNS,
)
from retrieval.question.naming.mentions import Mention
from retrieval.question.naming.names import Names
from retrieval.question.periods.times import TimeReference


def blanked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text with blanks for the characters of `spans`."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


@dataclass(frozen=True, kw_only=True)
class QueryAnalysis:
    """`kind`: lookup | list | count | sum | average | highest | lowest | compare | conflict | version.

    `question`: as it stands alone; a follow-up with what it takes from the question before, whose parts
    are named in `inherited`. All characters are its. `transformed_query`: what is searched for.
    `locations` are documents' places, `other_places` what else the question names as one.
    `measures` are canonical names; `document_nouns` as in DOCUMENT_NOUNS, “document” for any.
    `periods`: the spans whose figures are asked for, of which `period_spans` are the characters.
    `confidence`: 0–1, lowered by each of the `doubts`. `unknown_names` stand nowhere in the documents.
    `reader`: rules | model. `strangers`: characters of names that only begin as one of the documents' does.
    """

    question: str
    transformed_query: str
    kind: str = "lookup"
    time_references: tuple[TimeReference, ...] = ()
    periods: tuple[Period, ...] = ()
    measures: tuple[Mention, ...] = ()
    organizations: tuple[Mention, ...] = ()
    people: tuple[Mention, ...] = ()
    products: tuple[Mention, ...] = ()
    locations: tuple[Mention, ...] = ()
    other_places: tuple[Mention, ...] = ()
    events: tuple[Mention, ...] = ()
    topics: tuple[Mention, ...] = ()
    buckets: tuple[Mention, ...] = ()
    document_nouns: tuple[Mention, ...] = ()
    further_types: tuple[str, ...] = ()
    inherited: tuple[str, ...] = ()
    is_comparison: bool = False
    is_temporal: bool = False
    is_factual: bool = True
    is_analytical: bool = False
    confidence: float = 1.0
    doubts: tuple[str, ...] = ()
    unknown_names: tuple[str, ...] = ()
    reader: str = "rules"
    strangers: tuple[tuple[int, int], ...] = ()
    names: Names = field(default_factory=Names, repr=False, compare=False)  # by which it was read

    @property
    def calling(self) -> str:
        """The question in which whom it calls is looked for: without others' names, in place."""
        return blanked(self.question, self.strangers)

    @property
    def period_spans(self) -> tuple[tuple[int, int], ...]:
        return tuple((time.start, time.end) for time in self.time_references if time.periods)

    @property
    def time_spans(self) -> tuple[tuple[int, int], ...]:
        return tuple((time.start, time.end) for time in self.time_references)

    @property
    def date_from(self) -> date | None:
        """The first day asked for; None where it is left open."""
        starts = [time.date_from for time in self.time_references]
        return min((day for day in starts if day), default=None) if None not in starts else None

    @property
    def date_to(self) -> date | None:
        ends = [time.date_to for time in self.time_references]
        return max((day for day in ends if day), default=None) if None not in ends else None

    @property
    def likely_document_types(self) -> tuple[str, ...]:
        of_nouns = [t for noun in self.document_nouns for t in DOCUMENT_NOUNS.get(noun.name, ())]
        return tuple(dict.fromkeys([*of_nouns, *self.further_types]))

    def as_json(self) -> dict[str, object]:
        def names(mentions: Sequence[Mention]) -> list[str]:
            return [mention.name for mention in mentions]

        return {
            "kind": self.kind,
            "transformed_query": self.transformed_query,
            "time_references": [time.as_json() for time in self.time_references],
            "date_from": self.date_from and str(self.date_from),
            "date_to": self.date_to and str(self.date_to),
            "periods": [period.text for period in self.periods],
            "measures": names(self.measures),
            "organizations": names(self.organizations),
            "people": names(self.people),
            "products": names(self.products),
            "locations": names((*self.locations, *self.other_places)),
            "topics": names(self.topics),
            "buckets": names(self.buckets),
            "document_types": list(self.likely_document_types),
            "is_comparison": self.is_comparison,
            "is_temporal": self.is_temporal,
            "is_factual": self.is_factual,
            "is_analytical": self.is_analytical,
            "inherited": list(self.inherited),
            "confidence": round(self.confidence, 2),
            "doubts": list(self.doubts),
            "reader": self.reader,
        }
