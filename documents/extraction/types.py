"""One type for what is read from a document, whether rules or a model read it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a fact stands. `page` counts from 1; `quote` is the words as they stand there."""

    page: int | None
    quote: str


@dataclass(frozen=True, kw_only=True)
class ClaimDraft:
    place: Place
    claim_text: str
    claim_type: str = "fact"
    topic: str = ""
    confidence: float = 0.5
    source_section: str = ""
    is_quantitative: bool = False
    can_be_verified: bool = False


@dataclass(frozen=True, kw_only=True)
class RowDraft:
    """`properties`: column header → value; numbers (int or float) in base units, else text."""

    place: Place
    table: str
    table_index: int
    row: int
    label: str
    properties: dict[str, str | int | float | None]


@dataclass(frozen=True, kw_only=True)
class MetricDraft:
    """`numeric_value` in base units, per cent as a fraction. `row`: (table_index, row) it came from.

    `confidence`: 0–1, of unit, scale and period together.
    """

    place: Place
    metric_name: str
    value: str
    numeric_value: Decimal | None
    unit: str = ""
    scale: Decimal = Decimal(1)
    canonical_name: str = ""
    period: str = ""
    period_start: date | None = None
    period_end: date | None = None
    fiscal_year: int | None = None
    fiscal_quarter: int | None = None
    context: str = ""
    comparison_base: str = ""
    entity_name: str = ""
    category: str = ""
    confidence: float = 0.8
    row: tuple[int, int] | None = None


@dataclass(frozen=True, kw_only=True)
class EntityDraft:
    place: Place
    entity_name: str
    entity_type: str
    role: str = "mentioned"
    title: str = ""
    context: str = ""


@dataclass(frozen=True, kw_only=True)
class TopicDraft:
    place: Place
    topic_name: str
    is_primary: bool = False


@dataclass
class Essence:
    """What a document is. Empty strings and None where the reader could not tell."""

    title: str = ""
    summary: str = ""
    purpose: str = ""
    key_conclusion: str = ""
    document_type: str = ""
    document_date: date | None = None
    period_start: date | None = None
    period_end: date | None = None
    confidence_level: str = ""
    fiscal_year_end_month: int | None = None
    fiscal_year_offset: int = 0
    fiscal_year_borrowed: bool = False  # told by other documents of the same company
    answers_questions_about: list[str] = field(default_factory=list)
    use_when: list[str] = field(default_factory=list)
    do_not_use_for: list[str] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class ContextDraft:
    """What a chunk is about, by rules or in the words of a model."""

    topic: str = ""
    key_information: str = ""
    retrieval_hint: str = ""


@dataclass
class Reading:
    """Everything one reader took from a document."""

    essence: Essence = field(default_factory=Essence)
    claims: list[ClaimDraft] = field(default_factory=list)
    metrics: list[MetricDraft] = field(default_factory=list)
    rows: list[RowDraft] = field(default_factory=list)
    entities: list[EntityDraft] = field(default_factory=list)
    topics: list[TopicDraft] = field(default_factory=list)
    contexts: dict[int, ContextDraft] = field(default_factory=dict)  # by the chunk's index
    left_out: list[str] = field(default_factory=list)  # sentences: what a model did not give, and why

    @property
    def is_empty(self) -> bool:
        """Whether nothing was read."""
        return Reading(left_out=self.left_out) == self
