"""What a source's session gives, and what it refuses by itself, without the parser before it."""

from __future__ import annotations

import socket
import sqlite3
from threading import Thread

import pytest
from django.db import connection

from agentic.sources.drivers.postgres import PostgresDriver
from agentic.sources.drivers.sqlite import SQLiteDriver
from agentic.sources.drivers.types import SourceFailed

CHANGES = (
    "INSERT INTO customers (id, name) VALUES (9, 'Eve')",
    "UPDATE customers SET name = 'Eve'",
    "DELETE FROM orders",
    "DROP TABLE orders",
    "CREATE TABLE stolen AS SELECT * FROM customers",
    "SELECT 1; DELETE FROM orders",
    "WITH gone AS (DELETE FROM orders RETURNING *) SELECT * FROM gone",
    "COMMIT; DELETE FROM orders",
)
REACHING_OUT = {
    "sqlite": (
        "ATTACH DATABASE '/tmp/other.sqlite' AS other",
        "SELECT load_extension('x')",
        "SELECT readfile('/etc/passwd')",
        "SELECT writefile('/tmp/x', 'y')",
        "PRAGMA query_only = OFF",
        "SELECT * FROM pragma_database_list",
        "VACUUM INTO '/tmp/copy.sqlite'",
    ),
    "duckdb": (
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM glob('/*')",
        "ATTACH '/tmp/other.duckdb'",
        "COPY orders TO '/tmp/orders.csv'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        "EXPORT DATABASE '/tmp/out'",
        "SELECT * FROM schema",  # a variable of the program that runs it
    ),
    "postgres": (
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT lo_import('/etc/passwd')",
        "SELECT set_config('transaction_read_only', 'off', true)",
        "COPY orders TO '/tmp/orders.csv'",
        "COPY orders TO PROGRAM 'cat'",
        "SET transaction_read_only = off",
        "SELECT nextval('x')",
    ),
}
ENDLESS = {
    "sqlite": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
    "duckdb": "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range % 7 = b.range % 3",
    "postgres": "SELECT pg_sleep(60)",
}


def test_a_schema_has_types_keys_counts_and_samples(driver):
    schema = driver.introspect()
    assert [table.path for table in schema.tables] == ["customers", "orders"]
    orders = schema.table("ORDERS")
    assert orders.rows == 5
    assert orders.primary_key == ("id",)
    assert [(key.columns, key.table, key.refers) for key in orders.foreign_keys] == [
        (("customer_id",), "customers", ("id",))
    ]
    assert orders.column("status").samples == ("cancelled", "open", "paid")
    assert (orders.column("ordered_on").kind, orders.column("amount").kind) == ("date", "number")
    assert (orders.column("ordered_on").lowest, orders.column("ordered_on").highest) == (
        "2024-01-10",
        "2024-03-06",
    )
    assert type(schema).of(schema.as_json()) == schema


def test_comments_are_read(drivers):
    assert drivers["postgres"].introspect().table("orders").column("amount").comment == "in euros"


def test_a_key_that_nobody_declared_is_told_by_name_and_values(tmp_path):
    path = tmp_path / "plain.sqlite"
    with sqlite3.connect(path) as made:
        made.executescript(
            "CREATE TABLE shops (id integer PRIMARY KEY, town text); CREATE TABLE sales (shop_id integer,"
            " clerk_id integer); CREATE TABLE clerks (id integer PRIMARY KEY);"
            " INSERT INTO shops VALUES (1, 'a'), (2, 'b'); INSERT INTO clerks VALUES (7);"
            " INSERT INTO sales VALUES (1, 8), (2, 9);"
        )
    made.close()
    (key,) = SQLiteDriver(path).introspect().table("sales").foreign_keys  # nobody has the clerks 8 and 9
    assert (key.columns, key.table, key.is_guessed) == (("shop_id",), "shops", True)


