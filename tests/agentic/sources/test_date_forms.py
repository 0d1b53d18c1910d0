"""Dates as databases write them: seconds, figures, days before months, in each dialect."""

from __future__ import annotations

import sqlite3
from datetime import date

import duckdb
import psycopg
import pytest
from django.db import connection

from agentic.sources.drivers.duckdb import DuckDBDriver
from agentic.sources.drivers.postgres import PostgresDriver
from agentic.sources.drivers.sqlite import SQLiteDriver
from agentic.sources.walls.validate import validate
from retrieval.tables.planning import planned
from retrieval.tables.rules.dates import form_of
from retrieval.tables.schema import Column

TRIPS = """
CREATE TABLE trips (
  id integer PRIMARY KEY, booked_at bigint, paid_ms bigint, departed_on integer, arrived_on text,
  cancelled_on text, reviewed_on text, fare integer
);
INSERT INTO trips VALUES
  (1, 1704067200, 1704067200000, 20240105, '2024/01/09', '17.01.2024', '01/19/2024', 10),
  (2, 1706745600, 1706745600000, 20240203, '2024/02/08', '13.02.2024', '02/18/2024', 20),
  (3, 1706832000, 1706832000000, 20240229, '2024/03/01', '01.03.2024', '03/04/2024', 40);
"""
ANSWERED = {
    "How many trips were booked in January 2024?": 1,
    "How many trips were paid after January 2024?": 2,
    "How many trips departed in February 2024?": 2,
    "How many trips arrived in March 2024?": 1,
    "How many trips were cancelled before February 2024?": 1,
    "How many trips were reviewed in February 2024?": 1,
    "What is the average number of days between departed and arrived?": (4 + 5 + 1) / 3,
    "What is the average number of days between cancelled and reviewed?": (2 + 5 + 3) / 3,
}
BY_MONTH = [
    f"How many trips were {verb} per month?" for verb in ("booked", "departed", "arrived", "cancelled")
]


@pytest.fixture(params=["sqlite", "duckdb", "postgres"])
def trips(request, tmp_path):
    path = tmp_path / f"trips.{request.param}"
    if request.param == "postgres":
        yield from _on_server(request.getfixturevalue("shop_server"))
    elif request.param == "duckdb":
        with duckdb.connect(str(path)) as own:
            own.execute(TRIPS)
        yield DuckDBDriver(path), DuckDBDriver(path).introspect(), "duckdb"
    else:
        made = sqlite3.connect(path)
        made.executescript(TRIPS)
        made.close()
        yield SQLiteDriver(path), SQLiteDriver(path).introspect(), "sqlite"


def _on_server(reader: str):
    """In the shop's database, as its reader, for as long as the test takes."""
    told = dict(part.split("=") for part in reader.split())
    params = {**connection.get_connection_params(), "dbname": told["dbname"]}
    known = ("host", "port", "user", "password", "dbname")
    own = {name: params[name] for name in known if params.get(name)}
    with psycopg.connect(**own, autocommit=True) as owner:
        owner.execute(TRIPS)
        try:
            owner.execute(f"GRANT SELECT ON trips TO {told['user']}")
            driver = PostgresDriver(reader)
            yield driver, driver.introspect().only(["trips"]), "postgres"
        finally:
            owner.execute("DROP TABLE trips")


def test_dates_of_every_form_are_compared(trips):
    driver, schema, dialect = trips
    for question, wanted in ANSWERED.items():
        plan = planned(question, schema, dialect, today=date(2024, 6, 1))
        assert plan.sql, (question, plan)
        asked = validate(plan.sql, schema=schema, dialect=dialect, rows=50).asked
        ((found,),) = driver.run(asked, rows=50, seconds=5).rows
        assert float(found) == pytest.approx(wanted), (question, plan.sql)


def test_they_are_groups(trips):
    driver, schema, dialect = trips
    for question in BY_MONTH:
        plan = planned(question, schema, dialect, today=date(2024, 6, 1))
        assert plan.sql, (question, plan)
        asked = validate(plan.sql, schema=schema, dialect=dialect, rows=50).asked
        assert 2 <= len(driver.run(asked, rows=50, seconds=5).rows) <= 3, question


def test_the_statements_pass_the_validator_of_mysql(trips):
    _, schema, _ = trips
    for question in (*ANSWERED, *BY_MONTH):
        plan = planned(question, schema, "mysql", today=date(2024, 6, 1))
        assert validate(plan.sql, schema=schema, dialect="mysql", rows=50).asked, question


@pytest.mark.parametrize(
    "column, form",
    [
        (Column("paid_on", "text", "text", samples=("03/04/2024", "05/06/2024")), ""),  # day or month first
        (Column("paid_on", "text", "text", samples=("13/04/2024", "05/06/2024")), "."),
        (Column("paid_on", "text", "text", samples=("04/13/2024", "n/a")), ""),
        (Column("population", "bigint", "number", lowest="700000000", highest="1400000000"), ""),
        (Column("paid_on", "bigint", "number", lowest="700", highest="1400000000"), ""),
        (Column("paid_on", "bigint", "number", lowest="20231301", highest="20240101"), ""),
    ],
)
def test_what_is_not_surely_a_date_is_none(column, form):
    assert form_of(column) == form
