"""DuckDB files, and CSV, Parquet and Excel files read into one: opened read-only, without any access to
other files, extensions or the network."""

from __future__ import annotations

import csv
import re
import tempfile
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

import duckdb
import openpyxl

from agentic.sources.drivers.sampling import Sampler
from agentic.sources.drivers.types import SUFFIXES, Fetched, SourceFailed, ended_after, quoted, take, too_long
from retrieval.tables.schema import Column, ForeignKey, Schema, Table, kind_of

CLOSED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "allow_community_extensions": "false",
    "python_enable_replacements": "false",
    "memory_limit": "512MB",
    "threads": "2",
    "lock_configuration": "true",
}
INTROSPECTION_SECONDS = 30.0
LOADING_SECONDS = 300.0
MAX_SHEET_ROWS = 200_000
MAX_COLUMNS = 500
READERS = {".csv": "read_csv", ".tsv": "read_csv", ".parquet": "read_parquet"}
_FOLDER = re.compile(r"(?<=['\"])/(?:[^'\"/]+/)*")  # of a file in quotes


class DuckDBDriver:
    dialect = "duckdb"

    def __init__(self, path: Path) -> None:
        self.path = path

    def introspect(self) -> Schema:
        with self._opened() as connection:
            return Sampler(lambda sql: _rows(connection, sql)).whole(Schema(tuple(_tables(connection))))

    def run(self, sql: str, *, rows: int, seconds: float) -> Fetched:
        with (
            self._opened() as connection,
            ended_after(seconds, connection.interrupt) as passed,
        ):
            try:
                (statement,) = _only(connection, sql)
                connection.execute(statement)
                columns = tuple(column[0] for column in connection.description or ())
                return take(connection.fetchmany, columns, rows)
            except duckdb.Error as error:
                if passed or isinstance(error, duckdb.InterruptException):
                    raise too_long(seconds) from error
                raise SourceFailed(_reason(error), is_statement=True) from error

    def may_write(self) -> bool:
        """Files are opened read-only, whatever their rights."""
        return False

    @contextmanager
    def _opened(self) -> Iterator[duckdb.DuckDBPyConnection]:
        if not self.path.is_file():
            raise SourceFailed(f"There is no file {self.path.name} any more: give it again.")
        try:
            connection = duckdb.connect(str(self.path), read_only=True, config=CLOSED)
        except duckdb.Error as error:
            raise SourceFailed(
                f"{self.path.name} cannot be opened as a DuckDB database: {_reason(error)}"
            ) from error
        try:
            yield connection
        finally:
            connection.close()


def _only(connection: duckdb.DuckDBPyConnection, sql: str) -> Sequence[Any]:
    """The one statement of `sql`, which must be one that only reads."""
    statements = connection.extract_statements(sql)
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise SourceFailed("Only one SELECT can run here.", is_statement=True)
    return statements


def build(path: Path, files: Sequence[Path]) -> None:
    """Read the files into a new database at `path`, a table of each file or sheet. Raises `SourceFailed`.

    It stands there whole or not at all.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        fresh = Path(folder) / "fresh.duckdb"
        names: set[str] = set()
        with duckdb.connect(str(fresh)) as connection:
            for file in files:
                _load(connection, file, names)
        fresh.replace(path)


def build_from_rows(path: Path, tables: Mapping[str, Sequence[Sequence[Any]]]) -> None:
    """A new database at `path` of tables whose first row names the columns. Raises `SourceFailed`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        fresh = Path(folder) / "fresh.duckdb"
        taken: set[str] = set()
        with duckdb.connect(str(fresh)) as connection:
            for name, rows in tables.items():
                _load_rows(connection, table_name(name, taken), rows)
        fresh.replace(path)


def _load(connection: duckdb.DuckDBPyConnection, file: Path, names: set[str]) -> None:
    if not file.is_file():
        raise SourceFailed(f"There is no file {file.name}: check its path.")
    if file.suffix.lower() == ".xlsx":
        for title, rows in _sheets(file):
            _load_rows(connection, table_name(title or file.stem, names), rows)
        return
    reader = READERS.get(file.suffix.lower())
    if reader is None:
        raise SourceFailed(f"{file.name} is none of {', '.join(SUFFIXES)}: save it as one of them.")
    name = table_name(file.stem, names)
    with ended_after(LOADING_SECONDS, connection.interrupt):
        try:
            connection.execute(f"CREATE TABLE {quoted(name)} AS SELECT * FROM {reader}(?)", [str(file)])
        except duckdb.Error as error:
            raise SourceFailed(f"{file.name} cannot be read as a table: {_reason(error)}") from error


