"""Faults of a written statement that rules can mend without asking its writer again."""

from __future__ import annotations

from collections.abc import Iterator

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from agentic.sources.statements.retrieval import path_between
from agentic.sql.guard import PARSER_ERRORS
from retrieval.tables.rules.vocabulary.lexicon import spoken
from retrieval.tables.schema import Schema, Table
from retrieval.tables.understanding import stem


def mended(sql: str, *, schema: Schema, dialect: str) -> str:
    """The statement with whole-number division, missing joins, wrong qualifiers and groupings put right.

    As it was where it cannot be read or nothing is wrong with it.
    """
    try:
        query = sqlglot.parse_one(sql, read=dialect)
        if not isinstance(query, exp.Query):
            return sql
        for select in list(query.find_all(exp.Select)):
            _mend_tables(select, schema)
            _mend_names(select, schema)
            _mend_joins(select, schema)
            _mend_columns(select, schema)
            _mend_columns(select, schema)  # a table that the first one joined has names of its own
            _mend_grouping(select, dialect)
            _mend_division(select, schema, dialect)
            _mend_order(select, dialect)
            _mend_likes(select, schema, dialect)
        return query.sql(dialect=dialect, comments=False)
    except (SqlglotError, *PARSER_ERRORS, RecursionError):
        return sql


def _mend_names(select: exp.Select, schema: Schema) -> None:
    """A column that is called with its table's name before it, or as people say it, is called by its own.

    A name that the same SELECT gives gives way to what it stands for: databases do not know it there yet.
    """
    tables = _tables(select, schema)
    given = {each.alias.lower(): each.this for each in select.selects if each.alias}
    for column in list(_own(select, exp.Column)) if tables else ():
        name, alias = column.name.lower(), column.text("table").lower()
        read = [tables[alias]] if alias in tables else list(tables.values())
        if any(table.column(name) for table in read) or (alias not in tables and alias in _outer(select)):
            continue
        bare = {
            found.name
            for table in read
            if (found := table.column(name.removeprefix(stem(table.name)).removeprefix("s").strip("_")))
        }
        bare = bare or {c.name for t in read for c in t.columns if _words(name, t) == _words(c.name, t)}
        if len(bare) == 1:
            column.set("this", exp.to_identifier(bare.pop()))
        elif not alias and name in given and _stands_in_list(column, name, select):
            column.replace(exp.paren(given[name].copy()))


def _words(name: str, table: Table | None = None) -> list[str]:
    """The words of a name as people say them, without its table’s: “order_amt” is amount of orders."""
    words, own = [list(map(stem, spoken(each))) for each in (name, table.name if table else "")]
    return words[len(own) :] if words[: len(own)] == own and len(words) > len(own) else words


def _mend_tables(select: exp.Select, schema: Schema) -> None:
    """A table that does not exist is the one whose name has the same words."""
    for source in list(_own(select, exp.Table)):
        if schema.table(source.name) is not None or source.name.lower() in _ctes(select):
            continue
        found = [table for table in schema.tables if _words(source.name) == _words(table.name)]
        if len(found) == 1:
            if not source.alias:
                source.set("alias", exp.TableAlias(this=exp.to_identifier(source.name)))
            source.set("this", exp.to_identifier(found[0].name))
            source.set("db", exp.to_identifier(found[0].schema) if found[0].schema else None)


def _stands_in_list(column: exp.Expr, name: str, select: exp.Select) -> bool:
    """Whether a name stands among what is shown, but not in what it is given to."""
    node: exp.Expr | None = column
    while node is not None and node.parent is not select:
        node = node.parent
    return node is not None and node.arg_key == "expressions" and node.alias.lower() != name


