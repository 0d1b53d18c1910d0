"""The first wall round SQL that a model wrote: one SELECT over allowed relations and functions, or nothing.

Everything is an allow-list, and what runs is written anew from the checked tree: comments, odd quoting and
whatever else the parser did not understand never reach the server. Words in strings and names never matter.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterator
from itertools import pairwise

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.tokens import TokenType

from agentic.sql.functions import ALLOWED_FUNCTIONS, is_harmless, name_of
from agentic.sql.limits.bounds import bound_call, check_width
from agentic.sql.limits.estimate import check_growth
from agentic.sql.limits.series import number_of
from agentic.sql.refusal import UnsafeSQL

VIEWS = (
    "documents", "figures", "metrics", "table_rows", "claims", "entities", "topics", "relationships",
    "conflicts", "chunks", "pages", "property_values",
)  # fmt: skip
DEFAULT_LIMIT = 1000  # rows
MAX_CHARACTERS = 20_000  # of a statement; models' own stay under 3,000
DIALECTS = {"postgres": "PostgreSQL", "mysql": "MySQL", "sqlite": "SQLite", "duckdb": "DuckDB"}
TOO_DEEP = "The statement is nested too deeply: write it with CTEs."

# The parser logs a warning for each statement it does not know; the caller gets a sentence instead.
logging.getLogger("sqlglot").setLevel(logging.ERROR)

# Odd input makes the parser trip over itself too; the statement is not understood either way.
PARSER_ERRORS = (SqlglotError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
NODES = (
    exp.Select, exp.SetOperation, exp.Subquery, exp.Values, exp.With, exp.CTE, exp.RecursiveWithSearch,
    exp.From, exp.Join, exp.Lateral, exp.Table, exp.TableAlias, exp.TableSample, exp.Where, exp.Group,
    exp.Having, exp.Order, exp.Ordered, exp.Limit, exp.LimitOptions, exp.Fetch, exp.Offset,
    exp.Distinct, exp.Rollup, exp.Cube, exp.GroupingSets, exp.Window, exp.WindowSpec, exp.WithinGroup,
    exp.Filter, exp.IgnoreNulls, exp.RespectNulls, exp.Alias, exp.Column, exp.ColumnDef, exp.Identifier,
    exp.Star, exp.Dot, exp.Literal, exp.RawString, exp.Heredoc, exp.National, exp.ByteString,
    exp.BitString, exp.HexString, exp.Null, exp.Boolean, exp.Var, exp.Tuple, exp.Paren, exp.Bracket,
    exp.Slice, exp.Kwarg, exp.PropertyEQ, exp.Variadic, exp.Interval, exp.IntervalSpan, exp.DataType,
    exp.DataTypeParam, exp.Any, exp.All, exp.In, exp.Between, exp.Is, exp.Like, exp.ILike,
    exp.SimilarTo, exp.Escape, exp.Overlaps, exp.AtTimeZone, exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT,
    exp.LTE, exp.NullSafeEQ, exp.NullSafeNEQ, exp.Not, exp.Neg, exp.Add, exp.Sub, exp.Mul, exp.Div,
    exp.IntDiv, exp.Mod, exp.DPipe, exp.Distance, exp.Adjacent, exp.ExtendsLeft, exp.ExtendsRight,
    exp.Glob, exp.BitwiseAnd, exp.BitwiseOr, exp.BitwiseXor, exp.BitwiseNot, exp.BitwiseLeftShift,
    exp.BitwiseRightShift, exp.JSON, exp.JSONKeyValue, exp.JSONPath, exp.JSONPathRoot, exp.JSONPathKey,
    exp.JSONPathSubscript, exp.JSONPathWildcard, exp.JSONPathSlice, exp.JSONPathSelector,
)  # fmt: skip
_TYPES = frozenset(
    getattr(exp.DataType.Type, name)
    for name in (
        "ARRAY BIGINT BINARY BIT BOOLEAN BPCHAR CHAR DATE DATEMULTIRANGE DATERANGE DECIMAL DOUBLE FLOAT INT "
        "INT4MULTIRANGE INT4RANGE INT8MULTIRANGE INT8RANGE INTERVAL JSON JSONB MONEY NCHAR NUMMULTIRANGE "
        "NUMRANGE NVARCHAR SMALLINT TEXT TIME TIMETZ TIMESTAMP TIMESTAMPLTZ TIMESTAMPTZ TSMULTIRANGE TSRANGE "
        "TSTZMULTIRANGE TSTZRANGE UUID VARBINARY VARCHAR"
    ).split()
)
_NAMED_TYPES = frozenset({"tsvector", "tsquery", "citext", "jsonpath"})
_SYSTEM_COLUMNS = frozenset({"ctid", "xmin", "xmax", "cmin", "cmax", "tableoid"})
# Names that PostgreSQL reads as a function although they stand there like a column.
_BARE_FUNCTIONS = frozenset(
    "current_catalog current_role current_schema current_user session_user system_user user".split()
)
_COMPOSITE_FIELDS = frozenset({"key", "value", "ordinality"})


def guard(sql: str, *, relations: Collection[str] | None = None, limit: int = DEFAULT_LIMIT) -> str:
    """The statement that may run: `sql` written anew, with at most `limit` rows.

    `relations`: names that may be queried, `table` or `schema.table`, where a bare name stands for any schema
    but the system's; the views of a workspace by default. Raises `UnsafeSQL`.
    """
    allowed = tuple(f"public.{view}" for view in VIEWS) if relations is None else tuple(relations)
    return _written(limited(_checked(sql, allowed), limit))


def guard_with_one_more(sql: str, *, limit: int) -> tuple[str, str, exp.Query]:
    """As `guard`, the same with a row more, which tells whether there are more, and the latter's tree.

    Parsed and checked once; the tree is the caller's.
    """
    query = _checked(sql, tuple(f"public.{view}" for view in VIEWS))
    query = limited(query, limit + 1)
    own = query.args.get("limit")
    if not isinstance(own, exp.Limit) or number_of(own.expression) != limit + 1:
        return (written := _written(query)), written, query
    own.set("expression", exp.Literal.number("\0"))  # which stands in no statement
    written = _written(query)
    own.set("expression", exp.Literal.number(limit + 1))
    return written.replace("\0", str(limit)), written.replace("\0", str(limit + 1)), query


def _checked(sql: str, allowed: Collection[str]) -> exp.Query:
    query = read_query(sql)
    _check_intervals(sql)
    try:
        for node in list(query.walk()):
            _check_node(node)
        _check_row_functions(query)
        _check_relations(query, allowed, frozenset())
        check_growth(query)
    except RecursionError as error:
        raise UnsafeSQL(TOO_DEEP) from error
    return query


def _written(query: exp.Query) -> str:
    return query.sql(dialect="postgres", comments=False, normalize_functions=False)


def read_query(sql: str, dialect: str = "postgres") -> exp.Query:
    """The one query in `sql`, unchecked, as sqlglot's `dialect` reads it.

    Raises `UnsafeSQL` where it is no query, or more than one.
    """
    if len(sql) > MAX_CHARACTERS or "\0" in sql:
        raise UnsafeSQL(f"The statement is too long: write at most {MAX_CHARACTERS:,} characters.")
    try:
        statements = [s for s in sqlglot.parse(sql, read=dialect) if s and not isinstance(s, exp.Semicolon)]
    except PARSER_ERRORS as error:
        raise UnsafeSQL(f"The statement is not valid {DIALECTS[dialect]}: {first_line(error)}") from error
    except RecursionError as error:
        raise UnsafeSQL(TOO_DEEP) from error
    if len(statements) != 1:
        raise UnsafeSQL("Write exactly one SELECT statement.")
    query = statements[0]
    if isinstance(query, exp.Values) or (
        isinstance(query, exp.Subquery) and isinstance(query.this, exp.Values)
    ):
        return _selected_from(query)
    if not isinstance(query, exp.Query):
        raise UnsafeSQL("Only SELECT can run here: nothing may be changed, set or administered.")
    return query


def _selected_from(listed: exp.Values | exp.Subquery) -> exp.Select:
    """Rows that are listed, as a SELECT; their order and number are told outside the brackets."""
    values = listed.this if isinstance(listed, exp.Subquery) else listed
    alias = exp.TableAlias(this=exp.to_identifier("listed"))
    query = exp.select("*").from_(exp.Subquery(this=values, alias=alias), copy=False)
    for part in ("order", "limit", "offset"):
        query.set(part, listed.args.get(part) or values.args.get(part))
        values.set(part, None)
    return query


def _check_intervals(sql: str) -> None:
    """The parser keeps only the first part of '1 day 02:00', which would change what the statement says."""
    if "interval" not in sql.lower():
        return
    for word, value in pairwise(sqlglot.tokenize(sql, read="postgres")):
        if word.token_type == TokenType.INTERVAL and re.search(
            r"[a-z]\s+[+-]?\d+:\d", value.text, re.IGNORECASE
        ):
            raise UnsafeSQL("Write intervals with units only, such as INTERVAL '1 day 2 hours'.")


def first_line(error: Exception) -> str:
    """What is wrong and at which word; of lines and columns there is none in a statement shown in lines."""
    if errors := getattr(error, "errors", None):
        word = f" at “{errors[0]['highlight']}”" if errors[0].get("highlight") else ""
        told = errors[0]["description"].partition(" but got <")[0].rstrip(".")
        return f"{told}{word}."
    lines = str(error).replace("\x1b[4m", "“").replace("\x1b[0m", "”").splitlines()
    return (lines[0] if lines else "it could not be parsed").rstrip(".") + "."


def _check_node(node: exp.Expr) -> None:
    if isinstance(node, exp.Func):
        _check_function(node)
    elif not isinstance(node, NODES) or isinstance(node, exp.ObjectIdentifier):
        raise UnsafeSQL(refusal_of(node))
    elif isinstance(node, exp.DataType):
        _check_type(node)
    elif isinstance(node, exp.Column):
        _check_column(node)
    elif isinstance(node, exp.Dot):
        _check_dot(node)
    elif isinstance(node, exp.Identifier) and len(node.name.encode()) > 63:
        raise UnsafeSQL(f"The name {node.name[:20]}… is too long: use at most 63 bytes.")


def refusal_of(node: exp.Expr) -> str:
    if isinstance(node, exp.Into):
        return "SELECT INTO makes a table, which is not allowed: leave INTO out."
    if isinstance(node, exp.Lock):
        return "FOR UPDATE and FOR SHARE lock rows, which is not allowed: leave them out."
    if isinstance(node, exp.Parameter | exp.Placeholder):
        return "Write values into the statement: it cannot have parameters."
    if isinstance(node, exp.DML | exp.DDL):
        return "Only SELECT can run here, in CTEs too: nothing may be changed."
    if isinstance(node, exp.ObjectIdentifier | exp.PseudoType):
        return f"The type {str(node.this).lower()} cannot be used: cast to text, numeric, date or the like."
    return f"{type(node).__name__} cannot be used here: write a plain SELECT."


def _check_function(node: exp.Func) -> None:
    if not is_harmless(node):
        raise UnsafeSQL(f"The function {name_of(node)} cannot be used: leave it out.")
    if isinstance(node, exp.Cast) and not isinstance(node.to, exp.DataType):
        raise UnsafeSQL(f"The type {node.to.name.lower()} cannot be used: cast to text, numeric or the like.")
    bound_call(node)


def _check_type(node: exp.DataType) -> None:
    if isinstance(node.this, exp.Interval):
        return
    kind = node.args.get("kind") or node.this.value
    name = (kind.name if isinstance(kind, exp.Expr) else str(kind)).lower()
    if node.this not in _TYPES and name not in _NAMED_TYPES:
        raise UnsafeSQL(f"The type {name} cannot be used: cast to text, numeric, date or the like.")
    check_width(node)


def _check_column(node: exp.Column) -> None:
    name = _folded(node.this) if isinstance(node.this, exp.Identifier) else ""
    if name in _SYSTEM_COLUMNS:
        raise UnsafeSQL(f"The system column {name} cannot be queried: name the columns you need.")
    if name in _BARE_FUNCTIONS and not node.table and not node.this.args.get("quoted"):
        raise UnsafeSQL(f"The function {name} cannot be used: leave it out.")


def _check_dot(node: exp.Dot) -> None:
    """`(row).name` also calls the function of that name, and `schema.name(…)` any function there is."""
    field = node.expression
    if isinstance(field, exp.Func):
        if not isinstance(node.this, exp.Identifier) or _folded(node.this) != "pg_catalog":
            raise UnsafeSQL(f"Call {name_of(field)} without a schema in front of it.")
    elif isinstance(field, exp.Identifier) and _folded(field) not in ALLOWED_FUNCTIONS | _COMPOSITE_FIELDS:
        raise UnsafeSQL(f"Write alias.{field.name} instead of (…).{field.name}.")


def _check_row_functions(query: exp.Query) -> None:
    """`alias.name` calls the function `name` where the alias stands for a function's scalar result."""
    columns: dict[str, set[str]] = {}
    for source in _function_sources(query):
        alias = source.args.get("alias")
        names = {_folded(column) for column in alias.columns} if isinstance(alias, exp.TableAlias) else set()
        columns.setdefault(_alias_of(source), set()).update(names)
    for column in query.find_all(exp.Column):
        alias_name, name = column.table.lower(), column.name.lower()
        known = columns.get(alias_name)
        if known is None or isinstance(column.this, exp.Star) or name == alias_name:
            continue
        if name not in known | ALLOWED_FUNCTIONS | _COMPOSITE_FIELDS:
            raise UnsafeSQL(f"Name the columns of {alias_name}: write … AS {alias_name}({name}).")


