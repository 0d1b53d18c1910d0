"""Whether the parts that answer questions are there. Open to all, so it says no more than that."""

from __future__ import annotations

from typing import Any

from django.db import Error, connection
from django.http import HttpRequest
from ninja import Field, Router, Schema, Status

from documents.providers import current_tier
from ragsite.running.broker import clusters_for, takes_tasks
from ragsite.storage.database import database_trouble
from ragsite.storage.disk import disk_trouble
from ragsite.storage.preparation import what_is_newer

router = Router(tags=["Health"])
NO_PGVECTOR = "The database has no pgvector: let an administrator run CREATE EXTENSION vector."


class HealthOut(Schema):
    status: str = Field(
        description="ok; degraded where workers or room on disk are missing; down where nothing can be asked."
    )
    problem: str = Field(description="What is wrong and what to do, in a sentence; empty where all is well.")
    database: bool
    pgvector: bool
    tier: str = Field(description="Which models answer: none, local, gemini or openai.")
    workers: dict[str, bool] = Field(description="Cluster → whether it runs.")


@router.get("/health", response={(200, 503): HealthOut}, auth=None, summary="Whether it works")
def get_health(request: HttpRequest) -> Any:
    """200 where questions can be asked, 503 where the database does not answer."""
    health = read_health()
    return Status(503 if health["status"] == "down" else 200, health)


def read_health() -> dict[str, Any]:
    """The parts, `status` as their sum, and what to do about the worst of them."""
    tier = current_tier()
    newer = away = ""
    try:
        newer, pgvector = what_is_newer(), _has_pgvector()
        workers = {name: takes_tasks(name) for name in clusters_for(tier)}
    except Error as error:
        pgvector, workers = False, dict.fromkeys(clusters_for(tier), False)
        away = database_trouble(error) or "The database gives an error: see its log."
    lack = "" if pgvector else NO_PGVECTOR
    problem = away or newer or disk_trouble() or lack or _missing(workers)
    return {
        "status": "down" if away or newer else "degraded" if problem else "ok",
        "problem": problem,
        "database": not away,
        "pgvector": pgvector,
        "tier": tier,
        "workers": workers,
    }


def _missing(workers: dict[str, bool]) -> str:
    missing = [cluster for cluster, runs in workers.items() if not runs]
    return f"No worker takes {' or '.join(missing)}: run `python manage.py start`." if missing else ""


def _has_pgvector() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_extension WHERE extname = 'vector'")
        return cursor.fetchone() is not None
