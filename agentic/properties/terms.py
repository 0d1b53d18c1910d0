"""A value that a document gives, and the end that follows from a contract's start and its term."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from agentic.evidence import Figure, Span
from reading.values.legal_forms import without_legal_form
from reading.values.quantities import find_quantities

LENGTH = re.compile(r"^\W*(?P<many>\d{1,3})\s*(?P<unit>year|month|week|day)s?\W*$", re.IGNORECASE)
MONTHS = {"year": 12, "month": 1}
DAYS = {"week": 7, "day": 1}


@dataclass(frozen=True)
class Value:
    """`content`: a date, a number (of `unit`: days or a currency) or a name. `text`: as it is said.

    `formula`: how it follows from others, where no document states it.
    """

    content: date | Decimal | str
    text: str
    span: Span
    rank: int = 0
    unit: str = ""
    formula: str = ""

    @property
    def key(self) -> object:
        """By which two values are the same."""
        return name_key(self.content) if isinstance(self.content, str) else (self.content, self.unit)

    @property
    def figure(self) -> Figure | None:
        """As the check of numbers knows it."""
        if not isinstance(self.content, Decimal):
            return None
        found = find_quantities(self.text)
        quantity = found[0] if found else None
        value = quantity.value if quantity else self.content
        unit, scale = (quantity.unit, quantity.scale) if quantity else (self.unit, Decimal(1))
        return Figure(
            value=value, text=self.text, unit=unit, scale=scale, label=self.span.quote[:80], span=self.span,
            formula=self.formula,
        )  # fmt: skip


def name_key(name: str) -> str:
    """By which two ways of writing a name are one: without legal form, signs and capitals."""
    return re.sub(r"[^\w&]+", " ", without_legal_form(name.strip(" .,;"))).casefold().strip()


def said_day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def ends_of_terms(
    first: Mapping[int, Sequence[Value]], lengths: Mapping[int, Sequence[Value]], renewing: Collection[int]
) -> dict[int, Sequence[Value]]:
    """The last day of each document that gives one start and one term: the day before the term is over.

    `renewing`: documents that may go on.
    """
    found: dict[int, Sequence[Value]] = {}
    for document, terms in lengths.items():
        starts = first.get(document, ())
        if len(starts) != 1 or len(terms) != 1 or not isinstance(starts[0].content, date):
            continue
        if last := last_day(starts[0].content, terms[0].text):
            follows = f"{starts[0].text} and {terms[0].text}"
            renewed = ", if it is not renewed" if document in renewing else ""
            text = f"{said_day(last)} (from its start on {starts[0].text} and its term{renewed})"
            found[document] = [Value(last, text, terms[0].span, formula=follows)]
    return found


def last_day(first: date, length: str) -> date | None:
    """The last day of so many years, months, weeks or days from the first on; None of another length."""
    said = LENGTH.match(length)
    if said is None:
        return None
    many, unit = int(said["many"]), said["unit"].lower()
    if unit in DAYS:
        return first + timedelta(days=many * DAYS[unit] - 1)
    months = first.year * 12 + first.month - 1 + many * MONTHS[unit]
    year, month = months // 12, months % 12 + 1
    return date(year, month, min(first.day, monthrange(year, month)[1])) - timedelta(days=1)
