"""What a database needs before ragsite can work with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django_q.models import Schedule

from documents.services import ensure_default_workspace

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
}
MIGRATION_LOCK = 7_247_483  # any number, the same for every process


def prepare_database() -> None:
    """Bring the tables up to date and make the default workspace. Quick where nothing is to be done."""
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


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Two machines that start together must not both migrate."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATION_LOCK])
