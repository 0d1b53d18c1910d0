"""What a database needs before ragsite can work with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django_q.models import Schedule

from documents.library.services import ensure_default_workspace
from ragsite.storage.database import UnusableDatabase

SCHEDULES = {
    "sweep": {
        "func": "documents.tasks.sweep_task",
        "schedule_type": Schedule.MINUTES,
        "minutes": 5,
        "cluster": "ingestion",
    },
    "sessions": {
        "func": "agentic.tasks.cleanup_sessions_task",
        "schedule_type": Schedule.DAILY,
        "cluster": "ingestion",
    },
    "saved questions": {
        "func": "agentic.tasks.ask_saved_task",
        "schedule_type": Schedule.MINUTES,
        "minutes": 5,
        "cluster": "questions",
    },
    "sources": {
        "func": "agentic.tasks.refresh_sources_task",
        "schedule_type": Schedule.HOURLY,
        "cluster": "questions",
    },
    "allowances": {
        "func": "ragsite.allowances.forget_old",
        "schedule_type": Schedule.HOURLY,
        "cluster": "ingestion",
    },
}
OUTDATED = "The database lacks tables of this ragsite: run `python manage.py migrate`, then try again."
MIGRATION_LOCK = 7_247_483  # any number, the same for every process


def prepare_database() -> None:
    """Bring the tables up to date and make the default workspace. Quick where nothing is to be done.

    Raises `UnusableDatabase` before anything is touched.
    """
    refuse_newer_database()
    if unapplied_migrations():
        with _one_at_a_time():
            call_command("migrate", verbosity=0, interactive=False)
            for name, schedule in SCHEDULES.items():
                Schedule.objects.get_or_create(name=name, defaults=schedule)
    ensure_default_workspace()


def unapplied_migrations() -> list[str]:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


def refuse_other_tables() -> None:
    """Raises `UnusableDatabase` where the tables are not those of this code."""
    refuse_newer_database()
    if unapplied_migrations():
        raise UnusableDatabase(OUTDATED)


def refuse_newer_database() -> None:
    """Raises `UnusableDatabase` where a newer ragsite has changed the tables."""
    if newer := what_is_newer():
        raise UnusableDatabase(f"{newer} Nothing was touched.")


def what_is_newer() -> str:
    """A sentence where a newer ragsite has changed the tables; else empty. A query, quick."""
    code = _migrations_of_the_code()
    known = code.disk_migrations.keys() | {
        old for one in code.disk_migrations.values() for old in one.replaces
    }
    applied = MigrationRecorder(connection).applied_migrations()
    unknown = sorted(one for one in applied.keys() - known if one[0] in code.migrated_apps)
    if not unknown:
        return ""
    return (
        f"A newer ragsite has changed the database ({'.'.join(unknown[-1])} is not known here): run that "
        "version, or choose another database with RAGSITE_HOME or DATABASE_URL."
    )


@cache
def _migrations_of_the_code() -> MigrationLoader:
    return MigrationLoader(None, ignore_no_migrations=True)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Two machines that start together must not both migrate."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATION_LOCK])