def _load_rows(connection: duckdb.DuckDBPyConnection, name: str, rows: Sequence[Sequence[Any]]) -> None:
    """By a CSV file in between, so that the types are found as for any other."""
    header, *body = rows or [[]]
    if not header or not body:
        raise SourceFailed(f"The table “{name}” is empty: it needs a row of headings and one of values.")
    taken: set[str] = set()
    columns = [table_name(str(cell or f"column {n}"), taken) for n, cell in enumerate(header, start=1)]
    with tempfile.NamedTemporaryFile("w", suffix=".csv", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(columns)
        for row in body:
            writer.writerow([_plain(cell) for cell in [*row, *[None] * len(columns)][: len(columns)]])
        out.flush()
        try:
            connection.execute(
                f"CREATE TABLE {quoted(name)} AS SELECT * FROM read_csv(?, header = true, delim = ',', "
                "quote = '\"', escape = '\"', sample_size = -1, null_padding = true)",
                [out.name],
            )
        except duckdb.Error as error:
            raise SourceFailed(f"The table “{name}” cannot be read: {_reason(error)}") from error


def _plain(cell: Any) -> Any:
    if isinstance(cell, datetime) and cell.time() == time():
        return cell.date().isoformat()
    return cell.isoformat() if isinstance(cell, date | time) else cell


def _sheets(file: Path) -> Iterator[tuple[str, list[list[Any]]]]:
    """Each sheet that holds something, from its first row with two cells on."""
    try:
        with file.open("rb") as opened, warnings.catch_warnings(action="ignore"):
            book = openpyxl.load_workbook(opened, read_only=True, data_only=True, keep_links=False)
            sheets = [(sheet.title, trimmed(sheet.iter_rows(values_only=True))) for sheet in book.worksheets]
    except Exception as error:  # the library trips over broken files in many ways
        raise SourceFailed(f"{file.name} cannot be read as an Excel workbook: save it anew.") from error
    found = [(title, rows) for title, rows in sheets if len(rows) > 1]
    if not found:
        raise SourceFailed(f"{file.name} has no sheet with headings and rows: fill one.")
    yield from found


def trimmed(rows: Iterable[Sequence[Any]]) -> list[list[Any]]:
    """Rows from the first with two cells on, without the empty ones and without empty columns at the end."""
    kept: list[list[Any]] = []
    for row in rows:
        cells = [None if cell == "" else cell for cell in row[:MAX_COLUMNS]]
        filled = [cell for cell in cells if cell is not None]
        if len(filled) >= 2 or (kept and filled):
            kept.append(cells)
        if len(kept) > MAX_SHEET_ROWS:
            break
    width = max((n for row in kept for n, cell in enumerate(row, 1) if cell is not None), default=0)
    return [row[:width] for row in kept]


def table_name(text: str, taken: set[str]) -> str:
    """A name that needs no quotes and that nobody in `taken`, which it joins, has."""
    base = re.sub(r"\W+", "_", text.strip().lower()).strip("_")[:50] or "table"
    base = f"_{base}" if base[0].isdigit() else base
    name, number = base, 2
    while name in taken:
        name, number = f"{base}_{number}", number + 1
    taken.add(name)
    return name


def _tables(connection: duckdb.DuckDBPyConnection) -> Iterator[Table]:
    columns: dict[tuple[str, str], list[Column]] = {}
    for schema, table, name, type_, comment in _rows(
        connection,
        "SELECT schema_name, table_name, column_name, data_type, comment FROM duckdb_columns() "
        "WHERE NOT internal AND database_name = current_database() ORDER BY 1, 2, column_index",
    ):
        columns.setdefault((schema, table), []).append(Column(name, type_, kind_of(type_), comment or ""))
    keys = _rows(
        connection,
        "SELECT schema_name, table_name, constraint_type, constraint_column_names, referenced_table, "
        "referenced_column_names FROM duckdb_constraints() WHERE database_name = current_database() "
        "AND constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY')",
    )
    for (schema, table), own in columns.items():
        mine = [key for key in keys if (key[0], key[1]) == (schema, table)]
        yield Table(
            name=table,
            columns=tuple(own),
            schema="" if schema == "main" else schema,
            primary_key=next((tuple(key[3]) for key in mine if key[2] == "PRIMARY KEY"), ()),
            foreign_keys=tuple(
                ForeignKey(tuple(key[3]), key[4], tuple(key[5])) for key in mine if key[2] == "FOREIGN KEY"
            ),
        )


def _rows(connection: duckdb.DuckDBPyConnection, sql: str) -> list[Any]:
    with ended_after(INTROSPECTION_SECONDS, connection.interrupt):
        try:
            return connection.execute(sql).fetchall()
        except duckdb.Error as error:
            raise SourceFailed(_reason(error)) from error


def _reason(error: BaseException) -> str:
    """The first line: the others show a picture of the statement. Files are told without their folders."""
    text = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    text = _FOLDER.sub("", text)
    return f"{text.rstrip('.')}."
