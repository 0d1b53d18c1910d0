"""Whether an answer gives the figures of a reference answer, within rounding."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Literal

from agentic.statements import quantities_in
from documents.quantities import Quantity

Verdict = Literal["right", "partly", "wrong", "read"]


def judge(answer: str, gold: str) -> Verdict:
    """How many of the reference's figures the answer holds: all, some or none.

    “read” where the reference has no figure: a person must compare the words.
    """
    wanted = [quantity for quantity, _ in quantities_in(gold)]
    if not wanted:
        return "read"
    given = [quantity for quantity, _ in quantities_in(answer)]
    found = [any(matches(quantity, want) for quantity in given) for want in wanted]
    if all(found):
        return "right"
    return "partly" if any(found) else "wrong"


def matches(given: Quantity, wanted: Quantity) -> bool:
    """Whether both may be roundings of one number.

    Signs are left out, since “fell by 3%” and “-3%” say the same; so are scales that only one side
    writes out, since references name theirs in the question (“in USD millions: 1577”).
    """
    if (given.unit == "%") != (wanted.unit == "%") and given.unit and wanted.unit:
        return False
    return any(abs(one - other) <= step / 2 for one, other, step in _readings(given, wanted))


def _readings(given: Quantity, wanted: Quantity) -> Iterable[tuple[Decimal, Decimal, Decimal]]:
    """Pairs of values to compare, each with the coarser of the two last digits."""
    one, other = abs(given.value), abs(wanted.value)
    yield one, other, max(given.step, wanted.step)
    if given.scale != wanted.scale:
        written = abs(given.value / given.scale), abs(wanted.value / wanted.scale)
        yield *written, max(given.step / given.scale, wanted.step / wanted.scale)
