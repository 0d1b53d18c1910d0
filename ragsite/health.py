"""Whether the parts that answer questions are there. Open to all, so it says no more than that."""

from __future__ import annotations

from typing import Any

from django.db import Error, connection
from django.http import HttpRequest
from ninja import Field, Router, Schema, Status

from documents.providers import current_tier
from ragsite.broker import takes_tasks

router = Router(tags=["Health"])
WORKERS = ("questions", "ingestion")


class HealthOut(Schema):
    status: str = Field(description="ok; degraded where workers are missing; down where the database is.")
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
    """The parts, and `status` as their sum."""
    try:
        pgvector, workers = _has_pgvector(), {cluster: takes_tasks(cluster) for cluster in WORKERS}
        status = "ok" if pgvector and all(workers.values()) else "degraded"
    except Error:
        pgvector, workers, status = False, dict.fromkeys(WORKERS, False), "down"
    return {
        "status": status,
        "database": status != "down",
        "pgvector": pgvector,
        "tier": current_tier(),
        "workers": workers,
    }


def _has_pgvector() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_extension WHERE extname = 'vector'")
        return cursor.fetchone() is not None
