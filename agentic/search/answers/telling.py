"""An answer of the search agent in the making: what it cites, counts and names, its conditions in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from agentic.citations.marks import mark_among
from agentic.evidence import Coverage, Draft, Evidence, Figure, ResultTable, Span
from agentic.facts.wording import joined
from agentic.outcome import Outcome
from agentic.properties.telling import plural
from agentic.search.decisions.steps import Decomposition
from documents.models import Workspace
from reading.values.quantities import find_quantities
from retrieval.annotations.conditions import OF_TABLES
from retrieval.annotations.fields import Fields
from retrieval.scope.filters import SAID

SAYS = {
    "=": "is", "<>": "is not", "≠": "is not", "<": "under", "<=": "at most", "≤": "at most", ">": "over",
    ">=": "at least", "≥": "at least", "~": "has", "in": "is", "between": "between",
}  # fmt: skip

assert set("=≠<≤>≥~") < set(SAID.replace(", ", "")), "every operator has its words"


@dataclass
class Telling:
    """An answer in the making."""

    asked: Decomposition
    known: Fields
    question: str
    workspace: Workspace
    coverage: Coverage
    tried: tuple[str, ...]
    missing: tuple[str, ...] = ()
    spans: list[Span] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)

    def cite(self, span: Span) -> str:
        return mark_among(self.spans, span)

    def count(self, number: int, what: str) -> str:
        """A count, which the check of numbers then knows."""
        self.figures.append(
            Figure(
                value=Decimal(number),
                text=f"{number:,}",
                label=f"number of {what}",
                formula=f"counted: {what}",
            )
        )
        return f"{number:,}"

    def name(self, name: str, span: Span) -> None:
        """The numbers in a name are no figures that an answer would have to prove otherwise: “AlphaSolar
        320”.
        """
        for quantity in find_quantities(name):
            self.figures.append(
                Figure(
                    value=quantity.value,
                    text=quantity.text,
                    unit=quantity.unit,
                    label=name,
                    formula=f"counted: a part of the name {name}",
                )
            )

    def outcome(self, text: str, tables: Sequence[ResultTable], **more: Any) -> Outcome:
        evidence = Evidence(
            spans=tuple(self.spans),
            figures=tuple(self.figures),
            tables=tuple(tables),
            coverage=self.coverage,
            tried=self.tried,
            found_in=frozenset(span.document_id for table in tables for span in table.spans if span),
        )
        return Draft(text=text, plan=self.plan, **more), evidence

    @property
    def plan(self) -> dict[str, Any] | None:
        """What is answered and which of the question's words it was read from, as JSON and as a sentence."""
        asked = self.asked
        if asked.intent not in ("list", "compute"):
            return None
        missing = {word.casefold() for word in self.missing}
        read = [word for word in re.findall(r"[\w&’'/-]+", self.question) if word.casefold() not in missing]
        what = (
            f"{asked.function} of {asked.measure or self.nouns}"
            if asked.function
            else f"list of {self.nouns}"
        )
        which = self.which()
        return {
            "ask": asked.function or asked.intent,
            "conditions": [which] if which else [],
            "group_by": asked.group_by,
            "text": f"{what}{f' {which}' if which else ''}; read from: {' '.join(read)}",
        }

    @property
    def nouns(self) -> str:
        """What is listed or counted, in the plural: “receipts”, “documents”, “rows”."""
        kinds = self.asked.kinds
        return joined([plural(kind) for kind in kinds]) if kinds else "documents"

    def which(self) -> str:
        """“with tire in a row, with notice period under 60 days”."""
        parts = []
        for name, condition in self.asked.constraints.items():
            if name == "kind" or (name, dict(condition)) == ("table", OF_TABLES):
                continue
            parts.append(_said(name, condition, self.known))
        parts += [f"in {bucket}" for bucket in self.asked.buckets]
        return ", ".join(parts)


def _said(name: str, condition: Mapping[str, Any], known: Fields) -> str:
    op, value, unit = str(condition.get("op", "=")), condition.get("value"), condition.get("unit") or ""
    if name == "text":
        return f"with “{value}” in a row"
    if name == "about":
        return f"about “{value}”"
    if name == "document_id":
        return "that the question names"
    if name == "month" and op == "~":
        return f"of month {str(value).strip('-')}"
    if name == "dates":
        told = f"from {value[0]} to {value[1]}" if isinstance(value, list) else f"{SAYS.get(op, op)} {value}"
        return f"dated {told}"
    info = known.get(name)
    title = small(info.title) if info else name.replace("_", " ")
    values = value if isinstance(value, list) else [value]
    if op == "between" and len(values) == 2:
        return f"with {title} from {values[0]} to {values[1]} {unit}".rstrip()
    told = " or ".join(str(each) for each in values)
    if op in ("≠", "<>", "!="):
        return f"with another {title} than {told}"
    if op in ("in", "="):
        return f"with {told} as {title}" if not unit else f"with {title} {told} {unit}"
    return f"with {title} {SAYS.get(op, op)} {told} {unit}".rstrip()


def small(title: str) -> str:
    return title if any(char.isupper() for char in title[1:]) else title.lower()
