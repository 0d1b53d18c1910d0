"""What an answer rests on, and the answer itself. Every route returns the same `Evidence`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, Literal

NumberStatus = Literal["exact", "rounded", "computed", "curated", "unsupported"]
FactKey = tuple[str, int]  # the kind and number of a fact


@dataclass(frozen=True, kw_only=True)
class Span:
    """Words on a page. `kind`: metric | row | claim | entity | topic | chunk | document.

    `fact_id` is the row of that kind, `page` counts from 1. `around`: the passage that `quote` was cut from.
    """

    document_id: int
    filename: str
    page: int | None
    quote: str
    kind: str
    fact_id: int | None = None
    section: str = ""
    around: str = ""

    @property
    def fact(self) -> FactKey | None:
        return (self.kind, self.fact_id) if self.fact_id is not None else None


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A number that the evidence holds. `value` in base units, per cent as a fraction.

    `text` as written on the page; `scale` is `value` divided by the number as written. `measure`: its
    canonical name, where it has one.
    """

    value: Decimal
    text: str
    unit: str = ""
    scale: Decimal = Decimal(1)
    label: str = ""
    measure: str = ""
    entity: str = ""
    period: str = ""
    period_start: date | None = None
    period_end: date | None = None
    fiscal_year: int | None = None
    fiscal_quarter: int | None = None
    span: Span | None = None

    @property
    def fact(self) -> FactKey | None:
        return self.span.fact if self.span else None


@dataclass(frozen=True, kw_only=True)
class ResultTable:
    """Rows of a query. `spans[i]` is the place that row i came from, where it is known."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    spans: tuple[Span | None, ...] = ()
    sql: str = ""
    explanation: str = ""
    truncated: bool = False
    seconds: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Coverage:
    """How much of the workspace an answer looked at."""

    searched: int
    total: int
    without_facts: int = 0

    def __str__(self) -> str:
        text = f"Searched {self.searched} of {self.total} documents"
        return f"{text}; {self.without_facts} have no figures" if self.without_facts else text


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """`spans` are numbered from 1 in the order given: an answer cites them as [1], [2], …

    `tried`: what was looked for, in words, for the case that nothing was found. `curated`: figures that a
    curator set to what their words do not show → a sentence that says so.
    """

    spans: tuple[Span, ...] = ()
    figures: tuple[Figure, ...] = ()
    tables: tuple[ResultTable, ...] = ()
    coverage: Coverage | None = None
    tried: tuple[str, ...] = ()
    nearest: tuple[Span, ...] = ()
    curated: Mapping[FactKey, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Draft:
    """An answer before its numbers are checked: Markdown with citations as [n]."""

    text: str
    answered: bool = True
    clarification: str = ""


@dataclass(frozen=True, kw_only=True)
class Citation:
    number: int
    document: str
    document_id: int
    page: int | None
    quote: str
    kind: str = ""
    fact_id: int | None = None


@dataclass(frozen=True, kw_only=True)
class CheckedNumber:
    """A number in the answer. `start`, `end`: its characters in the answer's text.

    `quote`, `document`, `page`: its source, for exact, rounded and curated; `formula` for computed; `note`
    says who set a curated one.
    """

    text: str
    value: Decimal
    start: int
    end: int
    status: NumberStatus
    document: str = ""
    document_id: int | None = None
    page: int | None = None
    quote: str = ""
    formula: str = ""
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Answer:
    text: str
    answered: bool
    citations: tuple[Citation, ...] = ()
    numbers: tuple[CheckedNumber, ...] = ()
    tables: tuple[ResultTable, ...] = ()
    coverage: Coverage | None = None
    tried: tuple[str, ...] = ()
    nearest: tuple[Citation, ...] = ()
    clarification: str = ""
    warnings: tuple[str, ...] = field(default_factory=tuple)

    @property
    def proven(self) -> int:
        return sum(number.status not in ("curated", "unsupported") for number in self.numbers)

    def as_json(self) -> dict[str, Any]:
        """What `Run.result` holds; decimals and dates are left to the JSON encoder."""
        result = asdict(self)
        if self.coverage is not None:
            result["coverage"]["text"] = str(self.coverage)
        return result
