"""SQL that eats memory and time: what the parser refuses, and what ends the rest without it."""

from __future__ import annotations

import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import OperationalError, connection

from agentic.sql import reader as readers
from agentic.sql.execution import SQLFailed, run_select
from agentic.sql.guard import UnsafeSQL, guard
from agentic.sql.limits.watch import limit_memory, own_memory, watched
from agentic.sql.reader import READER, close_pools, reader_session
from evals.endurance.hungry import attacks
from ragsite.storage.database import database_trouble
from tests import factories
from tests.cases import every_case

ATTACKS = attacks()
ON_LINUX = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux limits the memory of another process"
)
ENDLESS = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r"
GATHERING = f"SELECT length(string_agg(repeat('x', 1000), '')), ({ENDLESS}) FROM generate_series(1, 99999)"
# What shows only when it runs: how many rows views have, how a pattern looks back, how numbers grow.
LEFT_TO_THE_DATABASE = {
    "array_replace_growth", "cube_of_many", "json_deep", "json_path_cross", "json_pretty_growth",
    "like_backtracking", "limit_offset_far", "lpad_nested", "lpad_of_column", "numeric_factorial",
    "numeric_power", "numeric_power_nested", "numeric_scale_type", "numeric_sum_of_powers",
    "percentile_over_series", "planner_joins", "recursive_rows_doubling", "regexp_back_references",
    "regexp_backtracking", "regexp_huge_counts", "regexp_many_alternatives", "repeat_of_column",
    "repeat_of_subquery", "rows_of_json", "rpad_of_subquery", "series_bounds_of_column",
    "series_bounds_of_subquery", "series_distinct", "series_grouped", "series_in_select", "series_sorted",
    "series_three_times", "similar_to_backtracking", "to_char_pattern", "ts_query_phrases", "values_crossed",
    "vector_of_long_text", "vectors_of_words", "views_crossed", "wide_rows",
}  # fmt: skip


@pytest.fixture
def facts(workspace):
    document = factories.DocumentFactory(workspace=workspace)
    factories.MetricFactory.create_batch(3, document=document)
    factories.ChunkFactory(document=document, text="Net sales of lamps rose. " * 40)
    return workspace


@pytest.fixture
def pools():
    """Made with the settings of the test, and not kept for the next."""
    close_pools()
    yield
    close_pools()


@every_case("name", sorted(ATTACKS.keys() - LEFT_TO_THE_DATABASE))
def test_parser_refuses(name):
    with pytest.raises(UnsafeSQL, match=r"^[^\n]{10,200}[.]$"):
        guard(ATTACKS[name])


@every_case("name", sorted(LEFT_TO_THE_DATABASE))
def test_parser_leaves_to_the_database(name):
    assert guard(guard(ATTACKS[name])) == guard(ATTACKS[name])


@ON_LINUX
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("guarded", [True, False])
def test_every_statement_ends_within_its_memory_and_time(guarded, facts, settings, pools):
    """The system holds the backend to its memory: whatever it answers, it had no more."""
    settings.RAGSITE_SQL_MB, settings.RAGSITE_SQL_TIMEOUT, settings.RAGSITE_SQL_CONNECTIONS = 64, 0.2, 1
    refused = set()
    for name, sql in ATTACKS.items():
        try:
            run_select(sql, workspace=facts, guarded=guarded)
        except (UnsafeSQL, SQLFailed) as error:
            refused |= {name} if "memory" in str(error) else set()
    with reader_session(facts, seconds=5) as (reader, _):
        assert 64 <= memory_limit(reader.info.backend_pid) <= 128
    assert ("format_width" in refused) is not guarded


def memory_limit(pid: int) -> float:
    """In MB."""
    limits = Path(f"/proc/{pid}/limits").read_text().splitlines()
    return int(next(line for line in limits if line.startswith("Max data size")).split()[3]) / 2**20


@ON_LINUX
@pytest.mark.django_db(transaction=True)
def test_a_statement_that_needs_too_much_memory_says_so_and_the_next_one_runs(facts, settings, pools):
    settings.RAGSITE_SQL_MB, settings.RAGSITE_SQL_CONNECTIONS = 64, 1
    with pytest.raises(SQLFailed, match="needed more than 64 MB of memory: ask for less at once"):
        run_select(ATTACKS["array_fill"], workspace=facts, guarded=False)
    assert run_select("SELECT count(*) FROM metrics", workspace=facts).rows == ((3,),)


@contextmanager
def unlimited_reader():
    """A connection of the reader that neither the system nor the database bounds in time or memory."""
    params = readers._connection_params()
    with psycopg.connect(**params, autocommit=True) as unlimited:
        unlimited.execute("SET statement_timeout = 0; SET max_parallel_workers_per_gather = 0")
        yield unlimited


def is_gone(pid: int) -> bool:
    """Whether the server has no such backend any more, soon."""
    for _ in range(200):
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE pid = %s", [pid])
            if cursor.fetchone() == (0,):
                return True
        time.sleep(0.05)
    return False


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "sql, seconds, megabytes, why",
    [
        (ENDLESS, 0, 1000, "time"),
        (
            f"SELECT length(string_agg(repeat('x', 1000), '')), ({ENDLESS}) FROM generate_series(1, 99999)",
            60,
            64,
            "memory",
        ),
    ],
)
def test_a_backend_past_its_bounds_is_ended_from_outside(sql, seconds, megabytes, why, facts):
    with unlimited_reader() as reader:
        pid = reader.info.backend_pid
        bounds = {"owner": readers._owner_params(), "seconds": seconds, "megabytes": megabytes}
        with watched(reader, **bounds) as statement, pytest.raises(psycopg.OperationalError):
            reader.execute(sql)
        assert statement.ended == why
        assert is_gone(pid)


