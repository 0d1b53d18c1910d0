"""A shop's database, as a SQLite file, as tables in files, and on a PostgreSQL server."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import duckdb
import psycopg
import pytest
from django.db import connection

from agentic.sources.drivers.duckdb import DuckDBDriver
from agentic.sources.drivers.postgres import PostgresDriver
from agentic.sources.drivers.sqlite import SQLiteDriver
from agentic.sources.registering.services import add_source

SHOP = """
CREATE TABLE customers (id integer PRIMARY KEY, name text NOT NULL, city text, joined date);
CREATE TABLE orders (
  id integer PRIMARY KEY, customer_id integer REFERENCES customers (id), amount numeric(10, 2),
  status text, ordered_on date
);
INSERT INTO customers VALUES (1, 'Ada', 'London', '2023-01-05'), (2, 'Bob', 'Paris', '2023-06-01'),
  (3, 'Cleo', 'London', '2024-02-10');
INSERT INTO orders VALUES (1, 1, 100.50, 'paid', '2024-01-10'), (2, 1, 50, 'open', '2024-02-10'),
  (3, 2, 70, 'paid', '2024-02-20'), (4, 3, 30.25, 'paid', '2024-03-05'),
  (5, 3, 10, 'cancelled', '2024-03-06');
"""


@pytest.fixture
def shop_file(tmp_path) -> Path:
    path = tmp_path / "shop.sqlite"
    with sqlite3.connect(path) as made:
        made.executescript(SHOP)
    made.close()
    return path


@pytest.fixture
def shop_duckdb(tmp_path) -> Path:
    path = tmp_path / "shop.duckdb"
    with duckdb.connect(str(path)) as made:
        made.execute(SHOP)
    return path


@pytest.fixture(scope="session")
def _shop_database(django_db_setup) -> Iterator[str]:
    params = connection.get_connection_params()
    own = {name: params[name] for name in ("host", "port", "user", "password") if params.get(name)}
    name = f"shop_{os.getpid()}"
    with psycopg.connect(**own, dbname="postgres", autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        server.execute(f"CREATE ROLE {name} LOGIN PASSWORD 'reads'")
        with psycopg.connect(**own, dbname=name, autocommit=True) as made:
            made.execute(SHOP)
            made.execute(f"GRANT SELECT ON customers, orders TO {name}")
            made.execute("COMMENT ON COLUMN orders.amount IS 'in euros'")
        port = own.get("port") or 5432
        yield f"host={own.get('host')} port={port} dbname={name} user={name} password=reads"
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")
        server.execute(f"DROP ROLE {name}")


@pytest.fixture
def shop_server(_shop_database, db, settings) -> str:
    """The connection string of a user who may only read it."""
    settings.RAGSITE_SOURCE_HOSTS = [_shop_database.split()[0].removeprefix("host=")]
    return _shop_database


@pytest.fixture
def drivers(shop_file, shop_duckdb, shop_server):
    return {
        "sqlite": SQLiteDriver(shop_file),
        "duckdb": DuckDBDriver(shop_duckdb),
        "postgres": PostgresDriver(shop_server),
    }


@pytest.fixture(params=["sqlite", "duckdb", "postgres"])
def driver(request, drivers):
    return drivers[request.param]


@pytest.fixture
def shop(user, workspace, shop_file):
    """The registered SQLite file."""
    return add_source(
        user=user, workspace=workspace, name="shop", kind="sqlite", paths=[str(shop_file)], is_trusted=True
    )