def _mend_likes(select: exp.Select, schema: Schema, dialect: str) -> None:
    """Dates and numbers that are compared with a pattern are compared as they are written."""
    tables = _tables(select, schema)
    for like in [*_own(select, exp.Like), *_own(select, exp.ILike)] if dialect == "postgres" else ():
        if isinstance(like.this, exp.Column):
            place = like.this
            found = [
                t.column(place.name) for a, t in tables.items() if place.text("table").lower() in ("", a)
            ]
            if any(column and column.kind in ("date", "number") for column in found):
                like.set("this", exp.cast(place.copy(), "TEXT", dialect=dialect))


def _own(select: exp.Select, kind: type[exp.Expr]) -> Iterator[exp.Expr]:
    """The nodes of a kind that stand in this SELECT itself, not in one inside it."""
    for node in select.find_all(kind):
        if node.parent_select is select:
            yield node


def _tables(select: exp.Select, schema: Schema) -> dict[str, Table]:
    """Alias → table, of those that are read here by name; empty where a sub-query or CTE is read too."""
    found: dict[str, Table] = {}
    from_ = select.args.get("from_")
    for source in [from_.this if from_ else None, *(join.this for join in select.args.get("joins") or ())]:
        table = schema.table(source.name) if isinstance(source, exp.Table) else None
        if table is None or not isinstance(source, exp.Table) or source.name.lower() in _ctes(select):
            return {}
        found[source.alias_or_name.lower()] = table
    return found


def _ctes(select: exp.Select) -> set[str]:
    return {cte.alias.lower() for cte in select.root().find_all(exp.CTE)}


def _mend_joins(select: exp.Select, schema: Schema) -> None:
    """Joins by columns that are not there, or by others than keys, go along the keys, over tables in between.

    Only where all that is read are tables, each once, and keys lead from each to the others.
    """
    tables = _tables(select, schema)
    joins = select.args.get("joins") or []
    if len(tables) < 2 or len({table.path for table in tables.values()}) != len(tables):
        return
    if all(_is_by_key(join.args.get("on"), tables, schema) for join in joins):
        return
    if any(join.side or join.args.get("using") or join.kind == "CROSS" for join in joins):
        return
    aliases = {table.path: alias for alias, table in tables.items()}
    paths = list(aliases)
    way = paths[:1]
    for path in paths[1:]:
        between = path_between(schema, way, path)
        if not _touches(schema, [*between, path], way):
            return
        way += [each for each in [*reversed(between), path] if each not in way]
    from_ = select.args["from_"].this.copy()
    kept = {source.alias_or_name.lower(): source for source in (from_, *(join.this for join in joins))}
    extra = [
        each
        for join in joins
        for each in _conditions(join.args.get("on"))
        if not each.find(exp.EQ) or len({column.table for column in each.find_all(exp.Column)}) < 2
    ]
    select.set("joins", [])
    for number, path in enumerate(way[1:], start=1):
        table = schema.table(path)
        on = _key_condition(path, way[:number], aliases, schema)
        if table is None or not on:
            return
        source = kept.get(aliases.get(path, ""))
        select.join(source.copy() if source is not None else table.path, on=on, copy=False)
    for each in extra:
        select.where(each.copy(), copy=False)


def _conditions(on: exp.Expr | None) -> list[exp.Expr]:
    return list(on.flatten()) if isinstance(on, exp.And) else [on] if on is not None else []


def _is_by_key(on: exp.Expr | None, tables: dict[str, Table], schema: Schema) -> bool:
    """Whether one of the conditions equates a key with what refers to it, and all columns are there."""
    for column in on.find_all(exp.Column) if on is not None else ():
        table = tables.get(column.text("table").lower())
        if table is None or table.column(column.name) is None:
            return False
    equal = [each for each in _conditions(on) if isinstance(each, exp.EQ)]
    named = []
    for each in equal:
        if isinstance(each.this, exp.Column) and isinstance(each.expression, exp.Column):
            named.append({_place(each.this, tables), _place(each.expression, tables)})
    keys = [
        {(own.path, key.columns[0].lower()), (key.table, key.refers[0].lower())}
        for own, key in schema.relations
        if len(key.columns) == 1
    ]
    related = [{path for path, _ in pair} for pair in keys]
    alike = [
        pair
        for pair in named
        if len({name for _, name in pair}) == 1 and {path for path, _ in pair} not in related
    ]
    return bool(alike) or any(pair in keys for pair in named)