@pytest.mark.django_db(transaction=True)
def test_whoever_waits_goes_on_though_nobody_may_end_the_backend(facts):
    nobody = readers._owner_params() | {"user": "nobody_of_this_name"}
    with unlimited_reader() as reader:
        bounds = {"owner": nobody, "seconds": 0, "megabytes": 1000}
        with watched(reader, **bounds) as statement, pytest.raises(psycopg.Error):
            reader.execute(ENDLESS)
        assert statement.ended == "time"


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_is_lost_leaves_the_others_watched(facts):
    bounds = {"owner": readers._owner_params(), "seconds": 0, "megabytes": 1000}
    with unlimited_reader() as lost, unlimited_reader() as reader, watched(lost, **bounds) as first:
        lost.close()
        for _ in range(200):
            if not first.ended:
                time.sleep(0.05)
        assert first.ended == "time"
        reader.execute("SET statement_timeout = '30s'")
        with watched(reader, **bounds) as second, pytest.raises(psycopg.OperationalError):
            reader.execute(ENDLESS)
        assert second.ended == "time"


def test_memory_of_no_process_is_none():
    assert own_memory(2**22 + 1) == 0
    assert not limit_memory(2**22 + 1, 64)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["views_crossed", "json_path_cross"])
def test_what_was_ended_is_not_run_again(name, facts, settings, pools):
    settings.RAGSITE_SQL_TIMEOUT = 0.2
    sql = f"SELECT m.id, ({ENDLESS}) FROM metrics m" if name == "views_crossed" else ATTACKS[name]
    with pytest.raises(SQLFailed, match="ask for less at once"):
        run_select(sql, workspace=facts)
    assert readers._pool().get_stats()["requests_num"] == 1


@pytest.mark.django_db(transaction=True)
def test_a_connection_used_again_carries_nothing_over(facts, other_workspace, settings, pools):
    settings.RAGSITE_SQL_CONNECTIONS = 1
    with reader_session(facts, seconds=5) as (reader, _):
        first = reader.info.backend_pid
        mine = reader.execute("SHOW ragsite.pass").fetchone()[0]
        reader.execute("SET search_path = pg_catalog")
        reader.execute("SET ragsite.pass = 'kept'")
        reader.execute("DECLARE left_open CURSOR FOR SELECT * FROM public.metrics")
    with reader_session(other_workspace, seconds=5) as (reader, _):
        assert reader.info.backend_pid == first
        assert reader.execute("SHOW search_path").fetchone() == ("public",)
        assert reader.execute("SHOW ragsite.pass").fetchone()[0].split(":")[0] == str(other_workspace.pk)
        assert mine not in str(reader.execute("SHOW ragsite.pass").fetchone())
        assert reader.execute("SELECT count(*) FROM metrics").fetchone() == (0,)
        with pytest.raises(psycopg.errors.InvalidCursorName):
            reader.execute("FETCH 1 FROM left_open")
    taken = readers._pool().getconn()
    assert taken.execute("SHOW ragsite.pass").fetchone() == ("",)
    assert taken.execute("SELECT count(*) FROM metrics").fetchone() == (0,)
    readers._pool().putconn(taken)


@pytest.mark.django_db(transaction=True)
def test_workspaces_share_connections_and_see_their_own_rows(facts, other_workspace, settings, pools):
    factories.MetricFactory(document__workspace=other_workspace)
    settings.RAGSITE_SQL_CONNECTIONS = 1
    for _ in range(3):
        assert run_select("SELECT count(*) FROM metrics", workspace=facts).rows == ((3,),)
        with pytest.raises(SQLFailed):
            run_select("SELECT 1 / 0 FROM metrics", workspace=facts)
        assert run_select("SELECT count(*) FROM metrics", workspace=other_workspace).rows == ((1,),)
    assert backends() == 1


def backends() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE usename = %s AND datname = current_database()",
            [READER],
        )
        return cursor.fetchone()[0]


@pytest.mark.django_db(transaction=True)
def test_a_free_connection_is_waited_for_and_busy_is_not_away(facts, settings, pools):
    settings.RAGSITE_SQL_CONNECTIONS = 1
    found = []
    with reader_session(facts, seconds=60):
        settings.RAGSITE_BUSY_SECONDS = 0.2
        with pytest.raises(OperationalError) as busy:
            run_select("SELECT 1", workspace=facts)
        settings.RAGSITE_BUSY_SECONDS = 30
        waiting = threading.Thread(target=lambda: found.append(_asked_from_a_thread(facts)))
        waiting.start()
        while not readers._pool().get_stats().get("requests_waiting"):
            time.sleep(0.01)
    waiting.join(30)
    assert database_trouble(busy.value) == (
        "Too much is asked at once: try again in a few seconds. Nothing that was stored is lost."
    )
    assert found == [((1,),)]


def _asked_from_a_thread(workspace):
    try:
        return run_select("SELECT 1", workspace=workspace).rows
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_lost_meanwhile_is_replaced(facts, settings, pools):
    settings.RAGSITE_SQL_CONNECTIONS = 1
    assert run_select("SELECT 1", workspace=facts).rows == ((1,),)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s", [READER])
    assert run_select("SELECT 2", workspace=facts).rows == ((2,),)
