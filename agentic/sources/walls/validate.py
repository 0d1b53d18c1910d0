"""The first wall round a source: one SELECT over its own tables and columns, with allowed functions only.

What runs is written anew from the checked tree, as with `agentic.sql.guard`, whose checks hold here too.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.scope import Scope, traverse_scope

from agentic.sources.walls.functions import is_allowed
from agentic.sql.functions import name_of
from agentic.sql.guard import (
    NODES,
    PARSER_ERRORS,
    TOO_DEEP,
    guard,
    limited,
    read_query,
    refusal_of,
)
from agentic.sql.limits.series import number_of
from agentic.sql.refusal import UnsafeSQL
from retrieval.tables.schema import Column, Schema, Table

MAX_FILL = 1_000  # characters that a padding or repeating call may be asked for
_OTHER_NODES = (*NODES, exp.Lambda, exp.Qualify)
_BARE = frozenset(
    "current_catalog current_role current_schema current_user session_user system_user user".split()
)
Columns = Mapping[str, Column] | None  # by name in lower case; None where nobody can tell


@dataclass(frozen=True)
class Validated:
    """`shown`: with at most so many rows; `asked`: with one more, which tells whether there are more."""

    shown: str
    asked: str
    tables: tuple[str, ...]


def validate(sql: str, *, schema: Schema, dialect: str, rows: int) -> Validated:
    """The statement that may run on a source of `dialect`. Raises `UnsafeSQL` with what is wrong."""
    query = read_query(sql, dialect)
    try:
        if dialect != "postgres":
            for node in query.walk():
                _check_node(node, dialect)
        tables = tuple(dict.fromkeys(_checked_tables(query, schema, frozenset())))
        _check_columns(query, schema, dialect)
        if dialect == "postgres":
            written = _written(query, dialect)
            paths = [table.path if table.schema else f"public.{table.path}" for table in schema.tables]
            shown, asked = (guard(written, relations=paths, limit=most) for most in (rows, rows + 1))
        else:
            shown, asked = (_written(limited(query.copy(), most), dialect) for most in (rows, rows + 1))
    except RecursionError as error:
        raise UnsafeSQL(TOO_DEEP) from error
    return Validated(shown, asked, tables)


def _written(query: exp.Query, dialect: str) -> str:
    return query.sql(dialect=dialect, comments=False)


def _check_node(node: exp.Expr, dialect: str) -> None:
    if isinstance(node, exp.Func):
        if not is_allowed(node, dialect):
            raise UnsafeSQL(f"The function {name_of(node)} cannot be used: leave it out.")
        if isinstance(node, exp.Repeat | exp.Pad):
            _check_length(node)
    elif not isinstance(node, _OTHER_NODES) or isinstance(node, exp.ObjectIdentifier):
        raise UnsafeSQL(refusal_of(node))
    elif isinstance(node, exp.Dot) and isinstance(node.expression, exp.Func):
        raise UnsafeSQL(f"Call {name_of(node.expression)} without a schema in front of it.")
    elif isinstance(node, exp.Column) and not node.table and node.name.lower() in _BARE:
        raise UnsafeSQL(f"The function {node.name.lower()} cannot be used: leave it out.")


def _check_length(node: exp.Func) -> None:
    number = number_of(node.args.get("times") or node.args.get("expression"))
    if number is None or number > MAX_FILL:
        raise UnsafeSQL(f"{name_of(node)} may fill at most {MAX_FILL:,} characters: write a smaller number.")


def _checked_tables(node: exp.Expr, schema: Schema, ctes: frozenset[str]) -> Iterator[str]:
    """The paths of the tables that are read. Raises `UnsafeSQL` for one that is not the source's."""
    with_ = node.args.get("with_")
    if with_ is not None:
        if with_.args.get("recursive"):
            ctes = ctes | {cte.alias.lower() for cte in with_.expressions}
        for cte in with_.expressions:
            yield from _checked_tables(cte, schema, ctes)
            ctes = ctes | {cte.alias.lower()}
    if isinstance(node, exp.Table) and not isinstance(node.this, exp.Func) and not node.args.get("rows_from"):
        name = node.name.lower()
        if node.args.get("db") or name not in ctes:
            yield _table(node, schema).path
    for child in node.iter_expressions():
        if child is not with_:
            yield from _checked_tables(child, schema, ctes)


def _table(node: exp.Table, schema: Schema) -> Table:
    path = ".".join(part for part in (node.db, node.name) if part)
    plain = path.removeprefix("public.").removeprefix("main.")
    found = None if node.args.get("catalog") else schema.table(plain)
    if found is None:
        paths = [table.path for table in schema.tables]
        listed = difflib.get_close_matches(plain.lower(), paths, n=3, cutoff=0.5) or paths[:20]
        raise UnsafeSQL(f"Table '{path}' does not exist. There is {', '.join(listed)}.")
    if found.name != found.name.lower():
        node.this.set("this", found.name)
        node.this.set("quoted", True)
    return found


