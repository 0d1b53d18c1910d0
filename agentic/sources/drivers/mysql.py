"""MySQL and MariaDB, where PyMySQL is installed: a read-only transaction with a timeout."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any
from urllib.parse import unquote, urlsplit

from agentic.sources.drivers.sampling import Sampler
from agentic.sources.drivers.types import Fetched, SourceFailed, ended_after, take, too_long
from agentic.sources.walls.hosts import allowed_address
from retrieval.tables.schema import Column, ForeignKey, Schema, Table, kind_of

CONNECT_SECONDS = 10
INTROSPECTION_SECONDS = 30.0
_NO_DSN = "This is no connection string: write mysql://user:password@host:3306/database."
_GRANT = re.compile(r"GRANT (.+?) ON (?:TABLE )?(\S+) TO ", re.I)
_LIKE = {"%": ".*", "_": "."}  # of a pattern of databases; one behind a backslash is itself
_PRIVILEGE = re.compile(r"([A-Z][A-Z ]*?) *(?:\([^)]*\) *)?(?:,|$)", re.I)
_READING = {"SELECT", "SHOW VIEW", "SHOW DATABASES", "USAGE", "PROCESS", "REPLICATION CLIENT", "REFERENCES"}
_READING |= {"BINLOG MONITOR", "SLAVE MONITOR", "REPLICA MONITOR", "SHOW CREATE ROUTINE"}


class MySQLDriver:
    dialect = "mysql"

    def __init__(self, dsn: str) -> None:
        try:
            parts = urlsplit(dsn)
            port = parts.port or 3306
        except ValueError:
            raise SourceFailed(_NO_DSN) from None
        if parts.scheme not in ("mysql", "mariadb") or not parts.hostname or not parts.path.strip("/"):
            raise SourceFailed(_NO_DSN)
        self.host, self.port = parts.hostname, port
        self.user, self.password = unquote(parts.username or ""), unquote(parts.password or "")
        self.database = unquote(parts.path.strip("/"))

    def introspect(self) -> Schema:
        with self._session(INTROSPECTION_SECONDS) as connection:
            tables = Schema(tuple(self._tables(connection)))
            return Sampler(lambda sql: self._rows(connection, sql), quote="`").whole(tables)

    def run(self, sql: str, *, rows: int, seconds: float) -> Fetched:
        with self._session(seconds) as connection, ended_after(seconds + 1, connection.close) as passed:
            try:
                with connection.cursor(_driver().cursors.SSCursor) as cursor:
                    cursor.execute(sql)
                    columns = tuple(column[0] for column in cursor.description or ())
                    return take(lambda count: list(cursor.fetchmany(count)), columns, rows)
            except _driver().Error as error:
                if passed or error.args[:1] in ((3024,), (1969,)):
                    raise too_long(seconds) from error
                raise SourceFailed(_reason(error), is_statement=True) from error

    def may_write(self) -> bool:
        with self._session(INTROSPECTION_SECONDS) as connection:
            told = [str(row[0]) for row in self._rows(connection, "SHOW GRANTS")]
        return any(self._lets_write(grant) for grant in told)

    def _lets_write(self, grant: str) -> bool:
        """Whether it is of this database, or of all, and of more than reading: `test` is everybody's."""
        found = _GRANT.match(grant)
        if found is None:
            return False
        scope = found[2].split(".")[0].strip("`")
        signs = (_LIKE.get(sign, re.escape(sign[-1])) for sign in re.findall(r"\\.|.", scope))
        is_own = scope == "*" or re.fullmatch("".join(signs), self.database, re.I) is not None
        granted = {name.upper() for name in _PRIVILEGE.findall(found[1])}
        return is_own and not granted <= _READING

    @contextmanager
    def _session(self, seconds: float) -> Iterator[Any]:
        try:
            connection = _connections()(
                host=allowed_address(self.host, self.port),
                port=self.port,
                user=self.user,
                password=self.password,
                database=self.database,
                connect_timeout=CONNECT_SECONDS,
                read_timeout=int(seconds) + 5,
                local_infile=False,
                autocommit=True,
            )
        except _driver().Error as error:
            raise SourceFailed(self._refusal(error)) from None
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET SESSION TRANSACTION READ ONLY")
                with suppress(_driver().Error):
                    cursor.execute(f"SET SESSION max_execution_time = {int(seconds * 1000)}")
                with suppress(_driver().Error):  # MariaDB's name for it, in seconds
                    cursor.execute(f"SET SESSION max_statement_time = {seconds}")
                cursor.execute("START TRANSACTION READ ONLY")
            yield connection
        finally:
            with suppress(_driver().Error):
                connection.close()

    def _refusal(self, error: Exception) -> str:
        """Why there is no connection, by the server's number of it."""
        number = error.args[0] if error.args else 0
        if number in (1045, 1698):
            return f"{self.host} refused the user or the password: check both."
        if number in (1044, 1049):
            return f"{self.host} has no database “{self.database}” for this user: check its name."
        if isinstance(error.__context__, ConnectionRefusedError):
            return f"Nothing listens at {self.host} on that port: check host and port."
        return f"{self.host} could not be reached: {_reason(error)}"

    def _rows(self, connection: Any, sql: str) -> list[Any]:
        try:
            with connection.cursor() as cursor:
                cursor.execute(sql)
                return list(cursor.fetchall())
        except _driver().Error as error:
            raise SourceFailed(_reason(error)) from error

    def _tables(self, connection: Any) -> Iterator[Table]:
        columns: dict[str, list[Column]] = {}
        for table, name, type_, comment in self._rows(
            connection,
            "SELECT table_name, column_name, column_type, column_comment FROM information_schema.columns "
            "WHERE table_schema = database() ORDER BY table_name, ordinal_position",
        ):
            columns.setdefault(table, []).append(Column(name, type_, kind_of(type_), comment or ""))
        told = {
            row[0]: (row[1], row[2])
            for row in self._rows(
                connection,
                "SELECT table_name, table_rows, table_comment FROM information_schema.tables "
                "WHERE table_schema = database()",
            )
        }
        keys = self._rows(
            connection,
            "SELECT table_name, constraint_name, column_name, referenced_table_name, "
            "referenced_column_name FROM information_schema.key_column_usage "
            "WHERE table_schema = database() ORDER BY constraint_name, ordinal_position",
        )
        for table, own in columns.items():
            mine = [key for key in keys if key[0] == table]
            foreign: dict[str, list[Any]] = {}
            for key in mine:
                if key[3]:
                    foreign.setdefault(key[1], []).append(key)
            rows, about = told.get(table, (None, ""))
            yield Table(
                name=table,
                columns=tuple(own),
                comment=about or "",
                primary_key=tuple(key[2] for key in mine if key[1] == "PRIMARY"),
                foreign_keys=tuple(
                    ForeignKey(tuple(k[2] for k in parts), parts[0][3], tuple(k[4] for k in parts))
                    for parts in foreign.values()
                ),
                rows=rows,
            )


@cache
def _connections() -> Any:
    """PyMySQL's connections, of which each would read this machine's certificates anew, for 50 ms."""
    kept: list[Any] = []

    class Connection(_driver().connections.Connection):  # type: ignore[misc]
        def _create_ssl_ctx(self, sslp: Any) -> Any:
            if sslp:
                return super()._create_ssl_ctx(sslp)
            if not kept:
                kept.append(super()._create_ssl_ctx(sslp))
            return kept[0]

    return Connection


def _driver() -> Any:
    try:
        return importlib.import_module("pymysql")
    except ImportError:
        raise SourceFailed(
            "MySQL needs the package PyMySQL: install ragsite with `pip install ragsite[mysql]`."
        ) from None


def _reason(error: Exception) -> str:
    text = str(error.args[1] if len(error.args) > 1 else error).strip()
    return f"{text.rstrip('.')}."
