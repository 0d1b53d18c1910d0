"""What an answer rests on, and the answer itself. Every route returns the same `Evidence`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from retrieval.question.model import QueryAnalysis
from retrieval.spans import FactKey, Span

NumberStatus = Literal["exact", "rounded", "computed", "curated", "unsupported"]


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A number that the evidence holds. `value` in base units, per cent as a fraction.

    `text` as written on the page; `scale` is `value` divided by the number as written. `measure`: its
    canonical name, where it has one. `heading`: what stands over its row. `formula`: how it follows from
    others, where it stands nowhere.
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
    heading: str = ""
    formula: str = ""

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
    """How much of the workspace an answer rests on, in numbers of documents.

    `total`: that could be asked; `considered`: that were looked through, `documents` where they are not all.
    `matched`: in which something was found; `read`: whose facts or passages the answer was made from. Both
    are None where a query folded its rows, so that nobody can tell. `waiting`: that are still being read.
    """

    total: int
    considered: int
    documents: frozenset[int] | None = None
    matched: int | None = 0
    read: int | None = 0
    without_facts: int = 0
    waiting: int = 0

    def of(self, evidence: Evidence) -> Coverage:
        """The same with what `evidence` holds; what disagrees may come from outside the first choice."""
        read = {span.document_id for span in evidence.places}
        matched = read.union(evidence.found_in, (span.document_id for span in evidence.rows))
        if not matched and any(table.rows for table in evidence.tables):
            return replace(self, matched=None, read=None)
        further = 0 if self.documents is None else len(matched - self.documents)
        considered = self.considered + further
        return replace(self, considered=considered, matched=len(matched), read=len(read))

    def as_json(self) -> dict[str, Any]:
        names = ("considered", "matched", "read", "total", "without_facts", "waiting")
        return {name: getattr(self, name) for name in names} | {"text": str(self)}

    def __str__(self) -> str:
        """“Searched 10 of 10 documents; 3 match, 2 read; 1 has no figures”."""
        parts = [f"Searched {self.considered:,} of {self.total:,} document{'' if self.total == 1 else 's'}"]
        if self.matched:
            parts.append(
                f"{self.matched:,} {'matches' if self.matched == 1 else 'match'}, {self.read:,} read"
            )
        if self.without_facts:
            parts.append(f"{self.without_facts:,} {'has' if self.without_facts == 1 else 'have'} no figures")
        if self.waiting:
            parts.append(f"{self.waiting:,} {'is' if self.waiting == 1 else 'are'} still being read")
        return "; ".join(parts)


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """`spans` are numbered from 1 in the order given: an answer cites them as [1], [2], …

    `found_in`: documents in which a search found something, read or not. `tried`: what was looked for, in
    words, for the case that nothing was found. `curated`: figures that a
    curator set to what their words do not show → a sentence that says so.
    """

    spans: tuple[Span, ...] = ()
    figures: tuple[Figure, ...] = ()
    tables: tuple[ResultTable, ...] = ()
    coverage: Coverage | None = None
    tried: tuple[str, ...] = ()
    nearest: tuple[Span, ...] = ()
    curated: Mapping[FactKey, str] = field(default_factory=dict)
    found_in: frozenset[int] = frozenset()

    @property
    def places(self) -> Iterator[Span]:
        """Where the answer's words and figures stand."""
        yield from self.spans
        yield from (figure.span for figure in self.figures if figure.span)

    @property
    def rows(self) -> Iterator[Span]:
        """Where the rows of results stand, as far as that is known."""
        yield from (span for table in self.tables for span in table.spans if span)


COMES_NEAREST = "The words quoted come nearest to the question, but are not its own: read them."


@dataclass(frozen=True, kw_only=True)
class Draft:
    """An answer before its numbers are checked: Markdown with citations as [n].

    `clarify`: what to choose from, as `agentic.search.decisions.steps.Clarification`; `matches`: the
    conditions by which all that was found can be had as a file. `plan`: the expression that was computed,
    as JSON, and as a sentence under `text`. `looked_up`: the same of figures that are only given or
    compared; it says no more than they do, so that whether the answer fits is not judged by it.
    `tentative`: it stands only where nothing else answers, as a refusal does until the text was searched.
    `left_open`: what else the question asks, which the text does not answer. `warnings`: what a reader is to
    know beside it. `about`: whom and what its documents are of. `carried`: what a conversation goes on with.
    `claims`: the beginning of the text that is the answer, where what follows is only quoted and no number
    of it is one of the answer; None: all of the text. `absent`: whom the question compares with others
    though no document mentions them. `read_as`: the question in the words that it was understood in, where
    these are of another language. `may_mean`: what words of the question may mean beside what was taken for
    them. `is_unpicked`: it quotes a table or a form, and does not say which of its words is the answer.
    `unseen`: a sentence on documents of the kind that it could not take in.
    `is_nearest`: it quotes what comes nearest, in other words than those of the question, and stands only
    where nothing else answers.
    """

    text: str
    answered: bool = True
    clarification: str = ""
    clarify: Mapping[str, Any] | None = None
    matches: Mapping[str, Any] | None = None
    plan: Mapping[str, Any] | None = None
    looked_up: Mapping[str, Any] | None = None
    tentative: bool = False
    left_open: str = ""
    warnings: tuple[str, ...] = ()
    about: str = ""
    carried: Mapping[str, Any] | None = None
    claims: str | None = None
    absent: tuple[str, ...] = ()
    read_as: QueryAnalysis | None = None
    may_mean: tuple[str, ...] = ()
    is_unpicked: bool = False
    is_nearest: bool = False
    unseen: str = ""


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

    `quote`, `document`, `page`: its source, for exact, rounded and curated; `as_written`: what stands there
    for it; `formula` for computed; `note` says who set a curated one.
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
    as_written: str = ""
    formula: str = ""
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """`fit`: {covers, missing, answered}, as `agentic.verification.fit` tells it; None of no answer."""

    text: str
    answered: bool
    citations: tuple[Citation, ...] = ()
    numbers: tuple[CheckedNumber, ...] = ()
    tables: tuple[ResultTable, ...] = ()
    coverage: Coverage | None = None
    tried: tuple[str, ...] = ()
    nearest: tuple[Citation, ...] = ()
    clarification: str = ""
    clarify: Mapping[str, Any] | None = None
    matches: Mapping[str, Any] | None = None
    warnings: tuple[str, ...] = field(default_factory=tuple)
    plan: Mapping[str, Any] | None = None
    fit: Mapping[str, Any] | None = None
    carried: Mapping[str, Any] | None = None

    @property
    def proven(self) -> int:
        return sum(number.status not in ("curated", "unsupported") for number in self.numbers)

    def as_json(self) -> dict[str, Any]:
        """What `Run.result` holds; decimals and dates are left to the JSON encoder."""
        result = asdict(self)
        if self.coverage is not None:
            result["coverage"] = self.coverage.as_json()
        return result