def _function_sources(query: exp.Query) -> Iterator[exp.Expr]:
    for node in query.find_all(exp.Table, exp.Lateral, exp.Unnest):
        if isinstance(node, exp.Unnest) or isinstance(node.this, exp.Func) or node.args.get("rows_from"):
            yield node


def _alias_of(source: exp.Expr) -> str:
    """The name under which a function in FROM is known: its alias, else the function's own name."""
    call = source if isinstance(source, exp.Func) else source.this
    return (source.alias or (name_of(call) if isinstance(call, exp.Func) else "")).lower()


def _check_relations(node: exp.Expr, allowed: Collection[str], ctes: frozenset[str]) -> None:
    """Each table is an allowed relation or a CTE in scope; `ctes`: names visible here.

    Without RECURSIVE a CTE sees those before it, and not itself: the same name means the table there.
    """
    with_ = node.args.get("with_")
    if with_ is not None:
        names = [_folded(cte.args["alias"].this) for cte in with_.expressions]
        if with_.args.get("recursive"):
            ctes = ctes | frozenset(names)
        for cte, name in zip(with_.expressions, names, strict=True):
            _check_relations(cte, allowed, ctes)
            ctes = ctes | {name}
    if isinstance(node, exp.Table) and isinstance(node.this, exp.Identifier):
        _check_table(node, allowed, ctes)
    for child in node.iter_expressions():
        if child is not with_:
            _check_relations(child, allowed, ctes)


