"""The numbers that are compared: those of the evidence and those of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from agentic.evidence import Span
from agentic.verification.sentences.clauses import Said, said_of
from agentic.verification.sentences.statements import (
    Statement,
)
from reading.values.periods import Period
from reading.values.quantities import Quantity

ONE = Decimal(1)


@dataclass(frozen=True, kw_only=True)
class Known:
    """A number that the evidence holds. `unit` None: not known. `step`: worth of its last written digit.

    `is_result`: it stands in no document, a query has computed it. `is_undated`: it has a period, in the head
    of its column, that is not known here. `said`: what its sentence says of it; None for a figure of a table.
    """

    value: Decimal
    unit: str | None
    text: str
    step: Decimal
    scale: Decimal = ONE
    label: str = ""
    measure: str = ""
    entity: str = ""
    start: date | None = None
    end: date | None = None
    year: int | None = None
    quarter: int | None = None
    periods: tuple[Period, ...] = ()
    words: str = ""
    said: Said | None = None
    span: Span | None = None
    is_result: bool = False
    is_undated: bool = False
    formula: str = ""

    @property
    def quote(self) -> str:
        return self.span.quote if self.span else ""


@dataclass(frozen=True)
class Stated:
    """A number of an answer with its sentence. `periods`: those that it is said of, or that are asked for.

    `is_asked`: the periods are the question's, which may name years as the company does not.
    """

    quantity: Quantity
    statement: Statement
    periods: tuple[Period, ...] = ()
    is_asked: bool = False

    @property
    def said(self) -> Said:
        return said_of(self.statement.text, self.quantity.start - self.statement.start)
