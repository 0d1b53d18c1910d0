"""What every test starts from: a real PostgreSQL, no outside network, files in a folder of its own."""

from __future__ import annotations

import fcntl
import gc
import ipaddress
import os
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

import psutil
import psycopg
import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.signals import setting_changed
from django.db import connection
from django.test import TransactionTestCase
from psycopg import sql

import documents
from agentic.sql.reader import close_pools
from documents.configuration import forget_values
from documents.models import Role, Workspace
from ragsite.storage.database import OWNER, socket_folder
from ragsite.storage.embedded import ensure_embedded
from tests import factories
from tests.emptying import empty_tables
from tests.homes import prepared_home
from tests.scheduling import SlowestFirst, by_length

TEST_DATABASE = "test_ragsite_"
READER_ROLES = Path(documents.__file__).parent / "sql" / "reader_roles.sql"
IS_ONE_OF_SEVERAL = "PYTEST_XDIST_WORKER" in os.environ
SHARED_DATABASE = f"{TEST_DATABASE}{os.getppid()}"  # named for the process that has the workers
FILES = pytest.StashKey[TemporaryDirectory[str]]()
_numbers = count()


def pytest_configure(config: pytest.Config) -> None:
    gc.set_threshold(50_000, 50, 100)  # thousands of tests are kept, and none of them is ever garbage
    sys.addaudithook(_refuse_outside_network)
    TransactionTestCase._fixture_teardown = lambda _: empty_tables()
    TransactionTestCase._should_reload_connections = lambda _: False
    config.stash[FILES] = TemporaryDirectory(prefix="ragsite-test-files-")


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[FILES].cleanup()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Before every test, at a tenth of what a fixture for all of them costs."""
    forget_values()
    # A path where nothing is yet: most tests write no file, and a folder made for each costs them a third.
    settings.MEDIA_ROOT = Path(item.config.stash[FILES].name) / str(next(_numbers))
    setting_changed.send(sender=None, setting="MEDIA_ROOT", value=settings.MEDIA_ROOT, enter=True)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> SlowestFirst | None:
    return SlowestFirst(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=by_length)


def _refuse_outside_network(event: str, arguments: tuple[object, ...]) -> None:
    """An audit hook reaches every library and, unlike a patch, is undone by none of them."""
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        host = arguments[1][0]
    elif event == "socket.getaddrinfo":
        host = arguments[0]
    else:
        return
    if not _is_loopback(host):
        pytest.fail(f"A test tried to reach {host}: tests stay on this machine.")


def _is_loopback(host: object) -> bool:
    name = host.decode() if isinstance(host, bytes) else host
    if not isinstance(name, str) or name in ("", "localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback or ipaddress.ip_address(name).is_unspecified
    except ValueError:
        return False


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix, _turn) -> Iterator[None]:
    """Several test runs may share a checkout and its server: each has a database of its own."""
    database = settings.DATABASES["default"]
    database["TEST"]["NAME"] = f"{TEST_DATABASE}{os.getpid()}"
    if os.environ.get("DATABASE_URL"):
        yield
        return
    with ensure_embedded(settings.RAGSITE_HOME, durable=False):
        with _server() as server:
            _drop_databases_of_dead_runs(server)
            if IS_ONE_OF_SEVERAL:
                fcntl.flock(_turn, fcntl.LOCK_EX)  # until this worker's database is made
            if IS_ONE_OF_SEVERAL and SHARED_DATABASE in _databases(server):
                database["TEST"]["TEMPLATE"] = SHARED_DATABASE
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker, _turn) -> Iterator[None]:
    """Whose connections are given back before the database goes.

    Migrating takes seconds: the first of several workers leaves a copy of what it made for the others.
    """
    database = settings.DATABASES["default"]
    if IS_ONE_OF_SEVERAL and not os.environ.get("DATABASE_URL") and not database["TEST"].get("TEMPLATE"):
        with django_db_blocker.unblock():
            connection.close()
        with _server() as server:
            copied = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
            names = (SHARED_DATABASE, database["TEST"]["NAME"])
            server.execute(copied.format(*map(sql.Identifier, names)))
    fcntl.flock(_turn, fcntl.LOCK_UN)
    if database["TEST"].get("TEMPLATE"):
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                READER_ROLES.read_text(encoding="utf-8")
            )  # what a role may in a database is not copied with it
    yield
    close_pools()


@pytest.fixture(scope="session")
def _turn(shared_folder) -> Iterator[IO[str]]:
    """A file that a worker locks while its database is made."""
    with (shared_folder / "database.lock").open("a") as turn:
        yield turn


def _server() -> psycopg.Connection:
    where = f"host={socket_folder(settings.RAGSITE_HOME)} user={OWNER} dbname=postgres"
    return psycopg.connect(where, autocommit=True)


def _databases(server: psycopg.Connection) -> list[str]:
    asked = "SELECT datname FROM pg_database WHERE starts_with(datname, %s)"
    return [name for (name,) in server.execute(asked, [TEST_DATABASE]).fetchall()]


def _drop_databases_of_dead_runs(server: psycopg.Connection) -> None:
    for name in _databases(server):
        if not psutil.pid_exists(int(name.removeprefix(TEST_DATABASE))):
            server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory) -> Path:
    """The same folder for all workers of a run."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if IS_ONE_OF_SEVERAL else own


@pytest.fixture(scope="session")
def prepared(shared_folder) -> Path:
    """A home whose database is migrated, and stopped: few tests of a start are of the first one."""
    return prepared_home(shared_folder)


@pytest.fixture(scope="session")
def embedder():
    """The real MiniLM."""
    from documents.providers import get_embedder

    return get_embedder()


@pytest.fixture
def hash_embedder():
    """Equal words give equal vectors: fast, and enough where meaning does not matter."""
    from llm.fakes import HashEmbedder

    return HashEmbedder()


@pytest.fixture
def user(db) -> User:
    return factories.UserFactory(username="ada")


@pytest.fixture
def other_user(db) -> User:
    return factories.UserFactory(username="bob")


@pytest.fixture
def workspace(user) -> Workspace:
    """Owned by `user`, closed to `other_user`."""
    return factories.MembershipFactory(user=user, role=Role.OWNER, workspace__slug="mine").workspace


@pytest.fixture
def other_workspace(other_user) -> Workspace:
    """Owned by `other_user`, closed to `user`."""
    return factories.MembershipFactory(user=other_user, role=Role.OWNER, workspace__slug="theirs").workspace
