"""Running SQL that a model wrote, behind both walls, within limits of time, rows and bytes."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import psycopg
from django.conf import settings
from django.db import OperationalError
from psycopg import sql as syntax
from psycopg.pq import ExecStatus

from agentic.evidence import ResultTable
from agentic.sql.guard import guard_with_one_more
from agentic.sql.provenance import HIDDEN_COLUMN, Source, spans_of, with_row_ids
from agentic.sql.reader import Reader, reader_session
from agentic.sql.scope import within
from agentic.sql.template import Template
from documents.models import Workspace

CELL_CHARACTERS = 8_000  # a chunk has at most about 2,000, a quote fewer
RESULT_CHARACTERS = 4_000_000  # of one result, all cells together
BATCH_ROWS = 100
# Types whose values have a bounded size and reach Python as they are; all others come as cut text.
_PLAIN_TYPES = frozenset({16, 20, 21, 23, 26, 700, 701, 1082, 1083, 1114, 1184, 1266, 1700, 2950})
_TEXT_ARRAYS = frozenset({1009, 1015})  # text[], varchar[]


class SQLFailed(Exception):
    """The database refused or ended a statement. The message says why, so that it can be mended."""


class _NotUnderstood(SQLFailed):
    """It failed before anything of it was run."""


@dataclass(frozen=True)
class _Fetched:
    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    truncated: bool


def run_select(
    sql: str,
    *,
    workspace: Workspace,
    documents: Collection[int] | None = None,
    guarded: bool = True,
    is_template: bool = False,
    explanation: str = "",
) -> ResultTable:
    """The rows of `sql` in `workspace`, at most RAGSITE_SQL_ROWS, each with its place where that is known.

    `documents`: the only ones whose facts are seen; None for all. `guarded=False` leaves the parser out, so
    that tests see what the database alone holds back. `is_template`: our own words round quoted values, which
    the parser reads once for all values. Raises `UnsafeSQL`, or `SQLFailed` with PostgreSQL's
    reason; Django's `OperationalError` where the database is away.
    """
    started = time.perf_counter()
    limit = settings.RAGSITE_SQL_ROWS
    prepare = _prepared_template if is_template else _prepared
    shown, plain, asked, source = prepare(sql, limit) if guarded else (sql, sql, sql, None)
    if documents is not None:
        shown, plain, asked = (within(statement, documents) for statement in (shown, plain, asked))
    try:
        fetched = _fetch(asked, workspace, limit)
    except _NotUnderstood:
        if source is None:
            raise
        # It folds its rows after all, in a way that does not show: then no row is one fact's.
        fetched, source = _fetch(plain, workspace, limit), None
    ids = [row[-1] for row in fetched.rows] if source else []
    if source:
        fetched = _without_last(fetched)
    return ResultTable(
        columns=fetched.columns,
        rows=tuple(fetched.rows),
        spans=spans_of(fetched.columns, fetched.rows, source=source, ids=ids, workspace=workspace),
        sql=shown,
        explanation=explanation,
        truncated=fetched.truncated,
        seconds=time.perf_counter() - started,
    )


@lru_cache(maxsize=512)
def _prepared(sql: str, limit: int) -> tuple[str, str, str, Source | None]:
    """What is shown, what is run, the same with row ids, and of which view; the same question comes again."""
    shown, plain, query = guard_with_one_more(sql, limit=limit)
    return shown, plain, *(with_row_ids(query) or (plain, None))


def _prepared_template(sql: str, limit: int) -> tuple[str, str, str, Source | None]:
    """As `_prepared`, of which no quoted value is a part: a value can say nothing to the parser."""
    template = Template.of(sql)
    if template is None:
        return _prepared(sql, limit)
    *statements, source = _prepared(template.text, limit)
    filled = [template.filled(statement) for statement in statements]
    if None in filled:
        return _prepared(sql, limit)
    shown, plain, asked = (statement or "" for statement in filled)
    return shown, plain, asked, source


def _fetch(sql: str, workspace: Workspace, limit: int) -> _Fetched:
    """What is past its time or its memory is ended, and never run again."""
    with reader_session(workspace, seconds=settings.RAGSITE_SQL_TIMEOUT) as (connection, watched):
        try:
            return _read(connection, sql, limit)
        except psycopg.Error as error:
            if watched.ended:
                raise SQLFailed(_too_long() if watched.ended == "time" else _too_large()) from error
            if connection.broken:
                raise OperationalError("The database went away.") from error
            raise SQLFailed(_reason(error)) from error


def _read(connection: Reader, sql: str, limit: int) -> _Fetched:
    """Describe the statement, then run it with its long values cut by the server.

    A cursor is declared by the extended protocol: it takes one statement, and only one that reads.
    """
    deadline = time.monotonic() + settings.RAGSITE_SQL_TIMEOUT
    described = _describe(connection, sql)
    with connection.cursor() as cursor:
        cut = _cut(sql, [code for _, code in described])
        declare = syntax.SQL("DECLARE result NO SCROLL CURSOR FOR {}").format(cut)
        cursor.execute(declare, binary=True)  # which simple messages, of several statements, cannot be
        rows, truncated = _rows(cursor, limit, len(described), deadline)
    return _Fetched(tuple(name for name, _ in described), rows, truncated)


def _describe(connection: Reader, sql: str) -> list[tuple[str, int]]:
    """The names and types of the statement's columns, which is analysed for it, but not planned or run."""
    server, encoding = connection.pgconn, connection.info.encoding
    for described in (server.prepare(b"", sql.encode(encoding)), server.describe_prepared(b"")):
        if described.status != ExecStatus.COMMAND_OK:
            raise _NotUnderstood(_reason(psycopg.errors.error_from_result(described, encoding)))
    columns = [
        ((described.fname(n) or b"").decode(encoding), described.ftype(n)) for n in range(described.nfields)
    ]
    if not columns:
        raise SQLFailed("The statement gives no columns: name at least one.")
    return columns


