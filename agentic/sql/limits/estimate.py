"""How large the values of a statement can grow, estimated by its text from the literals up.

What calls make of one another's results, and what aggregates make of a series, shows in the text, through
sub-queries and CTEs. Rows of views count once: how many there are shows only when the statement runs, and the
limits there (`agentic.sql.limits.watch`) hold whatever is estimated here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sqlglot import exp

from agentic.sql.functions import kind_of, name_of
from agentic.sql.limits.bounds import elements, filled, widths
from agentic.sql.limits.series import MAX_SERIES, SERIES, number_of, rows_of_series
from agentic.sql.refusal import UnsafeSQL

MAX_VALUE = 10_000_000  # characters of one value
MAX_WORK = 50_000  # looks at a part of the statement; models' own take some hundred
ROUNDS = 40  # of a recursive CTE: what doubles is beyond bounds by then, what adds up stays small
COLUMN = 2_000.0  # characters of a view's column: a chunk has at most about so many
NUMBER = 30.0
_GATHERING = frozenset(
    "array_agg json_agg json_agg_strict json_arrayagg json_object_agg json_objectagg jsonb_agg "
    "jsonb_agg_strict jsonb_object_agg range_agg string_agg".split()
)
_GATHERING_NODES = (exp.GroupConcat, exp.ArrayAgg, exp.JSONArrayAgg, exp.JSONBObjectAgg, exp.JSONObjectAgg)
_MEASURING = frozenset(
    "array_length ascii bit_length cardinality char_length character_length json_array_length "
    "jsonb_array_length md5 "
    "numnode octet_length position regexp_count regexp_instr sha224 sha256 sha384 sha512 strpos".split()
)
_MEASURING_NODES = (
    exp.ArraySize, exp.Avg, exp.Count, exp.Exists, exp.Extract, exp.Length, exp.MD5, exp.SHA2,
    exp.StrPosition, exp.Sum,
)  # fmt: skip
# Where the argument stands that each part found in the first is replaced with, or joined by.
_REPLACING = {"array_replace": 2, "array_to_string": 1, "regexp_replace": 2, "replace": 2}
_SWELLING = {
    "encode": 4, "jsonb_pretty": 50, "normalize": 18, "quote_ident": 2, "quote_literal": 2,
    "quote_nullable": 2,
    "time_to_str": 10, "to_char": 10, "to_json": 6, "to_jsonb": 6, "ts_headline": 10,
}  # fmt: skip


@dataclass(frozen=True)
class _Shape:
    """What a source gives: characters by column, those of columns not named (`rest`), and how many rows."""

    columns: tuple[tuple[str, float], ...] = ()
    rest: float = 0.0
    rows: float = 1.0

    @property
    def widest(self) -> float:
        return max([self.rest, *(size for _, size in self.columns)])

    @property
    def whole(self) -> float:
        return self.rest + sum(size for _, size in self.columns)

    def size(self, name: str) -> float:
        return max((size for column, size in self.columns if column == name), default=self.rest)


_VIEW = _Shape(rest=COLUMN)


@dataclass(frozen=True)
class _Scope:
    """What an expression can name. `work`: how many parts were looked at, over the whole statement."""

    sources: Mapping[str, _Shape] = field(default_factory=dict)
    ctes: Mapping[str, _Shape | None] = field(default_factory=dict)  # None: known only further on
    rows: float = 1.0
    work: list[int] = field(default_factory=lambda: [0])

    def count(self) -> None:
        self.work[0] += 1
        if self.work[0] > MAX_WORK:
            raise UnsafeSQL("The statement has too many parts in one another: write it in fewer steps.")

    def size(self, column: exp.Column) -> float:
        name, table = column.name.lower(), column.table.lower()
        if table in self.sources:
            return self.sources[table].size(name)
        if name in self.sources:
            return self.sources[name].whole
        return max((shape.size(name) for shape in self.sources.values()), default=COLUMN)


def check_growth(query: exp.Expr) -> None:
    """Raises `UnsafeSQL` where a value of `query` can grow beyond MAX_VALUE."""
    _shape(query, _Scope())


def _shape(node: exp.Expr, scope: _Scope) -> _Shape:
    """Of a query, or of one source in FROM."""
    scope.count()
    scope = _with_ctes(node, scope)
    if isinstance(node, exp.SetOperation):
        shape = _either(_shape(node.this, scope), _shape(node.expression, scope))
    elif isinstance(node, exp.Select):
        shape = _selected(node, scope)
    elif isinstance(node, exp.Values):
        shape = _listed(node, scope)
    elif isinstance(node, exp.Table) and isinstance(node.this, exp.Identifier):
        shape = _named(node, scope)
    elif isinstance(node, exp.Table) and node.args.get("rows_from"):
        shape = _side_by_side({str(n): _shape(part, scope) for n, part in enumerate(node.args["rows_from"])})
    elif isinstance(node, exp.Subquery) and isinstance(node.this, exp.Table):
        shape = _side_by_side(_sources(node.this, scope))
    elif isinstance(node, exp.Table | exp.Subquery | exp.Lateral):
        shape = _shape(node.this, scope)
    else:
        shape = _called(node, scope)
    return _renamed(_limited(shape, node), node)


def _either(left: _Shape, right: _Shape) -> _Shape:
    pairs = zip(left.columns, right.columns, strict=False)
    columns = tuple((name, max(size, other)) for (name, size), (_, other) in pairs)
    return _Shape(columns, max(left.rest, right.rest), left.rows + right.rows)


def _with_ctes(node: exp.Expr, scope: _Scope) -> _Scope:
    with_ = node.args.get("with_")
    if with_ is None:
        return scope
    if with_.args.get("recursive"):
        scope = replace(scope, ctes={**scope.ctes, **{cte.alias.lower(): None for cte in with_.expressions}})
    for cte in with_.expressions:
        is_recursive = with_.args.get("recursive") and isinstance(cte.this, exp.SetOperation)
        shape = _repeated(cte, scope) if is_recursive else _renamed(_shape(cte.this, scope), cte)
        scope = replace(scope, ctes={**scope.ctes, cte.alias.lower(): shape})
    return scope


def _repeated(cte: exp.CTE, scope: _Scope) -> _Shape:
    """Of a recursive CTE: its second half again and again on what it gave."""
    name = cte.alias.lower()
    shape = _renamed(_shape(cte.this.this, scope), cte)
    for _ in range(ROUNDS):
        fresh = _renamed(_shape(cte.this, replace(scope, ctes={**scope.ctes, name: shape})), cte)
        if (fresh.columns, fresh.rest) == (shape.columns, shape.rest):
            break
        shape = replace(fresh, rows=shape.rows)
    return replace(shape, rows=float(MAX_SERIES))


def _named(table: exp.Table, scope: _Scope) -> _Shape:
    name = table.name.lower()
    if table.args.get("db") or name not in scope.ctes:
        return _VIEW
    shape = scope.ctes[name]
    if shape is None:
        raise UnsafeSQL(f"Write the CTE {name} before those that read it.")
    return shape


def _selected(select: exp.Select, scope: _Scope) -> _Shape:
    sources = _sources_of(select, scope)
    rows = _side_by_side(sources).rows
    scope = replace(scope, sources={**scope.sources, **sources}, rows=rows)
    columns: list[tuple[str, float]] = []
    rest = 0.0
    for projection in select.expressions:
        if projection.is_star:
            shown = _side_by_side(sources)
            columns += shown.columns
            rest = max(rest, shown.rest)
        else:
            columns.append((projection.alias_or_name.lower(), _size(projection, scope)))
    for key, part in select.args.items():
        if key not in ("expressions", "with_", "from_", "joins", "laterals"):
            _sizes(part if isinstance(part, list) else [part], scope)
    series = [rows_of_series(node) for part in select.expressions for node in part.find_all(*SERIES)]
    return _Shape(tuple(columns), rest, rows * max([1.0, *series]))


def _sources_of(select: exp.Select, scope: _Scope) -> dict[str, _Shape]:
    parts = [select.args["from_"].this] if select.args.get("from_") else []
    joins = select.args.get("joins") or []
    parts += [join.this for join in joins] + (select.args.get("laterals") or [])
    found: dict[str, _Shape] = {}
    for part in parts:
        found |= _sources(part, replace(scope, sources={**scope.sources, **found}))
    _sizes([join.args.get("on") for join in joins], replace(scope, sources={**scope.sources, **found}))
    return found


def _sources(node: exp.Expr, scope: _Scope) -> dict[str, _Shape]:
    """By alias: one part of FROM, and what is joined to it in brackets."""
    call = node if isinstance(node, exp.Func) else node.this
    name = node.alias or (name_of(call) if isinstance(call, exp.Func) else node.name) or f"#{id(node)}"
    found = {name.lower(): _shape(node, scope)}
    for join in node.args.get("joins") or ():
        found |= _sources(join.this, replace(scope, sources={**scope.sources, **found}))
    return found


def _side_by_side(sources: Mapping[str, _Shape]) -> _Shape:
    rows = 1.0
    for shape in sources.values():
        rows *= shape.rows
    columns = tuple(pair for shape in sources.values() for pair in shape.columns)
    return _Shape(columns, max([0.0, *(shape.rest for shape in sources.values())]), rows)


def _called(call: exp.Expr, scope: _Scope) -> _Shape:
    """Of a function in FROM: a series gives numbers, any other the parts of what it is given."""
    if isinstance(call, SERIES):
        _sizes(call.iter_expressions(), scope)
        return _Shape(rest=NUMBER, rows=rows_of_series(call))
    size = _size(call, scope)
    return _Shape(rest=size, rows=max(1.0, size / 2))


def _listed(values: exp.Values, scope: _Scope) -> _Shape:
    rows = [row.expressions if isinstance(row, exp.Tuple) else [row] for row in values.expressions]
    widest = [
        max(column) for column in zip(*([_size(cell, scope) for cell in row] for row in rows), strict=False)
    ]
    return _Shape(tuple((f"column{n}", size) for n, size in enumerate(widest, 1)), rows=float(len(rows)))


def _renamed(shape: _Shape, node: exp.Expr) -> _Shape:
    """With the names of `AS alias(names)`; each as wide as the widest where their order is not known."""
    alias = node.args.get("alias")
    names = [column.name.lower() for column in alias.columns] if isinstance(alias, exp.TableAlias) else []
    if not names:
        return shape
    in_order = len(names) <= len(shape.columns) and not shape.rest
    sizes = [size for _, size in shape.columns] if in_order else [shape.widest] * len(names)
    return replace(shape, columns=tuple(zip(names, sizes, strict=False)))


def _limited(shape: _Shape, node: exp.Expr) -> _Shape:
    limit = node.args.get("limit")
    most = number_of(limit.expression) if isinstance(limit, exp.Limit) else None
    return shape if most is None else replace(shape, rows=min(shape.rows, float(most)))


def _sizes(nodes: object, scope: _Scope) -> list[float]:
    return [_size(node, scope) for node in nodes if isinstance(node, exp.Expr)]  # type: ignore[attr-defined]


def _size(node: exp.Expr, scope: _Scope) -> float:
    """Characters of what `node` gives, at most."""
    scope.count()
    size = _estimate(node, scope)
    if size > MAX_VALUE:
        maker = name_of(node) if isinstance(node, exp.Func) else "The statement"
        raise UnsafeSQL(
            f"{maker} may make a value of more than {MAX_VALUE:,} characters: ask for less at once."
        )
    return size


def _estimate(node: exp.Expr, scope: _Scope) -> float:
    if isinstance(node, exp.Column) and not isinstance(node.this, exp.Star):
        return scope.size(node)
    if isinstance(node, exp.Query | exp.Values):
        return _shape(node, scope).widest
    if (
        isinstance(node, exp.Array)
        and len(node.expressions) == 1
        and isinstance(node.expressions[0], exp.Query)
    ):
        shape = _shape(node.expressions[0], scope)
        return shape.widest * max(shape.rows, 1.0)
    # A chain of one operator is as deep as it is long.
    parts = _sizes(node.flatten() if isinstance(node, exp.Binary) else node.iter_expressions(), scope)
    if isinstance(node, exp.Func):
        return _result(node, parts, scope)
    if isinstance(node, exp.Binary) and not isinstance(node, exp.DPipe | exp.Dot):
        return max([NUMBER, *parts]) if isinstance(node, exp.Sub) else NUMBER
    return sum(parts, 0.0) if parts else float(len(node.name))


def _result(node: exp.Func, parts: list[float], scope: _Scope) -> float:
    """What a call makes of arguments of these sizes."""
    name = kind_of(node)
    whole, first = sum(parts, 0.0), parts[0] if parts else 0.0
    if isinstance(node, exp.Repeat):
        return first * filled(node.args["times"])
    if isinstance(node, exp.Pad):
        return filled(node.args["expression"])
    if isinstance(node, exp.Format):
        return whole + widths(node)
    if name == "array_fill":
        return first * elements(node)
    if isinstance(node, _GATHERING_NODES) or name in _GATHERING:
        return whole * scope.rows
    if isinstance(node, _MEASURING_NODES) or name in _MEASURING:
        return NUMBER
    if name in _REPLACING:
        return first * max([1.0, *parts[_REPLACING[name] :][:1]])
    if name == "concat_ws":
        return whole + first * len(parts)
    return whole * _SWELLING.get(name, 1)
