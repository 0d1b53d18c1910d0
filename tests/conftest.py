"""What every test starts from: a real PostgreSQL, no outside network, files in a folder of its own."""

from __future__ import annotations

import gc
import ipaddress
import os
import sys
from collections.abc import Iterator
from typing import Any

import psutil
import psycopg
import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import TransactionTestCase
from psycopg import sql

from agentic.sql.reader import close_pools
from documents.configuration import forget_values
from documents.models import Role, Workspace
from ragsite.storage.database import OWNER, socket_folder
from ragsite.storage.embedded import ensure_embedded
from tests import factories
from tests.emptying import empty_tables
from tests.scheduling import SlowestFirst, by_length

TEST_DATABASE = "test_ragsite_"


def pytest_configure() -> None:
    gc.set_threshold(50_000, 50, 100)  # thousands of tests are kept, and none of them is ever garbage
    sys.addaudithook(_refuse_outside_network)
    TransactionTestCase._fixture_teardown = lambda _: empty_tables()


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
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix) -> Iterator[None]:
    """Several test runs may share a checkout and its server: each has a database of its own."""
    database = settings.DATABASES["default"]
    database["TEST"]["NAME"] = f"{TEST_DATABASE}{os.getpid()}"
    if os.environ.get("DATABASE_URL"):
        yield
        return
    with ensure_embedded(settings.RAGSITE_HOME, durable=False):
        _drop_databases_of_dead_runs()
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup) -> Iterator[None]:
    """Whose connections are given back before the database goes."""
    yield
    close_pools()


def _drop_databases_of_dead_runs() -> None:
    where = f"host={socket_folder(settings.RAGSITE_HOME)} user={OWNER} dbname=postgres"
    with psycopg.connect(where, autocommit=True) as connection:
        names = connection.execute(
            "SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [TEST_DATABASE]
        ).fetchall()
        for (name,) in names:
            if not psutil.pid_exists(int(name.removeprefix(TEST_DATABASE))):
                connection.execute(
                    sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
                )


@pytest.fixture(autouse=True)
def _own_files(settings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path / "files"


@pytest.fixture(scope="session")
def embedder():
    """The real MiniLM."""
    from documents.providers import get_embedder

    return get_embedder()


@pytest.fixture(autouse=True)
def _nothing_kept_of_the_settings_page() -> None:
    forget_values()


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
