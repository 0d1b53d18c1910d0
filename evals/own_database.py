"""A database beside the usual one, made for an evaluation and dropped after it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.backends.utils import CursorWrapper

from agentic.sql.reader import close_pools

PREFIX = "evaluation_"  # and the number of the process


@contextmanager
def own_database() -> Iterator[None]:
    """All queries go to an empty, migrated database meanwhile: nothing of the user's is touched or slowed."""
    usual, name = connection.settings_dict["NAME"], f"{PREFIX}{os.getpid()}"
    with connection.cursor() as cursor:
        _drop_those_of_dead_runs(cursor)
        cursor.execute(f"CREATE DATABASE {name}")
    try:
        _go_to(name)
        with connection.cursor() as cursor:
            cursor.execute("CREATE EXTENSION IF NOT EXISTS vector")
        call_command("migrate", verbosity=0)
        yield
    finally:
        _go_to(usual)
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _drop_those_of_dead_runs(cursor: CursorWrapper) -> None:
    """A run that was killed could not: a million passages take 5 GB."""
    cursor.execute("SELECT datname FROM pg_database WHERE datname ~ %s", [f"^{PREFIX}[0-9]+$"])
    for (left,) in cursor.fetchall():
        if not psutil.pid_exists(int(left.removeprefix(PREFIX))) or left == f"{PREFIX}{os.getpid()}":
            cursor.execute(f"DROP DATABASE {left} WITH (FORCE)")


def _go_to(name: str) -> None:
    connection.close()
    close_pools()
    connection.settings_dict["NAME"] = settings.DATABASES["default"]["NAME"] = name
