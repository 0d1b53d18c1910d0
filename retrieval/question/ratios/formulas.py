"""Formulas as people write them in `ratios.toml`: `(current_assets - inventory) / current_liabilities`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from decimal import Decimal

from retrieval.question.plans.model import (
    Apply,
    Average,
    Beside,
    Expression,
    First,
    Growth,
    Leaf,
    Number,
    Operator,
)

_OPERATORS: dict[type[ast.operator], Operator] = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "divide",
}


class BadFormula(ValueError):
    """A formula that is none; the message says which part is not understood."""


def parse_formula(text: str, *, named: dict[str, Expression] | None = None) -> Expression:
    """The expression that a formula says. `named`: what its words stand for that are no measures.

    Functions: `average(m)` of a balance over the year, `before(m)` of the year before, `first(a, b)` the
    first for which everything is stored, `beside(m, n)` the sum of figures on one page, `growth(m)` by what
    part it grew over the year. Raises `BadFormula`.
    """
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        raise BadFormula(f"“{text}” is no formula.") from error
    return _read(tree, named or {})


def _read(node: ast.expr, named: dict[str, Expression]) -> Expression:
    if isinstance(node, ast.Name):
        return named.get(node.id) or Leaf(node.id)
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return Number(Decimal(str(node.value)))
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return Apply(_OPERATORS[type(node.op)], _read(node.left, named), _read(node.right, named))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
        return _call(node.func.id, [_read(each, named) for each in node.args])
    raise BadFormula(f"“{ast.unparse(node)}” is not understood in a formula.")


def _call(name: str, given: list[Expression]) -> Expression:
    if name == "first":
        return First(tuple(given))
    if name == "beside" and (own := tuple(each for each in given if isinstance(each, Leaf))) == tuple(given):
        return Beside(own)
    if name == "average" and len(given) == 1:
        return over_parts(given[0], Average)
    if name == "before" and len(given) == 1:
        return over_parts(given[0], lambda leaf: Leaf(leaf.measure, leaf.years + 1))
    if name == "growth" and len(given) == 1:
        return Growth(given[0])
    raise BadFormula(f"“{name}” is no function of formulas: use average, before, beside, first or growth.")


def over_parts(expression: Expression, change: Callable[[Leaf], Expression]) -> Expression:
    """The expression with each of its figures changed: the average of a sum is the sum of averages."""
    if isinstance(expression, Leaf):
        return change(expression)
    if isinstance(expression, Apply):
        left, right = over_parts(expression.left, change), over_parts(expression.right, change)
        return Apply(expression.operator, left, right)
    if isinstance(expression, First):
        return First(tuple(over_parts(each, change) for each in expression.of))
    raise BadFormula("Only figures, sums and differences can be averaged.")
