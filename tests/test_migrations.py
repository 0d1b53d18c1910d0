"""An upgrade that is broken off leaves the database as it was, to be upgraded again."""

from __future__ import annotations

import pytest
from django.db.migrations.loader import MigrationLoader

APPS = ("documents", "agentic", "chat", "ragsite")
OWN = sorted(
    (migration for (app, _), migration in MigrationLoader(None).disk_migrations.items() if app in APPS),
    key=str,
)


@pytest.mark.parametrize("migration", OWN, ids=str)
def test_a_migration_is_done_whole_or_not_at_all(migration):
    assert migration.atomic
