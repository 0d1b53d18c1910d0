"""Known attacks, put into each dialect, against each wall with the other removed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import duckdb
import pytest
import sqlglot
from sqlglot.errors import SqlglotError

from agentic.sources.drivers.duckdb import CLOSED, DuckDBDriver
from agentic.sources.drivers.types import SourceFailed
from agentic.sources.walls.validate import validate
from agentic.sql.guard import PARSER_ERRORS
from agentic.sql.refusal import UnsafeSQL
from retrieval.tables.schema import Column, Schema, Table
from tests.data import data_path

TABLES = {"documents": "customers", "chunks": "customers", "metrics": "orders", "claims": "orders"}
ENTITIES = {"entities": "customers", "topics": "orders", "relationships": "orders"}
COLUMNS = {"filename": "name", "claim_text": "status", "metric_name": "status", "numeric_value": "amount"}
WORDS = {**TABLES, **ENTITIES, **COLUMNS, "document_id": "id", "value": "amount", "text": "name"}
SHOP = Schema(
    (
        Table("customers", tuple(Column(name, "text") for name in ("id", "name", "city", "joined"))),
        Table(
            "orders",
            tuple(Column(name, "text") for name in "id customer_id amount status ordered_on".split()),
        ),
    )
)  # fmt: skip
ENDED = "dos_"  # these may run: they are ended by time and rows
LONGEST = "1000000000"  # characters, which DuckDB writes down to the last one before it looks at the time
LONG = "10000000"
SECRET = re.compile(r"root:.*:0:0")


def attacks(dialect: str) -> Iterator[tuple[str, str]]:
    """(label, statement), over the shop's tables: as it is written, and in the words of the dialect."""
    for line in data_path("sql-guard", "attacks.tsv").read_text().splitlines():
        label, sql = line.split("\t", 1)
        sql = re.sub(rf"\b(?:{'|'.join(WORDS)})\b", lambda match: WORDS[match[0]], sql)
        yield label, sql
        with suppress(SqlglotError, RecursionError, *PARSER_ERRORS):
            told = "; ".join(sqlglot.transpile(sql, read="postgres", write=dialect))
            if told and told != sql:
                yield label, told


def contents(driver) -> list[object]:
    return [
        driver.run(f"SELECT * FROM {t} ORDER BY id", rows=50, seconds=5).rows for t in ("customers", "orders")
    ]


@contextmanager
def kept_open(driver) -> Iterator[None]:
    """DuckDB opens a file that is open already at once, and all attacks meet what those before them left."""
    if not isinstance(driver, DuckDBDriver):
        yield
        return
    with duckdb.connect(str(driver.path), read_only=True, config=CLOSED):
        yield


@pytest.mark.data
def test_without_the_parser_no_known_attack_changes_or_reads_anything(driver, tmp_path):
    before, files = contents(driver), sorted(tmp_path.rglob("*"))
    with kept_open(driver):
        for label, sql in attacks(driver.dialect):
            with suppress(SourceFailed):
                found = driver.run(sql.replace(LONGEST, LONG), rows=20, seconds=0.2)
                assert not SECRET.search(str(found.rows)), label
        assert contents(driver) == before
    assert [path for path in sorted(tmp_path.rglob("*")) if path.suffix not in ("-shm", "-wal")] == files


@pytest.mark.data
@pytest.mark.parametrize("dialect", ["postgres", "sqlite", "duckdb", "mysql"])
def test_without_a_session_no_known_attack_passes_the_parser(dialect):
    passed = []
    for label, sql in attacks(dialect):
        with suppress(UnsafeSQL):
            validate(sql, schema=SHOP, dialect=dialect, rows=100)
            passed.append((label, sql))
    assert [
        each for each in passed if not each[0].startswith(ENDED) and not is_plain_select(*each, dialect)
    ] == []


def is_plain_select(label: str, sql: str, dialect: str) -> bool:
    """What a dialect makes harmless: MySQL's backslash keeps a quote within its string, so that all of it is
    one; SQLite and DuckDB know no locks, so that none is left."""
    if label.startswith("for_update"):
        return "UPDATE" not in sql.upper()
    return dialect == "mysql" and "backslash" in label and len(sqlglot.parse(sql, read="mysql")) == 1
