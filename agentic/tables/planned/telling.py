"""Statements in words: what is folded, and the conditions that rows meet."""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

Heading = Callable[[str, str], str]  # of a table's column
_COMPARED = {
    exp.EQ: "is", exp.NEQ: "is not", exp.GT: "is above", exp.GTE: "is at least", exp.LT: "is below",
    exp.LTE: "is at most", exp.Like: "is like",
}  # fmt: skip
_FOLDED = {exp.Sum: "sum", exp.Avg: "average", exp.Max: "highest", exp.Min: "lowest"}


def measure_of(expression: exp.Expr, heading: Heading) -> str:
    """“sum of Amount”, “number of rows”, “share”."""
    folded = expression.unalias()
    column = folded.find(exp.Column)
    named = heading(column.table, column.name) if column is not None else ""
    if isinstance(folded, exp.Count):
        return f"number of different {named}" if folded.find(exp.Distinct) and named else "number of rows"
    if isinstance(folded, exp.Div):
        case = folded.find(exp.If)
        return f"share of those where {_condition(case.this, heading)}" if case is not None else "share"
    word = next((word for kind, word in _FOLDED.items() if isinstance(folded, kind)), "")
    return f"{word} of {named}" if word else named or "rows"


def fold_of(expression: exp.Expr) -> str:
    """What rows are folded into: count, share, sum, average, highest or lowest."""
    folded = expression.unalias()
    if isinstance(folded, exp.Count | exp.Div):
        return "count" if isinstance(folded, exp.Count) else "share"
    return next((word for kind, word in _FOLDED.items() if isinstance(folded, kind)), "value")


def conditions_of(statement: exp.Select, heading: Heading) -> str:
    """What the rows meet, joined by “and”."""
    where = statement.args.get("where")
    if where is None:
        return ""
    return (
        " and ".join(_condition(each, heading) for each in where.this.flatten() if each)
        if isinstance(where.this, exp.And)
        else _condition(where.this, heading)
    )


def _condition(condition: exp.Expr, heading: Heading) -> str:
    condition = condition.unnest()
    if isinstance(condition, exp.Not) and isinstance(inner := condition.this.unnest(), exp.Exists):
        table = inner.find(exp.Table)
        return f"none of {table.name.replace('_', ' ')} belongs to it" if table else "none belongs to it"
    if isinstance(condition, exp.Is) and isinstance(condition.expression, exp.Null):
        return f"{_said(condition.this, heading)} is not told"
    if isinstance(condition, exp.Between):
        low, high = (_said(condition.args[end], heading) for end in ("low", "high"))
        return f"{_said(condition.this, heading)} is between {low} and {high}"
    word = next((word for kind, word in _COMPARED.items() if isinstance(condition, kind)), "")
    if word and isinstance(condition, exp.Binary):
        return f"{_said(condition.left, heading)} {word} {_said(condition.right, heading)}"
    return _said(condition, heading)


def _said(part: exp.Expr, heading: Heading) -> str:
    if isinstance(part, exp.Column):
        return heading(part.table, part.name)
    if isinstance(part, exp.Literal):
        return str(part.this)
    made = part.transform(
        lambda node: (
            exp.to_identifier(heading(node.table, node.name)) if isinstance(node, exp.Column) else node
        )
    )
    return str(made.sql(dialect="sqlite")).replace('"', "")
