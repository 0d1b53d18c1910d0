"""A database beside the usual one, made for an evaluation and dropped after it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.management import call_command
from django.db import connection


@contextmanager
def own_database() -> Iterator[None]:
    """All queries go to an empty, migrated database meanwhile: nothing of the user's is touched or slowed."""
    usual, name = connection.settings_dict["NAME"], f"evaluation_{secrets.token_hex(4)}"
    with connection.cursor() as cursor:
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


def _go_to(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = settings.DATABASES["default"]["NAME"] = name
