"""A plan's value: exact, in units that fit, or the sentence that says why there is none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal, localcontext

from agentic.facts.queries import FigureRow
from retrieval.question.plans.model import (
    SIGNS,
    Average,
    Beside,
    Expression,
    First,
    Growth,
    Leaf,
    Number,
    Operator,
    Several,
    years_back,
)
from retrieval.question.ratios.named import ratios

DIGITS = 28  # of a quotient; all else is exact
TWO = Decimal(2)

Lookup = Callable[[Leaf], FigureRow | None]


class NotComputable(Exception):
    """Why an expression has no value, as a sentence; `missing` are the figures that are not stored."""

    def __init__(self, message: str, *, missing: tuple[Leaf, ...] = ()) -> None:
        super().__init__(message)
        self.missing = missing


@dataclass(frozen=True)
class Value:
    """`value` in base units. `unit`: a currency or a thing counted; "" of a pure number.

    `formula`: with the figures as written, `words`: with their names, of the ways that were tried the one
    taken; `rows`: the figures that it was made of, in their order.
    """

    value: Decimal
    unit: str = ""
    formula: str = ""
    rows: tuple[FigureRow, ...] = ()
    is_compound: bool = False
    words: str = ""

    @property
    def bracketed(self) -> Value:
        """The same with its formulas in brackets where they are more than one figure."""
        if not self.is_compound:
            return self
        words = f"({self.words})" if any(f" {sign} " in self.words for sign in SIGNS.values()) else self.words
        return replace(self, formula=f"({self.formula})", words=words)


def evaluate(expression: Expression, lookup: Lookup, written: Callable[[FigureRow], str]) -> Value:
    """The value of the expression. `written`: how a figure is said in the formula. Raises `NotComputable`."""
    if isinstance(expression, Leaf):
        return _figure(expression, lookup, written)
    if isinstance(expression, Number):
        return Value(expression.value, "", f"{expression.value:f}", words=f"{expression.value:f}")
    if isinstance(expression, Average):
        return _average(expression, lookup, written)
    if isinstance(expression, First):
        return _first(expression, lookup, written)
    if isinstance(expression, Beside):
        return _beside(expression, lookup, written)
    if isinstance(expression, Growth):
        return _growth(expression, lookup, written)
    if isinstance(expression, Several):
        raise NotComputable("Several figures are no one value.")
    left, right = _both(expression.left, expression.right, lookup, written)
    return apply(expression.operator, left, right)


def _both(
    left: Expression, right: Expression, lookup: Lookup, written: Callable[[FigureRow], str]
) -> tuple[Value, Value]:
    """The values of both; where figures are missing, all of them are named."""
    first, second = _tried(left, lookup, written), _tried(right, lookup, written)
    if isinstance(first, Value) and isinstance(second, Value):
        return first, second
    failed = [each for each in (first, second) if isinstance(each, NotComputable)]
    raise NotComputable(str(failed[0]), missing=tuple(leaf for each in failed for leaf in each.missing))


def _tried(
    expression: Expression, lookup: Lookup, written: Callable[[FigureRow], str]
) -> Value | NotComputable:
    try:
        return evaluate(expression, lookup, written)
    except NotComputable as error:
        return error


def _figure(leaf: Leaf, lookup: Lookup, written: Callable[[FigureRow], str]) -> Value:
    row = lookup(leaf)
    if row is None:
        raise NotComputable(f"{leaf} is not in these documents.", missing=(leaf,))
    return Value(row.numeric_value, row.unit, written(row), (row,), words=str(leaf))


def _average(average: Average, lookup: Lookup, written: Callable[[FigureRow], str]) -> Value:
    end = _figure(average.of, lookup, written)
    begin = _figure(Leaf(average.of.measure, average.of.years + 1), lookup, written)
    both = apply("add", end, begin)
    formula = f"({both.formula}) ÷ 2"
    return Value(both.value / TWO, both.unit, formula, both.rows, is_compound=True, words=str(average))


def _beside(beside: Beside, lookup: Lookup, written: Callable[[FigureRow], str]) -> Value:
    value = evaluate(beside.sum, lookup, written)
    if len({(row.document_id, row.page) for row in value.rows}) > 1:
        raise NotComputable(f"{beside} do not stand on one page.", missing=beside.of)
    return value


def _first(first: First, lookup: Lookup, written: Callable[[FigureRow], str]) -> Value:
    """Where all ways fail, the one that lacks least is told; of a stated total sooner what it is made of."""
    failed: list[NotComputable] = []
    for each in first.of:
        found = _tried(each, lookup, written)
        if isinstance(found, Value):
            return found
        failed.insert(0, found)
    raise min(failed, key=lambda error: (_is_derived(error), len(error.missing)))


def _is_derived(error: NotComputable) -> bool:
    """Whether all that is missing is what other figures come to."""
    return bool(error.missing) and all(leaf.measure in ratios() for leaf in error.missing)


def _growth(growth: Growth, lookup: Lookup, written: Callable[[FigureRow], str]) -> Value:
    """What it is divided by what it was, less 1; of several years the root of that. From above zero only."""
    new, old = _both(growth.of, years_back(growth.of, growth.years), lookup, written)
    if old.value <= 0 or (growth.years > 1 and new.value < 0):
        raise NotComputable(f"No growth in per cent follows from {old.formula}.")
    grown = apply("divide", new, old)
    if growth.years == 1:
        words = f"({new.bracketed.words} − {old.bracketed.words}) ÷ {old.bracketed.words}"
        return replace(grown, value=grown.value - 1, formula=f"{grown.formula} − 1", words=words)
    with localcontext() as context:
        context.prec = DIGITS
        root = grown.value ** (Decimal(1) / growth.years) if grown.value else Decimal(0)
    formula = f"({grown.formula})^(1/{growth.years}) − 1"
    return replace(grown, value=root - 1, formula=formula, words=str(growth))


def apply(operator: Operator, left: Value, right: Value) -> Value:
    """What comes out, with its unit. Raises `NotComputable` for amounts of two currencies, and for ÷ 0."""
    near, far = left.bracketed, right.bracketed
    made = Value(
        value=Decimal(0),
        formula=f"{near.formula} {SIGNS[operator]} {far.formula}",
        words=f"{near.words} {SIGNS[operator]} {far.words}",
        rows=(*left.rows, *right.rows),
        is_compound=True,
    )
    if operator in ("add", "subtract"):
        if left.unit != right.unit:
            raise NotComputable(
                f"Amounts in {left.unit or 'no unit'} and {right.unit or 'no unit'} have no sum."
            )
        value = left.value + right.value if operator == "add" else left.value - right.value
        return replace(made, value=value, unit=left.unit)
    if operator == "multiply":
        if left.unit and right.unit:
            raise NotComputable("Two amounts have no product.")
        return replace(made, value=left.value * right.value, unit=left.unit or right.unit)
    if not right.value:
        raise NotComputable("What it is divided by is zero.")
    if right.unit and left.unit != right.unit:
        raise NotComputable(f"Amounts in {left.unit or 'no unit'} and {right.unit} are not compared.")
    with localcontext() as context:
        context.prec = DIGITS
        return replace(made, value=left.value / right.value, unit="" if right.unit else left.unit)