def _check_table(table: exp.Table, allowed: Collection[str], ctes: frozenset[str]) -> None:
    name = _folded(table.this)
    schema = _folded(table.args["db"]) if table.args.get("db") else ""
    if not schema and name in ctes:
        return
    found = None if table.args.get("catalog") else _find_relation(schema, name, allowed)
    if found is None:
        written = exp.Table(this=table.this, db=table.args.get("db"), catalog=table.args.get("catalog"))
        raise UnsafeSQL(
            f"The table {written.sql('postgres')} cannot be queried; use one of {_listed(allowed)}."
        )
    if found == "public" and name not in ctes:
        table.set("db", None)
    elif found and not schema:
        table.set("db", exp.to_identifier(found))


def _find_relation(schema: str, name: str, allowed: Collection[str]) -> str | None:
    """The schema to write before `name`, "" for as it stands; None where it may not be queried."""
    entries = {*allowed, *(entry.lower() for entry in allowed)}
    if schema:
        is_system = schema.startswith("pg_") or schema in ("information_schema", "ragsite_walls")
        return schema if f"{schema}.{name}" in entries or (name in entries and not is_system) else None
    if name in entries:
        return ""
    schemas = {entry.rpartition(".")[0] for entry in entries if entry.rpartition(".")[2] == name}
    return schemas.pop() if len(schemas) == 1 else None