def _cut(sql: str, types: Sequence[int]) -> syntax.Composable:
    names = [f"c{position}" for position in range(len(types))]
    cells = ", ".join(_cell(name, code) for name, code in zip(names, types, strict=True))
    return syntax.SQL(f"SELECT {cells} FROM (\n{sql}\n) AS asked({', '.join(names)})")


def _cell(name: str, code: int) -> str:
    if code in _PLAIN_TYPES:
        return name
    text = f"array_to_string({name}, ', ')" if code in _TEXT_ARRAYS else f"{name}::text"
    return f"left({text}, {CELL_CHARACTERS})"


def _rows(
    cursor: psycopg.Cursor[tuple[Any, ...]], limit: int, width: int, deadline: float
) -> tuple[list[tuple[Any, ...]], bool]:
    """At most `limit` rows and RESULT_CHARACTERS, and whether there were more."""
    batch = max(1, min(BATCH_ROWS, RESULT_CHARACTERS // (width * CELL_CHARACTERS)))
    rows: list[tuple[Any, ...]] = []
    characters = 0
    while len(rows) <= limit and characters < RESULT_CHARACTERS:
        # Each FETCH is a statement of its own, with its own timeout: together they get no more than one.
        left = max(1, int((deadline - time.monotonic()) * 1000))
        cursor.execute(f"SET LOCAL statement_timeout = {left}")
        fresh = cursor.execute(f"FETCH {batch} FROM result").fetchall()
        rows.extend(fresh)
        characters += sum(len(cell) for row in fresh for cell in row if isinstance(cell, str))
        if len(fresh) < batch:
            return rows[:limit], len(rows) > limit
    return rows[:limit], True


def _without_last(fetched: _Fetched) -> _Fetched:
    rows = [row[:-1] for row in fetched.rows]
    return _Fetched(tuple(name for name in fetched.columns if name != HIDDEN_COLUMN), rows, fetched.truncated)


def _reason(error: psycopg.Error) -> str:
    if isinstance(error, psycopg.errors.QueryCanceled):
        return _too_long()
    if isinstance(error, psycopg.errors.OutOfMemory):
        return _too_large()
    parts = [error.diag.message_primary or str(error), error.diag.message_hint]
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


def _too_long() -> str:
    return f"The statement took longer than {settings.RAGSITE_SQL_TIMEOUT} s: ask for less at once."


def _too_large() -> str:
    return f"The statement needed more than {settings.RAGSITE_SQL_MB} MB of memory: ask for less at once."
