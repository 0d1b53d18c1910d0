"""What a question asks of documents by their properties: conditions, groups, the most and the least."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Literal

from retrieval.annotations.qualifiers import Qualifiers
from retrieval.annotations.roles import Role

Ask = Literal["count", "list", "sum", "average", "highest", "lowest"]
Bound = date | Decimal | None


@dataclass(frozen=True)
class Bounds:
    """Between `low` and `high`, each open where it is None and met itself where `with_…` is true.

    `unit`: “days”, a currency or any other; "" where none was said. `said`: as the question writes it.
    """

    low: Bound = None
    high: Bound = None
    with_low: bool = True
    with_high: bool = True
    unit: str = ""
    said: str = ""


@dataclass(frozen=True)
class Condition:
    """What one of `roles` must be: within `bounds`, the `name`, or `given` at all (False: not given)."""

    roles: tuple[Role, ...]
    bounds: Bounds | None = None
    name: str = ""
    given: bool | None = None

    @property
    def role(self) -> Role:
        return self.roles[0]


@dataclass(frozen=True)
class Grouping:
    """By the values of a role, or by the "year", "quarter" or "month" in which its dates lie."""

    role: Role
    span: str = ""

    @property
    def noun(self) -> str:
        return self.span or self.role.noun


@dataclass(frozen=True)
class Request:
    """`nouns`: what the documents are called. `of`: whose values are asked for. `most`: how many of them.

    `among_groups`: the group with the most is asked for, not the document. `words`: of the documents' titles.
    `read`: the question's words that have become a part of it. `among`: which of the documents are meant.
    """

    ask: Ask
    nouns: tuple[str, ...]
    conditions: tuple[Condition, ...] = ()
    of: Role | None = None
    by: Grouping | None = None
    most: int = 1
    among_groups: bool = False
    words: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    among: Qualifiers = field(default_factory=Qualifiers)

    @property
    def is_numbered(self) -> bool:
        """Whether one document is meant, by its number."""
        return any(condition.role.key == "number" and condition.name for condition in self.conditions)

    @property
    def roles(self) -> tuple[Role, ...]:
        """All whose values are needed."""
        wanted = [role for condition in self.conditions for role in condition.roles]
        wanted += [role for role in (self.of, self.by and self.by.role) if role]
        return tuple({role.key: role for role in wanted}.values())
