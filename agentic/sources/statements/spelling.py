"""Values in a written statement as they are spelled where they stand, and keys of what is called so."""

from __future__ import annotations

import re
from collections.abc import Sequence

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from agentic.sources.statements.naming import Named
from agentic.sql.guard import PARSER_ERRORS
from retrieval.tables.rules.vocabulary.lexicon import is_own_name
from retrieval.tables.rules.vocabulary.words import MONTHS
from retrieval.tables.schema import Schema, Table

_WHICH = re.compile(r"\s*(?:which|who)\b", re.I)
_YEAR = re.compile(r"(\d{4})(?:-01-01)?")
_DAYS = re.compile(rf"\b(?:{'|'.join(MONTHS)})\b|\d{{4}}-\d\d|\d/\d", re.I)  # a time that is no whole year


def with_years(sql: str, question: str, *, schema: Schema, dialect: str) -> str:
    """The statement with “finished = '2019-01-01'” as the whole year, where a year is all that is asked."""
    try:
        query = sqlglot.parse_one(sql, read=dialect)
        if _DAYS.search(question):
            return sql
        changed = [_of_year(each, question, schema) for each in list(query.find_all(exp.EQ))]
        return query.sql(dialect=dialect, comments=False) if any(changed) else sql
    except (SqlglotError, *PARSER_ERRORS, RecursionError):
        return sql


def each_once(sql: str, question: str, *, schema: Schema, dialect: str) -> str:
    """The statement with each name once, where it is asked which ones and a join repeats them."""
    try:
        query = sqlglot.parse_one(sql, read=dialect)
        if not (_WHICH.match(question) and isinstance(query, exp.Select) and query.args.get("joins")):
            return sql
        if any(query.args.get(part) for part in ("distinct", "group", "limit", "order")):
            return sql
        if not all(_is_name(each.unalias(), schema) for each in query.selects):
            return sql
        return query.distinct().sql(dialect=dialect, comments=False)
    except (SqlglotError, *PARSER_ERRORS, RecursionError):
        return sql


def _is_name(shown: exp.Expr, schema: Schema) -> bool:
    """Whether what is shown is what rows of its table are called by."""
    owner = _owner(shown, _read(shown, schema)) if isinstance(shown, exp.Column) else None
    own = owner.column(shown.name) if owner else None
    return owner is not None and own is not None and is_own_name(own, owner)


def _of_year(equal: exp.EQ, question: str, schema: Schema) -> bool:
    column, value = equal.this, equal.expression
    if not (isinstance(column, exp.Column) and isinstance(value, exp.Literal) and value.is_string):
        return False
    owner, year = _owner(column, _read(equal, schema)), _YEAR.fullmatch(value.this)
    own = owner.column(column.name) if owner else None
    if own is None or own.kind != "date" or year is None or not re.search(rf"\b{year[1]}\b", question):
        return False
    begin, end = (exp.Literal.string(f"{int(year[1]) + more}-01-01") for more in (0, 1))
    within = exp.and_(
        exp.GTE(this=column.copy(), expression=begin), exp.LT(this=column.copy(), expression=end)
    )
    equal.replace(exp.paren(within))
    return True


def with_values(
    sql: str, values: Sequence[tuple[str, str]], names: Named, *, schema: Schema, dialect: str
) -> str:
    """The statement with “carrier = 'JetBlue'” as the key of the airline that is called JetBlue Airways.

    `values`: as spelled, and table.column. As it was where it cannot be read or nothing of it is known.
    """
    spelled = {value.lower(): value for value, _ in values}
    spelled |= {said.lower(): value for said, value in names.parts.items()}
    places = {value: [place for other, place in values if other == value] for value in spelled.values()}
    try:
        query = sqlglot.parse_one(sql, read=dialect)
        changed = [_mended(each, spelled, places, schema) for each in list(query.find_all(exp.EQ))]
        return query.sql(dialect=dialect, comments=False) if any(changed) else sql
    except (SqlglotError, *PARSER_ERRORS, RecursionError):
        return sql


def _mended(equal: exp.EQ, spelled: dict[str, str], places: dict[str, list[str]], schema: Schema) -> bool:
    """Whether the condition was put right: the value's spelling, or the key of the row that has it."""
    column, value = equal.this, equal.expression
    if isinstance(column, exp.Lower) and isinstance(column.this, exp.Column):
        column = column.this
    if not (isinstance(column, exp.Column) and isinstance(value, exp.Literal) and value.is_string):
        return False
    known = spelled.get(value.this.lower())
    tables = _read(equal, schema)
    owner = _owner(column, tables)
    if known is None or owner is None:
        return False
    if any(place == f"{owner.path}.{column.name}" for place in places[known]):
        if known == value.this:
            return False
        equal.replace(exp.EQ(this=column.copy(), expression=exp.Literal.string(known)))
        return True
    for key in owner.foreign_keys:
        parent = schema.table(key.table)
        named = [
            p.rpartition(".")[2] for p in places[known] if parent and p.rpartition(".")[0] == parent.path
        ]
        if key.columns == (column.name,) and parent is not None and len(named) == 1:
            inner = exp.select(key.refers[0]).from_(parent.path)
            inner = inner.where(exp.EQ(this=exp.column(named[0]), expression=exp.Literal.string(known)))
            equal.replace(exp.In(this=column.copy(), query=inner.subquery()))
            return True
    return False


def _read(node: exp.Expr, schema: Schema) -> dict[str, Table]:
    """Alias → table, of those that the SELECT of a condition reads by name."""
    select = node.parent_select
    if select is None:
        return {}
    from_ = select.args.get("from_")
    sources = [from_.this if from_ else None, *(join.this for join in select.args.get("joins") or ())]
    found = {
        source.alias_or_name.lower(): schema.table(source.name)
        for source in sources
        if isinstance(source, exp.Table)
    }
    return {alias: table for alias, table in found.items() if table is not None}


def _owner(column: exp.Column, tables: dict[str, Table]) -> Table | None:
    alias = column.text("table").lower()
    if alias:
        return tables.get(alias)
    holding = [table for table in tables.values() if table.column(column.name)]
    return holding[0] if len(holding) == 1 else None
