"""MySQL's driver against a server, where one is installed (Debian: `apt-get install mariadb-server`)."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from contextlib import suppress

import pytest

from agentic.sources.drivers.mysql import MySQLDriver, _connections
from agentic.sources.drivers.types import SourceFailed
from agentic.sources.registering.services import add_source, refresh_source
from documents.refusals import RefusedChange
from retrieval.tables.planning import planned
from tests.agentic.sources.test_walls import SECRET, attacks, contents

WAIT_SECONDS = 90
SETUP = (
    "CREATE DATABASE shop",
    "CREATE TABLE shop.customers (id integer PRIMARY KEY, name varchar(40) COMMENT 'in full', "
    "city varchar(40))",
    "CREATE TABLE shop.orders (id integer PRIMARY KEY, customer_id integer, amount decimal(10, 2), "
    "ordered_on date, FOREIGN KEY (customer_id) REFERENCES shop.customers (id))",
    "INSERT INTO shop.customers VALUES (1, 'Ada', 'London'), (2, 'Bob', 'Paris')",
    "INSERT INTO shop.orders VALUES (1, 1, 100.50, '2024-01-10'), (2, 2, 50, '2024-02-10')",
    "CREATE USER 'reads'@'127.0.0.1' IDENTIFIED BY 'reads'",
    "GRANT SELECT ON shop.* TO 'reads'@'127.0.0.1'",
    "CREATE USER 'runs'@'127.0.0.1' IDENTIFIED BY 'runs'",
    "GRANT SELECT, EXECUTE ON shop.* TO 'runs'@'127.0.0.1'",
    "CREATE USER 'names'@'127.0.0.1' IDENTIFIED BY 'names'",
    "GRANT SELECT (id), UPDATE (name, city) ON shop.customers TO 'names'@'127.0.0.1'",
    "CREATE USER 'writes'@'127.0.0.1' IDENTIFIED BY 'writes'",
    "GRANT ALL ON shop.* TO 'writes'@'127.0.0.1'",
)


def _listens(path):
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(path) == 0


@pytest.fixture(scope="module")
def _server(tmp_path_factory):
    """Its port, and what runs statements as its owner.

    The server listens on this machine alone and ends with the tests.
    """
    pymysql = pytest.importorskip("pymysql", reason="PyMySQL is not installed: ragsite[mysql].")
    server, maker = shutil.which("mariadbd"), shutil.which("mariadb-install-db")
    if not server or not maker:
        pytest.skip("No MariaDB server is installed.")
    folder = tmp_path_factory.mktemp("maria")
    data = [f"--datadir={folder / 'data'}", "--user=root"]
    made = subprocess.run(
        [maker, "--no-defaults", *data, "--auth-root-authentication-method=normal"], capture_output=True
    )
    if made.returncode:
        pytest.skip(f"MariaDB made no database here: {made.stderr.decode()[-200:]}")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    path = str(folder / "s")
    process = subprocess.Popen(
        [server, "--no-defaults", *data, f"--port={port}", f"--socket={path}", "--bind-address=127.0.0.1"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until = time.monotonic() + WAIT_SECONDS
        while not (listens := _listens(path)) and process.poll() is None and time.monotonic() < until:
            time.sleep(0.1)
        if not listens:
            pytest.skip("MariaDB did not start.")

        def run(*statements):
            root = pymysql.connect(unix_socket=path, user="root", autocommit=True)
            with root, root.cursor() as cursor:
                for statement in statements:
                    cursor.execute(statement)

        run(*SETUP)
        yield port, run
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def server(_server, settings):
    settings.RAGSITE_SOURCE_HOSTS = ["127.0.0.1"]
    return f"127.0.0.1:{_server[0]}"


@pytest.fixture
def as_root(_server):
    return _server[1]


def test_a_port_on_which_nothing_listens_is_said_so(settings):
    pytest.importorskip("pymysql", reason="PyMySQL is not installed: ragsite[mysql].")
    settings.RAGSITE_SOURCE_HOSTS = ["127.0.0.1"]
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        with pytest.raises(SourceFailed, match="Nothing listens at"):
            MySQLDriver(f"mysql://reads:reads@127.0.0.1:{port}/shop").introspect()


@pytest.mark.parametrize("place", ["127.0.0.1:99999", "127.0.0.1:port", "[::1", "127.0.0.1:3306/"])
def test_what_is_no_connection_string_is_said_so(place):
    with pytest.raises(SourceFailed, match="This is no connection string"):
        MySQLDriver(f"mysql://reads:reads@{place}")


def test_certificates_are_read_once_for_all_connections():
    pytest.importorskip("pymysql", reason="PyMySQL is not installed: ragsite[mysql].")
    one, other = (_connections()(defer_connect=True) for _ in range(2))
    assert one.ctx is other.ctx
    assert one.ssl
    assert not one._ssl_required  # a server without TLS is taken too


@pytest.fixture
def reading(server):
    return MySQLDriver(f"mysql://reads:reads@{server}/shop")


def test_tables_keys_and_comments_are_read(reading):
    schema = reading.introspect()
    assert [table.name for table in schema.tables] == ["customers", "orders"]
    assert schema.table("customers").column("name").comment == "in full"
    (key,) = schema.table("orders").foreign_keys
    assert (key.columns, key.table, key.refers) == (("customer_id",), "customers", ("id",))


def test_rules_answer_there(reading):
    plan = planned("What is the total amount by city?", reading.introspect(), "mysql")
    found = reading.run(plan.sql, rows=10, seconds=20)
    assert [(row[0], float(row[1])) for row in sorted(found.rows)] == [("London", 100.5), ("Paris", 50.0)]


@pytest.mark.parametrize(
    ("login", "database", "told"),
    [
        ("reads:other", "shop", "refused the user or the password"),
        ("reads:reads", "none", "no database “none”"),
    ],
)
def test_a_refused_connection_says_what_to_check(server, login, database, told):
    with pytest.raises(SourceFailed, match=told):
        MySQLDriver(f"mysql://{login}@{server}/{database}").introspect()


def test_who_may_write_is_told(server, reading):
    assert not reading.may_write()
    for login in ("writes:writes", "names:names", "runs:runs"):  # a routine may write for its owner
        assert MySQLDriver(f"mysql://{login}@{server}/shop").may_write(), login


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM orders",
        "INSERT INTO customers VALUES (9, 'Eve', '')",
        "DROP TABLE orders",
        "CREATE TABLE x (a int)",
    ],
)
def test_a_session_cannot_write_even_where_its_user_may(server, reading, statement):
    with pytest.raises(SourceFailed):
        MySQLDriver(f"mysql://writes:writes@{server}/shop").run(statement, rows=10, seconds=20)
    assert reading.run("SELECT count(*) FROM orders", rows=10, seconds=20).rows == ((2,),)


@pytest.mark.data
def test_without_the_parser_no_known_attack_changes_anything(server):
    writing = MySQLDriver(f"mysql://writes:writes@{server}/shop")
    before = contents(writing)
    for label, sql in attacks("mysql"):
        with suppress(SourceFailed):
            assert not SECRET.search(str(writing.run(sql, rows=20, seconds=0.2).rows)), label
    assert contents(writing) == before


def test_a_slow_statement_is_ended(reading):
    with pytest.raises(SourceFailed, match="longer than"):
        reading.run("SELECT sleep(30) FROM orders", rows=10, seconds=1)


def test_no_more_rows_are_given_than_are_allowed(reading):
    found = reading.run("SELECT id FROM orders ORDER BY id", rows=1, seconds=5)
    assert (found.rows, found.truncated) == (((1,),), True)


@pytest.mark.django_db
def test_it_is_registered_only_where_it_cannot_write_and_tells_what_changes(server, user, workspace, as_root):
    given = {"user": user, "workspace": workspace, "name": "shop", "kind": "mysql"}
    with pytest.raises(RefusedChange, match="can change the database"):
        add_source(**given, dsn=f"mysql://writes:writes@{server}/shop")
    source = add_source(**given, dsn=f"mysql://writes:writes@{server}/shop", insist=True)
    assert (source.may_write, source.place) == (True, f"writes@{server}/shop")
    as_root("ALTER TABLE shop.orders ADD COLUMN paid_in year")
    try:
        assert refresh_source(user=user, source=source) == ["Column orders.paid_in is new."]
        assert source.stored_schema.table("orders").column("paid_in").kind == "number"
    finally:
        as_root("ALTER TABLE shop.orders DROP COLUMN paid_in")
