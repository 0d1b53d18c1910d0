"""A cluster that takes tasks shows it for as long as it lives, and no other connection does."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from ragsite.running.broker import QueueBroker, takes_tasks

# Within a transaction the server would show the same connections again and again.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def taker() -> Iterator[ThreadPoolExecutor]:
    """A thread that takes tasks by a connection of its own, which is closed at the end."""
    with ThreadPoolExecutor(1) as thread:
        yield thread
        thread.submit(lambda: connection.close()).result()


def take(*, max_age: int | None = None) -> int:
    """The process of the server that answers the one who took."""
    if max_age is not None:
        connection.settings_dict = {**connection.settings_dict, "CONN_MAX_AGE": max_age}
    QueueBroker(list_key="questions").dequeue()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cursor.fetchone()[0]


def test_a_cluster_is_seen_once_it_takes_tasks_and_until_it_ends(taker):
    taker.submit(lambda: connection.ensure_connection()).result()
    assert not takes_tasks("questions")
    taker.submit(take).result()
    assert takes_tasks("questions")
    assert not takes_tasks("ingestion")
    taker.submit(lambda: connection.close()).result()
    deadline = time.monotonic() + 30  # the server ends a connection's process after the client has gone
    while takes_tasks("questions") and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not takes_tasks("questions")


def test_its_connection_is_not_renewed_however_old_it_is(taker):
    first = taker.submit(take, max_age=0).result()
    assert taker.submit(take).result() == first


def test_other_connections_stay_as_they_are(taker):
    before = dict(connection.settings_dict)
    taker.submit(take).result()
    assert connection.settings_dict == before
