"""An answer about documents by their properties, in the making: its figures, its rows and how it is said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from agentic.evidence import Figure
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.properties import telling
from agentic.properties.sorting import Sorted
from agentic.properties.terms import Value
from agentic.properties.values import Values, money, whole
from documents.models import Document
from retrieval.annotations.roles import Role
from retrieval.properties.request import Request

LISTED = 30  # documents said one by one
CENT = Decimal("0.01")
_DECIMALS = re.compile(r"\d[.,](\d{1,2})(?!\d)")  # of an amount as it is written


class Making:
    """The figures that an answer names, the rows that it shows, and what both rest on."""

    def __init__(
        self,
        case: Case,
        request: Request,
        documents: Sequence[Document],
        values: Values,
        found: Sorted,
        superseded: int,
    ) -> None:
        self.case, self.request, self.documents, self.values = case, request, documents, values
        self.found, self.superseded = found, superseded
        self.figures: list[Figure] = []
        self.rows: list[tuple[tuple[object, ...], Value | None, Document | None]] = []
        self.columns: tuple[str, ...] = ()

    def nouns(self, count: int) -> str:
        nouns = self.request.nouns
        named = wording.joined([telling.plural(noun) if count != 1 else noun for noun in nouns])
        return " ".join([*self.request.words, named])

    def number(self, count: int, of: str = "") -> str:
        """A count, which the check then knows."""
        label = f"number of {self.nouns(2)}{of}"
        self.figures.append(
            Figure(value=Decimal(count), text=str(count), label=label, formula=f"counted: {label}")
        )
        return f"{count:,}"

    def conditions(self, *, many: bool) -> str:
        return wording.joined([telling.condition(each, many=many) for each in self.request.conditions])

    def share(self, count: int) -> str:
        """“7 of 9 contracts”."""
        every = len(self.documents)
        return f"{self.number(count)} of {self.number(every)} {self.nouns(every)}"

    def own(self, role: Role, document: Document) -> Sequence[Value]:
        return self.values.get(role.key, {}).get(document.pk, ())

    def those(self, documents: Sequence[Document], what: str) -> list[str]:
        if not documents:
            return []
        count = len(documents)
        named = ", ".join(f"{each.filename} {self.case.cite(whole(each))}" for each in documents[:LISTED])
        return [
            f"{self.number(count, f' that give {what}')} {'gives' if count == 1 else 'give'} {what}: {named}"
        ]

    def of_meeting(self, role: Role) -> tuple[list[tuple[Document, Value]], list[Document]]:
        """The documents with their one value; those that give none, or several."""
        with_value, without = [], []
        for document in self.found.meeting:
            own = self.own(role, document)
            if len(own) == 1:
                with_value.append((document, own[0]))
            else:
                without.append(document)
        return with_value, without

    def total(self, role: Role, values: Sequence[Value]) -> str:
        """Their sum or average, said, and known to the check by its formula."""
        numbers = [value.content for value in values if isinstance(value.content, Decimal)]
        total, unit = sum(numbers, Decimal(0)), values[0].unit
        self.figures += [figure for value in values if (figure := value.figure)]
        formula = " + ".join(value.text for value in values[:LISTED])
        if self.request.ask == "average":
            total, formula = (
                (total / len(numbers)).quantize(CENT, ROUND_HALF_UP),
                f"({formula}) ÷ {len(numbers)}",
            )
        decimals = max(len(found[1]) if (found := _DECIMALS.search(value.text)) else 0 for value in values)
        text = f"{money(total, '')} days" if unit == "days" else money(total, unit, decimals)
        known_unit = unit or ""
        self.figures.append(
            Figure(
                value=total,
                text=text,
                unit=known_unit,
                label=f"{self.request.ask} of {role.noun}",
                formula=formula,
            )
        )
        return text


def order_of(content: date | Decimal | str) -> tuple[Decimal, str]:
    """By which values of one kind stand in their order."""
    if isinstance(content, date):
        return Decimal(content.toordinal()), ""
    return (content, "") if isinstance(content, Decimal) else (Decimal(0), content)
