"""The queue as a worker cluster takes tasks from it."""

from __future__ import annotations

from typing import Any

from django.db import connections
from django_q.brokers.orm import ORM
from django_q.conf import Conf

from llm.types import Tier

CLUSTERS = ("questions", "ingestion", "reading")
TAKES_TASKS = "ragsite {} queue"  # what the connection by which a cluster takes its tasks is called


def clusters_for(tier: Tier) -> tuple[str, ...]:
    """Those that have something to do: without a model nothing is read by one."""
    return tuple(name for name in CLUSTERS if name != "reading" or tier != "none")


class QueueBroker(ORM):
    """The queue in the database. Who takes tasks from it shows this for as long as it lives.

    django-q2's own sign of life is kept in the cache of one process. A time stamp in the database would
    grow old where a cluster is well: it stops looking for tasks while its workers have enough of them.
    """

    def dequeue(self) -> Any:
        show_taking(self.list_key)
        return super().dequeue()


def show_taking(cluster: str) -> None:
    """Have this thread's connection carry the cluster's name and last until the process ends.

    A connection that is renewed once it is old would be missing for a moment, and the cluster with it.
    """
    connection = connections[Conf.ORM]
    options, name = connection.settings_dict["OPTIONS"], TAKES_TASKS.format(cluster)
    if options["application_name"] != name:
        connection.close()
        connection.settings_dict = {
            **connection.settings_dict,
            "CONN_MAX_AGE": None,
            "OPTIONS": {**options, "application_name": name},
        }


def takes_tasks(cluster: str) -> bool:
    """Whether a living cluster of this name takes tasks from this database, wherever it runs."""
    with connections[Conf.ORM].cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = %s",
            [TAKES_TASKS.format(cluster)],
        )
        return cursor.fetchone() is not None
