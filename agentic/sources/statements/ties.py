"""Statements that take the first rows by an order, asked for all that are equal to the last of them."""

from __future__ import annotations

from collections.abc import Sequence

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from agentic.sql.guard import PARSER_ERRORS

MOST_FIRST = 100  # rows that are asked for by an order, above which nobody counts who ties with the last
PLACE = "place"


def with_ties(sql: str, columns: Sequence[str], *, dialect: str) -> tuple[str, int]:
    """The statement by rank in place of its LIMIT, and how many rows the LIMIT took.

    `columns`: what the statement's result calls them. Empty where the statement takes no first rows by an
    order, or cannot be told otherwise.
    """
    try:
        query = sqlglot.parse_one(sql, read=dialect)
        if not isinstance(query, exp.Select) or query.args.get("offset") or _is_distinct_on(query):
            return "", 0
        first, order = _first(query), query.args.get("order")
        names = [name.lower() for name in (*columns, PLACE)]
        if not first or order is None or len({*names}) != len(names):
            return "", 0
        return _ranked(query, order, first, columns).sql(dialect=dialect, comments=False), first
    except (SqlglotError, *PARSER_ERRORS, RecursionError):
        return "", 0


def _ranked(query: exp.Select, order: exp.Order, first: int, columns: Sequence[str]) -> exp.Select:
    inner = query.copy()
    inner.set("order", None)
    inner.set("limit", None)
    if len(inner.selects) == len(columns) and not inner.is_star:
        inner.set("expressions", [_called(*each) for each in zip(inner.selects, columns, strict=True)])
    keys = [_without_aliases(key.copy(), query) for key in order.expressions]
    place = exp.Window(this=exp.Anonymous(this="RANK"), order=exp.Order(expressions=keys))
    inner = inner.select(exp.alias_(place, PLACE), copy=False)
    shown = [exp.column(name, quoted=True) for name in columns]
    outer = exp.select(*shown).from_(inner.subquery("ranked"))
    return outer.where(exp.LTE(this=exp.column(PLACE), expression=exp.Literal.number(first)))


def _called(selected: exp.Expr, name: str) -> exp.Expr:
    return selected if isinstance(selected, exp.Alias) else exp.alias_(selected, name, quoted=True)


def _first(query: exp.Select) -> int:
    """How many rows the statement takes; 0 where all, too many, or nobody can tell."""
    limit = query.args.get("limit")
    told = limit.args.get("count" if isinstance(limit, exp.Fetch) else "expression") if limit else None
    if not isinstance(told, exp.Literal) or told.is_string or (limit and limit.args.get("limit_options")):
        return 0
    return int(told.name) if told.name.isdigit() and int(told.name) <= MOST_FIRST else 0


def _is_distinct_on(query: exp.Select) -> bool:
    distinct = query.args.get("distinct")
    return distinct is not None and distinct.args.get("on") is not None


def _without_aliases(key: exp.Expr, query: exp.Select) -> exp.Expr:
    """A place or a name of what is selected gives way to what it stands for: no window knows it."""
    given = {each.alias.lower(): each.this for each in query.selects if isinstance(each, exp.Alias)}

    def meant(node: exp.Expr) -> exp.Expr:
        if isinstance(node, exp.Column) and not node.table and node.name.lower() in given:
            return exp.paren(given[node.name.lower()].copy())
        return node

    by = key.this if isinstance(key, exp.Ordered) else key
    if isinstance(by, exp.Literal) and by.name.isdigit() and 0 < int(by.name) <= len(query.selects):
        by.replace(exp.paren(query.selects[int(by.name) - 1].unalias().copy()))
        return key
    return key.transform(meant)