def _check_columns(query: exp.Query, schema: Schema, dialect: str) -> None:
    """Each column is one of a table there. Names that PostgreSQL needs in quotes get them."""
    try:
        scopes = traverse_scope(query)
    except (SqlglotError, *PARSER_ERRORS):
        return  # the database will say what it does not understand
    known: dict[int, Columns] = {}
    for scope in scopes:
        own = {name.lower(): _columns_of(source, schema, known) for name, source in scope.sources.items()}
        known[id(scope)] = _selected(scope, own, known)
        selects = scope.expression.selects if isinstance(scope.expression, exp.Query) else []
        aliases = {select.alias.lower() for select in selects if select.alias}
        for column in scope.expression.find_all(exp.Column):
            if column.parent_select is scope.expression:
                _check_column(column, own, _outer(scope, schema, known), aliases, dialect)


def _columns_of(source: exp.Expr | Scope, schema: Schema, known: Mapping[int, Columns]) -> Columns:
    if isinstance(source, Scope):
        return known.get(id(source))
    if isinstance(source, exp.Table) and not isinstance(source.this, exp.Func):
        alias = source.args.get("alias")
        if isinstance(alias, exp.TableAlias) and alias.columns:
            return {column.name.lower(): Column(column.name, "") for column in alias.columns}
        path = ".".join(part for part in (source.db, source.name) if part)
        table = schema.table(path.removeprefix("public.").removeprefix("main."))
        return {column.name.lower(): column for column in table.columns} if table else None
    return None


def _selected(scope: Scope, own: Mapping[str, Columns], known: Mapping[int, Columns]) -> Columns:
    """What a sub-query gives to those around it."""
    if scope.outer_columns:
        return {name.lower(): Column(name, "") for name in scope.outer_columns}
    if scope.set_operation_scopes:
        return known.get(id(scope.set_operation_scopes[0]))
    names = scope.expression.named_selects if isinstance(scope.expression, exp.Query) else []
    if "*" not in names:
        return _plain(names) if names else None
    if any(columns is None for columns in own.values()):
        return None
    spread = {name: column for columns in own.values() for name, column in (columns or {}).items()}
    return {**spread, **_plain([name for name in names if name != "*"])}


def _plain(names: Collection[str]) -> dict[str, Column]:
    return {name.lower(): Column(name, "") for name in names}


def _outer(scope: Scope, schema: Schema, known: Mapping[int, Columns]) -> dict[str, Columns]:
    """The sources of the queries round a sub-query, which it may name too."""
    found: dict[str, Columns] = {}
    parent = scope.parent
    while parent is not None:
        for name, source in parent.sources.items():
            found.setdefault(name.lower(), _columns_of(source, schema, known))
        parent = parent.parent
    return found


def _check_column(
    column: exp.Column,
    own: Mapping[str, Columns],
    outer: Mapping[str, Columns],
    aliases: Collection[str],
    dialect: str,
) -> None:
    if isinstance(column.this, exp.Star) or not isinstance(column.this, exp.Identifier):
        return
    name, table = column.name.lower(), column.table.lower()
    around = {**outer, **own}
    if table:
        if table not in around:
            if any(columns is None or table in columns for columns in around.values()):
                return  # a field of a column
            listed = ", ".join(around) or "no table"
            raise UnsafeSQL(f"Table '{column.table}' does not exist in this query, which reads {listed}.")
        columns = around[table]
        if columns is not None and name not in columns:
            raise UnsafeSQL(_no_column(f"{column.table}.{column.name}", name, {table: columns}))
        _quote(column, columns, dialect)
        return
    if name in aliases or name in around:
        return
    if any(columns is None for columns in around.values()):
        return
    for columns in (*own.values(), *outer.values()):
        if columns is not None and name in columns:
            _quote(column, columns, dialect)
            return
    raise UnsafeSQL(_no_column(column.name, name, around))


def _no_column(written: str, name: str, sources: Mapping[str, Columns]) -> str:
    named = [(table, each.name) for table, columns in sources.items() for each in (columns or {}).values()]
    near = [pair for pair in named if difflib.SequenceMatcher(None, pair[1].lower(), name).ratio() > 0.6]
    listed = ", ".join(f"{table}.{column}" for table, column in (near or named)[:20])
    return f"Column '{written}' does not exist. There is {listed or 'none'}."


def _quote(column: exp.Column, columns: Columns, dialect: str) -> None:
    """A name with capitals, which PostgreSQL would look for in small letters."""
    found = (columns or {}).get(column.name.lower())
    if dialect == "postgres" and found and found.type and found.name != found.name.lower():
        column.this.set("this", found.name)
        column.this.set("quoted", True)