def test_a_key_may_be_called_as_the_table_is(tmp_path):
    path = tmp_path / "terms.sqlite"
    with sqlite3.connect(path) as made:
        made.executescript(
            "CREATE TABLE terms (term_id integer PRIMARY KEY, year integer);"
            "CREATE TABLE talks (term integer);"
            " INSERT INTO terms VALUES (1, 2023), (2, 2024); INSERT INTO talks VALUES (1), (2), (2);"
        )
    made.close()
    (key,) = SQLiteDriver(path).introspect().table("talks").foreign_keys
    assert (key.columns, key.table, key.refers) == (("term",), "terms", ("term_id",))


def test_a_reference_without_a_column_is_to_the_key_of_its_table(tmp_path):
    path = tmp_path / "airfield.sqlite"
    made = sqlite3.connect(path)
    made.execute("CREATE TABLE airports (faa TEXT PRIMARY KEY, name TEXT)")
    made.execute("CREATE TABLE flights (id INTEGER PRIMARY KEY, origin TEXT REFERENCES airports)")
    made.close()
    (key,) = SQLiteDriver(path).introspect().table("flights").foreign_keys
    assert (key.columns, key.table, key.refers) == (("origin",), "airports", ("faa",))


def test_rows_come_as_json_and_not_too_many(driver):
    found = driver.run("SELECT id, amount, ordered_on FROM orders ORDER BY id", rows=2, seconds=5)
    assert found.columns == ("id", "amount", "ordered_on")
    assert found.rows == ((1, 100.5, "2024-01-10"), (2, 50, "2024-02-10"))
    assert found.truncated
    assert not driver.run("SELECT id FROM orders", rows=5, seconds=5).truncated


@pytest.mark.parametrize("sql", CHANGES)
def test_nothing_can_be_changed(driver, sql):
    with pytest.raises(SourceFailed):
        driver.run(sql, rows=10, seconds=5)
    assert driver.run("SELECT count(*) FROM orders", rows=1, seconds=5).rows == ((5,),)
    assert driver.run("SELECT min(name) FROM customers", rows=1, seconds=5).rows == (("Ada",),)


@pytest.mark.parametrize("kind, sql", [(kind, sql) for kind, all_ in REACHING_OUT.items() for sql in all_])
def test_nothing_outside_can_be_reached(drivers, kind, sql):
    with pytest.raises(SourceFailed):
        drivers[kind].run(sql, rows=10, seconds=5)


def test_a_query_is_ended_in_time(driver):
    with pytest.raises(SourceFailed, match=r"longer than 0\.3 s"):
        driver.run(ENDLESS[driver.dialect], rows=10, seconds=0.3)


def test_a_user_who_may_write_is_told(shop_server):
    assert not PostgresDriver(shop_server).may_write()


@pytest.mark.parametrize(
    "change, why",
    [
        ({"dbname": "nowhere"}, "no database “nowhere”"),
        ({"user": "nobody_here"}, "user|password|let"),
        ({"host": "127.0.0.1"}, "may not be reached"),
    ],
)
def test_it_says_why_a_server_cannot_be_opened(shop_server, change, why):
    parts = dict(part.split("=", 1) for part in shop_server.split()) | change
    dsn = " ".join(f"{name}={value}" for name, value in parts.items())
    with pytest.raises(SourceFailed, match=why):
        PostgresDriver(dsn).introspect()


@pytest.mark.parametrize("words", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_it_says_that_something_else_than_postgresql_listens(settings, words):
    settings.RAGSITE_SOURCE_HOSTS = ["127.0.0.1"]
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer():
            connection, _ = server.accept()
            with connection:
                connection.recv(8)
                connection.sendall(words)

        answering = Thread(target=answer)
        answering.start()
        with pytest.raises(SourceFailed, match="not as PostgreSQL does"):
            PostgresDriver(f"postgresql://u:p@127.0.0.1:{server.getsockname()[1]}/d").introspect()
        answering.join()


def test_the_own_database_is_no_source(shop_server, settings):
    name = connection.settings_dict["NAME"]
    parts = dict(part.split("=", 1) for part in shop_server.split()) | {"dbname": name}
    dsn = " ".join(f"{key}={value}" for key, value in parts.items())
    with pytest.raises(SourceFailed, match="own database"):
        PostgresDriver(dsn).introspect()
