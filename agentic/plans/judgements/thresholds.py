"""From which value on a ratio is called healthy, leveraged or capital-intensive, and who says so."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from retrieval.question.plans.model import Relation, Test

STABLE, YEARLY_CHANGE = "stable", "yearly_change"  # of no ratio's value, but of how far it moves in a year
CHANGED = "set by RAGSITE_THRESHOLDS"


@dataclass(frozen=True)
class Threshold:
    """`of`: a ratio, or a field of analyses. `is_least`: it holds from the bound on, else below it.

    `floor`: of one that holds below its bound, from where on.
    """

    name: str
    of: str
    bound: Decimal
    is_least: bool
    says: str
    source: str
    floor: Decimal | None = None

    def holds(self, value: Decimal) -> bool:
        if self.floor is not None and value < self.floor:
            return False
        return value >= self.bound if self.is_least else value < self.bound

    def as_test(self, unit: str) -> Test:
        """The bound as a plan has it. `unit`: as for `in_words`."""
        kind = unit if unit in ("%", "days") else ""
        number = self.bound * 100 if kind == "%" else self.bound
        written = f"{number.normalize():f}{'%' if kind == '%' else ''}"
        relation: Relation = "at least" if self.is_least else "below"
        return Test(relation, self.bound, kind, written, self.says, self.source, self.floor)

    def in_words(self, unit: str) -> str:
        """“10% or more”, “less than 1”. `unit`: of the ratio, % | times | days | money."""
        number = self.bound * 100 if unit == "%" else self.bound
        written = f"{number.normalize():f}{'%' if unit == '%' else ''}"
        if self.floor is not None:
            return f"{self.floor:f} to less than {written}"
        return f"{written} or more" if self.is_least else f"less than {written}"


def threshold_called(name: str) -> Threshold:
    return next(each for each in thresholds() if each.name == name)


def thresholds() -> tuple[Threshold, ...]:
    """All, with the values that RAGSITE_THRESHOLDS gives. Raises `ImproperlyConfigured` for unknown names."""
    given: Mapping[str, Decimal] = settings.RAGSITE_THRESHOLDS
    known = _of_file()
    if unknown := given.keys() - {each.name for each in known}:
        names = ", ".join(each.name for each in known)
        raise ImproperlyConfigured(f"RAGSITE_THRESHOLDS names “{sorted(unknown)[0]}”: write one of {names}.")
    return tuple(
        replace(each, bound=given[each.name], source=CHANGED) if each.name in given else each
        for each in known
    )


@cache
def _of_file() -> tuple[Threshold, ...]:
    raw = tomllib.loads(
        Path(__file__).with_name("thresholds.toml").read_text(encoding="utf-8"), parse_float=Decimal
    )
    return tuple(_threshold(name, entry) for name, entry in raw.items())


def _threshold(name: str, entry: dict[str, Any]) -> Threshold:
    is_least = "at_least" in entry
    bound = Decimal(entry["at_least"] if is_least else entry["below"])
    floor = Decimal(entry["from"]) if "from" in entry else None
    return Threshold(name, entry["of"], bound, is_least, entry["says"], entry["source"], floor)
