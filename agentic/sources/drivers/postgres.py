"""PostgreSQL: a read-only transaction with a timeout, by credentials that should not be able to write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import connection as application
from psycopg import sql as syntax
from psycopg.conninfo import conninfo_to_dict

from agentic.sources.drivers.sampling import Sampler
from agentic.sources.drivers.types import Fetched, SourceFailed, ended_after, take, too_long
from agentic.sources.walls.hosts import allowed_address
from retrieval.tables.schema import Column, ForeignKey, Schema, Table, kind_of

CONNECT_SECONDS = 10
INTROSPECTION_SECONDS = 30.0
GRACE_SECONDS = 1.0  # after the server's own timeout
TAKEN = ("host", "port", "dbname", "user", "password", "sslmode", "application_name")  # of a string
_HIDDEN = "('pg_catalog', 'information_schema', 'pg_toast')"
Connection = psycopg.Connection[tuple[Any, ...]]


class PostgresDriver:
    dialect = "postgres"

    def __init__(self, dsn: str, *, may_be_own: bool = False) -> None:
        """`may_be_own`: whether the application's own database may be the source."""
        self.parameters = parameters_of(dsn)
        self.may_be_own = may_be_own

    def introspect(self) -> Schema:
        with self._session(INTROSPECTION_SECONDS) as connection:
            tables = Schema(tuple(_tables(connection)))
            return Sampler(lambda sql: _rows(connection, sql)).whole(tables)

    def run(self, sql: str, *, rows: int, seconds: float) -> Fetched:
        with (
            self._session(seconds) as connection,
            ended_after(seconds + GRACE_SECONDS, connection.cancel),
        ):
            try:
                with connection.cursor() as cursor:
                    # A cursor is declared by the extended protocol: one statement, and one that reads.
                    declare = syntax.SQL("DECLARE result NO SCROLL CURSOR FOR {}").format(syntax.SQL(sql))
                    cursor.execute(declare, binary=True)
                with connection.cursor() as cursor:
                    cursor.execute("FETCH 0 FROM result")
                    columns = tuple(column.name for column in cursor.description or ())

                    def fetch(count: int) -> list[Any]:
                        return cursor.execute(f"FETCH {int(count)} FROM result").fetchall()

                    return take(fetch, columns, rows)
            except psycopg.errors.QueryCanceled as error:
                raise too_long(seconds) from error
            except psycopg.Error as error:
                raise SourceFailed(_reason(error), is_statement=True) from error
            except (ValueError, OverflowError, UnicodeError) as error:
                # Such as a date of the year 20000, which Python has none for.
                told = f"A value cannot be shown: {error}. Cast it to text."
                raise SourceFailed(told, is_statement=True) from error

    def may_write(self) -> bool:
        with self._session(INTROSPECTION_SECONDS) as connection:
            (found,) = connection.execute(_MAY_WRITE).fetchall()
            return bool(found[0])

    @contextmanager
    def _session(self, seconds: float) -> Iterator[Connection]:
        """A read-only transaction, rolled back at the end."""
        host, port = str(self.parameters["host"]), int(self.parameters.get("port") or 5432)
        address = allowed_address(host, port)
        try:
            connection = psycopg.connect(
                **{**self.parameters, **({"hostaddr": address} if address else {})},
                connect_timeout=CONNECT_SECONDS,
                autocommit=True,
                options="-c default_transaction_read_only=on -c idle_in_transaction_session_timeout=60000",
            )
        except psycopg.Error as error:
            raise SourceFailed(_why_not(error, host, str(self.parameters.get("dbname", "")))) from None
        try:
            if not self.may_be_own:
                _refuse_own(connection)
            connection.execute("BEGIN READ ONLY")
            connection.execute(f"SET LOCAL statement_timeout = {max(1, int(seconds * 1000))}")
            yield connection
        except psycopg.Error as error:
            raise SourceFailed(f"The connection to {host} broke off: {_reason(error)}") from error
        finally:
            connection.close()


def parameters_of(dsn: str) -> dict[str, Any]:
    """What of a connection string is used. Raises `SourceFailed`."""
    try:
        given = conninfo_to_dict(dsn)
    except psycopg.Error:
        raise SourceFailed(
            "This is no connection string: write postgresql://user:password@host:5432/database."
        ) from None
    kept: dict[str, Any] = {name: given[name] for name in TAKEN if given.get(name)}
    if not kept.get("dbname") or not kept.get("user"):
        raise SourceFailed("The connection string names no database or no user: write both.")
    if not kept.get("host") or "," in str(kept["host"]):
        raise SourceFailed("The connection string must name one host.")
    if not str(kept.get("port", "5432")).isdigit():
        raise SourceFailed("The port must be a number, such as 5432.")
    return kept


_IDENTITY = "SELECT pg_postmaster_start_time()::text, current_database()"
_OURS = "SELECT to_regclass('public.vector_schema_embeddings') IS NOT NULL"  # a copy of it, elsewhere


def _refuse_own(connection: Connection) -> None:
    """Raises `SourceFailed`. What any other database tells everybody, ours keeps to itself."""
    with application.cursor() as cursor:
        cursor.execute(_IDENTITY)
        here = cursor.fetchone()
    try:
        there, ours = connection.execute(_IDENTITY).fetchone(), connection.execute(_OURS).fetchone()
    except psycopg.errors.InsufficientPrivilege:
        there, ours = here, None
    if there == here or (ours and ours[0]):
        raise SourceFailed(
            "This is ragsite's own database, which holds what others keep here: it cannot be a source."
        )