def _listed(names: Collection[str], most: int = 30) -> str:
    shown = ", ".join(sorted(name.removeprefix("public.") for name in names)[:most])
    return f"{shown}, …" if len(names) > most else shown


def _folded(name: exp.Expr) -> str:
    """The name as PostgreSQL looks it up: as written in quotes, else in lower case."""
    return name.name if name.args.get("quoted") else name.name.lower()


def limited(query: exp.Query, limit: int) -> exp.Query:
    """`query` with LIMIT `limit` added, or its own lowered to that."""
    own = query.args.get("limit")
    if own is None and not isinstance(query, exp.Values):
        return (
            query.limit(limit, copy=False) if not isinstance(query, exp.Subquery) else _wrapped(query, limit)
        )
    count = own.args.get("count") if isinstance(own, exp.Fetch) else own and own.expression
    if isinstance(own, exp.Fetch) and count is None:
        return query
    number = number_of(count)
    if number is not None and number <= limit:
        return query
    return _wrapped(query, limit)


def _wrapped(query: exp.Query, limit: int) -> exp.Query:
    inner = query if isinstance(query, exp.Subquery) else query.subquery("limited")
    if not inner.alias:
        inner = exp.Subquery(this=inner, alias=exp.TableAlias(this=exp.to_identifier("limited")))
    return exp.select("*").from_(inner).limit(limit)