def _place(column: exp.Column, tables: dict[str, Table]) -> tuple[str, str]:
    table = tables.get(column.text("table").lower())
    return (table.path if table else "", column.name.lower())


def _touches(schema: Schema, chain: list[str], way: list[str]) -> bool:
    """Whether keys lead over the chain to what is joined already."""
    ends = {key.table for own, key in schema.relations if own.path == chain[0]}
    ends |= {own.path for own, key in schema.relations if key.table == chain[0]}
    return bool(ends & {*way, *chain[1:]})


def _key_condition(path: str, before: list[str], aliases: dict[str, str], schema: Schema) -> str:
    name = aliases.get(path, path.rpartition(".")[2])
    for own, key in schema.relations:
        if len(key.columns) != 1:
            continue
        if own.path == path and key.table in before:
            other = aliases.get(key.table, key.table.rpartition(".")[2])
            return f"{name}.{key.columns[0]} = {other}.{key.refers[0]}"
        if key.table == path and own.path in before:
            other = aliases.get(own.path, own.name)
            return f"{other}.{key.columns[0]} = {name}.{key.refers[0]}"
    return ""


def _mend_columns(select: exp.Select, schema: Schema) -> None:
    """A column under a wrong name goes to the table that has it, which is joined where it is one key away."""
    tables = _tables(select, schema)
    if not tables:
        return
    for column in list(_own(select, exp.Column)):
        if column.find_ancestor(exp.Join) is not None:
            continue  # another name there would join a table with itself
        alias, name = column.text("table").lower(), column.name
        if isinstance(column.this, exp.Star) or (not alias and _is_alias(select, name)):
            continue
        if alias in tables and tables[alias].column(name):
            continue
        if alias and alias in _outer(select):
            continue
        holders = [other for other, table in tables.items() if table.column(name)]
        if not alias and holders:
            if len(tables) > 1:  # ambiguous: the first is as good, where they are joined by it
                column.set("table", exp.to_identifier(holders[0]))
            continue
        if holders:  # of several the first: they are joined by it
            column.set("table", exp.to_identifier(holders[0]))
        elif not holders and (joined := _joined(select, tables, name, schema)):
            column.set("table", exp.to_identifier(joined))


def _outer(select: exp.Select) -> set[str]:
    """Names of what the statements read in which this one stands: its conditions may speak of them."""
    names: set[str] = set()
    outside = select.parent_select
    while outside is not None:
        from_ = outside.args.get("from_")
        sources = [from_.this if from_ else None, *(join.this for join in outside.args.get("joins") or ())]
        names |= {source.alias_or_name.lower() for source in sources if source is not None}
        outside = outside.parent_select
    return names


def _is_alias(select: exp.Select, name: str) -> bool:
    return any(each.alias.lower() == name.lower() for each in select.selects if each.alias)


def _joined(select: exp.Select, tables: dict[str, Table], name: str, schema: Schema) -> str:
    """The table that has the column and is one key away, joined now; "" where none or several are."""
    found: list[tuple[Table, str]] = []
    for alias, table in tables.items():
        for own, key in schema.relations:
            parent = schema.table(key.table)
            if parent is None or len(key.columns) != 1:
                continue
            if own.path == table.path and parent.column(name):
                found.append((parent, f"{parent.name}.{key.refers[0]} = {alias}.{key.columns[0]}"))
            elif parent.path == table.path and own.column(name):
                found.append((own, f"{own.name}.{key.columns[0]} = {alias}.{key.refers[0]}"))
    if len(found) != 1 or found[0][0].name.lower() in tables:
        return ""
    table, condition = found[0]
    select.join(table.path, on=condition, copy=False)
    tables[table.name.lower()] = table
    return table.name