_MAY_WRITE = f"""
    SELECT rolsuper OR rolcreaterole OR rolcreatedb
        OR has_database_privilege(current_database(), 'CREATE')
        OR pg_has_role('pg_write_all_data', 'MEMBER') OR pg_has_role('pg_write_server_files', 'MEMBER')
        OR pg_has_role('pg_execute_server_program', 'MEMBER')
        OR EXISTS (
            SELECT FROM pg_class AS relation JOIN pg_namespace AS space ON space.oid = relation.relnamespace
            WHERE relation.relkind IN ('r', 'p', 'v', 'f') AND space.nspname NOT IN {_HIDDEN}
              AND has_schema_privilege(space.oid, 'USAGE')
              AND has_table_privilege(relation.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))
    FROM pg_roles WHERE rolname = current_user
"""

_COLUMNS = f"""
    SELECT space.nspname, relation.relname, attribute.attname,
           format_type(attribute.atttypid, attribute.atttypmod),
           col_description(relation.oid, attribute.attnum), obj_description(relation.oid, 'pg_class'),
           relation.reltuples::bigint
    FROM pg_class AS relation
    JOIN pg_namespace AS space ON space.oid = relation.relnamespace
    JOIN pg_attribute AS attribute ON attribute.attrelid = relation.oid
    WHERE relation.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT relation.relispartition
      AND space.nspname NOT IN {_HIDDEN} AND space.nspname NOT LIKE 'pg\\_%'
      AND attribute.attnum > 0 AND NOT attribute.attisdropped
      AND has_schema_privilege(space.oid, 'USAGE')
      AND has_column_privilege(relation.oid, attribute.attnum, 'SELECT')
    ORDER BY 1, 2, attribute.attnum
"""

_KEYS = f"""
    SELECT space.nspname, relation.relname, held.contype::text,
           ARRAY(SELECT attname::text FROM unnest(held.conkey) WITH ORDINALITY AS k(n, i)
                 JOIN pg_attribute ON attrelid = held.conrelid AND attnum = n ORDER BY i),
           parents.nspname, parent.relname,
           ARRAY(SELECT attname::text FROM unnest(held.confkey) WITH ORDINALITY AS k(n, i)
                 JOIN pg_attribute ON attrelid = held.confrelid AND attnum = n ORDER BY i)
    FROM pg_constraint AS held
    JOIN pg_class AS relation ON relation.oid = held.conrelid
    JOIN pg_namespace AS space ON space.oid = relation.relnamespace
    LEFT JOIN pg_class AS parent ON parent.oid = held.confrelid
    LEFT JOIN pg_namespace AS parents ON parents.oid = parent.relnamespace
    WHERE held.contype IN ('p', 'f') AND space.nspname NOT IN {_HIDDEN}
    ORDER BY held.conname
"""


def _tables(connection: Connection) -> Iterator[Table]:
    columns: dict[tuple[str, str], list[Column]] = {}
    told: dict[tuple[str, str], tuple[str, int]] = {}
    for space, table, name, type_, comment, about, rows in _rows(connection, _COLUMNS):
        columns.setdefault((space, table), []).append(Column(name, type_, kind_of(type_), comment or ""))
        told[space, table] = (about or "", rows)
    keys = _rows(connection, _KEYS)
    for (space, table), own in columns.items():
        mine = [key for key in keys if (key[0], key[1]) == (space, table)]
        about, rows = told[space, table]
        yield Table(
            name=table,
            columns=tuple(own),
            schema=_space(space),
            comment=about,
            primary_key=next((tuple(key[3]) for key in mine if key[2] == "p"), ()),
            foreign_keys=tuple(
                ForeignKey(tuple(key[3]), ".".join(filter(None, (_space(key[4]), key[5]))), tuple(key[6]))
                for key in mine
                if key[2] == "f" and (key[4], key[5]) in columns
            ),
            rows=rows if rows >= 0 else None,
        )


def _space(name: str) -> str:
    return "" if name == "public" else name


def _rows(connection: Connection, sql: str) -> list[Any]:
    """What fails leaves the transaction usable."""
    try:
        with connection.transaction():
            return connection.execute(sql).fetchall()
    except psycopg.Error as error:
        raise SourceFailed(_reason(error)) from error


def _why_not(error: psycopg.Error, host: str, database: str) -> str:
    told = str(error).lower()
    if "password authentication failed" in told or "no password supplied" in told:
        return f"{host} refused the user or the password: check both."
    if "does not exist" in told and "database" in told:
        return f"{host} has no database “{database[:80]}”: check its name."
    if "role" in told and "does not exist" in told:
        return f"{host} knows no such user: check the name."
    if "timeout" in told:
        return f"{host} did not answer within {CONNECT_SECONDS} s: check host, port and firewall."
    if "refused" in told or "unreachable" in told or "no route" in told:
        return f"Nothing listens at {host} on that port: check host and port."
    if "closed the connection" in told or "invalid response" in told:
        return f"{host} answers at that port, but not as PostgreSQL does: check host and port."
    if "ssl" in told:
        return f"{host} and this server do not agree on encryption: add ?sslmode=require, or take it away."
    if "pg_hba" in told:
        return f"{host} lets nobody in from here: its pg_hba.conf must allow this server."
    return f"{host} could not be reached: {_reason(error)}"


def _reason(error: psycopg.Error) -> str:
    text = error.diag.message_primary or (str(error).strip().splitlines() or ["it failed"])[0]
    parts = [text, error.diag.message_hint]
    return ". ".join(part.strip().rstrip(".") for part in parts if part) + "."


def masked(parameters: Mapping[str, Any]) -> str:
    """Where the connection leads, without its password."""
    port = f":{parameters['port']}" if parameters.get("port") else ""
    return f"{parameters.get('user', '')}@{parameters.get('host', '')}{port}/{parameters.get('dbname', '')}"