def _mend_grouping(select: exp.Select, dialect: str) -> None:
    """What is neither folded nor grouped by is grouped by."""
    folds = [each for each in select.selects if _folds(each)]
    plain = [each for each in select.selects if not _folds(each) and each.find(exp.Column)]
    group = select.args.get("group")
    if not folds or not plain or any(isinstance(each, exp.Star) for each in select.selects):
        return
    if any(each.find(exp.Window) for each in plain):
        return
    if group and (group.args.get("rollup") or group.args.get("cube") or group.args.get("grouping_sets")):
        return
    named = [each.sql(dialect) for each in (group.expressions if group else ())]
    if group and (any(each.isdigit() for each in named) or "ALL" in named):
        return
    missing = [
        inner
        for each in plain
        if (inner := each.unalias()).sql(dialect) not in named
        and each.alias_or_name not in named
        and inner.name not in [name.rpartition(".")[2] for name in named]
    ]
    for inner in missing:
        select.group_by(inner.copy(), copy=False)


def _folds(node: exp.Expr) -> bool:
    return any(
        each.find_ancestor(exp.Window) is None and each.find_ancestor(exp.Subquery) is None
        for each in node.find_all(exp.AggFunc)
    )


def _mend_division(select: exp.Select, schema: Schema, dialect: str) -> None:
    """Whole numbers are divided as numbers with decimals: a share that is always 0 is never meant.

    What is divided by may be 0, which gives no value.
    """
    if dialect not in ("postgres", "sqlite"):
        return
    tables = _tables(select, schema)
    for division in list(_own(select, exp.Div)):
        if _is_whole(division.this, tables) and _is_whole(division.expression, tables):
            kind = "DOUBLE PRECISION" if dialect == "postgres" else "REAL"
            division.set("this", exp.cast(division.this.copy(), kind, dialect=dialect))
    for division in list(_own(select, exp.Div)) if dialect == "postgres" else ():
        by = division.expression
        if not isinstance(by.unnest(), exp.Literal | exp.Nullif):
            division.set("expression", exp.Nullif(this=by.copy(), expression=exp.Literal.number(0)))


def _is_whole(node: exp.Expr, tables: dict[str, Table]) -> bool:
    while isinstance(node, exp.Paren):
        node = node.this
    if isinstance(node, exp.Nullif | exp.Coalesce):
        return _is_whole(node.this, tables)
    if isinstance(node, exp.Count):
        return True
    if isinstance(node, exp.Filter):
        return _is_whole(node.this, tables)
    if isinstance(node, exp.Sum):
        return isinstance(node.this, exp.Case) or _is_whole(node.this, tables)
    if isinstance(node, exp.Literal):
        return node.is_int
    if isinstance(node, exp.Subquery) and isinstance(node.this, exp.Select) and node.this.selects:
        return _is_whole(node.this.selects[0].unalias(), tables)
    if isinstance(node, exp.Add | exp.Sub | exp.Mul):
        return _is_whole(node.this, tables) and _is_whole(node.expression, tables)
    if isinstance(node, exp.Column):
        holders = [t.column(node.name) for a, t in tables.items() if node.text("table").lower() in ("", a)]
        types = [column.type.lower() for column in holders if column]
        return bool(types) and all("int" in type_ or "serial" in type_ for type_ in types)
    return False


def _mend_order(select: exp.Select, dialect: str) -> None:
    """The highest or lowest come first, not those that have no value."""
    order, is_limited = select.args.get("order"), select.args.get("limit") is not None
    for ordered in order.expressions if order else ():
        if not isinstance(ordered, exp.Ordered):
            continue
        down = bool(ordered.args.get("desc"))
        if (dialect == "postgres" and down) or (dialect in ("sqlite", "mysql") and not down and is_limited):
            ordered.set("nulls_first", False)
